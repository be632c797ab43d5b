"""The reader's small network, run by NumPy alone: the same answers under every OpenCV, and nothing to install."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from companion.vision.layers import FloatImage, dense, halved, kernel, summed

MODEL = "reader.npz"
SEEN = 3
"""The first channels are the picture's, the others tell what is expected."""
FIRST_SIZE, FIRST_STEP = 5, 2
LAST_SIDE = 2
"""Pixels of a patch of 32 after the last halving."""


class Network:
    """Three convolutions (5x5 of step 2, 3x3, 3x3), each halved by its maxima, and two dense layers.

    Weights: `conv{k}.weight` (out, in, size, size) and `conv{k}.bias` for k = 0 … 2, `hidden.*` and `out.*` as (out, in). The
    first convolution adds up what it says to the picture and to what is expected there: the latter stays while the board does.
    """

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        plain = {name: np.asarray(value, dtype=np.float32) for name, value in weights.items()}
        first = plain["conv0.weight"]
        self._seen, self._expected = kernel(first[:, :SEEN]), kernel(first[:, SEEN:])
        self._rest = [(kernel(plain[f"conv{k}.weight"]), plain[f"conv{k}.bias"]) for k in (1, 2)]
        self._first_bias = plain["conv0.bias"]
        self._hidden = dense(plain["hidden.weight"], LAST_SIDE), plain["hidden.bias"]
        self._out = dense(plain["out.weight"]), plain["out.bias"]

    def expectation(self, expected: FloatImage) -> FloatImage:
        """(N, 32, 32, CHANNELS - SEEN) print and silhouette → what the first convolution says to them, (N, 16, 16, width)."""
        return summed(expected, self._expected, FIRST_SIZE, FIRST_STEP) + self._first_bias

    def logits(self, seen: FloatImage, expectation: FloatImage) -> FloatImage:
        """(N, 32, 32, SEEN) picture without its light, and the `expectation` there → (N, classes) logits in nats."""
        x = np.maximum(halved(summed(seen, self._seen, FIRST_SIZE, FIRST_STEP) + expectation), 0)
        for weight, bias in self._rest:
            x = np.maximum(halved(summed(x, weight, 3, 1)) + bias, 0)
        hidden = np.maximum(x.reshape(len(x), -1) @ self._hidden[0] + self._hidden[1], 0)
        return np.asarray(hidden @ self._out[0] + self._out[1], dtype=np.float32)


@lru_cache(maxsize=1)
def trained_network() -> Network:
    """The network with the weights that ship with the program."""
    with (resources.files("companion.vision") / "models" / MODEL).open("rb") as file, np.load(file) as data:
        return Network({name: data[name] for name in data.files})
