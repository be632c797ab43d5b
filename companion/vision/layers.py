"""Steps of small convolutional networks in NumPy. Channels come last, so that neighbours in memory are multiplied together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatImage = NDArray[np.float32]


def kernel(weight: FloatImage) -> FloatImage:
    """(out, in, size, size) as torch has it → (size · size · in, out), for `summed`."""
    return np.ascontiguousarray(weight.transpose(2, 3, 1, 0).reshape(-1, len(weight)))


def dense(weight: FloatImage, side: int = 1) -> FloatImage:
    """(out, in · side · side) as torch has it, of a picture of that side → (side · side · in, out), for `@` on a flat one."""
    return kernel(weight.reshape(len(weight), -1, side, side))


def summed(x: FloatImage, weight: FloatImage, size: int, step: int) -> FloatImage:
    """Convolution of (N, height, width, channels) with zeros around the picture → (N, height / step, width / step, out)."""
    count, height, width, channels = x.shape
    rows, columns, pad = height // step, width // step, size // 2
    padded = np.zeros((count, height + 2 * pad, width + 2 * pad, channels), np.float32)
    padded[:, pad : pad + height, pad : pad + width] = x
    picture, down, right, one = padded.strides
    strides = (picture, down * step, right * step, down, one)
    windows = np.lib.stride_tricks.as_strided(padded, (count, rows, columns, size, size * channels), strides, writeable=False)
    return np.asarray(windows.reshape(count * rows * columns, -1) @ weight, dtype=np.float32).reshape(count, rows, columns, -1)


def halved(x: FloatImage) -> FloatImage:
    """The largest of each 2x2."""
    tall = np.maximum(x[:, 0::2], x[:, 1::2])
    return np.maximum(tall[:, :, 0::2], tall[:, :, 1::2])
