"""Marks for teaching a board without a window: a JSON file beside the picture.

| key | meaning |
| --- | --- |
| `kind` | `cross-40`, `cross-48`, `cross-52`, `cross-56` or `six-48` |
| `marks` | `[[x, y], …]`, pixels of the middle field at the end of each arm; the first one's arm has the first colour |
| `colors` | optional: the arms' colours in the order of `marks`, as `["yellow", "green", "red", "black"]`; else looked |
| | up in the picture |
| `fields` | optional: pixels of fields that the kind expects elsewhere, as `{"1:B1": [x, y], "T7": [x, y]}`; `1:a` is the goal, |
| | `1:B1` the house of the first arm. What is said of one house or goal goes for those of the other arms, unless they are named |
| `title` | optional: the board's name for people |
| `across_mm` | optional: millimetres between the marked fields of opposite arms |
| `cells` | optional: `"disc"` or `"square"`, the shape of the track's fields; else looked up in the picture |

Pixels are those of the picture: x right, y down, whole numbers at the middles of pixels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from calibration import profile_values as check
from calibration.print_style import FieldShape
from calibration.teaching import Lesson, lesson_of
from calibration.teaching_colours import TYPICAL
from calibration.teaching_kinds import KINDS, BoardKind, Point
from calibration.teaching_profile import BoardWishes
from hardware.errors import InputError
from hardware.json_text import parse_object, quoted, read_text

KEYS = ("kind", "marks", "colors", "fields", "title", "across_mm", "cells")
NEEDED = ("kind", "marks")
WIDEST_MM = 4000
"""A board for a garden is within."""


def read_marks(path: Path, size: tuple[int, int], board_id: str) -> tuple[Lesson, BoardWishes]:
    """The lesson in the file, for a picture of `size` (width, height). Raises `InputError`: key, value, expected."""
    data = parse_object(read_text(path), str(path))
    try:
        lesson = _lesson(data, size)
        return lesson, _wishes(data, board_id, _clockwise(data["marks"], lesson))
    except ValueError as error:  # InputError is one
        raise InputError(f"{path}: {error}") from None


def _lesson(data: Mapping[str, Any], size: tuple[int, int]) -> Lesson:
    for key in data:
        if key not in KEYS:
            raise ValueError(f"unknown key {quoted(key)}; expected {', '.join(KEYS)}")
    for key in NEEDED:
        if key not in data:
            raise ValueError(f"the key {quoted(key)} is missing; expected {' and '.join(NEEDED)}")
    kind = KINDS[check.one_of(data["kind"], "kind", tuple(KINDS))]
    return lesson_of(kind, _marks(data["marks"], kind, size), _moved(data, kind, size))


def _marks(value: Any, kind: BoardKind, size: tuple[int, int]) -> list[Point]:
    if not isinstance(value, list) or len(value) != kind.arms:
        raise ValueError(
            f"marks is {quoted(value)}; expected {kind.arms} pixels [x, y], one at the end of each arm of {kind.name}"
        )
    return [check.pair(mark, f"marks[{k}]", size) for k, mark in enumerate(value)]


def _moved(data: Mapping[str, Any], kind: BoardKind, size: tuple[int, int]) -> dict[str, Point]:
    fields = check.table(data, "fields") if "fields" in data else {}
    for name in fields:
        if name not in kind.places:
            raise ValueError(f"fields names {quoted(name)}; expected T0 … T{kind.track - 1}, 1:a … {kind.arms}:B4")
        if name in kind.marks:
            raise ValueError(f"fields names {quoted(name)}, which is the middle at the end of an arm; expected it in marks")
    return {name: check.pair(at, f"fields.{name}", size) for name, at in fields.items()}


def _clockwise(marks: Sequence[Sequence[float]], lesson: Lesson) -> tuple[int, ...]:
    """Which of the marks as they were given each arm of the lesson has: colours stay with their marks."""
    given = [(float(x), float(y)) for x, y in marks]
    return tuple(given.index(mark) for mark in lesson.marks)


def _wishes(data: Mapping[str, Any], board_id: str, clockwise: Sequence[int]) -> BoardWishes:
    wishes = BoardWishes(board_id)
    if "title" in data:
        wishes = replace(wishes, title=check.text(data["title"], "title"))
    if "across_mm" in data:
        wishes = replace(wishes, across_mm=check.positive(data["across_mm"], "across_mm", WIDEST_MM))
    if "cells" in data:
        wishes = replace(wishes, cells=check.one_of(data["cells"], "cells", get_args(FieldShape)))
    if "colors" in data:
        named = _colours(data["colors"], KINDS[data["kind"]])
        wishes = replace(wishes, colors=tuple(named[k] for k in clockwise))
    return wishes


def _colours(value: Any, kind: BoardKind) -> tuple[str, ...]:
    known = ", ".join(TYPICAL)
    good = (
        isinstance(value, list) and len(value) == kind.arms and all(isinstance(name, str) and name in TYPICAL for name in value)
    )
    if not good or len(set(value)) < len(value):
        raise ValueError(f"colors is {quoted(value)}; expected {kind.arms} different ones of {known}, in the order of the marks")
    return tuple(value)
