"""Drawn tables for the tests of seeing: a plain lamp, a plain camera, pawns where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

from calibration.drawing import pawns_on
from calibration.drawing_hand import HandAt
from calibration.drawing_look import Light, plain_look
from calibration.drawing_painter import BoardScene, TablePainter
from calibration.drawing_view import Pose
from calibration.profile import BoardProfile, load_profile
from calibration.registration import Registration
from hardware.ports import BgrImage

SIZE = (1280, 720)
RENDERS = Path(__file__).parent / "data" / "renders"
SHARED = Path(__file__).parents[2] / "shared"
START = {color: [f"{color}:B{k}" for k in (1, 2, 3)] for color in ("yellow", "green", "red", "black")}


@cache
def schmidt() -> BoardProfile:
    return load_profile("schmidt-4")


def start_position() -> dict[str, list[str]]:
    """One on each start field, three in each house."""
    return {color: [*houses, str(schmidt().start[color])] for color, houses in START.items()}


class DrawnTable:
    """One table seen by one camera."""

    def __init__(self, pose: Pose | None = None, seed: int = 1) -> None:
        self.painter = TablePainter(schmidt(), plain_look(schmidt()), Light(), pose or Pose(tilt_deg=12, turn_deg=20), SIZE)
        self._seed = seed

    def picture(self, position: Mapping[str, Sequence[str]], hand: HandAt | None = None, noise: int = 0) -> BgrImage:
        pawns = tuple(pawns_on(schmidt(), position, Random(self._seed)))  # the same position, put down the same way
        return self.painter.paint(BoardScene(pawns, hand), noise)

    def registration(self) -> Registration:
        return self.painter.view.registration(schmidt())
