"""What a camera over the simulated table sees."""

from __future__ import annotations

import math
from collections import deque
from random import Random

import cv2
import numpy as np

from calibration.drawing_look import Light, Look, plain_look, random_light, random_look
from calibration.drawing_painter import DEFAULT_SIZE, TablePainter
from calibration.drawing_view import Nudge, Pose
from companion.simulation.table import SimulatedTable, TableMoment
from hardware.ports import BgrImage

DRIFT, DRIFT_PERIOD_S = 0.03, 90.0
"""Daylight comes and goes: share of the brightness, and the time it takes."""
KEPT, ANEW_S = 6, 3.0
"""So many pictures of a table at rest take turns, for so long: daylight changes by one grey level meanwhile."""


class SimulatedPainter:
    """A `Painter` for `SimulatedCamera`: the table at every time, seen by one camera that stays where it is."""

    def __init__(self, table: SimulatedTable, look: Look, light: Light, pose: Pose, size: tuple[int, int] = DEFAULT_SIZE) -> None:
        self._table, self._look, self._light, self._pose, self._size = table, look, light, pose, size
        self._painter: tuple[Nudge, TablePainter] | None = None

    def paint(self, time_s: float) -> BgrImage:
        """The picture at `time_s`."""
        return self.paint_moment(self._table.moment(time_s), time_s)

    def paint_moment(self, moment: TableMoment, time_s: float) -> BgrImage:
        """The picture of a moment of the table; `time_s` gives noise and daylight."""
        if self._painter is None or self._painter[0] != moment.nudge:
            made = TablePainter(self._table.board, self._look, self._light, self._pose, self._size, moment.nudge)
            self._painter = (moment.nudge, made)
        picture = self._painter[1].paint(moment.scene, noise_seed=int(time_s * 1000))
        bright = 1 + DRIFT * math.sin(2 * math.pi * time_s / DRIFT_PERIOD_S)
        return np.asarray(cv2.convertScaleAbs(picture, alpha=bright), dtype=np.uint8)


class RestingPainter:
    """Draws a table at rest a few times only: `KEPT` pictures, which differ in their noise, take turns for `ANEW_S` seconds.

    Drawing the same scene twenty times a second cost 4 % of a core. Pictures come again: they must not be written to.
    """

    def __init__(self, table: SimulatedTable, painter: SimulatedPainter) -> None:
        self._table, self._painter = table, painter
        self._of: tuple[TableMoment, float] | None = None
        self._pictures: deque[BgrImage] = deque(maxlen=KEPT)
        self.painted = 0
        """How many pictures were drawn."""

    def paint(self, time_s: float) -> BgrImage:
        """The picture at `time_s`; times asked for must not go back."""
        moment = self._table.moment(time_s)
        if self._of is None or self._of[0] != moment or time_s - self._of[1] >= ANEW_S:
            self._of = moment, time_s
            self._pictures.clear()
        if len(self._pictures) < KEPT:
            self.painted += 1
            self._pictures.append(self._painter.paint_moment(moment, time_s))
            return self._pictures[-1]
        self._pictures.rotate(-1)
        return self._pictures[-1]


def quiet_view(table: SimulatedTable, size: tuple[int, int] = DEFAULT_SIZE) -> SimulatedPainter:
    """A table in good light, the camera nearly above it: what `companion play` shows without a camera."""
    pose = Pose(tilt_deg=10, tilt_towards_deg=80, turn_deg=4, board_share=0.86)
    return SimulatedPainter(table, plain_look(table.board), Light(), pose, size)


def made_up_pose(rng: Random, bend: float = 1.0) -> Pose:
    """A camera above the table from which the whole board is seen; its lens bends `bend` times as much as usual."""
    return Pose(
        tilt_deg=rng.uniform(0, 28),
        tilt_towards_deg=rng.uniform(0, 360),
        turn_deg=rng.uniform(0, 360),
        board_share=rng.uniform(0.6, 0.85),
        middle=(0.5 + rng.uniform(-0.05, 0.05), 0.5 + rng.uniform(-0.03, 0.03)),
        field_of_view_deg=rng.uniform(58, 72),
        k1=rng.uniform(-0.03, 0.02) * bend,
    )


def made_up_view(table: SimulatedTable, rng: Random, size: tuple[int, int] = DEFAULT_SIZE) -> SimulatedPainter:
    """A table with look, light and place of the camera drawn from `rng`, so that the whole board stays in the picture."""
    pose = made_up_pose(rng)
    return SimulatedPainter(table, random_look(table.board, rng, foreign_ground=0.0), random_light(rng), pose, size)
