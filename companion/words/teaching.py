"""What the companion says while it is taught a board, as messages and buttons, with their words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Literal

from companion.words.catalogue import N_, NN_, Catalogue, catalogue
from companion.words.language import Language, Lines, Table
from companion.words.messages import Message

FieldKind = Literal["track", "goal", "house"]


@dataclass(frozen=True, slots=True)
class WhatKind(Message):
    """Which kind of board it is."""


@dataclass(frozen=True, slots=True)
class MarkEnds(Message):
    """The middle fields at the ends of the arms are tapped; `left` are still to come."""

    left: int


@dataclass(frozen=True, slots=True)
class MarkAgain(Message):
    """The marks cannot be the ends of such a board's arms."""


@dataclass(frozen=True, slots=True)
class FieldsRight(Message):
    """Whether the fields drawn lie on those of the picture."""


@dataclass(frozen=True, slots=True)
class FieldsBeside(Message):
    """Fields of the kind (track, goal or house) do not lie on printed ones."""

    kind: FieldKind


@dataclass(frozen=True, slots=True)
class ColoursRight(Message):
    """Whether the arms have the right colours; `doubtful`: of some it is not sure."""

    doubtful: bool


@dataclass(frozen=True, slots=True)
class BoardKept(Message):
    """The board is known from now on."""


@dataclass(frozen=True, slots=True)
class BoardNotKept(Message):
    """The board could not be written down."""


class TeachLabel(StrEnum):
    """The words on the buttons."""

    BACK = "back"
    NEXT = "next"
    KEEP = "keep"
    DONE = "done"


_LABELS: Mapping[TeachLabel, str] = {
    TeachLabel.BACK: N_("Back"),
    TeachLabel.NEXT: N_("Next"),
    TeachLabel.KEEP: N_("Keep it"),
    TeachLabel.DONE: N_("Done"),
}
_BESIDE: Mapping[FieldKind, str] = {
    "track": N_("The track misses its fields."),
    "goal": N_("The goals miss their fields."),
    "house": N_("The houses miss their fields."),
}
_LEFT = NN_("Always the middle field, one to go.", "Always the middle field, {number} to go.")


def teaching_lines(language: Language, message: Message) -> Lines:
    """The message as it stands on the screen."""
    return _table(language).lines(message)


def teaching_label(language: Language, of: TeachLabel) -> str:
    """The words on a button."""
    return catalogue(language).text(_LABELS[of])


@lru_cache
def _table(language: Language) -> Table:
    t = Table(catalogue(language))
    c = t.catalogue
    t.always(WhatKind, N_("What kind of board is it?"), N_("Tap the shape and the number."))
    t.add(MarkEnds, lambda x: _left(c, x))
    t.always(MarkAgain, N_("That doesn't fit yet."), N_("Tap the ends once more."))
    t.always(FieldsRight, N_("Is every ring in place?"), N_("If not, drag it to its field."))
    t.add(FieldsBeside, lambda x: Lines(c.text(_BESIDE[x.kind]), c.text("Drag the rings to their fields.")))
    t.add(ColoursRight, lambda x: _colours(c, x))
    t.always(BoardKept, N_("I know the board now."), N_("You can play on it."))
    t.always(BoardNotKept, N_("That didn't work."), N_("Is there room on the card?"))
    return t


def _left(c: Catalogue, message: MarkEnds) -> Lines:
    if message.left == 0:
        return Lines(c.text("Those were all the ends."), c.text("Drag them until they are exact."))
    return Lines(c.text("Tap the ends."), c.plural(_LEFT, message.left))


def _colours(c: Catalogue, message: ColoursRight) -> Lines:
    if message.doubtful:
        return Lines(c.text("Which colour is this?"), c.text("Tap the question mark."))
    return Lines(c.text("Are the colours right?"), c.text("Tap one to change it."))
