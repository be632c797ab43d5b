"""Working out the lens: from the board's own print in several positions, or from the printed ChArUco sheet.

Zhang's method as OpenCV has it (https://docs.opencv.org/4.x/d9/d0c/group__calib3d.html), with what a phone or camera module of
today has: square pixels, the middle of the lens in the middle of the picture, two radial coefficients.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.profile import BoardProfile
from calibration.refine import locate_fields
from calibration.registration import Registration, assumed_camera
from hardware.errors import InputError
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]

FEWEST_VIEWS = 4
FEWEST_POINTS = 20
"""Of 72 fields, or of the 54 corners of the sheet, in a picture."""
STRAY = 0.008
"""Share of the board's width by which a field may lie beside the plane through the others: lenses bend it by up to 0.6 %."""
TILTED_FROM_DEG, FEWEST_TILTED = 12.0, 2
"""A flat thing seen straight on says nothing about the focal length: near and wide looks like far and narrow. (The standard
deviations OpenCV gives do not tell: it leaves out what is undetermined.)"""
MOST_RMS = 0.001
"""Share of the pictures' width: six views by one drawn camera leave 0.0001, 24 renders by different cameras 0.0011."""

CHARUCO_SQUARES = (7, 10)
CHARUCO_SQUARE_MM, CHARUCO_MARK_MM = 25.0, 18.0


@dataclass(frozen=True, slots=True, eq=False)
class LensView:
    """One picture's points: (N, 2) mm on the flat thing, and (N, 2) pixels where it is seen."""

    flat_mm: FloatArray
    seen_px: FloatArray


@dataclass(frozen=True, slots=True)
class LensFit:
    """The lens, the root mean square of what is left unexplained, and how many pictures and points were used."""

    lens: Lens
    rms_px: float
    views: int
    points: int


def board_view(bgr: BgrImage, board: BoardProfile, registration: Registration) -> LensView | None:
    """The fields that are seen in a picture whose board has been found; None when too few are."""
    found = locate_fields(bgr, board, registration.board_to_px, 0.6)
    if found is None:
        return None
    flat_mm, seen_px = found
    corners = registration.print_to_px(board.corners_mm)
    reach = STRAY * float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    _, fits = cv2.findHomography(flat_mm, seen_px, cv2.RANSAC, max(1.0, reach), maxIters=500)
    if fits is None or int(fits.sum()) < FEWEST_POINTS:
        return None
    used = fits.ravel().astype(bool)
    return LensView(flat_mm[used], seen_px[used])


def charuco_board() -> cv2.aruco.CharucoBoard:
    """The sheet: 7 x 10 squares of 25 mm."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard(CHARUCO_SQUARES, CHARUCO_SQUARE_MM, CHARUCO_MARK_MM, dictionary)


def charuco_view(bgr: BgrImage) -> LensView | None:
    """The corners of the ChArUco sheet that are seen; None when too few are."""
    sheet = charuco_board()
    corners, ids, _, _ = cv2.aruco.CharucoDetector(sheet).detectBoard(bgr)
    if ids is None or len(ids) < FEWEST_POINTS:
        return None
    # OpenCV 4 and 5 shape these differently
    flat = np.asarray(sheet.getChessboardCorners(), dtype=np.float64).reshape(-1, 3)[np.asarray(ids).ravel(), :2]
    return LensView(flat, np.asarray(corners, dtype=np.float64).reshape(-1, 2))


def fit_lens(views: Sequence[LensView], size: tuple[int, int]) -> LensFit:
    """The lens that explains the views best; `size` (width, height) of their pictures.

    Raises `InputError` when there are too few views, or views that do not tell the focal length.
    """
    if len(views) < FEWEST_VIEWS:
        raise InputError(f"expected at least {FEWEST_VIEWS} pictures in which enough is seen, got {len(views)}")
    flat = [np.column_stack([view.flat_mm, np.zeros(len(view.flat_mm))]).astype(np.float32) for view in views]
    seen = [view.seen_px.astype(np.float32) for view in views]
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_PRINCIPAL_POINT | cv2.CALIB_FIX_ASPECT_RATIO
    flags |= cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
    rms, matrix, distortion, rotations, _ = cv2.calibrateCamera(flat, seen, size, assumed_camera(*size), np.zeros(5), flags=flags)
    tilted = sum(_tilt_deg(np.asarray(rotation, dtype=np.float64)) >= TILTED_FROM_DEG for rotation in rotations)
    if tilted < FEWEST_TILTED:
        raise InputError(
            f"the pictures leave the lens's focal length open: {tilted} of {len(views)} are tilted by {TILTED_FROM_DEG:g} "
            f"degrees and more; expected at least {FEWEST_TILTED}, in different directions"
        )
    if rms > MOST_RMS * size[0]:
        raise InputError(
            f"no lens explains all {len(views)} pictures: {rms:.1f} pixels are left, at most {MOST_RMS * size[0]:.1f} may be; "
            "expected pictures by one camera, without zoom between them"
        )
    focal = float(matrix[0, 0])
    k1, k2 = (float(k) for k in np.asarray(distortion).ravel()[:2])
    middle = (float(matrix[0, 2]), float(matrix[1, 2]))
    lens = Lens((focal, float(matrix[1, 1])), middle, k1, k2, size)
    return LensFit(lens, float(rms), len(views), sum(len(view.seen_px) for view in views))


def _tilt_deg(rotation: FloatArray) -> float:
    """Between the camera's axis and the normal of the flat thing; `rotation` (3,) is Rodrigues' vector."""
    matrix = np.asarray(cv2.Rodrigues(rotation.ravel())[0], dtype=np.float64)
    return float(np.degrees(np.arccos(np.clip(abs(matrix[2, 2]), 0.0, 1.0))))
