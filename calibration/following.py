"""Following a board that has been found: cheap enough for every still frame."""

from __future__ import annotations

import numpy as np

from calibration.matching import best_turn, print_correlation
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
SURE_FIELDS, AS_BEFORE = 0.6, 0.7
"""Share of the fields, or of the correlation it had, with which a moved board is found again: at its place 62 of 72 fields and
1.0, half a field beside it 28 and 0.45 at most (n = 52 pushes, turns and knocks of 10 tables)."""


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
    turned = best_turn(bgr, board, refined.board_to_px)
    now = registration_from_homography(turned.board_to_px, board, last.camera, refined.residual_px, turned.score)
    before, after = last.print_to_px(board.corners_mm), now.print_to_px(board.corners_mm)
    width = float(np.linalg.norm(before[0] - before[1]))
    if np.linalg.norm(after - before, axis=1).max() < UNMOVED_SHARE * width:
        return last
    sure = refined.fields >= SURE_FIELDS * len(board.fields) or turned.score >= AS_BEFORE * last.match
    return now if sure and turned.score >= LOST_BELOW else None
