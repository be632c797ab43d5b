"""The shadow a pawn throws on the print: long and soft from the light, dark and narrow where the foot touches."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drawing_body import PROFILE_STEPS, PawnAt, PawnBody, base_of, body_of
from calibration.drawing_look import Light, Look
from calibration.drawing_view import F32, FloatArray, View


def shadow_of(view: View, look: Look, light: Light, pawn: PawnAt) -> tuple[int, int, F32] | None:
    """The pawn's shadow on the print: left, top (px) and (h, w) share of the direct light taken, 0 … 1; None when outside."""
    body = body_of(look)
    base, axis = base_of(pawn, body), np.array(pawn.axis)
    s = np.linspace(0, 1, 10) * body.height
    radii = np.interp(s, np.linspace(0, body.height, PROFILE_STEPS), body.radius)
    centres = base + s[:, None] * axis
    lx, ly, lz = light.direction
    throw = centres[:, 2:] / max(lz, 0.2) * np.array([lx, ly])
    ground = centres[:, :2] - throw
    turn = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    # Nearly round: a disc seen from the light; the difference to its true ellipse drowns in the softness.
    rims = ground[:, None, :] + radii[:, None, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    pixels = view.project_flat(rims.reshape(-1, 2)).reshape(len(s), -1, 2)
    scale = view.px_per_mm(pawn.x_mm, pawn.y_mm)
    blur = max(0.6, scale * light.softness * (body.height / 2 + pawn.height_mm * 1.5) / 2)
    margin = int(np.ceil(max(2.5 * blur, 7 * scale))) + 2
    low = np.floor(pixels.min(axis=(0, 1))).astype(int) - margin
    high = np.ceil(pixels.max(axis=(0, 1))).astype(int) + margin
    if (high - low).max() > 900:
        return None
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), dtype=np.uint8)
    points = np.round((pixels - low) * 16).astype(np.int32)
    for lower, upper in pairwise(points):
        cv2.fillConvexPoly(mask, cv2.convexHull(np.concatenate([lower, upper])), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), blur).astype(np.float32) / 255
    if pawn.height_mm < 1:
        near = cv2.GaussianBlur(mask, (0, 0), max(0.6, blur * 0.35)).astype(np.float32) / 255
        soft = np.maximum(soft, near * _near_foot(mask.shape, view, base, low, body))
        soft = np.maximum(soft, _CONTACT * _contact(mask.shape, view, base, low, body, scale))
    return int(low[0]), int(low[1]), np.asarray(soft, dtype=np.float32)


_CONTACT = 0.5
"""Share of light missing in the crack where the foot meets the print, as in the rendered stills."""


def _contact(shape: tuple[int, ...], view: View, base: FloatArray, low: NDArray[np.int_], body: PawnBody, scale: float) -> F32:
    turn = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    rim = base[:2] + 1.04 * body.foot_radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    mask = np.zeros(shape, dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round((view.project_flat(rim) - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    crack = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.9 * scale)), dtype=np.float32)
    around = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.8, 3.5 * scale)), dtype=np.float32)
    return np.asarray(np.maximum(crack, np.float32(0.6) * around) / np.float32(255), dtype=np.float32)


def _near_foot(shape: tuple[int, ...], view: View, base: FloatArray, low: NDArray[np.int_], body: PawnBody) -> F32:
    """Weight 1 at the foot, falling with the distance: a shadow is sharp where it begins."""
    at = view.project_flat(base[None, :2])[0] - low
    ys, xs = np.indices(shape, dtype=np.float32)
    reach = 2.8 * body.foot_radius * view.px_per_mm(float(base[0]), float(base[1]))
    distance2 = (xs - np.float32(at[0])) ** 2 + (ys - np.float32(at[1])) ** 2
    return np.asarray(np.exp(-distance2 / np.float32(reach**2)), dtype=np.float32)
