"""Teaching a new board: from a few marks in one picture to the places of all its fields.

A person marks the middle field at the end of each arm. That gives the map from the lattice of the track to pixels; all other
fields follow from the kind of board. What the kind does not know a person moves: a field of a house or a goal takes its
counterparts on the other arms along (the first that is moved does), unless those were moved themselves; a field of the track
moves alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.teaching_kinds import BoardKind, Point
from hardware.errors import InputError

FloatArray = NDArray[np.float64]

EDGE = 0.85
"""Lattice units of print beyond the middles of the outermost fields: 0.78 to 0.95 on ludo-mdga56, ludo-40, six-48, schmidt-4."""
SMALLEST_UNIT_PX = 6
"""Boards down to 150 px wide are found (SIGHT), where the track's fields lie 12 px apart; marks nearer are a slip of the hand."""
MISPLACED = 0.6
"""Lattice units from where the other marks expect it at which one of six marks is told: more than half a field."""
FARTHEST = 3.0
"""Lattice units that a field may be moved from where its kind expects it; houses lie up to 2.2 apart (ludo-40 on cross-40)."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a person showed. `marks` are pixels of the fields `kind.marks`, clockwise; `moved` pixels of fields put right."""

    kind: BoardKind
    marks: tuple[Point, ...]
    moved: Mapping[str, Point] = field(default_factory=dict)

    def with_moved(self, name: str, at: Point) -> Lesson:
        """The lesson after a field was put at a pixel; a marked field moves its mark. Raises `InputError` when it is too far."""
        if name in self.kind.marks:
            marks = list(self.marks)
            marks[self.kind.marks.index(name)] = at
            return lesson_of(self.kind, marks)
        lesson = replace(self, moved={**self.moved, name: at})
        places_on_lattice(lesson)
        return lesson


def lesson_of(kind: BoardKind, marks: Sequence[Point], moved: Mapping[str, Point] | None = None) -> Lesson:
    """The lesson from marks in any order; the first one is the first arm's, the others are taken clockwise from it.

    Raises `InputError` when they cannot be the ends of the arms of such a board.
    """
    if len(marks) != kind.arms:
        raise InputError(f"marks are {len(marks)} points; expected {kind.arms}, one at the end of each arm of {kind.name}")
    lesson = Lesson(kind, _clockwise(marks), dict(moved or {}))
    _check_marks(lesson)
    places_on_lattice(lesson)
    return lesson


def lattice_to_px(lesson: Lesson) -> FloatArray:
    """(3, 3): the map of lattice places to pixels, fitted through the marks."""
    places = np.array([lesson.kind.places[name] for name in lesson.kind.marks])
    fitted, _ = cv2.findHomography(places, np.array(lesson.marks), 0)
    if fitted is None:
        raise InputError(_no_board(lesson))
    return np.asarray(fitted, dtype=np.float64)


def places_on_lattice(lesson: Lesson) -> dict[str, Point]:
    """Where every field lies on the lattice, in the order of `BoardKind.places`. Raises `InputError`: a field moved too far."""
    places = dict(lesson.kind.places)
    to_lattice: FloatArray = np.asarray(np.linalg.inv(lattice_to_px(lesson)), dtype=np.float64)
    for name, at_px in reversed(tuple(lesson.moved.items())):  # the first one moved has the last word on its counterparts
        at = mapped(to_lattice, [at_px])[0]
        shift = (at[0] - places[name][0], at[1] - places[name][1])
        if not math.hypot(*shift) <= FARTHEST:
            raise InputError(
                f"field {name} is moved by {math.hypot(*shift):.1f} fields; expected {FARTHEST:.0f} at most: check marks and kind"
            )
        for arms, other in enumerate(lesson.kind.counterparts(name)):
            if other == name or (":" in name and other not in lesson.moved):
                usual, turned = lesson.kind.places[other], lesson.kind.turn(shift, arms)
                places[other] = usual[0] + turned[0], usual[1] + turned[1]
    return places


def places_in_picture(lesson: Lesson) -> dict[str, Point]:
    """The pixel of every field."""
    places = places_on_lattice(lesson)
    return dict(zip(places, mapped(lattice_to_px(lesson), list(places.values())), strict=True))


def half_side(lesson: Lesson) -> float:
    """Lattice units from the middle of the board to its edges: the outermost fields and a little more."""
    return max(max(abs(x), abs(y)) for x, y in places_on_lattice(lesson).values()) + EDGE


def unit_px(lesson: Lesson) -> float:
    """Pixels between two fields that follow each other in the middle of the board."""
    return _unit(lattice_to_px(lesson))


def mapped(homography: FloatArray, points: Sequence[Point]) -> list[Point]:
    """Points through a homography (3, 3)."""
    found = np.column_stack([np.array(points, dtype=np.float64), np.ones(len(points))]) @ homography.T
    return [(float(x / w), float(y / w)) for x, y, w in found]


def _unit(homography: FloatArray) -> float:
    left, right = mapped(homography, [(-0.5, 0.0), (0.5, 0.0)])
    return math.dist(left, right)


def _clockwise(marks: Sequence[Point]) -> tuple[Point, ...]:
    """Beginning with the first, as the picture shows them (y down: angles grow clockwise)."""
    middle = (sum(x for x, _ in marks) / len(marks), sum(y for _, y in marks) / len(marks))
    first = math.atan2(marks[0][1] - middle[1], marks[0][0] - middle[0])
    rest = sorted(marks[1:], key=lambda at: (math.atan2(at[1] - middle[1], at[0] - middle[0]) - first) % math.tau)
    return (marks[0], *rest)


def _check_marks(lesson: Lesson) -> None:
    """Raises `InputError` unless the marks surround the board's middle as a camera above it sees them."""
    points = np.array(lesson.marks)
    sides = np.roll(points, -1, axis=0) - points
    turns = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
    if turns.min() <= 0 or np.linalg.norm(sides, axis=1).min() < SMALLEST_UNIT_PX:
        raise InputError(_no_board(lesson))
    homography = lattice_to_px(lesson)
    unit = _unit(homography)
    if not unit >= SMALLEST_UNIT_PX:
        raise InputError(_no_board(lesson))
    expected = mapped(homography, [lesson.kind.places[name] for name in lesson.kind.marks])
    off = [math.dist(one, other) / unit for one, other in zip(expected, lesson.marks, strict=True)]
    if max(off) > MISPLACED:
        x, y = lesson.marks[int(np.argmax(off))]
        raise InputError(
            f"the mark at ({x:.0f}, {y:.0f}) is {max(off):.1f} fields from where the others expect it; expected the middle field "
            f"at the end of each of the {lesson.kind.arms} arms"
        )


def _no_board(lesson: Lesson) -> str:
    shown = ", ".join(f"({x:.0f}, {y:.0f})" for x, y in lesson.marks)
    return (
        f"marks {shown} do not surround a board; expected the middle field at the end of each of the {lesson.kind.arms} arms, "
        f"fields at least {SMALLEST_UNIT_PX} pixels apart"
    )
