"""Where a printed board lies in a picture: the map between board millimetres and pixels, and the camera's pose.

Frames of reference: board millimetres have x right and y down on the print, the origin at the first colour's outer corner;
heights are millimetres above the print. Pixels have x right and y down, whole numbers at pixel centres (as OpenCV has it).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile

FloatArray = NDArray[np.float64]

ASSUMED_FIELD_OF_VIEW_DEG = 66.0
"""Horizontal field of view when nothing is known of the camera (Camera Module 3: 66°). Assuming it costs no measurable accuracy
in reading (24 renders with true fields of view between 56° and 75°)."""


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """How board and picture fit together.

    `board_to_px` (3, 3) maps print millimetres to pixels. `camera` (3, 3) is the matrix of the pinhole camera; `rotation` (3,)
    (Rodrigues) and `translation_mm` (3,) are the pose: camera = R · (x, y, -height) + t. `residual_px` is the median distance
    between printed field centres as found and as mapped; `match` is the correlation with the print, 1 = identical.
    """

    board_to_px: FloatArray
    camera: FloatArray
    rotation: FloatArray
    translation_mm: FloatArray
    residual_px: float
    match: float

    def print_to_px(self, points_mm: FloatArray) -> FloatArray:
        """(N, 2) points of the print in millimetres → (N, 2) pixels."""
        mapped = np.column_stack([points_mm, np.ones(len(points_mm))]) @ self.board_to_px.T
        return np.asarray(mapped[:, :2] / mapped[:, 2:], dtype=np.float64)

    def above_print_to_px(self, points_mm: FloatArray, height_mm: float | FloatArray) -> FloatArray:
        """(N, 2) points of the print, lifted by `height_mm` (one number or (N,)) → (N, 2) pixels."""
        matrix, _ = cv2.Rodrigues(self.rotation)
        heights = np.broadcast_to(np.asarray(height_mm, dtype=np.float64), (len(points_mm),))
        space = np.column_stack([points_mm, -heights]) @ np.asarray(matrix).T + self.translation_mm
        image = space @ self.camera.T
        return np.asarray(image[:, :2] / image[:, 2:], dtype=np.float64)


def assumed_camera(width_px: int, height_px: int, field_of_view_deg: float = ASSUMED_FIELD_OF_VIEW_DEG) -> FloatArray:
    """(3, 3) pinhole matrix of a camera with that field of view along its longer side, looking through the picture's middle."""
    focal_px = max(width_px, height_px) / 2 / np.tan(np.radians(field_of_view_deg / 2))
    return np.array([[focal_px, 0, (width_px - 1) / 2], [0, focal_px, (height_px - 1) / 2], [0, 0, 1]], dtype=np.float64)


def registration_from_homography(
    board_to_px: FloatArray, board: BoardProfile, camera: FloatArray, residual_px: float = 0.0, match: float = 1.0
) -> Registration:
    """Works out the pose that explains the homography best (planar PnP over the field centres)."""
    flat = np.column_stack([board.centres_mm, np.zeros(len(board.centres_mm))])
    mapped = np.column_stack([board.centres_mm, np.ones(len(flat))]) @ board_to_px.T
    pixels = mapped[:, :2] / mapped[:, 2:]
    _, rotation, translation = cv2.solvePnP(flat, pixels, camera, None, flags=cv2.SOLVEPNP_IPPE)
    return Registration(
        np.asarray(board_to_px, dtype=np.float64),
        camera,
        np.asarray(rotation, dtype=np.float64).ravel(),
        np.asarray(translation, dtype=np.float64).ravel(),
        residual_px,
        match,
    )
