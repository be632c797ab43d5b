"""The drawn table without pawns: textures of table tops, the print laid on them, light over both.

Brightness is worked with in display values (grey levels 0 … 255): there, a factor of light stays a factor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from random import Random

import cv2
import numpy as np

from calibration.drawing_look import Light, Look
from calibration.drawing_view import F32, FloatArray, View
from calibration.print import draw_print
from calibration.profile import BoardProfile, Srgb
from hardware.ports import BgrImage

AnyFloats = F32 | FloatArray

TILE_PX = 1024
TILE_MM = 900.0
"""A texture tile covers this many millimetres and repeats."""
COARSE = 8
"""The light changes slowly: it is worked out for every eighth pixel."""


@lru_cache(maxsize=8)
def _print_of(board: BoardProfile, px_per_mm: float) -> BgrImage:
    return draw_print(board, px_per_mm)


def draw_background(view: View, look: Look, light: Light) -> F32:
    """(h, w, 3) float32: table and empty board as the camera sees them, without shadows of things, noise and blur."""
    gx, gy = view.ground_everywhere()
    board = look.print_board
    (a, b, x), (c, d, y) = view.table.astype(np.float32)
    table = _table_pixels(look, a * gx + b * gy + x, c * gx + d * gy + y)
    table *= _board_shade(board, light, gx, gy)[..., None]
    printed, share = _print_pixels(view, board, gx, gy)
    picture = table + (printed - table) * share[..., None]
    factor, glare = _light_maps(view, light, board)
    picture *= factor
    return np.asarray(picture + (255 - picture) * np.clip(glare, 0, 1)[..., None], dtype=np.float32)


def gain_at(light: Light, board: BoardProfile, x_mm: AnyFloats, y_mm: AnyFloats) -> F32:
    """(…, 3) what blue, green and red of the print are multiplied with at those points."""
    a = np.radians(light.azimuth_deg)
    slope = ((x_mm - board.width_mm / 2) * np.cos(a) + (y_mm - board.height_mm / 2) * np.sin(a)) / board.width_mm
    level = light.brightness * np.clip(1 + light.gradient * slope, 0.35, 1.6)
    return np.asarray(level[..., None] * np.array(light.tint[::-1]), dtype=np.float32)


def _light_maps(view: View, light: Light, board: BoardProfile) -> tuple[F32, F32]:
    """Factor (h, w, 3) and share of glare (h, w) for every pixel."""
    width, height = view.size
    xs, ys = np.meshgrid(
        np.arange(0, width + COARSE, COARSE, dtype=np.float32), np.arange(0, height + COARSE, COARSE, dtype=np.float32)
    )
    gx, gy = view.ground(xs, ys)
    off_axis = ((xs - width / 2) ** 2 + (ys - height / 2) ** 2) / (width / 2) ** 2
    factor = gain_at(light, board, gx, gy) * (1 - 0.12 * off_axis)[..., None]
    strength, x, y, radius = light.glare
    distance = np.hypot(gx - x * board.width_mm, gy - y * board.height_mm) / (radius * board.width_mm)
    glare = strength * np.exp(-(distance**2)) + 0.25 * min(strength, 1) * np.exp(-((distance / 2.5) ** 2))
    return _spread(factor, width, height), _spread(glare, width, height)


def _spread(coarse: AnyFloats, width: int, height: int) -> F32:
    rows, columns = coarse.shape[:2]
    large = cv2.resize(coarse.astype(np.float32), (columns * COARSE, rows * COARSE), interpolation=cv2.INTER_LINEAR)
    return np.asarray(large[:height, :width], dtype=np.float32)


def _print_pixels(view: View, board: BoardProfile, gx: F32, gy: F32) -> tuple[F32, F32]:
    """The print at those points, and how much of each pixel it fills (soft edges)."""
    scale = view.px_per_mm(board.width_mm / 2, board.height_mm / 2)
    px_per_mm = min(2 ** np.ceil(np.log2(max(scale, 0.5)) * 2) / 2, 4.0) if scale > 0 else 1.0
    picture = _print_of(board, float(round(px_per_mm, 3)))
    if px_per_mm > 1.3 * scale:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * px_per_mm / scale), dtype=np.uint8)
    rows, columns = picture.shape[:2]
    map_x = gx * np.float32(columns / board.width_mm) - np.float32(0.5)
    map_y = gy * np.float32(rows / board.height_mm) - np.float32(0.5)
    seen = cv2.remap(picture, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = np.minimum(np.minimum(gx, board.width_mm - gx), np.minimum(gy, board.height_mm - gy))
    return np.asarray(seen, dtype=np.float32), np.clip(inside * np.float32(scale) + np.float32(0.5), 0, 1)


def _board_shade(board: BoardProfile, light: Light, gx: F32, gy: F32) -> F32:
    """The thin shadow which the board's thickness throws on the table."""
    lx, ly, lz = light.direction
    thickness = 2.5
    shift = thickness / max(lz, 0.25)
    x, y = gx + np.float32(lx * shift), gy + np.float32(ly * shift)
    outside = np.maximum(np.maximum(-x, x - board.width_mm), np.maximum(-y, y - board.height_mm))
    depth = np.float32(0.25 + 0.45 * light.shadow_strength)
    return np.asarray(1 - depth * np.clip(1 - outside / np.float32(1 + 2 * light.softness + shift), 0, 1), dtype=np.float32)


def _table_pixels(look: Look, gx: F32, gy: F32) -> F32:
    tile = table_texture(look.table, look.table_srgb, look.table_second_srgb, look.seed)
    rng = Random(look.seed + 1)
    turn, zoom = rng.uniform(0, 2 * np.pi), TILE_PX / TILE_MM * rng.uniform(0.7, 1.3)
    c, s = np.float32(np.cos(turn) * zoom), np.float32(np.sin(turn) * zoom)
    map_x = (gx * c - gy * s + np.float32(TILE_PX * 20.5)) % TILE_PX
    map_y = (gx * s + gy * c + np.float32(TILE_PX * 20.3)) % TILE_PX
    return np.asarray(cv2.remap(tile, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), dtype=np.float32)


@lru_cache(maxsize=8)
def table_texture(kind: str, srgb: Srgb, second: Srgb, seed: int) -> BgrImage:
    """A (TILE_PX, TILE_PX, 3) tile that repeats without a seam."""
    noise = np.random.default_rng(seed)
    draw: dict[str, Callable[[np.random.Generator, F32, F32], F32]] = {
        "plain": lambda rng, a, _b: a * (1 + 0.03 * _cloud(rng, 24)),
        "planks": lambda rng, a, _b: _planks(rng, a),
        "grain": lambda rng, a, _b: a * (1 + 0.16 * _streaks(rng) + 0.05 * _cloud(rng, 60)),
        "dots": _dots,
        "checks": _checks,
    }
    first = np.array(srgb[::-1], dtype=np.float32)
    tile = draw[kind](noise, first, np.array(second[::-1], dtype=np.float32))
    tile = tile * (1 + 0.02 * noise.standard_normal((TILE_PX, TILE_PX, 1), dtype=np.float32))
    return np.clip(tile, 0, 255).astype(np.uint8)


def _cloud(rng: np.random.Generator, cells: int) -> F32:
    """(TILE_PX, TILE_PX, 1) smooth noise of unit size that wraps around."""
    coarse = rng.standard_normal((cells, cells)).astype(np.float32)
    wrapped = np.pad(coarse, 2, mode="wrap")
    size = TILE_PX * (cells + 4) // cells
    edge = (size - TILE_PX) // 2
    large = cv2.resize(wrapped, (size, size), interpolation=cv2.INTER_CUBIC)
    return np.asarray(large[edge : edge + TILE_PX, edge : edge + TILE_PX, None], dtype=np.float32)


def _streaks(rng: np.random.Generator) -> F32:
    """(TILE_PX, TILE_PX, 1) grain of wood along the columns, wrapping around."""
    fine = rng.standard_normal((TILE_PX, TILE_PX)).astype(np.float32)
    long = cv2.GaussianBlur(np.tile(fine, (3, 1)), (0, 0), sigmaX=1.2, sigmaY=70)[TILE_PX : 2 * TILE_PX]
    short = cv2.GaussianBlur(fine, (0, 0), sigmaX=0.7, sigmaY=9)
    mixed = long / long.std() + 0.6 * short / short.std()
    return np.asarray(mixed[..., None] / 1.2, dtype=np.float32)


def _planks(rng: np.random.Generator, colour: F32) -> F32:
    count = int(rng.integers(6, 13))
    edges = np.linspace(0, TILE_PX, count + 1).astype(int)
    tile = colour * (1 + 0.09 * _streaks(rng))
    for left, right in pairwise(edges):
        tile[:, left:right] *= 1 + 0.1 * float(rng.standard_normal()) + 0.02 * rng.standard_normal(3).astype(np.float32)
        tile[:, left : left + 2] *= np.float32(0.45)
        joint = int(rng.integers(0, TILE_PX - 3))
        tile[joint : joint + 2, left:right] *= np.float32(0.5)
    return np.asarray(tile, dtype=np.float32)


def _dots(rng: np.random.Generator, cloth: F32, dots: F32) -> F32:
    cells = int(rng.integers(6, 20))
    pitch = TILE_PX / cells
    ys, xs = np.indices((TILE_PX, TILE_PX), dtype=np.float32)
    row = np.floor(ys / pitch)
    dx = (xs + pitch / 2 * (row % 2)) % pitch - pitch / 2
    dy = ys % pitch - pitch / 2
    share = np.clip(pitch * float(rng.uniform(0.18, 0.36)) - np.hypot(dx, dy) + 0.5, 0, 1)[..., None]
    weave = 1 + 0.04 * np.sin(xs * 2.1)[..., None] * np.sin(ys * 2.1)[..., None]
    return np.asarray((cloth + (dots - cloth) * share) * weave, dtype=np.float32)


def _checks(rng: np.random.Generator, cloth: F32, stripes: F32) -> F32:
    cells = int(rng.integers(5, 24))
    ys, xs = np.indices((TILE_PX, TILE_PX), dtype=np.float32)
    along = (np.floor(xs * cells * 2 / TILE_PX) % 2)[..., None]
    across = (np.floor(ys * cells * 2 / TILE_PX) % 2)[..., None]
    share = 0.45 * (along + across)
    return np.asarray(cloth + (stripes - cloth) * share, dtype=np.float32)
