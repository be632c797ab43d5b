"""Which shape and size the fields of a taught board have: the contour of a field's print is where it changes most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.print_style import FieldShape
from calibration.profile import FieldKind
from calibration.teaching import Lesson, half_side, places_on_lattice
from calibration.teaching_kinds import Point
from hardware.ports import BgrImage

RADII = np.arange(0.18, 0.521, 0.02)
"""Radii tried, in lattice units: printed discs have 0.24 to 0.39 of the distance of two fields, square cells up to 0.49."""
UNIT_PX = 40
"""Pixels a lattice unit while looking: a ring of 0.04 is wider than a pixel."""

FloatImage = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FieldLook:
    """Shape of track and goal fields, and radii (of squares: half sides) of all in lattice units."""

    shape: FieldShape
    track: float
    goal: float
    house: float


def look_of_fields(reference: BgrImage, lesson: Lesson, shape: FieldShape | None = None) -> FieldLook:
    """The look of the fields in the picture of the board from above (S, S, 3); `shape`, when a person has said it."""
    edges = changes(reference, lesson)
    half, places = half_side(lesson), places_on_lattice(lesson)
    track, goal, house = (
        [(x + half, y + half) for name, (x, y) in places.items() if kind_of(name) == kind] for kind in ("track", "goal", "house")
    )
    disc, square = _best_radius(edges, track, "disc"), _best_radius(edges, track, "square")
    found: FieldShape = shape or ("square" if square[1] > disc[1] else "disc")
    return FieldLook(
        found,
        (square if found == "square" else disc)[0],
        _best_radius(edges, goal, found)[0],
        _best_radius(edges, house, "disc")[0],
    )


def kind_of(name: str) -> FieldKind:
    """Of a field named without a colour."""
    return "track" if name.startswith("T") else "house" if ":B" in name else "goal"


def changes(reference: BgrImage, lesson: Lesson) -> tuple[FloatImage, FloatImage]:
    """Change of lightness to the right and downwards, UNIT_PX a lattice unit."""
    side = round(2 * half_side(lesson) * UNIT_PX)
    gray = cv2.cvtColor(cv2.resize(reference, (side, side), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    smooth = cv2.GaussianBlur(gray.astype(np.float32), (0, 0), 1.0)
    return np.asarray(cv2.Sobel(smooth, cv2.CV_32F, 1, 0)), np.asarray(cv2.Sobel(smooth, cv2.CV_32F, 0, 1))


def _best_radius(edges: tuple[FloatImage, FloatImage], fields: Sequence[Point], shape: FieldShape) -> tuple[float, float]:
    """The radius at which fields change most across their contour, and by how much: the median, for pawns stand on some."""
    strengths = [float(np.median([_across(edges, at, radius, shape) for at in fields])) for radius in RADII]
    best = int(np.argmax(strengths))
    return float(RADII[best]), strengths[best]


def _across(edges: tuple[FloatImage, FloatImage], at: Point, radius: float, shape: FieldShape) -> float:
    """Mean change of lightness across the contour of one field."""
    points, normals = contour(shape)
    x = np.asarray((at[0] + radius * points[:, 0]) * UNIT_PX, dtype=np.float32).reshape(1, -1)
    y = np.asarray((at[1] + radius * points[:, 1]) * UNIT_PX, dtype=np.float32).reshape(1, -1)
    gx, gy = (cv2.remap(edge, x, y, cv2.INTER_LINEAR)[0] for edge in edges)
    return float(np.abs(gx * normals[:, 0] + gy * normals[:, 1]).mean())


def contour(shape: FieldShape) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(48, 2) points of the contour of radius 1, and (48, 2) its directions outwards."""
    angles = (np.arange(48) + 0.5) * np.pi / 24
    disc = np.column_stack([np.cos(angles), np.sin(angles)])
    if shape == "disc":
        return disc, disc
    along = np.abs(disc).max(axis=1, keepdims=True)
    return disc / along, np.where(np.abs(disc) == along, np.sign(disc), 0.0)
