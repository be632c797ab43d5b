"""The body of a pawn, and where one stands: a solid of revolution with foot, flank, neck and a ball on top."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from calibration.drawing_look import Look
from calibration.drawing_view import F32, FloatArray

PROFILE_STEPS = 128
"""Samples of the radius along the axis."""
RIM_SHARE = 0.11
"""Height of the foot's edge as a share of the pawn's."""


@dataclass(frozen=True, slots=True)
class PawnAt:
    """A pawn of `color`; its foot's middle at x, y, `height_mm` above the print.

    `lean_deg` tips it over (90 = lying) towards `lean_towards_deg` on the board.
    """

    color: str
    x_mm: float
    y_mm: float
    height_mm: float = 0.0
    lean_deg: float = 0.0
    lean_towards_deg: float = 0.0

    @property
    def axis(self) -> tuple[float, float, float]:
        """Unit vector from foot to head, (x, y, height)."""
        lean, side = np.radians(self.lean_deg), np.radians(self.lean_towards_deg)
        return float(np.sin(lean) * np.cos(side)), float(np.sin(lean) * np.sin(side)), float(np.cos(lean))


@dataclass(frozen=True, slots=True)
class PawnBody:
    """Radii along the axis in mm at equal steps, the slope there, and the head."""

    height: float
    radius: F32
    slope: F32
    head_at: float
    head_radius: float

    @property
    def foot_radius(self) -> float:
        """The largest radius."""
        return float(self.radius.max())


@lru_cache(maxsize=256)
def _body(height: float, foot: float, head: float, waist: float, hollow: float) -> PawnBody:
    """The classic cone: a foot with a rounded edge, a hollow flank up to the neck, a ball on top."""
    s = np.linspace(0, height, PROFILE_STEPS)
    rim, r_foot, r_head = RIM_SHARE * height, foot / 2, head / 2
    head_at = height - r_head
    neck, neck_at = r_head * waist, head_at - r_head * np.sqrt(max(1 - waist**2, 0.05))
    edge = r_foot * np.sqrt(np.clip(1 - 0.35 * ((s - rim / 2) / (rim / 2)) ** 2, 0, 1))
    climb = np.clip((s - rim) / max(neck_at - rim, 1e-3), 0, 1)
    flank = neck + (0.78 * r_foot - neck) * (1 - climb) ** hollow
    ball = np.sqrt(np.clip(r_head**2 - (s - head_at) ** 2, 0, None))
    radius = np.where(s <= rim, edge, np.where(s < neck_at, flank, np.maximum(ball, 0)))
    slope = np.clip(np.gradient(radius, s), -4, 4)
    smooth = np.convolve(slope, np.ones(5) / 5, mode="same")
    return PawnBody(height, radius.astype(np.float32), smooth.astype(np.float32), float(head_at), r_head)


def body_of(look: Look) -> PawnBody:
    """The pawns' body on this table."""
    return _body(look.shape.height_mm, look.shape.foot_mm, look.shape.head_mm, look.waist, look.hollow)


def foot_and_head_mm(pawn: PawnAt, look: Look) -> FloatArray:
    """(2, 3): the middle of the foot's underside and of the head, (x, y, height)."""
    base = base_of(pawn, body_of(look))
    return np.array([base, base + np.array(pawn.axis) * body_of(look).head_at])


def base_of(pawn: PawnAt, body: PawnBody) -> FloatArray:
    """(3,) where the axis begins: the middle of the foot's underside."""
    # A pawn that leans rests on the edge of its foot: its middle is lifted.
    lift = body.foot_radius * np.sin(np.radians(min(pawn.lean_deg, 90.0)))
    return np.array([pawn.x_mm, pawn.y_mm, pawn.height_mm + lift])
