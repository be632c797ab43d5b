"""What drawn dice are made of: colours of body and pips, grain, and pips that are printed, sunk or filled."""

from __future__ import annotations

import math

import torch
from torch import Tensor

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
_BODIES = [(232, 236, 238), (196, 222, 232), (205, 205, 205), (40, 190, 225), (40, 40, 200), (30, 30, 32), (70, 130, 50),
           (160, 80, 40), (95, 145, 190), (150, 190, 220), (120, 60, 130), (150, 150, 230), (90, 110, 130)]  # fmt: skip
_SHARES = torch.tensor([4.0, 4, 1, 1.5, 1.5, 1.6, 1, 1, 1.4, 1.4, 0.5, 0.6, 0.6])


def colours(count: int, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """(N, 3) BGR of bodies and of pips: dark on pale or pale on dark, now and then coloured or worn."""
    body = torch.tensor(_BODIES, dtype=torch.float32)[torch.multinomial(_SHARES, count, True, generator=rng)]
    body = (body + torch.randn(count, 3, generator=rng) * 14).clamp(10, 255)
    dark = torch.rand(count, 1, generator=rng) * 55 + torch.rand(count, 3, generator=rng) * 15
    pale = 255 - torch.rand(count, 1, generator=rng) * 60
    light_body = body.mean(1, keepdim=True)
    edge = 125 + 30 * torch.randn(count, 1, generator=rng).clamp(-1, 1)
    ink = torch.where(light_body < edge, pale.expand(-1, 3), dark)
    tinted = dark + torch.rand(count, 3, generator=rng) ** 3 * 190
    coloured = (torch.rand(count, 1, generator=rng) < 0.08) & (light_body > 170)
    ink = torch.where(coloured, tinted, ink)
    worn = torch.rand(count, 1, generator=rng) ** 3 * 0.35
    return body, ink * (1 - worn) + body * worn


def textured(body: Tensor, points: Tensor, rng: torch.Generator) -> Tensor:
    """(N, 3, H, W): plain, grained like wood, or speckled."""
    count = len(body)
    way = torch.nn.functional.normalize(torch.randn(count, 3, generator=rng), dim=1)[:, None, None]
    along = (points * way).sum(-1)
    rough = (points * way.roll(1, -1)).sum(-1)
    pitch = (4 + 14 * torch.rand(count, generator=rng))[:, None, None]
    grain = torch.sin(2 * math.pi * (along * pitch + 0.4 * torch.sin(5 * rough)))
    kind = torch.rand(count, generator=rng)
    wood = (kind < 0.15).float()[:, None, None] * grain * 0.12
    speckle = torch.randn(points.shape[:-1], generator=rng)
    speckle = torch.nn.functional.avg_pool2d(speckle[:, None], 3, 1, 1)[:, 0] * (kind > 0.85).float()[:, None, None] * 0.2
    return body[:, :, None, None] * (1 + wood + speckle)[:, None]


def pip_cover(sides: Tensor, face: Tensor, across: Tensor, along: Tensor, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """(N, H, W) how much of a pixel is pip, and how much lighter (grey levels) the pip's hollow is there."""
    count = len(face)

    def chance(*shape: int) -> Tensor:
        return torch.rand(count, *shape, generator=rng)

    def of_face(each: Tensor) -> Tensor:
        return each.gather(1, face.view(count, -1)).view(face.shape)

    value = of_face(sides)
    spacing, radius = 0.2 + 0.09 * chance(), 0.068 + 0.052 * chance()
    six = (sides == 6).float()
    across_by = spacing[:, None] * (1 + six * (0.2 * chance(1) - 0.15) + 0.04 * (chance(6) - 0.5))
    along_by = spacing[:, None] * (1 + six * (0.25 * chance(1) - 0.1) + 0.04 * (chance(6) - 0.5))
    along_by = torch.where(six > 0, torch.minimum(along_by, torch.full_like(along_by, 0.31)), along_by)
    u = torch.where(of_face(chance(6) < 0.5), -across, across)
    turned = of_face(chance(6) < 0.5)
    u, v = torch.where(turned, along, u), torch.where(turned, u, along)
    places = _PIPS[value]
    du = u[..., None] - places[..., 0] * of_face(across_by)[..., None]
    dv = v[..., None] - places[..., 1] * of_face(along_by)[..., None]
    far, nearest = torch.hypot(du, dv).min(-1, keepdim=True)
    big = torch.where((value == 1) & (chance() < 0.25)[:, None, None], 1.5, 1.0)
    reach = radius[:, None, None] * big
    cover = ((reach - far[..., 0]) / 0.02 + 0.5).clamp(0, 1)
    return cover, _hollow(du.gather(-1, nearest)[..., 0] / reach, dv.gather(-1, nearest)[..., 0] / reach, rng)


def _hollow(du: Tensor, dv: Tensor, rng: torch.Generator) -> Tensor:
    """Light in the hollow: a slope over it, and on glossy ones a small bright spot."""
    count = len(du)
    angle = torch.rand(count, generator=rng) * 2 * math.pi
    deep = torch.rand(count, generator=rng) ** 2 * 45
    slope = deep[:, None, None] * (du * angle.cos()[:, None, None] + dv * angle.sin()[:, None, None])
    spot_at = 0.5 * torch.randn(count, 2, generator=rng)
    away = torch.hypot(du - spot_at[:, 0, None, None], dv - spot_at[:, 1, None, None])
    glossy = (torch.rand(count, generator=rng) < 0.3).float() * torch.rand(count, generator=rng) * 150
    return slope.clamp(-50, 50) + glossy[:, None, None] * torch.exp(-((away / 0.3) ** 2))
