"""Another board than the known one lies under the camera: whoever plays with six turns the other side up.

Looked for only while nobody plays, by its colours, and once the known board was missed: a search of every kind for every board
would take minutes on a small computer. It counts when two pictures in a row say the same.
"""

from __future__ import annotations

from collections.abc import Callable
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

Recognise = Callable[[BgrImage, str], BoardProfile | None]
"""Which board the picture shows, other than the one of that id; None: none that is known."""


@dataclass(frozen=True)
class Boards:
    """How another board is recognised, and the eyes that read it."""

    recognise: Recognise
    eyes_of: Callable[[BoardProfile], Eyes]


def boards_of(calibration: Calibration | None) -> Boards:
    """All known boards, before the camera as it was calibrated."""
    straight = straightened(None if calibration is None else calibration.lens)

    def recognise(bgr: BgrImage, known: str) -> BoardProfile | None:
        return other_by_colours(straight(bgr), known)

    return Boards(recognise, lambda board: calibrated(make_eyes(board), calibration))


def other_by_colours(bgr: BgrImage, known: str) -> BoardProfile | None:
    """The board that ships with the program, other than `known`, whose print fits best where its colours are; None: none does."""
    best, match = None, 0.0
    for board in (load_profile(name) for name in known_boards() if name != known):
        with suppress(BoardNotFoundError):
            found = find_board(bgr, board, thorough=False)
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
        seen = self._recognise(bgr, self._known.id)
        if seen is not None and seen.id == self._perhaps:
            self.board = seen
        self._perhaps = None if seen is None else seen.id
        return seen is not None
