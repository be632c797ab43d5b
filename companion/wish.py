"""What people want of the companion, as the screen hands it on: fingers, keys and buttons in, typed wishes out.

One-way like everything else: the display turns what was touched into a wish, whoever thinks answers with the next scene. A wish
that is about something said (`PutRight`, `Answer`) names the line of the record it was offered at: once the game has gone on it
means nothing any more and is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.belief.arrangement import Arrangement
from companion.events import Event


@dataclass(frozen=True, slots=True)
class Correct:
    """Something was different from what was recognised: show what it may have been."""


@dataclass(frozen=True, slots=True)
class Close:
    """Nothing after all: back to the game."""


@dataclass(frozen=True, slots=True)
class More:
    """It was none of these: show others."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A field of the board was touched, by its name."""

    field: str


@dataclass(frozen=True, slots=True)
class PutRight:
    """What really happened. `at`: the number of the next line when it was offered; `events` are recorded."""

    at: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question about the board; `arrangement` None: nobody knows."""

    at: int
    arrangement: Arrangement | None
    words: str


@dataclass(frozen=True, slots=True)
class CountAlong:
    """Count the way together: of the piece on that field, by its name; None: the way that was miscounted."""

    field: str | None = None


@dataclass(frozen=True, slots=True)
class FromStart:
    """Count once more, from the start."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """The board is right as it stands."""


@dataclass(frozen=True, slots=True)
class CannotMove:
    """Nobody tells the throws, and the one that was thrown allows no move."""


@dataclass(frozen=True, slots=True)
class LookAgain:
    """Search for the board anew."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Once more with the same players."""


@dataclass(frozen=True, slots=True)
class NewPlayers:
    """A game with other players: who plays is asked."""


@dataclass(frozen=True, slots=True)
class GoOnOtherwise:
    """The last game shall not simply go on: show what else there is."""


@dataclass(frozen=True, slots=True)
class AsItStands:
    """People have played on without the companion: the game goes on from the pieces as they stand on the board."""


@dataclass(frozen=True, slots=True)
class ShowEvening:
    """The score of the evening."""


@dataclass(frozen=True, slots=True)
class ShowGames:
    """The list of all games."""


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """How the screen looks and sounds."""


@dataclass(frozen=True, slots=True)
class Back:
    """To what was shown before."""


@dataclass(frozen=True, slots=True)
class Pick:
    """An answer before the game, by its name on the page that is shown."""

    answer: str


Wish = (
    Correct
    | Close
    | More
    | Touch
    | PutRight
    | Answer
    | CountAlong
    | FromStart
    | GoOn
    | CannotMove
    | LookAgain
    | NewGame
    | NewPlayers
    | GoOnOtherwise
    | AsItStands
    | ShowEvening
    | ShowGames
    | ShowSettings
    | Back
    | Pick
)
