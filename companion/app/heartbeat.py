"""Feeds the service manager's watchdog for as long as every thread of a live game shows that it is alive.

The display thread calls `tick`, so that one that hangs says nothing by itself; each other thread gets a function to call with
every round it makes. Once one of them is silent for too long the watchdog is fed no more, and the manager starts the program
anew: the game goes on where it was.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import Self

from hardware.service import ALIVE, READY, STOPPING, Notify, notifier, status, watchdog_s

SILENT_S = 30.0
"""OpenCV waits up to ten seconds for a camera, and a Raspberry Pi some for a search for the board; what takes longer hangs."""
TIMES_WITHIN = 4
"""Alive is said so often within the time the watchdog allows; twice is what systemd recommends at least."""

Beat = Callable[[], None]


class Heartbeat:
    """`within_s`: within which the manager wants to hear (None: it does not); `tell` takes a sentence when something hangs."""

    def __init__(self, notify: Notify, within_s: float | None, clock: Callable[[], float], tell: Callable[[str], None]) -> None:
        self._notify, self._clock, self._tell = notify, clock, tell
        self._every_s = None if within_s is None else within_s / TIMES_WITHIN
        self._due_s = float("-inf")
        self._beats: dict[str, float] = {}
        self._silent: frozenset[str] = frozenset()

    @classmethod
    def of_this_process(cls, tell: Callable[[str], None], environ: Mapping[str, str] = os.environ) -> Self:
        """As the manager that started this program wants it."""
        return cls(notifier(environ), watchdog_s(environ, os.getpid()), time.monotonic, tell)

    def part(self, name: str) -> Beat:
        """Watches one more part from now on; the part calls what it gets, from any thread."""

        def beat() -> None:
            self._beats[name] = self._clock()

        beat()
        return beat

    def ready(self, sentence: str) -> None:
        """The devices are open; what is going on now stands in `systemctl status`."""
        self._notify(f"{READY}\n{status(sentence)}")

    def stopping(self) -> None:
        """It is meant to end."""
        self._notify(STOPPING)

    def tick(self) -> None:
        """Called with every round of the display thread."""
        now_s = self._clock()
        if self._every_s is None or now_s < self._due_s:
            return
        self._due_s = now_s + self._every_s
        silent = frozenset(name for name, last_s in list(self._beats.items()) if now_s - last_s > SILENT_S)
        for name in sorted(silent - self._silent):
            self._tell(f"The {name} thread has shown no life for {SILENT_S:.0f} s; if it stays so, the service is started anew")
        self._silent = silent
        if not silent:
            self._notify(ALIVE)


def unwatched() -> None:
    """The beat of a part nobody watches."""
