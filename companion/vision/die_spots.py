"""Spots like pips."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
FloatImage = NDArray[np.float32]

PIP_SIGMA = 2.0
"""Blur (pixels) whose difference answers strongest to a pip of radius about 2.8."""
PIP_RADIUS = 2.8
EDGE_PER_RADIUS = 9.5
"""Edge of a die over the radius of its pips: 8 to 12 on the dice of the tuning half."""
LEAST_CONTRAST = 9.0
LEAST_CLEARNESS = 1.6
MOST = 120
"""Spots kept of one sign, the clearest."""
RINGS = (4.4, 5.6)
_ANGLES = np.linspace(0, 2 * np.pi, 16, endpoint=False)
_TURN = np.array([np.cos(_ANGLES), np.sin(_ANGLES)])


def pips(bgr: BgrImage) -> FloatArray:
    """(N, 3): x, y in pixels and the sign (+1 dark on light, -1 light on dark) of what may be pips of PIP_RADIUS."""
    gray = _gray(bgr)
    found = []
    difference = cv2.GaussianBlur(gray, (0, 0), PIP_SIGMA * 1.6) - cv2.GaussianBlur(gray, (0, 0), PIP_SIGMA)
    for sign in (1.0, -1.0):
        answer = difference * sign
        peak = (answer >= cv2.dilate(answer, np.ones((3, 3), np.uint8))) & (answer > LEAST_CONTRAST / 3)
        y, x = np.nonzero(peak)
        quality = _clearness(gray, x, y, sign)
        best = np.argsort(-quality, kind="stable")[:MOST]
        best = best[quality[best] > LEAST_CLEARNESS]
        found.append(np.column_stack([x[best], y[best], np.full(len(best), sign)]))
    return np.vstack(found).astype(np.float64)


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
