"""Dice drawn for training: rounded bodies with sunk pips, any material, lamp and view, marched along the rays of a far camera.

All lengths are in edges of the die; the die's frame has its middle at the origin and the side that lies up at +z.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from companion.vision.training.die_material import colours, pip_cover, textured

CANVAS = 96
EDGE_PX = 34.0
CROOKED = 7
"""Class of a die that shows no side well enough to lie on one."""
FLAT_BY = 0.13
"""So much more the camera sees of the side that lies up than of any other (difference of the cosines)."""
CROOKED_BY = 0.06
CROOKED_SHARE = 0.08
STEEPEST_DEG = 44.0
_STEPS = 26


@dataclass(frozen=True, slots=True, eq=False)
class Sprites:
    """N dice with the top side's middle at the canvas' middle.

    `bgra` (N, 96, 96, 4), `shadow` (N, 96, 96) its darkness on the ground, `classes` (N,).
    """

    bgra: NDArray[np.uint8]
    shadow: NDArray[np.uint8]
    classes: NDArray[np.int64]


def draw(count: int, rng: torch.Generator) -> Sprites:
    """So many dice, one in twelve of them crooked."""

    def uniform(low: float, high: float, *shape: int) -> Tensor:
        return torch.rand(count, *shape, generator=rng) * (high - low) + low

    crooked = torch.rand(count, generator=rng) < CROOKED_SHARE
    tilt, facing = _attitudes(crooked, rng)
    right, down, toward = _camera(tilt, facing, uniform(0, 2 * math.pi))
    values, sides = _sides(count, rng)
    round_by, ball = uniform(0, 1) ** 1.5 * 0.2 + 0.01, uniform(0.64, 0.9)
    points, hit = _marched(right, down, toward, round_by, ball)
    alpha = (1 - (_distance(points, round_by, ball) - 0.006) / 0.02).clamp(0, 1) * hit
    face, across, along = _where(points)
    normal = _normal(points, round_by, ball)
    light = torch.nn.functional.normalize(torch.stack([uniform(-1, 1), uniform(-1, 1), uniform(0.45, 1.6)], 1), dim=1)
    ambient = uniform(0.25, 0.8)[:, None, None]
    lit = ambient + (1 - ambient) * ((normal * light[:, None, None]).sum(-1)).clamp(min=0) / light[:, 2, None, None]
    body, ink = colours(count, rng)
    cover, sunk = pip_cover(sides, face, across, along, rng)
    colour = textured(body, points, rng) * (1 - cover[:, None]) + (ink[:, :, None, None] + sunk[:, None]) * cover[:, None]
    shine = _shine(normal, torch.nn.functional.normalize(light + toward, dim=1), rng) + _reflections(face, across, along, rng)
    shaded = (colour * lit[:, None].clamp(0.1, 1.35) + shine[:, None]).clamp(0, 255)
    glassy = torch.where(uniform(0, 1) < 0.1, uniform(0.6, 0.9), torch.ones(count))[:, None, None]
    opaque = alpha * (glassy + (1 - glassy) * cover)
    bgra = torch.cat([shaded, 255 * opaque[:, None]], 1).permute(0, 2, 3, 1)
    classes = torch.where(crooked, torch.full((count,), CROOKED), values)
    shadow = 255 * _shadow(alpha, light, right, down, rng)
    return Sprites(bgra.to(torch.uint8).numpy(), shadow.to(torch.uint8).numpy(), classes.numpy())


def _attitudes(crooked: Tensor, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Angles (radians) between the upright edge and the camera, and around it, drawn until they are plainly what they are."""
    count = len(crooked)
    tilt, facing = torch.zeros(count), torch.zeros(count)
    left = torch.ones(count, dtype=torch.bool)
    while left.any():
        chance = torch.rand(count, 2, generator=rng)
        steep = torch.where(crooked, 38 + chance[:, 0] * 18, chance[:, 0] ** 1.2 * STEEPEST_DEG)
        tilt = torch.where(left, torch.deg2rad(steep), tilt)
        facing = torch.where(left, chance[:, 1] * 2 * math.pi, facing)
        beside = tilt.sin() * torch.maximum(facing.cos().abs(), facing.sin().abs())
        ahead = tilt.cos() - beside
        left = torch.where(crooked, ahead.abs() > CROOKED_BY, ahead < FLAT_BY)
    return tilt, facing


def _camera(tilt: Tensor, facing: Tensor, roll: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    sin, cos = torch.sin, torch.cos
    toward = torch.stack([sin(tilt) * cos(facing), sin(tilt) * sin(facing), cos(tilt)], 1)
    along = torch.stack([-sin(facing), cos(facing), torch.zeros_like(facing)], 1)
    other = torch.linalg.cross(toward, along)
    right = along * cos(roll)[:, None] + other * sin(roll)[:, None]
    return right, -torch.linalg.cross(toward, right), toward


def _sides(count: int, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Values on top, and (N, 6) values of the sides +x, -x, +y, -y, +z, -z."""
    pairs = torch.rand(count, 3, generator=rng).argsort(1) + 1
    flips = torch.rand(count, 3, generator=rng) < 0.5
    first = torch.where(flips, 7 - pairs, pairs)
    sides = torch.stack([first, 7 - first], 2).view(count, 6)
    return sides[:, 4].clone(), sides


def _marched(right: Tensor, down: Tensor, toward: Tensor, round_by: Tensor, ball: Tensor) -> tuple[Tensor, Tensor]:
    """(N, 96, 96, 3) where each pixel's ray comes nearest, and whether it stays near the die."""
    count = len(right)
    grid = (torch.arange(CANVAS) - (CANVAS - 1) / 2) / EDGE_PX
    x, y = grid[None, None, :, None], grid[None, :, None, None]
    start = x * right[:, None, None] + y * down[:, None, None] + 2.5 * toward[:, None, None]
    start = start + torch.tensor([0.0, 0.0, 0.5])
    travelled = torch.zeros(count, CANVAS, CANVAS)
    for _ in range(_STEPS):
        points = start - travelled[..., None] * toward[:, None, None]
        travelled = travelled + _distance(points, round_by, ball).clamp(max=1.0)
    return start - travelled[..., None] * toward[:, None, None], travelled < 5


def _distance(points: Tensor, round_by: Tensor, ball: Tensor) -> Tensor:
    r = round_by[:, None, None]
    q = points.abs() - (0.5 - r)[..., None]
    box = q.clamp(min=0).norm(dim=-1) + q.amax(-1).clamp(max=0) - r
    return torch.maximum(box, points.norm(dim=-1) - ball[:, None, None])


def _normal(points: Tensor, round_by: Tensor, ball: Tensor) -> Tensor:
    r = round_by[:, None, None]
    q = points.abs() - (0.5 - r)[..., None]
    flat = (q >= q.amax(-1, keepdim=True)).float()
    box = q.clamp(min=0) + flat * 1e-3
    on_ball = (points.norm(dim=-1) - ball[:, None, None]) > (q.clamp(min=0).norm(dim=-1) - r)
    outward = torch.where(on_ball[..., None], points, box * points.sign())
    return torch.nn.functional.normalize(outward, dim=-1)


def _where(points: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Side (0 … 5) each point lies on, and its two coordinates on it."""
    axis = points.abs().argmax(-1)
    main = points.gather(-1, axis[..., None])[..., 0]
    across = points.gather(-1, ((axis + 1) % 3)[..., None])[..., 0]
    along = points.gather(-1, ((axis + 2) % 3)[..., None])[..., 0]
    return axis * 2 + (main < 0).long(), across, along


def _shine(normal: Tensor, half: Tensor, rng: torch.Generator) -> Tensor:
    count = len(normal)
    facing = (normal * half[:, None, None]).sum(-1).clamp(min=0)
    sharp = (10 ** (1 + torch.rand(count, generator=rng)))[:, None, None]
    glossy = (torch.rand(count, generator=rng) < 0.55).float() * torch.rand(count, generator=rng) * 150
    return facing**sharp * glossy[:, None, None]


def _reflections(face: Tensor, across: Tensor, along: Tensor, rng: torch.Generator) -> Tensor:
    """Each side mirrors another part of the room: a slope of light over it."""
    count = len(face)
    slopes = torch.randn(count, 3, 6, generator=rng) * torch.tensor([10.0, 25.0, 25.0])[None, :, None]
    slopes = slopes * (torch.rand(count, 1, 1, generator=rng) ** 2 * 1.6)
    level, one, other = (slopes[:, k].gather(1, face.view(count, -1)).view(face.shape) for k in range(3))
    return level + one * across + other * along


def _shadow(alpha: Tensor, light: Tensor, right: Tensor, down: Tensor, rng: torch.Generator) -> Tensor:
    flat = torch.nn.functional.pad(-light[:, :2] / light[:, 2:] * 0.5, (0, 1))
    shift = torch.stack([(flat * right).sum(1), (flat * down).sum(1)], 1) * EDGE_PX
    clear = torch.ones_like(alpha)
    strength = torch.rand(len(alpha), generator=rng) * 0.75
    for part in (1.0, 0.6, 0.3):
        moved = [torch.roll(a, (int(s[1] * part), int(s[0] * part)), (0, 1)) for a, s in zip(alpha, shift, strict=True)]
        soft = torch.nn.functional.avg_pool2d(torch.stack(moved)[:, None], 7, 1, 3)[:, 0]
        clear = clear * (1 - strength[:, None, None] * soft * 0.6)
    return 1 - clear
