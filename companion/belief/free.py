"""The free reading: the best assignment of at most four pieces of a colour to the fields, without any knowledge of the game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.belief.arrangement import Arrangement, Piece, Where, colours_by_place
from companion.belief.evidence import Evidence
from companion.places import HOME
from companion.rules import PIECES, Color
from companion.vision.assignment import assign


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
    """(F,) column of each field, covered ones empty."""
    everybody = evidence.columns.colors
    scores = evidence.fields[:, : 1 + len(everybody)].copy()
    scores[evidence.covered, 1:] = -np.inf
    quotas = [PIECES - hidden.get(color, 0) if color in colors else 0 for color in everybody]
    return assign(scores, np.array([len(scores), *quotas], dtype=np.intp))


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
