"""The inks of a board that is being taught, as its picture shows them, and which player's colour each arm is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import Srgb
from calibration.teaching import FloatArray, Lesson, half_side, lattice_to_px, mapped, places_on_lattice
from calibration.teaching_kinds import Point
from hardware.ports import BgrImage

TYPICAL: Mapping[str, tuple[Srgb, ...]] = {
    "yellow": ((245, 203, 0), (230, 196, 38), (240, 204, 10), (248, 205, 36), (238, 204, 138)),
    "green": ((35, 152, 61), (28, 124, 52), (50, 130, 84), (34, 146, 70), (30, 172, 124)),
    "red": ((235, 70, 65), (205, 38, 30), (232, 100, 92), (213, 38, 42), (226, 92, 122)),
    "black": ((48, 47, 42), (30, 29, 28)),
    "blue": ((28, 78, 165), (20, 128, 228), (30, 96, 186), (52, 182, 214)),
    "purple": ((112, 42, 128),),
}
"""The players' colours a screen and a reader know, each as printed on the boards whose profiles ship with the program."""
LIGHTNESS_WEIGHT = 0.5
"""Of lightness against the two colour channels of L*a*b*: light and print vary in it most."""
DOUBTFUL = 14.0
"""Difference (weighted L*a*b*) to another colour below which an arm's colour is asked: a just clear difference of two prints."""
FARTHEST_FROM_TYPICAL = 32.0
"""A colour further from its typical prints is asked too: 95 of 100 arms in 105 pictures of five boards lie within 30 (purple
within 43), white paper 37 from the nearest colour."""
WHITE = 241
"""Inks are scaled until the lightest has this value, as in the profiles that were measured."""
BESIDE = 0.8
"""Lattice units from every field at which the ground is looked at."""
DISC = 0.22
"""Radius in lattice units of the middle of a field that is looked at; the smallest printed discs have 0.24 (schmidt-4)."""

Row = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SampledInks:
    """sRGB of the print: `arms` in the order of the marks."""

    ground: Srgb
    white: Srgb
    ink: Srgb
    arms: tuple[Srgb, ...]


@dataclass(frozen=True, slots=True)
class ArmColours:
    """The likeliest colour of each arm, and the arms (0 …) of which it is doubtful."""

    colors: tuple[str, ...]
    doubtful: frozenset[int]


def sample_inks(bgr: BgrImage, lesson: Lesson) -> SampledInks:
    """The inks in the picture (height, width, 3) BGR, scaled so that the lightest is as light as a white print."""
    places, homography = places_on_lattice(lesson), lattice_to_px(lesson)
    starts = {lesson.kind.start(arm) for arm in range(lesson.kind.arms)}
    plain = [_middle(bgr, homography, at) for name, at in places.items() if name.startswith("T") and name not in starts]
    ground = _most_common(_pixels(bgr, homography, _beside_fields(list(places.values()), half_side(lesson))))
    white = np.median(np.array(plain), axis=0)
    arms = [_arm(bgr, homography, lesson, arm) for arm in range(lesson.kind.arms)]
    rings = _pixels(bgr, homography, [at for name, spot in places.items() if name.startswith("T") for at in _circle(spot, 0.42)])
    ink = np.percentile(rings, 10, axis=0)
    gain = WHITE / max(1.0, float(max(ground.max(), white.max())))
    return SampledInks(
        _srgb(ground * gain), _srgb(white * gain), _srgb(ink * gain), tuple(_srgb(np.asarray(row * gain)) for row in arms)
    )


def guess_colours(arms: Sequence[Srgb]) -> ArmColours:
    """Different colours for the arms, so that their inks are as near to typical prints as can be."""
    names = tuple(TYPICAL)
    costs = np.array([[_away(arm, name) for name in names] for arm in arms])
    rows = range(len(arms))
    ranked = sorted((sum(costs[k, pick[k]] for k in rows), pick) for pick in permutations(range(len(names)), len(arms)))
    total, best = ranked[0]
    doubtful = set()
    for k in rows:
        other = next(cost for cost, pick in ranked if pick[k] != best[k])
        if other - total < DOUBTFUL or costs[k, best[k]] > FARTHEST_FROM_TYPICAL:
            doubtful.add(k)
    return ArmColours(tuple(names[k] for k in best), frozenset(doubtful))


def _arm(bgr: BgrImage, homography: FloatArray, lesson: Lesson, arm: int) -> Row:
    """The median of its goal and its start field: few pieces stand there, and those in the goal are of its colour."""
    places = places_on_lattice(lesson)
    goal = [_middle(bgr, homography, at) for name, at in places.items() if name.startswith(f"{arm + 1}:") and ":B" not in name]
    start = _middle(bgr, homography, places[lesson.kind.start(arm)])
    return np.asarray(np.median(np.array([*goal, start]), axis=0), dtype=np.float64)


def _middle(bgr: BgrImage, homography: FloatArray, at: Point) -> Row:
    rings = [at, *_circle(at, DISC * 0.5), *_circle(at, DISC)]
    return np.asarray(np.median(_pixels(bgr, homography, rings), axis=0), dtype=np.float64)


def _circle(at: Point, radius: float) -> list[Point]:
    return [(at[0] + radius * math.cos(k * math.tau / 12), at[1] + radius * math.sin(k * math.tau / 12)) for k in range(12)]


def _pixels(bgr: BgrImage, homography: FloatArray, points: Sequence[Point]) -> Row:
    """(N, 3) R,G,B at lattice points; those beyond the picture's edge take the edge's."""
    x, y = np.array(mapped(homography, points), dtype=np.float32).T[:, None]
    seen = cv2.remap(bgr, np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(-1, 3)[:, ::-1], dtype=np.float64)


def _beside_fields(fields: Sequence[Point], half: float) -> list[Point]:
    steps = np.arange(-half, half, 0.2)
    grid = np.array([(x, y) for y in steps for x in steps])
    away = np.linalg.norm(grid[:, None] - np.array(fields)[None], axis=2).min(axis=1)
    return [(float(x), float(y)) for x, y in grid[away > BESIDE]]


def _most_common(rgb: Row) -> Row:
    """The middle of the fullest cell of a coarse division of all colours."""
    cells = (rgb // 24).astype(int)
    _, where, counts = np.unique(cells, axis=0, return_inverse=True, return_counts=True)
    return np.asarray(np.median(rgb[where.ravel() == counts.argmax()], axis=0), dtype=np.float64)


def _away(srgb: Srgb, name: str) -> float:
    return min(float(np.linalg.norm(_lab(srgb) - _lab(typical))) for typical in TYPICAL[name])


def _lab(srgb: Srgb) -> Row:
    pixel = np.array([[srgb]], dtype=np.float32) / 255
    lab = np.asarray(cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB), dtype=np.float64)[0, 0]
    return np.asarray(lab * (LIGHTNESS_WEIGHT, 1, 1), dtype=np.float64)


def _srgb(row: Row) -> Srgb:
    r, g, b = (int(v) for v in np.clip(np.round(row), 0, 255))
    return r, g, b
