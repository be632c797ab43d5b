"""Watching for throws: a die that came to lie still and flat where it did not lie before.

The whole picture is looked at once, then only what changed since and has come to rest: a die is thrown in one place while hands
move pawns in another. A die that a hand covered and left alone is no throw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from companion.vision.die import SeenDie, find_dice
from companion.vision.die_changes import REST_S, Changes, Patch, around
from companion.vision.die_table import DieTable
from hardware.ports import BgrImage, Frame

Region = Sequence[tuple[float, float]]
Find = Callable[[BgrImage, Region | None, DieTable | None], tuple[SeenDie, ...]]

SAME_PLACE = 0.3
"""A die that lies within so many edges of where one lay may be that one."""
SAME_LOOK = 0.8
"""Correlation from which it is that one; a die thrown anew lies turned otherwise."""
LOOK_PX = 24
LOOK_AROUND = 2.0
"""A die that has come to rest is looked at anew with so many edges around its middle."""
HAND_DICE, HAND_REST_S = 25.0, 1.5
"""Where so many times a die's top side has changed, a hand may hold the die, or the light has changed: it has to rest longer."""
MOST_RESTLESS = 6
MOST_GONE = 12


class Outcome(StrEnum):
    """What came to lie there."""

    VALUE = "value"
    CROOKED = "crooked"
    SEVERAL = "several"


@dataclass(frozen=True, slots=True)
class DieRest:
    """A die, or dice, that came to rest, told once.

    `outcome` VALUE: one die lies flat and shows `value`. CROOKED: a die leans, `value` is None. SEVERAL: more than one lies
    there, `values` are what they show (None for one that leans). `dice` all that lie there, the surest first.
    """

    outcome: Outcome
    value: int | None
    values: tuple[int | None, ...]
    dice: tuple[SeenDie, ...]
    time_s: float


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    die: SeenDie
    look: BgrImage


class DieWatch:
    """Fed with frames, tells dice that came to rest.

    `tray_px` (polygon in pixels) restricts it to a tray, `table` is the board's place in the picture (see `DieTable`); both can
    be given anew when the camera or the board moved. Dice that lie there at the first look are known, not thrown.
    """

    def __init__(self, tray_px: Region | None = None, table: DieTable | None = None, find: Find = find_dice) -> None:
        self._tray_px, self._table, self._find = tray_px, table, find
        self._changes = Changes(tray_px)
        self._lying: list[_Known] = []
        self._gone: list[_Known] = []
        self._restless: list[tuple[SeenDie, float]] = []
        self._begun = False

    @property
    def dice(self) -> tuple[SeenDie, ...]:
        """The dice that lie there, as far as it was still enough to look."""
        return tuple(known.die for known in self._lying)

    def place(self, tray_px: Region | None, table: DieTable | None) -> None:
        """Camera, board or tray lie otherwise now: everything is looked at anew, and what lies there is no throw."""
        self._tray_px, self._table = tray_px, table
        self._changes = Changes(tray_px)
        self._lying, self._gone, self._restless, self._begun = [], [], [], False

    def update(self, frame: Frame) -> DieRest | None:
        """What came to rest with this frame, if anything did."""
        patches = (*self._changes.update(frame), *self._settled())
        if not patches:
            return None
        fresh = [known for patch in patches for known in self._look(frame.bgr, patch)]
        if not self._begun:
            self._begun = True
            return None
        fresh = [known for known in fresh if known in self._lying]
        return self._told(fresh, frame.time_s) if fresh else None

    def _look(self, bgr: BgrImage, patch: Patch) -> list[_Known]:
        """Looks at a part of the picture that came to rest; gives the dice that did not lie there before."""
        for known in self._lying:
            whole = around(known.die.px, 1.2 * known.die.edge_px)
            patch = patch.joined(whole) if patch.meets(whole) else patch
        inside = [known for known in self._lying if patch.holds(known.die.px)]
        self._lying = [known for known in self._lying if not patch.holds(known.die.px)]
        self._gone = [*self._gone, *inside][-MOST_GONE:]
        fresh = []
        for die in self._find(bgr, patch.corners_px, self._table):
            if not self._in_tray(die) or any(_near(die, known.die) for known in self._lying):
                continue
            needed_s = HAND_REST_S if patch.changed_px2 > HAND_DICE * die.edge_px**2 else REST_S
            if not self._changes.resting(die.px, die.edge_px, needed_s):
                self._restless.append((die, needed_s))
                continue
            before = [known for known in self._gone if _same(bgr, die, known)]
            self._lying.append(before[-1] if before else _Known(die, _look_of(bgr, die)))
            if not before:
                fresh.append(self._lying[-1])
        return fresh

    def _settled(self) -> tuple[Patch, ...]:
        """Where dice were seen that were not yet at rest and are now."""
        ready = [each for each in self._restless if self._changes.resting(each[0].px, each[0].edge_px, each[1])]
        self._restless = [each for each in self._restless if each not in ready][-MOST_RESTLESS:]
        for die, _ in ready:
            self._changes.accept(die.px, die.edge_px)
        return tuple(around(die.px, LOOK_AROUND * die.edge_px) for die, _ in ready)

    def _in_tray(self, die: SeenDie) -> bool:
        return self._tray_px is None or cv2.pointPolygonTest(np.array(self._tray_px, np.float32), die.px, False) >= 0

    def _told(self, fresh: list[_Known], time_s: float) -> DieRest:
        """All dice that lie there; one that a hand may just have taken is not among them."""
        there = [k.die for k in self._lying if k in fresh or self._changes.same(k.die.px, k.die.edge_px)]
        dice = tuple(sorted(there, key=lambda die: -die.confidence))
        values = tuple(die.value for die in dice)
        if len(dice) > 1:
            return DieRest(Outcome.SEVERAL, None, values, dice, time_s)
        return DieRest(Outcome.CROOKED if dice[0].crooked else Outcome.VALUE, dice[0].value, values, dice, time_s)


def _near(die: SeenDie, other: SeenDie) -> bool:
    return bool(np.hypot(die.px[0] - other.px[0], die.px[1] - other.px[1]) < SAME_PLACE * other.edge_px)


def _same(bgr: BgrImage, die: SeenDie, before: _Known) -> bool:
    """Whether a die was only covered, or its light changed: it lies where it lay and looks as it looked."""
    if not _near(die, before.die):
        return False
    likeness = cv2.matchTemplate(_look_of(bgr, before.die), before.look[4:-4, 4:-4], cv2.TM_CCOEFF_NORMED)
    return float(likeness.max()) > SAME_LOOK


def _look_of(bgr: BgrImage, die: SeenDie) -> BgrImage:
    size = max(2, round(1.1 * die.edge_px))
    part = cv2.getRectSubPix(bgr, (size, size), die.px)
    return np.asarray(cv2.resize(part, (LOOK_PX, LOOK_PX), interpolation=cv2.INTER_AREA), np.uint8)
