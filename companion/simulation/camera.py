"""The camera over a scripted table: from where it looks, at what kind of table, and the picture it takes of a moment."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

import cv2
import numpy as np

from calibration.drawing_look import Light, Look, plain_look, random_light, random_look
from calibration.drawing_painter import TablePainter
from calibration.drawing_thing import ThingAt, thing_outline_px
from calibration.drawing_view import FloatArray, Knock, Nudge, Pose, View, knocked, nudged, place_camera
from calibration.profile import BoardProfile, FieldName
from companion.simulation.script import Script
from companion.simulation.timeline import Moment
from hardware.ports import BgrImage

KEPT_PAINTERS = 4
"""People switch a lamp on and off again, and push a board back: the tables before stay drawn (10 MB each)."""
MARGIN_SHARE = 0.02
"""A board this near to the picture's edge counts as cut off."""


@dataclass(frozen=True)
class TableCamera:
    """A table as it looks and the camera's first place. `light` is the first one."""

    board: BoardProfile
    look: Look
    light: Light
    pose: Pose
    size: tuple[int, int]

    def view(self, nudge: Nudge, knock: Knock) -> View:
        """The camera and the board after pushes and knocks."""
        return knocked(nudged(_first_view(self.board, self.pose, self.size), self.board, nudge), knock)

    def corners_px(self, nudge: Nudge, knock: Knock) -> FloatArray:
        """(4, 2): where the printed board's corners are in the picture."""
        return self.view(nudge, knock).project_flat(self.board.corners_mm)

    def shows_all(self, nudge: Nudge, knock: Knock) -> bool:
        """Whether the whole board is in the picture."""
        corners, (width, height) = self.corners_px(nudge, knock), self.size
        margin = MARGIN_SHARE * width
        low, high = corners.min(axis=0), corners.max(axis=0)
        return bool((low >= margin).all() and high[0] <= width - margin and high[1] <= height - margin)

    def hidden(self, things: tuple[ThingAt, ...], nudge: Nudge, knock: Knock) -> frozenset[FieldName]:
        """The fields on which a pawn's foot or head is behind or under a thing, out of the picture, or too near to be sure."""
        view = self.view(nudge, knock)
        names = set(self._outside(view))
        near_px = 0.6 * self.board.pawn.foot_mm * view.px_per_mm(self.board.width_mm / 2, self.board.height_mm / 2)
        for thing in things:
            outline = thing_outline_px(view, thing).astype(np.float32)[:, None, :]
            for lift in (0.0, self.board.pawn.height_mm):
                points = view.project_flat(self.board.centres_mm, lift)
                for name, (x, y) in zip(self.board.field_names, points, strict=True):
                    if cv2.pointPolygonTest(outline, (float(x), float(y)), True) > -near_px:
                        names.add(name)
        return frozenset(names)

    def outside(self, nudge: Nudge, knock: Knock) -> frozenset[FieldName]:
        """The fields on which a pawn's foot or head is out of the picture, or at its very edge."""
        return self._outside(self.view(nudge, knock))

    def _outside(self, view: View) -> frozenset[FieldName]:
        room = 0.6 * self.board.pawn.foot_mm * view.px_per_mm(self.board.width_mm / 2, self.board.height_mm / 2)
        feet = view.project_flat(self.board.centres_mm)
        heads = view.project_flat(self.board.centres_mm, self.board.pawn.height_mm)
        points = np.concatenate([feet, heads], axis=1)
        low, high = points.min(axis=1), (points - np.tile(self.size, 2)).max(axis=1)
        return frozenset(name for name, a, b in zip(self.board.field_names, low, high, strict=True) if a < room or b > -room)


@lru_cache(maxsize=16)
def _first_view(board: BoardProfile, pose: Pose, size: tuple[int, int]) -> View:
    return place_camera(board, pose, size)


class MomentPainter:
    """Draws moments as a table's camera sees them; what does not change from moment to moment is kept."""

    def __init__(self, camera: TableCamera) -> None:
        self._camera = camera
        self._painters: OrderedDict[tuple[Nudge, Knock, Light], TablePainter] = OrderedDict()

    def paint(self, moment: Moment, time_s: float) -> BgrImage:
        """(height, width, 3); `time_s` picks the noise."""
        painter = self._painter(moment)
        picture = painter.paint(moment.scene, noise_seed=int(time_s * 1000))
        return picture if moment.shade == 1 else np.asarray(cv2.convertScaleAbs(picture, alpha=moment.shade), dtype=np.uint8)

    def _painter(self, moment: Moment) -> TablePainter:
        key = (moment.nudge, moment.knock, moment.light)
        if key not in self._painters:
            camera = self._camera
            self._painters[key] = TablePainter(
                camera.board, camera.look, moment.light, camera.pose, camera.size, moment.nudge, moment.knock
            )
            if len(self._painters) > KEPT_PAINTERS:
                self._painters.popitem(last=False)
        self._painters.move_to_end(key)
        return self._painters[key]


def camera_of(script: Script, board: BoardProfile) -> TableCamera:
    """The camera as the script's view tells it."""
    rng, told = script.view_rng(), script.view
    if told.get("like", "made-up") == "quiet":
        look, light, pose = plain_look(board), Light(), Pose(tilt_deg=10, tilt_towards_deg=80, turn_deg=4, board_share=0.64)
    else:
        look, light, pose = random_look(board, rng, foreign_ground=0.0), random_light(rng), _random_pose(rng)
    looks = {key: told[key] for key in ("material", "table", "noise", "blur_px") if key in told}
    lights = {key: told[key] for key in ("brightness", "ambient", "azimuth_deg", "elevation_deg") if key in told}
    poses = {key: told[key] for key in Pose.__slots__ if key in told}
    if "glare" in told:
        lights["glare"] = (told["glare"], *light.glare[1:])
    return TableCamera(board, replace(look, **looks), replace(light, **lights), replace(pose, **poses), script.size)


def _random_pose(rng: Random) -> Pose:
    """The whole board stays in the picture when it is turned by hand: its diagonal is 1.41 times its side."""
    return Pose(
        tilt_deg=rng.uniform(0, 28),
        tilt_towards_deg=rng.uniform(0, 360),
        turn_deg=rng.uniform(0, 360),
        board_share=rng.uniform(0.58, 0.82),
        middle=(0.5 + rng.uniform(-0.05, 0.05), 0.5 + rng.uniform(-0.02, 0.02)),
        field_of_view_deg=rng.uniform(58, 72),
        k1=rng.uniform(-0.03, 0.02),
    )
