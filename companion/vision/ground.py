"""What lies over the board, beside the rim: how far an arm reaches in, and whether its hand has moved since it came to rest.

The board is looked at small, in its own millimetres. What differs from the last look without hands and hangs together with the
place where an arm crosses the rim belongs to that arm: sleeve, hand, and the pawn between its fingers.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.vision.observation import BoolArray
from companion.vision.rim import HUE_CHANGED, LIGHT_CHANGED, Rim
from hardware.ports import BgrImage

GroundLook = NDArray[np.float32]
Mask = NDArray[np.uint8]

SIDE_PX = 128
"""Width of the board: 3 mm a pixel on a board of 39 cm."""
FINER = 2
"""Seen so much finer first: a pixel is the mean of what lies in it."""
ABOVE_NOISE = 4.0
DARK_LEVELS = 8.0
HANGS_TOGETHER_PX = 3
ROUND_IT_SHARE = 0.03
"""So much of the width around an arm is hidden by it too: the foot of a pawn, and the softest part of its shadow."""
NEAR_SHARE = 0.05
"""What changes within so much of the width around an arm is the doing of its hand."""
STIRRED_PX = 12
"""Pixels that change when a hand shifts its fingers; noise of a dim picture leaves single ones."""
LEAST_PX = 40
"""An arm of fewer pixels has not been made out."""


class Ground:
    """Looks at one board."""

    def __init__(self, board: BoardProfile, rim: Rim) -> None:
        self._board = board
        self._size = (SIDE_PX, round(SIDE_PX * board.height_mm / board.width_mm))
        self._px_per_mm = SIDE_PX / board.width_mm
        rim_px = np.clip(rim.points_mm * self._px_per_mm, 0, np.array(self._size) - 1).astype(np.intp)
        self._rim_px = rim_px.reshape(-1, rim.around, 2)

    def look(self, bgr: BgrImage, registration: Registration) -> GroundLook:
        """(height, width, 3) logarithm of what is seen of the board."""
        step = 1 / (self._px_per_mm * FINER)
        to_board = np.array([[step, 0, step / 2], [0, step, step / 2], [0, 0, 1]])
        fine = (self._size[0] * FINER, self._size[1] * FINER)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        seen = cv2.warpPerspective(bgr, registration.board_to_px @ to_board, fine, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        small = cv2.resize(seen, self._size, interpolation=cv2.INTER_AREA)
        return np.asarray(np.log(small.astype(np.float32) + DARK_LEVELS), dtype=np.float32)

    def arm(self, free: GroundLook, now: GroundLook, places: BoolArray) -> Mask:
        """(height, width) 255 where what crosses the rim at those of its places lies; `free` is how it looked without."""
        closing = np.ones((HANGS_TOGETHER_PX, HANGS_TOGETHER_PX), np.uint8)
        parts = cv2.connectedComponents(cv2.morphologyEx(altered(free, now), cv2.MORPH_CLOSE, closing))[1]
        crossed = self._rim_px[:, places].reshape(-1, 2)
        own = np.unique(parts[crossed[:, 1], crossed[:, 0]])
        return np.where(np.isin(parts, own[own > 0]), 255, 0).astype(np.uint8)

    def moved(self, arm: Mask, before: GroundLook, now: GroundLook) -> bool:
        """Whether anything has changed where that arm lies, or next to it."""
        near = _grown(arm, NEAR_SHARE)
        return cv2.countNonZero(cv2.bitwise_and(altered(before, now), near)) >= STIRRED_PX

    def hidden(self, arm: Mask, registration: Registration) -> BoolArray:
        """(F,) fields on which the foot or the head of a pawn would be behind that arm."""
        wide = _grown(arm, ROUND_IT_SHARE)
        hidden = np.zeros(len(self._board.fields), dtype=np.bool_)
        to_board = np.linalg.inv(registration.board_to_px)
        for share in (0.0, 0.5, 1.0):
            seen = registration.above_print_to_px(self._board.centres_mm, share * self._board.pawn.height_mm)
            mm = cv2.perspectiveTransform(seen[None], to_board)[0]
            x, y = np.clip(np.round(mm * self._px_per_mm), 0, np.array(self._size) - 1).astype(np.intp).T
            hidden |= wide[y, x] > 0
        return hidden


def made_out(arm: Mask) -> bool:
    """Whether it is known how far the arm reaches."""
    return cv2.countNonZero(arm) >= LEAST_PX


def altered(before: GroundLook, now: GroundLook) -> Mask:
    """(height, width) 255 where the board looks otherwise, whatever the light does on the whole."""
    difference = now - before
    difference -= np.median(difference[::2, ::2], axis=(0, 1))
    light = difference.mean(axis=2)
    hue = np.abs(difference - light[..., None]).max(axis=2)
    return np.where(_beyond(hue, HUE_CHANGED) | _beyond(np.abs(light), LIGHT_CHANGED), 255, 0).astype(np.uint8)


def _beyond(difference: NDArray[np.float32], least: float) -> BoolArray:
    noise = float(np.median(difference[::2, ::2]))
    return np.asarray(difference > max(least, ABOVE_NOISE * noise), dtype=np.bool_)


def _grown(mask: Mask, share: float) -> Mask:
    reach = max(1, round(share * SIDE_PX))
    shape = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    return np.asarray(cv2.dilate(mask, shape), dtype=np.uint8)
