"""Steps of a small convolutional network in NumPy, channels first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatImage = NDArray[np.float32]


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
