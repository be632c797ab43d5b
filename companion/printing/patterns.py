"""The players' patterns in millimetres, for print: the same marks as on the screen's ribbon, cut off by whatever they fill."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from companion.display.palette import Pattern
from companion.display.shapes import Outline, circle

UNIT_MM = 4.0
"""What 1 u is on the screen: so large that a mark is at least 0.6 mm wide, which any printer prints."""


def marks(pattern: Pattern, x: float, y: float, r: float) -> tuple[Outline, ...]:
    """The polygons that cover a circle of radius `r` round (x, y); those that do not meet it are left out, bars excepted."""
    draw = _DRAWN.get(pattern)
    outlines = () if draw is None else draw(x, y, r)
    return tuple(outline for outline in outlines if any(math.dist(point, (x, y)) < r for point in outline) or len(outline) == 4)


def _dots(x: float, y: float, r: float) -> Iterator[Outline]:
    step = UNIT_MM * 0.5
    for row, dy in enumerate(_steps(r, step)):
        for dx in _steps(r + step, step):
            yield circle(x + dx + (row % 2) * step / 2, y + dy, UNIT_MM * 0.115, 16)


def _diagonals(x: float, y: float, r: float) -> Iterator[Outline]:
    for k in _steps(2 * r, UNIT_MM * 0.62):
        yield _bar((x + k - r, y + r), (x + k + r, y - r), UNIT_MM * 0.16)


def _lozenges(x: float, y: float, r: float) -> Iterator[Outline]:
    step = UNIT_MM * 0.55
    for row, dy in enumerate(_steps(r + step, step)):
        for dx in _steps(r + step, step):
            cx, cy = x + dx + (row % 2) * step / 2, y + dy
            yield ((cx, cy - step * 0.46), (cx + step * 0.26, cy), (cx, cy + step * 0.46), (cx - step * 0.26, cy))


def _waves(x: float, y: float, r: float) -> Iterator[Outline]:
    half, length = UNIT_MM * 0.075, UNIT_MM * 0.9
    for dy in _steps(r + UNIT_MM * 0.3, UNIT_MM * 0.5):
        upper = [(x + dx, y + dy + UNIT_MM * 0.12 * math.sin(math.tau * dx / length)) for dx in _steps(r + length, length / 12)]
        yield tuple((px, py - half) for px, py in upper) + tuple((px, py + half) for px, py in reversed(upper))


def _uprights(x: float, y: float, r: float) -> Iterator[Outline]:
    for dx in _steps(r, UNIT_MM * 0.42):
        yield _bar((x + dx, y - r), (x + dx, y + r), UNIT_MM * 0.14)


def _steps(reach: float, step: float) -> list[float]:
    """Evenly from -reach to reach, 0 among them."""
    count = math.ceil(reach / step)
    return [k * step for k in range(-count, count + 1)]


def _bar(start: tuple[float, float], end: tuple[float, float], width: float) -> Outline:
    length = math.dist(start, end)
    nx, ny = (end[1] - start[1]) / length * width / 2, (start[0] - end[0]) / length * width / 2
    return (
        (start[0] + nx, start[1] + ny),
        (end[0] + nx, end[1] + ny),
        (end[0] - nx, end[1] - ny),
        (start[0] - nx, start[1] - ny),
    )


_DRAWN: Mapping[Pattern, Callable[[float, float, float], Iterator[Outline]]] = {
    Pattern.DOTS: _dots,
    Pattern.DIAGONAL: _diagonals,
    Pattern.LOZENGES: _lozenges,
    Pattern.WAVES: _waves,
    Pattern.UPRIGHT: _uprights,
}
"""`PLAIN` has none: that is black's sign."""
