"""Printed marks beside the board's corners, for boards whose print is not found.

Four ArUco marks (https://docs.opencv.org/4.x/d5/dae/tutorial_aruco_detection.html), cut out as squares of `PAPER_MM`, lie round
the board with its corners touching theirs: mark 1 beside the first colour's corner, then clockwise, all of them upright as
the print is (the first colour's corner at the upper left), their edges along the board's.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.matching import print_correlation
from calibration.profile import BoardProfile
from calibration.refine import refine
from calibration.registration import Registration, assumed_camera, registration_from_homography
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]

DICTIONARY = cv2.aruco.DICT_4X4_50
FIRST_ID = 40
"""Marks 40 to 43: the ChArUco sheet has 0 to 34."""
CELLS = 6
"""Four of the code and the black border on both sides."""
MARK_MM, PAPER_MM = 36.0, 48.0
QUIET_MM = (PAPER_MM - MARK_MM) / 2
FEWEST = 2
"""Marks that say where the board lies: a hand may cover the others."""


def find_marks(bgr: BgrImage) -> dict[int, FloatArray]:
    """The marks in the picture: number 0 … 3 → (4, 2) pixels of the black square's corners, the upper left one first."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), _parameters())
    corners, ids, _ = detector.detectMarkers(bgr)
    if ids is None:
        return {}
    numbers = np.asarray(ids).ravel() - FIRST_ID
    found = zip(numbers, corners, strict=True)
    return {int(k): np.asarray(of, dtype=np.float64).reshape(4, 2) for k, of in found if 0 <= k < 4}


def find_board_by_marks(bgr: BgrImage, board: BoardProfile, camera: FloatArray | None = None) -> Registration:
    """Where the board lies, told by at least two marks, made exact by its print where that is found.

    `camera`: (3, 3) matrix if known. Raises `BoardNotFoundError`.
    """
    marks = find_marks(bgr)
    if len(marks) < FEWEST:
        raise BoardNotFoundError(
            f"no {board.id} board by its corner marks in the {bgr.shape[1]}x{bgr.shape[0]} picture: "
            f"expected at least {FEWEST} of the 4 printed marks, found {len(marks)}"
        )
    mapping = _mapping(marks, board)
    matrix = assumed_camera(bgr.shape[1], bgr.shape[0]) if camera is None else camera
    match, residual_px = print_correlation(bgr, board, mapping), 0.0
    refined = refine(bgr, board, mapping, searches=(0.5, 0.25))
    if refined is not None:
        exact = print_correlation(bgr, board, refined.board_to_px)
        if exact > match:
            mapping, match, residual_px = refined.board_to_px, exact, refined.residual_px
    return registration_from_homography(mapping, board, matrix, residual_px, match)


def mark_places_mm(board: BoardProfile) -> FloatArray:
    """(4, 4, 2) board millimetres of the black squares' corners, mark by mark, each from its upper left corner clockwise."""
    square = np.array([(0, 0), (MARK_MM, 0), (MARK_MM, MARK_MM), (0, MARK_MM)], dtype=np.float64)
    left, top = -QUIET_MM - MARK_MM, -QUIET_MM - MARK_MM
    right, bottom = board.width_mm + QUIET_MM, board.height_mm + QUIET_MM
    return np.array([square + at for at in ((left, top), (right, top), (right, bottom), (left, bottom))])


def _mapping(marks: dict[int, FloatArray], board: BoardProfile) -> FloatArray:
    """board_to_px. Of all four marks only the corners next to the board count: marks are laid by hand, never quite straight."""
    places = mark_places_mm(board)
    if len(marks) == 4:
        inner = [(k + 2) % 4 for k in range(4)]
        board_mm = np.array([places[k, inner[k]] for k in range(4)])
        seen_px = np.array([marks[k][inner[k]] for k in range(4)])
    else:
        board_mm = np.concatenate([places[k] for k in marks])
        seen_px = np.concatenate([marks[k] for k in marks])
    return np.asarray(cv2.findHomography(board_mm, seen_px)[0], dtype=np.float64)


def _parameters() -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return parameters
