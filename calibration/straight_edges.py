"""First guesses where a board lies from straight edges: whatever the inks of board and table, it has four straight sides.

Segments of edges are joined to lines; of all quadrilaterals between lines those come first along whose sides most is edge, and
beyond whose corners least is. A hand over a side or a corner leaves enough of the lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]

CHROMA_GAIN = 3
"""Chroma differs less than lightness does: a white sheet on a pale table, a green one on a green cloth."""
MIN_SEGMENT_PX = 12
"""Of a search picture of 640 px: sides of the smallest boards have 100 px; shorter segments are grain and letters."""
MOST_SEGMENTS = 500
MOST_LINES = 44
JOIN_PX, JOIN_SINE = 2.0, 0.06
"""Segments no farther off a line, turned no more (3.5 degrees), belong to it: sides are bowed by the lens by up to 2 px."""
LEAST_SIDE = 0.12
"""Of the picture's shorter side: a board in 25 % of the height, tilted."""
LEAST_SUPPORT = 0.22
"""Share of edge along the worst of the four sides: a hand hides up to half of one, glare whitens the rest."""
BEYOND, BEYOND_WEIGHT = 0.2, 0.5
"""Of a side's length: a seam or a pattern goes on there, a board's side does not."""
MOST_RATED = 400
MOST_QUADS = 24
"""A pass: the right one was among the first eight in 34 of 38 pictures, and 20th at worst."""
LEAST_SIDE_PX = 32
"""Narrower pictures show no board, and made smaller they would show nothing."""
PASSES = ((0.5, 7), (1.0, 5))
"""Scale and side of the median that takes away grain: of 40 pictures of foreign inks and hands the first
holds the board in 35, both in 38."""
SAME_SHARE = 0.025
"""Of a quadrilateral's size: nearer corners are no new guess, refining makes up for it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """N lines through `origin` (N, 2) along the unit vectors `along` (N, 2), in pixels.

    `covered` (N, L + 1) counts the pixels of edge on each from `first`, a place along it, up to each step.
    """

    origin: FloatArray
    along: FloatArray
    covered: FloatArray
    first: float

    def share(self, line: IntArray, start: FloatArray, end: FloatArray) -> FloatArray:
        """How much of the way between two places on a line is edge."""
        steps = self.covered.shape[1] - 1
        low, high = (np.clip(np.rint(t - self.first), 0, steps).astype(np.intp) for t in (start, end))
        length = np.maximum(np.abs(end - start), 1.0)
        return np.abs(self.covered[line, high] - self.covered[line, low]) / length


def edge_quads(bgr: BgrImage) -> Iterator[FloatArray]:
    """Guesses of (4, 2) corners in pixels, clockwise from any corner, likeliest first."""
    before: list[FloatArray] = []
    if min(bgr.shape[:2]) < LEAST_SIDE_PX:
        return
    for scale, median in PASSES:
        small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else bgr
        quads = (quad / scale for quad in _quads(np.asarray(cv2.medianBlur(small, median), np.uint8)))
        for quad in islice((quad for quad in quads if _is_new(quad, before)), MOST_QUADS):
            before.append(quad)
            yield quad


def _is_new(quad: FloatArray, before: list[FloatArray]) -> bool:
    reach = SAME_SHARE * float(np.ptp(quad, axis=0).max())
    return all(np.abs(np.roll(quad, k, axis=0) - other).max() > reach for other in before for k in range(4))


def _quads(bgr: BgrImage) -> Iterator[FloatArray]:
    segments = _segments(bgr)
    if len(segments) >= 4:
        lines = _joined(segments, float(np.hypot(*bgr.shape[:2])))
        yield from _rated_quads(lines, bgr.shape[1], bgr.shape[0])


def _segments(bgr: BgrImage) -> FloatArray:
    """(N, 4) straight pieces of edge (x, y, x, y) in lightness and both channels of chroma, the longest."""
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    found = []
    for channel, gain in ((0, 1), (1, CHROMA_GAIN), (2, CHROMA_GAIN)):
        plane = np.clip((lab[..., channel].astype(np.int16) - 128) * gain + 128, 0, 255).astype(np.uint8)
        segments = detector.detect(plane)[0]
        if segments is not None:
            found.append(np.asarray(segments, dtype=np.float64).reshape(-1, 4))
    every = np.concatenate(found) if found else np.zeros((0, 4))
    length = np.hypot(every[:, 2] - every[:, 0], every[:, 3] - every[:, 1])
    longest = np.argsort(-length, kind="stable")[:MOST_SEGMENTS]
    return every[longest[length[longest] >= MIN_SEGMENT_PX]]


def _joined(segments: FloatArray, diagonal: float) -> _Lines:
    """Lines with the segments that lie on them, those with most edge first."""
    start, end = segments[:, :2], segments[:, 2:]
    direction = (end - start) / np.linalg.norm(end - start, axis=1, keepdims=True)
    free = np.ones(len(segments), dtype=bool)
    rows: list[tuple[FloatArray, FloatArray, FloatArray]] = []
    for k in range(len(segments)):
        if not free[k]:
            continue
        normal = np.array([-direction[k, 1], direction[k, 0]])
        off = np.maximum(np.abs((start - start[k]) @ normal), np.abs((end - start[k]) @ normal))
        on = (np.abs(direction @ normal) < JOIN_SINE) & (off < JOIN_PX)
        free &= ~on
        rows.append(_line_through(start[on], end[on], diagonal))
    rows.sort(key=lambda row: -float(row[2].sum()))
    rows = rows[:MOST_LINES]
    edge = np.stack([row[2] for row in rows])
    covered = np.concatenate([np.zeros((len(rows), 1)), np.cumsum(edge, axis=1)], axis=1)
    return _Lines(np.stack([row[0] for row in rows]), np.stack([row[1] for row in rows]), covered, -diagonal)


def _line_through(start: FloatArray, end: FloatArray, diagonal: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Origin, direction, and for each pixel along it, from -diagonal to diagonal, whether there is edge."""
    points = np.concatenate([start, end])
    vx, vy, x, y = np.asarray(cv2.fitLine(points.astype(np.float32), cv2.DIST_L2, 0, 0.01, 0.01), np.float64).ravel()
    along, origin = np.array([vx, vy]), np.array([x, y])
    edge = np.zeros(2 * int(np.ceil(diagonal)))
    for t0, t1 in np.sort(np.stack([(start - origin) @ along, (end - origin) @ along], axis=1), axis=1):
        edge[max(0, round(t0 + diagonal)) : max(0, round(t1 + diagonal))] = 1.0
    return origin, along, edge


def _rated_quads(lines: _Lines, width: int, height: int) -> Iterator[FloatArray]:
    """Convex quadrilaterals within the picture, best supported first."""
    pairs = np.array(list(combinations(range(len(lines.along)), 2)), dtype=np.intp)
    if len(pairs) < 2:
        return
    where = _crossings(lines)
    score, worst = _support(lines, where, pairs, LEAST_SIDE * min(width, height))
    both, least = score + score.T, np.minimum(worst, worst.T)
    ones, others = np.nonzero(np.triu(np.isfinite(both) & (least >= LEAST_SUPPORT), 1))
    best = np.argsort(-both[ones, others], kind="stable")[:MOST_RATED]
    for one, other in zip(ones[best], others[best], strict=True):
        quad = _quad(lines, where, pairs[one], pairs[other])
        if _is_plausible(quad, width, height):
            yield quad if _area(quad) > 0 else quad[::-1]


def _crossings(lines: _Lines) -> FloatArray:
    """(N, N): how far along line i line j crosses it; nan where they hardly do."""
    ax, ay = lines.along.T
    sine = ax[:, None] * ay[None] - ay[:, None] * ax[None]
    apart = lines.origin[None] - lines.origin[:, None]
    across = apart[..., 0] * ay[None] - apart[..., 1] * ax[None]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.abs(sine) > 0.5, across / sine, np.nan)  # sides cross at 30 degrees at least


def _support(lines: _Lines, where: FloatArray, pairs: IntArray, least_px: float) -> tuple[FloatArray, FloatArray]:
    """(P, P): how well both lines of a pair are edge between those of another pair, and the worse of the two shares."""
    every = np.arange(len(lines.along))[:, None]
    start, end = where[:, pairs[:, 0]], where[:, pairs[:, 1]]
    crossing = np.isfinite(start) & np.isfinite(end)
    start, end = np.nan_to_num(start), np.nan_to_num(end)
    line = np.broadcast_to(every, start.shape)
    within = lines.share(line, start, end)
    beyond = BEYOND * (end - start)
    outside = (lines.share(line, start - beyond, start) + lines.share(line, end, end + beyond)) / 2
    good = crossing & (np.abs(end - start) > least_px)
    value = np.where(good, within - BEYOND_WEIGHT * outside, -np.inf)
    share = np.where(good, within, 0.0)
    return value[pairs[:, 0]] + value[pairs[:, 1]], np.minimum(share[pairs[:, 0]], share[pairs[:, 1]])


def _quad(lines: _Lines, where: FloatArray, one: IntArray, other: IntArray) -> FloatArray:
    corners = [(one[0], other[0]), (one[0], other[1]), (one[1], other[1]), (one[1], other[0])]
    return np.array([lines.origin[i] + where[i, j] * lines.along[i] for i, j in corners])


def _is_plausible(quad: FloatArray, width: int, height: int) -> bool:
    """Convex, its corners hardly outside the picture."""
    slack = 0.03 * max(width, height)
    inside = (quad > -slack).all() and (quad < [width + slack, height + slack]).all()
    return bool(inside and cv2.isContourConvex(quad.astype(np.float32)))


def _area(quad: FloatArray) -> float:
    """Above 0 when clockwise as seen (y points down)."""
    x, y = quad[:, 0], quad[:, 1]
    return float(0.5 * np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
