"""Things that lie about on a table and on the board: a cup, a phone, a playing card, somebody's sleeve, a button for a pawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import cv2
import numpy as np

from calibration.drawing_look import Light
from calibration.drawing_view import F32, FloatArray, View
from calibration.profile import Srgb
from hardware.ports import BgrImage

ThingKind = Literal["cup", "phone", "card", "sleeve", "button"]
THING_KINDS: tuple[ThingKind, ...] = get_args(ThingKind)

_CUP_FOOT_MM, _CUP_RIM_MM, _CUP_HEIGHT_MM = 30.0, 40.0, 85.0
_BUTTON_MM = (11.0, 3.0)
"""Half the width, and the thickness."""
_SLAB_MM = {"phone": (72.0, 148.0, 8.0), "card": (58.0, 88.0, 0.4)}
"""Width, length and thickness."""
_SLEEVE_MM = (48.0, 1600.0, 45.0)
"""Half the width, the length to where the shoulder is, and how high its middle lies above the print."""
_SRGB: dict[ThingKind, Srgb] = {
    "cup": (226, 226, 232),
    "phone": (24, 25, 28),
    "card": (240, 238, 232),
    "sleeve": (70, 74, 120),
    "button": (30, 138, 150),
}
_COFFEE: Srgb = (62, 40, 26)


@dataclass(frozen=True, slots=True)
class ThingAt:
    """A thing whose middle is at x, y (mm of the board); a sleeve ends there and comes from the side `turn_deg`."""

    kind: ThingKind
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0

    @property
    def flat(self) -> bool:
        """Whether pawns stand above it in every view."""
        return self.kind in _SLAB_MM or self.kind == "button"

    def takes(self, x_mm: float, y_mm: float, room_mm: float) -> bool:
        """Whether something of the radius `room_mm` cannot stand at x, y for the thing; a sleeve lies over pawns."""
        dx, dy, turn = x_mm - self.x_mm, y_mm - self.y_mm, np.radians(self.turn_deg)
        if self.kind == "cup":
            return float(np.hypot(dx, dy)) < _CUP_FOOT_MM + room_mm
        if self.kind == "button":
            return float(np.hypot(dx, dy)) < _BUTTON_MM[0] + room_mm
        if self.kind == "sleeve":
            return False
        wide, long, _ = _SLAB_MM[self.kind]
        along, across = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
        return bool(abs(along) < long / 2 + room_mm and abs(across) < wide / 2 + room_mm)


def thing_outline_px(view: View, thing: ThingAt) -> FloatArray:
    """(N, 2) corners of the convex outline that the thing hides, in pixels."""
    points = view.project(np.concatenate(_rings(thing)))
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0, :], dtype=np.float64)


def draw_thing(picture: BgrImage, view: View, light: Light, thing: ThingAt) -> None:
    """Draws the thing and the shadow it throws into `picture`."""
    _shadow(picture, view, light, thing)
    outline = thing_outline_px(view, thing)
    if thing.kind == "sleeve":
        _cloth(picture, outline, _lit(light, _SRGB["sleeve"]))
        return
    _fill(picture, outline, _lit(light, _SRGB[thing.kind]) * np.float32(0.72))
    top = view.project(_rings(thing)[-1])
    _fill(picture, top, _lit(light, _SRGB[thing.kind]))
    if thing.kind == "cup":
        middle = top.mean(axis=0)
        _fill(picture, middle + 0.88 * (top - middle), _lit(light, _COFFEE))


def _rings(thing: ThingAt) -> list[FloatArray]:
    """Outlines (N, 3) of the thing from the bottom up."""
    at = np.array([thing.x_mm, thing.y_mm, 0.0])
    turn = np.radians(thing.turn_deg)
    along, across = np.array([np.cos(turn), np.sin(turn), 0.0]), np.array([-np.sin(turn), np.cos(turn), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    circle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.cos(circle)[:, None] * along + np.sin(circle)[:, None] * across
    if thing.kind == "cup":
        return [at + _CUP_FOOT_MM * ring, at + _CUP_RIM_MM * ring + _CUP_HEIGHT_MM * up]
    if thing.kind == "button":
        half, thick = _BUTTON_MM
        return [at + half * ring, at + half * ring + thick * up]
    if thing.kind == "sleeve":
        half, length, height = _SLEEVE_MM
        return [at + half * ring + height * up, at + length * along + 1.3 * half * ring + height * up]
    wide, long, thick = _SLAB_MM[thing.kind]
    square = np.array([a * wide / 2 * across + b * long / 2 * along for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    return [at + square, at + square + thick * up]


def _lit(light: Light, srgb: Srgb) -> F32:
    return np.asarray(np.array(srgb[::-1]) * np.array(light.tint[::-1]) * light.brightness, dtype=np.float32)


def _fill(picture: BgrImage, points_px: FloatArray, bgr: F32) -> None:
    colour = tuple(float(min(channel, 255.0)) for channel in bgr)
    cv2.fillConvexPoly(picture, cv2.convexHull(_fixed_point(points_px)), colour, cv2.LINE_AA, 4)


def _fixed_point(points_px: FloatArray) -> cv2.typing.MatLike:
    return np.round(np.clip(points_px, -4000, 8000) * 16).astype(np.int32)


def _cloth(picture: BgrImage, outline: FloatArray, bgr: F32) -> None:
    """A tube of cloth: bright along its middle, with folds."""
    mask = np.zeros(picture.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, _fixed_point(outline), 255, cv2.LINE_AA, 4)
    box = cv2.boundingRect(cv2.findNonZero(mask)) if mask.any() else (0, 0, 0, 0)
    x, y, wide, high = box
    if not wide:
        return
    part, share = picture[y : y + high, x : x + wide], mask[y : y + high, x : x + wide]
    deep = cv2.distanceTransform((share > 127).astype(np.uint8), cv2.DIST_L2, 3)
    round_ = np.clip(deep / max(float(deep.max()), 1.0), 0, 1)
    ys, xs = np.indices(deep.shape, dtype=np.float32)
    folds = 1 + 0.06 * np.sin(xs * 0.13 + 2 * np.sin(ys * 0.05)) * np.sin(ys * 0.11)
    level = (0.45 + 0.6 * np.sqrt(round_)) * folds
    cloth = bgr * level[..., None]
    weight = share.astype(np.float32)[..., None] / 255
    part[:] = np.clip(part + (cloth - part) * weight, 0, 255).astype(np.uint8)


def _shadow(picture: BgrImage, view: View, light: Light, thing: ThingAt) -> None:
    lx, ly, lz = light.direction
    points = np.concatenate(_rings(thing))
    ground = points[:, :2] - points[:, 2:] / max(lz, 0.3) * np.array([lx, ly])
    pixels = view.project_flat(np.concatenate([ground, points[: len(points) // 2, :2]]))
    mask = np.zeros(picture.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(_fixed_point(pixels)), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.5 + 12 * light.softness).astype(np.float32) / 255
    factor = 1 - (1 - (1 - light.shadow_strength) ** (1 / 2.2)) * soft
    picture[:] = (picture * factor[..., None]).astype(np.uint8)
