"""Kinds of boards that can be taught: where their fields lie on the lattice of the track.

Lattice frame: the unit is the distance of two fields that follow each other, the origin the middle of the board, x right, y down.
The first arm points to the left, the others follow clockwise; the track runs clockwise and begins on the first arm.
A field is named without a colour, for colours come later: `T12` on the track, `1:a` in the goal and `1:B2` in the house of arm 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from calibration.profile import GOAL_LETTERS, HOUSE_FIELDS
from hardware.errors import UnknownNameError

Point = tuple[float, float]

SQUARE_HOUSE: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5))
DIAMOND_HOUSE: tuple[Point, ...] = ((0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0))


@dataclass(frozen=True)
class BoardKind:
    """One kind. `sector` is the part of the track that belongs to the first arm, `house_at` the middle of its house."""

    name: str
    arms: int
    sector: tuple[Point, ...]
    goal_fields: tuple[Point, ...]
    house_at: Point
    house_size: float
    """Distance of two neighbours in a house."""
    house_shape: tuple[Point, ...]
    across_mm: float
    """Usual distance of the outermost fields of opposite arms."""

    @property
    def track(self) -> int:
        """Fields of the track."""
        return self.arms * len(self.sector)

    @property
    def goal(self) -> int:
        """Fields of a goal."""
        return len(self.goal_fields)

    @cached_property
    def places(self) -> Mapping[str, Point]:
        """Lattice place of every field: the track, then the goals, then the houses, as `BoardProfile.fields` counts them."""
        house = [(self.house_at[0] + x * self.house_size, self.house_at[1] + y * self.house_size) for x, y in self.house_shape]
        return {
            **dict(zip((f"T{k}" for k in range(self.track)), self._all_arms(self.sector), strict=True)),
            **dict(zip(self._names(GOAL_LETTERS[: self.goal]), self._all_arms(self.goal_fields), strict=True)),
            **dict(zip(self._names([f"B{k}" for k in range(1, HOUSE_FIELDS + 1)]), self._all_arms(house), strict=True)),
        }

    @property
    def marks(self) -> tuple[str, ...]:
        """The fields a person marks: the middle one at the end of each arm, clockwise from the first arm."""
        end = max(range(len(self.sector)), key=lambda k: -self.sector[k][1] - abs(self.sector[k][0]) * 1e-3)
        return self.counterparts(f"T{end}")[-1:] + self.counterparts(f"T{end}")[:-1]

    def start(self, arm: int) -> str:
        """The start field of an arm, 0 … arms - 1."""
        return f"T{arm * len(self.sector)}"

    def counterparts(self, name: str) -> tuple[str, ...]:
        """The fields that lie at the same place of each arm: this one, then those of the next arms clockwise."""
        if name.startswith("T"):
            step = len(self.sector)
            return tuple(f"T{(int(name[1:]) + arm * step) % self.track}" for arm in range(self.arms))
        first, part = name.split(":")
        return tuple(f"{(int(first) - 1 + arm) % self.arms + 1}:{part}" for arm in range(self.arms))

    def turn(self, point: Point, arms: int) -> Point:
        """The point turned clockwise by so many arms round the middle."""
        angle = math.tau * arms / self.arms
        cos, sin = math.cos(angle), math.sin(angle)
        return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos

    def _names(self, parts: Iterable[str]) -> list[str]:
        return [f"{arm + 1}:{part}" for arm in range(self.arms) for part in parts]

    def _all_arms(self, points: Iterable[Point]) -> list[Point]:
        every = list(points)
        return [self.turn(point, arm) for arm in range(self.arms) for point in every]


def _row(y: float, first: int, last: int) -> list[Point]:
    return [(float(x), y) for x in range(first, last + 1)]


def _cross(half: int, corner: tuple[Point, ...]) -> tuple[Point, ...]:
    """In along the upper side of the left arm to the inner corner, out along the upper arm to the middle of its end."""
    inwards = _row(-1.0, -half, -2)
    return (*inwards, *corner, *((y, x) for x, y in reversed(inwards)), (0.0, float(-half)))


def _turned(points: Iterable[Point], degrees: float) -> tuple[Point, ...]:
    """Clockwise round the origin."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in points)


_SIX_END, _SIX_HALF = 4.905, 1.1
"""How far from the middle the arms of the six-player board end, and half their width (profile six-48)."""
_SIX_IN = tuple((-_SIX_END + k, -_SIX_HALF) for k in range(4))
_SIX_OUT = ((-_SIX_END + 2, _SIX_HALF), (-_SIX_END + 1, _SIX_HALF), (-_SIX_END, _SIX_HALF), (-_SIX_END, 0.0))
_LUDO = _cross(7, ())

KINDS: Mapping[str, BoardKind] = {
    kind.name: kind
    for kind in (
        BoardKind(  # 11 x 11, the house as on profile schmidt-4
            name="cross-40",
            arms=4,
            sector=_cross(5, ((-1.0, -1.0),)),
            goal_fields=tuple(_row(0.0, -4, -1)),
            house_at=(-4.47, -4.47),
            house_size=1.0,
            house_shape=SQUARE_HOUSE,
            across_mm=328,
        ),
        BoardKind(  # 13 x 13, the house as on profile chinczyk-48
            name="cross-48",
            arms=4,
            sector=_cross(6, ((-1.0, -1.0),)),
            goal_fields=tuple(_row(0.0, -5, -2)),
            house_at=(-6.03, -5.75),
            house_size=1.5,
            house_shape=DIAMOND_HOUSE,
            across_mm=217,
        ),
        BoardKind(  # 15 x 15, no fields in the inner corners; pieces enter on the second field of an arm (standard Ludo)
            name="cross-52",
            arms=4,
            sector=(*_LUDO[1:], *_turned(_LUDO[:1], 90)),
            goal_fields=tuple(_row(0.0, -6, -2)),
            house_at=(-4.5, -4.5),
            house_size=2.0,
            house_shape=SQUARE_HOUSE,
            across_mm=308,
        ),
        BoardKind(  # 15 x 15, inner corners one field outwards, as on profile ludo-mdga56
            name="cross-56",
            arms=4,
            sector=_cross(7, ((-2.0, -2.0),)),
            goal_fields=tuple(_row(0.0, -6, -2)),
            house_at=(-4.51, -4.51),
            house_size=1.77,
            house_shape=SQUARE_HOUSE,
            across_mm=270,
        ),
        BoardKind(  # six arms, all as on profile six-48
            name="six-48",
            arms=6,
            sector=(*_SIX_IN, *_turned(_SIX_OUT, 60)),
            goal_fields=tuple((-3.955 + 0.95 * k, 0.0) for k in range(4)),
            house_at=_turned(((-5.35, 0.0),), 30)[0],
            house_size=0.94,
            house_shape=_turned(SQUARE_HOUSE, -60),
            across_mm=292,
        ),
    )
}


def kind_named(name: str) -> BoardKind:
    """The kind of that name. Raises `UnknownNameError`."""
    try:
        return KINDS[name]
    except KeyError:
        raise UnknownNameError(f"unknown kind of board {name!r}; known are {', '.join(KINDS)}") from None
