"""Trains the network that says where dice may lie, on drawn scenes.

Run as `python -m companion.vision.training.die_where_training --scenes FILE… --out FILE.npz --minutes M` (extra `train`).
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from companion.vision.die_where import CELL, LEAST_EDGE, MIDDLE_EDGE, MOST_EDGE, STEPS
from companion.vision.training.die_scenes import SCENE, Scenes, load_scenes

WIDTHS = (12, 24, 24, 32)
BATCH = 48
HALF = SCENE // 2
DOUBTFUL = 1.15
"""Dice by so much smaller or larger than those to be found count as neither."""
HIT, MISS = 0.24, 0.5
"""Answers within HIT edges of a top side's middle must find it, those farther than MISS from all must not."""


class WhereNet(nn.Module):  # type: ignore[misc]  # torch's classes are untyped where torch is not installed
    """The network of `WhereNetwork` with norms."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        shapes = ((3, a, 4), (a, b, 4), (b, c, 3), (c, d, 3))
        self.conv = nn.ModuleList(
            [
                nn.Conv2d(i, o, size, step, (spread * (size - 1) - step + 2) // 2, spread)
                for (i, o, size), (step, spread) in zip(shapes, STEPS, strict=False)
            ]
        )
        self.norm = nn.ModuleList([nn.BatchNorm2d(w) for w in WIDTHS])
        self.out = nn.Conv2d(d, 4, 1)
        nn.init.constant_(self.out.bias, 0.0)
        self.out.bias.data[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, H, W) → (N, 4, H / 4, W / 4)."""
        for conv, norm in zip(self.conv, self.norm, strict=True):
            x = functional.relu(norm(conv(x)))
        return self.out(x)

    def folded(self) -> dict[str, Any]:
        """Weights with the norms folded in, as half floats."""
        weights: dict[str, Tensor] = {}
        for k, (conv, norm) in enumerate(zip(self.conv, self.norm, strict=True)):
            gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            weights[f"where{k}.weight"] = conv.weight * gain[:, None, None, None]
            weights[f"where{k}.bias"] = (conv.bias - norm.running_mean) * gain + norm.bias
        weights[f"where{len(self.conv)}.weight"], weights[f"where{len(self.conv)}.bias"] = self.out.weight, self.out.bias
        return {name: value.detach().numpy().astype(np.float16) for name, value in weights.items()}


class Targets:
    """What the answers ought to be."""

    def __init__(self, scenes: Scenes) -> None:
        self._pictures = torch.from_numpy(scenes.bgr)
        self._dice: list[list[tuple[float, float, float]]] = [[] for _ in scenes.bgr]
        for scene, x, y, edge in scenes.dice[:, :4]:
            self._dice[int(scene)].append(((float(x) + 0.5) / 2 - 0.5, (float(y) + 0.5) / 2 - 0.5, float(edge) / 2))

    def batch(self, rng: torch.Generator) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Pictures (N, 3, 96, 96); (N, 24, 24) 1, 0 or -1 for not counted; (N, 3, 24, 24) dx, dy, log size; where known."""
        pick = torch.randint(len(self._pictures), (BATCH,), generator=rng).tolist()
        pictures = self._pictures[pick].permute(0, 3, 1, 2).float()
        pictures = functional.avg_pool2d(pictures, 2)
        grid = (torch.arange(HALF // CELL) + 0.5) * CELL - 0.5
        hit = torch.zeros(BATCH, len(grid), len(grid))
        exact = torch.zeros(BATCH, 3, len(grid), len(grid))
        for k, scene in enumerate(pick):
            for x, y, edge in self._dice[scene]:
                dx, dy = (x - grid)[None, :].expand(len(grid), -1), (y - grid)[:, None].expand(-1, len(grid))
                far = torch.hypot(dx, dy) / edge
                small, large = edge < LEAST_EDGE, edge > MOST_EDGE
                if small or large:
                    near = far < MISS if LEAST_EDGE / DOUBTFUL < edge < MOST_EDGE * DOUBTFUL else far < 0
                    hit[k][near] = -1.0
                    continue
                hit[k][(far < MISS) & (hit[k] < 1)] = -1.0
                inside = (far < HIT) | (far == far.min())
                hit[k][inside] = 1.0
                told = torch.stack([dx / MIDDLE_EDGE, dy / MIDDLE_EDGE, torch.full_like(dx, math.log(edge / MIDDLE_EDGE))])
                exact[k][:, inside] = told[:, inside]
        flip = torch.rand(3, generator=rng) < 0.5
        if flip[0]:
            pictures, hit, exact = pictures.flip(3), hit.flip(2), exact.flip(3) * torch.tensor([-1.0, 1, 1])[:, None, None]
        if flip[1]:
            pictures, hit, exact = pictures.flip(2), hit.flip(1), exact.flip(2) * torch.tensor([1.0, -1, 1])[:, None, None]
        light = torch.exp(torch.rand(BATCH, 1, 1, 1, generator=rng) * 0.8 - 0.4)
        swap = torch.randperm(3, generator=rng) if flip[2] else torch.arange(3)
        pictures = (pictures[:, swap] * light).clamp(0, 255)
        return (pictures - 128) / 64, hit, exact, hit == 1


def train(targets: Targets, minutes: float, seed: int) -> WhereNet:
    """Trains for so many minutes."""
    torch.manual_seed(seed)
    rng = torch.Generator().manual_seed(seed)
    net = WhereNet()
    net.to(memory_format=torch.channels_last)  # three times as fast, with half floats
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-3)
    start, step = time.monotonic(), 0
    while (share := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = 4e-3 * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-5
        pictures, hit, exact, known = targets.batch(rng)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(pictures.to(memory_format=torch.channels_last)).float()
        chance = torch.sigmoid(out[:, 0])
        plain = functional.binary_cross_entropy_with_logits(out[:, 0], hit.clamp(min=0), reduction="none")
        weight = torch.where(hit == 1, (1 - chance) ** 2 * 3, chance**2) * (hit >= 0)
        found = (plain * weight.detach()).sum() / known.sum()
        off = functional.smooth_l1_loss(out[:, 1:].permute(0, 2, 3, 1)[known], exact.permute(0, 2, 3, 1)[known], beta=0.1)
        optimizer.zero_grad()
        (found + 2 * off).backward()
        optimizer.step()
        step += 1
        if step % 200 == 0:
            lost = (out[:, 0][hit == 1] < 0).float().mean()
            false = ((out[:, 0] > 0) & (hit == 0)).float().sum() / BATCH
            print(step, f"{share:.2f} loss {found:.3f} off {off:.4f} lost {lost:.3f} false {false:.3f} a scene", flush=True)
    net.eval()
    return net


def main() -> None:
    """Trains and writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=12)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)
    net = train(Targets(load_scenes(args.scenes)), args.minutes, args.seed)
    np.savez_compressed(args.out, **net.folded())


if __name__ == "__main__":
    main()
