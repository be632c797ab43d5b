"""A calibration on disk: where the board lay, and what is known of the camera.

JSON: `{"board": "schmidt-4", "size": [1280, 720], "corners": [[x, y] × 4], "camera": [[…] × 3]}`, corners in pixels in the order
of the profile (the first colour's, then clockwise), `camera` the 3x3 matrix or null.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile
from calibration.registration import Registration, assumed_camera, registration_from_homography
from hardware.errors import InputError
from hardware.json_text import is_number, parse_json, quoted, read_text

FloatArray = NDArray[np.float64]
KEYS = {"board", "size", "corners", "camera"}
LARGEST = 1_000_000
"""Pixels; no picture is as wide, and what is far beyond no longer fits OpenCV's numbers."""
SMALLEST_AREA_PX2 = 100
"""Ten pixels by ten: a slip of the hand, not a board."""
SHARPEST_CORNER = 0.01
"""Share of the area that a corner and its two neighbours have to span; 0.3 in the most tilted pictures that are read."""


def read_calibration(path: Path, board: BoardProfile, size: tuple[int, int]) -> Registration:
    """The registration stored in `path`, for pictures of `size` (width, height). Raises `InputError`."""
    data = parse_json(read_text(path), str(path), "a JSON object")
    if not isinstance(data, dict) or set(data) - KEYS or not {"board", "size", "corners"} <= set(data):
        raise InputError(f"{path}: expected an object with the keys {', '.join(sorted(KEYS))}, got {quoted(data)}")
    if data["board"] != board.id:
        raise InputError(f"{path}: is for board {quoted(data['board'])}, but the board is {quoted(board.id)}")
    if data["size"] != list(size):
        raise InputError(f"{path}: is for pictures of {quoted(data['size'])}, but the picture is {size[0]}x{size[1]}")
    corners = _corners(path, data["corners"])
    camera = assumed_camera(*size) if data.get("camera") is None else _camera(path, data["camera"])
    return registration_of_corners(corners, board, camera)


def write_calibration(path: Path, board: BoardProfile, registration: Registration, size: tuple[int, int]) -> None:
    """Stores a registration found in pictures of `size` (width, height)."""
    corners = registration.print_to_px(board.corners_mm).round(3).tolist()
    data = {"board": board.id, "size": list(size), "corners": corners, "camera": registration.camera.round(4).tolist()}
    path.write_text(json.dumps(data) + "\n", "utf-8")


def registration_of_corners(corners_px: FloatArray, board: BoardProfile, camera: FloatArray) -> Registration:
    """The registration of a board whose outer corners (4, 2) are known in pixels."""
    mapping = cv2.getPerspectiveTransform(board.corners_mm.astype(np.float32), corners_px.astype(np.float32))
    return registration_from_homography(np.asarray(mapping, dtype=np.float64), board, camera)


def _corners(path: Path, value: Any) -> FloatArray:
    """(4, 2) pixels of a board as a camera that is not behind it can see it."""
    corners = _numbers(path, "corners", value, (4, 2))
    side, next_side = np.roll(corners, -1, axis=0) - corners, np.roll(corners, -2, axis=0) - np.roll(corners, -1, axis=0)
    triangles = (side[:, 0] * next_side[:, 1] - side[:, 1] * next_side[:, 0]) / 2
    area = float(triangles[0] + triangles[2])
    if area < SMALLEST_AREA_PX2 or triangles.min() < SHARPEST_CORNER * area:
        raise InputError(
            f"{path}: corners are {quoted(value)}; expected the four corners of the board, the first colour's and then"
            f" clockwise, around at least {SMALLEST_AREA_PX2} square pixels"
        )
    return corners


def _camera(path: Path, value: Any) -> FloatArray:
    """(3, 3) matrix of a pinhole camera."""
    camera = _numbers(path, "camera", value, (3, 3))
    if camera[0, 0] <= 0 or camera[1, 1] <= 0 or camera[[1, 2, 2], [0, 0, 1]].any() or camera[2, 2] != 1:
        raise InputError(f"{path}: camera is {quoted(value)}; expected [[fx, s, cx], [0, fy, cy], [0, 0, 1]], fx and fy above 0")
    return camera


def _numbers(path: Path, key: str, value: Any, shape: tuple[int, int]) -> FloatArray:
    rows, columns = shape
    good = isinstance(value, list) and len(value) == rows
    good = good and all(isinstance(row, list) and len(row) == columns for row in value)
    if not good or not all(is_number(number) and abs(number) <= LARGEST for row in value for number in row):
        raise InputError(f"{path}: {key} is {quoted(value)}; expected {rows} rows of {columns} numbers up to {LARGEST}")
    return np.array(value, dtype=np.float64)
