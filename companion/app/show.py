"""`companion watch --show`: a recording played in a window, or, without a screen, into pictures."""

from __future__ import annotations

import errno
import json
import os
import sys
import time
from io import FileIO
from pathlib import Path

from companion.app.headless import Album, say_line
from companion.app.recording import Recording
from companion.app.watch import Playback
from companion.display import Quit, Screen, video_driver
from companion.events import Entry
from companion.scene import Scene
from companion.sight import Eyes
from companion.words import Language
from hardware.errors import DeviceError, NoScreenError

WINDOW = (1280, 720)
RECORD = "record.jsonl"
LAST_LOOK_S = 16.0
"""Of the recording's own time: how long the end is left to look at (four seconds at the usual speed of four)."""


def show_recording(recording: Recording, eyes: Eyes, out: Path, speed: float, language: Language) -> int:
    """Plays the recording at `speed` times its own time; writes the record, and without a screen pictures, into `out`."""
    playback = Playback(recording, eyes, language)
    path = out / RECORD
    with _open(path) as file:
        screen = _screen()
        if screen is None:
            _into_pictures(playback, file, out)
        else:
            _in_window(screen, playback, file, speed)
    print(f"The record is {path}", flush=True)
    return 0


def _screen() -> Screen | None:
    """The window; None where there is no screen, or none that can be reached."""
    if video_driver(os.environ) == "dummy":
        return None
    try:
        return Screen(WINDOW)
    except NoScreenError as error:
        print(f"Going on without a screen: {error}", flush=True)
        return None


def _open(path: Path) -> FileIO:
    """Without a buffer: what a full disk did not take would be tried once more, and fail once more, when the file is closed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("wb", buffering=0)
    except OSError as error:
        raise _cannot_write(path, error) from None


def _write(file: FileIO, line: bytes) -> None:
    try:
        if file.write(line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    except OSError as error:
        raise _cannot_write(Path(str(file.name)), error) from None


def _cannot_write(path: Path, error: OSError) -> DeviceError:
    return DeviceError(f"cannot write {path}: {error.strerror or error}")


def _into_pictures(playback: Playback, file: FileIO, out: Path) -> None:
    album = Album(out)
    _keep(playback.header, playback, file)
    for time_s, result in playback.steps():
        for entry in result.events:
            _keep(entry, playback, file)
        album.add(result.scene)
        _progress(playback.recording, time_s)
    print(f"\nThere is no screen: {len(album.pictures)} pictures of it are in {out}", flush=True)


def _in_window(screen: Screen, playback: Playback, file: FileIO, speed: float) -> None:
    began_s = time.monotonic()
    try:
        _keep(playback.header, playback, file)
        for time_s, result in playback.steps():
            for entry in result.events:
                _keep(entry, playback, file)
            _progress(playback.recording, time_s)
            if not _shown(screen, result.scene, began_s + time_s / speed):
                return
        _shown(screen, playback.pipeline.scene(), time.monotonic() + LAST_LOOK_S / speed)
    finally:
        screen.close()
        print(flush=True)


def _shown(screen: Screen, scene: Scene, due_s: float) -> bool:
    """Shows the scene until `due_s`, when the next frame is wanted; False when the window was closed."""
    screen.show(scene)
    while True:
        left_s = due_s - time.monotonic()
        if any(isinstance(event, Quit) for event in screen.poll(min(0.05, max(0.0, left_s)))):
            return False
        if left_s <= 0:
            return True


def _keep(entry: Entry, playback: Playback, file: FileIO) -> None:
    _write(file, json.dumps(entry.to_json(), ensure_ascii=False).encode() + b"\n")
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    say_line(entry, playback.recording.board.track)


def _progress(recording: Recording, time_s: float) -> None:
    """How far it is, on a terminal only: a log should not be filled with it."""
    if not sys.stderr.isatty():
        return
    share = f"{100 * time_s / recording.length_s:3.0f} %" if recording.length_s else f"{time_s:.0f} s"
    print(f"\r{share}", end="", file=sys.stderr, flush=True)
