"""Where board and panel lie on a screen of a size, and where the fields lie on the board."""

from __future__ import annotations

import math
from dataclasses import dataclass

from calibration.profile import BoardProfile
from companion.display.canvas import Rect
from companion.display.shapes import Point

Size = tuple[int, int]

MIN_PANEL = 20
"""The panel's least width (below: height) in u; on screens nearly square the board gives way."""

LARGE_PRINT = 1.25
""" "Large print: all text x 1.25; the second line gives way to speech, nothing shrinks" (LOOK section 3)."""


def text_unit(u: float, large: bool) -> float:
    """What sizes of text are counted in: the unit of the screen, a quarter larger for large print."""
    return u * (LARGE_PRINT if large else 1.0)


@dataclass(frozen=True, slots=True)
class Layout:
    """A screen divided: the square of the board, and the panel to its right (landscape) or below it (portrait)."""

    size: Size
    u: float
    portrait: bool
    board: Rect
    panel: Rect


def layout(size: Size) -> Layout:
    """Divides a screen of `size` pixels. LOOK section 4: margins 1 u, the board as large as it can be."""
    w, h = size
    short, long = min(w, h), max(w, h)
    u = short / 30
    portrait = w < h
    side = round(min(short - 2 * u, max(long - (MIN_PANEL + 2) * u, short / 3)))
    cut = side + 2 * u
    margin = round((short - side) / 2)
    board = Rect(margin, round(u), side, side) if portrait else Rect(round(u), margin, side, side)
    edge = round(cut)
    panel = Rect(0, edge, w, h - edge) if portrait else Rect(edge, 0, w - edge, h)
    return Layout(size, u, portrait, board, panel)


@dataclass(frozen=True)
class BoardGeometry:
    """A board profile laid into a square of the screen, turned clockwise by quarter turns. Everything in pixels."""

    profile: BoardProfile
    square: Rect
    quarter_turns: int = 0

    @property
    def scale(self) -> float:
        """Pixels a millimetre."""
        return self.square.w / max(self.profile.width_mm, self.profile.height_mm)

    @property
    def side(self) -> float:
        """The longer side of the board."""
        return self.square.w

    @property
    def outline(self) -> Rect:
        """The board itself: the square, or a strip of it when the board is not square."""
        w, h = self.profile.width_mm * self.scale, self.profile.height_mm * self.scale
        if self.quarter_turns % 2:
            w, h = h, w
        return Rect(self.square.cx - w / 2, self.square.cy - h / 2, w, h)

    def at(self, field: str) -> Point:
        """The middle of a field. Raises `UnknownNameError`."""
        printed = self.profile.field(field)
        x, y = printed.x_mm - self.profile.width_mm / 2, printed.y_mm - self.profile.height_mm / 2
        for _ in range(self.quarter_turns % 4):
            x, y = -y, x
        return self.square.cx + x * self.scale, self.square.cy + y * self.scale

    def radius(self, field: str) -> float:
        """The outer radius of a printed field's ring."""
        return self.profile.field(field).ring_mm * self.scale

    @property
    def track_radius(self) -> float:
        """The outer radius of a track field's ring."""
        return self.radius("T0")

    @property
    def piece_radius(self) -> float:
        """A piece is a little larger than the printed ring (LOOK: 0.0365 of the side, where rings have 0.0337)."""
        return self.track_radius * 1.083

    def nearest(self, x: float, y: float) -> str | None:
        """The field that a finger at (x, y) means, or None beside the fields."""
        name = min(self.profile.field_names, key=lambda field: math.dist(self.at(field), (x, y)))
        return name if math.dist(self.at(name), (x, y)) < self.piece_radius * 1.3 else None
