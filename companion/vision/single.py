"""Reading one picture with no knowledge of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.profile import GOAL_LETTERS, BoardProfile, FieldName
from calibration.registration import Registration
from companion.places import Places
from companion.rules import PIECES, Color, ForeignPlace, Place
from companion.vision.assignment import assign
from companion.vision.die import SeenDie, find_dice
from companion.vision.die_table import DieTable
from companion.vision.die_telling import die_value
from companion.vision.observation import Observation
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]

LEAST_CONFIDENCE = 0.1
"""What is less likely is no piece (a last piece, below, has 0.12 where the rest is empty): in a picture without colours the rule
of four a colour gave pieces to colours nobody saw."""
LAST_PIECE_NATS = 2.0
"""By so much a field may look more like empty and still hold the last piece of a colour of which the others are seen. Of 232
colours with three or more pieces on the rendered sets that were trained on, 221 have four (odds of 2.9 nats). With 2.0, six-48,
schmidt-4 and the photographs have 5 mistakes fewer (of 3173 fields), the sets that were trained on 3 more (of 6841)."""

PAWN_REACH = 0.7
"""So many widths of its foot around a pawn's middle line nothing is a die: highlights on a head look like pips."""


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece that stands on a field; `px` is the field's middle in the picture, `confidence` 0 … 1."""

    color: str
    field: FieldName
    px: tuple[float, float]
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What stands in a picture: `corners_px` (4, 2) in the profile's order, `clear` as in `Observation`, and the dice seen."""

    corners_px: FloatArray
    pieces: tuple[SeenPiece, ...]
    clear: bool
    dice: tuple[SeenDie, ...] = ()
    outside: int = 0
    """Fields that lie outside the picture."""
    covered: int = 0
    """Fields in it that are covered."""


def read_freely(observation: Observation, board: BoardProfile, registration: Registration) -> Reading:
    """The likeliest pieces, at most four of a colour; covered fields are never guessed."""
    scores = observation.log_evidence.copy()
    scores[observation.covered, 1:] = -np.inf
    quotas = np.full(scores.shape[1], PIECES, dtype=np.intp)
    chosen = _with_the_last(assign(scores, quotas), scores)
    surely = np.exp(observation.log_evidence[np.arange(len(chosen)), chosen])
    chosen = np.where(surely < LEAST_CONFIDENCE, 0, chosen)
    centres = registration.print_to_px(board.centres_mm)
    pieces = tuple(
        SeenPiece(
            observation.colors[chosen[k] - 1],
            observation.fields[k],
            (round(float(centres[k, 0]), 1), round(float(centres[k, 1]), 1)),
            round(float(np.exp(observation.log_evidence[k, chosen[k]])), 3),
        )
        for k in np.flatnonzero(chosen)
    )
    clear = observation.clear and not observation.covered.any()
    covered = int(observation.covered.sum()) - observation.outside
    return Reading(registration.print_to_px(board.corners_mm), pieces, clear, outside=observation.outside, covered=covered)


def as_seen(reading: Reading, lens: Lens | None) -> Reading:
    """A reading of a straightened picture, in the pixels of the picture as the camera gave it."""
    if lens is None or lens.straight:
        return reading
    pieces = tuple(replace(piece, px=_seen(piece.px, lens)) for piece in reading.pieces)
    dice = tuple(replace(die, px=_seen(die.px, lens)) for die in reading.dice)
    return replace(reading, corners_px=lens.seen_px(reading.corners_px), pieces=pieces, dice=dice)


def _seen(px: tuple[float, float], lens: Lens) -> tuple[float, float]:
    x, y = lens.seen_px(np.array([px]))[0]
    return round(float(x), 1), round(float(y), 1)


def with_dice(reading: Reading, bgr: BgrImage, board: BoardProfile, registration: Registration) -> Reading:
    """The reading, and the dice on the board or beside it: as large as a die is there, and not on a pawn that was read."""
    dice = find_dice(bgr, table=DieTable(registration))
    return replace(reading, dice=off_pawns(dice, reading.pieces, board, registration))


def off_pawns(
    dice: tuple[SeenDie, ...], pieces: tuple[SeenPiece, ...], board: BoardProfile, registration: Registration
) -> tuple[SeenDie, ...]:
    """The dice that lie on none of the pawns, from foot to head."""
    if not dice or not pieces:
        return dice
    feet = np.array([(field.x_mm, field.y_mm) for field in (board.field(piece.field) for piece in pieces)])
    pawns = np.vstack([registration.above_print_to_px(feet, share * board.pawn.height_mm) for share in (0.0, 0.5, 1.0)])
    beside = registration.print_to_px(feet + np.array([board.pawn.foot_mm, 0.0])) - registration.print_to_px(feet)
    reach = PAWN_REACH * float(np.linalg.norm(beside, axis=1).mean())
    return tuple(die for die in dice if np.linalg.norm(pawns - die.px, axis=1).min() > reach)


def _with_the_last(chosen: NDArray[np.intp], scores: FloatArray) -> NDArray[np.intp]:
    """(F,) classes: where all pieces of a colour but one are seen, the one that lacks stands where it most likely does."""
    completed = chosen.copy()
    for column in range(1, scores.shape[1]):
        if (completed == column).sum() == PIECES - 1:
            gain = np.where(completed == 0, scores[:, column] - scores[:, 0], -np.inf)
            if gain.max() > -LAST_PIECE_NATS:
                completed[gain.argmax()] = column
    return completed


def position_json(pieces: tuple[SeenPiece, ...], board: BoardProfile) -> dict[str, list[int | str]]:
    """The pieces as a position of the machine interfaces: progress values, `"green:b"` on a foreign goal field."""
    places = Places(board)
    spots: Mapping[FieldName, int] = {name: spot for spot, name in enumerate(board.field_names)}
    position: dict[str, list[int | str]] = {}
    for color in board.colors:
        own = [places.place(Color(color), spots[piece.field]) for piece in pieces if piece.color == color]
        position[color] = sorted((_place_json(place) for place in own), key=lambda value: (isinstance(value, str), value))
    return position


def _place_json(place: Place) -> int | str:
    if isinstance(place, ForeignPlace):
        return f"{place.color}:{GOAL_LETTERS[place.index] if place.kind == 'goal' else 'B'}"
    return int(place)


def reading_json(file: str, reading: Reading, board: BoardProfile) -> dict[str, Any]:
    """The line of `companion see`."""
    return {
        "file": file,
        "corners": reading.corners_px.round(1).tolist(),
        "pieces": [{"color": p.color, "field": p.field, "px": list(p.px), "confidence": p.confidence} for p in reading.pieces],
        "position": position_json(reading.pieces, board),
        "clear": reading.clear,
        "die": die_value(reading.dice),
    }
