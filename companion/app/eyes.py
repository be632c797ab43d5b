"""The real eyes: the finder of boards and the reader of fields, for one kind of board."""

from __future__ import annotations

from calibration.finder import find_board
from calibration.following import follow_board
from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.sight import Eyes
from companion.vision.reader import BoardReader
from companion.vision.stillness import Stillness
from hardware.ports import BgrImage, Frame


def make_eyes(board: BoardProfile) -> Eyes:
    """Eyes that know nothing yet."""

    def follow(frame: Frame, last: Registration) -> Registration | None:
        return follow_board(frame.bgr, board, last)

    return Eyes(_find, BoardReader(board), Stillness(), follow)


def _find(bgr: BgrImage, board: BoardProfile) -> Registration:
    return find_board(bgr, board)
