"""Motion at low resolution: while something moves over the board, nothing is read."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile
from calibration.registration import Registration
from hardware.ports import BgrImage, Frame

FloatArray = NDArray[np.float64]

WIDTH_PX = 320
MOVED_LEVELS = 16
"""Grey levels by which a pixel of the small picture has to change; camera noise stays under 8 at this size (dim renders)."""
MOVED_PIXELS = 10
"""A pawn on a board of 400 px in a picture of 1280 px covers about 20 pixels of the small picture."""
REST_S = 0.3
"""The picture counts as still when nothing has moved for so long: a move is read 0.7 s after the hand has left."""
MARGIN_SHARE = 0.06
"""So much of the board's width around it is watched too: as far as the head of a pawn in a corner leans over the edge where the
camera looks down at 45 degrees. What moves farther away, a hand that throws dice or talks, is no concern of the board's."""


class Stillness:
    """Tells whether the picture, or the part of it that matters, has been at rest."""

    def __init__(self, rest_s: float = REST_S) -> None:
        self._rest_s = rest_s
        self._last: BgrImage | None = None
        self._small: BgrImage | None = None
        self._still_since_s = float("inf")
        self._area: tuple[FloatArray, tuple[int, ...], BgrImage] | None = None

    def update(self, frame: Frame, area_px: FloatArray | None = None) -> bool:
        """True when nothing has moved for the rest time, this frame included.

        `area_px` are the corners (N, 2) of the convex part of the picture that matters, None for all of it; give the same
        array as long as it stays the same.
        """
        if frame.bgr is self._last:  # a recording shows one picture in several lines: nothing has moved
            return frame.time_s - self._still_since_s >= self._rest_s
        small = _small(frame.bgr) if frame.motion is None else frame.motion
        if self._small is None or small.shape != self._small.shape or self._moved(small, self._small, frame, area_px):
            self._still_since_s = frame.time_s
        self._last, self._small = frame.bgr, small
        return frame.time_s - self._still_since_s >= self._rest_s

    def _moved(self, one: BgrImage, other: BgrImage, frame: Frame, area_px: FloatArray | None) -> bool:
        _, changed = cv2.threshold(cv2.absdiff(one, other), MOVED_LEVELS, 255, cv2.THRESH_BINARY)
        if area_px is not None:
            changed = cv2.bitwise_and(changed, self._mask(area_px, one.shape, frame.bgr.shape))
        return cv2.countNonZero(changed) >= MOVED_PIXELS

    def _mask(self, area_px: FloatArray, small: tuple[int, ...], full: tuple[int, ...]) -> BgrImage:
        """(height, width) of the small picture: 255 where it matters."""
        if self._area is None or self._area[0] is not area_px or self._area[1] != small:
            mask = np.zeros(small[:2], dtype=np.uint8)
            corners = (area_px + 0.5) * (small[1] / full[1], small[0] / full[0]) - 0.5
            bounded = np.clip(corners, -4 * max(small), 4 * max(small))
            cv2.fillConvexPoly(mask, np.round(bounded).astype(np.int32), 255)
            self._area = (area_px, small, mask)
        return self._area[2]


def watched_area_px(board: BoardProfile, registration: Registration) -> FloatArray:
    """(4, 2) pixels: the corners of the board with the margin that is watched."""
    middle = board.corners_mm.mean(axis=0)
    return registration.print_to_px(middle + (1 + 2 * MARGIN_SHARE) * (board.corners_mm - middle))


def _small(bgr: BgrImage) -> BgrImage:
    height = max(1, round(bgr.shape[0] * WIDTH_PX / bgr.shape[1]))
    small = cv2.resize(bgr, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
