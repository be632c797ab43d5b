"""The free reading: the best assignment of at most four pieces of a colour to the fields, without any knowledge of the game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.belief.arrangement import PIECES_OF_A_COLOUR, Arrangement, Piece, Where, colours_by_place
from companion.belief.evidence import Evidence
from companion.places import HOME
from companion.rules import Color


def free_reading(evidence: Evidence, base: Arrangement, colors: tuple[Color, ...]) -> Arrangement:
    """What the picture alone says; under a cover what stood there before (`base`).

    Two pieces that shared a field count as two while the field still shows their colour: a picture cannot count them.
    """
    before = colours_by_place(base)
    numbers = _assign(evidence, colors, _hidden(evidence, before))
    pieces: list[Piece] = []
    for spot, number in enumerate(numbers):
        seen = evidence.columns.colors[number - 1] if number else None
        pieces += _standing(evidence, spot, seen, before)
    return tuple(sorted(pieces + _hidden_at_home(evidence, pieces, before, colors)))


def _assign(evidence: Evidence, colors: tuple[Color, ...], hidden: dict[Color, int]) -> NDArray[np.intp]:
    """(F,) column of each field. A colour with too many gives its weakest to the second best: exact for one such colour."""
    allowed = [0] + [evidence.columns.of((color,)) for color in colors]
    scores = np.full(evidence.fields.shape, -np.inf)
    scores[:, allowed] = evidence.fields[:, allowed]
    scores[evidence.covered, 1:] = -np.inf
    numbers: NDArray[np.intp] = scores.argmax(axis=1)
    for _ in range(len(numbers) * len(colors)):
        over = [c for c in allowed[1:] if np.count_nonzero(numbers == c) > _quota(evidence, c, hidden)]
        if not over:
            break
        held = np.flatnonzero(numbers == over[0])
        rest = scores[held].copy()
        rest[:, over[0]] = -np.inf
        weakest = int((scores[held, over[0]] - rest.max(axis=1)).argmin())
        numbers[held[weakest]] = int(rest[weakest].argmax())
        scores[held[weakest], over[0]] = -np.inf
    return numbers


def _quota(evidence: Evidence, column: int, hidden: dict[Color, int]) -> int:
    return PIECES_OF_A_COLOUR - hidden.get(evidence.columns.colors[column - 1], 0)


def _hidden(evidence: Evidence, before: dict[Where, tuple[Color, ...]]) -> dict[Color, int]:
    """How many pieces of each colour stood on fields that are covered now (houses apart)."""
    count: dict[Color, int] = {}
    for place, standing in before.items():
        if not isinstance(place, tuple) and evidence.covered[place]:
            for color in standing:
                count[color] = count.get(color, 0) + 1
    return count


def _standing(evidence: Evidence, spot: int, seen: Color | None, before: dict[Where, tuple[Color, ...]]) -> list[Piece]:
    stood = before.get(spot, ())
    if evidence.covered[spot] or (len(stood) > 1 and seen in stood):
        return [(color, spot) for color in stood]
    if seen is None:
        return []
    return [(seen, HOME if spot in evidence.places.house(seen) else spot)]


def _hidden_at_home(
    evidence: Evidence, seen: list[Piece], before: dict[Where, tuple[Color, ...]], colors: tuple[Color, ...]
) -> list[Piece]:
    """Pieces that may still stand on covered house fields are taken to stand there."""
    found: list[Piece] = []
    for color in colors:
        home = (color, HOME)
        room = int(np.count_nonzero(evidence.covered[list(evidence.places.house(color))]))
        lacking = len(before.get(home, ())) - seen.count(home)
        found += [home] * max(0, min(room, lacking))
    return found
