"""A hand that reaches over the board: forearm, palm, thumb and fingers as a surface of heights, shaded, with its shadow.

Arm and fingers are chains of balls swept along lines. Their heights are worked out at half the picture's size: skin has no
detail finer than that, and it keeps a moving hand cheap.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drawing_look import Light, Look
from calibration.drawing_view import F32, FloatArray, View
from calibration.profile import Srgb
from hardware.ports import BgrImage

SCALE = 2
NEAREST_MM = 180.0
"""An arm nearer to the camera than this is not drawn."""


@dataclass(frozen=True, slots=True)
class HandAt:
    """A hand whose finger tips are at x, y, `height_mm` above the print, coming from the side `from_deg` of the board.

    `bend` (-1 … 1) turns the forearm against the hand; `grip` (0 … 1) closes the fingers. `size` scales: 1 is a grown-up's hand.
    `bare_mm` of the forearm are out of the sleeve.
    """

    x_mm: float
    y_mm: float
    height_mm: float = 30.0
    from_deg: float = 90.0
    bend: float = 0.3
    grip: float = 0.6
    size: float = 1.0
    bare_mm: float = 110.0


@dataclass(frozen=True, slots=True)
class _Limb:
    """A ball swept from `a` to `b` (x, y, height mm), its radius growing from `ra` to `rb`."""

    a: FloatArray
    b: FloatArray
    ra: float
    rb: float
    sleeve: bool = False


def draw_hand(picture: BgrImage, view: View, look: Look, light: Light, hand: HandAt) -> NDArray[np.bool_]:
    """Draws shadow and hand into `picture`; returns the mask (height, width) of what the hand hides."""
    limbs = [shown for limb in _limbs(hand) if (shown := _in_front(view, limb)) is not None]
    width, height = view.size
    covered = np.zeros((height, width), dtype=np.bool_)
    box = _box(view, limbs)
    if box is None:
        return covered
    x0, y0, x1, y1 = box
    shape = ((y1 - y0 + SCALE - 1) // SCALE, (x1 - x0 + SCALE - 1) // SCALE)
    surface, sleeve = _surface(view, limbs, (x0, y0), shape)
    mask = (surface > 0).astype(np.float32)
    _shadow(picture, view, light, hand, mask, (x0, y0))
    colour = _shaded(look, light, surface, sleeve, view, hand)
    size = (shape[1] * SCALE, shape[0] * SCALE)
    alpha = cv2.resize(cv2.GaussianBlur(mask, (0, 0), 0.7), size)[: y1 - y0, : x1 - x0]
    alpha = np.clip((alpha - 0.25) * 2, 0, 1)
    large = cv2.resize(colour, size)[: y1 - y0, : x1 - x0]
    part = picture[y0:y1, x0:x1]
    part[:] = np.clip(part + (large - part) * alpha[..., None], 0, 255).astype(np.uint8)
    covered[y0:y1, x0:x1] = alpha > 0.5
    return covered


def _limbs(hand: HandAt) -> list[_Limb]:
    k = hand.size
    side = np.radians(hand.from_deg)
    out = np.array([np.cos(side), np.sin(side), 0.0])
    across = np.array([-np.sin(side), np.cos(side), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    tip = np.array([hand.x_mm, hand.y_mm, hand.height_mm])
    knuckle = tip + k * ((78 - 22 * hand.grip) * out + (22 + 18 * hand.grip) * up)
    wrist = knuckle + k * (78 * out + 4 * up)
    bent = side + 0.5 * hand.bend
    forearm = np.array([np.cos(bent), np.sin(bent), 0.1])
    elbow = wrist + k * 270 * forearm
    shoulder = elbow + k * 900 * (0.6 * out + 0.4 * forearm)
    cuff = wrist + k * hand.bare_mm * forearm
    limbs = [
        _Limb(shoulder, elbow, 60 * k, 46 * k, sleeve=True),
        _Limb(elbow, cuff, 46 * k, 43 * k, sleeve=True),
        _Limb(cuff, wrist, 35 * k, 26 * k),
        _Limb(wrist, knuckle + k * 14 * across, 25 * k, 17 * k),
        _Limb(wrist, knuckle - k * 14 * across, 25 * k, 17 * k),
        _Limb(knuckle - k * 24 * across, knuckle + k * 24 * across, 14 * k, 14 * k),
    ]
    for number, (offset, length) in enumerate(((-27, 0.9), (-9, 1.0), (10, 0.96), (28, 0.8))):
        base = knuckle + k * offset * across
        # The two fingers that hold a pawn reach the tip; the others are curled up beside them.
        aim = tip + k * (offset * (0.8 - 0.5 * hand.grip) * across) + (1 - length) * (knuckle - tip)
        aim = aim + (0.45 * hand.grip * (knuckle - tip) if number in (2, 3) else 0)
        middle = (base + aim) / 2 + k * (12 + 8 * hand.grip) * up
        limbs += [_Limb(base, middle, 9.5 * k, 8 * k), _Limb(middle, aim, 8 * k, 6.5 * k)]
    thumb_base = wrist + 0.45 * (knuckle - wrist) - k * 30 * across
    thumb_tip = tip - k * 10 * across + k * (6 + 16 * (1 - hand.grip)) * out - k * 18 * (1 - hand.grip) * across
    bend = (thumb_base + thumb_tip) / 2 - k * 12 * across
    return [*limbs, _Limb(thumb_base, bend, 12 * k, 10 * k), _Limb(bend, thumb_tip, 10 * k, 8 * k)]


def _in_front(view: View, limb: _Limb) -> _Limb | None:
    """The part of a limb that is well in front of the camera, None when it is all behind."""
    a, b = (float(view.rotation[2] @ (end * (1, 1, -1)) + view.translation_mm[2]) - NEAREST_MM for end in (limb.a, limb.b))
    if a > 0 and b > 0:
        return limb
    if a <= 0 and b <= 0:
        return None
    share = a / (a - b)
    end, radius = limb.a + share * (limb.b - limb.a), limb.ra + share * (limb.rb - limb.ra)
    return replace(limb, a=end, ra=radius) if a <= 0 else replace(limb, b=end, rb=radius)


def _box(view: View, limbs: list[_Limb]) -> tuple[int, int, int, int] | None:
    if not limbs:
        return None
    ends = np.array([end for limb in limbs for end in (limb.a, limb.b)])
    radii = np.array([radius for limb in limbs for radius in (limb.ra, limb.rb)])
    pixels, radius_px = _project(view, ends, radii)
    low = np.floor((pixels - radius_px[:, None]).min(axis=0)).astype(int) - 6
    high = np.ceil((pixels + radius_px[:, None]).max(axis=0)).astype(int) + 6
    x0, y0 = (int(value) // SCALE * SCALE for value in np.maximum(low, 0))
    x1, y1 = (int(value) for value in np.minimum(high, view.size))
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def _project(view: View, ends: FloatArray, radii: FloatArray) -> tuple[FloatArray, FloatArray]:
    space = ends * (1, 1, -1) @ view.rotation.T + view.translation_mm
    depth = np.maximum(space[:, 2], 80.0)
    return view.project(ends), np.asarray(radii * view.camera[0, 0] / depth, dtype=np.float64)


def _surface(view: View, limbs: list[_Limb], corner: tuple[int, int], shape: tuple[int, int]) -> tuple[F32, NDArray[np.bool_]]:
    """Heights (pixels of the reduced picture, above the lowest limb; 0 = no hand), and where the sleeve is on top."""
    surface = np.zeros(shape, dtype=np.float32)
    sleeve = np.zeros(shape, dtype=np.bool_)
    for limb in limbs:
        pixels, radii = _project(view, np.array([limb.a, limb.b]), np.array([limb.ra, limb.rb]))
        (ax, ay), (bx, by) = (pixels - corner) / SCALE
        ra, rb = (float(r) / SCALE for r in radii)
        scale = ra / limb.ra
        reach = max(ra, rb) + 1
        x0, x1 = max(int(min(ax, bx) - reach), 0), min(int(max(ax, bx) + reach) + 1, shape[1])
        y0, y1 = max(int(min(ay, by) - reach), 0), min(int(max(ay, by) + reach) + 1, shape[0])
        if x0 >= x1 or y0 >= y1:
            continue
        xs = np.arange(x0, x1, dtype=np.float32)[None, :] - np.float32(ax)
        ys = np.arange(y0, y1, dtype=np.float32)[:, None] - np.float32(ay)
        dx, dy = np.float32(bx - ax), np.float32(by - ay)
        share = np.clip((xs * dx + ys * dy) / (dx * dx + dy * dy + np.float32(1e-3)), 0, 1)
        radius = np.float32(ra) + share * np.float32(rb - ra)
        rest = radius * radius - (xs - share * dx) ** 2 - (ys - share * dy) ** 2
        lift = np.float32(limb.a[2] * scale) + share * np.float32((limb.b[2] - limb.a[2]) * scale)
        top = np.where(rest > 0, lift + np.sqrt(np.maximum(rest, 0)), 0).astype(np.float32)
        part = surface[y0:y1, x0:x1]
        higher = top > part
        part[higher] = top[higher]
        sleeve[y0:y1, x0:x1][higher] = limb.sleeve
    return surface, sleeve


def _shaded(look: Look, light: Light, surface: F32, sleeve: NDArray[np.bool_], view: View, hand: HandAt) -> F32:
    smooth = cv2.GaussianBlur(surface, (0, 0), max(0.8, 1.3 * hand.size * view.px_per_mm(hand.x_mm, hand.y_mm) / SCALE))
    smooth = np.where(surface > 0, smooth, surface)
    fall_x, fall_y = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.125)
    upright = 1 / np.sqrt(1 + fall_x**2 + fall_y**2)
    lx, ly, lz = _light_in_picture(view, light)
    facing = np.clip((lz - lx * fall_x - ly * fall_y) * upright, 0, 1)
    lit = light.ambient * (0.45 + 0.55 * upright) + (1 - light.ambient) * facing
    lit = lit / (light.ambient + (1 - light.ambient) * light.direction[2])
    level = np.clip(lit, 0.02, 1.5) ** np.float32(1 / 2.2) * light.brightness
    ink = np.where(sleeve[..., None], _bgr(look.sleeve), _bgr(look.skin))
    # Blood under thin skin: edges turn redder as they turn away.
    warm = 1 - (1 - upright)[..., None] * np.array([0.25, 0.18, 0.0], dtype=np.float32) * ~sleeve[..., None]
    return np.asarray(ink * warm * level[..., None] * np.array(light.tint[::-1], dtype=np.float32), dtype=np.float32)


def _bgr(srgb: Srgb) -> F32:
    return np.array(srgb[::-1], dtype=np.float32)


def _light_in_picture(view: View, light: Light) -> tuple[float, float, float]:
    x, y, height = light.direction
    right, down, forward = view.rotation @ (x, y, -height)
    return float(right), float(down), float(-forward)


def _shadow(picture: BgrImage, view: View, light: Light, hand: HandAt, mask: F32, corner: tuple[int, int]) -> None:
    """The hand's outline, thrown on the print and blurred: at a quarter of the size, nothing sharp is in it."""
    lx, ly, lz = light.direction
    height = hand.height_mm + 35
    ground = np.array([[hand.x_mm, hand.y_mm, height]])
    fallen = np.array([[hand.x_mm - lx / max(lz, 0.3) * height, hand.y_mm - ly / max(lz, 0.3) * height, 0.0]])
    (sx, sy) = (view.project(fallen) - view.project(ground))[0]
    reduction = 2 * SCALE
    rows, columns = -(-view.size[1] // reduction), -(-view.size[0] // reduction)
    small = cv2.resize(mask, (max(mask.shape[1] // 2, 1), max(mask.shape[0] // 2, 1)), interpolation=cv2.INTER_AREA)
    shift = np.array([[1, 0, (corner[0] + sx) / reduction], [0, 1, (corner[1] + sy) / reduction]])
    thrown = cv2.warpAffine(small, shift, (columns, rows))
    blur = max(0.8, view.px_per_mm(hand.x_mm, hand.y_mm) * (2 + light.softness * height * 0.6) / reduction)
    thrown = cv2.GaussianBlur(thrown, (0, 0), blur)
    seen = np.flatnonzero(thrown.max(axis=1) > 0.01), np.flatnonzero(thrown.max(axis=0) > 0.01)
    if not len(seen[0]) or not len(seen[1]):
        return
    y0, y1, x0, x1 = seen[0][0], seen[0][-1] + 1, seen[1][0], seen[1][-1] + 1
    factor = 1 - (1 - (1 - light.shadow_strength) ** (1 / 2.2)) * thrown[y0:y1, x0:x1]
    large = cv2.resize(factor, ((x1 - x0) * reduction, (y1 - y0) * reduction))
    part = picture[y0 * reduction : y1 * reduction, x0 * reduction : x1 * reduction]
    part[:] = (part * large[: part.shape[0], : part.shape[1], None]).astype(np.uint8)
