"""`companion watch --show`: a recording played in a window, or, without a screen, into pictures."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TextIO

from companion.app.headless import Album, say_line
from companion.app.recording import Recording
from companion.app.watch import Playback
from companion.display import Quit, Screen, video_driver
from companion.events import Entry
from companion.scene import Scene
from companion.sight import Eyes
from companion.words import Language
from hardware.errors import DeviceError

WINDOW = (1280, 720)
RECORD = "record.jsonl"


def show_recording(recording: Recording, eyes: Eyes, out: Path, speed: float, language: Language) -> int:
    """Plays the recording at `speed` times its own time; writes the record, and without a screen pictures, into `out`."""
    playback = Playback(recording, eyes, language)
    path = out / RECORD
    try:
        out.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8") as file:
            if video_driver(os.environ) == "dummy":
                _into_pictures(playback, file, out)
            else:
                _in_window(playback, file, speed)
    except OSError as error:
        raise DeviceError(f"cannot write {path}: {error.strerror or error}") from None
    print(f"The record is {path}", flush=True)
    return 0


def _into_pictures(playback: Playback, file: TextIO, out: Path) -> None:
    album = Album(out)
    _keep(playback.header, playback, file)
    for time_s, result in playback.steps():
        for entry in result.events:
            _keep(entry, playback, file)
        album.add(result.scene)
        _progress(playback.recording, time_s)
    print(f"\nThere is no screen: {len(album.pictures)} pictures of it are in {out}", flush=True)


def _in_window(playback: Playback, file: TextIO, speed: float) -> None:
    screen = Screen(WINDOW)
    began_s = time.monotonic()
    try:
        _keep(playback.header, playback, file)
        for time_s, result in playback.steps():
            for entry in result.events:
                _keep(entry, playback, file)
            _progress(playback.recording, time_s)
            if not _shown(screen, result.scene, began_s + time_s / speed):
                break
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


def _keep(entry: Entry, playback: Playback, file: TextIO) -> None:
    print(json.dumps(entry.to_json(), ensure_ascii=False), file=file, flush=True)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    say_line(entry, playback.recording.board.track)


def _progress(recording: Recording, time_s: float) -> None:
    """How far it is, on a terminal only: a log should not be filled with it."""
    if not sys.stderr.isatty():
        return
    share = f"{100 * time_s / recording.length_s:3.0f} %" if recording.length_s else f"{time_s:.0f} s"
    print(f"\r{share}", end="", file=sys.stderr, flush=True)
