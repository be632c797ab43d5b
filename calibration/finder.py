"""Finding a printed board in a picture without markers.

Guesses come from the ground's colour (`blob`), from patches in the players' colours (`blob_colours`) and from the lattice of
printed discs (`lattice`). Each is checked by sliding and
turning the print over it (`matching`), made exact through the printed fields (`refine`), and believed by its final correlation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.blob import board_quads
from calibration.blob_colours import home_guesses
from calibration.lattice import lattice_guesses
from calibration.matching import best_turn, is_square, slide_print
from calibration.profile import BoardProfile
from calibration.refine import Refined, refine
from calibration.registration import Registration, assumed_camera, registration_from_homography
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]

SURE = 0.62
"""Correlation at which the search ends."""
FOUND = 0.46
"""Correlation from which a board counts as found: boards had 0.5 and more, anything else up to 0.28 (SIGHT)."""
SAME_PLACE = 0.03
"""Share of the board to which two guesses agree that end the search: a wrong place is a field (0.06 or more) off."""
SEARCH_WIDTH_PX = 640
"""Guesses are made in a picture of this width; boards down to 150 px wide are found in it."""


def find_board(bgr: BgrImage, board: BoardProfile, camera: FloatArray | None = None) -> Registration:
    """Where the board lies in the picture.

    `bgr` is (height, width, 3) uint8; `camera` the (3, 3) matrix if known, else a common field of view is assumed. Raises
    `BoardNotFoundError` when no guess correlates with the print.
    """
    best: tuple[float, Refined] | None = None
    for guess in _guesses(bgr, board):
        candidate = _check(bgr, board, guess)
        if candidate is None:
            continue
        agreed = best is not None and min(best[0], candidate[0]) >= FOUND and _same_place(best[1], candidate[1], board)
        if best is None or candidate[0] > best[0]:
            best = candidate
        if agreed or best[0] >= SURE:
            break
    if best is None or best[0] < FOUND:
        raise BoardNotFoundError(_not_found(bgr, board, best))
    matrix = assumed_camera(bgr.shape[1], bgr.shape[0]) if camera is None else camera
    return registration_from_homography(best[1].board_to_px, board, matrix, best[1].residual_px, best[0])


def _same_place(one: Refined, other: Refined, board: BoardProfile) -> bool:
    first, second = (cv2.perspectiveTransform(board.corners_mm[None], refined.board_to_px)[0] for refined in (one, other))
    return bool(np.linalg.norm(first - second, axis=1).max() < SAME_PLACE * np.ptp(first, axis=0).max())


def _not_found(bgr: BgrImage, board: BoardProfile, best: tuple[float, Refined] | None) -> str:
    height, width = bgr.shape[:2]
    likeness = 0.0 if best is None else max(0.0, best[0])
    return (
        f"no {board.id} board in the {width}x{height} picture: expected the whole board, not tilted by more than 35 degrees; "
        f"the likeliest place matches the print by {likeness:.0%}, {FOUND:.0%} is needed"
    )


def _check(bgr: BgrImage, board: BoardProfile, guess: FloatArray) -> tuple[float, Refined] | None:
    slid = slide_print(bgr, board, guess)
    if slid.score < 0.12:  # a true place never slid below 0.2; the rest is not worth refining
        return None
    refined = refine(bgr, board, slid.board_to_px)
    if refined is None:
        return None
    turned = best_turn(bgr, board, refined.board_to_px)
    return turned.score, replace(refined, board_to_px=turned.board_to_px)


def _guesses(bgr: BgrImage, board: BoardProfile) -> Iterator[FloatArray]:
    """board_to_px guesses in the pixels of the whole picture, likeliest first."""
    scale = min(1.0, SEARCH_WIDTH_PX / bgr.shape[1])
    size = max(1, round(bgr.shape[1] * scale)), max(1, round(bgr.shape[0] * scale))
    small = np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    enlarge = np.diag([1 / scale, 1 / scale, 1.0])
    corners = board.corners_mm.astype(np.float32)
    for quad in board_quads(small, board):
        for turned in (quad,) if is_square(board) else (quad, np.roll(quad, 1, axis=0)):
            yield enlarge @ np.asarray(cv2.getPerspectiveTransform(corners, turned.astype(np.float32)), dtype=np.float64)
    for guess in home_guesses(small, board):
        yield enlarge @ guess
    for guess in lattice_guesses(small, board):
        yield enlarge @ guess
