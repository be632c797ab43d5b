"""First guesses where a board lies: patches of the ground's colour with four corners."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile, Srgb
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
MaskImage = NDArray[np.uint8]

MIN_SHARE = 0.01
"""Share of the picture that a board covers at least: lying cornerwise in 25 % of the height of a 16:9 picture it covers 1.8 %."""
LEAST_HUE = 24
"""Between an sRGB's strongest and weakest part: paper has 5, light wood 32."""
USUAL, STRICT = 0.5, 2.0
"""How much chroma across the wanted hue counts against it: little, for light has a colour too; then more, for wooden tables."""
THRESHOLDS = (0.45, 0.6, 0.3, 0.75, 0.2)
"""Levels between the picture's weak and strong chroma along the ground's hue, likeliest first."""


def board_quads(bgr: BgrImage, board: BoardProfile) -> Iterator[FloatArray]:
    """Guesses of (4, 2) corners in pixels, clockwise from any corner, of patches that could be the board."""
    if not _has_hue(board.print_colours.ground):
        return
    for strictness in (USUAL, STRICT):
        strength = hue_strength(bgr, board.print_colours.ground, strictness)
        low, high = np.percentile(strength, (5, 99))
        for level in THRESHOLDS:
            threshold = low + level * (high - low)
            mask = (strength > threshold).astype(np.uint8)
            for close in (0.02, 0.05):
                yield from _quads_of_mask(mask, close)


def _has_hue(srgb: Srgb) -> bool:
    return max(srgb) - min(srgb) >= LEAST_HUE


def hue_strength(bgr: BgrImage, srgb: Srgb, strictness: float = USUAL) -> FloatArray:
    """How much of that colour's hue each pixel has (chroma along it; pixels of other hues get less)."""
    wanted = np.array([[srgb[::-1]]], np.uint8)
    lab = cv2.cvtColor(np.concatenate([bgr.reshape(1, -1, 3), wanted], axis=1), cv2.COLOR_BGR2LAB).astype(np.float64)[0]
    a, b = lab[:, 1] - 128, lab[:, 2] - 128
    hue = np.arctan2(b[-1], a[-1])
    along, across = a * np.cos(hue) + b * np.sin(hue), -a * np.sin(hue) + b * np.cos(hue)
    relative = (along - strictness * np.abs(across)) / np.maximum(
        lab[:, 0], 25
    )  # chroma fades with the light: compare their ratio
    return np.asarray(relative[:-1].reshape(bgr.shape[:2]), dtype=np.float64)


def _quads_of_mask(mask: MaskImage, close_share: float) -> Iterator[FloatArray]:
    side = max(3, round(min(mask.shape) * close_share)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    closed = cv2.morphologyEx(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), cv2.MORPH_OPEN, kernel)
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:2]:
        if cv2.contourArea(outline) < MIN_SHARE * mask.size:
            return
        quad = _quad_of_outline(np.asarray(outline, dtype=np.int32))
        if quad is not None:
            yield quad


def _quad_of_outline(outline: NDArray[np.int32]) -> FloatArray | None:
    hull = cv2.convexHull(outline)
    length = cv2.arcLength(hull, True)
    for share in (0.01, 0.015, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1):
        polygon = cv2.approxPolyDP(hull, share * length, True).reshape(-1, 2)
        if len(polygon) <= 4:
            break
    corners = polygon if len(polygon) == 4 else cv2.boxPoints(cv2.minAreaRect(hull))
    return _exact_quad(outline, np.asarray(corners, dtype=np.float64))


def _exact_quad(outline: NDArray[np.int32], polygon: FloatArray) -> FloatArray | None:
    """Clockwise, its sides fitted; None when that is no convex shape."""
    if _signed_area(polygon) < 0:
        polygon = polygon[::-1]
    polygon = _fit_sides(outline.reshape(-1, 2).astype(np.float64), polygon)
    return polygon if cv2.isContourConvex(polygon.astype(np.float32)) else None


def _signed_area(polygon: FloatArray) -> float:
    """Above 0 when clockwise as seen (y points down)."""
    x, y = polygon[:, 0], polygon[:, 1]
    return float(0.5 * np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


def _fit_sides(outline: FloatArray, polygon: FloatArray) -> FloatArray:
    """Straight lines through the outline near each side; their crossings are better corners than the hull's own."""
    reach = 0.02 * float(np.linalg.norm(polygon - np.roll(polygon, 1, axis=0), axis=1).mean())
    lines = []
    for a, b in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        along = (b - a) / max(1e-9, float(np.linalg.norm(b - a)))
        offset, position = (outline - a) @ np.array([-along[1], along[0]]), (outline - a) @ along
        inside = (position > 0.1 * np.linalg.norm(b - a)) & (position < 0.9 * np.linalg.norm(b - a))
        near = outline[(np.abs(offset) < reach) & inside]
        if len(near) < 8:
            return polygon
        vx, vy, x, y = np.asarray(cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01), dtype=np.float64).ravel()
        lines.append(np.cross([x, y, 1.0], [x + vx, y + vy, 1.0]))
    corners = np.array([np.cross(lines[k - 1], lines[k]) for k in range(4)])
    if np.any(np.abs(corners[:, 2]) < 1e-12):
        return polygon
    crossings = corners[:, :2] / corners[:, 2:]
    return crossings if np.linalg.norm(crossings - polygon, axis=1).max() < 5 * reach else polygon
