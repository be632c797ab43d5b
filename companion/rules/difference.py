"""What was done on the board: the difference between a position and what is seen now, piece by piece."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.rules.board import HOUSE, Color
from companion.rules.game import Game
from companion.rules.position import Position
from companion.rules.sighting import ForeignPlace, Place, Sighting
from companion.rules.verdict import Walk


@dataclass(frozen=True, slots=True)
class Difference:
    """`walks`: pieces that stand elsewhere now, other than captured ones.

    `unreturned`: colours whose captured piece is nowhere. `missing`, `extra`: colours with too few pieces (that one
    left out) or too many. `foreign`: whether any piece stands in another colour's goal or house.
    """

    walks: tuple[Walk, ...]
    unreturned: tuple[Color, ...]
    missing: tuple[Color, ...]
    extra: tuple[Color, ...]
    foreign: bool


@dataclass(slots=True)
class _Change:
    """Of one colour: places that were left and places that were taken."""

    left: list[int]
    taken: list[Place]


def difference(game: Game, position: Position, sighting: Sighting) -> Difference:
    """Compares; a piece that gave way to a walking one is told as captured, not as moved."""
    changes = {color: _change(position, sighting, color) for color in game.colors}
    unreturned = _without_captured(game, changes)
    counts = {color: len(change.taken) - len(change.left) for color, change in changes.items()}
    return Difference(
        walks=tuple(walk for color, change in changes.items() for walk in _walks(color, change)),
        unreturned=unreturned,
        missing=tuple(color for color, count in counts.items() if count < 0),
        extra=tuple(color for color, count in counts.items() if count > 0),
        foreign=any(isinstance(place, ForeignPlace) for row in sighting.rows for place in row),
    )


def _change(position: Position, sighting: Sighting, color: Color) -> _Change:
    before: Counter[Place] = Counter(position.pieces(color))
    after = Counter(sighting.places(color))
    left = [place for place in (before - after).elements() if isinstance(place, int)]
    return _Change(left, list((after - before).elements()))


def _without_captured(game: Game, changes: dict[Color, _Change]) -> tuple[Color, ...]:
    """Takes captured pieces out of the changes; returns the colours whose captured piece is nowhere."""
    unreturned: list[Color] = []
    for index, color in enumerate(game.colors):
        for target in changes[color].taken:
            taken = _gave_way(game, changes, index, target)
            if taken is not None and not _returned(game, changes, taken, index, target):
                unreturned.append(taken)
    return tuple(unreturned)


def _gave_way(game: Game, changes: dict[Color, _Change], index: int, target: Place) -> Color | None:
    """The colour that left the track field `target` of colour `index`; never a partner: they do not capture each other."""
    if not isinstance(target, int) or not 0 <= target < game.track:
        return None
    for other, color in enumerate(game.colors):
        if other != index and game.partner[index] != other and game.views[index][target][other] in changes[color].left:
            change = changes[color]
            if len(change.taken) < len(change.left) or any(_is_house(place) for place in change.taken):
                return color
    return None


def _returned(game: Game, changes: dict[Color, _Change], taken: Color, index: int, target: Place) -> bool:
    """Takes one captured piece out of the changes; False if it stands in no house."""
    assert isinstance(target, int)
    change = changes[taken]
    change.left.remove(game.views[index][target][game.index(taken)])
    house = next((place for place in change.taken if _is_house(place)), None)
    if house is None:
        return False
    change.taken.remove(house)
    return True


def _is_house(place: Place) -> bool:
    return place == HOUSE or (isinstance(place, ForeignPlace) and place.kind == "house")


def _walks(color: Color, change: _Change) -> list[Walk]:
    """Each taken place with one that was left; nothing when the number of pieces changed: who walked cannot be told."""
    if len(change.left) != len(change.taken):
        return []
    return [Walk(color, source, target) for source, target in zip(sorted(change.left), change.taken, strict=True)]
