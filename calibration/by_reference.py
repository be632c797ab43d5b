"""Taught boards: their reference picture takes the place of a drawn print, and tells where they may lie in a picture.

SIFT features of the reference are looked for in the picture. A board is full of fields that look alike, so nine in ten matches
are wrong. But each says by itself, through the features' sizes and directions, where the middle of the board would be, how large
and how turned; those that agree in this are fitted together (Lowe, IJCV 2004, section 7.3). Without this, boards with few
features were lost: of 9 pictures of ludo-40 seven were found, with it nine. The finder checks each guess against the reference.
"""

from __future__ import annotations

import math
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
"""About as large as boards are in pictures of 1280x720."""
PICTURE_SIDE_PX = 1280
MOST_FEATURES = 3000
"""Of a picture; boards under clutter have 500 to 2000 of them."""
ALIKE = 0.85
"""Distance of the best match as a share of the second best's, up to which it has a vote."""
MOST_MATCHES = 1500
"""The most distinct ones; more cost memory, for all are compared with all."""
SAME_TURN = math.radians(25)
SAME_SIZE = 0.6
"""Difference of the logarithms to base 2: a tilt of 35 degrees makes features up to 0.6 larger on one side than on the other."""
SAME_MIDDLE = 0.2
"""Distance of the middles as a share of the board's width as it would be seen."""
NEAR_SHARE = 0.015
"""Of the board's width, that a match may lie from where the others put it; lens and fold move fields by 0.36 % (SIGHT)."""
FEWEST = 8
"""Matches that agree; four always do."""
MOST_GUESSES = 6


@dataclass(frozen=True, slots=True, eq=False)
class _Features:
    """(N, 2) places, (N,) sizes and (N,) directions in radians, (N, 128) descriptors."""

    at: FloatArray
    size: FloatArray
    angle: FloatArray
    what: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Votes:
    """What N matches say: (N, 2) where they lie, (N, 2) middle and (N,) width of the board in pixels, (N,) its turn."""

    board_mm: FloatArray
    picture_px: FloatArray
    middle_px: FloatArray
    width_px: FloatArray
    turn: FloatArray

    def agreeing(self) -> NDArray[np.bool_]:
        """(N, N) which matches say the same."""
        turned = np.abs(np.angle(np.exp(1j * (self.turn[:, None] - self.turn[None]))))
        sized = np.abs(np.log2(self.width_px[:, None] / self.width_px[None]))
        away = np.linalg.norm(self.middle_px[:, None] - self.middle_px[None], axis=2)
        near = away < SAME_MIDDLE * np.minimum(self.width_px[:, None], self.width_px[None])
        return np.asarray((turned < SAME_TURN) & (sized < SAME_SIZE) & near, dtype=np.bool_)


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
    known = _known_features(board)
    scale = min(1.0, PICTURE_SIDE_PX / max(bgr.shape[:2]))
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else bgr
    seen = _features(np.asarray(small, dtype=np.uint8))
    if min(len(known.at), len(seen.at)) < FEWEST:
        return
    votes = _votes(known, seen, board)
    enlarge = np.diag([1 / scale, 1 / scale, 1.0])
    for group in _groups(votes.agreeing()):
        near = max(2.0, NEAR_SHARE * float(np.median(votes.width_px[group])))
        fitted, inliers = cv2.findHomography(votes.board_mm[group], votes.picture_px[group], cv2.RANSAC, near, maxIters=2000)
        if fitted is not None and int(inliers.sum()) >= FEWEST:
            yield enlarge @ np.asarray(fitted, dtype=np.float64)


def _groups(agreeing: NDArray[np.bool_]) -> Iterator[NDArray[np.intp]]:
    """Indices of matches that agree with one of them, the largest group first; what was in one is in no other."""
    left = np.ones(len(agreeing), dtype=np.bool_)
    for _ in range(MOST_GUESSES if len(agreeing) else 0):
        support = (agreeing & left[None]).sum(axis=1) * left
        best = int(support.argmax())
        if support[best] < FEWEST:
            return
        group = np.flatnonzero(agreeing[best] & left)
        yield group
        left[group] = False


def _votes(known: _Features, seen: _Features, board: BoardProfile) -> _Votes:
    """What the most distinct matches say."""
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(seen.what, known.what, k=2)
    ratios = np.array([first.distance / max(1e-6, second.distance) for first, second in pairs])
    good = np.argsort(ratios)[: min(MOST_MATCHES, int((ratios < ALIKE).sum()))]
    here, there = good, np.array([pairs[k][0].trainIdx for k in good], dtype=np.intp)
    px_per_mm = seen.size[here] / known.size[there]
    turn = seen.angle[here] - known.angle[there]
    to_middle = np.array([board.width_mm / 2, board.height_mm / 2]) - known.at[there]
    cos, sin = np.cos(turn) * px_per_mm, np.sin(turn) * px_per_mm
    x, y = to_middle[:, 0], to_middle[:, 1]
    middle = seen.at[here] + np.column_stack([x * cos - y * sin, x * sin + y * cos])
    return _Votes(known.at[there], seen.at[here], middle, px_per_mm * board.width_mm, turn)


@lru_cache(maxsize=4)
def _known_features(board: BoardProfile) -> _Features:
    """Places and sizes in board millimetres."""
    px_per_mm = REFERENCE_SIDE_PX / board.width_mm
    found = _features(print_of(board, px_per_mm))
    return _Features(found.at / px_per_mm, found.size / px_per_mm, found.angle, found.what)


def _features(bgr: BgrImage) -> _Features:
    gray = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    points, what = cv2.SIFT.create(nfeatures=MOST_FEATURES).detectAndCompute(gray, None)
    rows = np.array([(*point.pt, point.size, math.radians(point.angle)) for point in points], dtype=np.float64).reshape(-1, 4)
    found = np.empty((0, 128), np.float32) if what is None else np.asarray(what, dtype=np.float32)
    return _Features(rows[:, :2], rows[:, 2], rows[:, 3], found)


@lru_cache(maxsize=4)
def _reference(board: BoardProfile) -> BgrImage:
    assert board.reference is not None
    return read_picture(board.reference, "the reference picture of a board", "; teach the board again")
