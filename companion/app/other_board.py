"""Another board than the known one lies under the camera: whoever plays with six turns the other side up.

Looked for only while nobody plays, and once the known board was missed: a search of every kind for every board would take minutes
on a small computer. It counts when two pictures in a row say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from calibration.finder import find_board
from calibration.profile import BoardProfile, known_boards, load_profile
from calibration.stored import Calibration
from companion.app.calibrated_eyes import calibrated, straightened
from companion.app.eyes import make_eyes
from companion.sight import Eyes
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage

SAME_SIZE = 0.05
"""Two sides of a board are as large as each other; drawn boards are known to this part of their width."""

Recognise = Callable[[BgrImage, BoardProfile], BoardProfile | None]
"""Which board the picture shows, other than the known one; None: none."""


@dataclass(frozen=True)
class Boards:
    """How another board is recognised, and the eyes that read it."""

    recognise: Recognise
    eyes_of: Callable[[BoardProfile], Eyes]


def boards_of(calibration: Calibration | None) -> Boards:
    """All known boards, before the camera as it was calibrated."""
    straight = straightened(None if calibration is None else calibration.lens)

    def recognise(bgr: BgrImage, known: BoardProfile) -> BoardProfile | None:
        return other_board(straight(bgr), known)

    return Boards(recognise, lambda board: calibrated(make_eyes(board), calibration))


def other_board(bgr: BgrImage, known: BoardProfile) -> BoardProfile | None:
    """The board that ships with the program, other than `known`, whose print fits best; None: none does.

    All of them are looked for by their colours, and in every other way those that may be its other side.
    """
    others = [load_profile(name) for name in known_boards() if name != known.id]
    width = known.width_mm
    sides = [board for board in others if abs(board.width_mm - width) <= SAME_SIZE * width]
    return _best(bgr, others, False) or _best(bgr, sides, True)


def _best(bgr: BgrImage, boards: Sequence[BoardProfile], thorough: bool) -> BoardProfile | None:
    best, match = None, 0.0
    for board in boards:
        with suppress(BoardNotFoundError):
            found = find_board(bgr, board, thorough=thorough)
            if found.match > match:
                best, match = board, found.match
    return best


class OtherBoard:
    """`board` is the other one, once it is sure."""

    def __init__(self, known: BoardProfile, recognise: Recognise | None) -> None:
        self._known, self._recognise = known, recognise
        self._missed = False
        self._perhaps: str | None = None
        self.board: BoardProfile | None = None

    def known(self, found: bool) -> None:
        """The known board was searched for, and found or not."""
        self._missed = not found

    def lies_in(self, bgr: BgrImage) -> bool:
        """Whether the picture shows another board; the known one need not be searched for in it then."""
        if self._recognise is None or not self._missed:
            self._perhaps = None
            return False
        seen = self._recognise(bgr, self._known)
        if seen is not None and seen.id == self._perhaps:
            self.board = seen
        self._perhaps = None if seen is None else seen.id
        return seen is not None
