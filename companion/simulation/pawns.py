"""The pawns themselves, as things on a board: which stand where, and where there is room for one more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import NewType

import numpy as np

from calibration.drawing_body import PawnAt
from companion.places import HOME, Places, Spot
from companion.rules import Color, Place, Position

PawnId = NewType("PawnId", int)

CARELESSNESS = 0.1
"""Standard deviation of where people put a pawn, as a share of its foot (the rendered stills have about as much)."""


@dataclass(frozen=True)
class PawnSet:
    """Every pawn's colour and the printed field it stands on (never `HOME`: a house field is a definite one here)."""

    places: Places
    colors: Mapping[PawnId, Color]
    spots: Mapping[PawnId, Spot]

    def on(self, spot: Spot) -> tuple[PawnId, ...]:
        """The pawns on a field."""
        return tuple(pawn for pawn, there in self.spots.items() if there == spot)

    def find(self, color: Color, place: Place) -> PawnId:
        """A pawn of that colour at that place; of several in the house the last."""
        spot = self.places.spot(color, place)
        wanted = self.places.house(color) if spot == HOME else (spot,)
        return next(pawn for s in reversed(wanted) for pawn in self.on(s) if self.colors[pawn] == color)

    def free_spot(self, color: Color, place: Place) -> Spot:
        """The field on which a pawn that goes to `place` is put: for the house the first empty one."""
        spot = self.places.spot(color, place)
        if spot != HOME:
            return spot
        return next(s for s in self.places.house(color) if not self.on(s))

    def moved(self, pawn: PawnId, spot: Spot) -> PawnSet:
        """The set with one pawn elsewhere."""
        return replace(self, spots={**self.spots, pawn: spot})

    def without(self, pawn: PawnId) -> PawnSet:
        """The set while that pawn is in a hand."""
        return replace(self, spots={other: spot for other, spot in self.spots.items() if other != pawn})

    def rows(self) -> dict[str, list[int]]:
        """Progress values by colour, ascending, as in the machine interfaces. Only own places can be told."""
        found: dict[str, list[int]] = {}
        for pawn, color in self.colors.items():
            place = self.places.place(color, self.spots[pawn])
            assert isinstance(place, int)
            found.setdefault(color, []).append(place)
        return {color: sorted(row) for color, row in found.items()}


def set_up(places: Places, position: Position) -> PawnSet:
    """The pawns of a position, numbered in board order."""
    pawns = PawnSet(places, {}, {})
    for color in position.colors:
        for progress in reversed(position.pieces(color)):
            pawn = PawnId(len(pawns.colors))
            spot = pawns.free_spot(color, progress)
            pawns = PawnSet(places, {**pawns.colors, pawn: color}, {**pawns.spots, pawn: spot})
    return pawns


def put_down(pawns: PawnSet, color: Color, spot: Spot, rng: Random) -> PawnAt:
    """Where a hand puts a pawn on that field: about the middle, beside a pawn that stands there already."""
    profile = pawns.places.profile
    field, foot = profile.fields[spot], profile.pawn.foot_mm
    x = field.x_mm + rng.gauss(0, CARELESSNESS * foot)
    y = field.y_mm + rng.gauss(0, CARELESSNESS * foot)
    if pawns.on(spot):
        side = rng.uniform(0, 2 * np.pi)
        x, y = field.x_mm + 0.55 * foot * float(np.cos(side)), field.y_mm + 0.55 * foot * float(np.sin(side))
    return PawnAt(color, x, y)


def pushed_aside(pawn: PawnAt, by: PawnAt, foot_mm: float) -> PawnAt:
    """Where a pawn stands once another was put down against it."""
    dx, dy = pawn.x_mm - by.x_mm, pawn.y_mm - by.y_mm
    distance = float(np.hypot(dx, dy))
    if distance >= 1.1 * foot_mm:
        return pawn
    ux, uy = (dx / distance, dy / distance) if distance > 0.1 else (0.8, 0.6)
    return replace(pawn, x_mm=by.x_mm + 1.1 * foot_mm * ux, y_mm=by.y_mm + 1.1 * foot_mm * uy)


def put_all_down(pawns: PawnSet, rng: Random) -> dict[PawnId, PawnAt]:
    """Where every pawn stands when a table is set up."""
    standing, placed = PawnSet(pawns.places, pawns.colors, {}), {}
    for pawn, color in pawns.colors.items():
        placed[pawn] = put_down(standing, color, pawns.spots[pawn], rng)
        standing = standing.moved(pawn, pawns.spots[pawn])
    return placed
