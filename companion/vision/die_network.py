"""What a die shows: the small network that looks at one place closely, run by NumPy alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.layers import convolved, halved
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
FloatPatches = NDArray[np.float32]

PATCH = 40
"""Width of a patch in pixels."""
PATCH_EDGES = 1.8
"""Width of a patch in edges of the die: the top side and most of the sides seen beside it."""
CROOKED = 7
CLASSES = 8
"""0 no die, 1 … 6 its value, 7 a die that lies on no side."""
OUTPUTS = CLASSES + 3
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
        self._weights = {name: np.ascontiguousarray(value, dtype=np.float32) for name, value in weights.items()}

    def look(self, bgr: BgrImage, squares: FloatArray, turns: Sequence[int] = (0,)) -> Looks:
        """Looks at `squares` (N, 3) of the picture, turned by so many quarters each time; the looks are averaged."""
        patches = die_patches(bgr, squares)
        chances, steps = np.zeros((len(squares), CLASSES)), np.zeros((len(squares), 3))
        for turn in turns:
            out = self._outputs(np.rot90(patches, turn, axes=(2, 3)))
            odds = np.exp(out[:, :CLASSES] - out[:, :CLASSES].max(axis=1, keepdims=True))
            chances += odds / odds.sum(axis=1, keepdims=True) / len(turns)
            step = out[:, CLASSES:]
            for _ in range(turn):
                step = np.column_stack([-step[:, 1], step[:, 0], step[:, 2]])
            steps += step / len(turns)
        edge = squares[:, 2:]
        moved = squares[:, :2] + np.clip(steps[:, :2], -0.5, 0.5) * edge
        return Looks(chances, np.column_stack([moved, edge * np.exp(np.clip(steps[:, 2:3], -0.5, 0.5))]))

    def _outputs(self, patches: FloatPatches) -> FloatArray:
        parts = [self._out(patches[k : k + AT_ONCE]) for k in range(0, len(patches), AT_ONCE)]
        return np.concatenate(parts).astype(np.float64) if parts else np.zeros((0, OUTPUTS))

    def _out(self, patches: FloatPatches) -> FloatPatches:
        weights = self._weights
        x = convolved(patches, weights["conv0.weight"], weights["conv0.bias"], 2)
        x = halved(convolved(x, weights["conv1.weight"], weights["conv1.bias"], 1))
        x = halved(convolved(x, weights["conv2.weight"], weights["conv2.bias"], 1))
        hidden = np.maximum(x.reshape(len(x), -1) @ weights["hidden.weight"].T + weights["hidden.bias"], 0)
        return np.asarray(hidden @ weights["out.weight"].T + weights["out.bias"], dtype=np.float32)


def die_patches(bgr: BgrImage, squares: FloatArray) -> FloatPatches:
    """(N, 3, 40, 40) patches around squares (N, 3): x, y, edge in pixels of the picture; without their light."""
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
    return np.ascontiguousarray(patches.transpose(0, 3, 1, 2))


def cut_out(bgr: BgrImage, x: float, y: float, width: float, pixels: int) -> BgrImage:
    """(pixels, pixels, 3) of the square of that width around x, y; beyond the picture its edge goes on."""
    step, middle = width / pixels, (pixels - 1) / 2
    matrix = np.array([[step, 0, x - step * middle], [0, step, y - step * middle]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(bgr, matrix, (pixels, pixels), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
