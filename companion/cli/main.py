"""The command line: `companion …`. What it needs is loaded once an interruption would end it without a traceback."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, TextIO

from companion.cli.status import INTERRUPTED

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

IMPORTING = "<frozen importlib."
"""How the files of Python's own import system are named on its stack."""


def entry() -> NoReturn:
    """The program: runs `main` on the process's arguments and ends with its status."""
    # A shell starts its background jobs with Ctrl-C ignored, and that stays so.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _interrupted)
    for stream in (sys.stdout, sys.stderr):
        _speak_utf8(stream)
    # pygame greets on standard output, which belongs to what was asked for.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        status = main(sys.argv[1:])
    except KeyboardInterrupt:
        status = INTERRUPTED
    # Nothing is left to be done: whoever interrupts the interpreter's own end, which waits for threads, gets the usual status.
    signal.signal(signal.SIGINT, _end_at_once)
    # After its threads the interpreter takes its handlers away, while libraries go on for a second: too late to be interrupted.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    if status == INTERRUPTED:
        _end_at_once()
    sys.exit(status)


def main(argv: Sequence[str]) -> int:
    """Runs one command and returns its exit status; errors become one sentence on standard error."""
    from companion.cli.commands import run

    return run(argv)


def make_parser() -> argparse.ArgumentParser:
    """The parser of all the commands."""
    from companion.cli import commands

    return commands.make_parser()


def _interrupted(signal_number: int, frame: FrameType | None) -> None:
    """Ctrl-C, as long as no game has its own way with it. Half a module loaded is a broken one: it ends the program at once."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTING):
            _end_at_once()
        frame = frame.f_back
    signal.default_int_handler(signal_number, frame)


def _end_at_once(*_: object) -> NoReturn:
    """Without the interpreter's own end: there are threads that no signal wakes."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, RuntimeError, AttributeError):  # closed, gone, being written to, or none at all
            continue
    os._exit(INTERRUPTED)


def _speak_utf8(stream: TextIO) -> None:
    """The interfaces are UTF-8 whatever the locale says; nothing that was read may keep a message from being printed."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")


if __name__ == "__main__":
    entry()
