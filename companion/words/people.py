"""What is said when people are people: a break, a board tidied away, the wrong piece paying a penalty. The words are in
`people_words`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.words.messages import Message, Verdict


@dataclass(frozen=True, slots=True)
class Break(Message):
    """The board was tidied away: everybody may take their time."""


@dataclass(frozen=True, slots=True)
class NewGameQuestion(Message):
    """The question whether a new game begins: the pieces stand so, but the game had long gone on."""


@dataclass(frozen=True, slots=True)
class PaysFirst(Verdict):
    """Somebody went on before the piece that owes it went home."""


@dataclass(frozen=True, slots=True)
class AnotherPays(Verdict):
    """A piece went home that did not have to: the ringed ones owe it."""


@dataclass(frozen=True, slots=True)
class WentHome(Message):
    """An answer: a piece of `color` went home for a missed capture; nobody's did where it is None."""

    color: str | None
    name: str | None = None
