"""Lines that bounce and change one after the other: a pattern counts once all of them have been steady for a while."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from hardware.buttons import SETTLE_S

Levels = tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the lines say, sure at `time_s`."""

    levels: Levels
    time_s: float


class SteadyLines:
    """Turns edges into patterns. `levels` is how the lines are found. Edges may be fed from another thread than polls."""

    def __init__(self, levels: Levels, settle_s: float = SETTLE_S) -> None:
        self._settle_s = settle_s
        self._raw = self._counted = levels
        self._since_s = float("-inf")
        self._patterns: list[Pattern] = []
        self._lock = threading.Lock()

    def edge(self, line: int, on: bool, time_s: float) -> None:
        """Line number `line` is `on` from `time_s` on."""
        with self._lock:
            self._settle(time_s)
            if self._raw[line] != on:
                self._raw = (*self._raw[:line], on, *self._raw[line + 1 :])
                self._since_s = time_s

    def poll(self, time_s: float) -> tuple[Pattern, ...]:
        """The patterns that became sure since the last call and not after `time_s`, oldest first, no two alike in a row."""
        with self._lock:
            self._settle(time_s)
            ready = tuple(pattern for pattern in self._patterns if pattern.time_s <= time_s)
            self._patterns = [pattern for pattern in self._patterns if pattern.time_s > time_s]
            return ready

    def _settle(self, time_s: float) -> None:
        sure_s = self._since_s + self._settle_s
        if self._raw != self._counted and time_s >= sure_s:
            self._counted = self._raw
            self._patterns.append(Pattern(self._raw, sure_s))
