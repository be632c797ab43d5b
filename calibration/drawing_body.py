"""The body of a pawn, and where one stands: a solid of revolution with foot, flank, neck and a ball on top."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from calibration.drawing_look import Figure, Look
from calibration.drawing_view import F32, FloatArray

PROFILE_STEPS = 128
"""Samples of the radius along the axis."""
RIM_SHARE = 0.11
"""Height of the foot's edge as a share of the pawn's."""


@dataclass(frozen=True, slots=True)
class PawnAt:
    """A pawn of `color`; its foot's middle at x, y, `height_mm` above the print.

    `lean_deg` tips it over (90 = lying) towards `lean_towards_deg` on the board; `turn_deg` is where a block looks to.
    """

    color: str
    x_mm: float
    y_mm: float
    height_mm: float = 0.0
    lean_deg: float = 0.0
    lean_towards_deg: float = 0.0
    turn_deg: float = 0.0

    @property
    def axis(self) -> tuple[float, float, float]:
        """Unit vector from foot to head, (x, y, height)."""
        lean, side = np.radians(self.lean_deg), np.radians(self.lean_towards_deg)
        return float(np.sin(lean) * np.cos(side)), float(np.sin(lean) * np.sin(side)), float(np.cos(lean))


@dataclass(frozen=True, slots=True)
class PawnBody:
    """Radii along the axis in mm at equal steps, the slope there, and the head.

    With `half_depth` it is a block: `radius` is half its length, moved forward by `forward` (mm, along the axis too).
    """

    height: float
    radius: F32
    slope: F32
    head_at: float
    head_radius: float
    half_depth: float | None = None
    forward: F32 | None = None

    @property
    def foot_radius(self) -> float:
        """The largest radius."""
        return float(self.radius.max())


@lru_cache(maxsize=256)
def _body(figure: Figure, height: float, foot: float, head: float, waist: float, hollow: float) -> PawnBody:
    """The body of a figure from its height, the diameters of foot and head, and how its flank runs."""
    s = np.linspace(0, height, PROFILE_STEPS)
    if figure == "block":
        return _block(s, height, foot / 2, waist)
    if figure == "cone":
        return _solid(s, _cone(s, height, foot / 2, head / 2, waist, hollow), height - head / 2, head / 2)
    if figure == "peg":
        climb = np.clip(s / height, 0, 1)
        rounded = np.sqrt(np.clip(1 - np.clip((s - 0.86 * height) / (0.14 * height), 0, 1) ** 2, 0, 1))
        return _solid(
            s, (foot / 2 + (waist * head / 2 - foot / 2) * climb ** (1 / hollow)) * rounded, 0.88 * height, 0.12 * height
        )
    low = 0.45 + 0.5 * waist  # a dome is lower than a cone of the same foot
    return _solid(s * low, foot / 2 * np.sqrt(np.clip(1 - (s / height) ** (1 + hollow), 0, 1)), low * 0.7 * height, 0.3 * foot)


def _cone(s: FloatArray, height: float, r_foot: float, r_head: float, waist: float, hollow: float) -> FloatArray:
    """The classic cone: a foot with a rounded edge, a hollow flank up to the neck, a ball on top."""
    rim = RIM_SHARE * height
    head_at = height - r_head
    neck, neck_at = r_head * waist, head_at - r_head * np.sqrt(max(1 - waist**2, 0.05))
    edge = r_foot * np.sqrt(np.clip(1 - 0.35 * ((s - rim / 2) / (rim / 2)) ** 2, 0, 1))
    climb = np.clip((s - rim) / max(neck_at - rim, 1e-3), 0, 1)
    flank = neck + (0.78 * r_foot - neck) * (1 - climb) ** hollow
    ball = np.sqrt(np.clip(r_head**2 - (s - head_at) ** 2, 0, None))
    return np.asarray(np.where(s <= rim, edge, np.where(s < neck_at, flank, np.maximum(ball, 0))), dtype=np.float64)


def _solid(s: FloatArray, radius: FloatArray, head_at: float, head_radius: float) -> PawnBody:
    slope = np.clip(np.gradient(radius, s), -4, 4)
    smooth = np.convolve(slope, np.ones(5) / 5, mode="same")
    return PawnBody(float(s[-1]), radius.astype(np.float32), smooth.astype(np.float32), float(head_at), float(head_radius))


def _block(s: FloatArray, height: float, half: float, waist: float) -> PawnBody:
    """A block with a notch in front and a head over it; the wider the waist, the more of a plain brick."""
    notch = (0.9 - waist) * np.clip(1 - np.abs(s / height - 0.48) / 0.16, 0, 1)
    radius = half * (1 - notch)
    slope = np.where(s > 0.97 * height, -4.0, 0.0)
    narrow = half * (0.55 + 0.35 * waist)
    forward = -half * notch
    return PawnBody(
        height,
        radius.astype(np.float32),
        slope.astype(np.float32),
        0.8 * height,
        0.2 * height,
        narrow,
        forward.astype(np.float32),
    )


def body_of(look: Look) -> PawnBody:
    """The pawns' body on this table."""
    return _body(look.figure, look.shape.height_mm, look.shape.foot_mm, look.shape.head_mm, look.waist, look.hollow)


def foot_and_head_mm(pawn: PawnAt, look: Look) -> FloatArray:
    """(2, 3): the middle of the foot's underside and of the head, (x, y, height)."""
    base = base_of(pawn, body_of(look))
    return np.array([base, base + np.array(pawn.axis) * body_of(look).head_at])


def base_of(pawn: PawnAt, body: PawnBody) -> FloatArray:
    """(3,) where the axis begins: the middle of the foot's underside."""
    # A pawn that leans rests on the edge of its foot: its middle is lifted.
    lift = body.foot_radius * np.sin(np.radians(min(pawn.lean_deg, 90.0)))
    return np.array([pawn.x_mm, pawn.y_mm, pawn.height_mm + lift])
