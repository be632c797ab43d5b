"""Is a confidence worth its number?  Of the pieces given 0.9, nine in ten must be right.

Pieces are sorted into bins by their confidence; in each the mean confidence is compared with the share that is right. The
expected calibration error is the mean distance of the two, weighted by the pieces in each bin (Naeini et al., "Obtaining Well
Calibrated Probabilities Using Bayesian Binning", AAAI 2015).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import BgrImage

Judged = tuple[float, bool]
"""A piece's confidence and whether it was right."""

EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Finer where nearly all pieces are."""
HIGH = 0.9
"""The confidence of which nine in ten have to be right."""
SIDE_PX, MARGIN_PX = 520, 84
INK, GRID, SERIES = (60, 55, 50), (225, 222, 218), ((168, 105, 30), (40, 110, 215), (95, 140, 40))


@dataclass(frozen=True, slots=True)
class Bin:
    """The pieces between two confidences."""

    low: float
    high: float
    pieces: int
    confidence: float
    right: float


def bins(judged: Sequence[Judged]) -> tuple[Bin, ...]:
    """The bins that hold any piece, from unsure to sure; 1.0 belongs to the last."""
    found = []
    for low, high in pairwise(EDGES):
        inside = [(sure, right) for sure, right in judged if low <= sure < high or (sure == high == EDGES[-1])]
        if inside:
            sure, right = np.array(inside, dtype=np.float64).mean(axis=0)
            found.append(Bin(low, high, len(inside), float(sure), float(right)))
    return tuple(found)


def expected_calibration_error(judged: Sequence[Judged]) -> float:
    """0 for confidences that are worth their number."""
    return sum(part.pieces * abs(part.confidence - part.right) for part in bins(judged)) / max(1, len(judged))


def right_of_the_sure(judged: Sequence[Judged]) -> tuple[int, int]:
    """How many pieces given `HIGH` or more are right, and how many there are."""
    sure = [right for confidence, right in judged if confidence >= HIGH]
    return sum(sure), len(sure)


def reliability_plot(series: Mapping[str, Sequence[Judged]]) -> BgrImage:
    """Confidence to the right, share right upwards, a line a kind of picture; the diagonal is what confidences promise."""
    width, height = SIDE_PX + 2 * MARGIN_PX + 170, SIDE_PX + 2 * MARGIN_PX
    plot: BgrImage = np.full((height, width, 3), 255, np.uint8)
    _axes(plot)
    for number, (name, judged) in enumerate(series.items()):
        colour = SERIES[number % len(SERIES)]
        points = [_at(part.confidence, part.right) for part in bins(judged)]
        cv2.polylines(plot, [np.array(points, np.int32).reshape(-1, 1, 2)], False, colour, 2, cv2.LINE_AA)
        for point, part in zip(points, bins(judged), strict=True):
            cv2.circle(plot, point, round(3 + 2.2 * np.log10(part.pieces)), colour, -1, cv2.LINE_AA)
        _legend(plot, number, name, judged, colour)
    return plot


def _at(confidence: float, right: float) -> tuple[int, int]:
    return MARGIN_PX + round(confidence * SIDE_PX), MARGIN_PX + round((1 - right) * SIDE_PX)


def _axes(plot: BgrImage) -> None:
    for tick in np.linspace(0, 1, 6):
        for start, end in ((_at(tick, 0), _at(tick, 1)), (_at(0, tick), _at(1, tick))):
            cv2.line(plot, start, end, GRID, 1, cv2.LINE_AA)
        x, y = _at(tick, 0)
        _text(plot, f"{tick:.1f}", (x - 13, y + 24))
        x, y = _at(0, tick)
        _text(plot, f"{tick:.1f}", (x - 40, y + 5))
    cv2.line(plot, _at(0, 0), _at(1, 1), INK, 1, cv2.LINE_AA)
    _text(plot, "confidence of a piece", (MARGIN_PX + SIDE_PX // 2 - 90, MARGIN_PX + SIDE_PX + 56))
    _text(plot, "share of the pieces that are right", (MARGIN_PX - 40, MARGIN_PX - 26))


def _legend(plot: BgrImage, number: int, name: str, judged: Sequence[Judged], colour: tuple[int, int, int]) -> None:
    x, y = MARGIN_PX + SIDE_PX + 26, MARGIN_PX + 20 + 66 * number
    cv2.circle(plot, (x, y - 5), 6, colour, -1, cv2.LINE_AA)
    _text(plot, name, (x + 14, y))
    _text(plot, f"{len(judged)} pieces", (x + 14, y + 20), 0.42)
    _text(plot, f"error {expected_calibration_error(judged):.3f}", (x + 14, y + 38), 0.42)


def _text(plot: NDArray[np.uint8], text: str, at: tuple[int, int], size: float = 0.5) -> None:
    cv2.putText(plot, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, INK, 1, cv2.LINE_AA)
