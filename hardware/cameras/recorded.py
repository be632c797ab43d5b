"""Recorded sessions as cameras and throws: a folder of frames with its `frames.jsonl`, or a video file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.errors import DeviceError, InputError
from hardware.ports import BgrImage, Frame

SESSION_KEYS = ("board", "rules", "colors", "seats", "first", "position", "fps")
FRAME_KEYS = ("file", "t", "throw")
DEFAULT_RULES = "schmidt-2016"
DEFAULT_FPS = 5.0


@dataclass(frozen=True, slots=True)
class Session:
    """`session.json` of a recording: raw JSON values, for the parsers of rules and boards to judge.

    `colors`, `seats` and `position` are None where the file does not give them; `rules` is then the default preset.
    """

    board: str
    rules: object
    colors: tuple[str, ...] | None
    seats: object
    first: str
    position: Mapping[str, Any] | None
    fps: float


@dataclass(frozen=True, slots=True)
class FrameLine:
    """A line of `frames.jsonl`: picture file, seconds, and the throw that became known with it; `where` is file and line."""

    file: Path
    time_s: float
    throw: int | None
    where: str


def read_session(folder: Path) -> Session:
    """Reads `session.json`. Raises `InputError` naming file, key, and what was expected."""
    path = Path(folder) / "session.json"
    data = parse_object(_text(path), str(path))
    _only_known(data, SESSION_KEYS, str(path))
    for key in ("board", "first"):
        if not isinstance(data.get(key), str):
            raise InputError(f"{path}: expected {key!r} to be a name, got {_shown(data, key)}")
    colors = data.get("colors")
    if colors is not None and not (isinstance(colors, list) and all(isinstance(color, str) for color in colors)):
        raise InputError(f"{path}: expected 'colors' to be a list of names, got {json.dumps(colors)}")
    position = data.get("position")
    if position is not None and not isinstance(position, dict):
        raise InputError(f"{path}: expected 'position' to be an object of colours, got {json.dumps(position)}")
    fps = data.get("fps", DEFAULT_FPS)
    if not _is_number(fps) or fps <= 0:
        raise InputError(f"{path}: expected 'fps' to be a number above 0, got {json.dumps(fps)}")
    return Session(
        board=data["board"],
        rules=data.get("rules", DEFAULT_RULES),
        colors=None if colors is None else tuple(colors),
        seats=data.get("seats"),
        first=data["first"],
        position=position,
        fps=float(fps),
    )


def read_frame_lines(folder: Path) -> tuple[FrameLine, ...]:
    """Reads and checks `frames.jsonl`, that every picture is there included. Raises `InputError` naming file and line."""
    path = Path(folder) / "frames.jsonl"
    lines: list[FrameLine] = []
    for where, data in json_lines(path):
        _only_known(data, FRAME_KEYS, where)
        line = _frame_line(Path(folder), data, where)
        if lines and line.time_s < lines[-1].time_s:
            raise InputError(f"{where}: expected 't' not to go back, got {line.time_s:g} after {lines[-1].time_s:g}")
        lines.append(line)
    if not lines:
        raise InputError(f"{path}: expected at least one frame, the file has none")
    return tuple(lines)


def _frame_line(folder: Path, data: Mapping[str, Any], where: str) -> FrameLine:
    name = data.get("file")
    if not isinstance(name, str) or not name or Path(name).is_absolute() or ".." in Path(name).parts:
        raise InputError(f"{where}: expected 'file' to be the name of a picture in the folder, got {_shown(data, 'file')}")
    if not (folder / name).is_file():
        raise InputError(f"{where}: the picture {name} is not in {folder}")
    return FrameLine(folder / name, seconds_of(data, where), throw_of(data, where), where)


def json_lines(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """The objects of a JSON Lines file, each with its file and line number; empty lines are passed over. Raises `InputError`."""
    found = []
    for number, text in enumerate(_text(path).splitlines(), start=1):
        if text.strip():
            where = f"{path}, line {number}"
            found.append((where, parse_object(text, where)))
    return found


def parse_object(text: str, where: str) -> dict[str, Any]:
    """A JSON object. Raises `InputError`."""
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"{where}: expected a JSON object, it is not valid JSON: {error}") from None
    if not isinstance(data, dict):
        raise InputError(f"{where}: expected a JSON object, got {text.strip()[:60]}")
    return data


def seconds_of(data: Mapping[str, Any], where: str) -> float:
    """The time of a line. Raises `InputError`."""
    value = data.get("t")
    if not _is_number(value):
        raise InputError(f"{where}: expected 't' to be a number of seconds, got {_shown(data, 't')}")
    return float(data["t"])


def throw_of(data: Mapping[str, Any], where: str) -> int | None:
    """The throw of a line, None when it has none. Raises `InputError`."""
    value = data.get("throw")
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 6):
        raise InputError(f"{where}: expected 'throw' to be 1 to 6, got {json.dumps(value)}")
    return value


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: expected UTF-8 text, got other bytes") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None


def _only_known(data: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise InputError(f"{where}: unknown key {unknown[0]!r}; known are {', '.join(known)}")


def _shown(data: Mapping[str, Any], key: str) -> str:
    return json.dumps(data[key]) if key in data else "nothing"


def _is_number(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and math.isfinite(value)


class FolderCamera:
    """Plays a recording folder, line by line, as fast as it is read."""

    def __init__(self, path: Path | str) -> None:
        self._folder = Path(path)
        self._lines: tuple[FrameLine, ...] | None = None
        self._next = 0
        self._decoded: tuple[Path, BgrImage] | None = None

    @property
    def name(self) -> str:
        """`folder:DIR`."""
        return f"folder:{self._folder}"

    def open(self) -> None:
        """Checks the whole `frames.jsonl`. Raises `InputError`, `DeviceError` when open already."""
        if self._lines is not None:
            raise DeviceError(f"camera {self.name} is already open")
        if not self._folder.is_dir():
            raise InputError(f"{self._folder}: expected the folder of a recording, there is none")
        self._lines, self._next = read_frame_lines(self._folder), 0

    def read(self) -> Frame | None:
        """The next line's frame, None at the end. Raises `InputError` for a picture that cannot be decoded."""
        if self._lines is None:
            raise DeviceError(f"camera {self.name} is not open")
        if self._next == len(self._lines):
            return None
        line = self._lines[self._next]
        frame = Frame(self._picture(line), line.time_s, self._next)
        self._next += 1
        return frame

    def close(self) -> None:
        """Forgets the recording's place; harmless when not open."""
        self._lines, self._decoded = None, None

    def _picture(self, line: FrameLine) -> BgrImage:
        if self._decoded is None or self._decoded[0] != line.file:
            self._decoded = (line.file, decode_picture(line.file, line.where))
        return self._decoded[1]


def decode_picture(path: Path, where: str) -> BgrImage:
    """(h, w, 3) picture of a file, not to be written to. Raises `InputError` beginning with `where`."""
    try:
        data = np.frombuffer(path.read_bytes(), dtype=np.uint8)
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    except OSError as error:
        raise InputError(f"{where}: the picture {path.name} cannot be read: {error.strerror or error}") from None
    except cv2.error:
        picture = None
    if picture is None:
        raise InputError(f"{where}: expected {path.name} to be a picture, it cannot be decoded")
    bgr = np.asarray(picture, dtype=np.uint8)
    bgr.setflags(write=False)
    return bgr


class VideoCamera:
    """Plays a video file, as fast as it is read; its time is the video's."""

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)
        self._video: cv2.VideoCapture | None = None
        self._sequence = 0
        self._time_s = 0.0

    @property
    def name(self) -> str:
        """`video:FILE`."""
        return f"video:{self._path}"

    def open(self) -> None:
        """Raises `InputError` when the file is missing or no video, `DeviceError` when open already."""
        if self._video is not None:
            raise DeviceError(f"camera {self.name} is already open")
        if not self._path.is_file():
            raise InputError(f"{self._path}: expected a video file, there is none")
        video = cv2.VideoCapture(str(self._path))
        if not video.isOpened():
            video.release()
            raise InputError(f"{self._path}: expected a video, it cannot be decoded")
        self._video, self._sequence, self._time_s = video, 0, 0.0

    def read(self) -> Frame | None:
        """The next picture, None at the end."""
        if self._video is None:
            raise DeviceError(f"camera {self.name} is not open")
        rate = self._video.get(cv2.CAP_PROP_FPS)
        good, picture = self._video.read()
        if not good:
            return None
        by_rate = self._sequence / rate if rate > 0 else 0.0
        stamped = self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        self._time_s = max(self._time_s, stamped if stamped > 0 else by_rate)
        frame = Frame(np.asarray(picture, dtype=np.uint8), self._time_s, self._sequence)
        self._sequence += 1
        return frame

    def close(self) -> None:
        """Closes the file; harmless when not open."""
        if self._video is not None:
            self._video.release()
        self._video = None
