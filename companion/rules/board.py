"""The board as the rules see it: a ring of fields, a goal for each colour, no geometry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NewType

from companion.rules.errors import RulesError, shown

Color = NewType("Color", str)
"""The name of a colour, as the board prints it: `yellow`."""

HOUSE: Final = -1
"""Progress of a piece that waits in the house: "`-1` in the house"."""

PIECES: Final = 4
"""Pieces of a colour: "still four pieces", whatever the goal holds."""

GOAL_LETTERS: Final = "abcde"
"""Names of the goal fields: "some boards have a fifth, `e`"."""

SHORTEST_TRACK: Final = 12
"""Below two sixes a piece would meet its own way again within one throw."""


@dataclass(frozen=True, slots=True)
class RulesBoard:
    """`track` fields in the ring, `goal` fields of each colour, `colors` clockwise; field 0 is the first colour's A."""

    track: int
    goal: int
    colors: tuple[Color, ...]

    def __post_init__(self) -> None:
        if len(self.colors) < 2 or len(set(self.colors)) < len(self.colors):
            raise RulesError(f"board colors are {shown(self.colors)}; expected at least two different colours")
        if self.track < SHORTEST_TRACK or self.track % len(self.colors):
            raise RulesError(
                f"board track is {self.track}; expected at least {SHORTEST_TRACK} fields and a multiple of"
                f" its {len(self.colors)} colours"
            )
        if not PIECES <= self.goal <= len(GOAL_LETTERS):
            raise RulesError(f"board goal is {self.goal}; expected {PIECES} or {len(GOAL_LETTERS)}")

    def offset(self, color: Color) -> int:
        """Track field of the colour's A: "offsets step by `L` divided by the number of colours of the board"."""
        return self.colors.index(color) * (self.track // len(self.colors))

    @property
    def last(self) -> int:
        """Progress on the last goal field."""
        return self.track + self.goal - 1

    def opposite(self, color: Color) -> Color | None:
        """The colour across the board; None on a board with an odd number of colours."""
        half, odd = divmod(len(self.colors), 2)
        return None if odd else self.colors[(self.colors.index(color) + half) % len(self.colors)]


_CLOCKWISE = tuple(Color(name) for name in ("yellow", "green", "red", "black", "blue", "purple"))
FOUR: Final = RulesBoard(40, 4, _CLOCKWISE[:4])
SIX: Final = RulesBoard(48, 4, _CLOCKWISE)
BOARDS: Final[Mapping[str, RulesBoard]] = {"four": FOUR, "six": SIX}


def parse_board(value: object, boards: Mapping[str, RulesBoard]) -> RulesBoard:
    """`"four"`, `"six"`, a name in `boards`, or `{"track", "goal", "colors"}`. Raises `RulesError`."""
    known = {**BOARDS, **boards}
    if isinstance(value, str):
        if value not in known:
            raise RulesError(
                f"board is {shown(value)}; expected one of {', '.join(sorted(known))}, or an object with track, goal, colors"
            )
        return known[value]
    if not isinstance(value, Mapping):
        raise RulesError(f"board is {shown(value)}; expected a name or an object with track, goal, colors")
    for key in value:
        if key not in ("track", "goal", "colors"):
            raise RulesError(f"board has the unknown key {shown(key)}; expected track, goal, colors")
    if missing := [key for key in ("track", "colors") if key not in value]:
        raise RulesError(f"board has no {missing[0]}; expected track, goal, colors")
    return RulesBoard(_count(value["track"], "track"), _count(value.get("goal", PIECES), "goal"), _names(value["colors"]))


def _count(value: object, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(f"board {key} is {shown(value)}; expected a whole number")
    return value


def _names(value: object) -> tuple[Color, ...]:
    if not isinstance(value, list | tuple):
        raise RulesError(f"board colors are {shown(value)}; expected a list of names")
    for name in value:
        if not isinstance(name, str) or not name.replace("-", "").replace("_", "").isalnum():
            raise RulesError(f"board colors hold {shown(name)}; expected names of letters and digits")
    return tuple(Color(name) for name in value)
