"""What hands do: one carry after another, and where pawns and hand are at every moment of it.

0 ──────── reach ──────── carry ──────── leave ──────── 1   (shares of a carry's time)
   hand comes     pawn in the hand    hand goes
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.drawing_body import PawnAt
from calibration.drawing_hand import HandAt
from calibration.profile import BoardProfile
from companion.simulation.pawns import PawnId

REACHED, PUT = 0.34, 0.74
"""Shares of a carry's time at which the pawn is taken up and put down."""
LIFT_MM = 32.0
HAND_ABOVE_MM = 14.0
"""Finger tips hold a pawn by its head: this far above its foot."""
AWAY_MM = 75.0
"""Height at which a hand comes and goes."""


@dataclass(frozen=True, slots=True)
class Carry:
    """One hand takes a pawn from where it stands to `target` between `start_s` and `end_s`.

    `from_deg` is the side of the board it comes from. `aside` are pawns it pushes, with where they then stand.
    """

    pawn: PawnId
    target: PawnAt
    start_s: float
    end_s: float
    from_deg: float
    aside: tuple[tuple[PawnId, PawnAt], ...] = ()

    @property
    def put_s(self) -> float:
        """When the pawn is put down."""
        return self.start_s + PUT * (self.end_s - self.start_s)


def settled(pawns: Mapping[PawnId, PawnAt], carry: Carry) -> dict[PawnId, PawnAt]:
    """Where everything stands after a carry."""
    return {**pawns, **dict(carry.aside), carry.pawn: carry.target}


def at_time(
    pawns: Mapping[PawnId, PawnAt], carries: Sequence[Carry], time_s: float, board: BoardProfile
) -> tuple[dict[PawnId, PawnAt], HandAt | None]:
    """Pawns and hand at `time_s`, when `pawns` stood there before the first of `carries` (in order of time)."""
    now, hand = dict(pawns), None
    for carry in carries:
        if time_s >= carry.put_s:
            now = settled(now, carry)
        if carry.start_s <= time_s < carry.end_s:
            begin = pawns_before(pawns, carries, carry)[carry.pawn]
            share = (time_s - carry.start_s) / (carry.end_s - carry.start_s)
            lifted, hand = _moment(begin, carry, share, board)
            now[carry.pawn] = lifted
    return now, hand


def pawns_before(pawns: Mapping[PawnId, PawnAt], carries: Sequence[Carry], carry: Carry) -> dict[PawnId, PawnAt]:
    """Where everything stood when `carry` began."""
    now = dict(pawns)
    for earlier in carries:
        if earlier is carry:
            return now
        now = settled(now, earlier)
    return now


def _moment(begin: PawnAt, carry: Carry, share: float, board: BoardProfile) -> tuple[PawnAt, HandAt]:
    """The carried pawn and the hand after `share` (0 … 1) of a carry."""
    side = np.radians(carry.from_deg)
    away_x = board.width_mm * (0.5 + 0.85 * float(np.cos(side)))
    away_y = board.height_mm * (0.5 + 0.85 * float(np.sin(side)))
    if share < REACHED:
        near = _eased(share / REACHED)
        return begin, _hand(away_x, away_y, AWAY_MM, begin, near, carry)
    if share < PUT:
        way = _eased((share - REACHED) / (PUT - REACHED))
        x = begin.x_mm + way * (carry.target.x_mm - begin.x_mm)
        y = begin.y_mm + way * (carry.target.y_mm - begin.y_mm)
        lift = max(LIFT_MM * float(np.sin(np.pi * way)) ** 0.6, 0.5)
        lifted = replace(
            begin, x_mm=x, y_mm=y, height_mm=lift, lean_deg=8 * float(np.sin(np.pi * way)), lean_towards_deg=carry.from_deg
        )
        return lifted, _hand(away_x, away_y, AWAY_MM, lifted, 1.0, carry)
    near = 1 - _eased((share - PUT) / (1 - PUT))
    return carry.target, _hand(away_x, away_y, AWAY_MM, carry.target, near, carry)


def _hand(away_x: float, away_y: float, away_height: float, at: PawnAt, near: float, carry: Carry) -> HandAt:
    return HandAt(
        x_mm=away_x + near * (at.x_mm - away_x),
        y_mm=away_y + near * (at.y_mm - away_y),
        height_mm=away_height + near * (at.height_mm + HAND_ABOVE_MM - away_height),
        from_deg=carry.from_deg,
        bend=0.2,
        grip=0.3 + 0.4 * near,
    )


def _eased(share: float) -> float:
    """Slow, fast, slow."""
    return share * share * (3 - 2 * share)
