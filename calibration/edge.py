"""Finding a board of which a part may lie outside the picture: to say at which side, and to read no field that is not in it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.finder import find_board
from calibration.profile import BoardProfile
from calibration.registration import Registration, assumed_camera, registration_from_homography
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]

BEYOND = 0.3
"""Share of the picture's shorter side that is added all round it."""


def find_board_or_part(bgr: BgrImage, board: BoardProfile, camera: FloatArray | None = None) -> Registration:
    """Where the board lies, whole or in part: one search, and so one threshold, for whoever looks at single pictures.

    Raises `BoardNotFoundError`, in the words of the search for a whole one.
    """
    try:
        return find_board(bgr, board, camera)
    except BoardNotFoundError as error:
        try:
            return find_cut_board(bgr, board, camera)
        except BoardNotFoundError:
            raise error from None


def find_cut_board(bgr: BgrImage, board: BoardProfile, camera: FloatArray | None = None) -> Registration:
    """Where the board lies, which may reach out of the picture. Raises `BoardNotFoundError` when too little of it is seen."""
    height, width = bgr.shape[:2]
    pad = round(BEYOND * min(height, width))
    wide = np.asarray(cv2.copyMakeBorder(bgr, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=_around(bgr)), dtype=np.uint8)
    found = find_board(wide, board)
    back = np.array([[1.0, 0.0, -pad], [0.0, 1.0, -pad], [0.0, 0.0, 1.0]])
    matrix = assumed_camera(width, height) if camera is None else camera
    return registration_from_homography(back @ found.board_to_px, board, matrix, found.residual_px, found.match)


def _around(bgr: BgrImage) -> tuple[float, float, float]:
    """A grey as light as the picture: it has no hue that could be taken for a board's ground."""
    level = float(bgr.mean())
    return level, level, level
