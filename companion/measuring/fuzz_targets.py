"""Everything that reads what comes from outside, with good input for it: files, packets, commands, databases, fingers."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import cv2
import numpy as np

from calibration.picture_file import read_picture
from calibration.profile import load_profile, parse_profile
from calibration.stored import load_calibration
from calibration.teaching_file import read_marks
from companion.library import tables
from companion.library.database import open_database
from companion.library.games import DATABASE, Library
from companion.library.people import KnownPerson, People
from companion.measuring.fuzz_fingers import ANSWERS, FINGERS, set_up, touched
from companion.paired_dice import paired
from companion.record import parse_record
from companion.settings import load_settings
from companion.simulation.director import perform
from companion.simulation.script import parse_script
from hardware.bluetooth.godice import GODICE
from hardware.bluetooth.pixels import PIXELS
from hardware.cameras.recorded import read_frame_lines, read_session
from hardware.json_text import parse_json
from hardware.throws.recorded import read_throws

Parser = Callable[[bytes, Path], object]
"""Takes the bytes, and a folder of its own."""


@dataclass(frozen=True, slots=True)
class Target:
    """A parser and good input for it. `acts`: what was read is carried out as well, which takes its time."""

    parse: Parser
    seeds: tuple[bytes, ...]
    acts: bool = False


def _file(name: str, read: Callable[[Path], object]) -> Parser:
    def parse(data: bytes, folder: Path) -> object:
        path = folder / name
        # A file that is emptied and written anew is flushed at once by ext4, which takes ten times as long as all the rest.
        path.unlink(missing_ok=True)
        path.write_bytes(data)
        return read(path)

    return parse


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _calibration(path: Path) -> object:
    """What is stored, and where the board then lies in the picture."""
    calibration = load_calibration(path)
    return calibration.registration(load_profile("schmidt-4"))


def _library(path: Path) -> object:
    """Lists, counts and remembers with whatever lies there as the database; a file that was put aside is thrown away."""
    try:
        library = Library(path.parent / "games", path)
        try:
            library.refresh()
            listed = (library.games(), library.players(), library.hall())
        finally:
            library.close()
        people = People(path)
        try:
            people.remember([KnownPerson("Mia", "yellow", child=True, helper="show")], "2026-01-01T12:00")
            return listed, people.remembered()
        finally:
            people.close()
    finally:
        for left in path.parent.glob(f"{path.name}*"):
            left.unlink()


@cache
def _database() -> bytes:
    """A library with its people, as SQLite keeps it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / DATABASE
        people = People(path)
        people.remember([KnownPerson("Mia", "yellow", child=True, helper="show")], "2026-01-01T12:00")
        people.close()
        connection = open_database(path, {tables.COMPONENT: tables.MIGRATIONS}).connection
        connection.close()
        # The log is written into the file with the last connection; a copy without it has to be whole.
        sqlite3.connect(path).close()
        return path.read_bytes()


_PROFILE = (resources.files("calibration") / "profiles" / "schmidt-4.toml").read_bytes()


@cache
def _taught() -> bytes:
    """A board as `companion teach` writes it: its own shapes and inks, a picture beside it."""
    print_table = (
        'border_width = 0.0\nstart_mark = "none"\ntrack_lines = false\ngoal_letters = false\nhouse_letters = false\n'
        'way_arrows = false\n\n[print.shapes]\ntrack = "square"\ngoal = "disc"\n\n[print.radii]'
    )
    head, _, rest = _PROFILE.decode("utf-8").partition("[print]")
    _, _, radii = rest.partition("[print.radii]")
    head = head.replace('id = "schmidt-4"', 'id = "taught"\nreference = "taught.jpg"')
    text = f"{head}[print]\n{print_table}{radii}"
    return text.encode()


_RECORD = (
    b'{"n": 0, "at": "x", "t": 0.0, "kind": "header", "format": 1, "program": "p", "rules": {}, "board": "schmidt-4", '
    b'"colors": ["yellow"], "seats": {}, "players": {}, "first": "yellow", "position": {}}\n'
    b'{"n": 1, "at": "x", "t": 1.0, "kind": "throw", "color": "yellow", "value": 6, "source": "button"}\n'
)
_CALIBRATION = (
    b'{"board": "schmidt-4", "size": [1280, 720], "corners": [[300, 40], [980, 42], [990, 700], [290, 702]], '
    b'"camera": [[900, 0, 640], [0, 900, 360], [0, 0, 1]], "distortion": [0.01, -0.002], "corner_marks": true, '
    b'"lock": {"ExposureTime": [8000], "ColourGains": [1.8, 1.5]}}'
)
_SCRIPT = (
    b'{"board": "schmidt-4", "rules": "schmidt-2016", "seed": 3, "view": {"material": "wooden", "tilt_deg": 20}}\n'
    b'# said\n{"do": "throw", "value": 6}\n{"do": "move", "from": 0, "to": 6}\n{"do": "push", "dx_mm": 30, "turn_deg": 12}\n'
    b'{"do": "play", "plies": 2}\n'
)
_MARKS = (
    b'{"kind": "cross-40", "marks": [[640, 60], [940, 360], [640, 660], [340, 360]], "colors": ["yellow", "green", "red", '
    b'"black"], "fields": {"1:B1": [938, 62], "T7": [880, 300]}, "title": "Omas Brett", "across_mm": 400, "cells": "disc"}'
)
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"P6 2 2 255\n" + bytes(12))


_SETTINGS = b'lang = "de"\nquarter_turns = 1\n[names]\nyellow = "Mia"\n'
_SESSION = b'{"board": "schmidt-4", "first": "yellow", "fps": 5}'
_FRAMES = b'{"file": "frames.jsonl", "t": 0.5, "throw": 6}\n'


@cache
def targets() -> Mapping[str, Target]:
    """All of them, by name."""
    return {
        "settings": Target(_file("settings.toml", load_settings), (_SETTINGS,)),
        "profile": Target(_file("own.toml", lambda path: load_profile(str(path))), (_PROFILE,)),
        "taught board": Target(lambda data, _: parse_profile(_text(data), "taught.toml"), (_taught(),)),
        "teaching marks": Target(_file("marks.json", lambda path: read_marks(path, (1280, 720), "own")), (_MARKS,)),
        "record": Target(lambda data, _: parse_record(data, "game"), (_RECORD,)),
        "session": Target(
            _file("session.json", lambda path: read_session(path.parent)),
            (_SESSION,),
        ),
        "frames": Target(_file("frames.jsonl", lambda path: read_frame_lines(path.parent)), (_FRAMES,)),
        "throws": Target(_file("throws.jsonl", read_throws), (b'{"t": 0.5, "throw": 6}\n{"t": 2, "throw": 1}\n',)),
        "script": Target(lambda data, _: perform(parse_script(_text(data))), (_SCRIPT,), acts=True),
        "calibration": Target(_file("camera.json", _calibration), (_CALIBRATION,)),
        "paired dice": Target(_file("dice.json", paired), (b'{"godice": "AA:BB:CC:DD:EE:FF"}',)),
        "library": Target(_file(DATABASE, _library), (_database(),), acts=True),
        "JSON commands": Target(lambda data, _: parse_json(_text(data), "the line", "an object"), (b'{"turn": "red"}',)),
        "GoDice packets": Target(lambda data, _: GODICE.parse(data), (b"R", b"S\x40\x00\x00", b"Bat\x50")),
        "Pixels packets": Target(lambda data, _: PIXELS.parse(data), (b"\x03\x01\x05", b"\x22\x50\x00")),
        "pictures": Target(_file("picture", read_picture), (*_PICTURES, _small_picture())),
        "fingers": Target(lambda data, _: touched(data), FINGERS, acts=True),
        "setting up": Target(lambda data, _: set_up(data), ANSWERS),
    }


def _small_picture() -> bytes:
    """A whole one."""
    _, data = cv2.imencode(".png", np.zeros((4, 4, 3), np.uint8))
    return data.tobytes()
