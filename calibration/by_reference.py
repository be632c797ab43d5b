"""Taught boards: their reference picture takes the place of a drawn print, and tells where they may lie in a picture.

SIFT features of the reference are looked for in the picture. A board is full of fields that look alike, so most matches are
wrong; several homographies are drawn from them one after the other, and the finder checks each like every other guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.picture_file import read_picture
from calibration.print import draw_print
from calibration.profile import BoardProfile
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]

REFERENCE_SIDE_PX = 700
"""About as large as boards are in pictures of 1280x720, where SIFT needs no larger steps of its own."""
PICTURE_SIDE_PX = 1280
MOST_FEATURES = 3000
"""Of a picture; boards under clutter have 500 to 2000 of them."""
ALIKE = 0.85
"""Distance of the best match against the second best from which it counts; see `reference_guesses`, wrong ones are expected."""
NEAR_PX = 6.0
"""Pixels a match may lie from where the others put it: lens and fold move fields by 0.36 % of the width (SIGHT), 3 px of 800."""
FEWEST = 8
"""Matches that agree; four always do."""
MOST_GUESSES = 4


@dataclass(frozen=True, slots=True, eq=False)
class _Features:
    """(N, 2) places in pixels and (N, 128) descriptors."""

    at: FloatArray
    what: NDArray[np.float32]


def print_of(board: BoardProfile, px_per_mm: float) -> BgrImage:
    """What the board looks like from above, pawns and all as on the day it was taught; drawn when it has no reference picture.

    (height_mm · px_per_mm, width_mm · px_per_mm, 3) uint8 BGR. Raises `InputError` when the reference cannot be read.
    """
    if board.reference is None:
        return draw_print(board, px_per_mm)
    picture = _reference(board)
    size = (round(board.width_mm * px_per_mm), round(board.height_mm * px_per_mm))
    method = cv2.INTER_AREA if size[0] < picture.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=method), dtype=np.uint8)


def reference_guesses(bgr: BgrImage, board: BoardProfile) -> Iterator[FloatArray]:
    """board_to_px guesses for a board with a reference picture; none for others. Raises `InputError`."""
    if board.reference is None:
        return
    known = _known_features(board, REFERENCE_SIDE_PX)
    scale = min(1.0, PICTURE_SIDE_PX / max(bgr.shape[:2]))
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else bgr
    seen = _features(np.asarray(small, dtype=np.uint8))
    if len(known.at) < FEWEST or len(seen.at) < FEWEST:
        return
    board_mm, picture_px = _matches(known, seen, scale)
    for _ in range(MOST_GUESSES):
        if len(board_mm) < FEWEST:
            return
        fitted, inliers = cv2.findHomography(board_mm, picture_px, cv2.USAC_MAGSAC, NEAR_PX, maxIters=5000, confidence=0.999)
        if fitted is None or int(inliers.sum()) < FEWEST:
            return
        yield np.asarray(fitted, dtype=np.float64)
        rest = ~inliers.ravel().astype(bool)
        board_mm, picture_px = board_mm[rest], picture_px[rest]


def _matches(known: _Features, seen: _Features, scale: float) -> tuple[FloatArray, FloatArray]:
    """Millimetres on the board and pixels of the whole picture of features that look alike."""
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(seen.what, known.what, k=2)
    good = [first for first, second in pairs if first.distance < ALIKE * second.distance]
    board_mm = known.at[[match.trainIdx for match in good]]
    return board_mm, seen.at[[match.queryIdx for match in good]] / scale


@lru_cache(maxsize=4)
def _known_features(board: BoardProfile, side_px: int) -> _Features:
    """Places in board millimetres."""
    px_per_mm = side_px / board.width_mm
    found = _features(print_of(board, px_per_mm))
    return _Features(found.at / px_per_mm, found.what)


def _features(bgr: BgrImage) -> _Features:
    points, what = cv2.SIFT.create(nfeatures=MOST_FEATURES).detectAndCompute(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), None)
    if what is None:
        return _Features(np.empty((0, 2)), np.empty((0, 128), np.float32))
    return _Features(np.array([point.pt for point in points], dtype=np.float64), np.asarray(what, dtype=np.float32))


@lru_cache(maxsize=4)
def _reference(board: BoardProfile) -> BgrImage:
    assert board.reference is not None
    return read_picture(board.reference, "the reference picture of a board", "; teach the board again")
