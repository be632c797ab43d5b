"""Trains the reader's network on labelled patches and writes its weights as plain arrays.

Run as `python -m companion.vision.training.train --out FILE.npz --data FILE.npz… --validation FILE.npz --epochs N --seed S`.
Needs PyTorch (the extra `train`), seeded, two threads; the weights run in NumPy (`companion.vision.network`).
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from companion.vision.classes import CLASS_COUNT, EMPTY
from companion.vision.patches import CHANNELS
from companion.vision.training.dataset import STORED_SCALE

WIDTHS = (32, 48, 64)
HIDDEN = 64


OTHER_INK = 0.4
"""Share of patches whose print is not of the ink measured elsewhere on the board: painted houses have shades of their own.
On photographs of such a board pawns on their own colour were read better when the picture was made paler: colours were believed
too much, shapes too little."""


class Net(nn.Module):  # type: ignore[misc]  # torch's classes are untyped where torch is not installed
    """A 5x5 convolution of step 2 and two 3x3 ones, halved by their maxima, and two dense layers.

    Wide and early halved, for that is what a processor without an accelerator does fast: 4 million multiplications a field.
    """

    def __init__(self) -> None:
        super().__init__()
        steps = zip((CHANNELS, *WIDTHS), WIDTHS, (5, 3, 3), (2, 1, 1), strict=False)
        self.convolutions = nn.ModuleList(nn.Conv2d(a, b, k, stride=s, padding=k // 2, bias=False) for a, b, k, s in steps)
        self.norms = nn.ModuleList(nn.BatchNorm2d(width) for width in WIDTHS)
        self.hidden = nn.Linear(WIDTHS[-1] * 4, HIDDEN)
        self.out = nn.Linear(HIDDEN, CLASS_COUNT)
        self.dropout = nn.Dropout(0.15)

    def forward(self, patches: Tensor) -> Tensor:
        """(N, CHANNELS, 32, 32) → (N, CLASS_COUNT) logits."""
        x = patches
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            x = functional.max_pool2d(functional.relu(norm(convolution(x))), 2)
        x = functional.relu(self.hidden(self.dropout(x.flatten(1))))
        return self.out(x)


def augmented(patches: Tensor, generator: torch.Generator) -> Tensor:
    """Other lamps, inks, cameras: what may differ between the pictures we drew and the ones people take."""
    count = len(patches)

    def uniform(low: float, high: float, *shape: int) -> Tensor:
        return low + (high - low) * torch.rand(*shape, generator=generator)

    seen, print_, masks = patches[:, 0:3], patches[:, 3:6], patches[:, 6:8]
    turn = torch.eye(3) + uniform(-0.06, 0.06, count, 3, 3)
    seen = torch.einsum("nij,njhw->nihw", turn, seen)
    print_ = torch.einsum("nij,njhw->nihw", turn, print_)
    gamma = uniform(0.8, 1.25, count, 1, 1, 1)
    seen = seen.clamp(0, 1.6) ** (gamma * uniform(0.93, 1.07, count, 1, 1, 1))
    print_ = print_.clamp(0, 1.6) ** gamma
    seen = seen * uniform(0.85, 1.12, count, 1, 1, 1) * uniform(0.95, 1.05, count, 3, 1, 1) + uniform(-0.03, 0.03, count, 1, 1, 1)
    other_ink = (torch.rand(count, 1, 1, 1, generator=generator) < OTHER_INK).float()
    print_ = print_ * (uniform(0.93, 1.07, count, 3, 1, 1) * (1 - other_ink) + uniform(0.78, 1.22, count, 3, 1, 1) * other_ink)
    blurred = functional.avg_pool2d(functional.pad(seen, (1, 1, 1, 1), mode="replicate"), 3, stride=1)
    seen = seen + (blurred - seen) * uniform(-0.5, 0.9, count, 1, 1, 1)
    seen = seen + torch.randn(seen.shape, generator=generator) * uniform(0.0, 0.035, count, 1, 1, 1)
    grey = seen.mean(dim=1, keepdim=True)
    vivid = uniform(0.75, 1.25, count, 1, 1, 1) * (1 - other_ink) + uniform(0.6, 1.5, count, 1, 1, 1) * other_ink
    seen = grey + (seen - grey) * vivid
    out = torch.cat([seen, print_, masks], dim=1)
    flip = torch.rand(count, generator=generator) < 0.5
    return torch.where(flip[:, None, None, None], out.flip(3), out).clamp(-0.2, 1.7)


def load(path: Path) -> tuple[Tensor, Tensor, Tensor]:
    """Patches as bytes, their labels, and 1 where the field is printed in a colour."""
    with np.load(path) as data:
        return (
            torch.from_numpy(data["patches"]),
            torch.from_numpy(data["labels"].astype(np.int64)),
            torch.from_numpy(data["coloured"].astype(np.float32)),
        )


def train(args: argparse.Namespace) -> None:
    """Trains with AdamW and a cosine schedule; pawns are shown as often as empty fields."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    generator = torch.Generator().manual_seed(args.seed)
    parts = [load(path) for path in args.data]
    patches, labels, coloured = (torch.cat([part[k] for part in parts]) for k in range(3))
    shares = [torch.full((len(part[1]),), w) for part, w in zip(parts, _part_weights(args, parts), strict=True)]
    chance = _chances(labels, coloured) * torch.cat(shares)
    net = Net().to(memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict(torch.load(args.start))
    optimizer = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-3)
    steps = args.steps
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, args.rate, total_steps=steps, pct_start=0.1)
    started, running = time.monotonic(), 0.0
    net.train()
    for step in range(1, steps + 1):
        pick = torch.multinomial(chance, args.batch, replacement=True, generator=generator)
        batch = augmented(patches[pick].float() / STORED_SCALE, generator)
        loss = functional.cross_entropy(
            net(batch.contiguous(memory_format=torch.channels_last)), labels[pick], label_smoothing=0.02
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        running += loss.item()
        if step % 250 == 0:
            report = " ".join(f"{path.stem}: {evaluate(net, path)}" for path in args.validation)
            print(
                f"{step}/{steps} loss {running / 250:.4f} {report} {time.monotonic() - started:.0f} s",
                file=sys.stderr,
                flush=True,
            )
            running = 0.0
            save(net, args.out)
    save(net, args.out)


def _chances(labels: Tensor, coloured: Tensor) -> Tensor:
    """How often a patch is shown: rare classes more often, fields in a player's colour twice: that is where errors are."""
    counts = torch.bincount(labels, minlength=CLASS_COUNT).float()
    weight = 1 / counts.clamp(min=1).sqrt()
    return weight[labels] * (1 + coloured)


def _part_weights(args: argparse.Namespace, parts: list[tuple[Tensor, Tensor, Tensor]]) -> list[float]:
    """Each file is drawn from as often as its --weight says (default: alike)."""
    weights = args.weights or [1.0] * len(parts)
    return [weight / len(labels) for weight, (_, labels, _) in zip(weights, parts, strict=True)]


def evaluate(net: Net, path: Path) -> str:
    """Share of fields read wrongly, and wrong ones a class."""
    patches, labels, _ = load(path)
    net.eval()
    with torch.no_grad():
        best = torch.cat([net(part.float() / STORED_SCALE).argmax(1) for part in patches.split(1024)])
    net.train()
    wrong = best != labels
    missed, false = int((wrong & (labels != EMPTY)).sum()), int((wrong & (labels == EMPTY)).sum())
    return f"wrong {wrong.float().mean():.2%} (missed {missed}, false {false} of {len(labels)})"


def save(net: Net, path: Path) -> None:
    """Weights as `companion.vision.network` reads them: norms folded into the convolutions, half floats."""
    arrays: dict[str, Tensor] = {}
    for k, (convolution, norm) in enumerate(zip(net.convolutions, net.norms, strict=True)):
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        arrays[f"conv{k}.weight"] = convolution.weight * scale[:, None, None, None]
        arrays[f"conv{k}.bias"] = norm.bias - norm.running_mean * scale
    for name, layer in (("hidden", net.hidden), ("out", net.out)):
        arrays[f"{name}.weight"], arrays[f"{name}.bias"] = layer.weight, layer.bias
    np.savez_compressed(path, **{name: value.detach().numpy().astype(np.float16) for name, value in arrays.items()})
    torch.save(net.state_dict(), path.with_suffix(".pt"))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--weights", type=float, nargs="*", default=[])
    parser.add_argument("--validation", type=Path, nargs="*", default=[])
    parser.add_argument("--start", type=Path)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
