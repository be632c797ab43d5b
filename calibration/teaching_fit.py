"""Whether taught fields lie on something that looks printed: round such a field the picture changes alike in all directions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import FieldKind
from calibration.teaching import Lesson, half_side, places_on_lattice
from calibration.teaching_kinds import Point
from calibration.teaching_look import UNIT_PX, FloatImage, changes, contour, kind_of
from calibration.teaching_profile import from_above
from hardware.ports import BgrImage

RADII = np.arange(0.2, 0.53, 0.03)
"""Radii at which a contour is looked for, in lattice units: printed fields have 0.24 to 0.49."""
ASIDE = (-0.16, -0.08, 0.0, 0.08, 0.16)
"""Lattice units, right and down, that a field may lie beside its place: fingers are not exact. Half of it told 2 of 22
boards that were marked rightly but for a tenth of a field (normally spread)."""
PRINTED = 0.6
"""Share of change that goes straight across a contour, alike all round, from which a field looks printed.

Medians of track, goals and houses in 22 renders, marks spread by up to a tenth of a field: 0.67 to 0.97. With marks a third of a
field and more aside, or anywhere: the track 0.40 to 0.60, and of 110 such lessons each was told of one kind at least.
"""
FAINT = 8.0
"""Change of lightness a pixel that is no print but noise; it counts against a contour."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """Fields of a kind of which fewer than half look printed: so many of so many do."""

    kind: FieldKind
    printed: int
    of: int

    def __str__(self) -> str:
        """Who does not lie where, for a sentence."""
        name = {"track": "fields of the track", "goal": "goals", "house": "houses"}[self.kind]
        return f"the {name} do not lie on printed fields ({self.printed} of {self.of} do)"


def misfits(bgr: BgrImage, lesson: Lesson) -> tuple[Misfit, ...]:
    """The kinds of fields that miss the print, track first. `bgr` is the picture that teaches.

    Half of a kind is enough, for pawns and hands hide some. A house that is one patch without fields
    (chinczyk-48) misses too: nothing in it says where the pieces stand.
    """
    likeness = printed_likeness(from_above(bgr, lesson), lesson)
    kinds: tuple[FieldKind, ...] = ("track", "goal", "house")
    counted = [
        Misfit(kind, sum(of), len(of))
        for kind in kinds
        for of in [[value >= PRINTED for name, value in likeness.items() if kind_of(name) == kind]]
    ]
    return tuple(misfit for misfit in counted if 2 * misfit.printed < misfit.of)


def printed_likeness(reference: BgrImage, lesson: Lesson) -> Mapping[str, float]:
    """How much each field looks like a printed one, 0 to 1: the best of all contours round its place."""
    edges, half = changes(reference, lesson), half_side(lesson)
    rounds = [_contours(), _contours(square=True)]
    return {
        name: max(_clearest(edges, (x + half, y + half), *one) for one in rounds)
        for name, (x, y) in places_on_lattice(lesson).items()
    }


def _contours(square: bool = False) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(N, 48, 2) points of all contours round the origin, in lattice units, and (48, 2) their directions outwards."""
    points, normals = contour("square" if square else "disc")
    aside = np.array([(x, y) for x in ASIDE for y in ASIDE])
    grown = RADII[:, None, None] * points[None]
    return (aside[:, None, None] + grown[None]).reshape(-1, *points.shape), normals


def _clearest(
    edges: tuple[FloatImage, FloatImage], at: Point, points: NDArray[np.float64], normals: NDArray[np.float64]
) -> float:
    x, y = (((points + at) * UNIT_PX)[..., axis].astype(np.float32) for axis in (0, 1))
    gx, gy = (cv2.remap(edge, x, y, cv2.INTER_LINEAR) for edge in edges)
    across = (gx * normals[:, 0] + gy * normals[:, 1]) / (np.hypot(gx, gy) + FAINT)
    return float(np.abs(across.mean(axis=1)).max())
