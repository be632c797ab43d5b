"""A calibration on disk: where the board lay, and what is known of the camera.

JSON: `{"board": "schmidt-4", "size": [1280, 720], "corners": [[x, y] × 4], "camera": [[…] × 3]}`, corners in pixels as the
camera gives them, in the order of the profile (the first colour's, then clockwise), `camera` the 3x3 matrix or null.
It may have besides: `"distortion": [k1, k2]` (see `calibration.lens`; needs `camera`), `"corner_marks": true` (printed marks
lie round the board, see `calibration.marks`), and `"lock": {"ExposureTime": [8000], …}` (exposure, white balance and focus as
the camera kept them, by its driver's names).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.profile import BoardProfile
from calibration.registration import Registration, assumed_camera, registration_from_homography
from hardware.errors import DeviceError, InputError
from hardware.json_text import is_number, parse_json, quoted, read_text
from hardware.whole_file import write_whole

FloatArray = NDArray[np.float64]
NEEDED = {"board", "size", "corners"}
KEYS = NEEDED | {"camera", "distortion", "corner_marks", "lock"}
LARGEST = 1_000_000
"""Pixels; no picture is as wide, and what is far beyond no longer fits OpenCV's numbers."""
SMALLEST_AREA_PX2 = 100
"""Ten pixels by ten: a slip of the hand, not a board."""
SHARPEST_CORNER = 0.01
"""Share of the area that a corner and its two neighbours have to span; 0.3 in the most tilted pictures that are read."""
SHORTEST_FOCUS, LONGEST_FOCUS = 0.2, 20.0
"""Focal lengths as shares of the picture's longer side: fields of view of 136 and of 3 degrees; phones have 0.6 to 1."""
SAME_PLACE_PX = 0.5
"""What is straightened and bent again is where it was, within this: elsewhere the lens's model has folded over."""
STRONGEST_DISTORTION = 1.0
"""Coefficients of cameras that see a board are below 0.5; from 1 on the model folds over within the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """What one table's camera was found to see. `corners_px` (4, 2) as the camera gives them; `lens`: None when unknown."""

    board: str
    size: tuple[int, int]
    corners_px: FloatArray
    lens: Lens | None = None
    corner_marks: bool = False
    lock: Mapping[str, tuple[float, ...]] | None = None

    @property
    def camera(self) -> FloatArray | None:
        """(3, 3) matrix of the pinhole camera, if known."""
        return None if self.lens is None else self.lens.matrix

    def registration(self, board: BoardProfile) -> Registration:
        """Where the board lay, in straight pixels (`calibration.lens`)."""
        corners = self.corners_px if self.lens is None else self.lens.straight_px(self.corners_px)
        return registration_of_corners(corners, board, assumed_camera(*self.size) if self.camera is None else self.camera)


def calibration_of(
    board: BoardProfile,
    registration: Registration,
    size: tuple[int, int],
    lens: Lens | None = None,
    corner_marks: bool = False,
    lock: Mapping[str, tuple[float, ...]] | None = None,
) -> Calibration:
    """The calibration that says: the board lies there. `registration` in the straight pixels of pictures of `size`."""
    corners = registration.print_to_px(board.corners_mm)
    return Calibration(board.id, size, corners if lens is None else lens.seen_px(corners), lens, corner_marks, lock)


def load_calibration(path: Path, board: str | None = None, size: tuple[int, int] | None = None) -> Calibration:
    """Reads a calibration; it must be for that board and pictures of that size where they are given. Raises `InputError`."""
    data = parse_json(read_text(path), str(path), "a JSON object")
    if not isinstance(data, dict) or set(data) - KEYS or not set(data) >= NEEDED:
        raise InputError(f"{path}: expected an object with the keys {', '.join(sorted(KEYS))}, got {quoted(data)}")
    if not isinstance(data["board"], str) or board not in (None, data["board"]):
        raise InputError(f"{path}: is for board {quoted(data['board'])}, but the board is {quoted(board)}")
    stored_size = _size(path, data["size"])
    if size not in (None, stored_size):
        raise InputError(f"{path}: is for pictures of {quoted(data['size'])}, but the picture is {_text(size)}")
    corners, lens = _corners(path, data["corners"]), _lens(path, data, stored_size)
    if lens is not None and not np.abs(lens.seen_px(lens.straight_px(corners)) - corners).max() <= SAME_PLACE_PX:
        raise InputError(f"{path}: distortion is {quoted(data['distortion'])}; expected one that can be undone at the corners")
    return Calibration(
        data["board"],
        stored_size,
        corners,
        lens,
        _flag(path, data.get("corner_marks", False)),
        _lock(path, data.get("lock")),
    )


def save_calibration(path: Path, calibration: Calibration) -> None:
    """Stores it whole or not at all: a plug pulled meanwhile leaves the last one. Raises `DeviceError`."""
    data: dict[str, Any] = {
        "board": calibration.board,
        "size": list(calibration.size),
        "corners": calibration.corners_px.round(3).tolist(),
        "camera": None if calibration.camera is None else calibration.camera.round(4).tolist(),
    }
    if calibration.lens is not None:
        data["distortion"] = [round(calibration.lens.k1, 6), round(calibration.lens.k2, 6)]
    if calibration.corner_marks:
        data["corner_marks"] = True
    if calibration.lock is not None:
        data["lock"] = {name: list(values) for name, values in calibration.lock.items()}
    try:
        write_whole(path, (json.dumps(data) + "\n").encode())
    except OSError as error:
        raise DeviceError(f"the calibration cannot be written to {path}: {error.strerror or error}") from None


def registration_of_corners(corners_px: FloatArray, board: BoardProfile, camera: FloatArray) -> Registration:
    """The registration of a board whose outer corners (4, 2) are known in pixels."""
    mapping = cv2.getPerspectiveTransform(board.corners_mm.astype(np.float32), corners_px.astype(np.float32))
    return registration_from_homography(np.asarray(mapping, dtype=np.float64), board, camera)


def _text(size: tuple[int, int] | None) -> str:
    return "" if size is None else f"{size[0]}x{size[1]}"


def _size(path: Path, value: Any) -> tuple[int, int]:
    good = isinstance(value, list) and len(value) == 2
    if not good or not all(isinstance(side, int) and not isinstance(side, bool) and 0 < side <= LARGEST for side in value):
        raise InputError(f"{path}: size is {quoted(value)}; expected the pictures' width and height, whole numbers")
    return value[0], value[1]


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


def _lens(path: Path, data: Mapping[str, Any], size: tuple[int, int]) -> Lens | None:
    distortion = data.get("distortion")
    if data.get("camera") is None:
        if distortion is not None:
            raise InputError(f"{path}: has distortion but no camera; expected both, or no distortion")
        return None
    camera = _numbers(path, "camera", data["camera"], (3, 3))
    least, most = SHORTEST_FOCUS * max(size), LONGEST_FOCUS * max(size)
    in_range = least <= camera[[0, 1], [0, 1]].min() and camera[[0, 1], [0, 1]].max() <= most
    if not in_range or camera[[0, 1, 2, 2], [1, 0, 0, 1]].any() or camera[2, 2] != 1:
        raise InputError(
            f"{path}: camera is {quoted(data['camera'])}; expected [[fx, 0, cx], [0, fy, cy], [0, 0, 1]], "
            f"fx and fy {least:g} to {most:g}"
        )
    (k1, k2) = (0.0, 0.0) if distortion is None else _numbers(path, "distortion", [distortion], (1, 2))[0]
    if max(abs(k1), abs(k2)) >= STRONGEST_DISTORTION:
        raise InputError(f"{path}: distortion is {quoted(distortion)}; expected two numbers between -1 and 1")
    (fx, fy), (cx, cy) = camera[[0, 1], [0, 1]].tolist(), camera[:2, 2].tolist()
    return Lens((fx, fy), (cx, cy), float(k1), float(k2), size)


def _flag(path: Path, value: Any) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"{path}: corner_marks is {quoted(value)}; expected true or false")
    return value


def _lock(path: Path, value: Any) -> dict[str, tuple[float, ...]] | None:
    if value is None:
        return None
    good = isinstance(value, dict) and all(isinstance(numbers, list) for numbers in value.values())
    if not good or not all(is_number(number) for numbers in value.values() for number in numbers):
        raise InputError(f"{path}: lock is {quoted(value)}; expected an object of lists of numbers, as the camera gave them")
    return {str(name): tuple(float(number) for number in numbers) for name, numbers in value.items()}


def _numbers(path: Path, key: str, value: Any, shape: tuple[int, int]) -> FloatArray:
    rows, columns = shape
    good = isinstance(value, list) and len(value) == rows
    good = good and all(isinstance(row, list) and len(row) == columns for row in value)
    if not good or not all(is_number(number) and abs(number) <= LARGEST for row in value for number in row):
        raise InputError(f"{path}: {key} is {quoted(value)}; expected {rows} rows of {columns} numbers up to {LARGEST}")
    return np.array(value, dtype=np.float64)
