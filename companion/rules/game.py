"""One agreed game: board, options, colours in it and how they are seated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.rules.board import HOUSE, Color, RulesBoard, parse_board
from companion.rules.errors import RulesError, shown
from companion.rules.options import Options, Setup, parse_options

NEUTRAL_SEATS = 4
"""A neutral colour belongs to "3 on the four-player board"."""


@dataclass(frozen=True, slots=True)
class Seats:
    """`two`: two players with two opposite colours each. `neutral`: the colour everybody may move."""

    two: bool = False
    neutral: Color | None = None

    def to_dict(self) -> dict[str, bool | str]:
        """Only what is special, as in the machine interfaces."""
        special: dict[str, bool | str] = {"two": True} if self.two else {}
        return special if self.neutral is None else {**special, "neutral": self.neutral}


@dataclass(frozen=True)
class Game:
    """What was agreed before the first throw. `colors` are those in the game, in board order. Raises `RulesError`."""

    board: RulesBoard
    options: Options
    colors: tuple[Color, ...]
    seats: Seats = Seats()

    def __post_init__(self) -> None:
        for color in self.colors:
            if color not in self.board.colors:
                raise RulesError(f"colors hold {shown(color)}; expected colours of the board: {', '.join(self.board.colors)}")
        if len(self.colors) < 2 or len(set(self.colors)) < len(self.colors):
            raise RulesError(f"colors are {shown(self.colors)}; expected at least two different colours")
        object.__setattr__(self, "colors", tuple(color for color in self.board.colors if color in self.colors))
        self._check_pairs()
        self._check_neutral()

    def _check_pairs(self) -> None:
        alone = [color for color in self.colors if self.board.opposite(color) not in self.colors]
        if self.options.partners and alone:
            raise RulesError(
                f"rules.partners is true; expected every opposite colour in the game, but the one opposite {alone[0]} is not,"
                f" only {', '.join(self.colors)}"
            )
        if self.seats.two and (alone or len(self.colors) != 4):
            raise RulesError(f"seats.two is true; expected exactly two pairs of opposite colours, not {', '.join(self.colors)}")

    def _check_neutral(self) -> None:
        neutral = self.seats.neutral
        if neutral is None:
            return
        if neutral not in self.colors:
            raise RulesError(f"seats.neutral is {shown(neutral)}; expected a colour in the game: {', '.join(self.colors)}")
        if self.options.partners or self.seats.two:
            raise RulesError(f"seats.neutral is {shown(neutral)}; expected no neutral colour with partners or two players")
        if len(self.board.colors) != NEUTRAL_SEATS or len(self.colors) != NEUTRAL_SEATS:
            raise RulesError(
                f"seats.neutral is {shown(neutral)}; expected a board of four colours with all of them in the game,"
                f" not {', '.join(self.colors)}"
            )

    def index(self, color: Color) -> int:
        """Where the colour stands in `colors`. Raises `RulesError` for a colour that is not in the game."""
        try:
            return self._index[color]
        except KeyError:
            raise RulesError(f"{shown(color)} is not in the game; expected one of {', '.join(self.colors)}") from None

    def player(self, color: Color) -> Color:
        """The colour, if somebody sits behind it. Raises `RulesError`: the neutral colour is never on turn."""
        if color == self.seats.neutral:
            raise RulesError(f"{shown(color)} is the neutral colour and never on turn; expected one of {', '.join(self.players)}")
        return self.colors[self.index(color)]

    @cached_property
    def players(self) -> tuple[Color, ...]:
        """The colours that are on turn at times: all but the neutral one."""
        return tuple(color for color in self.colors if color != self.seats.neutral)

    @cached_property
    def player_index(self) -> dict[Color, int]:
        """Where each of `players` stands in `colors`."""
        return {color: self._index[color] for color in self.players}

    @cached_property
    def clockwise(self) -> dict[Color, tuple[tuple[Color, int], ...]]:
        """For each player the others in the order in which they are on next, the player last; with their index in `colors`."""
        around = tuple(self.player_index.items())
        return {color: around[at + 1 :] + around[: at + 1] for at, color in enumerate(self.players)}

    @cached_property
    def track(self) -> int:
        """Fields of the ring; also the progress on the first goal field."""
        return self.board.track

    @cached_property
    def last(self) -> int:
        """Progress on the last goal field."""
        return self.board.last

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Track field of A for each of `colors`."""
        return tuple(self.board.offset(color) for color in self.colors)

    @cached_property
    def views(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """`views[i][p][j]`: the track field at progress p of the i-th colour, as progress of the j-th. A table, for speed."""
        track = self.board.track
        return tuple(
            tuple(tuple((offset + p - other) % track for other in self.offsets) for p in range(track)) for offset in self.offsets
        )

    @cached_property
    def partner(self) -> tuple[int | None, ...]:
        """Index of the partner for each of `colors`; None where nobody is: only with the option `partners`."""
        if not self.options.partners:
            return (None,) * len(self.colors)
        return tuple(self._index[self.board.opposite(color) or color] for color in self.colors)

    @cached_property
    def doubles(self) -> bool:
        """Whether two pieces may share a track field: "`partners` implies barriers for the pair", and all are in pairs."""
        return self.options.barriers or self.options.partners

    @cached_property
    def _index(self) -> dict[Color, int]:
        return {color: index for index, color in enumerate(self.colors)}

    def is_home(self, row: tuple[int, ...]) -> bool:
        """ "the colour is home when all four stand on goal fields"; `row` is sorted."""
        return row[0] >= self.track

    def start_row(self) -> tuple[int, ...]:
        """A colour's pieces at the beginning."""
        if self.options.setup is Setup.ONE_HOME:
            return (HOUSE, HOUSE, 0, self.last)
        return (HOUSE, HOUSE, HOUSE, 0 if self.options.setup is Setup.ONE_ON_START else HOUSE)


def parse_game(
    rules: object = "schmidt-2016",
    board: object = "four",
    colors: object = None,
    seats: object = None,
    boards: Mapping[str, RulesBoard] | None = None,
) -> Game:
    """A game from JSON values; `boards` are boards known by name besides `four` and `six`. Raises `RulesError`."""
    ring = parse_board(board, boards or {})
    return Game(ring, parse_options(rules), ring.colors if colors is None else _colors(colors), parse_seats(seats))


def parse_seats(value: object) -> Seats:
    """None, `{"two": true}` or `{"neutral": colour}`. Raises `RulesError`."""
    if value is None:
        return Seats()
    if not isinstance(value, Mapping):
        raise RulesError(f'seats are {shown(value)}; expected an object like {{"two": true}} or {{"neutral": "black"}}')
    for key in value:
        if key not in ("two", "neutral"):
            raise RulesError(f"seats have the unknown key {shown(key)}; expected two or neutral")
    two, neutral = value.get("two", False), value.get("neutral")
    if not isinstance(two, bool):
        raise RulesError(f"seats.two is {shown(two)}; expected true or false")
    if neutral is not None and not isinstance(neutral, str):
        raise RulesError(f"seats.neutral is {shown(neutral)}; expected the name of a colour")
    return Seats(two, None if neutral is None else Color(neutral))


def _colors(value: object) -> tuple[Color, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise RulesError(f"colors are {shown(value)}; expected a list of names of colours")
    return tuple(Color(name) for name in value)
