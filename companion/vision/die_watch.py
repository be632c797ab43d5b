"""Watching for throws: a die that rolled and came to lie still and flat where it did not lie before.

The whole picture is looked at once, then only what changed since and has come to rest: a die is thrown in one place while hands
move pawns in another. A die that a hand covered, pushed, put down or took away is no throw. What a die shows is told when the
looks at several pictures agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import cv2
import numpy as np

from companion.vision.die import SeenDie, find_likely_dice, look_closely
from companion.vision.die_changes import REST_S, Changes, Patch, around
from companion.vision.die_network import FloatArray
from companion.vision.die_past import Came
from companion.vision.die_table import DieTable
from companion.vision.die_votes import Read, Votes
from hardware.ports import BgrImage, Frame

Region = Sequence[tuple[float, float]]
Find = Callable[[BgrImage, Region | None, DieTable | None], tuple[SeenDie, ...]]
Look = Callable[[BgrImage, SeenDie, DieTable | None], FloatArray]
"""A closer look at a die: the chances of no die, 1 to 6, leaning."""

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
LEFT_S = 4.0
"""A die that was put down by hand and left alone for so long is waited for in vain: somebody has to be told."""


class Outcome(StrEnum):
    """What came to lie there."""

    VALUE = "value"
    CROOKED = "crooked"
    SEVERAL = "several"
    UNREADABLE = "unreadable"
    BY_HAND = "by hand"


@dataclass(frozen=True, slots=True)
class DieRest:
    """A die, or dice, that came to rest, told once.

    `outcome` VALUE: one die was thrown, lies flat and shows `value`. CROOKED: a die leans, `value` is None. SEVERAL: more than
    one lies there, `values` are what they show (None for one that leans). UNREADABLE: no value is sure. BY_HAND: a die was put
    down, not thrown, and left there. `dice` all that lie there, the surest first.
    """

    outcome: Outcome
    value: int | None
    values: tuple[int | None, ...]
    dice: tuple[SeenDie, ...]
    time_s: float


_OUTCOMES: Mapping[Read | None, Outcome] = {Read.FLAT: Outcome.VALUE, Read.LEANS: Outcome.CROOKED}


@dataclass(eq=False, slots=True)
class _Known:
    """A die that lies there. `votes` are collected until it is `read`; `told` when there is nothing more to say about it."""

    die: SeenDie
    look: BgrImage
    came: Came
    since_s: float
    votes: Votes = field(default_factory=Votes)
    read: Read | None = None
    told: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is a second die beside one that was thrown."""
        return self.votes.surely_a_die or (self.told and self.came is Came.ROLLED)

    @property
    def as_read(self) -> SeenDie:
        """The die as the votes have it."""
        value, sure = self.votes.value, self.votes.sureness
        return replace(self.die, value=value, confidence=round(sure, 3), crooked=self.read is Read.LEANS)


class DieWatch:
    """Fed with frames, tells dice that came to rest.

    `tray_px` (polygon in pixels) restricts it to a tray, `table` is the board's place in the picture (see `DieTable`); both can
    be given anew when the camera or the board moved. Dice that lie there at the first look are known, not thrown.
    """

    def __init__(
        self,
        tray_px: Region | None = None,
        table: DieTable | None = None,
        find: Find = find_likely_dice,
        look: Look = look_closely,
    ) -> None:
        self._tray_px, self._table, self._find, self._closely = tray_px, table, find, look
        self._changes = Changes(tray_px)
        self._lying: list[_Known] = []
        self._gone: list[_Known] = []
        self._restless: list[tuple[SeenDie, float]] = []
        self._shown: int | None = None
        """What the die that lay there last showed: one that is pushed aside still shows it."""
        self._begun = False

    @property
    def dice(self) -> tuple[SeenDie, ...]:
        """The dice that lie there, as far as it was still enough to look."""
        return tuple(known.as_read for known in self._lying if known.read is not None)

    def place(self, tray_px: Region | None, table: DieTable | None) -> None:
        """Camera, board or tray lie otherwise now: everything is looked at anew, and what lies there is no throw."""
        self._tray_px, self._table = tray_px, table
        self._changes = Changes(tray_px)
        self._lying, self._gone, self._restless, self._shown, self._begun = [], [], [], None, False

    def update(self, frame: Frame, look: bool = True) -> DieRest | None:
        """What came to rest with this frame, if anything did. Without `look` no other dice are looked for."""
        patches = self._changes.update(frame, look)
        for patch in (*patches, *self._settled()) if look else ():
            self._look(frame, patch)
        self._begun |= look
        self._vote(frame)
        return self._told(frame.time_s)

    def _look(self, frame: Frame, patch: Patch) -> None:
        """Looks at a part of the picture that came to rest."""
        for known in self._lying:
            whole = around(known.die.px, 1.2 * known.die.edge_px)
            patch = patch.joined(whole) if patch.meets(whole) else patch
        inside = [known for known in self._lying if patch.holds(known.die.px)]
        self._lying = [known for known in self._lying if not patch.holds(known.die.px)]
        self._gone = [*self._gone, *inside][-MOST_GONE:]
        for die in self._find(frame.bgr, patch.corners_px, self._table):
            if not self._in_tray(die) or any(_near(die, known.die) for known in self._lying):
                continue
            needed_s = HAND_REST_S if patch.changed_px2 > HAND_DICE * die.edge_px**2 else REST_S
            if not self._changes.resting(die.px, die.edge_px, needed_s):
                self._restless.append((die, needed_s))
                continue
            before = [known for known in self._gone if _same(frame.bgr, die, known)]
            self._lying.append(before[-1] if before else self._fresh(frame, die))

    def _fresh(self, frame: Frame, die: SeenDie) -> _Known:
        came = self._changes.came(die.px, die.edge_px) if self._begun else Came.UNSEEN
        return _Known(die, _look_of(frame.bgr, die), came, frame.time_s)

    def _vote(self, frame: Frame) -> None:
        """Looks closely at the dice of which it is not yet known what they show; what turns out to be none is let go."""
        for known in self._lying:
            if known.read is None and self._is_there(known):
                known.votes.add(self._closely(frame.bgr, known.die, self._table))
                known.read = known.votes.read()
        self._lying = [known for known in self._lying if known.read is not Read.NOTHING]

    def _settled(self) -> tuple[Patch, ...]:
        """Where dice were seen that were not yet at rest and are now."""
        ready = [each for each in self._restless if self._changes.resting(each[0].px, each[0].edge_px, each[1])]
        self._restless = [each for each in self._restless if each not in ready][-MOST_RESTLESS:]
        for die, _ in ready:
            self._changes.accept(die.px, die.edge_px)
        return tuple(around(die.px, LOOK_AROUND * die.edge_px) for die, _ in ready)

    def _in_tray(self, die: SeenDie) -> bool:
        return self._tray_px is None or cv2.pointPolygonTest(np.array(self._tray_px, np.float32), die.px, False) >= 0

    def _told(self, time_s: float) -> DieRest | None:
        """Tells what has been thrown once it is known of all that lies there, and what was put down once it was left alone."""
        if any(known.read is None and self._is_there(known) for known in self._lying):
            return None
        thrown = [known for known in self._fresh_ones() if known.came is Came.ROLLED]
        left = [known for known in self._fresh_ones() if known.came is Came.BY_HAND and time_s - known.since_s >= LEFT_S]
        anew = [known for known in left if known.votes.value != self._shown]
        for known in self._fresh_ones():
            known.told = known.came is not Came.BY_HAND or known in left
            self._shown = known.votes.value if known.told else self._shown
        if thrown:
            return self._rest(thrown, time_s)
        return replace(self._rest(anew, time_s), outcome=Outcome.BY_HAND, value=None) if anew else None

    def _fresh_ones(self) -> list[_Known]:
        return [known for known in self._lying if known.read is not None and not known.told]

    def _is_there(self, known: _Known) -> bool:
        """Whether a die is still to be seen; a hand may just have taken it."""
        return self._changes.same(known.die.px, known.die.edge_px)

    def _rest(self, fresh: list[_Known], time_s: float) -> DieRest:
        there = [known for known in self._lying if known in fresh or (known.counts and self._is_there(known))]
        dice = tuple(sorted((known.as_read for known in there), key=lambda die: -die.confidence))
        values = tuple(die.value for die in dice)
        if len(dice) > 1:
            return DieRest(Outcome.SEVERAL, None, values, dice, time_s)
        return DieRest(_OUTCOMES.get(fresh[0].read, Outcome.UNREADABLE), values[0], values, dice, time_s)


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
