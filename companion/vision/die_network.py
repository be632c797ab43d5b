"""The die's small network, run by NumPy alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from companion.vision.die_spots import FloatArray
from companion.vision.layers import convolved, halved

FloatPatches = NDArray[np.float32]

MODEL = "die.npz"
CROOKED = 7
CLASSES = 8
"""0 no die, 1 … 6 its value, 7 a die that lies on no side."""
AT_ONCE = 16
"""Patches a round: what stays near the processor."""


class DieNetwork:
    """Convolutions 5x5 of step 2, 3x3 and 3x3, the last two halved by their maxima, two dense layers; weights as in `Network`."""

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        self._weights = {name: np.ascontiguousarray(value, dtype=np.float32) for name, value in weights.items()}

    def look(self, patches: FloatPatches) -> tuple[FloatArray, FloatArray]:
        """(N, 3, 40, 40) patches → (N, 8) chances and (N, 3) dx, dy (in edges) and log of the size of the top side."""
        parts = [self._out(patches[k : k + AT_ONCE]) for k in range(0, len(patches), AT_ONCE)]
        out = np.concatenate(parts).astype(np.float64) if parts else np.zeros((0, CLASSES + 3))
        odds = np.exp(out[:, :CLASSES] - out[:, :CLASSES].max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True), np.clip(out[:, CLASSES:], -0.5, 0.5)

    def worth(self, patches: FloatPatches) -> FloatArray:
        """(N, 3, 40, 40) patches → (N,) log odds that a closer look is worth it; sixty times cheaper than the look."""
        parts = [self._gate(patches[k : k + 4 * AT_ONCE]) for k in range(0, len(patches), 4 * AT_ONCE)]
        return np.concatenate(parts).astype(np.float64) if parts else np.zeros(0)

    def _gate(self, patches: FloatPatches) -> FloatPatches:
        weights = self._weights
        small = patches.reshape(len(patches), 3, 20, 2, 20, 2).mean(axis=(3, 5))
        flat = halved(convolved(small, weights["gate.weight"], weights["gate.bias"], 2)).reshape(len(patches), -1)
        hidden = np.maximum(flat @ weights["gate_hidden.weight"].T + weights["gate_hidden.bias"], 0)
        return np.asarray((hidden @ weights["gate_out.weight"].T + weights["gate_out.bias"])[:, 0], dtype=np.float32)

    def _out(self, patches: FloatPatches) -> FloatPatches:
        weights = self._weights
        x = convolved(patches, weights["conv0.weight"], weights["conv0.bias"], 2)
        x = halved(convolved(x, weights["conv1.weight"], weights["conv1.bias"], 1))
        x = halved(convolved(x, weights["conv2.weight"], weights["conv2.bias"], 1))
        hidden = np.maximum(x.reshape(len(x), -1) @ weights["hidden.weight"].T + weights["hidden.bias"], 0)
        return np.asarray(hidden @ weights["out.weight"].T + weights["out.bias"], dtype=np.float32)


@lru_cache(maxsize=1)
def trained_die_network() -> DieNetwork:
    """The network with the weights that ship with the program."""
    with (resources.files("companion.vision") / "models" / MODEL).open("rb") as file, np.load(file) as data:
        return DieNetwork({name: data[name] for name in data.files})
