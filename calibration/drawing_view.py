"""The drawn camera: pose, pinhole and a little lens, and the way from pixels back to the board.

Frames of reference as in `calibration.registration`; space points are (x_mm, y_mm, height_mm), height above the print.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile
from calibration.registration import Registration, assumed_camera, registration_from_homography

FloatArray = NDArray[np.float64]
F32 = NDArray[np.float32]

UNDISTORT_ROUNDS = 4
"""Fixed-point rounds to undo the lens: below 0.01 px for |k1| up to 0.1 (tests/test_drawing.py)."""

LENS_REACHES = 1.5
"""Directions farther from the axis than this (56 degrees; corners of pictures lie within 45) are bent as those there: beyond, the
polynomial folds back, and the far end of an arm that comes from behind the camera was drawn on the other side of the picture."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the camera is, told by what it sees.

    `tilt_deg` is the angle between the camera's axis and the board's normal, `tilt_towards_deg` the side (in the picture) that
    comes nearer, `turn_deg` the board's rotation in the picture. `board_share` is the height of the board's outline as a share
    of the picture's height; `middle` is the board's middle in the picture as shares of its width and height.
    `k1`, `k2` are OpenCV's radial distortion.
    """

    tilt_deg: float = 0.0
    tilt_towards_deg: float = 0.0
    turn_deg: float = 0.0
    board_share: float = 0.8
    middle: tuple[float, float] = (0.5, 0.5)
    field_of_view_deg: float = 66.0
    k1: float = 0.0
    k2: float = 0.0


@dataclass(frozen=True, slots=True)
class Nudge:
    """How far the board was pushed over the table since the camera was set up: mm in the board's directions, then turned."""

    dx_mm: float = 0.0
    dy_mm: float = 0.0
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Knock:
    """How far the camera was knocked: turned about its own axes, and shifted (mm, right and down in the picture)."""

    pitch_deg: float = 0.0
    yaw_deg: float = 0.0
    roll_deg: float = 0.0
    right_mm: float = 0.0
    down_mm: float = 0.0


def random_pose(rng: Random, max_tilt_deg: float = 35.0) -> Pose:
    """Any rotation, tilt up to `max_tilt_deg`, board height 25 to 95 % of the picture, small lens distortion."""
    share = rng.uniform(0.25, 0.95) if rng.random() < 0.4 else rng.uniform(0.5, 0.92)
    slack = (1 - share) / 2 * 0.9
    return Pose(
        tilt_deg=max_tilt_deg * rng.random() ** 1.3,
        tilt_towards_deg=rng.uniform(0, 360),
        turn_deg=rng.uniform(0, 360),
        board_share=share,
        middle=(0.5 + rng.uniform(-slack, slack), 0.5 + rng.uniform(-slack, slack)),
        field_of_view_deg=rng.uniform(56, 75),
        k1=rng.uniform(-0.06, 0.03),
        k2=rng.uniform(-0.01, 0.015),
    )


@dataclass(frozen=True)
class View:
    """A camera in place: matrix (3, 3), rotation (3, 3), translation (3,) mm, distortion, picture size in pixels.

    `table` (2, 3) maps board mm to the mm of the table top, which stays where it is when the board is nudged.
    """

    camera: FloatArray
    rotation: FloatArray
    translation_mm: FloatArray
    k1: float
    k2: float
    size: tuple[int, int]
    table: FloatArray = field(default_factory=lambda: np.eye(2, 3))

    @cached_property
    def centre_mm(self) -> tuple[float, float, float]:
        """The camera's place: x, y and height above the print."""
        x, y, z = -self.rotation.T @ self.translation_mm
        return float(x), float(y), float(-z)

    def project(self, points: FloatArray) -> FloatArray:
        """(N, 3) space points → (N, 2) pixels, through the lens."""
        space = np.asarray(points, dtype=np.float64) * (1, 1, -1) @ self.rotation.T + self.translation_mm
        xy = space[:, :2] / np.maximum(space[:, 2:], 1.0)
        r2 = np.minimum((xy**2).sum(axis=1, keepdims=True), LENS_REACHES**2)
        xy = xy * (1 + self.k1 * r2 + self.k2 * r2**2)
        return np.asarray(xy * (self.camera[0, 0], self.camera[1, 1]) + (self.camera[0, 2], self.camera[1, 2]))

    def project_flat(self, points_mm: FloatArray, height_mm: float = 0.0) -> FloatArray:
        """(N, 2) points of the print, lifted → (N, 2) pixels."""
        return self.project(np.column_stack([points_mm, np.full(len(points_mm), height_mm)]))

    def ground(self, x_px: F32, y_px: F32) -> tuple[F32, F32]:
        """Pixels (any shape) → where their rays meet the plane of the print, x and y in mm."""
        xd = (x_px - np.float32(self.camera[0, 2])) / np.float32(self.camera[0, 0])
        yd = (y_px - np.float32(self.camera[1, 2])) / np.float32(self.camera[1, 1])
        return self._met(*_without_lens(xd, yd, self.k1, self.k2))

    def ground_everywhere(self) -> tuple[F32, F32]:
        """(height, width) each: `ground` of every pixel. What the lens does is kept: it is the same wherever the camera is."""
        focal_x, focal_y, middle_x, middle_y = (float(self.camera[at]) for at in ((0, 0), (1, 1), (0, 2), (1, 2)))
        return self._met(*_rays(focal_x, focal_y, middle_x, middle_y, self.k1, self.k2, self.size))

    def _met(self, x: F32, y: F32) -> tuple[F32, F32]:
        """Where rays in the directions (x, y, 1) of the camera meet the plane of the print, x and y in mm."""
        r = self.rotation.astype(np.float32)
        down = np.maximum(r[0, 2] * x + r[1, 2] * y + r[2, 2], np.float32(0.04))
        cx, cy, height = self.centre_mm
        reach = np.float32(height) / down
        gx = np.float32(cx) + reach * (r[0, 0] * x + r[1, 0] * y + r[2, 0])
        gy = np.float32(cy) + reach * (r[0, 1] * x + r[1, 1] * y + r[2, 1])
        return np.asarray(gx, dtype=np.float32), np.asarray(gy, dtype=np.float32)

    def px_per_mm(self, x_mm: float, y_mm: float) -> float:
        """How many pixels a millimetre of the print takes at that point (mean of both directions)."""
        a, b, c = self.project_flat(np.array([(x_mm, y_mm), (x_mm + 1, y_mm), (x_mm, y_mm + 1)]))
        return float((np.linalg.norm(b - a) + np.linalg.norm(c - a)) / 2)

    def registration(self, board: BoardProfile) -> Registration:
        """The true registration: the homography that fits the seen field centres best, and the pose that goes with it."""
        seen = self.project_flat(board.centres_mm)
        homography = np.asarray(cv2.findHomography(board.centres_mm, seen)[0], dtype=np.float64)
        fit = registration_from_homography(homography, board, self.camera)
        residual = float(np.median(np.linalg.norm(fit.print_to_px(board.centres_mm) - seen, axis=1)))
        return registration_from_homography(homography, board, self.camera, residual_px=residual)


def _without_lens(xd: F32, yd: F32, k1: float, k2: float) -> tuple[F32, F32]:
    """Directions as the lens bends them → as they are."""
    x, y = xd, yd
    for _ in range(UNDISTORT_ROUNDS if k1 or k2 else 0):
        r2 = x * x + y * y
        factor = np.float32(1) / (1 + np.float32(k1) * r2 + np.float32(k2) * r2 * r2)
        x, y = xd * factor, yd * factor
    return x, y


@lru_cache(maxsize=2)
def _rays(
    focal_x: float, focal_y: float, middle_x: float, middle_y: float, k1: float, k2: float, size: tuple[int, int]
) -> tuple[F32, F32]:
    xs, ys = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    xd, yd = (xs - np.float32(middle_x)) / np.float32(focal_x), (ys - np.float32(middle_y)) / np.float32(focal_y)
    return _without_lens(xd, yd, k1, k2)


def place_camera(board: BoardProfile, pose: Pose, size: tuple[int, int]) -> View:
    """The camera that sees `board` as `pose` says, in pictures of `size` (width, height)."""
    width, height = size
    camera = assumed_camera(width, height, pose.field_of_view_deg)
    rotation = _rotation(pose)
    ray = np.linalg.inv(camera) @ (pose.middle[0] * width, pose.middle[1] * height, 1.0)
    middle = rotation @ (board.width_mm / 2, board.height_mm / 2, 0.0)
    near, far = 0.3 * board.width_mm, 12.0 * board.width_mm
    for _ in range(30):
        distance = (near + far) / 2
        view = View(camera, rotation, ray * distance - middle, pose.k1, pose.k2, size)
        corners = view.project_flat(board.corners_mm)
        if np.ptp(corners[:, 1]) > pose.board_share * height or np.ptp(corners[:, 0]) > 0.97 * width:
            near = distance
        else:
            far = distance
    return View(camera, rotation, ray * far - middle, pose.k1, pose.k2, size)


def nudged(view: View, board: BoardProfile, nudge: Nudge) -> View:
    """The same camera over the same table once the board on it was pushed."""
    turn = np.radians(nudge.turn_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    middle = np.array([board.width_mm / 2, board.height_mm / 2, 0])
    shift = np.array([nudge.dx_mm, nudge.dy_mm, 0]) + middle - spin @ middle
    table = np.column_stack([spin[:2, :2], shift[:2]])
    return replace(view, rotation=view.rotation @ spin, translation_mm=view.rotation @ shift + view.translation_mm, table=table)


def knocked(view: View, knock: Knock) -> View:
    """The same table once the camera over it was knocked."""
    turn, _ = cv2.Rodrigues(np.radians([knock.pitch_deg, knock.yaw_deg, knock.roll_deg]))
    shift = np.array([knock.right_mm, knock.down_mm, 0.0])
    rotation = np.asarray(turn @ view.rotation, dtype=np.float64)
    return replace(view, rotation=rotation, translation_mm=turn @ view.translation_mm - shift)


def _rotation(pose: Pose) -> FloatArray:
    turn, side = np.radians(pose.turn_deg), np.radians(pose.tilt_towards_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    tilt, _ = cv2.Rodrigues(np.radians(pose.tilt_deg) * np.array([np.cos(side), np.sin(side), 0]))
    return np.asarray(tilt @ spin, dtype=np.float64)
