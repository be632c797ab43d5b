"""The reader's small network, run by NumPy alone: the same answers under every OpenCV, and nothing to install."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

FloatImage = NDArray[np.float32]

MODEL = "reader.npz"


class Network:
    """Three convolutions (5x5 of step 2, 3x3, 3x3), each halved by its maxima, and two dense layers.

    Weights: `conv{k}.weight` (out, in, size, size) and `conv{k}.bias` for k = 0 … 2, `hidden.*` and `out.*` as (out, in).
    """

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        self._weights = {name: np.ascontiguousarray(value, dtype=np.float32) for name, value in weights.items()}

    def logits(self, patches: FloatImage) -> FloatImage:
        """(N, channels, 32, 32) float32 → (N, classes) logits in nats."""
        x = patches
        for k, step in enumerate((2, 1, 1)):
            x = halved(convolved(x, self._weights[f"conv{k}.weight"], self._weights[f"conv{k}.bias"], step))
        flat = x.reshape(len(x), -1)
        hidden = np.maximum(flat @ self._weights["hidden.weight"].T + self._weights["hidden.bias"], 0)
        return np.asarray(hidden @ self._weights["out.weight"].T + self._weights["out.bias"], dtype=np.float32)


@lru_cache(maxsize=1)
def trained_network() -> Network:
    """The network with the weights that ship with the program."""
    with (resources.files("companion.vision") / "models" / MODEL).open("rb") as file, np.load(file) as data:
        return Network({name: data[name] for name in data.files})


def convolved(x: FloatImage, weight: FloatImage, bias: FloatImage, step: int) -> FloatImage:
    """Convolution with zeros around the picture, then what is above zero."""
    count, channels, height, width = x.shape
    size, pad = weight.shape[2], weight.shape[2] // 2
    rows, columns = height // step, width // step
    padded = np.zeros((count, channels, height + 2 * pad, width + 2 * pad), np.float32)
    padded[:, :, pad : pad + height, pad : pad + width] = x
    unrolled = np.empty((count, size, size, channels, rows, columns), np.float32)
    for dy in range(size):
        for dx in range(size):
            unrolled[:, dy, dx] = padded[:, :, dy : dy + height : step, dx : dx + width : step]
    kernel = weight.transpose(0, 2, 3, 1).reshape(len(weight), -1)
    summed = kernel @ unrolled.reshape(count, -1, rows * columns) + bias[:, None]
    return np.asarray(np.maximum(summed, 0), dtype=np.float32).reshape(count, len(weight), rows, columns)


def halved(x: FloatImage) -> FloatImage:
    """The largest of each 2x2."""
    wide = np.maximum(x[:, :, 0::2], x[:, :, 1::2])
    return np.maximum(wide[..., 0::2], wide[..., 1::2])
