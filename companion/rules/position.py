"""Where the pieces stand, proven possible by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.board import GOAL_LETTERS, HOUSE, PIECES, Color
from companion.rules.errors import RulesError, shown
from companion.rules.game import Game

Row = tuple[int, ...]
"""Progress of a colour's four pieces, ascending: "two moves that give the same position are one move"."""


@dataclass(frozen=True, slots=True)
class Position:
    """A valid position. Only `Position.of`, `parse_position_text` and moves make one; the constructor proves nothing.

    `rows` are in the order of `colors`; progress: -1 house, 0 … track-1 from the own A, from `track` the goal a, b, …
    """

    track: int
    colors: tuple[Color, ...]
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, game: Game, places: object) -> Position:
        """`places` as in the machine interfaces, values in any order. Raises `RulesError` that lists all the faults."""
        if not isinstance(places, Mapping):
            raise RulesError(f"position is {shown(places)}; expected an object with four progress values a colour")
        faults, rows = _read(game, places)
        faults += crowded(game, rows)
        if faults:
            raise RulesError("position: " + "; ".join(faults))
        return cls(game.track, game.colors, tuple(rows))

    def pieces(self, color: Color) -> Row:
        """Progress of the colour's four pieces, ascending. Raises `RulesError` for a colour that is not in the game."""
        if color not in self.colors:
            raise RulesError(f"{shown(color)} is not in the game; expected one of {', '.join(self.colors)}")
        return self.rows[self.colors.index(color)]

    def to_dict(self) -> dict[str, list[int]]:
        """As in the machine interfaces."""
        return {color: list(row) for color, row in zip(self.colors, self.rows, strict=True)}

    def text(self, turn: Color | None = None) -> str:
        """One line: "colours in board order, each with its four progress values …; then the colour on turn"."""
        parts = [
            f"{color}:{','.join(place_text(self.track, p) for p in row)}"
            for color, row in zip(self.colors, self.rows, strict=True)
        ]
        return " ".join(parts if turn is None else [*parts, f"turn={turn}"])


def place_text(track: int, progress: int) -> str:
    """ "`B` (house), the number of steps from the own A (`0` … `L-1`), or `a` … `d`"."""
    if progress == HOUSE:
        return "B"
    return str(progress) if progress < track else GOAL_LETTERS[progress - track]


def initial_position(game: Game) -> Position:
    """The position before the first throw; a neutral colour "is set up like the others"."""
    return Position(game.track, game.colors, (game.start_row(),) * len(game.colors))


def is_progress(game: Game, value: object) -> bool:
    """Whether the value is a place of an own piece; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool) and HOUSE <= value <= game.last


def _read(game: Game, places: Mapping[str, object]) -> tuple[list[str], list[Row]]:
    faults = [f"{shown(key)} is not in the game; expected {', '.join(game.colors)}" for key in places if key not in game.colors]
    rows: list[Row] = []
    for color in game.colors:
        values = places.get(color)
        whole = isinstance(values, list | tuple) and len(values) == PIECES
        row = tuple(values) if isinstance(values, list | tuple) else ()
        wrong = [value for value in row if not is_progress(game, value)]
        faults += [] if whole else [f"{color} is {shown(values)}; expected {PIECES} progress values"]
        faults += [f"{color} has {shown(value)}; expected whole numbers from {HOUSE} to {game.last}" for value in wrong]
        rows.append(tuple(sorted(value for value in row if value not in wrong)))
    return faults, rows


def crowded(game: Game, rows: list[Row]) -> list[str]:
    """A sentence for every field that holds more pieces than it may."""
    track, faults = game.track, []
    on_track: dict[int, list[int]] = {}
    for index, row in enumerate(rows):
        color = game.colors[index]
        goals = Counter(p for p in row if p >= track)
        faults += [
            f"{color} has {n} pieces on goal field {GOAL_LETTERS[p - track]}; expected one" for p, n in goals.items() if n > 1
        ]
        for p in row:
            if 0 <= p < track:
                on_track.setdefault((game.offsets[index] + p) % track, []).append(index)
    for field, held in sorted(on_track.items()):
        if len(held) > 1 and not _may_share(game, held):
            names = " and ".join(game.colors[index] for index in held)
            faults.append(f"{names} stand together on track field {field}; expected {_expected(game)}")
    return faults


def _may_share(game: Game, held: list[int]) -> bool:
    """ "two pieces of one colour may share a track field (never three …)"; with partners also one of each."""
    if len(held) != 2 or not game.doubles:
        return False
    first, second = held
    return first == second or game.partner[first] == second


def _expected(game: Game) -> str:
    if game.options.partners:
        return "one piece, or two of a pair"
    return "one piece, or two of one colour" if game.options.barriers else "one piece, as there are no barriers"
