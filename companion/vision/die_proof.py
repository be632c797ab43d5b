"""The second opinion on a die: do the spots that are really there fit the value?"""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.die_spots import EDGE_PER_RADIUS, PIP_RADIUS, FloatArray, Level, pips

MIDDLE = 0.14
"""A spot so near (in edges) is the middle pip of 1, 3 or 5; those of a six are 0.19 away on the flattest side seen."""
WITHIN = 0.46
"""Pips of the top side are no farther (in edges) from its middle."""
CUT = 64
EDGE_PX = EDGE_PER_RADIUS * PIP_RADIUS


def fitting_values(level: Level, place: FloatArray) -> FloatArray:
    """(7,) of 0 or 1 for the values 1 … 6 and a crooked die, from the spots at `place` (x, y, edge in pixels of the picture)."""
    x, y, edge = place
    step = edge * level.scale / EDGE_PX
    middle = (CUT - 1) / 2
    at = ((x + 0.5) * level.scale - 0.5 - step * middle, (y + 0.5) * level.scale - 0.5 - step * middle)
    matrix = np.array([[step, 0, at[0]], [0, step, at[1]]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(level.bgr, matrix, (CUT, CUT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    spots = pips(Level(1.0, np.asarray(cut, np.uint8)))
    far = np.hypot(spots[:, 0] - middle, spots[:, 1] - middle) / EDGE_PX
    fits = np.zeros(7)
    for sign in (1.0, -1.0):
        own = far[spots[:, 3] == sign]
        count, odd = int((own < WITHIN).sum()), bool((own < MIDDLE).any())
        for value in range(1, 7):
            if (value % 2 == 1) == odd and abs(count - value) <= 1 and count:
                fits[value - 1] = 1.0
    fits[6] = 1.0
    return fits
