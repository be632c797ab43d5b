"""The real eyes: the finder of boards and the reader of fields, for one kind of board."""

from __future__ import annotations

from calibration.finder import find_board
from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.sight import Eyes
from companion.vision.reader import BoardReader
from companion.vision.stillness import Stillness
from hardware.ports import BgrImage


def make_eyes(board: BoardProfile) -> Eyes:
    """Eyes that know nothing yet."""
    return Eyes(_find, BoardReader(board), Stillness())


def _find(bgr: BgrImage, board: BoardProfile) -> Registration:
    return find_board(bgr, board)
