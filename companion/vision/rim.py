"""The rim of the board: whoever reaches over the board crosses it, what lies on the board does not.

A pawn held in the air over a field looks like one that stands there, and the fingers that hold it cover a field or two; the arm
they belong to always comes from outside. The rim is looked at in the board's own millimetres, so that it stays what it was when
the board is pushed or the camera knocked.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile
from calibration.registration import Registration
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
RimLook = NDArray[np.float32]
BoolArray = NDArray[np.bool_]

ROUND = 384
"""Places round the board: 4 mm apart on a board of 39 cm."""
DEPTHS = (0.008, 0.016, 0.024, 0.032)
"""How far inside the edge it is looked at (shares of the width): between the edge and the fields of every board we know. Where
the print is of an arm's own colour at one depth it is another at the next."""
WINDOW, STEP = ROUND // 4, ROUND // 16
"""Light that changes over a quarter of the rim or more is light, not an arm."""
HUE_CHANGED, LIGHT_CHANGED = 0.14, 0.45
"""Nats in one channel against the others, and in all together: shadows change the light by up to 0.4 and no hue."""
ABOVE_NOISE = 4.0
DARK_LEVELS = 8.0


class Rim:
    """Samples the rim of one board."""

    around = ROUND

    def __init__(self, board: BoardProfile) -> None:
        self.points_mm = _points(board)
        """(depths · ROUND, 2) where it looks, in the board's millimetres."""
        self._corners_mm = board.corners_mm

    def look(self, bgr: BgrImage, registration: Registration) -> RimLook:
        """(depths, ROUND, 3) logarithm of what is seen along the rim, clockwise from the first corner; NaN out of the picture."""
        pixels = registration.print_to_px(self.points_mm).astype(np.float32).reshape(len(DEPTHS), ROUND, 2)
        seen = cv2.remap(bgr, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        seen = seen.astype(np.float32)
        seen[((pixels < 0) | (pixels > (bgr.shape[1] - 1, bgr.shape[0] - 1))).any(axis=2)] = np.nan
        smooth = sum((np.roll(seen, shift, axis=1) for shift in (-2, -1, 1, 2)), seen) / 5
        return np.asarray(np.log(smooth + DARK_LEVELS), dtype=np.float32)

    def shift_share(self, before: Registration, now: Registration) -> float:
        """By how much of the board's width a corner of it lies elsewhere at most."""
        one, other = (place.print_to_px(self._corners_mm) for place in (before, now))
        side_px = np.linalg.norm(one[1] - one[0])
        return float(np.linalg.norm(other - one, axis=1).max() / side_px)


def followed(before: RimLook, now: RimLook, share: float) -> RimLook:
    """`before`, nearer to `now` by that share; what was out of the picture in one of them is taken from the other."""
    nearer = np.where(np.isnan(before), now, before + np.float32(share) * (now - before))
    return np.asarray(np.where(np.isnan(now), before, nearer), dtype=np.float32)


def changed(before: RimLook, now: RimLook) -> BoolArray:
    """(ROUND,) where the rim looks otherwise at some depth, whatever the light does; nowhere out of the picture."""
    difference = now - before
    unseen = np.isnan(difference)
    if unseen.any():
        return _changed_in_sight(difference, unseen)
    return _changed(difference)


def _changed_in_sight(difference: RimLook, unseen: BoolArray) -> BoolArray:
    """(ROUND,) as `changed`; what is out of the picture is taken to have changed as the rest has in the middle."""
    if unseen.all():
        return np.zeros(ROUND, dtype=np.bool_)
    usual = np.nanmedian(difference, axis=(0, 1))
    places = _changed(np.where(unseen, usual, difference).astype(np.float32))
    return np.asarray(places & ~unseen.any(axis=(0, 2)), dtype=np.bool_)


def _changed(difference: RimLook) -> BoolArray:
    difference = difference - _slow(difference)
    light = difference.mean(axis=2)
    hue = np.abs(difference - light[..., None]).max(axis=2)
    return np.asarray((_beyond(hue, HUE_CHANGED) | _beyond(np.abs(light), LIGHT_CHANGED)).any(axis=0), dtype=np.bool_)


def long_runs(places: BoolArray, least: int) -> BoolArray:
    """(ROUND,) only the places of which at least so many next to each other are set, round the corner too."""
    kept = places.copy()
    for shift in range(1, least):
        kept &= np.roll(places, -shift)
    return np.asarray(np.logical_or.reduce([np.roll(kept, shift) for shift in range(least)]), dtype=np.bool_)


def widened(places: BoolArray, by: int) -> BoolArray:
    """(ROUND,) the places and so many on either side of them."""
    return np.asarray(np.logical_or.reduce([np.roll(places, shift) for shift in range(-by, by + 1)]), dtype=np.bool_)


def _beyond(difference: RimLook, least: float) -> BoolArray:
    """(depths, ROUND) what is more than `least`, and than the noise of a dim picture."""
    noise = np.median(difference[:, ::2], axis=1, keepdims=True)
    return np.asarray(difference > np.maximum(least, ABOVE_NOISE * noise), dtype=np.bool_)


def _slow(difference: RimLook) -> RimLook:
    """(depths, ROUND, 3) medians over a quarter of the rim."""
    blocks = np.concatenate([difference, difference[:, : WINDOW - STEP]], axis=1)[:, ::2]
    starts = range(0, ROUND // 2, STEP // 2)
    medians = np.stack([np.median(blocks[:, start : start + WINDOW // 2], axis=1) for start in starts], axis=1)
    at = (np.arange(ROUND) - WINDOW / 2) / STEP % len(starts)
    left = at.astype(np.intp)
    share = (at - left)[:, None].astype(np.float32)
    return np.asarray((1 - share) * medians[:, left] + share * medians[:, (left + 1) % len(starts)], dtype=np.float32)


def _points(board: BoardProfile) -> FloatArray:
    """(depths · ROUND, 2) millimetres."""
    around = np.arange(ROUND) / (ROUND // 4)
    side, share = around.astype(int), around % 1 + 0.5 / (ROUND // 4)
    rows = []
    for depth in (share_in * board.width_mm for share_in in DEPTHS):
        left, top, right, bottom = depth, depth, board.width_mm - depth, board.height_mm - depth
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom], [left, top]])
        rows.append(corners[side] + share[:, None] * (corners[side + 1] - corners[side]))
    return np.concatenate(rows)
