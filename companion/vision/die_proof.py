"""The second opinion on a die: do the spots that are really there fit the value?"""

from __future__ import annotations

import numpy as np

from companion.vision.die_network import CROOKED, FloatArray, cut_out
from companion.vision.die_spots import EDGE_PER_RADIUS, PIP_RADIUS, pips
from hardware.ports import BgrImage

MIDDLE = 0.14
"""A spot so near (in edges) is the middle pip of 1, 3 or 5; those of a six are 0.19 away on the flattest side seen."""
WITHIN = 0.46
"""Pips of the top side are no farther (in edges) from its middle."""
CUT = 64
EDGE_PX = EDGE_PER_RADIUS * PIP_RADIUS
LEANING = 0.3
"""Dice seldom lean: most of what was taken for one that does on photographs of the tuning part was none, or a six."""
UNFIT = 0.02
"""Left of the chance of a value that the spots do not fit: they may be too blurred to be seen one by one."""


def proven(bgr: BgrImage, squares: FloatArray, chances: FloatArray) -> FloatArray:
    """Chances (N, 8) of the classes at squares (N, 3) of the picture, weighed by what the spots there say."""
    weights = np.ones_like(chances)
    for k, (x, y, edge) in enumerate(squares):
        weights[k, CROOKED] = LEANING
        weights[k, 1:7] = np.where(fitting_values(bgr, (x, y, edge)), 1.0, UNFIT)
    weighed = chances * weights
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True))


def fitting_values(bgr: BgrImage, square: tuple[float, float, float]) -> list[bool]:
    """Whether each of the values 1 to 6 fits the spots of the top side at `square` (x, y, edge in pixels)."""
    x, y, edge = square
    spots = pips(cut_out(bgr, x, y, edge * CUT / EDGE_PX, CUT))
    far = np.hypot(spots[:, 0] - (CUT - 1) / 2, spots[:, 1] - (CUT - 1) / 2) / EDGE_PX
    own = [far[spots[:, 2] == sign] for sign in (1.0, -1.0)]
    return [any(_fits(value, distances) for distances in own) for value in range(1, 7)]


def _fits(value: int, distances: FloatArray) -> bool:
    count, odd = int((distances < WITHIN).sum()), bool((distances < MIDDLE).any())
    return count > 0 and odd == (value % 2 == 1) and abs(count - value) <= 1
