"""Motion at low resolution: while something moves, nothing is read."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.ports import BgrImage, Frame

WIDTH_PX = 320
MOVED_LEVELS = 16
"""Grey levels by which a pixel of the small picture has to change; camera noise stays under 8 at this size (dim renders)."""
MOVED_PIXELS = 10
"""A pawn on a board of 400 px in a picture of 1280 px covers about 20 pixels of the small picture."""
REST_S = 0.3
"""The picture counts as still when nothing has moved for so long: a move is read 0.7 s after the hand has left."""


class Stillness:
    """Tells whether the picture has been at rest."""

    def __init__(self, rest_s: float = REST_S) -> None:
        self._rest_s = rest_s
        self._last: BgrImage | None = None
        self._small: BgrImage | None = None
        self._still_since_s = float("inf")

    def update(self, frame: Frame) -> bool:
        """True when nothing has moved in the picture for the rest time, this frame included."""
        if frame.bgr is self._last:  # a recording shows one picture in several lines: nothing has moved
            return frame.time_s - self._still_since_s >= self._rest_s
        small = _small(frame.bgr) if frame.motion is None else frame.motion
        if self._small is None or small.shape != self._small.shape or _moved(small, self._small):
            self._still_since_s = frame.time_s
        self._last, self._small = frame.bgr, small
        return frame.time_s - self._still_since_s >= self._rest_s


def _small(bgr: BgrImage) -> BgrImage:
    height = max(1, round(bgr.shape[0] * WIDTH_PX / bgr.shape[1]))
    small = cv2.resize(bgr, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _moved(one: BgrImage, other: BgrImage) -> bool:
    return int(np.count_nonzero(cv2.absdiff(one, other) > MOVED_LEVELS)) >= MOVED_PIXELS
