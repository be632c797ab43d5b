"""How a print looks beyond its fields: painted areas, shapes of fields, marks. Optional keys of `[print]` in a profile:

| key | meaning |
| --- | --- |
| `[print.shapes]` | `track`, `goal`, `house`: `"disc"` or `"square"`; a square's radii are half its sides |
| `[print.fills]` | the ink of a kind of field (`track`, `goal`, `house`) or of single fields (`T3`), if unusual |
| `[[print.areas]]` | painted under the fields in order: `ink`, and one of `polygon` = [[x, y], …], `disc` = [x, y, radius], |
| | `box` = [left, top, right, bottom], with `round`, the radius of its corners |
| `track_lines` | a line from each track field to the next |
| `goal_letters` | small letters in the goals |
| `house_letters` | a B in the middle of each house |
| `start_mark` | in the start fields: `"letter"` (A), `"arrow"` (a white triangle) or `"none"` |
| `way_arrows` | a thin arrow beside each start field |
| `field_window` | half side, in ring radii, of the part of the print that is compared to find a field (1.25); wider for cells |
| | that look like their neighbours: with 2.75, 16 to 58 of 80 fields are found on chinczyk-48 photographs, with 1.25 0 to 29 |
| `light_letters` | colours with white letters; by default those darker than `DARK_INK` |

Lengths are fractions of the board's width. Inks are names of `[print.srgb]`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from calibration import profile_values as check
from hardware.json_text import quoted

FieldShape = Literal["disc", "square"]
StartMark = Literal["letter", "arrow", "none"]
Point = tuple[float, float]

KINDS = ("track", "goal", "house")
MOST_AREAS, MOST_CORNERS = 100, 200
ARC_STEPS = 18
"""Straight pieces of a quarter circle: on a board of 40 cm they leave the circle by 0.04 mm at most."""


@dataclass(frozen=True, slots=True)
class PrintedArea:
    """A painted patch under the fields: name of its ink, corners in board millimetres."""

    ink: str
    outline_mm: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """The table above, with lengths in millimetres."""

    shapes: Mapping[str, FieldShape]
    fills: Mapping[str, str]
    areas: tuple[PrintedArea, ...]
    track_lines: bool
    goal_letters: bool
    house_letters: bool
    start_mark: StartMark
    way_arrows: bool
    field_window: float
    light_letters: frozenset[str] | None


def parse_style(
    printed: Mapping[str, Any], inks: tuple[str, ...], colors: tuple[str, ...], fields: frozenset[str], size_mm: Point
) -> PrintStyle:
    """Reads the table `[print]`; `fields` are the names of all fields, `inks` those of all inks.

    Raises ValueError: key, value, what was expected.
    """
    return PrintStyle(
        shapes=_shapes(_optional_table(printed, "shapes")),
        fills=_fills(_optional_table(printed, "fills"), inks, fields),
        areas=_areas(printed.get("areas", []), inks, size_mm),
        track_lines=check.yes_or_no(printed.get("track_lines", True), "print.track_lines"),
        goal_letters=check.yes_or_no(printed.get("goal_letters", True), "print.goal_letters"),
        house_letters=check.yes_or_no(printed.get("house_letters", True), "print.house_letters"),
        start_mark=check.one_of(printed.get("start_mark", "letter"), "print.start_mark", get_args(StartMark)),
        way_arrows=check.yes_or_no(printed.get("way_arrows", True), "print.way_arrows"),
        field_window=check.within(printed.get("field_window", 1.25), "print.field_window", 1, 5),
        light_letters=_light_letters(printed.get("light_letters"), colors),
    )


def _optional_table(printed: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    return check.table(printed, key, "print.") if key in printed else {}


def _shapes(data: Mapping[str, Any]) -> dict[str, FieldShape]:
    shapes: dict[str, FieldShape] = dict.fromkeys(KINDS, "disc")
    for kind, shape in data.items():
        check.one_of(kind, "a key of print.shapes", KINDS)
        shapes[kind] = check.one_of(shape, f"print.shapes.{kind}", get_args(FieldShape))
    return shapes


def _fills(data: Mapping[str, Any], inks: tuple[str, ...], fields: frozenset[str]) -> dict[str, str]:
    for name in data:
        if name not in KINDS and name not in fields:
            raise ValueError(f"print.fills names {quoted(name)}; expected {', '.join(KINDS)} or a field")
    return {name: check.one_of(ink, f"print.fills.{name}", inks) for name, ink in data.items()}


def _light_letters(value: Any, colors: tuple[str, ...]) -> frozenset[str] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise ValueError(f"print.light_letters is {quoted(value)}; expected a list of colours")
    return frozenset(check.one_of(color, "a colour of print.light_letters", colors) for color in value)


def _areas(value: Any, inks: tuple[str, ...], size_mm: Point) -> tuple[PrintedArea, ...]:
    if not isinstance(value, list) or not all(isinstance(area, Mapping) for area in value) or len(value) > MOST_AREAS:
        raise ValueError(f"print.areas is {quoted(value)}; expected up to {MOST_AREAS} tables, each headed [[print.areas]]")
    return tuple(_area(area, f"print.areas[{number}]", inks, size_mm) for number, area in enumerate(value))


def _area(area: Mapping[str, Any], key: str, inks: tuple[str, ...], size_mm: Point) -> PrintedArea:
    ink = check.one_of(area["ink"], f"{key}.ink", inks)
    forms = [form for form in ("polygon", "disc", "box") if form in area]
    if len(forms) != 1 or set(area) - {"ink", "round", *forms}:
        raise ValueError(f"{key} is {quoted(dict(area))}; expected ink and one of polygon, disc, box (which may have round)")
    most = 1.0, size_mm[1] / size_mm[0]
    if forms == ["polygon"]:
        outline = _polygon(area["polygon"], f"{key}.polygon", most)
    elif forms == ["disc"]:
        x, y, radius = check.numbers(area["disc"], f"{key}.disc", (*most, 1.0))
        outline = tuple(point for quarter in range(4) for point in _arc(x, y, radius, quarter))
    else:
        rounding = check.within(area.get("round", 0.0), f"{key}.round", 0, 0.5)
        outline = _box(check.numbers(area["box"], f"{key}.box", (*most, *most)), rounding)
    return PrintedArea(ink, tuple((x * size_mm[0], y * size_mm[0]) for x, y in outline))


def _polygon(value: Any, key: str, most: Point) -> tuple[Point, ...]:
    if not isinstance(value, list) or not 3 <= len(value) <= MOST_CORNERS:
        raise ValueError(f"{key} is {quoted(value)}; expected 3 to {MOST_CORNERS} corners [x, y]")
    return tuple(check.pair(corner, key, most) for corner in value)


def _box(sides: tuple[float, ...], rounding: float) -> tuple[Point, ...]:
    left, top, right, bottom = sides
    if rounding == 0:
        return (left, top), (right, top), (right, bottom), (left, bottom)
    near, far = (left + rounding, top + rounding), (right - rounding, bottom - rounding)
    middles = ((far[0], far[1]), (near[0], far[1]), (near[0], near[1]), (far[0], near[1]))
    return tuple(point for quarter, (x, y) in enumerate(middles) for point in _arc(x, y, rounding, quarter))


def _arc(x: float, y: float, radius: float, quarter: int) -> list[Point]:
    """A quarter circle, clockwise as seen; the first one from the right to the bottom."""
    angles = [math.pi / 2 * (quarter + step / ARC_STEPS) for step in range(ARC_STEPS + 1)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]
