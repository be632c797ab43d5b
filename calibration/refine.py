"""Making a rough registration exact: every printed field is looked for near its place, the homography fitted through all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.by_reference import print_of
from calibration.profile import BoardProfile
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
GrayImage = NDArray[np.float32]

MAX_PX_PER_MM = 1.6
"""Finer rectification than this moved no corner by more than 0.02 % of the width (24 renders)."""
MIN_PX_PER_MM = 0.5
GOOD_FIELD = 0.55
"""Correlation from which a field counts as found: fields under pawns and hands stay below."""
MIN_FIELDS = 12


@dataclass(frozen=True, slots=True, eq=False)
class Refined:
    """A fitted board_to_px, the median distance in pixels between found and fitted field centres, and how many were used."""

    board_to_px: FloatArray
    residual_px: float
    fields: int


def refine(
    bgr: BgrImage, board: BoardProfile, board_to_px: FloatArray, searches: tuple[float, ...] = (0.9, 0.5, 0.25)
) -> Refined | None:
    """Fits the homography through the fields; `searches` are half widths of the search in disc radii, one a pass.

    None when too few fields are found near their places.
    """
    result: Refined | None = None
    for search in searches:
        found = locate_fields(bgr, board, board_to_px, search)
        if found is None:
            return result
        board_mm, seen_px = found
        fitted, inliers = cv2.findHomography(board_mm, seen_px, cv2.RANSAC, _tolerance_px(board, board_to_px), maxIters=500)
        if fitted is None or int(inliers.sum()) < MIN_FIELDS:
            return result
        board_to_px = np.asarray(fitted, dtype=np.float64)
        used = inliers.ravel().astype(bool)
        distance = np.linalg.norm(_apply(board_to_px, board_mm[used]) - seen_px[used], axis=1)
        result = Refined(board_to_px, float(np.median(distance)), int(used.sum()))
    return result


def _tolerance_px(board: BoardProfile, board_to_px: FloatArray) -> float:
    """0.6 % of the width: lens and fold move real fields by up to 0.36 % (SIGHT: rms 0.14 %)."""
    return max(1.0, 0.006 * _width_px(board, board_to_px))


def _width_px(board: BoardProfile, board_to_px: FloatArray) -> float:
    corners = _apply(board_to_px, board.corners_mm)
    return float(np.sqrt(max(1.0, cv2.contourArea(corners.astype(np.float32)))))


def _apply(homography: FloatArray, points: FloatArray) -> FloatArray:
    mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], dtype=np.float64)


def locate_fields(
    bgr: BgrImage, board: BoardProfile, board_to_px: FloatArray, search: float
) -> tuple[FloatArray, FloatArray] | None:
    """Field centres of the print (mm) and where they are seen (px), for the fields that look like their print."""
    exact = _width_px(board, board_to_px) / board.width_mm
    scale = float(np.clip(round(exact, 1), MIN_PX_PER_MM, MAX_PX_PER_MM))  # in steps, so that templates can be kept
    margin = 12.0
    to_board = np.array([[1 / scale, 0, -margin], [0, 1 / scale, -margin], [0, 0, 1]])
    size = (round((board.width_mm + 2 * margin) * scale), round((board.height_mm + 2 * margin) * scale))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    rectified = cv2.warpPerspective(bgr, board_to_px @ to_board, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    gray = cv2.cvtColor(rectified, cv2.COLOR_BGR2GRAY).astype(np.float32)
    seen, used = [], []
    for index, template in enumerate(_field_templates(board, scale)):
        field = board.fields[index]
        at = np.array([field.x_mm + margin, field.y_mm + margin]) * scale
        spot = _find_near(gray, template, at, search * field.disc_mm * scale)
        if spot is not None:
            seen.append(spot / scale - margin)
            used.append(index)
    if len(used) < MIN_FIELDS:
        return None
    return board.centres_mm[used], _apply(board_to_px, np.array(seen))


def _find_near(gray: GrayImage, template: GrayImage, at: FloatArray, reach: float) -> FloatArray | None:
    """Where the template fits best within `reach` pixels of `at`, to a fraction of a pixel; None when nowhere well."""
    half, pad = template.shape[0] // 2, max(2, int(np.ceil(reach)))
    x, y = round(at[0]), round(at[1])
    x0, y0 = x - half - pad, y - half - pad
    x1, y1 = x + half + pad + 1, y + half + pad + 1
    if x0 < 0 or y0 < 0 or x1 > gray.shape[1] or y1 > gray.shape[0]:
        return None
    scores = cv2.matchTemplate(gray[y0:y1, x0:x1], template, cv2.TM_CCOEFF_NORMED)
    _, best, _, (bx, by) = cv2.minMaxLoc(scores)
    if best < GOOD_FIELD or not (0 < bx < scores.shape[1] - 1 and 0 < by < scores.shape[0] - 1):
        return None
    dx = _parabola(scores[by, bx - 1], best, scores[by, bx + 1])
    dy = _parabola(scores[by - 1, bx], best, scores[by + 1, bx])
    return np.array([x + bx - pad + dx, y + by - pad + dy], dtype=np.float64)


def _parabola(left: float, middle: float, right: float) -> float:
    curve = left - 2 * middle + right
    return 0.0 if curve >= -1e-9 else float(np.clip(0.5 * (left - right) / curve, -0.5, 0.5))


@lru_cache(maxsize=16)
def _field_templates(board: BoardProfile, scale: float) -> tuple[GrayImage, ...]:
    big = print_of(board, scale * 3)
    smooth = cv2.GaussianBlur(cv2.cvtColor(np.asarray(big), cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 1.2)
    templates = []
    for field in board.fields:
        half = round(field.ring_mm * board.style.field_window * scale)
        side = 2 * half + 1
        to_big = np.array([[3.0, 0, 3 * (field.x_mm * scale - half)], [0, 3.0, 3 * (field.y_mm * scale - half)]])
        flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
        template = cv2.warpAffine(smooth, to_big, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        templates.append(np.asarray(template, dtype=np.float32))
    return tuple(templates)
