"""Dice drawn for training: rounded bodies with sunk pips, any colours, lamp and view, marched along the rays of a far camera.

All lengths are in edges of the die; the die's frame has its middle at the origin and the side that lies up at +z.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

CANVAS = 96
EDGE_PX = 34.0
CROOKED = 7
"""Class of a die that shows no side well enough to lie on one."""

_LAYOUT = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
_AWAY = [(9.0, 9.0)]
_PIPS = torch.tensor([(_LAYOUT.get(v, []) + _AWAY * 6)[:6] for v in range(7)], dtype=torch.float32)
_STEPS = 26
_BODIES = [(232, 236, 238), (196, 222, 232), (205, 205, 205), (40, 190, 225), (40, 40, 200), (30, 30, 32), (70, 130, 50),
           (160, 80, 40), (95, 145, 190), (150, 190, 220), (120, 60, 130)]  # fmt: skip


def draw(count: int, backgrounds: Tensor, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """((N, 3, 96, 96) uint8 BGR, (N,) classes): dice on `backgrounds` (N, 3, 96, 96) 0 … 255, the top face in the middle."""

    def uniform(low: float, high: float, *shape: int) -> Tensor:
        return torch.rand(count, *shape, generator=rng) * (high - low) + low

    crooked = torch.rand(count, generator=rng) < 0.08
    tilt = torch.where(crooked, uniform(42, 54), uniform(0, 1) ** 1.3 * 42)
    facing = torch.where(crooked, 45 + uniform(-12, 12), uniform(0, 360))
    right, down, toward = _camera(torch.deg2rad(tilt), torch.deg2rad(facing), uniform(0, 2 * math.pi))
    values, sides = _sides(count, rng)
    round_by, ball = uniform(0.02, 0.2), uniform(0.66, 0.9)
    grid = (torch.arange(CANVAS) - (CANVAS - 1) / 2) / EDGE_PX
    x, y = grid[None, None, :, None], grid[None, :, None, None]
    start = x * right[:, None, None] + y * down[:, None, None] + 2.5 * toward[:, None, None]
    start = start + torch.tensor([0.0, 0.0, 0.5])
    travelled = torch.zeros(count, CANVAS, CANVAS)
    for _ in range(_STEPS):
        points = start - travelled[..., None] * toward[:, None, None]
        travelled = travelled + _distance(points, round_by, ball).clamp(max=1.0)
    points = start - travelled[..., None] * toward[:, None, None]
    alpha = (1 - (_distance(points, round_by, ball) - 0.006) / 0.02).clamp(0, 1) * (travelled < 5)
    face, across, along = _where(points)
    normal = _normal(points, round_by, ball)
    light = torch.nn.functional.normalize(torch.stack([uniform(-1, 1), uniform(-1, 1), uniform(0.45, 1.6)], 1), dim=1)
    ambient = uniform(0.25, 0.8)[:, None, None]
    lit = ambient + (1 - ambient) * ((normal * light[:, None, None]).sum(-1)).clamp(min=0) / light[:, 2, None, None]
    body, ink = _colours(count, rng)
    spacing, radius = uniform(0.21, 0.29), uniform(0.07, 0.118)
    pip = _pips(sides.gather(1, face.view(count, -1)).view(face.shape), face, across, along, spacing, radius, rng)
    colour = body[:, :, None, None] * (1 - pip[:, None]) + ink[:, :, None, None] * pip[:, None]
    half = torch.nn.functional.normalize(light + toward, dim=1)
    shine = (
        ((normal * half[:, None, None]).sum(-1)).clamp(min=0) ** 40
        * uniform(0, 130)[:, None, None]
        * (uniform(0, 1) < 0.5)[:, None, None]
    )
    shaded = colour * lit[:, None].clamp(0.1, 1.35) + shine[:, None]
    picture = _on_ground(backgrounds, shaded, alpha, light, right, down, rng)
    bright = uniform(0.35, 1.3)[:, None, None, None]
    tint = torch.stack([uniform(0.75, 1.1), uniform(0.95, 1.05), uniform(0.9, 1.15)], 1)[:, :, None, None]
    classes = torch.where(crooked, torch.full((count,), CROOKED), values)
    return (picture * bright * tint).clamp(0, 255).to(torch.uint8), classes


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


def _colours(count: int, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    weights = torch.tensor([4.0, 4, 1, 1.5, 1.5, 1, 1, 1, 1, 1, 0.5])
    body = torch.tensor(_BODIES, dtype=torch.float32)[torch.multinomial(weights, count, True, generator=rng)]
    body = (body + torch.randn(count, 3, generator=rng) * 14).clamp(10, 255)
    dark = torch.rand(count, 1, generator=rng) * 55 + torch.rand(count, 3, generator=rng) * 15
    pale = 255 - torch.rand(count, 1, generator=rng) * 60
    pale_pips = body.mean(1, keepdim=True) < 125
    return body, torch.where(pale_pips, pale.expand(-1, 3), dark)


def _pips(
    value: Tensor, face: Tensor, across: Tensor, along: Tensor, spacing: Tensor, radius: Tensor, rng: torch.Generator
) -> Tensor:
    count = len(face)
    mirrored = (torch.rand(count, 6, generator=rng) < 0.5).gather(1, face.view(count, -1)).view(face.shape)
    turned = (torch.rand(count, 6, generator=rng) < 0.5).gather(1, face.view(count, -1)).view(face.shape)
    u = torch.where(mirrored, -across, across) / spacing[:, None, None]
    u, v = torch.where(turned, along / spacing[:, None, None], u), torch.where(turned, u, along / spacing[:, None, None])
    places = _PIPS[value]
    far = torch.hypot(u[..., None] - places[..., 0], v[..., None] - places[..., 1]).amin(-1) * spacing[:, None, None]
    big = torch.where((value == 1) & (torch.rand(count, generator=rng) < 0.25)[:, None, None], 1.5, 1.0)
    return ((radius[:, None, None] * big - far) / 0.02 + 0.5).clamp(0, 1)


def _on_ground(
    background: Tensor, shaded: Tensor, alpha: Tensor, light: Tensor, right: Tensor, down: Tensor, rng: torch.Generator
) -> Tensor:
    """Shadow, sometimes a second die beside it, then the die."""
    count = len(alpha)
    flat = -light[:, :2] / light[:, 2:] * 0.5
    flat = torch.nn.functional.pad(flat, (0, 1))
    shift = torch.stack([(flat * right).sum(1), (flat * down).sum(1)], 1) * EDGE_PX
    strength = torch.rand(count, generator=rng) * 0.75
    for part in (1.0, 0.6, 0.3):
        shadow = torch.stack(
            [torch.roll(a, (int(s[1] * part), int(s[0] * part)), (0, 1)) for a, s in zip(alpha, shift, strict=True)]
        )
        shadow = torch.nn.functional.avg_pool2d(shadow[:, None], 7, 1, 3)
        background = background * (1 - strength[:, None, None, None] * shadow * 0.6)
    angle = torch.rand(count, generator=rng) * 2 * math.pi
    away = (1.15 + torch.rand(count, generator=rng) * 0.6) * EDGE_PX
    for k in torch.nonzero(torch.rand(count, generator=rng) < 0.2)[:, 0].tolist():
        moved = (int(away[k] * math.sin(angle[k])), int(away[k] * math.cos(angle[k])))
        other = (k + 1) % count
        mask = torch.roll(alpha[other], moved, (0, 1))
        background[k] = background[k] * (1 - mask) + torch.roll(shaded[other], moved, (1, 2)) * mask
    return background * (1 - alpha[:, None]) + shaded * alpha[:, None]
