"""Curves and outlines as points; y down, no pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from companion.display.palette import Shape

Point = tuple[float, float]
Outline = tuple[Point, ...]


def circle(x: float, y: float, r: float, points: int = 48) -> Outline:
    """A circle as a polygon."""
    return tuple((x + math.cos(a) * r, y + math.sin(a) * r) for a in (i * math.tau / points for i in range(points)))


def arc(x: float, y: float, r: float, first: float, last: float, points: int = 24) -> Outline:
    """A part of a circle; degrees clockwise from three o'clock."""
    angles = (math.radians(first + (last - first) * i / points) for i in range(points + 1))
    return tuple((x + math.cos(a) * r, y + math.sin(a) * r) for a in angles)


def bezier(p0: Point, p1: Point, p2: Point, p3: Point, points: int = 24) -> Outline:
    """A cubic curve."""
    return tuple(_cubic(p0, p1, p2, p3, i / points) for i in range(points + 1))


def _cubic(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    s = 1 - t
    weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    x, y = (sum(w * p[k] for w, p in zip(weights, (p0, p1, p2, p3), strict=True)) for k in (0, 1))
    return x, y


def hop(start: Point, middle: Point, end: Point, points: int = 40) -> Outline:
    """A quadratic curve from `start` to `end`, pulled towards `middle`."""
    return tuple(
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * middle[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * middle[1] + t * t * end[1],
        )
        for t in (i / points for i in range(points + 1))
    )


def round_box(left: float, top: float, right: float, bottom: float, corner: float) -> Outline:
    """A rectangle with round corners."""
    near, far, high, low = left + corner, right - corner, top + corner, bottom - corner
    centres = ((far, high, -90), (far, low, 0), (near, low, 90), (near, high, 180))
    return tuple(point for x, y, first in centres for point in arc(x, y, corner, first, first + 90, 6))


def placed(outline: Iterable[Point], x: float, y: float, scale: float) -> Outline:
    """The outline scaled, with its origin at (x, y)."""
    return tuple((x + a * scale, y + b * scale) for a, b in outline)


def dashes(points: Sequence[Point], length: float, gap: float) -> Iterator[Outline]:
    """The pieces of a polyline that a dashed pen draws."""
    piece: list[Point] = [points[0]]
    left, down = length, True
    for (x0, y0), (x1, y1) in pairwise(points):
        total = math.hypot(x1 - x0, y1 - y0)
        gone = 0.0
        while total - gone > left:
            gone += left
            at = (x0 + (x1 - x0) * gone / total, y0 + (y1 - y0) * gone / total)
            if down:
                yield (*piece, at)
            down, left, piece = not down, (gap if down else length), [at]
        left -= total - gone
        piece.append((x1, y1))
    if down:
        yield tuple(piece)


@lru_cache
def glyph(shape: Shape) -> tuple[tuple[Outline, ...], tuple[Outline, ...]]:
    """Outlines of a player's shape and the holes in them, in a unit circle."""
    if shape is Shape.RING:
        return (circle(0, 0, 0.95),), (circle(0, 0, 0.95 * 0.42),)
    if shape is Shape.FLOWER:
        petals = tuple(circle(x, y, 0.47, 32) for x, y in ((0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)))
        return (*petals, ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))), ()
    simple = {Shape.STAR: _star, Shape.HEART: _heart, Shape.MOON: _moon}
    return (simple[shape]() if shape in simple else ((0, -0.95), (0.98, 0.78), (-0.98, 0.78)),), ()


def _star() -> Outline:
    tips = ((k * math.pi / 5, 1.08 if k % 2 == 0 else 0.5) for k in range(10))
    return tuple((math.sin(a) * r, -math.cos(a) * r + 0.06) for a, r in tips)


def _heart() -> Outline:
    def at(t: float) -> Point:
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        return 16 * math.sin(t) ** 3 / 16.5, -y / 16.5 - 0.1

    return tuple(at(i * math.tau / 60) for i in range(60))


def _moon() -> Outline:
    """The outer circle without the inner one, which is moved to the right."""
    shift, outer, inner, left = 0.45, 0.98, 0.78, -0.05
    cut = (shift * shift + outer * outer - inner * inner) / (2 * shift)
    a, b = math.degrees(math.acos(cut / outer)), math.degrees(math.acos((cut - shift) / inner))
    return arc(left, 0, outer, a, 360 - a, 60) + arc(left + shift, 0, inner, 360 - b, b, 60)
