"""Trains the network that tells dice from what is none, on dice we draw and on our own rendered tables.

Run as `python -m companion.vision.training.die_training --out FILE.npz --tables FOLDER… --minutes M --seed S` (extra `train`).
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from companion.vision.die_network import DieNetwork
from companion.vision.die_patches import PATCH, PATCH_EDGES, die_patches
from companion.vision.die_spots import levels, pips, squares
from companion.vision.training.die_drawing import CANVAS, CROOKED, EDGE_PX, draw

CLASSES = CROOKED + 1
WIDTHS = (16, 32, 48)
HIDDEN = 64
GATE_WIDTH = 8
NOT_COUNTED = -1
GATE_WEIGHT = 12.0
"""A die lost at the gate weighs as much as so many squares let by for nothing."""


class Net(nn.Module):  # type: ignore[misc]  # torch's classes are untyped where torch is not installed
    """The network of `DieNetwork` with norms: logits of the classes, then dx, dy and the log of the size."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c = WIDTHS
        self.conv = nn.ModuleList([nn.Conv2d(3, a, 5, 2, 2), nn.Conv2d(a, b, 3, 1, 1), nn.Conv2d(b, c, 3, 1, 1)])
        self.norm = nn.ModuleList([nn.BatchNorm2d(w) for w in WIDTHS])
        self.hidden = nn.Linear(c * (PATCH // 8) ** 2, HIDDEN)
        self.out = nn.Linear(HIDDEN, CLASSES + 3)
        self.gate = nn.Sequential(nn.Conv2d(3, GATE_WIDTH, 5, 2, 2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten())
        self.gate_hidden, self.gate_out = nn.Linear(GATE_WIDTH * 25, 24), nn.Linear(24, 1)

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, 40, 40) → (N, 11)."""
        for k, (conv, norm) in enumerate(zip(self.conv, self.norm, strict=True)):
            x = functional.relu(norm(conv(x)))
            if k:
                x = functional.max_pool2d(x, 2)
        x = functional.dropout(functional.relu(self.hidden(x.flatten(1))), 0.1, self.training)
        return self.out(x)

    def gated(self, x: Tensor) -> Tensor:
        """(N, 3, 40, 40) → (N,) log odds that a closer look is worth it, from every second pixel."""
        return self.gate_out(functional.relu(self.gate_hidden(self.gate(functional.avg_pool2d(x, 2)))))[:, 0]

    def folded(self) -> dict[str, Any]:
        """Weights with the norms folded into the convolutions, as half floats."""
        weights: dict[str, Tensor] = {}
        for k, (conv, norm) in enumerate(zip(self.conv, self.norm, strict=True)):
            gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            weights[f"conv{k}.weight"] = conv.weight * gain[:, None, None, None]
            weights[f"conv{k}.bias"] = (conv.bias - norm.running_mean) * gain + norm.bias
        dense = {
            "hidden": self.hidden,
            "out": self.out,
            "gate": self.gate[0],
            "gate_hidden": self.gate_hidden,
            "gate_out": self.gate_out,
        }
        for name, layer in dense.items():
            weights[f"{name}.weight"], weights[f"{name}.bias"] = layer.weight, layer.bias
        return {name: value.detach().numpy().astype(np.float16) for name, value in weights.items()}


def tables(folders: list[Path]) -> list[tuple[NDArray[np.uint8], tuple[float, float] | None]]:
    """Our rendered tables and where their die lies."""
    found = []
    for folder in folders:
        for line in (folder / "truth.jsonl").read_text().splitlines():
            truth = json.loads(line)
            bgr = cv2.imread(str(folder / truth["file"]))
            if bgr is not None:
                found.append((np.asarray(bgr, np.uint8), tuple(truth["die"]["px"]) if truth.get("die") else None))
    return found


def texture(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A ground of noise in stripes, grains or weave, with a few discs, rings and bars on it."""
    size = 192
    colour, other = rng.uniform(20, 235, 3), rng.uniform(20, 235, 3)
    noise = np.zeros((size, size), np.float32)
    for _ in range(3):
        sx, sy = np.exp(rng.uniform(0, 3.4, 2))
        part = cv2.GaussianBlur(rng.standard_normal((size, size)).astype(np.float32), (0, 0), sigmaX=sx, sigmaY=sy)
        noise += part / (part.std() + 1e-6) * rng.uniform(0.1, 1)
    share = 1 / (1 + np.exp(-noise * rng.uniform(0.2, 6)))
    strength = rng.uniform(0, 0.8)
    picture = colour + (other - colour) * (strength * share)[..., None]
    for _ in range(rng.integers(0, 14)):
        x, y, r = int(rng.integers(0, size)), int(rng.integers(0, size)), int(np.exp(rng.uniform(0.7, 3.6)))
        shade = (
            rng.choice([rng.uniform(0, 60), rng.uniform(190, 255)])
            + rng.uniform(-20, 20, 3)
            + rng.integers(0, 2) * rng.uniform(-90, 90, 3)
        )
        ink = tuple(float(v) for v in shade)
        kind = rng.integers(0, 4)
        if kind == 0:
            cv2.rectangle(picture, (x - r, y - r), (x + r, y + int(r * rng.uniform(0.3, 1.5))), ink, -1, cv2.LINE_AA)
        else:
            cv2.circle(picture, (x, y), r, ink, -1 if kind < 3 else 2, cv2.LINE_AA)
        if kind == 1:
            cv2.circle(
                picture,
                (x, y),
                max(1, int(r * rng.uniform(0.15, 0.8))),
                tuple(float(v) for v in rng.uniform(0, 255, 3)),
                -1,
                cv2.LINE_AA,
            )
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def not_dice(
    pictures: list[tuple[NDArray[np.uint8], tuple[float, float] | None]],
    each: int,
    rng: np.random.Generator,
    before: DieNetwork | None,
) -> NDArray[np.uint8]:
    """(N, 96, 96, 3) canvases around squares that are no dice, and all of them that the round `before` took for one."""
    canvases = []
    for bgr, die in pictures:
        places = []
        for level in levels(bgr, 2.0 if bgr.shape[0] > 300 else 1.0, 0.3):
            found = squares(pips(level))
            if die is not None and len(found):
                found = found[np.hypot(found[:, 0] - die[0], found[:, 1] - die[1]) > 30 + found[:, 2]]
            places.append(found)
        chosen = rng.permutation(np.vstack(places))
        if before is not None:
            taken = 1 - before.look(die_patches(bgr, 1.0, chosen))[0][:, 0]
            chosen = chosen[np.argsort(-taken * (taken > 0.1), kind="stable")][: max(each, int((taken > 0.1).sum()))]
        for x, y, edge in chosen[: each if before is None else None]:
            canvases.append(_canvas(bgr, x, y, edge * np.exp(rng.uniform(-0.25, 0.25))))
    return np.array(canvases)


def _canvas(bgr: NDArray[np.uint8], x: float, y: float, edge: float) -> NDArray[np.uint8]:
    scale = edge / EDGE_PX
    matrix = np.array([[scale, 0, x - scale * (CANVAS - 1) / 2], [0, scale, y - scale * (CANVAS - 1) / 2]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(bgr, matrix, (CANVAS, CANVAS), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


class Deck:
    """Draws batches of patches, each turned, moved, sized, blurred and dimmed by chance."""

    def __init__(self, dice: Tensor, classes: Tensor, others: Tensor, seed: int) -> None:
        self._dice, self._classes, self._others = dice, classes, others
        self._rng = torch.Generator().manual_seed(seed)

    def batch(self, count: int) -> tuple[Tensor, Tensor, Tensor]:
        """(N, 3, 40, 40) patches, (N,) classes, (N, 3) where the top side really is: dx, dy in edges, log of its size."""
        rng = self._rng
        real = int(count * 0.6)
        pick = torch.randint(len(self._dice), (real,), generator=rng)
        none = torch.randint(len(self._others), (count - real,), generator=rng)
        canvas = torch.cat([self._dice[pick], self._others[none]]).float()
        truth = torch.cat([self._classes[pick], torch.zeros(count - real, dtype=torch.long)])
        chance = torch.rand(count, 4, generator=rng)
        off = chance[:, 0] < 0.3
        far = torch.where(off, 0.3 + 0.8 * chance[:, 1], 0.32 * chance[:, 1] ** 0.7)
        angle = chance[:, 2] * 2 * math.pi
        size = (chance[:, 3] * 2 - 1) * torch.where(off, 0.7, 0.38)
        turn = torch.rand(count, generator=rng) * 2 * math.pi
        moved = torch.stack([far * angle.cos(), far * angle.sin()], 1)
        patches = self._cut(canvas, moved, size, turn)
        label = truth.clone()
        label[(far > 0.42) | (size.abs() > 0.62)] = 0
        doubtful = (truth > 0) & (label > 0) & ((far > 0.27) | (size.abs() > 0.42))
        label[doubtful] = NOT_COUNTED
        cos, sin = turn.cos(), turn.sin()
        back = -moved / size.exp()[:, None]
        seen = torch.stack([back[:, 0] * cos + back[:, 1] * sin, -back[:, 0] * sin + back[:, 1] * cos, -size], 1)
        seen[(truth == 0) | (far > 0.5)] = float("nan")
        return patches, label, seen

    def _cut(self, canvas: Tensor, moved: Tensor, size: Tensor, turn: Tensor) -> Tensor:
        rng = self._rng
        half = PATCH_EDGES / 2 * size.exp() * EDGE_PX / (CANVAS / 2)
        cos, sin = turn.cos() * half, turn.sin() * half
        shift = moved * EDGE_PX / (CANVAS / 2)
        theta = torch.stack([torch.stack([cos, -sin, shift[:, 0]], 1), torch.stack([sin, cos, shift[:, 1]], 1)], 1)
        grid = functional.affine_grid(theta, [len(canvas), 3, PATCH, PATCH], align_corners=False)
        patch = functional.grid_sample(canvas, grid, padding_mode="border", align_corners=False)
        if torch.rand(1, generator=rng) < 0.5:
            small = int(torch.randint(20, PATCH, (1,), generator=rng))
            patch = functional.interpolate(patch, size=(small, small), mode="bilinear", antialias=True, align_corners=False)
            patch = functional.interpolate(patch, size=(PATCH, PATCH), mode="bilinear", align_corners=False)
        if torch.rand(1, generator=rng) < 0.35:
            patch = functional.avg_pool2d(functional.pad(patch, (1, 1, 1, 1), mode="replicate"), 3, 1)
        bright = torch.exp(torch.rand(len(patch), 1, 1, 1, generator=rng) * 1.2 - 0.8)
        noise = torch.randn(patch.shape, generator=rng) * (torch.rand(len(patch), 1, 1, 1, generator=rng) ** 2 * 12)
        patch = (patch * bright + noise).clamp(0, 255)
        mean = patch.mean((1, 2, 3), keepdim=True)
        return (patch - mean) / (patch.std((1, 2, 3), keepdim=True, correction=0) + 8)


def train(deck: Deck, minutes: float, seed: int) -> Net:
    """Trains for so many minutes."""
    torch.manual_seed(seed)
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    start, step = time.monotonic(), 0
    while (share := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = 2.5e-3 * min(1, step / 100) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-5
        patches, label, seen = deck.batch(256)
        out = net(patches)
        known = ~torch.isnan(seen[:, 0])
        loss = functional.cross_entropy(out[:, :CLASSES], label, ignore_index=NOT_COUNTED)
        loss = loss + 2 * functional.smooth_l1_loss(out[known, CLASSES:], seen[known], beta=0.1)
        worth = (label != 0).float()
        gate = functional.binary_cross_entropy_with_logits(net.gated(patches), worth, pos_weight=torch.tensor(GATE_WEIGHT))
        loss = loss + 0.3 * gate
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        if step % 200 == 0:
            counted = label != NOT_COUNTED
            right = (out[:, :CLASSES].argmax(1) == label)[counted].float().mean()
            off = (out[known, CLASSES:] - seen[known]).abs().mean(0)
            gate_wrong = ((net.gated(patches) > 0).float() - worth).detach()
            print(f"gate lets {gate_wrong.clamp(min=0).sum():.0f} by, loses {-gate_wrong.clamp(max=0).sum():.0f} of 256")
            print(step, f"{share:.2f} loss {loss:.3f} right {right:.3f} off {off.tolist()}", flush=True)
    net.eval()
    return net


def main() -> None:
    """Makes the pictures, trains and writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tables", type=Path, nargs="+", required=True)
    parser.add_argument("--dice", type=int, default=9000)
    parser.add_argument("--minutes", type=float, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--before", type=Path, help="weights of an earlier round: what they took for dice is shown again")
    args = parser.parse_args()
    before = None if args.before is None else DieNetwork(dict(np.load(args.before)))
    torch.set_num_threads(2)
    rng, chance = np.random.default_rng(args.seed), torch.Generator().manual_seed(args.seed)
    rendered = tables(args.tables)
    textures = [texture(rng) for _ in range(1200)]
    others = np.concatenate([not_dice(rendered, 70, rng, before), not_dice([(t, None) for t in textures], 3, rng, before)])
    print(len(others), "patches that are no dice", flush=True)
    grounds = textures + [bgr for bgr, _ in rendered]
    dice, classes = [], []
    for _ in range(args.dice // 100):
        backs = []
        for _ in range(100):
            ground = grounds[rng.integers(len(grounds))]
            x, y = rng.uniform(0, ground.shape[1]), rng.uniform(0, ground.shape[0])
            backs.append(_canvas(ground, x, y, float(np.exp(rng.uniform(np.log(14), np.log(60))))))
        drawn, values = draw(100, torch.from_numpy(np.array(backs)).permute(0, 3, 1, 2).float(), chance)
        dice.append(drawn)
        classes.append(values)
    print(len(dice) * 100, "dice", flush=True)
    deck = Deck(torch.cat(dice), torch.cat(classes), torch.from_numpy(others).permute(0, 3, 1, 2).contiguous(), args.seed)
    net = train(deck, args.minutes, args.seed)
    np.savez_compressed(args.out, **net.folded())


if __name__ == "__main__":
    main()
