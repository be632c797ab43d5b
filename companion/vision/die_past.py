"""How a die came to lie where it lies: by itself, or under a hand.

A die that is thrown leaves the hand and rolls on: the moment before it is seen at its place, the bare table is seen there. A die
that is pushed, put down or put away by hand comes to lie under the hand.
"""

from __future__ import annotations

from collections import deque
from enum import StrEnum
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

GreyImage = NDArray[np.uint8]

REMEMBERED_S = 4.0
"""Longer than a die lies until it is looked at. At 30 pictures a second 31 MB."""
UNIT_PX = 16
"""Sizes are kept in so many pixels, up to 255 of them: more than a hand needs."""
HAND_DICE, BLUR_PX = 8.0, 4.0
"""What moves together is a hand when it is so many times larger than a die's top side with this rim: a die, where it was a
moment before, its sides and its shadow are up to six times as large."""
BORDER = 3
"""Of a hand at the border of the picture at least so much more is out of sight."""
NEAR = 0.1
"""Share of a die's surroundings that a hand covers which holds it."""
OTHER_LEVELS = 12
OTHER_SHARE = 0.3
"""Grey levels, and the share of a place that differs by them, from which it looks otherwise: a wooden die on wood does."""


class Came(StrEnum):
    """How a die came to its place."""

    ROLLED = "rolled"
    BY_HAND = "by hand"
    UNSEEN = "unseen"
    """It lay there before anybody looked."""


class _Past(NamedTuple):
    time_s: float
    grey: GreyImage
    together: NDArray[np.uint8] | None
    """For each pixel how many moving pixels (in UNIT_PX) are connected with it, itself among them; None when nothing moved."""


class Past:
    """Remembers small grey pictures of the last seconds, and what moved in each of them."""

    def __init__(self) -> None:
        self._past: deque[_Past] = deque()

    def saw(self, time_s: float, grey: GreyImage, moving: NDArray[np.bool_]) -> None:
        """A picture, and where it is not as the one before was."""
        self._past.append(_Past(time_s, grey, _together(moving) if moving.any() else None))
        while self._past[0].time_s < time_s - REMEMBERED_S:
            self._past.popleft()

    def came(self, die: NDArray[np.bool_], around: NDArray[np.bool_], edge_px: float) -> Came:
        """How a die came to its place: masks of the small picture of the `die` and of what is `around` it; its edge there."""
        if not self._past or not die.any():
            return Came.UNSEEN
        least = min(HAND_DICE * (edge_px + BLUR_PX) ** 2 / UNIT_PX, 254.0)
        now, held = self._past[-1].grey[die].astype(np.int16), False
        for past in reversed(self._past):
            if np.mean(np.abs(past.grey[die] - now) > OTHER_LEVELS) > OTHER_SHARE:
                return Came.BY_HAND if held else Came.ROLLED
            # What moved when the place came to look as it does now: the die alone, or the hand that let go of it.
            held = past.together is not None and bool(np.mean(past.together[around] > least) > NEAR)
        return Came.UNSEEN


def _together(moving: NDArray[np.bool_]) -> NDArray[np.uint8]:
    joined = cv2.dilate(moving.astype(np.uint8), np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    left, top, width, height, area = stats.T.astype(np.int32)
    at_border = (left == 0) | (top == 0) | (left + width == moving.shape[1]) | (top + height == moving.shape[0])
    sizes = area * np.where(at_border, BORDER, 1)
    sizes[0] = 0
    return np.asarray(np.minimum(sizes // UNIT_PX, 255).astype(np.uint8)[labels])
