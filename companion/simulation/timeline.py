"""Everything that is planned at a scripted table, and what it comes to at a time: pawns, hands, things, board, camera, light."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from calibration.drawing_body import PawnAt
from calibration.drawing_die import DieAt
from calibration.drawing_look import Light
from calibration.drawing_painter import BoardScene
from calibration.drawing_thing import ThingAt
from calibration.drawing_view import Knock, Nudge
from companion.simulation.gestures import Gesture
from companion.simulation.pawns import PawnId

T = TypeVar("T")

SHAKE_S = 0.3
"""A knocked camera swings this long before it is at rest in its new place."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at one time. `shade` is a factor on the whole picture's brightness: clouds."""

    scene: BoardScene
    nudge: Nudge
    knock: Knock
    light: Light
    shade: float


@dataclass(frozen=True, slots=True)
class ThingStay:
    """A thing lies there from `start_s` until `end_s`."""

    thing: ThingAt
    start_s: float
    end_s: float = float("inf")


@dataclass(frozen=True, slots=True)
class Absence:
    """A pawn is in its box, or lost, from `start_s` until it is put somewhere again at `end_s`."""

    pawn: PawnId
    start_s: float
    end_s: float = float("inf")


class Track(Generic[T]):
    """A value that changes at certain times, at once or within a while."""

    def __init__(self, begin: T) -> None:
        self._times: list[float] = [float("-inf")]
        self._values: list[T] = [begin]
        self._ends: list[float] = [float("-inf")]

    @property
    def last(self) -> T:
        """The value after everything that is planned."""
        return self._values[-1]

    def change(self, start_s: float, value: T, lasts_s: float = 0.0) -> None:
        """From `start_s` on it goes to `value`, reached after `lasts_s`. Raises `ValueError` within the change before."""
        if start_s < self._ends[-1]:
            raise ValueError(f"expected a change from {self._ends[-1]:.2f} s on, got one at {start_s:.2f} s")
        self._times.append(start_s)
        self._values.append(value)
        self._ends.append(start_s + lasts_s)

    def at(self, time_s: float) -> tuple[T, T, float]:
        """The value it comes from, the one it goes to, and how far it is (0 … 1)."""
        number = bisect_right(self._times, time_s) - 1
        value, start, end = self._values[number], self._times[number], self._ends[number]
        if number == 0 or time_s >= end:
            return value, value, 1.0
        share = (time_s - start) / (end - start)
        return self._values[number - 1], value, share * share * (3 - 2 * share)


class Timeline:
    """Filled by a plan, asked by a camera, at any times in any order."""

    def __init__(self, pawns: Mapping[PawnId, PawnAt], light: Light) -> None:
        self._stands: dict[PawnId, list[tuple[float, int, PawnAt]]] = {
            pawn: [(float("-inf"), 0, at)] for pawn, at in pawns.items()
        }
        self.gestures: list[Gesture] = []
        self.stays: list[ThingStay] = []
        self.absences: list[Absence] = []
        self.nudge = Track(Nudge())
        self.knock = Track(Knock())
        self.light = Track(light)
        self.shade = Track(1.0)
        self.die: Track[DieAt | None] = Track(None)

    def add_gesture(self, gesture: Gesture) -> None:
        """A hand that comes and goes; the pawn it carries stays where it was put."""
        self.gestures.append(gesture)
        if gesture.pawn is not None and gesture.target is not None:
            self.put(gesture.pawn, gesture.target, gesture.put_s)

    def put(self, pawn: PawnId, at: PawnAt, time_s: float) -> None:
        """From `time_s` on the pawn is there."""
        self.absences = [replace(a, end_s=time_s) if a.pawn == pawn and a.end_s == float("inf") else a for a in self.absences]
        insort(self._stands[pawn], (time_s, len(self._stands[pawn]), at))

    def take_away(self, pawn: PawnId, time_s: float) -> None:
        """From `time_s` on the pawn is nowhere, until it is put somewhere."""
        self.absences.append(Absence(pawn, time_s))

    def away(self, pawn: PawnId) -> bool:
        """Whether the pawn is nowhere after everything that is planned."""
        return any(absence.pawn == pawn and absence.end_s == float("inf") for absence in self.absences)

    def pawn(self, pawn: PawnId, time_s: float = float("inf")) -> PawnAt:
        """Where a pawn stands, or where it will after everything that is planned."""
        stands = self._stands[pawn]
        return stands[bisect_right([since for since, _, _ in stands], time_s) - 1][2]

    def moment(self, time_s: float) -> Moment:
        """The table at `time_s`."""
        gone = {absence.pawn for absence in self.absences if absence.start_s <= time_s < absence.end_s}
        pawns = {pawn: self.pawn(pawn, time_s) for pawn in self._stands if pawn not in gone}
        hands = []
        for gesture in self.gestures:
            if gesture.start_s <= time_s < gesture.end_s:
                hands.append(gesture.hand(time_s))
                carried = gesture.carried(time_s)
                if carried is not None and gesture.pawn is not None:
                    pawns[gesture.pawn] = carried
        there = [hand for hand in hands if hand is not None]
        die, _, _ = self.die.at(time_s)
        scene = BoardScene(tuple(pawns.values()), there[0] if there else None, die, tuple(there[1:]), self._things(time_s))
        _, light, _ = self.light.at(time_s)
        before, after, share = self.shade.at(time_s)
        return Moment(scene, self._nudge(time_s), self._knock(time_s), light, round(before + share * (after - before), 3))

    def _things(self, time_s: float) -> tuple[ThingAt, ...]:
        return tuple(stay.thing for stay in self.stays if stay.start_s <= time_s < stay.end_s)

    def _nudge(self, time_s: float) -> Nudge:
        a, b, share = self.nudge.at(time_s)
        return (
            b
            if share == 1
            else Nudge(
                a.dx_mm + share * (b.dx_mm - a.dx_mm),
                a.dy_mm + share * (b.dy_mm - a.dy_mm),
                a.turn_deg + share * (b.turn_deg - a.turn_deg),
            )
        )

    def _knock(self, time_s: float) -> Knock:
        """A knocked camera swings past its new place once."""
        a, b, share = self.knock.at(time_s)
        if share == 1:
            return b
        far = 1.6 * share if share < 0.75 else 1.2 - 0.8 * (share - 0.75)
        return Knock(*(getattr(a, key) + far * (getattr(b, key) - getattr(a, key)) for key in Knock.__slots__))
