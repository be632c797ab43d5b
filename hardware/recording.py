"""The files of a recording, read and checked: `session.json`, `frames.jsonl` and other JSON Lines from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.errors import InputError
from hardware.json_text import is_file, is_number, parse_object, quoted, quoted_key, read_text

SESSION_KEYS = ("board", "rules", "colors", "seats", "first", "position", "fps")
FRAME_KEYS = ("file", "t", "throw")
DEFAULT_FPS = 5.0
PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
HELD_FOR = 6
"""Frames for which a plain picture is shown: over a second at `DEFAULT_FPS`, long enough to count as still and be read."""
LONGEST_S = 1e10
"""Three hundred years: a clock that counts since 1970 passes, a time that no calendar has does not."""


@dataclass(frozen=True, slots=True)
class Session:
    """`session.json` of a recording: raw JSON values, for the parsers of rules and boards to judge.

    `rules`, `colors`, `seats` and `position` are None where the file does not give them.
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
    data = parse_object(read_text(path), str(path))
    _only_known(data, SESSION_KEYS, str(path))
    for key in ("board", "first"):
        if not isinstance(data.get(key), str):
            raise InputError(f"{path}: expected {key!r} to be a name, got {quoted_key(data, key)}")
    colors = data.get("colors")
    if colors is not None and not (isinstance(colors, list) and all(isinstance(color, str) for color in colors)):
        raise InputError(f"{path}: expected 'colors' to be a list of names, got {quoted(colors)}")
    position = data.get("position")
    if position is not None and not isinstance(position, dict):
        raise InputError(f"{path}: expected 'position' to be an object of colours, got {quoted(position)}")
    fps = data.get("fps", DEFAULT_FPS)
    if not is_number(fps) or fps <= 0:
        raise InputError(f"{path}: expected 'fps' to be a number above 0, got {quoted(fps)}")
    return Session(
        board=data["board"],
        rules=data.get("rules"),
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


def picture_lines(path: Path) -> tuple[FrameLine, ...]:
    """Lines for one picture, or for a folder of pictures in the order of their names, each held for a while.

    Raises `InputError` when there are none.
    """
    path = Path(path)
    files = (
        [path] if path.is_file() else sorted(file for file in path.glob("*") if file.suffix.lower() in PICTURES and is_file(file))
    )
    if not files:
        raise InputError(f"{path}: expected frames.jsonl or pictures ({', '.join(PICTURES)}), there are none")
    shown = [file for file in files for _ in range(HELD_FOR)]
    return tuple(FrameLine(file, number / DEFAULT_FPS, None, str(file)) for number, file in enumerate(shown))


def _frame_line(folder: Path, data: Mapping[str, Any], where: str) -> FrameLine:
    name = data.get("file")
    if not isinstance(name, str) or not name or Path(name).is_absolute() or ".." in Path(name).parts:
        raise InputError(f"{where}: expected 'file' to be the name of a picture in the folder, got {quoted_key(data, 'file')}")
    if not is_file(folder / name):
        raise InputError(f"{where}: the picture {quoted(name)} is not in {folder}")
    return FrameLine(folder / name, seconds_of(data, where), throw_of(data, where), where)


def json_lines(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """The objects of a JSON Lines file, each with its file and line number; empty lines are passed over. Raises `InputError`."""
    found = []
    for number, text in enumerate(read_text(path).split("\n"), start=1):
        if text.strip():
            where = f"{path}, line {number}"
            found.append((where, parse_object(text, where)))
    return found


def seconds_of(data: Mapping[str, Any], where: str) -> float:
    """The time of a line. Raises `InputError`."""
    value = data.get("t")
    if not is_number(value) or not 0 <= value <= LONGEST_S:
        raise InputError(f"{where}: expected 't' to be a number of seconds from 0, got {quoted_key(data, 't')}")
    return float(value)


def throw_of(data: Mapping[str, Any], where: str) -> int | None:
    """The throw of a line, None when it has none. Raises `InputError`."""
    value = data.get("throw")
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 6):
        raise InputError(f"{where}: expected 'throw' to be 1 to 6, got {quoted(value)}")
    return value


def _only_known(data: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise InputError(f"{where}: unknown key {unknown[0]!r}; known are {', '.join(known)}")
