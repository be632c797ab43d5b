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

FloatArray = NDArray[np.float64]
KEYS = {"board", "size", "corners", "camera"}


def read_calibration(path: Path, board: BoardProfile, size: tuple[int, int]) -> Registration:
    """The registration stored in `path`, for pictures of `size` (width, height). Raises `InputError`."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise InputError(f"{path}: not valid JSON: {error}") from None
    if not isinstance(data, dict) or set(data) - KEYS or not {"board", "size", "corners"} <= set(data):
        raise InputError(f"{path}: expected an object with the keys {', '.join(sorted(KEYS))}, got {_shown(data)}")
    if data["board"] != board.id:
        raise InputError(f"{path}: is for board {data['board']!r}, but the board is {board.id!r}")
    if data["size"] != list(size):
        raise InputError(f"{path}: is for pictures of {data['size']!r}, but the picture is {size[0]}x{size[1]}")
    corners = _numbers(path, "corners", data["corners"], (4, 2))
    camera = assumed_camera(*size) if data.get("camera") is None else _numbers(path, "camera", data["camera"], (3, 3))
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


def _numbers(path: Path, key: str, value: Any, shape: tuple[int, int]) -> FloatArray:
    try:
        array = np.array(value, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.empty(0)
    if array.shape != shape or not np.isfinite(array).all():
        raise InputError(f"{path}: {key} is {_shown(value)}; expected {shape[0]} rows of {shape[1]} numbers")
    return array


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "…"
