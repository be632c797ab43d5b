"""Comparing a picture with the print: does a guessed registration hold, and how is it made exact?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.by_reference import print_of
from calibration.profile import BoardProfile
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
FloatImage = NDArray[np.float32]

SLIDE_SIZE_PX = 150
"""Side of the rectified board when the print is slid and turned over it (5 ms a guess; finer found no more boards)."""
SLIDE_SHARE = 0.3
"""How far the print is slid, as a share of the board: the track nearly repeats itself every field (0.084 of the width)."""
SQUARE_TO = 0.05
"""Outlines are seen to about 1 %, and sliding allows for some more."""
CHROMA_WEIGHT = 2.0
"""Weight of the two colour channels against lightness; only they tell the four quarter turns apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """A board_to_px guess and its correlation with the print (1 = identical)."""

    board_to_px: FloatArray
    score: float


def slide_print(bgr: BgrImage, board: BoardProfile, board_to_px: FloatArray) -> Match:
    """Slides and turns the print over the rectified picture; the best of all positions and turns that fit its outline."""
    scale = SLIDE_SIZE_PX / board.width_mm
    margin = round(SLIDE_SIZE_PX * SLIDE_SHARE)
    rectified_to_board = np.array([[1 / scale, 0, -margin / scale], [0, 1 / scale, -margin / scale], [0, 0, 1]])
    rows = round(board.height_mm * scale) + 2 * margin
    size = (SLIDE_SIZE_PX + 2 * margin, rows)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    rectified = cv2.warpPerspective(bgr, board_to_px @ rectified_to_board, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    features = _contrast(np.asarray(rectified, dtype=np.uint8))
    best_score, best_turns, best_at = -1.0, 0, (margin, margin)
    for turns in _turns(board):
        template = _turned_print(board, scale, turns)
        if template.shape[0] > features.shape[0] or template.shape[1] > features.shape[1]:
            continue
        _, score, _, at = cv2.minMaxLoc(cv2.matchTemplate(features, template, cv2.TM_CCOEFF_NORMED))
        if score > best_score:
            best_score, best_turns, best_at = score, turns, (at[0], at[1])
    turn = _quarter_turn(board, best_turns)
    shift = np.array([[1, 0, (best_at[0] - margin) / scale], [0, 1, (best_at[1] - margin) / scale], [0, 0, 1]])
    return Match(board_to_px @ shift @ turn, best_score)


def _turns(board: BoardProfile) -> tuple[int, ...]:
    """Quarter turns under which the outline looks the same."""
    return (0, 1, 2, 3) if is_square(board) else (0, 2)


def is_square(board: BoardProfile) -> bool:
    """Whether its outline shows no difference between its sides."""
    return abs(board.height_mm / board.width_mm - 1) < SQUARE_TO


def print_correlation(bgr: BgrImage, board: BoardProfile, board_to_px: FloatArray) -> float:
    """Correlation of picture and print at exactly this registration, without sliding."""
    scale = SLIDE_SIZE_PX / board.width_mm
    return _correlation(_rectified_contrast(bgr, board, board_to_px, scale), _turned_print(board, scale, 0))


def best_turn(bgr: BgrImage, board: BoardProfile, board_to_px: FloatArray) -> Match:
    """The same place, turned as the outline allows so that the print fits best: an inexact guess may have slid the wrong way."""
    scale = SLIDE_SIZE_PX / board.width_mm
    seen = _rectified_contrast(bgr, board, board_to_px, scale)
    turns = [turn for turn in _turns(board) if _turned_print(board, scale, turn).shape == seen.shape]
    scores = [_correlation(seen, _turned_print(board, scale, turn)) for turn in turns]
    best = int(np.argmax(scores))
    return Match(board_to_px @ _quarter_turn(board, turns[best]), scores[best])


def _rectified_contrast(bgr: BgrImage, board: BoardProfile, board_to_px: FloatArray, scale: float) -> FloatImage:
    size = (SLIDE_SIZE_PX, round(board.height_mm * scale))
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    rectified = cv2.warpPerspective(bgr, board_to_px @ np.diag([1 / scale, 1 / scale, 1]), size, flags=flags)
    return _contrast(np.asarray(rectified, dtype=np.uint8))


def _correlation(seen: FloatImage, template: FloatImage) -> float:
    return float(cv2.matchTemplate(seen, template, cv2.TM_CCOEFF_NORMED)[0, 0])


def _contrast(bgr: BgrImage) -> FloatImage:
    """Lightness and colour less their surroundings: what light does slowly over the board falls away."""
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB).astype(np.float32)
    lab -= cv2.GaussianBlur(lab, (0, 0), SLIDE_SIZE_PX / 12)
    lab[..., 1:] *= CHROMA_WEIGHT
    return np.asarray(np.clip(lab, -90, 90), dtype=np.float32)


@lru_cache(maxsize=32)
def _turned_print(board: BoardProfile, scale: float, turns: int) -> FloatImage:
    big = print_of(board, scale * 4)
    size = (round(board.width_mm * scale), round(board.height_mm * scale))
    flat = cv2.resize(big, size, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(np.rot90(_contrast(np.asarray(flat, np.uint8)), -turns))


def _quarter_turn(board: BoardProfile, turns: int) -> FloatArray:
    """Board millimetres → millimetres of the board turned clockwise by quarter turns, its corner at the origin again."""
    matrix = np.eye(3)
    for done in range(turns):
        height = board.height_mm if done % 2 == 0 else board.width_mm
        matrix = np.array([[0.0, -1.0, height], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]) @ matrix
    return matrix
