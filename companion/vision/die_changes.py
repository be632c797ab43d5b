"""What changed in the picture since it was last looked at and has come to rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.die_past import Came, Past
from hardware.ports import BgrImage, Frame

GreyImage = NDArray[np.uint8]
FloatImage = NDArray[np.float32]

WIDTH_PX = 480
"""A die of 14 px in a picture of 1280 px is 5 px wide in the small one."""
MOVED_LEVELS = 14
"""Grey levels by which a pixel moves; noise of dim cameras stays under 8 at this size."""
CHANGED_LEVELS = 18
LEAST_PIXELS = 5
"""Changed pixels of the small picture that together may be a die."""
REST_S = 0.35
"""Time without motion after which a part of the picture is at rest."""
LONG_AGO_S = -1e6
MARGIN = 14
"""Pixels of the small picture that are looked at around a change."""
RESTING_SHARE = 0.5
"""Share of the changed pixels that rest when a part is looked at; each die found there must itself be at rest."""
CORE = 0.3
"""Of a die, so many edges around its middle must be at rest: what flickers beside it says nothing about it."""
CORE_SHARE = 0.8
WHOLE, AROUND = 0.5, 1.1
"""So many edges around its middle there is nothing but the die; fingers that hold it are within so many."""
SPECK_PIXELS = 3
"""Fewer moving pixels together are noise."""
MOST_PARTS = 6
"""More changes than these at once: the whole picture is looked at."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A rectangle of the picture in pixels, and how much of it changed (square pixels)."""

    left: float
    top: float
    right: float
    bottom: float
    changed_px2: float = 0.0

    @property
    def corners_px(self) -> tuple[tuple[float, float], ...]:
        """Clockwise from the upper left."""
        return ((self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom))

    def joined(self, other: Patch) -> Patch:
        """The rectangle that holds both."""
        low, high = (
            (min(self.left, other.left), min(self.top, other.top)),
            (max(self.right, other.right), max(self.bottom, other.bottom)),
        )
        return Patch(*low, *high, self.changed_px2 + other.changed_px2)

    def meets(self, other: Patch) -> bool:
        """Whether they have a part in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, px: tuple[float, float]) -> bool:
        """Whether a pixel lies in it."""
        return self.left <= px[0] <= self.right and self.top <= px[1] <= self.bottom


def around(px: tuple[float, float], reach_px: float) -> Patch:
    """The square of that reach around a pixel."""
    return Patch(px[0] - reach_px, px[1] - reach_px, px[0] + reach_px, px[1] + reach_px)


class Changes:
    """Fed with frames, tells the parts that have changed since they were told last and are at rest."""

    def __init__(self, region_px: Sequence[tuple[float, float]] | None = None) -> None:
        self._region_px = region_px
        self._last_bgr: BgrImage | None = None
        self._last: GreyImage | None = None
        self._known: GreyImage = np.zeros((0, 0), np.uint8)
        self._moved_s: FloatImage = np.zeros((0, 0), np.float32)
        self._start_s = self._now_s = 0.0
        self._mask: NDArray[np.bool_] = np.zeros((0, 0), bool)
        self._past = Past()

    def update(self, frame: Frame, tell: bool = True) -> tuple[Patch, ...]:
        """The parts to be looked at now: at first all of the region. Without `tell` they are kept for the next time."""
        small = self._last if frame.bgr is self._last_bgr and self._last is not None else _small(frame.bgr)
        if self._last is None or small.shape != self._last.shape:
            self._begin(frame, small)
            return (self._whole(frame.bgr),)
        self._now_s = frame.time_s - self._start_s
        moving = _moving(small, self._last)
        self._moved_s[moving] = self._now_s
        self._last, self._last_bgr = small, frame.bgr
        self._past.saw(self._now_s, small, moving)
        return self._at_rest(small, self._now_s - self._moved_s, frame.bgr) if tell else ()

    def came(self, px: tuple[float, float], edge_px: float) -> Came:
        """How a die of that place came there."""
        die, around = (self._core(px, edge_px * reach / CORE) for reach in (WHOLE, AROUND))
        return self._past.came(die, around, edge_px * self._scale)

    def resting(self, px: tuple[float, float], edge_px: float, rest_s: float = REST_S) -> bool:
        """Whether a die at that place has not moved for the rest time."""
        ages = self._now_s - self._moved_s[self._core(px, edge_px)]
        return bool(ages.size and np.mean(ages >= rest_s) > CORE_SHARE)

    def same(self, px: tuple[float, float], edge_px: float) -> bool:
        """Whether the place looks as it did when it was looked at: a hand over it makes it another."""
        core = self._core(px, edge_px)
        if self._last is None or not core.any():
            return False
        return bool(np.mean(cv2.absdiff(self._last, self._known)[core] <= CHANGED_LEVELS) > CORE_SHARE)

    def accept(self, px: tuple[float, float], edge_px: float) -> None:
        """What lies around that place now counts as looked at."""
        if self._last is not None:
            near = self._core(px, edge_px / CORE)
            self._known[near] = self._last[near]

    @property
    def _scale(self) -> float:
        return 1.0 if self._last_bgr is None else self._known.shape[1] / self._last_bgr.shape[1]

    def _core(self, px: tuple[float, float], edge_px: float) -> NDArray[np.bool_]:
        if self._last_bgr is None:
            return np.zeros(self._known.shape, bool)
        scale = self._scale
        core = np.zeros(self._known.shape, np.uint8)
        at = (round((px[0] + 0.5) * scale - 0.5), round((px[1] + 0.5) * scale - 0.5))
        return cv2.circle(core, at, max(1, round(CORE * edge_px * scale)), 1, -1).astype(bool)

    def _begin(self, frame: Frame, small: GreyImage) -> None:
        self._start_s, self._known, self._last, self._last_bgr = frame.time_s, small.copy(), small, frame.bgr
        self._moved_s = np.full(small.shape, LONG_AGO_S, np.float32)
        self._now_s = 0.0
        self._past = Past()
        self._past.saw(0.0, small, np.zeros(small.shape, bool))
        self._mask = np.ones(small.shape, bool)
        if self._region_px is not None:
            scale = small.shape[1] / frame.bgr.shape[1]
            corners = np.rint(np.array(self._region_px, np.float64) * scale).astype(np.int32)
            self._mask = cv2.fillPoly(np.zeros(small.shape, np.uint8), [corners], 1).astype(bool)

    def _at_rest(self, small: GreyImage, rest_s: FloatImage, bgr: BgrImage) -> tuple[Patch, ...]:
        changed = (cv2.absdiff(small, self._known) > CHANGED_LEVELS) & self._mask
        if np.count_nonzero(changed) < LEAST_PIXELS:
            return ()
        joined = cv2.dilate(changed.astype(np.uint8), np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
        boxes = []
        for k in range(1, count):
            x, y, width, height = (int(v) for v in stats[k, :4])
            box = (slice(y, y + height), slice(x, x + width))
            own = labels[box] == k
            ages = rest_s[box][changed[box] & own]
            if len(ages) >= LEAST_PIXELS and np.mean(ages >= REST_S) >= RESTING_SHARE:
                boxes.append((x, y, x + width, y + height, len(ages)))
                self._known[box][own] = small[box][own]
        if len(boxes) > MOST_PARTS:
            return (self._whole(bgr),)
        return _merged([_patch(box, bgr.shape[1] / small.shape[1]) for box in boxes])

    def _whole(self, bgr: BgrImage) -> Patch:
        if self._region_px is None:
            return Patch(0.0, 0.0, float(bgr.shape[1]), float(bgr.shape[0]))
        low, high = np.min(self._region_px, axis=0), np.max(self._region_px, axis=0)
        return Patch(float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def _merged(patches: list[Patch]) -> tuple[Patch, ...]:
    """Patches that meet become one."""
    apart: list[Patch] = []
    for patch in patches:
        for other in [p for p in apart if p.meets(patch)]:
            apart.remove(other)
            patch = patch.joined(other)
        apart.append(patch)
    return tuple(apart)


def _patch(box: tuple[int, int, int, int, int], scale: float) -> Patch:
    left, top, right, bottom, changed = box
    sides = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
    return Patch(sides[0] * scale, sides[1] * scale, sides[2] * scale, sides[3] * scale, changed * scale**2)


def _small(bgr: BgrImage) -> GreyImage:
    size = (WIDTH_PX, max(1, round(bgr.shape[0] * WIDTH_PX / bgr.shape[1])))
    return np.asarray(cv2.cvtColor(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY), np.uint8)


def _moving(small: GreyImage, last: GreyImage) -> NDArray[np.bool_]:
    """Pixels that moved, and those near them; single ones are noise."""
    moved = (cv2.absdiff(small, last) > MOVED_LEVELS).astype(np.float32)
    together = cv2.boxFilter(moved, -1, (3, 3), normalize=False)
    return cv2.dilate((together >= SPECK_PIXELS).astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
