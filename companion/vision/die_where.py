"""Where dice may lie: a small network that goes over the whole picture at half a dozen sizes, run by NumPy alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
FloatImage = NDArray[np.float32]

LEAST_EDGE, MOST_EDGE = 8.5, 20.0
"""Edges in pixels of the network's picture that it was taught to find."""
LEVEL_STEP = 0.5
CELL = 4
"""Width in pixels of what one answer stands for."""
STEPS = ((2, 1), (2, 1), (1, 1), (1, 2), (1, 1))
"""Step and spread (dilation) of the convolutions 4x4, 4x4, 3x3, 3x3, 1x1."""
STRIP = 8
"""Rows convolved at once: what stays near the processor."""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Where dice may lie, best first: `squares` (N, 3) x, y, edge in pixels of the picture, `log_odds` (N,) that one does."""

    squares: FloatArray
    log_odds: FloatArray


class WhereNetwork:
    """Weights `where{k}.weight` (out, in, size, size), `where{k}.bias`; the last gives log odds, dx, dy and log size."""

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        names = range(len(STEPS))
        self._kernels = [np.ascontiguousarray(weights[f"where{k}.weight"], np.float32) for k in names]
        self._biases = [np.ascontiguousarray(weights[f"where{k}.bias"], np.float32) for k in names]

    def answers(self, bgr: BgrImage) -> FloatImage:
        """(height, width, 3) uint8, both divisible by 4 → (4, height / 4, width / 4)."""
        x = np.asarray((bgr.astype(np.float32) - 128) / 64, np.float32).transpose(2, 0, 1)
        last = len(STEPS) - 1
        for k, (step, spread) in enumerate(STEPS):
            x = _convolved(x, self._kernels[k], self._biases[k], step, spread)
            if k < last:
                np.maximum(x, 0, out=x)
        return x

    def places(self, bgr: BgrImage, least_edge: float, most_edge: float, least_log_odds: float, most: int) -> Places:
        """Where dice of edges between `least_edge` and `most_edge` pixels may lie, at most `most` places."""
        squares, odds = [np.zeros((0, 3))], [np.zeros(0)]
        for level, scale in _levels(bgr, least_edge, most_edge):
            answers = self.answers(level)
            y, x = _peaks(answers[0], least_log_odds)
            dx, dy, size = answers[1:, y, x].astype(np.float64)
            edge = MIDDLE_EDGE * np.exp(np.clip(size, -1.2, 1.2))
            at_x, at_y = ((v + 0.5) * CELL - 0.5 + d * MIDDLE_EDGE for v, d in ((x, dx), (y, dy)))
            squares.append(np.column_stack([(at_x + 0.5) / scale - 0.5, (at_y + 0.5) / scale - 0.5, edge / scale]))
            odds.append(answers[0, y, x].astype(np.float64))
        return _apart(np.vstack(squares), np.concatenate(odds), most)


MIDDLE_EDGE = float(np.sqrt(LEAST_EDGE * MOST_EDGE))


def _levels(bgr: BgrImage, least_edge: float, most_edge: float) -> list[tuple[BgrImage, float]]:
    """The picture at the sizes at which those dice are as large as the network knows them."""
    found = []
    scale = LEAST_EDGE * 1.05 / least_edge
    height, width = bgr.shape[:2]
    source = bgr
    while True:
        size = tuple(max(4 * CELL, CELL * round(v * scale / CELL)) for v in (width, height))
        source = np.asarray(cv2.resize(source, size, interpolation=cv2.INTER_AREA), np.uint8)
        found.append((source, size[0] / width))
        if most_edge * scale <= MOST_EDGE or min(size) <= 8 * CELL:
            return found
        scale *= LEVEL_STEP


def _peaks(log_odds: FloatImage, least: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    highest = cv2.dilate(np.ascontiguousarray(log_odds), np.ones((3, 3), np.uint8))
    y, x = np.nonzero((log_odds >= highest) & (log_odds > least))
    return y, x


def _apart(squares: FloatArray, log_odds: FloatArray, most: int) -> Places:
    """Of squares that are nearly the same, the likeliest."""
    order = np.argsort(-log_odds, kind="stable")
    kept: list[int] = []
    for k in order:
        near = [j for j in kept if np.hypot(*(squares[j, :2] - squares[k, :2])) < 0.4 * min(squares[j, 2], squares[k, 2])]
        if all(abs(np.log(squares[j, 2] / squares[k, 2])) > 0.5 for j in near):
            kept.append(int(k))
            if len(kept) == most:
                break
    return Places(squares[kept], log_odds[kept])


def _convolved(x: FloatImage, weight: FloatImage, bias: FloatImage, step: int, spread: int) -> FloatImage:
    """(C, H, W) → (out, H / step, W / step), with zeros around the picture, a strip of rows at a time."""
    size = weight.shape[2]
    pad = (spread * (size - 1) - step + 2) // 2 if size > 1 else 0
    channels, height, width = x.shape
    rows, columns = height // step, width // step
    padded = np.zeros((channels, height + 2 * pad, width + 2 * pad), np.float32)
    padded[:, pad : pad + height, pad : pad + width] = x
    kernel = weight.transpose(0, 2, 3, 1).reshape(len(weight), -1)
    out = np.empty((len(weight), rows, columns), np.float32)
    unrolled = np.empty((size, size, channels, STRIP, columns), np.float32)
    for top in range(0, rows, STRIP):
        many = min(STRIP, rows - top)
        part = unrolled if many == STRIP else np.empty((size, size, channels, many, columns), np.float32)
        for dy in range(size):
            low = top * step + dy * spread
            for dx in range(size):
                left = dx * spread
                part[dy, dx] = padded[:, low : low + many * step : step, left : left + columns * step : step]
        summed = kernel @ part.reshape(-1, many * columns) + bias[:, None]
        out[:, top : top + many] = summed.reshape(len(weight), many, columns)
    return out
