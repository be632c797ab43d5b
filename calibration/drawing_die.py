"""A die on the table as a camera sees it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.drawing_look import Light
from calibration.drawing_view import FloatArray, View
from calibration.profile import Srgb
from hardware.ports import BgrImage

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_SIDES = {1: (2, 3), 2: (1, 4), 3: (1, 2), 4: (1, 5), 5: (1, 3), 6: (2, 4)}
"""Two neighbouring sides of the value on top; opposite sides sum to seven."""


@dataclass(frozen=True, slots=True)
class DieAt:
    """A die at x, y (mm, middle) showing `value`, turned by `turn_deg`, with edges of `edge_mm`."""

    x_mm: float
    y_mm: float
    value: int
    turn_deg: float = 20.0
    edge_mm: float = 14.0
    body: Srgb = (238, 234, 224)
    pips: Srgb = (30, 28, 28)


def draw_die(picture: BgrImage, view: View, light: Light, die: DieAt) -> None:
    """Draws shadow, the sides that are seen and their pips into `picture`."""
    turn, half = np.radians(die.turn_deg), die.edge_mm / 2
    u = np.array([np.cos(turn), np.sin(turn), 0.0])
    v = np.array([-np.sin(turn), np.cos(turn), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    middle = np.array([die.x_mm, die.y_mm, half])
    _shadow(picture, view, light, middle, (u, v, up), half)
    first, second = _SIDES[die.value]
    faces = [(u, v, up, first), (-u, v, up, 7 - first), (v, u, up, second), (-v, u, up, 7 - second), (up, u, v, die.value)]
    eye = np.array(view.centre_mm)
    for normal, across, along, value in faces:
        face_middle = middle + normal * half
        if normal @ (eye - face_middle) > 0:
            _face(picture, view, light, die, (face_middle, normal, across, along), value)


def _face(
    picture: BgrImage,
    view: View,
    light: Light,
    die: DieAt,
    frame: tuple[FloatArray, FloatArray, FloatArray, FloatArray],
    value: int,
) -> None:
    middle, normal, across, along = frame
    half = die.edge_mm / 2
    lit = light.ambient * (0.65 + 0.35 * normal[2]) + (1 - light.ambient) * max(0.0, float(normal @ np.array(light.direction)))
    level = light.brightness * min(lit / (light.ambient + (1 - light.ambient) * light.direction[2]), 1.25) ** (1 / 2.2)
    tint = np.array(light.tint[::-1]) * level
    square = np.array([middle + half * (a * across + b * along) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    _fill(picture, view.project(square), np.array(die.body[::-1]) * tint)
    turn = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    for a, b in _PIPS[value]:
        centre = middle + 0.5 * half * (a * across + b * along)
        ring = centre + 0.2 * half * (np.cos(turn)[:, None] * across + np.sin(turn)[:, None] * along)
        _fill(picture, view.project(ring), np.array(die.pips[::-1]) * tint)


def _fill(picture: BgrImage, points_px: FloatArray, bgr: FloatArray) -> None:
    colour = tuple(float(min(channel, 255.0)) for channel in bgr)
    cv2.fillConvexPoly(picture, cv2.convexHull(np.round(points_px * 16).astype(np.int32)), colour, cv2.LINE_AA, 4)


def _shadow(
    picture: BgrImage, view: View, light: Light, middle: FloatArray, axes: tuple[FloatArray, FloatArray, FloatArray], half: float
) -> None:
    lx, ly, lz = light.direction
    corners = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]) * half @ np.array(axes) + middle
    ground = corners[:, :2] - corners[:, 2:] / max(lz, 0.2) * np.array([lx, ly])
    pixels = view.project_flat(ground)
    low, high = np.floor(pixels.min(axis=0)).astype(int) - 8, np.ceil(pixels.max(axis=0)).astype(int) + 8
    low, high = np.maximum(low, 0), np.minimum(high, view.size)
    if (low >= high).any():
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), dtype=np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.round((pixels - low) * 16).astype(np.int32)), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), 1 + 4 * light.softness).astype(np.float32) / 255
    part = picture[low[1] : high[1], low[0] : high[0]]
    part[:] = (part * (1 - 0.6 * light.shadow_strength * soft)[..., None]).astype(np.uint8)
