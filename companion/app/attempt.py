"""Attempts to go on with a game, counted in a file beside its record: one that fails is not made for ever.

The file lies there while a game is being gone on with, from reading its record until its first picture has been thought about. If
it lies there before that, the attempt before was not survived (a crash, a kill, a pulled plug), or the record was refused.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from companion.record import being_played
from companion.resume import attempt_beside

MOST = 1
"""After so many attempts that failed a game is left alone."""


class Attempt:
    """Going on with the game of `record`. A disk that takes no such file keeps nobody from playing."""

    def __init__(self, record: Path) -> None:
        self._record = record
        self.marker = attempt_beside(record)
        self._failed, self.why = _read(self.marker)

    @property
    def given_up(self) -> bool:
        """Whether the attempts before have failed; one that another companion is making has not."""
        return self._failed >= MOST and not being_played(self._record)

    def begin(self) -> None:
        """From now on, whatever ends the program has failed to go on with the game."""
        self._write("")

    def refuse(self, why: str) -> None:
        """The record cannot be gone on with, for this reason."""
        self._write(why)

    def done(self) -> None:
        """The game goes on, or whatever kept it from that says nothing about the game. Harmless at any time."""
        self._failed = 0
        with suppress(OSError):
            self.marker.unlink(missing_ok=True)

    def _write(self, why: str) -> None:
        with suppress(OSError), self.marker.open("w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{self._failed + 1}\n{why}\n")
            file.flush()
            os.fsync(file.fileno())


def _read(marker: Path) -> tuple[int, str]:
    """How many attempts have failed, and why the last one did, as far as it is known. What cannot be read counts as one."""
    try:
        lines = marker.read_text("utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return 0, ""
    except OSError:
        return 1, ""
    number = lines[0] if lines else ""
    return (int(number) if number.isdecimal() and len(number) < 4 else 1), " ".join(lines[1:]).strip()
