"""Following a board that has been found: cheap enough for every still frame."""

from __future__ import annotations

import numpy as np

from calibration.matching import print_correlation
from calibration.profile import BoardProfile
from calibration.refine import refine
from calibration.registration import Registration, registration_from_homography
from calibration.steady import SteadyPlace
from hardware.ports import BgrImage

UNMOVED_SHARE = 0.002
"""Corners that moved by less than this share of the width are left alone: they are noise (median residual 0.1 % of the width)."""
STILL_THERE = 0.4
"""Correlation with the print at which the old place is kept when too few fields can be matched (a hand over half the board)."""
LOST_BELOW = 0.3
"""Anything but a board correlates up to 0.28 (SIGHT)."""


class Follower:
    """Follows one board from picture to picture; looks closely only when it seems to have moved."""

    def __init__(self, board: BoardProfile) -> None:
        self._board = board
        self._steady: SteadyPlace | None = None

    def follow(self, bgr: BgrImage, last: Registration) -> Registration | None:
        """As `follow_board`, at a tenth of its price while the board lies still."""
        if self._steady is not None and self._steady.registration is last and self._steady.holds(bgr):
            return last
        found = follow_board(bgr, self._board, last)
        self._steady = None if found is None else SteadyPlace(bgr, self._board, found)
        return found


def follow_board(bgr: BgrImage, board: BoardProfile, last: Registration) -> Registration | None:
    """Where the board lies now, searched round its last place; None when it is not there any more.

    The very same object comes back as long as the board has not moved.
    """
    refined = refine(bgr, board, last.board_to_px, searches=(0.8, 0.4))
    if refined is None:
        return last if print_correlation(bgr, board, last.board_to_px) >= STILL_THERE else None
    before = last.print_to_px(board.corners_mm)
    moved = registration_from_homography(refined.board_to_px, board, last.camera, refined.residual_px)
    after = moved.print_to_px(board.corners_mm)
    width = float(np.linalg.norm(before[0] - before[1]))
    if np.linalg.norm(after - before, axis=1).max() < UNMOVED_SHARE * width:
        return last
    match = print_correlation(bgr, board, refined.board_to_px)
    if match < LOST_BELOW:
        return None
    return registration_from_homography(refined.board_to_px, board, last.camera, refined.residual_px, match)
