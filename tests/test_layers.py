"""The steps of the networks, against their definitions."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.layers import FloatImage, dense, halved, kernel, summed


def random(*shape: int) -> FloatImage:
    return np.random.default_rng(sum(shape)).normal(size=shape).astype(np.float32)


def convolution(x: FloatImage, weight: FloatImage, step: int) -> FloatImage:
    """As it is defined, a pixel at a time; channels first, as the weights were trained."""
    count, _, height, width = x.shape
    size = weight.shape[2]
    padded = np.pad(x, ((0, 0), (0, 0), (size // 2,) * 2, (size // 2,) * 2))
    out = np.zeros((count, len(weight), height // step, width // step), np.float32)
    for row, column in np.ndindex(out.shape[2:]):
        window = padded[:, :, row * step : row * step + size, column * step : column * step + size]
        out[:, :, row, column] = np.tensordot(window, weight, ((1, 2, 3), (1, 2, 3)))
    return out


@pytest.mark.parametrize(("size", "step"), [(5, 2), (3, 1), (1, 1)])
@pytest.mark.parametrize("turned", [0, 1])
def test_a_convolution_is_what_it_is_defined_to_be(size: int, step: int, turned: int) -> None:
    """Turned pictures are views: their neighbours do not lie side by side."""
    x, weight = np.rot90(random(3, 4, 8, 8), turned, axes=(2, 3)), random(6, 4, size, size)
    found = summed(x.transpose(0, 2, 3, 1), kernel(weight), size, step)
    assert found.transpose(0, 3, 1, 2) == pytest.approx(convolution(x, weight, step), abs=1e-4)


def test_halving_keeps_the_largest_of_four() -> None:
    x = np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1)
    assert halved(x)[0, ..., 0].tolist() == [[5, 7], [13, 15]]


def test_a_dense_layer_reads_a_picture_in_the_order_it_was_trained() -> None:
    x, weight = random(3, 4, 5, 5), random(7, 100)
    assert x.transpose(0, 2, 3, 1).reshape(3, -1) @ dense(weight, 5) == pytest.approx(x.reshape(3, -1) @ weight.T, abs=1e-4)
    assert random(3, 9) @ dense(random(7, 9)) == pytest.approx(random(3, 9) @ random(7, 9).T, abs=1e-4)
