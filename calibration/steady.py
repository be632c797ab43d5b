"""Does the board still lie where it lay? Asked of every still picture, so it has to cost next to nothing.

The print at its last place is laid straight and made small, and compared with how it looked when the place was found: each
quarter of it by phase correlation, which tells how far it has moved. Pawns come and go, light changes, hands cover a quarter:
the others still agree.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile
from calibration.registration import Registration
from hardware.ports import BgrImage

F32 = NDArray[np.float32]

SIDE_PX = 160
"""Width of the straightened board: 2.4 mm a pixel on a board of 39 cm, of which phase correlation sees a twentieth."""
MOVED_SHARE = 0.0025
"""Quarters moved by 0.001 of the width at most while pawns moved, and by 0.005 when the board did by 2 mm or a degree
(n = 24 tables of three boards): between the two."""
LIKE = 0.35
"""Peak of a quarter that has not changed: 0.42 and more with three pawns moved; 0.20 and less after a quarter turn (n = 24)."""
ENOUGH = 3
"""Quarters that have to agree; the fourth may lie under a hand."""
EVEN_OUT_PX = 13
MOST_CONTRAST = 0.5
"""Nats round the local mean beyond which nothing counts more: pawns are no stronger than print."""


class SteadyPlace:
    """A board at the place where it was found; `bgr` is the picture in which it was."""

    def __init__(self, bgr: BgrImage, board: BoardProfile, registration: Registration) -> None:
        self._board, self.registration = board, registration
        self._before = _straight(bgr, board, registration)

    def holds(self, bgr: BgrImage) -> bool:
        """True when the board has not moved since; when in doubt it is False, and a closer look is due."""
        now = _straight(bgr, self._board, self.registration)
        most = MOVED_SHARE * SIDE_PX
        return sum(_agrees(self._before[part], now[part], most) for part in _quarters(now.shape[:2])) >= ENOUGH


def _agrees(before: F32, now: F32, most_px: float) -> bool:
    window = _window((before.shape[1], before.shape[0]))
    (right, down), peak = cv2.phaseCorrelate(np.ascontiguousarray(before), np.ascontiguousarray(now), window)
    return bool(peak >= LIKE and np.hypot(right, down) <= most_px)


@lru_cache(maxsize=8)
def _window(size: tuple[int, int]) -> F32:
    return np.asarray(cv2.createHanningWindow(size, cv2.CV_32F), dtype=np.float32)


def _quarters(shape: tuple[int, ...]) -> list[tuple[slice, slice]]:
    height, width = shape[0] // 2, shape[1] // 2
    rows, columns = (slice(0, height), slice(height, 2 * height)), (slice(0, width), slice(width, 2 * width))
    return [(row, column) for row in rows for column in columns]


def _straight(bgr: BgrImage, board: BoardProfile, registration: Registration) -> F32:
    """The print without its light: (SIDE_PX · height / width, SIDE_PX) nats around the local mean."""
    step = board.width_mm / SIDE_PX
    to_board = np.array([[step, 0, step / 2], [0, step, step / 2], [0, 0, 1]])
    size = (SIDE_PX, round(SIDE_PX * board.height_mm / board.width_mm))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.cvtColor(cv2.warpPerspective(bgr, registration.board_to_px @ to_board, size, flags=flags), cv2.COLOR_BGR2GRAY)
    bright = np.log(seen.astype(np.float32) + 8)
    even = bright - cv2.boxFilter(bright, -1, (EVEN_OUT_PX, EVEN_OUT_PX))
    return np.asarray(np.clip(even, -MOST_CONTRAST, MOST_CONTRAST), dtype=np.float32)
