"""Everything the companion says, as typed messages. The words are in the language tables.

`color` is a colour of the board; `name` the person playing it, spoken instead of the colour when it is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Message:
    """Base of all messages."""


@dataclass(frozen=True, slots=True)
class Verdict(Message):
    """Base of what is said about a move that is open (RULES section 4): calm, never with an exclamation mark."""


class Label(StrEnum):
    """The words on buttons."""

    COUNT_TOGETHER = "count_together"
    WAS_DIFFERENT = "was_different"
    TRY_AGAIN = "try_again"
    NEW_GAME = "new_game"
    EVENING = "evening"
    PLAY_ON = "play_on"
    TAKE_BACK = "take_back"
    DONE = "done"
    START = "start"
    YES = "yes"
    NO = "no"
    DONT_KNOW = "dont_know"
    FITS = "fits"
    LATER = "later"
    FROM_START = "from_start"
    CANNOT_MOVE = "cannot_move"
    SET_BY_HAND = "set_by_hand"
    GO_ON = "go_on"
    MORE_RULES = "more_rules"
    BACK = "back"
    NEW_PLAYERS = "new_players"
    TWO_COLOURS = "two_colours"
    ONE_COLOUR = "one_colour"


# ---- in the game ----


@dataclass(frozen=True, slots=True)
class Turn(Message):
    """`color` is to throw."""

    color: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Thrown(Message):
    """The throw is known; `choice`: more than one piece can move."""

    value: int
    choice: bool = True


@dataclass(frozen=True, slots=True)
class SixAgain(Message):
    """A six was thrown and moved: the same player throws again."""


@dataclass(frozen=True, slots=True)
class TriesLeft(Message):
    """Attempts left of the three for a six."""

    count: int


@dataclass(frozen=True, slots=True)
class NoMove(Message):
    """The throw allows no move; `color` is on next, None when the same player goes on."""

    color: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class HandOver(Message):
    """A hand is over the board."""


@dataclass(frozen=True, slots=True)
class HowFar(Message):
    """The question which of two numbers of fields a colour has gone."""

    color: str
    first: int
    second: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Corrected(Message):
    """A person has put a reading right."""


@dataclass(frozen=True, slots=True)
class TakenBack(Message):
    """The position before the open move stands again."""


@dataclass(frozen=True, slots=True)
class CountingStep(Message):
    """One step while counting along."""

    count: int


@dataclass(frozen=True, slots=True)
class CountingDone(Message):
    """Counting along has come to its end."""

    count: int


@dataclass(frozen=True, slots=True)
class Captured(Message):
    """A piece of `color` was captured; `following` is on next, or the same player `again`."""

    color: str
    name: str | None = None
    following: str | None = None
    following_name: str | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class PieceHome(Message):
    """A piece has come into the goal; `home` stand there now (1 … 4)."""

    home: int


@dataclass(frozen=True, slots=True)
class Progress(Message):
    """How far a player is: `home` pieces in the goal (0 … 4)."""

    color: str
    home: int
    name: str | None = None


class MissedRule(StrEnum):
    """What a missed capture costs (RULES option `missed_capture`)."""

    RETURN_CAPTURER = "return_capturer"
    HUFF_ANY = "huff_any"


@dataclass(frozen=True, slots=True)
class MissedCapture(Message):
    """A move that captures was possible and another was made; `several`: the owner picks the piece that goes home."""

    color: str
    rule: MissedRule = MissedRule.RETURN_CAPTURER
    several: bool = False
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Penalty(Message):
    """A piece of `color` goes back for a missed capture."""

    color: str


@dataclass(frozen=True, slots=True)
class Win(Message):
    """`color` has won; `play_on`: the others can play for the places."""

    color: str
    name: str | None = None
    play_on: bool = True


@dataclass(frozen=True, slots=True)
class Place(Message):
    """`color` is home at `place` (1 … 6)."""

    color: str
    place: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class GameOver(Message):
    """The game is over and `color` has won it."""

    color: str
    name: str | None = None


# ---- the die ----


class ThrowRefusal(StrEnum):
    """Why a throw was not taken."""

    OVER = "over"
    OPEN = "open"
    PENDING = "pending"
    OWED = "owed"
    CAN_MOVE = "can_move"


@dataclass(frozen=True, slots=True)
class ThrowRefused(Message):
    """A throw was not taken, and why."""

    why: ThrowRefusal


class AgainBecause(StrEnum):
    """Why a throw is no throw."""

    CROOKED = "crooked"
    SEVERAL = "several"
    HANDLED = "handled"
    UNREADABLE = "unreadable"
    CUT_OFF = "cut_off"


@dataclass(frozen=True, slots=True)
class ThrowAgain(Message):
    """The die has to be thrown once more."""

    why: AgainBecause


@dataclass(frozen=True, slots=True)
class DieLost(Message):
    """A Bluetooth die is out of reach."""


@dataclass(frozen=True, slots=True)
class DieBack(Message):
    """It can be heard again."""


@dataclass(frozen=True, slots=True)
class DieBatteryLow(Message):
    """It should be charged."""


# ---- the board and the camera ----


@dataclass(frozen=True, slots=True)
class CameraLost(Message):
    """The camera gives no picture."""


@dataclass(frozen=True, slots=True)
class CameraDark(Message):
    """The camera's pictures are black: a cap on its lens, or no light in the room."""


@dataclass(frozen=True, slots=True)
class CameraBright(Message):
    """The camera's pictures are white: a lamp shines into it, or its exposure was kept under another light."""


@dataclass(frozen=True, slots=True)
class BoardLost(Message):
    """The board was in the picture and is not any more."""


@dataclass(frozen=True, slots=True)
class BoardNotFound(Message):
    """The board has not been found yet."""


@dataclass(frozen=True, slots=True)
class BoardMoved(Message):
    """The board was moved and found again."""


@dataclass(frozen=True, slots=True)
class LearningPieces(Message):
    """The companion looks at the very pieces before the game."""


@dataclass(frozen=True, slots=True)
class SetUp(Message):
    """Many pieces are not where the game begins."""


@dataclass(frozen=True, slots=True)
class Resumed(Message):
    """The last game goes on and is compared with the board."""


# ---- before the game ----


class StartPlace(StrEnum):
    """Where a piece stands when the game begins."""

    HOUSE = "house"
    START = "start"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class StartMissing(Message):
    """`count` pieces of `color` (1 … 4) are missing at that place."""

    color: str
    count: int
    place: StartPlace = StartPlace.HOUSE


@dataclass(frozen=True, slots=True)
class StartExtra(Message):
    """`count` pieces of `color` stand elsewhere and belong into the house (on the start field); `BOARD`: are too many."""

    color: str
    count: int
    place: StartPlace = StartPlace.HOUSE


@dataclass(frozen=True, slots=True)
class StartReady(Message):
    """All pieces stand as the game begins."""


@dataclass(frozen=True, slots=True)
class WhoBegins(Message):
    """The question who throws first."""
