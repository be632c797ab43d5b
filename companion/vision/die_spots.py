"""Where a die may lie: spots like pips, and the squares they may be the middle of."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
FloatImage = NDArray[np.float32]

PIP_SIGMA = 2.0
"""Blur (pixels of a level) whose difference answers strongest to a pip of radius about 2.8."""
PIP_RADIUS = 2.8
EDGE_PER_RADIUS = 9.5
"""Edge of a die over the radius of its pips: 8 to 12 on the dice of the tuning half."""
LEAST_CONTRAST = 9.0
LEAST_CLEARNESS = 1.6
MOST = 120
"""Spots kept of one level and sign, the clearest."""
RINGS = (4.4, 5.6)
_ANGLES = np.linspace(0, 2 * np.pi, 16, endpoint=False)
_TURN = np.array([np.cos(_ANGLES), np.sin(_ANGLES)])
LEVEL_STEP = 2**0.5


@dataclass(frozen=True, slots=True)
class Level:
    """The picture at one size: `scale` of the given picture, as BGR."""

    scale: float
    bgr: BgrImage


def levels(bgr: BgrImage, largest: float, smallest: float) -> list[Level]:
    """The picture at sizes from `largest` down to `smallest` (factors of the given one)."""
    sizes: list[Level] = []
    scale = largest
    height, width = bgr.shape[:2]
    while scale >= smallest:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        small = cv2.resize(bgr, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=how)
        sizes.append(Level(scale, np.asarray(small, np.uint8)))
        scale /= LEVEL_STEP
    return sizes


def pips(level: Level) -> FloatArray:
    """(N, 4): x, y, radius in pixels of the picture and the sign (+1 dark on light, -1 light on dark) of what may be pips."""
    gray = _gray(level.bgr)
    found = []
    difference = cv2.GaussianBlur(gray, (0, 0), PIP_SIGMA * 1.6) - cv2.GaussianBlur(gray, (0, 0), PIP_SIGMA)
    for sign in (1.0, -1.0):
        answer = difference * sign
        peak = (answer >= cv2.dilate(answer, np.ones((3, 3), np.uint8))) & (answer > LEAST_CONTRAST / 3)
        y, x = np.nonzero(peak)
        quality = _clearness(gray, x, y, sign)
        best = np.argsort(-quality, kind="stable")[:MOST]
        best = best[quality[best] > LEAST_CLEARNESS]
        found.append(np.column_stack([x[best], y[best], np.full(len(best), PIP_RADIUS), np.full(len(best), sign)]))
    points = np.vstack(found).astype(np.float64)
    points[:, :2] = (points[:, :2] + 0.5) / level.scale - 0.5
    points[:, 2] /= level.scale
    return points


def _gray(bgr: BgrImage) -> FloatImage:
    """The middle between the brightest and the darkest channel: pips stand out of red and of yellow bodies alike."""
    blue, green, red = cv2.split(bgr)
    both = cv2.addWeighted(cv2.max(cv2.max(blue, green), red), 0.5, cv2.min(cv2.min(blue, green), red), 0.5, 0, dtype=cv2.CV_32F)
    return np.asarray(both, np.float32)


def _clearness(gray: FloatImage, x: NDArray[np.intp], y: NDArray[np.intp], sign: float) -> FloatArray:
    """How far each spot stands out of a ring of one colour, in spreads of that ring."""
    best = np.zeros(len(x))
    for radius in RINGS:
        rx = np.clip(np.rint(x[:, None] + radius * _TURN[0]).astype(int), 0, gray.shape[1] - 1)
        ry = np.clip(np.rint(y[:, None] + radius * _TURN[1]).astype(int), 0, gray.shape[0] - 1)
        ring = np.sort(gray[ry, rx] * sign, axis=1)
        middle = ring[:, 9]
        spread = ring[:, 14] - ring[:, 4]
        contrast = middle - sign * gray[y, x]
        best = np.maximum(best, np.where(contrast > LEAST_CONTRAST, contrast / (spread + 3.0), 0.0))
    return best


def squares(spots: FloatArray) -> FloatArray:
    """(M, 3): x, y, edge of squares the spots (N, 4) of one level may be pips of: around each, and around each near pair."""
    if not len(spots):
        return np.zeros((0, 3))
    radius = spots[0, 2]
    delta = spots[:, None, :2] - spots[None, :, :2]
    distance = np.hypot(delta[..., 0], delta[..., 1]) / radius
    alike = spots[:, None, 3] == spots[None, :, 3]
    first, second = np.nonzero(np.triu((distance > 2.2) & (distance < 9.5) & alike, 1))
    middles = (spots[first, :2] + spots[second, :2]) / 2
    points = np.vstack([spots[:, :2], middles])
    points = points[np.unique(np.rint(points / (1.2 * radius)), axis=0, return_index=True)[1]]
    return np.column_stack([points, np.full(len(points), EDGE_PER_RADIUS * radius)])
