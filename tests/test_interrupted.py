"""Ctrl-C ends every command with the usual status and without a traceback, however early or late it comes."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.commands import in_words
from hardware.errors import DeviceError

PROGRAM = """
import os, signal, sys
from companion.cli.main import entry
PLACE = sys.argv.pop(1)
def interrupt(*_):
    os.kill(os.getpid(), signal.SIGINT)
    return None
class Meddling:
    def find_spec(self, name, *_):
        if name == PLACE:
            interrupt()
if PLACE == "running":
    import companion.cli.commands
    companion.cli.commands.make_parser = interrupt
elif PLACE == "ending":
    import threading
    threading.Thread(target=lambda: (threading.main_thread().join(), interrupt()), daemon=False).start()
else:
    sys.meta_path.insert(0, Meddling())
entry()
"""


@pytest.mark.parametrize("place", ["companion.cli.commands", "argparse", "companion.cli.teach_command", "running", "ending"])
def test_interrupted(place: str) -> None:
    command = [sys.executable, "-c", PROGRAM, place, "rules", "--help"]
    ended = subprocess.run(command, cwd=Path(__file__).parents[1], timeout=60, capture_output=True, text=True)
    assert ended.stderr == ""
    assert ended.returncode == 130


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            OSError(errno.ENAMETOOLONG, "File name too long", "x" * 300),
            f"{'x' * 120}…: it cannot be read or written: File name too long",
        ),
        (
            IsADirectoryError(errno.EISDIR, "Is a directory", "settings.toml"),
            "settings.toml: it cannot be read or written: Is a directory",
        ),
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (OSError("moon"), "moon"),
        (DeviceError("the camera is gone"), "the camera is gone"),
    ],
)
def test_errors_of_the_operating_system_come_without_their_number(error: Exception, said: str) -> None:
    assert in_words(error) == said
