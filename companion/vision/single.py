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
from companion.vision.observation import Observation

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece that stands on a field; `px` is the field's middle in the picture, `confidence` 0 … 1."""

    color: str
    field: FieldName
    px: tuple[float, float]
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What stands in a picture: `corners_px` (4, 2) in the profile's order, and `clear` as in `Observation`."""

    corners_px: FloatArray
    pieces: tuple[SeenPiece, ...]
    clear: bool


def read_freely(observation: Observation, board: BoardProfile, registration: Registration) -> Reading:
    """The likeliest pieces, at most four of a colour; covered fields are never guessed."""
    scores = observation.log_evidence.copy()
    scores[observation.covered, 1:] = -np.inf
    quotas = np.full(scores.shape[1], PIECES, dtype=np.intp)
    chosen = assign(scores, quotas)
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
    return Reading(registration.print_to_px(board.corners_mm), pieces, observation.clear and not observation.covered.any())


def as_seen(reading: Reading, lens: Lens | None) -> Reading:
    """A reading of a straightened picture, in the pixels of the picture as the camera gave it."""
    if lens is None or lens.straight:
        return reading
    pieces = tuple(replace(piece, px=_seen(piece.px, lens)) for piece in reading.pieces)
    return replace(reading, corners_px=lens.seen_px(reading.corners_px), pieces=pieces)


def _seen(px: tuple[float, float], lens: Lens) -> tuple[float, float]:
    x, y = lens.seen_px(np.array([px]))[0]
    return round(float(x), 1), round(float(y), 1)


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
        "die": None,
    }
