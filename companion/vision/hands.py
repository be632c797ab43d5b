"""Hands over the board, and things that lie on it: only the one come from outside and go again.

seen on the rim            covered fields          means
─────────────────────────  ──────────────────────  ─────────────────────────────────────────────────────────
nothing reaches over it    one at most             nothing: a die or a reflection
nothing reaches over it    the same for a while    things lie there: the other fields decide
something reaches over it  any                     a hand, whatever it covers: what it holds stands on no field
the same as before         any                     a sleeve or card on the edge, once others came and went, or much time
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.vision.observation import BoolArray, Observation
from companion.vision.rim import Rim, RimLook, changed, long_runs
from hardware.ports import BgrImage, Frame

REACHES = 6
"""Places of the rim next to each other: an arm changes 9 or more of 384, pawns that lean over it and noise 4 at most
(36 and 256 still pictures of 8 tables; one hand held only its finger tips over the edge: 4)."""
SAME = 4
"""So many places next to each other are changed by what moves, fewer by noise."""
ALL_OVER = 0.6
"""More of the rim than that is not changed by arms but by light."""
LOOKS = 4
"""So many ways in which the rim has looked without hands are remembered: a card on the edge comes and goes."""
THING_S = 3.0
"""What reaches over the rim unmoved for so long, while another hand was there, is a thing. Hands hesitate for 2.5 s."""
ASLEEP_S = 8.0
"""What reaches over it unmoved for so long is one in any case."""
LIES_S = 0.5
"""Covered fields that stay the same for so long while nothing reaches over the rim lie under a thing."""
ADAPT = 0.1


@dataclass(frozen=True, slots=True)
class _Crossing:
    """Something reaches over the rim and has looked the same since; `stirred`: something has moved meanwhile."""

    look: RimLook
    places: BoolArray
    since_s: float
    stirred: bool = False

    def differs(self, look: RimLook, places: BoolArray) -> bool:
        """Whether it has moved; pawns elsewhere on the rim may have."""
        there = changed(self.look, look) & (self.places | places)
        return bool(long_runs(there, SAME).any())


class Hands:
    """Tells hands from things, still picture after still picture."""

    def __init__(self, board: BoardProfile) -> None:
        self._rim = Rim(board)
        self._free: list[RimLook] = []
        self._crossing: _Crossing | None = None
        self._things: BoolArray = np.zeros(len(board.fields), dtype=np.bool_)
        self._covered: tuple[BoolArray, float] | None = None
        self._last: tuple[BgrImage, Registration, RimLook] | None = None

    def stirred(self) -> None:
        """Something moves in the picture."""
        if self._crossing is not None:
            self._crossing = replace(self._crossing, stirred=True)

    def over_board(self, frame: Frame, registration: Registration, observation: Observation) -> bool:
        """Whether a hand is over the board in this still picture."""
        look = self._look(frame.bgr, registration)
        if not self._free:
            if observation.clear:
                self._free.append(look)
            return not observation.clear
        if self._reaches(look, observation.covered, frame.time_s):
            self._covered = None
            return True
        return not (observation.clear or self._lie(observation.covered, frame.time_s))

    def _look(self, bgr: BgrImage, registration: Registration) -> RimLook:
        if self._last is None or self._last[0] is not bgr or self._last[1] is not registration:
            self._last = (bgr, registration, self._rim.look(bgr, registration))
        return self._last[2]

    def _reaches(self, look: RimLook, covered: BoolArray, time_s: float) -> bool:
        ways = [changed(free, look) for free in self._free]
        places = long_runs(np.logical_and.reduce(ways), REACHES)
        if not places.any():
            self._crossing = None
            self._adapt(int(np.argmin([way.sum() for way in ways])), look)
            return False
        if self._crossing is None or self._crossing.differs(look, places):
            self._crossing = _Crossing(look, places, time_s)
        lasts_s = time_s - self._crossing.since_s
        if places.mean() < ALL_OVER and lasts_s < (THING_S if self._crossing.stirred else ASLEEP_S):
            return True
        self._free = [*self._free[-LOOKS + 1 :], look]
        self._crossing, self._things = None, covered
        return False

    def _adapt(self, nearest: int, look: RimLook) -> None:
        """Follows the light slowly; the way the rim looked last is the last of them."""
        before = self._free.pop(nearest)
        self._free.append(before + np.float32(ADAPT) * (look - before))

    def _lie(self, covered: BoolArray, time_s: float) -> bool:
        """Whether nothing is covered but by things that lie there."""
        if not (covered & ~self._things).any():
            return True
        if self._covered is None or (self._covered[0] != covered).any():
            self._covered = (covered, time_s)
        if time_s - self._covered[1] < LIES_S:
            return False
        self._things = covered
        return True
