"""Trains the network that reads dice, on drawn scenes and on what the network that finds places took for dice in them.

Run as `python -m companion.vision.training.die_training --scenes FILE… --where FILE.npz --out FILE.npz` (extra `train`).
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from companion.vision.die_network import CLASSES, CROOKED, OUTPUTS, PATCH, PATCH_EDGES, DieNetwork, cut_out
from companion.vision.die_where import WhereNetwork
from companion.vision.training.die_scenes import LEAST_EDGE, MOST_EDGE, Scenes, load_scenes

CANVAS = 84
EDGE_PX = 30.0
WIDTHS = (16, 32, 48)
HIDDEN = 64
BATCH = 96
NOT_COUNTED = -1
FIRST_RATE, LATER_RATE = 2e-3, 1e-3
SHOWN_MORE = {6: 1.7, CROOKED: 3.0}
"""Sixes are taken for fives and for nothing, dice that lean are one in twelve of the drawn ones: both are shown more often."""
NONE_EACH = 5
"""Places of a scene that are no dice."""


class Net(nn.Module):  # type: ignore[misc]  # torch's classes are untyped where torch is not installed
    """The network of `DieNetwork` with norms: logits of the classes, then dx, dy and the log of the size."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c = WIDTHS
        self.conv = nn.ModuleList([nn.Conv2d(3, a, 5, 2, 2), nn.Conv2d(a, b, 3, 1, 1), nn.Conv2d(b, c, 3, 1, 1)])
        self.norm = nn.ModuleList([nn.BatchNorm2d(w) for w in WIDTHS])
        self.hidden = nn.Linear(c * (PATCH // 8) ** 2, HIDDEN)
        self.out = nn.Linear(HIDDEN, OUTPUTS)

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, 40, 40) → (N, 11)."""
        for k, (conv, norm) in enumerate(zip(self.conv, self.norm, strict=True)):
            x = functional.relu(norm(conv(x)))
            if k:
                x = functional.max_pool2d(x, 2)
        return self.out(functional.dropout(functional.relu(self.hidden(x.flatten(1))), 0.1, self.training))

    def start_from(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        """Goes on from folded weights; outputs they do not have yet begin by chance."""
        for k, (conv, norm) in enumerate(zip(self.conv, self.norm, strict=True)):
            conv.weight.data = torch.from_numpy(weights[f"conv{k}.weight"].astype(np.float32))
            conv.bias.data = torch.from_numpy(weights[f"conv{k}.bias"].astype(np.float32))
            norm.running_var.fill_(1 - norm.eps)
        for name, layer in {"hidden": self.hidden, "out": self.out}.items():
            known = weights[f"{name}.weight"]
            layer.weight.data[: len(known)] = torch.from_numpy(known.astype(np.float32))
            layer.bias.data[: len(known)] = torch.from_numpy(weights[f"{name}.bias"].astype(np.float32))

    def folded(self) -> dict[str, Any]:
        """Weights with the norms folded into the convolutions, as half floats."""
        weights: dict[str, Tensor] = {}
        for k, (conv, norm) in enumerate(zip(self.conv, self.norm, strict=True)):
            gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            weights[f"conv{k}.weight"] = conv.weight * gain[:, None, None, None]
            weights[f"conv{k}.bias"] = (conv.bias - norm.running_mean) * gain + norm.bias
        for name, layer in {"hidden": self.hidden, "out": self.out}.items():
            weights[f"{name}.weight"], weights[f"{name}.bias"] = layer.weight, layer.bias
        return {name: value.detach().numpy().astype(np.float16) for name, value in weights.items()}


def no_dice(
    scenes: Scenes, count: int, where: WhereNetwork, before: DieNetwork | None, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """(N, 84, 84, 3) around places that are no dice: those `where` thinks likeliest, all that `before` took for one, chance."""
    canvases = []
    order = np.argsort(scenes.dice[:, 0], kind="stable")
    bounds = np.searchsorted(scenes.dice[order, 0], np.arange(len(scenes.bgr) + 1))
    for k in rng.permutation(len(scenes.bgr))[:count]:
        bgr = scenes.bgr[k]
        dice = scenes.dice[order[bounds[k] : bounds[k + 1]]]
        found = where.places(bgr, LEAST_EDGE, MOST_EDGE, -5.0, 16).squares
        chance = np.column_stack(
            [rng.uniform(0, len(bgr), (2, 2)), np.exp(rng.uniform(np.log(LEAST_EDGE), np.log(MOST_EDGE), 2))]
        )
        rest = _away_from(np.vstack([found, chance]), dice)
        chosen = rest[:NONE_EACH]
        if before is not None and len(rest) > NONE_EACH:
            taken = 1 - before.look(bgr, rest[NONE_EACH:]).chances[:, 0]
            chosen = np.vstack([chosen, rest[NONE_EACH:][taken > 0.1]])
        canvases += [_canvas(bgr, *square) for square in chosen]
    return np.array(canvases)


def _away_from(squares: NDArray[np.float64], dice: NDArray[np.float32]) -> NDArray[np.float64]:
    """Those that are not on a top side, or of a size that nobody would take for its."""
    keep = np.ones(len(squares), bool)
    for _, x, y, edge in dice[:, :4]:
        far = np.hypot(squares[:, 0] - x, squares[:, 1] - y) / np.minimum(edge, squares[:, 2])
        keep &= (far > 0.5) | (np.abs(np.log(squares[:, 2] / edge)) > 0.75)
    return squares[keep]


def _canvas(bgr: NDArray[np.uint8], x: float, y: float, edge: float) -> NDArray[np.uint8]:
    return cut_out(bgr, float(x), float(y), float(edge) * CANVAS / EDGE_PX, CANVAS)


class Deck:
    """Draws batches of patches, each turned, moved, sized and dimmed by chance."""

    def __init__(self, scenes: Scenes, others: NDArray[np.uint8], seed: int) -> None:
        self._dice = _planes(np.array([_canvas(scenes.bgr[int(d[0])], *d[1:4]) for d in scenes.dice]))
        self._classes = torch.from_numpy(scenes.dice[:, 4]).long()
        self._shares = torch.ones(CLASSES)
        for value, share in SHOWN_MORE.items():
            self._shares[value] = share
        self._others = _planes(others)
        self._rng = torch.Generator().manual_seed(seed)

    def batch(self) -> tuple[Tensor, Tensor, Tensor]:
        """(N, 3, 40, 40) patches, (N,) classes, (N, 3) where the top side really is: dx, dy in edges, log of its size."""
        rng = self._rng
        real = int(BATCH * 0.55)
        pick = torch.multinomial(self._shares[self._classes], real, replacement=True, generator=rng)
        none = torch.randint(len(self._others), (BATCH - real,), generator=rng)
        canvas = torch.cat([self._dice[pick], self._others[none]]).float()
        truth = torch.cat([self._classes[pick], torch.zeros(BATCH - real, dtype=torch.long)])
        chance = torch.rand(BATCH, 4, generator=rng)
        off = chance[:, 0] < 0.22
        far = torch.where(off, 0.3 + 0.6 * chance[:, 1], 0.26 * chance[:, 1])
        angle = chance[:, 2] * 2 * math.pi
        size = (chance[:, 3] * 2 - 1) * torch.where(off, 0.5, 0.3)
        turn = torch.rand(BATCH, generator=rng) * 2 * math.pi
        moved = torch.stack([far * angle.cos(), far * angle.sin()], 1)
        patches = self._cut(canvas, moved, size, turn)
        label = torch.where(far > 0.5, torch.zeros_like(truth), truth)
        label[(truth > 0) & (label > 0) & ((far > 0.28) | (size.abs() > 0.36))] = NOT_COUNTED
        cos, sin = turn.cos(), turn.sin()
        back = -moved / size.exp()[:, None]
        seen = torch.stack([*_turned(back, cos, sin), -size], 1)
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
        if torch.rand(1, generator=rng) < 0.25:
            patch = functional.avg_pool2d(functional.pad(patch, (1, 1, 1, 1), mode="replicate"), 3, 1)
        if torch.rand(1, generator=rng) < 0.3:
            patch = patch[:, torch.randperm(3, generator=rng)]
        bright = torch.exp(torch.rand(len(patch), 1, 1, 1, generator=rng) * 1.1 - 0.6)
        patch = (patch * bright).clamp(0, 255)
        mean = patch.mean((1, 2, 3), keepdim=True)
        return (patch - mean) / (patch.std((1, 2, 3), keepdim=True, correction=0) + 8)


def _planes(canvases: NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(canvases).permute(0, 3, 1, 2).contiguous()


def _turned(vector: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
    return vector[:, 0] * cos + vector[:, 1] * sin, -vector[:, 0] * sin + vector[:, 1] * cos


def train(deck: Deck, minutes: float, seed: int, start_from: Mapping[str, NDArray[np.generic]] | None) -> Net:
    """Trains for so many minutes, from the weights of an earlier round if given: gently, with the norms at rest."""
    torch.manual_seed(seed)
    net = Net()
    if start_from is not None:
        net.start_from(start_from)
        net.norm.eval()
    fastest = FIRST_RATE if start_from is None else LATER_RATE
    net.to(memory_format=torch.channels_last)  # three times as fast, with half floats
    optimizer = torch.optim.AdamW(net.parameters(), lr=fastest, weight_decay=1e-3)
    start, step = time.monotonic(), 0
    while (share := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = fastest * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-5
        patches, label, seen = deck.batch()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(patches.to(memory_format=torch.channels_last)).float()
        known = ~torch.isnan(seen[:, 0])
        loss = functional.cross_entropy(out[:, :CLASSES], label, ignore_index=NOT_COUNTED)
        loss = loss + 2 * functional.smooth_l1_loss(out[known, CLASSES:], seen[known], beta=0.1)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        if step % 200 == 0:
            counted = label != NOT_COUNTED
            right = (out[:, :CLASSES].argmax(1) == label)[counted].float().mean()
            off = (out[known, CLASSES:] - seen[known]).abs().mean(0)
            print(step, f"{share:.2f} loss {loss:.3f} right {right:.3f} off {[round(v, 3) for v in off.tolist()]}", flush=True)
    net.eval()
    return net


def main() -> None:
    """Makes the pictures, trains and writes the weights, with those of the network that finds places."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True)
    parser.add_argument("--where", type=Path, required=True, help="weights of the network that finds places")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--before", type=Path, help="weights of an earlier round: what they took for dice is shown again")
    parser.add_argument("--start", type=Path, help="weights of an earlier round to go on from")
    parser.add_argument("--mined", type=int, default=10000, help="scenes in which what is no die is looked for")
    args = parser.parse_args()
    torch.set_num_threads(1)
    scenes, where = load_scenes(args.scenes), dict(np.load(args.where))
    before = None if args.before is None else DieNetwork(dict(np.load(args.before)))
    others = no_dice(scenes, args.mined, WhereNetwork(where), before, np.random.default_rng(args.seed))
    print(len(others), "patches that are no dice,", len(scenes.dice), "dice", flush=True)
    start = None if args.start is None else dict(np.load(args.start))
    net = train(Deck(scenes, others, args.seed), args.minutes, args.seed, start)
    where = {name: value for name, value in where.items() if name.startswith("where")}
    np.savez_compressed(args.out, **where, **net.folded())


if __name__ == "__main__":
    main()
