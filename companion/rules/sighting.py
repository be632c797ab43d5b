"""What was seen on the board, perhaps impossible: not a `Position`, and never taken for one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.rules.board import GOAL_LETTERS, HOUSE, Color
from companion.rules.errors import RulesError, shown
from companion.rules.game import Game
from companion.rules.position import Position, is_progress

HOUSE_INDEX = 0
"""Index of every house place: "which of the four a piece stands on never matters"."""


@dataclass(frozen=True, slots=True)
class ForeignPlace:
    """A goal field (`index` 0 is a) or the house of another colour than the piece's own."""

    color: Color
    kind: Literal["goal", "house"]
    index: int = HOUSE_INDEX

    def __str__(self) -> str:
        return f"{self.color}:{'B' if self.kind == 'house' else GOAL_LETTERS[self.index]}"


Place = int | ForeignPlace
"""Where a seen piece stands: its own progress, or another colour's goal field or house."""


def _order(place: Place) -> tuple[int, str]:
    return (place, "") if isinstance(place, int) else (1_000_000, str(place))


@dataclass(frozen=True, slots=True)
class Sighting:
    """The places of any number of pieces of each colour, sorted, in the order of `colors`."""

    colors: tuple[Color, ...]
    rows: tuple[tuple[Place, ...], ...]

    @classmethod
    def of(cls, colors: tuple[Color, ...], places: Mapping[Color, tuple[Place, ...]]) -> Sighting:
        """A sighting of these places in any order; a colour without places has no piece on the board."""
        return cls(colors, tuple(tuple(sorted(places.get(color, ()), key=_order)) for color in colors))

    @classmethod
    def of_position(cls, position: Position) -> Sighting:
        """Exactly what a position would look like."""
        return cls(position.colors, position.rows)

    @classmethod
    def parse(cls, game: Game, value: object) -> Sighting:
        """`"observed"` of the machine interfaces. Raises `RulesError`."""
        if not isinstance(value, Mapping):
            raise RulesError(f"observed is {shown(value)}; expected an object with the places of each colour")
        for key in value:
            if key not in game.colors:
                raise RulesError(f"observed has {shown(key)}, which is not in the game; expected {', '.join(game.colors)}")
        places: dict[Color, tuple[Place, ...]] = {}
        for color in game.colors:
            row = value.get(color)
            if not isinstance(row, list | tuple):
                raise RulesError(f"observed.{color} is {shown(row)}; expected a list of places")
            places[color] = tuple(_place(game, color, item) for item in row)
        return cls.of(game.colors, places)

    def places(self, color: Color) -> tuple[Place, ...]:
        """Where the colour's pieces were seen."""
        return self.rows[self.colors.index(color)]

    def to_dict(self) -> dict[str, list[int | str]]:
        """As `"observed"` of the machine interfaces."""
        return {
            color: [place if isinstance(place, int) else str(place) for place in row]
            for color, row in zip(self.colors, self.rows, strict=True)
        }


def _place(game: Game, color: Color, value: object) -> Place:
    if isinstance(value, int) and is_progress(game, value):
        return value
    if isinstance(value, str):
        owner, _, name = value.partition(":")
        letters = GOAL_LETTERS[: game.board.goal]
        if owner in game.board.colors and (name == "B" or (len(name) == 1 and name in letters)):
            return _foreign(game, color, Color(owner), name)
    raise RulesError(
        f"observed.{color} has {shown(value)}; expected a whole number from {HOUSE} to {game.last},"
        f' or a place like "{game.colors[0]}:a" or "{game.colors[0]}:B"'
    )


def _foreign(game: Game, color: Color, owner: Color, name: str) -> Place:
    if name == "B":
        return HOUSE if owner == color else ForeignPlace(owner, "house")
    index = GOAL_LETTERS.index(name)
    return game.track + index if owner == color else ForeignPlace(owner, "goal", index)
