"""Hands over the board, and things that lie on it: only the one come from outside and go again.

seen on the rim            covered fields          means
─────────────────────────  ──────────────────────  ─────────────────────────────────────────────────────────
nothing reaches over it    one at most             nothing: a die or a reflection
nothing reaches over it    the same for a while    things lie there: the other fields decide
something reaches over it  any                     a hand, whatever it covers: what it holds stands on no field
the same, others came      those under it          an arm that rests: covered ground, the other fields decide
  and went meanwhile
the same for much time     any                     a sleeve or card on the edge

What an arm changed before it came to rest, the piece it has taken up, is its own affair and counts for covered as long as it
rests: the move it may be making is not made yet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.vision.ground import Ground, GroundLook, Mask, made_out
from companion.vision.observation import BoolArray, Observation
from companion.vision.rim import Rim, RimLook, changed, followed, long_runs, widened
from hardware.ports import BgrImage, Frame

REACHES = 6
"""Places of the rim next to each other: an arm changes 9 or more of 384, pawns that lean over it and noise 5 at most (60 drawn
pictures of 30 tables with every pawn elsewhere); of 30 hands no wider than two fingers, 35 to 80 mm inside, 28 change as many."""
SAME = 4
"""So many places next to each other are changed by what moves, fewer by noise."""
BESIDE = 3
"""Places beside an arm that count for it: its softest edge changes with the light."""
STILL_THERE = 0.5
"""Share of an arm's places that have to be crossed still; what has drawn back further has moved."""
ALL_OVER = 0.6
"""More of the rim than that is not changed by arms but by light."""
LOOKS = 4
"""So many ways in which the rim has looked without hands are remembered: a card on the edge comes and goes."""
THING_S = 3.0
"""What reaches over the rim unmoved for so long, while another hand was there, is a thing, even where it cannot be made out how
far it reaches. Hands hesitate for 2.5 s."""
ASLEEP_S = 8.0
"""What reaches over it unmoved for so long is one in any case."""
LIES_S = 0.25
"""Covered fields that stay the same for so long, beside the rest the picture has had, while nothing reaches over the rim lie
under a thing. With 0.5 a move next to a reflection was taken 0.8 s after the hand (2 of 204)."""
FIRST_LIES_S = 3.0
"""… for so long where the rim has never been seen without a hand: a cup that stands there from the first picture on."""
FLICKERS = 1
"""So many fields at the edge of a thing are called covered in one picture and not in the next."""
ADAPT = 0.1
REFOLLOWED_SHARE = 0.015
"""A board that lies elsewhere by less than this share of its width may lie where it lay, found more exactly: the first place in a
noisy picture was 4 px wrong, and dots of the cloth along the edge looked like an arm from then on."""


@dataclass(frozen=True, slots=True, eq=False)
class _Arm:
    """Something crosses the rim at `places` and has come to rest; `hides` (F,): what it covers and what it has changed.

    `stirred`: something else has moved meanwhile.
    """

    look: RimLook
    places: BoolArray
    ground: GroundLook
    mask: Mask
    hides: BoolArray
    since_s: float
    stirred: bool = False

    def rests(self, look: RimLook, places: BoolArray, ground: Ground, now: GroundLook) -> bool:
        """Whether it is still there and has not moved; other arms may have."""
        if (places & self.places).sum() < STILL_THERE * self.places.sum():
            return False
        if long_runs(changed(self.look, look) & widened(self.places, BESIDE), SAME).any():
            return False
        return not (made_out(self.mask) and ground.moved(self.mask, self.ground, now))

    def passed_over(self, time_s: float) -> bool:
        """Whether the fields it does not hide can be read."""
        lasts_s = time_s - self.since_s
        return lasts_s >= ASLEEP_S or (self.stirred and (made_out(self.mask) or lasts_s >= THING_S))


class Hands:
    """Tells hands from things, still picture after still picture."""

    def __init__(self, board: BoardProfile) -> None:
        self._rim = Rim(board)
        self._ground = Ground(board, self._rim)
        self._free: list[RimLook] = []
        self._free_picture: tuple[BgrImage, Registration] | None = None
        """The last one without a hand, and where the board lay in it."""
        self._again: tuple[BgrImage, Registration, RimLook] | None = None
        self._free_ground: GroundLook | None = None
        self._stood: NDArray[np.intp] | None = None
        """(F,) what was read last, field by field, where no hand was."""
        self._arms: tuple[_Arm, ...] = ()
        self._things: BoolArray = np.zeros(len(board.fields), dtype=np.bool_)
        self._covered: tuple[BoolArray, float] | None = None
        self._last: tuple[BgrImage, Registration, RimLook, GroundLook] | None = None

    def stirred(self) -> None:
        """Something moves in the picture."""
        self._arms = tuple(replace(arm, stirred=True) for arm in self._arms)

    def see_past(self, frame: Frame, registration: Registration, observation: Observation) -> Observation | None:
        """What the still picture says of the fields that no hand covers; None while a hand is over the board."""
        look, ground = self._looks(frame.bgr, registration)
        time_s, covered = frame.time_s, observation.covered
        if not self._free:
            if not observation.clear and not self._lie(covered, time_s, FIRST_LIES_S):
                return None
            self._free.append(look)
        places = self._crossed(look, registration)
        if not places.any():
            self._arms = ()
        elif self._reaches(look, ground, places, registration, observation):
            self._covered = None
            return None
        hides = np.logical_or.reduce([arm.hides for arm in self._arms]) if self._arms else np.zeros_like(covered)
        few = (covered & ~hides & ~self._things).sum() <= FLICKERS
        if not few and not self._lie(covered & ~hides, time_s, LIES_S):
            return None
        seen = observation if not self._arms else replace(observation, covered=covered | hides, clear=True)
        self._remember(seen)
        if not self._arms:
            self._free_ground, self._free_picture = ground, (frame.bgr, registration)
        return seen

    def _looks(self, bgr: BgrImage, registration: Registration) -> tuple[RimLook, GroundLook]:
        if self._last is None or self._last[0] is not bgr or self._last[1] is not registration:
            self._last = (bgr, registration, self._rim.look(bgr, registration), self._ground.look(bgr, registration))
        return self._last[2:]

    def _crossed(self, look: RimLook, registration: Registration) -> BoolArray:
        """(ROUND,) where something reaches over the rim; where nothing does, the light is followed."""
        known, remembered = [*self._free, *self._seen_again(registration)], len(self._free)
        ways = [changed(free, look) for free in known]
        # Each reference tells by itself: where the board was known less exactly, half of a hand looks as it did then by chance.
        told = [long_runs(way, REACHES) for way in (np.logical_and.reduce(ways[:remembered]), *ways[remembered:])]
        places = min(told, key=np.count_nonzero)
        if not places.any():
            self._adapt(known, int(np.argmin([way.sum() for way in ways])), look)
        return places

    def _seen_again(self, registration: Registration) -> list[RimLook]:
        """The rim in the last picture without hands, where it is known to be by now: what differs from that, has changed."""
        if self._free_picture is None or self._free_picture[1] is registration:
            return []
        bgr, before = self._free_picture
        if self._again is None or self._again[0] is not bgr or self._again[1] is not registration:
            if self._rim.shift_share(before, registration) > REFOLLOWED_SHARE:
                return []
            self._again = (bgr, registration, self._rim.look(bgr, registration))
        return [self._again[2]]

    def _adapt(self, known: list[RimLook], nearest: int, look: RimLook) -> None:
        """Follows the light slowly; the way the rim looked last is the last of them."""
        others = [free for free in self._free if free is not known[nearest]]
        self._free = [*others, followed(known[nearest], look, ADAPT)][-LOOKS:]

    def _reaches(
        self, look: RimLook, ground: GroundLook, places: BoolArray, registration: Registration, observation: Observation
    ) -> bool:
        """Whether a hand is among what crosses the rim at those places."""
        resting = [arm for arm in self._arms if arm.rests(look, places, self._ground, ground)]
        claimed = np.logical_or.reduce([widened(arm.places, BESIDE) for arm in resting]) if resting else np.zeros_like(places)
        new = long_runs(places & ~claimed, REACHES)
        if new.any() and places.mean() < ALL_OVER:
            resting.append(self._arm(new, look, ground, registration, observation))
        self._arms = tuple(resting)
        if places.mean() >= ALL_OVER or all(observation.time_s - arm.since_s >= ASLEEP_S for arm in resting):
            self._free = [*self._free[-LOOKS + 1 :], look]
            self._arms, self._things = (), observation.covered
            return False
        return not all(arm.passed_over(observation.time_s) for arm in resting)

    def _arm(
        self, places: BoolArray, look: RimLook, ground: GroundLook, registration: Registration, observation: Observation
    ) -> _Arm:
        """What has just come to rest over the rim, and what it has to do with the fields."""
        mask = self._ground.arm(ground if self._free_ground is None else self._free_ground, ground, places)
        hides = self._ground.hidden(mask, registration) | observation.covered
        if self._stood is not None:
            hides |= observation.log_evidence.argmax(axis=1) != self._stood
        return _Arm(look, places, ground, mask, hides, observation.time_s)

    def _remember(self, seen: Observation) -> None:
        stands = seen.log_evidence.argmax(axis=1)
        self._stood = stands if self._stood is None else np.where(seen.covered, self._stood, stands)

    def _lie(self, covered: BoolArray, time_s: float, lies_s: float) -> bool:
        """Whether nothing is covered but by things that lie there."""
        if not (covered & ~self._things).any():
            return True
        if self._covered is None or (self._covered[0] ^ covered).sum() > FLICKERS:
            self._covered = (covered, time_s)
        if time_s - self._covered[1] < lies_s:
            return False
        self._things = covered
        return True
