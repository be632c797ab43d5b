"""What is said to children: advice with its reason, and counting along. The words are in `helping_words`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.words.messages import Message


@dataclass(frozen=True, slots=True)
class Advised(Message):
    """A move is advised: `why` is a value of `companion.advice.Why`; `other` the colour that is captured or stands behind."""

    why: str
    other: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ChooseYourself(Message):
    """The throw is known, and no moves are shown: a player who only wants to be watched."""

    value: int


@dataclass(frozen=True, slots=True)
class CountTogether(Message):
    """Counting along begins; `walked`: so many fields were gone instead of `thrown`."""

    thrown: int
    walked: int | None = None
