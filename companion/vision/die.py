"""Dice under the camera: which lie in the picture, and what they show.

Spots like pips say where a die may lie (`die_spots`). A small network says of each such square whether it is the top side of a
die, of which value, and where exactly (`die_network`); what it sees is looked at once more at the place and size it gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.die_network import CROOKED, DieNetwork, trained_die_network
from companion.vision.die_patches import die_patches
from companion.vision.die_proof import fitting_values
from companion.vision.die_spots import FloatArray, Level, levels, pips, squares
from hardware.ports import BgrImage

LARGEST_SIDE = 1280
"""Pictures are made smaller to this; a die of 14 pixels and more is still seen in it."""
MAYBE = 0.3
"""Chance of being a die from which a square is looked at again."""
GATE = 0.0
"""Log odds from which a square is looked at."""
ALIKE = 2.0
"""Dice of one picture are of like size: none is so many times larger or smaller than the surest."""
SMALLEST = 13.0
"""Edge in pixels of the picture made smaller below which nothing is a die."""
SURE = 0.6
"""Chance from which it is one."""
LOOKS = (0.0, 90.0, 180.0, 270.0)
"""Turns (degrees) of the patches that are averaged at the second look."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die: the `value` of its top side (None when it lies `crooked`), its middle and edge in pixels, `confidence` 0 … 1."""

    value: int | None
    px: tuple[float, float]
    edge_px: float
    confidence: float
    crooked: bool


def find_dice(
    bgr: BgrImage, region_px: Sequence[tuple[float, float]] | None = None, network: DieNetwork | None = None
) -> tuple[SeenDie, ...]:
    """All dice of the picture (height, width, 3; uint8), or of the polygon `region_px`, the surest first."""
    network = network or trained_die_network()
    region = None if region_px is None else np.array(region_px, np.float32)
    left, top, part = _part(bgr, region)
    factor = min(1.0, LARGEST_SIDE / max(part.shape[:2]))
    seen = _seen(part, factor, network)
    moved = [SeenDie(d.value, (d.px[0] + left, d.px[1] + top), d.edge_px, d.confidence, d.crooked) for d in seen]
    return tuple(d for d in moved if region is None or cv2.pointPolygonTest(region, d.px, False) >= 0)


def _part(bgr: BgrImage, region: np.ndarray[tuple[int, ...], np.dtype[np.float32]] | None) -> tuple[int, int, BgrImage]:
    if region is None:
        return 0, 0, bgr
    margin = 0.1 * float(np.ptp(region, axis=0).max())
    height, width = bgr.shape[:2]
    left, top = (int(v) for v in np.clip(region.min(axis=0) - margin, 0, (width - 2, height - 2)))
    right, bottom = (int(v) for v in np.clip(region.max(axis=0) + margin, (left + 2, top + 2), (width, height)))
    return left, top, bgr[top:bottom, left:right]


def _seen(bgr: BgrImage, factor: float, network: DieNetwork) -> list[SeenDie]:
    rows = []
    for level in levels(bgr, factor * 1.5, factor * 0.15):
        places = squares(pips(level))
        if not len(places):
            continue
        patches = die_patches(level.bgr, level.scale, places)
        worth = network.worth(patches) > GATE
        if not worth.any():
            continue
        chances, better = _look(level, places[worth], network, LOOKS[:1])
        maybe = 1 - chances[:, 0] > MAYBE
        if maybe.any():
            chances, better = _look(level, better[maybe], network, LOOKS)
            fits = np.array([fitting_values(level, place) for place in better])
            rows.append(np.column_stack([better, chances[:, :1], chances[:, 1:] * fits]))
    return _without_repeats(np.vstack(rows), SMALLEST / factor) if rows else []


def _look(level: Level, places: FloatArray, network: DieNetwork, turns: Sequence[float]) -> tuple[FloatArray, FloatArray]:
    """Chances of the classes (N, 8), and places and sizes made better (N, 3)."""
    patches = die_patches(level.bgr, level.scale, places)
    chances, steps = np.zeros((len(places), 8)), np.zeros((len(places), 3))
    for turn in turns:
        quarters = int(turn // 90)
        chance, step = network.look(np.rot90(patches, quarters, axes=(2, 3)))
        for _ in range(quarters):
            step = np.column_stack([-step[:, 1], step[:, 0], step[:, 2]])
        chances += chance / len(turns)
        steps += step / len(turns)
    edge = places[:, 2]
    return chances, np.column_stack([places[:, :2] + steps[:, :2] * edge[:, None], edge * np.exp(steps[:, 2])])


def _without_repeats(rows: FloatArray, smallest: float) -> list[SeenDie]:
    """Of squares that overlap, the one that is likeliest a die; each votes for its value."""
    left = rows[np.argsort(rows[:, 3], kind="stable")]
    dice = []
    while len(left):
        best = left[0]
        same = np.hypot(left[:, 0] - best[0], left[:, 1] - best[1]) < 0.8 * np.maximum(best[2], 0.6 * left[:, 2])
        close = same & (np.abs(np.log(left[:, 2] / best[2])) < 0.5)
        votes = left[close, 4:].sum(axis=0)
        k = int(votes.argmax())
        die = float(left[close, 4 + k].max())
        if die * votes[k] / votes.sum() >= SURE and best[2] >= smallest:
            share = float(votes[k] / votes.sum())
            crooked = k + 1 == CROOKED
            px = (round(float(best[0]), 1), round(float(best[1]), 1))
            dice.append(SeenDie(None if crooked else k + 1, px, round(float(best[2]), 1), round(die * share, 3), crooked))
        left = left[~same]
    dice.sort(key=lambda die: -die.confidence)
    return [die for die in dice if 1 / ALIKE < die.edge_px / dice[0].edge_px < ALIKE]
