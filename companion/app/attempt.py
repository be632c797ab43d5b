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
from hardware.errors import DeviceError

MOST = 3
"""After so many attempts in a row that were not survived a game is left alone: a plug may be pulled once or twice."""


class Attempt:
    """Going on with the game of `record`. A disk that takes no such file keeps nobody from playing.

    What is killed counts as one; failing twice for the same reason is as good as having failed `MOST` times.
    """

    def __init__(self, record: Path) -> None:
        self._record = record
        self.marker = attempt_beside(record)
        self._failed, self.why = _read(self.marker)
        self._open = False

    @property
    def given_up(self) -> bool:
        """Whether the attempts before have failed; one that another companion is making has not."""
        return self._failed >= MOST and not being_played(self._record)

    def begin(self) -> None:
        """From now on, whatever ends the program has failed to go on with the game."""
        self._open = True
        self._write(self._failed + 1, self.why)

    def refuse(self, why: str) -> None:
        """Going on failed for this reason, unless the game goes on already."""
        if not self._open:
            return
        self._open = False
        why = " ".join(why.split())
        self._failed = MOST if why == self.why else self._failed + 1
        self.why = why
        self._write(self._failed, why)

    def ended(self, failed: Exception | None) -> None:
        """The program comes to its end, or fails. A device says nothing about the game."""
        if failed is None or isinstance(failed, DeviceError):
            self.put_off()
        else:
            self.refuse(f"{type(failed).__name__}: {failed}")

    def put_off(self) -> None:
        """What ended it, or comes between, says nothing about the game: the count is as it was. Harmless at any time."""
        self._open = False
        if self._failed:
            self._write(self._failed, self.why)
        else:
            self.done()

    def done(self) -> None:
        """The game goes on. Harmless at any time."""
        self._open, self._failed = False, 0
        with suppress(OSError):
            self.marker.unlink(missing_ok=True)

    def _write(self, failed: int, why: str) -> None:
        with suppress(OSError), self.marker.open("w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{failed}\n{why}\n")
            file.flush()
            os.fsync(file.fileno())


def _read(marker: Path) -> tuple[int, str]:
    """How many attempts have failed, and why the last one did, as far as it is known. What is no number counts as one."""
    try:
        lines = marker.read_text("utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return 0, ""
    except OSError:
        # Nothing can be counted in there, and trying for ever is worse than leaving the game alone.
        return MOST, ""
    number = lines[0] if lines else ""
    return (int(number) if number.isdecimal() and len(number) < 4 else 1), " ".join(lines[1:]).strip()
