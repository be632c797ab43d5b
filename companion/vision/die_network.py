"""What a die shows: the small network that looks at one place closely, run by NumPy alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.layers import FloatImage, dense, halved, kernel, summed
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]

PATCH = 40
"""Width of a patch in pixels."""
PATCH_EDGES = 1.8
"""Width of a patch in edges of the die: the top side and most of the sides seen beside it."""
CROOKED = 7
CLASSES = 8
"""0 no die, 1 … 6 its value, 7 a die that lies on no side."""
OUTPUTS = CLASSES + 3
LAST_SIDE = PATCH // 8
"""Pixels of a patch after the first step and both halvings."""
AT_ONCE = 16
"""Patches a round: what stays near the processor."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What N looks say.

    `chances` (N, 8) of the classes; `squares` (N, 3) x, y, edge of the top side in pixels of the picture, better than those that
    were looked at.
    """

    chances: FloatArray
    squares: FloatArray


class DieNetwork:
    """Convolutions 5x5 of step 2, 3x3 and 3x3, the last two halved by their maxima, two dense layers; weights as in `Network`."""

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        plain = {name: np.asarray(value, dtype=np.float32) for name, value in weights.items()}
        self._kernels = [(kernel(plain[f"conv{k}.weight"]), plain[f"conv{k}.bias"]) for k in range(3)]
        self._hidden = dense(plain["hidden.weight"], LAST_SIDE), plain["hidden.bias"]
        self._last = dense(plain["out.weight"]), plain["out.bias"]

    def look(self, bgr: BgrImage, squares: FloatArray, turns: Sequence[int] = (0,)) -> Looks:
        """Looks at `squares` (N, 3) of the picture, turned by so many quarters each time; the looks are averaged."""
        patches = die_patches(bgr, squares)
        chances, steps = np.zeros((len(squares), CLASSES)), np.zeros((len(squares), 3))
        for turn in turns:
            out = self._outputs(np.rot90(patches, turn, axes=(1, 2)))
            odds = np.exp(out[:, :CLASSES] - out[:, :CLASSES].max(axis=1, keepdims=True))
            chances += odds / odds.sum(axis=1, keepdims=True) / len(turns)
            step = out[:, CLASSES:]
            for _ in range(turn):
                step = np.column_stack([-step[:, 1], step[:, 0], step[:, 2]])
            steps += step / len(turns)
        edge = squares[:, 2:]
        moved = squares[:, :2] + np.clip(steps[:, :2], -0.5, 0.5) * edge
        return Looks(chances, np.column_stack([moved, edge * np.exp(np.clip(steps[:, 2:3], -0.5, 0.5))]))

    def _outputs(self, patches: FloatImage) -> FloatArray:
        parts = [self._out(patches[k : k + AT_ONCE]) for k in range(0, len(patches), AT_ONCE)]
        return np.concatenate(parts).astype(np.float64) if parts else np.zeros((0, OUTPUTS))

    def _out(self, patches: FloatImage) -> FloatImage:
        (first, first_bias), *rest = self._kernels
        x = np.maximum(summed(patches, first, 5, 2) + first_bias, 0)
        for weight, bias in rest:
            x = np.maximum(halved(summed(x, weight, 3, 1)) + bias, 0)
        hidden = np.maximum(x.reshape(len(x), -1) @ self._hidden[0] + self._hidden[1], 0)
        return np.asarray(hidden @ self._last[0] + self._last[1], dtype=np.float32)


def die_patches(bgr: BgrImage, squares: FloatArray) -> FloatImage:
    """(N, 40, 40, 3) patches around squares (N, 3): x, y, edge in pixels of the picture; without their light."""
    cut = np.empty((len(squares), PATCH, PATCH, 3), np.uint8)
    smaller: dict[float, BgrImage] = {1.0: bgr}
    for k, (x, y, edge) in enumerate(squares):
        scale = 0.5 ** max(0, int(np.log2(max(edge, 1.0) * PATCH_EDGES / PATCH)))
        if scale not in smaller:
            smaller[scale] = np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        cut[k] = cut_out(smaller[scale], (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5, edge * scale * PATCH_EDGES, PATCH)
    patches = cut.astype(np.float32)
    patches -= patches.mean(axis=(1, 2, 3), keepdims=True)
    patches /= patches.std(axis=(1, 2, 3), keepdims=True) + 8
    return patches


def cut_out(bgr: BgrImage, x: float, y: float, width: float, pixels: int) -> BgrImage:
    """(pixels, pixels, 3) of the square of that width around x, y; beyond the picture its edge goes on."""
    step, middle = width / pixels, (pixels - 1) / 2
    matrix = np.array([[step, 0, x - step * middle], [0, step, y - step * middle]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(bgr, matrix, (pixels, pixels), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
