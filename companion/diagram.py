"""A position drawn with characters: the cross of a four-colour board, or the ring laid out line by line for any other.

A track field shows its number of steps from the start field of the colour whose view is taken, or the pieces on it: `Ge`, `2Ge`
for two of a colour, `G+R` for one of each of a pair; `*` marks a start field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules import GOAL_LETTERS, HOUSE, PIECES, Color, Game, Position

CELL = 5
"""Characters a cell of the cross."""

WIDTH = 80
"""Columns that a diagram never exceeds."""

Cell = tuple[int, int]
"""Column and row of the cross, from the corner of the first colour's house."""


def draw(game: Game, position: Position, view: Color, name: Callable[[Color], str]) -> list[str]:
    """The lines of the diagram; `name` gives a colour's name in the reader's language."""
    board = _Board(game, position, view, {color: name(color) for color in game.board.colors})
    cross = _cross_arm(game)
    return board.ring() if cross is None else board.cross(cross)


def codes(names: Mapping[Color, str]) -> dict[Color, str]:
    """The shortest beginnings of the names, two letters at least, that differ from each other."""
    longest = max(map(len, names.values()))
    length = next((n for n in range(2, longest) if len({name[:n] for name in names.values()}) == len(names)), longest)
    return {color: name[:length] for color, name in names.items()}


def _cross_arm(game: Game) -> int | None:
    """Steps from a start field to the middle of the cross; None when the board is no cross, or too wide for the page."""
    step, odd = divmod(game.track // len(game.board.colors), 2)
    arm = step - 1
    fits = len(game.board.colors) == 4 and not odd and arm >= game.board.goal and (2 * arm + 3) * CELL <= WIDTH
    return arm if fits else None


class _Board:
    """What stands where, as text."""

    def __init__(self, game: Game, position: Position, view: Color, names: Mapping[Color, str]) -> None:
        self._game, self._position, self._names = game, position, names
        self._codes = codes(names)
        self._zero = game.board.offset(view)
        self._starts = {game.board.offset(color) for color in game.board.colors}
        self._on: dict[int, list[Color]] = {}
        for color in game.colors:
            for p in position.pieces(color):
                if 0 <= p < game.track:
                    self._on.setdefault((game.board.offset(color) + p) % game.track, []).append(color)

    def cross(self, arm: int) -> list[str]:
        """The board as it is printed, the first colour's house in the upper left corner."""
        size = 2 * arm + 3
        cells: dict[Cell, str] = {}
        for number, color in enumerate(self._game.board.colors):
            for cell, text in self._quarter(arm, color).items():
                cells[_turned(cell, number, size)] = text
        rows = ("".join(cells.get((x, y), "").ljust(CELL) for x in range(size)).rstrip() for y in range(size))
        return list(rows)

    def ring(self) -> list[str]:
        """A paragraph a colour: the track from its start field to the next one, then its goal and house."""
        step = self._game.track // len(self._game.board.colors)
        lines: list[str] = []
        indent = max(map(len, self._names.values())) + 2
        for color in self._game.board.colors:
            first = self._game.board.offset(color)
            lines += _wrapped(self._names[color].ljust(indent), [self._track(first + i) for i in range(step)])
            if color in self._game.colors:
                lines += _wrapped(" " * indent, [*self._goal(color), "", *self._house(color)])
        return lines

    def _quarter(self, arm: int, color: Color) -> dict[Cell, str]:
        """The cells of one colour as if it were the first: its part of the track, its goal and its house."""
        first = self._game.board.offset(color)
        ways = [(i, arm) for i in range(arm + 1)] + [(arm, arm - i) for i in range(1, arm + 1)] + [(arm + 1, 0)]
        cells = {cell: self._track(first + i) for i, cell in enumerate(ways)}
        if color in self._game.colors:
            cells |= {(1 + i, arm + 1): text for i, text in enumerate(self._goal(color))}
            cells |= dict(zip([(0, 0), (1, 0), (0, 1), (1, 1)], self._house(color), strict=True))
        return cells

    def _track(self, field: int) -> str:
        field %= self._game.track
        return ("*" if field in self._starts else "") + (self._held(field) or str((field - self._zero) % self._game.track))

    def _held(self, field: int) -> str:
        held = self._on.get(field, [])
        if len(held) < 2:
            return self._codes[held[0]] if held else ""
        if held[0] == held[1]:
            return f"2{self._codes[held[0]]}"
        return "+".join(self._names[color][0] for color in held)

    def _goal(self, color: Color) -> list[str]:
        pieces = self._position.pieces(color)
        return [self._codes[color] if self._game.track + i in pieces else GOAL_LETTERS[i] for i in range(self._game.board.goal)]

    def _house(self, color: Color) -> list[str]:
        waiting = self._position.pieces(color).count(HOUSE)
        return [self._codes[color]] * waiting + ["-"] * (PIECES - waiting)


def _turned(cell: Cell, quarters: int, size: int) -> Cell:
    x, y = cell
    for _ in range(quarters):
        x, y = size - 1 - y, x
    return x, y


def _wrapped(head: str, cells: list[str]) -> list[str]:
    """The cells in lines no wider than the page; the first line begins with `head`, the others with as many blanks."""
    fit = (WIDTH - len(head)) // CELL
    starts = range(0, len(cells), fit)
    lines = ["".join(cell.ljust(CELL) for cell in cells[start : start + fit]).rstrip() for start in starts]
    return [(head if i == 0 else " " * len(head)) + line for i, line in enumerate(lines)]
