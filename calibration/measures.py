"""What a picture of a board is like, in numbers: light, glare, size, room, tilt, sharpness. Judges nothing.

Board-wide measures are taken on the rectified board (`PX_PER_MM`), so that they mean the same at every distance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.print import draw_print
from calibration.profile import BoardProfile
from calibration.registration import Registration
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]

PX_PER_MM = 1.5
FINE_MM, MIDDLE_MM, COARSE_MM = 0.6, 1.5, 6.0
"""Blurs between which details are measured: the rings of the fields are 1 to 2 mm thick, the discs 20 to 25 mm wide."""
BURNT_LEVEL = 250
"""Grey level from which the weakest channel is burnt out."""
BLEACHED_LEVEL, COLOURED = 225, 60
"""Where the print is coloured (strongest less weakest part), a picture this white is a reflection: 96 renders without strong
glare show less than 0.2 % of such pixels on the board."""
MIDDLE_SHARE = 0.12
"""Of half the board's diagonal: nearer to its middle a reflection has no side."""
SMALLEST_SPOT_MM = 6.0
"""Smaller bright spots are the shine on pawns' heads."""


class Side(StrEnum):
    """A side of the picture, as it is seen on the screen."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class BoardMeasures:
    """A board in a picture.

    `light`: median of the strongest channel over the board, 0 … 255. `glare`: share of the board that a reflection hides, and
    on which side of the board's middle, as the picture shows it (None: in the middle).
    `width_px`: mean length of the sides. `room`: from the board to each edge of the picture, as a share of its width; below 0
    it is cut off there. `tilt_deg`: between the line of sight to the board's middle and the board's normal. `detail`: contrast
    of what is about a millimetre wide against what is wider; blur takes it away.
    """

    light: float
    glare: float
    glare_side: Side | None
    width_px: float
    room: Mapping[Side, float]
    tilt_deg: float
    detail: float


def measure_board(bgr: BgrImage, board: BoardProfile, registration: Registration) -> BoardMeasures:
    """Measures (height, width, 3) `bgr` at the board's place."""
    flat, inside = _rectified(bgr, board, registration)
    glare = _glare(flat, inside, board)
    corners = registration.print_to_px(board.corners_mm)
    width_px = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    return BoardMeasures(
        light=float(np.median(flat.max(axis=2)[inside])) if inside.any() else 0.0,
        glare=float(glare.mean()),
        glare_side=_side(glare, board, registration),
        width_px=width_px,
        room=_room(corners, width_px, (bgr.shape[1], bgr.shape[0])),
        tilt_deg=tilt_deg(board, registration),
        detail=_detail(flat, inside),
    )


def tilt_deg(board: BoardProfile, registration: Registration) -> float:
    """Angle between the line of sight to the board's middle and the board's normal."""
    matrix = np.asarray(cv2.Rodrigues(registration.rotation)[0], dtype=np.float64)
    middle = matrix @ (board.width_mm / 2, board.height_mm / 2, 0.0) + registration.translation_mm
    cosine = abs(float(middle @ matrix[:, 2])) / float(np.linalg.norm(middle))
    return float(np.degrees(np.arccos(np.clip(cosine, 0.0, 1.0))))


def picture_light(bgr: BgrImage) -> tuple[float, float]:
    """Of a whole picture: median of the strongest channel, and the share of burnt-out pixels."""
    small = cv2.resize(bgr, (160, 120), interpolation=cv2.INTER_AREA)
    return float(np.median(small.max(axis=2))), float((small.min(axis=2) >= BURNT_LEVEL).mean())


def picture_colour(bgr: BgrImage) -> float:
    """Of a whole picture: how far its channels lie apart where it is most colourful (99th percentile), 0 … 255."""
    small = cv2.resize(bgr, (160, 120), interpolation=cv2.INTER_AREA)
    return float(np.percentile(np.ptp(small, axis=2), 99))


def picture_detail(bgr: BgrImage) -> float:
    """Of a whole picture: the steepest edges (99th percentile of the gradient, in grey levels a pixel) against its contrast
    (spread of the grey levels). For pictures in which no board is found."""
    gray = cv2.GaussianBlur(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float32)
    steep = np.hypot(cv2.Sobel(gray, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(gray, cv2.CV_32F, 0, 1, scale=1 / 8))
    return float(np.percentile(steep, 99) / max(1.0, float(gray.std())))


def _rectified(bgr: BgrImage, board: BoardProfile, registration: Registration) -> tuple[BgrImage, NDArray[np.bool_]]:
    """The board seen straight from above, and which of its pixels lie in the picture."""
    size = (round(board.width_mm * PX_PER_MM), round(board.height_mm * PX_PER_MM))
    mapping = registration.board_to_px @ np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(bgr, mapping, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    inside = cv2.warpPerspective(np.full(bgr.shape[:2], 255, np.uint8), mapping, size, flags=flags)
    return np.asarray(flat, dtype=np.uint8), np.asarray(inside > 127)


def _glare(flat: BgrImage, inside: NDArray[np.bool_], board: BoardProfile) -> NDArray[np.bool_]:
    """Where a reflection hides the print."""
    weakest = flat.min(axis=2)
    white = (weakest >= BURNT_LEVEL) | (_coloured(board) & (weakest >= BLEACHED_LEVEL))
    side = round(SMALLEST_SPOT_MM * PX_PER_MM) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(cv2.morphologyEx((white & inside).astype(np.uint8), cv2.MORPH_OPEN, kernel) > 0)


@lru_cache(maxsize=4)
def _coloured(board: BoardProfile) -> NDArray[np.bool_]:
    ink = draw_print(board, PX_PER_MM)
    size = (round(board.width_mm * PX_PER_MM), round(board.height_mm * PX_PER_MM))
    ink = np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return np.asarray(np.ptp(ink, axis=2) >= COLOURED)


def _side(glare: NDArray[np.bool_], board: BoardProfile, registration: Registration) -> Side | None:
    """Where the middle of the reflection lies from the middle of the board."""
    if not glare.any():
        return None
    rows, columns = np.nonzero(glare)
    spot_mm = (columns.mean() / PX_PER_MM, rows.mean() / PX_PER_MM)
    spot, middle, corner = registration.print_to_px(
        np.array([spot_mm, (board.width_mm / 2, board.height_mm / 2), (0.0, 0.0)], dtype=np.float64)
    )
    x, y = spot - middle
    if max(abs(x), abs(y)) < MIDDLE_SHARE * np.linalg.norm(corner - middle):
        return None
    if abs(x) >= abs(y):
        return Side.RIGHT if x > 0 else Side.LEFT
    return Side.BOTTOM if y > 0 else Side.TOP


def _room(corners_px: FloatArray, width_px: float, size: tuple[int, int]) -> dict[Side, float]:
    (left, top), (right, bottom) = corners_px.min(axis=0), corners_px.max(axis=0)
    edges = {Side.LEFT: left, Side.RIGHT: size[0] - 1 - right, Side.TOP: top, Side.BOTTOM: size[1] - 1 - bottom}
    return {side: float(px) / width_px for side, px in edges.items()}


def _detail(flat: BgrImage, inside: NDArray[np.bool_]) -> float:
    gray = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine, middle, coarse = (cv2.GaussianBlur(gray, (0, 0), mm * PX_PER_MM) for mm in (FINE_MM, MIDDLE_MM, COARSE_MM))
    if not inside.any():
        return 0.0
    return float(np.std((fine - middle)[inside]) / max(0.5, float(np.std((middle - coarse)[inside]))))
