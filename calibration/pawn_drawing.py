"""One pawn as a camera sees it: a body of revolution and its shading.

The body is met by marching every pixel's ray from above through equal steps of height: the first sample inside is the surface,
the number of samples inside the way the light of the print has through a translucent pawn.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drawing_body import PROFILE_STEPS, RIM_SHARE, PawnAt, PawnBody, base_of, body_of
from calibration.drawing_look import Light, Look, Material
from calibration.drawing_view import F32, FloatArray, View

STEPS = 44
SHARPNESS = 2
"""Rays a pixel, each way."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A picture part to lay over another at `left`, `top` (px): result = light + through · what was there.

    `light` (h, w, 3) is in grey levels 0 … 255, `through` (h, w, 3) a share 0 … 1.
    """

    left: int
    top: int
    light: F32
    through: F32


def draw_pawn(view: View, look: Look, light: Light, pawn: PawnAt, gain: tuple[float, float, float]) -> Sprite | None:
    """The pawn's picture, or None when outside. `gain`: the light at its place for blue, green, red (1 = print as inked)."""
    body = body_of(look)
    base, axis = base_of(pawn, body), np.array(pawn.axis)
    box = _box(view, base, axis, body)
    if box is None:
        return None
    left, top, wide, high = box
    step = np.float32(1 / SHARPNESS)
    xs = left - 0.5 + step / 2 + np.arange(wide * SHARPNESS, dtype=np.float32) * step
    ys = top - 0.5 + step / 2 + np.arange(high * SHARPNESS, dtype=np.float32) * step
    gx, gy = view.ground(*np.meshgrid(xs.astype(np.float32), ys.astype(np.float32)))
    hit, along, offset, inside_mm = _march(view, gx, gy, base, axis, body, pawn.turn_deg)
    if not hit.any():
        return None
    normal = _normals(along, offset, axis, body)
    light_part, through = _shade(view, look, light, pawn, base, normal, _crease(along, body), hit, inside_mm, gain)
    small = (wide, high)
    return Sprite(left, top, _reduced(light_part, small), _reduced(through, small))


def _reduced(image: F32, size: tuple[int, int]) -> F32:
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _box(view: View, base: FloatArray, axis: FloatArray, body: PawnBody) -> tuple[int, int, int, int] | None:
    radius = body.foot_radius
    ends = np.array([base, base + axis * body.height])
    around = np.array([(dx, dy, dz) for dx in (-1, 1) for dy in (-1, 1) for dz in (-0.3, 0.3)]) * radius
    points = view.project(np.concatenate([ends[0] + around, ends[1] + around * 0.8]))
    low, high = np.floor(points.min(axis=0)).astype(int) - 1, np.ceil(points.max(axis=0)).astype(int) + 2
    width, height = view.size
    if high[0] < 0 or high[1] < 0 or low[0] >= width or low[1] >= height or (high - low).max() > 600:
        return None
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _march(
    view: View, gx: F32, gy: F32, base: FloatArray, axis: FloatArray, body: PawnBody, turn_deg: float
) -> tuple[NDArray[np.bool_], F32, F32, F32]:
    """→ hit (h, w); place along the axis (h, w); vector from the axis to the surface (3, h, w); mm inside the body (h, w)."""
    cx, cy, ch = view.centre_mm
    reach = body.foot_radius * float(np.hypot(axis[0], axis[1]))
    top = base[2] + max(axis[2], 0) * body.height + reach
    bottom = max(base[2] + min(axis[2], 0) * body.height - reach, 0.0)
    heights = np.linspace(top, bottom, STEPS, dtype=np.float32)[:, None, None]
    rise = heights / np.float32(ch)
    px = (gx - np.float32(base[0])) + (np.float32(cx) - gx) * rise
    py = (gy - np.float32(base[1])) + (np.float32(cy) - gy) * rise
    pz = heights - np.float32(base[2])
    ax, ay, az = (np.float32(value) for value in axis)
    along = pz * az if abs(ax) + abs(ay) < 1e-6 else pz * az + px * ax + py * ay
    index = (along * np.float32((PROFILE_STEPS - 1) / body.height)).astype(np.int32)
    legal = (index >= 0) & (index < PROFILE_STEPS)
    radius = np.where(legal, body.radius[np.clip(index, 0, PROFILE_STEPS - 1)], np.float32(-1))
    block = body.forward is not None and bool(abs(ax) + abs(ay) < 1e-6)
    if block:
        inside = _inside_block(px, py, np.clip(index, 0, PROFILE_STEPS - 1), radius, body, turn_deg)
    else:
        distance2 = px * px + py * py + pz * pz - along * along
        inside = np.asarray((distance2 < radius * radius) & (radius > 0), dtype=np.bool_)
    hit = inside.any(axis=0)
    first = inside.argmax(axis=0)
    rows, columns = np.arange(hit.shape[0])[:, None], np.arange(hit.shape[1])[None, :]
    h = heights[first, 0, 0]
    x, y, z = px[first, rows, columns], py[first, rows, columns], h - np.float32(base[2])
    s = x * ax + y * ay + z * az
    flank = np.stack([x - s * ax, y - s * ay, z - s * az])
    offset = _block_side(x, y, body, turn_deg) if block else flank
    slant = np.sqrt(1 + ((cx - base[0]) ** 2 + (cy - base[1]) ** 2) / ch**2)
    inside_mm = inside.sum(axis=0, dtype=np.float32) * np.float32((top - bottom) / STEPS * slant)
    return np.asarray(hit), s.astype(np.float32), offset.astype(np.float32), inside_mm


def _block_axes(x: F32, y: F32, turn_deg: float) -> tuple[F32, F32]:
    """Along the block and across it."""
    cos, sin = np.float32(np.cos(np.radians(turn_deg))), np.float32(np.sin(np.radians(turn_deg)))
    return x * cos + y * sin, y * cos - x * sin


def _inside_block(
    px: F32, py: F32, index: NDArray[np.int32], half_length: F32, body: PawnBody, turn_deg: float
) -> NDArray[np.bool_]:
    assert body.forward is not None and body.half_depth is not None  # only blocks come here
    along, across = _block_axes(px, py, turn_deg)
    inside = (np.abs(along - body.forward[index]) < half_length) & (np.abs(across) < np.float32(body.half_depth))
    return np.asarray(inside, dtype=np.bool_)


def _block_side(x: F32, y: F32, body: PawnBody, turn_deg: float) -> F32:
    """(3, h, w) outward from the side of the block that is nearest, in place of the way from the axis."""
    assert body.half_depth is not None  # only blocks come here
    along, across = _block_axes(x, y, turn_deg)
    ends = np.abs(along) / np.float32(body.foot_radius) > np.abs(across) / np.float32(body.half_depth)
    back = _block_axes(np.where(ends, np.sign(along), 0), np.where(ends, 0, np.sign(across)), -turn_deg)
    return np.stack([*back, np.zeros_like(x)]).astype(np.float32)


def _normals(along: F32, offset: F32, axis: FloatArray, body: PawnBody) -> F32:
    """(3, h, w) unit normals; the first and last samples of the body count as its flat ends."""
    a = axis.astype(np.float32)[:, None, None]
    index = np.clip((along * np.float32((PROFILE_STEPS - 1) / body.height)).astype(np.int32), 0, PROFILE_STEPS - 1)
    length = np.sqrt((offset**2).sum(axis=0)) + np.float32(1e-3)
    flank = offset / length - body.slope[index] * a
    head = offset + (along - np.float32(body.head_at)) * a
    on_head = along > (np.inf if body.forward is not None else body.head_at - 0.6 * body.head_radius)
    normal = np.where(on_head, head, flank)
    return np.asarray(normal / (np.sqrt((normal**2).sum(axis=0)) + np.float32(1e-6)), dtype=np.float32)


def _crease(along: F32, body: PawnBody) -> F32:
    """Share of light left in the hollow above the foot's edge and under the head."""
    rim, neck = np.float32(RIM_SHARE * body.height), np.float32(body.head_at - 0.8 * body.head_radius)
    wide = np.float32(0.1 * body.height)
    above_foot, under_head = np.exp(-(((along - rim) / wide) ** 2)), np.exp(-(((along - neck) / wide) ** 2))
    return np.asarray(1 - 0.35 * above_foot - 0.3 * under_head, dtype=np.float32)


_MOTTLED: dict[Material, float] = {"glossy": 0.03, "matte": 0.06, "translucent": 0.3, "wooden": 0.1}
"""How uneven a material looks: what shines through a translucent pawn, the grain of a wooden one."""


def _mottled(material: Material, normal: F32, pawn: PawnAt) -> F32:
    x, y, z = normal
    place = np.float32(pawn.x_mm * 1.7 + pawn.y_mm * 0.9)
    waves = np.sin(x * 9 + z * 7 + place) * np.sin(y * 8 - z * 6 + 2 * place) + 0.5 * np.sin(x * 17 - y * 15 + 3 * place)
    dark = 0.82 if material == "translucent" else 1.0
    return np.asarray(dark * (1 + _MOTTLED[material] * waves), dtype=np.float32)


_SPECULAR = {"glossy": (0.75, 60.0), "matte": (0.05, 8.0), "translucent": (0.6, 45.0), "wooden": (0.1, 14.0)}
_RIM = {"glossy": 0.16, "matte": 0.04, "translucent": 0.14, "wooden": 0.05}
_CLEARNESS_MM = 4.5
"""Way through a translucent pawn after which 1/e of its own colour's light is left."""


def _shade(
    view: View,
    look: Look,
    light: Light,
    pawn: PawnAt,
    base: FloatArray,
    normal: F32,
    crease: F32,
    hit: NDArray[np.bool_],
    inside_mm: F32,
    gain: tuple[float, float, float],
) -> tuple[F32, F32]:
    toward = np.array(view.centre_mm) - base
    toward = (toward / np.linalg.norm(toward)).astype(np.float32)
    sun = np.array(light.direction, dtype=np.float32)
    half = (toward + sun) / np.linalg.norm(toward + sun)
    facing = np.tensordot(sun, normal, 1).astype(np.float32)
    diffuse = np.clip(facing, 0, None) * (1 - light.ambient) + light.ambient * (0.62 + 0.38 * normal[2])
    diffuse *= crease / np.float32(light.ambient + (1 - light.ambient) * light.direction[2])
    strength, power = _SPECULAR[look.material]
    shine = (
        strength * np.clip(np.tensordot(half.astype(np.float32), normal, 1), 0, 1) ** np.float32(power) * (1.2 - light.ambient)
    )
    edge = (1 - np.clip(np.tensordot(toward, normal, 1), 0, 1)) ** 3
    ink = (np.array(look.pawns[pawn.color][::-1], dtype=np.float32) / 255) ** 2.2
    linear = ink * diffuse[..., None] * np.float32(0.92) + (shine + _RIM[look.material] * edge * light.ambient)[..., None]
    linear *= _mottled(look.material, normal, pawn)[..., None]
    linear *= np.array(gain, dtype=np.float32) ** 2.2
    seen = (255 * np.clip(linear, 0, 1) ** np.float32(1 / 2.2)).astype(np.float32)
    solid = hit[..., None].astype(np.float32)
    if look.material != "translucent":
        return seen * solid, np.repeat(1 - solid, 3, axis=2)
    way = inside_mm[..., None] / np.float32(_CLEARNESS_MM)
    clear = np.exp(-way * (1.15 - np.sqrt(ink))).astype(np.float32)
    return seen * solid * (1 - 0.75 * clear), 1 - solid * (1 - 0.7 * clear)
