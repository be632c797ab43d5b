"""Between the rules and the print: which printed field a piece of a colour stands on, and what a piece on a field means.

The rules count a piece's progress from its own start; the print has names (`T12`, `yellow:B2`, `red:c`). Which of the four house
fields a piece stands on never matters to the rules, so the house of a colour is one spot, `HOME`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from calibration.profile import HOUSE_FIELDS, BoardProfile, FieldName
from companion.rules import HOUSE, Color, ForeignPlace, Move, Place, RulesBoard

Spot = int
"""Index of a printed field in `BoardProfile.fields`, or `HOME`."""

HOME: Spot = -1


def rules_board(profile: BoardProfile) -> RulesBoard:
    """The board as the rules see it."""
    return RulesBoard(profile.track, profile.goal, tuple(Color(color) for color in profile.colors))


@dataclass(frozen=True)
class Places:
    """The fields of one board. Spots count as `BoardProfile.fields` does: track, goals by colour, houses by colour."""

    profile: BoardProfile

    @cached_property
    def _offset(self) -> dict[str, int]:
        return {color: int(name.removeprefix("T")) for color, name in self.profile.start.items()}

    @cached_property
    def _house_base(self) -> int:
        return self.profile.track + self.profile.goal * len(self.profile.colors)

    def spot(self, color: Color, place: Place) -> Spot:
        """Where a piece of `color` stands."""
        if isinstance(place, ForeignPlace):
            return (self._goal(place.color) if place.kind == "goal" else self._house(place.color)) + place.index
        if place == HOUSE:
            return HOME
        if place < self.profile.track:
            return (self._offset[color] + place) % self.profile.track
        return self._goal(color) + place - self.profile.track

    def place(self, color: Color, spot: Spot) -> Place:
        """What standing on that field means to a piece of `color`."""
        if spot == HOME:
            return HOUSE
        if spot < self.profile.track:
            return (spot - self._offset[color]) % self.profile.track
        owner, index, kind = self._owner(spot)
        if owner != color:
            return ForeignPlace(owner, kind, index if kind == "goal" else 0)
        return self.profile.track + index if kind == "goal" else HOUSE

    def house(self, color: str) -> tuple[Spot, ...]:
        """The four house fields of a colour."""
        return tuple(range(self._house(color), self._house(color) + HOUSE_FIELDS))

    def field_name(self, spot: Spot) -> FieldName:
        """The printed name of a field (not of `HOME`)."""
        return self.profile.field_names[spot]

    def shown(self, color: Color, place: Place) -> FieldName:
        """The printed field to show for a place; for the own house its first field."""
        spot = self.spot(color, place)
        return self.field_name(self.house(color)[0] if spot == HOME else spot)

    def way(self, move: Move) -> tuple[FieldName, ...]:
        """The fields of a move, the one it begins on first; out of or into the house only both ends."""
        if HOUSE in (move.source, move.target):
            return self.shown(move.color, move.source), self.shown(move.color, move.target)
        step = 1 if move.target > move.source else -1
        return tuple(self.shown(move.color, place) for place in range(move.source, move.target + step, step))

    def _owner(self, spot: Spot) -> tuple[Color, int, Literal["goal", "house"]]:
        if spot < self._house_base:
            number, index = divmod(spot - self.profile.track, self.profile.goal)
            return Color(self.profile.colors[number]), index, "goal"
        number, index = divmod(spot - self._house_base, HOUSE_FIELDS)
        return Color(self.profile.colors[number]), index, "house"

    def _goal(self, color: str) -> int:
        return self.profile.track + self.profile.goal * self.profile.colors.index(color)

    def _house(self, color: str) -> int:
        return self._house_base + HOUSE_FIELDS * self.profile.colors.index(color)
