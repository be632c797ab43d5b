"""What a hand does in one go: it comes, passes a few points, perhaps with a pawn between its fingers, and leaves."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.drawing_body import PawnAt
from calibration.drawing_hand import HandAt
from calibration.profile import BoardProfile
from companion.simulation.motion import AWAY_MM, HAND_ABOVE_MM, LIFT_MM
from companion.simulation.pawns import PawnId

AWAY_SHARE = 1.35
"""A hand comes from and goes to this many half widths from the board's middle: its finger tips are well off the board there."""
REACH_SHARE, CARRY_SHARE = 0.34, 0.4
"""Shares of a plain carry's time until the pawn is taken and while it is carried; the rest is for leaving (as `motion`)."""


@dataclass(frozen=True, slots=True)
class Waypoint:
    """Finger tips at x, y (board mm), `height_mm` above the print, at `time_s`."""

    time_s: float
    x_mm: float
    y_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class Gesture:
    """A hand's way through `points` (in order of time). Between `take_s` and `put_s` it holds `pawn`, then at `target`."""

    points: tuple[Waypoint, ...]
    from_deg: float
    grip: float = 0.6
    size: float = 1.0
    bare_mm: float = 110.0
    pawn: PawnId | None = None
    take_s: float = 0.0
    put_s: float = 0.0
    target: PawnAt | None = None

    @property
    def start_s(self) -> float:
        """When the hand appears."""
        return self.points[0].time_s

    @property
    def end_s(self) -> float:
        """When it is gone."""
        return self.points[-1].time_s

    def hand(self, time_s: float) -> HandAt | None:
        """The hand at a time, None when it is not there."""
        if not self.start_s <= time_s < self.end_s:
            return None
        x, y, height = self._tips(time_s)
        return HandAt(x, y, height, self.from_deg, 0.2, self.grip, self.size, self.bare_mm)

    def carried(self, time_s: float) -> PawnAt | None:
        """The pawn between the fingers, None when there is none."""
        if self.target is None or not self.take_s <= time_s < self.put_s:
            return None
        x, y, height = self._tips(time_s)
        lifted = max(height - HAND_ABOVE_MM, 0.5)
        lean = 8 * min(lifted / LIFT_MM, 1.0)
        return replace(self.target, x_mm=x, y_mm=y, height_mm=lifted, lean_deg=lean, lean_towards_deg=self.from_deg)

    def _tips(self, time_s: float) -> tuple[float, float, float]:
        number = bisect_right([point.time_s for point in self.points], time_s)
        a, b = self.points[max(number - 1, 0)], self.points[min(number, len(self.points) - 1)]
        share = (time_s - a.time_s) / (b.time_s - a.time_s) if b.time_s > a.time_s else 1.0
        way = share * share * (3 - 2 * share)
        return (
            a.x_mm + way * (b.x_mm - a.x_mm),
            a.y_mm + way * (b.y_mm - a.y_mm),
            a.height_mm + way * (b.height_mm - a.height_mm),
        )


def away(board: BoardProfile, from_deg: float, time_s: float) -> Waypoint:
    """Where a hand comes from."""
    side = np.radians(from_deg)
    x = board.width_mm / 2 * (1 + AWAY_SHARE * 1.26 * float(np.cos(side)))
    y = board.height_mm / 2 * (1 + AWAY_SHARE * 1.26 * float(np.sin(side)))
    return Waypoint(time_s, x, y, AWAY_MM)


def carry(
    board: BoardProfile,
    pawn: PawnId,
    begin: PawnAt,
    target: PawnAt,
    start_s: float,
    lasts_s: float,
    from_deg: float,
    hover: Sequence[tuple[float, float]] = (),
    hover_s: float = 0.0,
) -> Gesture:
    """A hand takes `pawn` from `begin` to `target`; on its way it holds it still over each point of `hover` (x, y mm).

    `lasts_s` is the time without the hovering.
    """
    take_s = start_s + REACH_SHARE * lasts_s
    legs = len(hover) + 1
    leg_s = CARRY_SHARE * lasts_s / legs if hover else CARRY_SHARE * lasts_s
    points = [away(board, from_deg, start_s), Waypoint(take_s, begin.x_mm, begin.y_mm, begin.height_mm + HAND_ABOVE_MM)]
    at_s = take_s
    for x, y in hover or [((begin.x_mm + target.x_mm) / 2, (begin.y_mm + target.y_mm) / 2)]:
        at_s += leg_s if hover else leg_s / 2
        points.append(Waypoint(at_s, x, y, LIFT_MM + HAND_ABOVE_MM))
        if hover:
            at_s += hover_s
            points.append(Waypoint(at_s, x, y, LIFT_MM + HAND_ABOVE_MM))
    put_s = at_s + (leg_s if hover else leg_s / 2)
    points.append(Waypoint(put_s, target.x_mm, target.y_mm, HAND_ABOVE_MM))
    end_s = put_s + (1 - REACH_SHARE - CARRY_SHARE) * lasts_s
    points.append(away(board, from_deg, end_s))
    return Gesture(tuple(points), from_deg, pawn=pawn, take_s=take_s, put_s=put_s, target=target)


def visit(
    board: BoardProfile,
    at: tuple[float, float],
    height_mm: float,
    start_s: float,
    rest_s: float,
    from_deg: float,
    grip: float = 0.2,
) -> Gesture:
    """A hand comes to x, y (mm), stays there for `rest_s`, and leaves; half a second for either way."""
    x, y = at
    points = (
        away(board, from_deg, start_s),
        Waypoint(start_s + 0.5, x, y, height_mm),
        Waypoint(start_s + 0.5 + rest_s, x, y, height_mm),
        away(board, from_deg, start_s + 1.0 + rest_s),
    )
    return Gesture(points, from_deg, grip)
