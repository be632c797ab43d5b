"""What is said when the last game is gone on with, or is not, and how a table without a touch screen is handled.

The words are in `evening_words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.words.messages import Message


@dataclass(frozen=True, slots=True)
class Otherwise(Message):
    """The question how the evening goes on, since the last game shall not simply do so."""


class OtherWay(StrEnum):
    """How else the evening may go on."""

    AS_IT_STANDS = "as_it_stands"
    NEW_GAME = "new_game"


@dataclass(frozen=True, slots=True)
class OtherwiseWay(Message):
    """Such a way, and what it means."""

    way: OtherWay


@dataclass(frozen=True, slots=True)
class LeftAlone(Message):
    """Before a new game: the last one cannot be gone on with, and is kept as it is."""


class Handled(StrEnum):
    """How the screen is handled without touching it."""

    KEYS = "keys"
    BUTTON = "button"


@dataclass(frozen=True, slots=True)
class Handling(Message):
    """How that is done, along the lower edge of the screen."""

    by: Handled
