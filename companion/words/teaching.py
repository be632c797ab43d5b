"""What the companion says while it is taught a board, in German and English: messages, buttons, and a table for each language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from companion.words import english, german
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


_GERMAN = Table("Schau mal!", {})
_ENGLISH = Table("Have a look!", {})
_LABELS: Mapping[Language, Mapping[TeachLabel, str]] = {
    Language.GERMAN: {
        TeachLabel.BACK: "Zurück",
        TeachLabel.NEXT: "Weiter",
        TeachLabel.KEEP: "Merken",
        TeachLabel.DONE: "Fertig",
    },
    Language.ENGLISH: {
        TeachLabel.BACK: "Back",
        TeachLabel.NEXT: "Next",
        TeachLabel.KEEP: "Keep it",
        TeachLabel.DONE: "Done",
    },
}
_TABLES: Mapping[Language, Table] = {Language.GERMAN: _GERMAN, Language.ENGLISH: _ENGLISH}


def teaching_lines(language: Language, message: Message) -> Lines:
    """The message as it stands on the screen."""
    return _TABLES[language].lines(message)


def teaching_label(language: Language, of: TeachLabel) -> str:
    """The words on a button."""
    return _LABELS[language][of]


_GERMAN_BESIDE: Mapping[FieldKind, str] = {
    "track": "Die Laufbahn liegt daneben.",
    "goal": "Die Ziele liegen daneben.",
    "house": "Die Häuser liegen daneben.",
}
_ENGLISH_BESIDE: Mapping[FieldKind, str] = {
    "track": "The track misses its fields.",
    "goal": "The goals miss their fields.",
    "house": "The houses miss their fields.",
}


def _german_left(message: MarkEnds) -> Lines:
    if message.left == 0:
        return Lines("Das waren alle Enden.", "Zieh sie, bis sie genau sitzen.")
    return Lines(
        "Tipp die Enden an.", f"Immer das mittlere Feld, noch {'eins' if message.left == 1 else german.number(message.left)}."
    )


def _english_left(message: MarkEnds) -> Lines:
    if message.left == 0:
        return Lines("Those were all the ends.", "Drag them until they are exact.")
    return Lines("Tap the ends.", f"Always the middle field, {english.number(message.left)} to go.")


_GERMAN.always(WhatKind, "Was ist das für ein Brett?", "Tipp auf die Form und die Zahl.")
_GERMAN.add(MarkEnds, _german_left)
_GERMAN.always(MarkAgain, "Das passt noch nicht.", "Tipp die Enden noch einmal an.")
_GERMAN.always(FieldsRight, "Sitzen alle Ringe?", "Wenn nicht, zieh sie auf ihr Feld.")
_GERMAN.add(FieldsBeside, lambda x: Lines(_GERMAN_BESIDE[x.kind], "Zieh die Ringe auf ihre Felder."))
_GERMAN.add(
    ColoursRight,
    lambda x: (
        Lines("Welche Farbe ist das?", "Tipp auf das Fragezeichen.")
        if x.doubtful
        else Lines("Stimmen die Farben?", "Tipp eine an, dann wechselt sie.")
    ),
)
_GERMAN.always(BoardKept, "Ich kenne das Brett jetzt.", "Ihr könnt darauf spielen.")
_GERMAN.always(BoardNotKept, "Das ging nicht.", "Ist noch Platz auf der Karte?")
_ENGLISH.always(WhatKind, "What kind of board is it?", "Tap the shape and the number.")
_ENGLISH.add(MarkEnds, _english_left)
_ENGLISH.always(MarkAgain, "That doesn't fit yet.", "Tap the ends once more.")
_ENGLISH.always(FieldsRight, "Is every ring in place?", "If not, drag it to its field.")
_ENGLISH.add(FieldsBeside, lambda x: Lines(_ENGLISH_BESIDE[x.kind], "Drag the rings to their fields."))
_ENGLISH.add(
    ColoursRight,
    lambda x: (
        Lines("Which colour is this?", "Tap the question mark.")
        if x.doubtful
        else Lines("Are the colours right?", "Tap one to change it.")
    ),
)
_ENGLISH.always(BoardKept, "I know the board now.", "You can play on it.")
_ENGLISH.always(BoardNotKept, "That didn't work.", "Is there room on the card?")
