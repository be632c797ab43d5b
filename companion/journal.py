"""What a program says while it runs: plain sentences, with a level where the system's journal takes them.

systemd reads the level of a line from its beginning, `<4>` for a warning (man 3 sd-daemon); on a terminal it would only disturb.
`journalctl -u companion -p warning` then shows what somebody should look at.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from enum import IntEnum
from typing import TextIO


class Level(IntEnum):
    """The journal's levels."""

    ERROR = 3
    """The game ended by it."""
    WARNING = 4
    """The game goes on, but somebody should do something; also when that is over."""
    NOTICE = 5
    INFO = 6


def say(text: str, level: Level = Level.INFO, stream: TextIO | None = None) -> None:
    """Prints the text at once, on standard output unless told otherwise, every line of it with its level for the journal."""
    out = sys.stdout if stream is None else stream
    mark = f"<{level.value}>" if goes_to_journal(out) else ""
    print("\n".join(f"{mark}{line}" for line in text.split("\n")), file=out, flush=True)


def goes_to_journal(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether systemd connected the stream to the journal: it names the socket's device and inode in `JOURNAL_STREAM`."""
    named = environ.get("JOURNAL_STREAM")
    if not named:
        return False
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError, AttributeError):  # ValueError: closed; AttributeError: a stand-in without a descriptor
        return False
    return named == f"{found.st_dev}:{found.st_ino}"
