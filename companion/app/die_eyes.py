"""The die under the camera: frames in, throws and what there is to say about the die out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from calibration.lens import Lens
from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.sight import Eyes
from companion.vision.die import SeenDie, find_likely_dice, look_closely
from companion.vision.die_table import DieTable
from companion.vision.die_watch import DieRest, DieWatch, Find, Look, Outcome, Region
from companion.vision.single import off_pawns, read_freely
from hardware.ports import BgrImage, DieTrouble, Frame
from hardware.throws.camera import CameraThrows

MOVED_SHARE = 0.04
"""A board whose corners lie so much of its width elsewhere has been moved, and dice may have been with it."""
PAUSE = 3.0
"""After a look of a second so many seconds pass before the die is watched again: it takes a quarter of the time at most."""
TROUBLES = {
    Outcome.CROOKED: DieTrouble.AGAIN_CROOKED,
    Outcome.SEVERAL: DieTrouble.AGAIN_SEVERAL,
    Outcome.BY_HAND: DieTrouble.AGAIN_HANDLED,
    Outcome.UNREADABLE: DieTrouble.AGAIN_UNREADABLE,
}


class DieEyes:
    """Watches the die for one game. The game has to look with `eyes`, by which the board's place becomes known here.

    `tray_px` is in pixels of the picture as the camera gives it. `clock` measures what the watching costs, and holds it back
    where that is too much; None, for recordings: every frame is looked at. `anywhere`: dice count also as long as no board has
    been found. Where the eyes straighten the lens, the die is still looked for in the picture as it came.
    """

    def __init__(
        self,
        throws: CameraThrows,
        eyes: Eyes,
        board: BoardProfile,
        tray_px: Region | None = None,
        clock: Callable[[], float] | None = None,
        anywhere: bool = False,
        find: Find = find_likely_dice,
        look: Look = look_closely,
    ) -> None:
        self._throws, self._seeing, self._board, self._tray_px = throws, eyes, board, tray_px
        self._clock, self._anywhere, self._find = clock, anywhere, find
        self._watch = DieWatch(tray_px, None, self._dice, look)
        self._place: Registration | None = None
        self._placed: Registration | None = None
        self._free_s = float("-inf")
        self.told = 0
        """How many throws have been read."""

    @property
    def eyes(self) -> Eyes:
        """The eyes, with which this learns where the board lies."""
        seeing = self._seeing
        follow = seeing.follow

        def find(bgr: BgrImage, board: BoardProfile) -> Registration:
            self._place = seeing.find(bgr, board)
            return self._place

        def followed(frame: Frame, last: Registration) -> Registration | None:
            assert follow is not None
            place = follow(frame, last)
            self._place = self._place if place is None else place
            return place

        return replace(seeing, find=find, follow=None if follow is None else followed)

    def saw(self, frame: Frame, time_s: float) -> None:
        """Looks at a frame; a throw is pushed as of `time_s`, the time by which the throws are asked for."""
        begin_s = 0.0 if self._clock is None else self._clock()
        if self._place is None and not self._anywhere:
            return
        self._settle(frame.bgr)
        rest = self._watch.update(frame, begin_s >= self._free_s)
        if rest is not None:
            self._tell(rest, time_s)
        if self._clock is not None:
            end_s = self._clock()
            self._free_s = max(self._free_s, end_s + PAUSE * (end_s - begin_s))

    def _settle(self, bgr: BgrImage) -> None:
        """The board was found, or lies elsewhere: dice that lie there now are no throws."""
        if self._place is not None and (self._placed is None or self._moved(self._place, self._placed)):
            self._placed = self._place
            self._watch.place(self._tray_px, DieTable(self._place, self._lens(bgr)))

    def _lens(self, bgr: BgrImage) -> Lens | None:
        """What the eyes straighten; pictures of another size than it was measured with they leave as they are."""
        lens = self._seeing.lens
        return None if lens is None or lens.straight or lens.size != (bgr.shape[1], bgr.shape[0]) else lens

    def _moved(self, now: Registration, before: Registration) -> bool:
        here, there = (place.print_to_px(self._board.corners_mm) for place in (now, before))
        width = float(np.linalg.norm(there[1] - there[0]))
        return float(np.linalg.norm(here - there, axis=1).max()) > MOVED_SHARE * width

    def _dice(self, bgr: BgrImage, region: Region | None, table: DieTable | None) -> tuple[SeenDie, ...]:
        """Dice that are no pawns' heads: the board is read only when a die seems to lie in the picture."""
        dice = self._find(bgr, region, table)
        if not dice or self._place is None or table is None:
            return dice
        observation = self._seeing.reader.read(Frame(bgr, 0.0, 0), self._place)
        pieces = read_freely(observation, self._board, self._place).pieces
        straight = {replace(die, px=table.straight(die.px)): die for die in dice}
        return tuple(straight[die] for die in off_pawns(tuple(straight), pieces, self._board, self._place))

    def _tell(self, rest: DieRest, time_s: float) -> None:
        if rest.outcome is Outcome.VALUE and rest.value is not None:
            self.told += 1
            self._throws.push(rest.value, time_s)
        else:
            self._throws.trouble(TROUBLES[rest.outcome], time_s)
