"""What was measured on a set of labelled pictures, and how it adds up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from calibration.profile import FieldName
from calibration.registration import Registration
from companion.measuring.labelled import LabelledPicture
from companion.measuring.reliability import Judged
from companion.vision.single import Reading

EMPTY = "empty"
WRONG_PLACE = 0.05
"""Share of the width from which a board lies elsewhere, or another way round: fields are 8 % apart."""

Mistake = tuple[FieldName, str, str]
"""A field, what is true, what was read."""


@dataclass
class Tally:
    """Counts of one set. `corner_errors` are shares of the board's width; times are milliseconds a picture."""

    pictures: int = 0
    found: int = 0
    misplaced: int = 0
    fields: int = 0
    wrong: int = 0
    whole: int = 0
    clear_wrong: int = 0
    false_pawns: int = 0
    missed_pawns: int = 0
    corner_errors: list[float] = field(default_factory=list)
    finding_ms: list[float] = field(default_factory=list)
    one_look_ms: list[float] = field(default_factory=list)
    six_looks_ms: list[float] = field(default_factory=list)
    confusions: Counter[str] = field(default_factory=Counter)
    judged: list[Judged] = field(default_factory=list)

    def count_lost(self, picture: LabelledPicture) -> None:
        """A board that was not found: all its fields are wrong."""
        counted = fields_counted(picture)
        self.pictures += 1
        self.fields += counted
        self.wrong += counted

    def count_read(self, picture: LabelledPicture, registration: Registration, reading: Reading) -> tuple[Mistake, ...]:
        """A board that was found and read; what is wrong with it."""
        mistakes = mistaken(picture, reading)
        self.pictures += 1
        self.found += 1
        self.fields += fields_counted(picture)
        self.wrong += len(mistakes)
        self.whole += not mistakes
        self.clear_wrong += reading.clear != picture.settled
        self.false_pawns += sum(true == EMPTY for _, true, _ in mistakes)
        self.missed_pawns += sum(seen == EMPTY for _, _, seen in mistakes)
        self.confusions.update(f"{true} as {seen}" for _, true, seen in mistakes if EMPTY not in (true, seen))
        self.judged.extend(judged(picture, reading))
        if len(picture.corners_px):
            self.corner_errors.append(corner_error(picture, registration))
            self.misplaced += self.corner_errors[-1] > WRONG_PLACE
        return mistakes


def summed(tallies: Iterable[Tally]) -> Tally:
    """All of them together."""
    total = Tally()
    for tally in tallies:
        for name in Tally.__dataclass_fields__:
            setattr(total, name, getattr(total, name) + getattr(tally, name))
    return total


def fields_counted(picture: LabelledPicture) -> int:
    """Fields of which the truth is known."""
    return len(picture.board.fields) - len(picture.unknown)


def mistaken(picture: LabelledPicture, reading: Reading) -> tuple[Mistake, ...]:
    """Every field that is known and was read wrongly.

    A field reported as covered counts as read as nothing: wrong where a pawn stands in sight, right where the field is empty.
    """
    seen = {piece.field: piece.color for piece in reading.pieces}
    wrong = []
    for name in picture.board.field_names:
        true, read = picture.pieces.get(name), seen.get(name)
        if name not in picture.unknown and true != read:
            wrong.append((name, true or EMPTY, read or EMPTY))
    return tuple(wrong)


def judged(picture: LabelledPicture, reading: Reading) -> list[Judged]:
    """The confidence of every piece on a field that is known, and whether it stands there."""
    return [
        (piece.confidence, picture.pieces.get(piece.field) == piece.color)
        for piece in reading.pieces
        if piece.field not in picture.unknown
    ]


def corner_error(picture: LabelledPicture, registration: Registration) -> float:
    """The worst of the four corners, as a share of the board's width in the picture (the mean of its four sides)."""
    found = registration.print_to_px(picture.board.corners_mm)
    width = float(np.mean(np.linalg.norm(picture.corners_px - np.roll(picture.corners_px, 1, axis=0), axis=1)))
    return float(np.linalg.norm(found - picture.corners_px, axis=1).max()) / width
