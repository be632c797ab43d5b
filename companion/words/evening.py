"""What is said around the game (who plays, by which rules, the evening's score) and when a reading is put right, as typed
messages. The words are in `evening_words`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.words.messages import Message

# ---- putting right ----


@dataclass(frozen=True, slots=True)
class HowWasIt(Message):
    """The question what really happened; a touched field chooses among the moves."""


@dataclass(frozen=True, slots=True)
class WhatWasThrown(Message):
    """The question which value the die showed."""


@dataclass(frozen=True, slots=True)
class Goes(Message):
    """An answer: a piece of `color` went `count` fields; None: it came out of the house."""

    color: str
    count: int | None
    name: str | None = None


class Rank(StrEnum):
    """Which of a player's pieces, seen along the way."""

    FIRST = "first"
    MIDDLE = "middle"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class WhichPiece(Message):
    """Which of several pieces an answer means."""

    rank: Rank


@dataclass(frozen=True, slots=True)
class DidNotMove(Message):
    """An answer: nothing was moved."""


@dataclass(frozen=True, slots=True)
class DidNotThrow(Message):
    """An answer: nobody has thrown."""


@dataclass(frozen=True, slots=True)
class WhichMove(Message):
    """The question which of two moves `color` has made."""

    color: str
    name: str | None = None


# ---- before the game ----


@dataclass(frozen=True, slots=True)
class WhoPlays(Message):
    """The question who plays, with the colours the camera sees on the board."""

    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TooFew(Message):
    """A game wants two colours at least."""


@dataclass(frozen=True, slots=True)
class ThreeOnFour(Message):
    """Three on a board for four: the side for six suits them better, every second colour taken."""


@dataclass(frozen=True, slots=True)
class HelpedBy(Message):
    """How much a player is helped (a value of `companion.helping.HelperLevel`), on the player's card."""

    level: str


@dataclass(frozen=True, slots=True)
class WhoIsIt(Message):
    """The question who plays a colour."""

    color: str


@dataclass(frozen=True, slots=True)
class HowHelped(Message):
    """The question how much somebody is helped."""

    name: str


@dataclass(frozen=True, slots=True)
class AnotherName(Message):
    """An answer: a name that is put together from letters."""


class Familiar(StrEnum):
    """Who sits at most tables: offered until names are known."""

    MUM = "mum"
    DAD = "dad"
    GRANDMA = "grandma"
    GRANDPA = "grandpa"
    CHILD = "child"


@dataclass(frozen=True, slots=True)
class Called(Message):
    """What such a person is called."""

    familiar: Familiar


@dataclass(frozen=True, slots=True)
class Age(Message):
    """Whether a player is a child."""

    child: bool


@dataclass(frozen=True, slots=True)
class PlaysNot(Message):
    """Nobody plays this colour."""


class RuleCard(StrEnum):
    """The rules that are offered, by the names of their presets."""

    BASIC = "schmidt-2016"
    FAMILY = "schmidt-family"
    HOUSE = "wikipedia"
    PAIRS = "schmidt-pairs"
    CLASSIC = "schmidt-classic"
    HUFF = "wikipedia-huff"
    CHILDREN = "children"


@dataclass(frozen=True, slots=True)
class WhichRules(Message):
    """The question by which rules is played."""


@dataclass(frozen=True, slots=True)
class Rules(Message):
    """A card of rules: its name and a sentence."""

    card: RuleCard


class RuleOption(StrEnum):
    """The options, as the rules name them."""

    SETUP = "setup"
    THROWS = "throws"
    CAPTURE = "capture"
    MISSED_CAPTURE = "missed_capture"
    CAPTURE_FIRST = "capture_first"
    JUMP_IN_GOAL = "jump_in_goal"
    BACKWARD_CAPTURE = "backward_capture"
    BARRIERS = "barriers"
    PARTNERS = "partners"
    HELP_PARTNER = "help_partner"
    TWO_PLAYER_WIN = "two_player_win"


@dataclass(frozen=True, slots=True)
class Option(Message):
    """An option: what it is about, and what holds now (`value` as in the machine interfaces, as text)."""

    option: RuleOption
    value: str


class Beginner(StrEnum):
    """Who throws first."""

    YOUNGEST = "youngest"
    HIGHEST = "highest"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class Begins(Message):
    """A way to find who begins."""

    how: Beginner


# ---- after it ----


@dataclass(frozen=True, slots=True)
class OurEvening(Message):
    """The score of the evening."""
