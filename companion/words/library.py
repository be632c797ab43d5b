"""What is said about games that are over: their score, the evening's, the hall of fame, and the list of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.words.messages import Message

# ---- the score ----


class ScorePage(StrEnum):
    """What of the score is shown."""

    GAME = "game"
    EVENING = "evening"
    FIGURES = "figures"
    HALL = "hall"


@dataclass(frozen=True, slots=True)
class ScoreTitle(Message):
    """The title of a page of the score."""

    page: ScorePage


@dataclass(frozen=True, slots=True)
class ScoreTab(Message):
    """The word by which a page is chosen."""

    page: ScorePage


class Figure(StrEnum):
    """What is counted for a player."""

    HOME = "home"
    LEFT = "left"
    MADE = "made"
    SUFFERED = "suffered"
    ROW = "row"
    WAITED = "waited"


@dataclass(frozen=True, slots=True)
class Figures(Message):
    """What a row of numbers counts."""

    figure: Figure


@dataclass(frozen=True, slots=True)
class NothingYet(Message):
    """No game is over yet."""


@dataclass(frozen=True, slots=True)
class Wins(Message):
    """Of how many games a player has won how many are shown beside it."""

    games: int


@dataclass(frozen=True, slots=True)
class Feat(Message):
    """The best there ever was, under the name of who did it: a `companion.library.hall.Feat`, and its number."""

    feat: str
    value: int


# ---- the list ----


@dataclass(frozen=True, slots=True)
class AllGames(Message):
    """Leads from the score to the list."""


@dataclass(frozen=True, slots=True)
class GamesFound(Message):
    """How many games there are; `page` of `pages` is shown."""

    count: int
    page: int = 1
    pages: int = 1


class Side(StrEnum):
    """Which way one goes through a list."""

    NEWER = "newer"
    OLDER = "older"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Turn(Message):
    """A button that goes on through a list."""

    side: Side


class Filter(StrEnum):
    """By what games are chosen."""

    PLAYER = "player"
    PERIOD = "period"
    RULES = "rules"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Which(Message):
    """The question by what to choose."""

    filter: Filter


@dataclass(frozen=True, slots=True)
class Any(Message):
    """Nothing is asked of that."""

    filter: Filter


class Period(StrEnum):
    """When a game was played."""

    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    BEFORE = "before"


@dataclass(frozen=True, slots=True)
class When(Message):
    """A time, as an answer."""

    period: Period


class Outcome(StrEnum):
    """How a game ended; the last two are those of the player who was chosen."""

    FINISHED = "finished"
    UNFINISHED = "unfinished"
    UNREADABLE = "unreadable"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Ended(Message):
    """How a game ended, as an answer and in the list; `name`: whose result."""

    outcome: Outcome
    name: str = ""


@dataclass(frozen=True, slots=True)
class OwnRules(Message):
    """Rules that have no name."""


@dataclass(frozen=True, slots=True)
class Lasted(Message):
    """How many minutes a game took."""

    minutes: int


class Deed(StrEnum):
    """What can be done with a game of the list."""

    WATCH = "watch"
    DELETE = "delete"
    KEEP = "keep"
    DELETE_NOW = "delete_now"


@dataclass(frozen=True, slots=True)
class Do(Message):
    """A button."""

    deed: Deed


@dataclass(frozen=True, slots=True)
class ReallyDelete(Message):
    """The question before a game is gone for good."""


@dataclass(frozen=True, slots=True)
class NotDeleted(Message):
    """It could not be deleted; it may just be played."""


@dataclass(frozen=True, slots=True)
class CannotBeRead(Message):
    """A game whose record is damaged."""
