"""Where every piece of a game stands, possible or not: what the candidates of the belief are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.places import HOME, Places, Spot
from companion.rules import Color, Game, Place, Position, Sighting

Piece = tuple[Color, Spot]
"""A piece and where it stands; pieces in their own house are at `HOME`."""

Arrangement = tuple[Piece, ...]
"""All pieces, sorted, so that equal arrangements are equal values."""

Where = Spot | Piece
"""Something that can be looked at: a printed field, or the house of a colour as `(colour, HOME)`."""


def arrangement_of(game: Game, position: Position, places: Places) -> Arrangement:
    """The arrangement of a proven position."""
    return tuple(sorted((color, places.spot(color, p)) for color in game.colors for p in position.pieces(color)))


def changed(base: Arrangement, removed: Iterable[Piece], added: Iterable[Piece]) -> Arrangement:
    """`base` without some pieces and with others."""
    pieces = Counter(base)
    pieces.subtract(removed)
    pieces.update(added)
    return tuple(sorted(pieces.elements()))


def difference(base: Arrangement, other: Arrangement) -> tuple[Arrangement, Arrangement]:
    """The pieces only in `base` and those only in `other`."""
    left, right = Counter(base), Counter(other)
    return tuple(sorted((left - right).elements())), tuple(sorted((right - left).elements()))


def where(piece: Piece) -> Where:
    """What has to be looked at to see that piece."""
    return piece if piece[1] == HOME else piece[1]


def colours_by_place(arrangement: Arrangement) -> dict[Where, tuple[Color, ...]]:
    """Who stands on each occupied field and in each house."""
    found: dict[Where, tuple[Color, ...]] = {}
    for piece in arrangement:
        place = where(piece)
        found[place] = (*found.get(place, ()), piece[0])
    return found


def sighting_of(game: Game, arrangement: Arrangement, places: Places) -> Sighting:
    """The arrangement in the words of the rules."""
    seen: dict[Color, tuple[Place, ...]] = {}
    for color, spot in arrangement:
        seen[color] = (*seen.get(color, ()), places.place(color, spot))
    return Sighting.of(game.colors, seen)


def arrangement_seen(sighting: Sighting, places: Places) -> Arrangement:
    """The other way round."""
    return tuple(sorted((color, places.spot(color, place)) for color in sighting.colors for place in sighting.places(color)))
