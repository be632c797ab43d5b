"""The real eyes: the finder of boards and the reader of fields, for one kind of board."""

from __future__ import annotations

from calibration.finder import find_board
from calibration.following import Follower
from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.sight import Eyes, Finder
from companion.vision.hands import Hands
from companion.vision.reader import BoardReader
from companion.vision.stillness import Stillness
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage, Frame


def make_eyes(board: BoardProfile) -> Eyes:
    """Eyes that know nothing yet."""
    follower = Follower(board)

    def follow(frame: Frame, last: Registration) -> Registration | None:
        return follower.follow(frame.bgr, last)

    return Eyes(_find, BoardReader(board), Stillness(), follow, Hands(board))


class Search:
    """A finder that remembers how its search went, for whoever has to say at the end that there was nothing to see."""

    def __init__(self, find: Finder) -> None:
        self._find = find
        self.found = False
        """Whether a board was ever found."""
        self.missed: str | None = None
        """Why the last search found none, as the finder says it; None when there was none in vain."""

    def __call__(self, bgr: BgrImage, board: BoardProfile) -> Registration:
        """Searches. Raises `BoardNotFoundError`."""
        try:
            registration = self._find(bgr, board)
        except BoardNotFoundError as error:
            self.missed = str(error)
            raise
        self.found = True
        return registration


def _find(bgr: BgrImage, board: BoardProfile) -> Registration:
    return find_board(bgr, board)
