"""The printed board, quiet and flat: drawn once for a profile, size and theme, then only copied."""

from __future__ import annotations

import math

from calibration.profile import PrintedField, Srgb
from companion.display import parts
from companion.display.canvas import Canvas, Rect
from companion.display.layout import BoardGeometry
from companion.display.palette import Theme, Tone, board_inks, mix, tone
from companion.display.shapes import Point

REST_VEIL = 150
"""How strongly the printed board is veiled (of 255) when it rests."""


def print_board(geometry: BoardGeometry, u: float, theme: Theme, quiet: bool) -> Canvas:
    """The empty board; `quiet`: pale, because nothing is asked of it."""
    c = Canvas(geometry.square, u, theme, theme.paper)
    ground, frame = board_inks(geometry.profile, theme)
    side, outline = geometry.side, geometry.outline
    c.box(outline, frame, side * 0.022)
    c.box(outline.grown(-side * 0.013), ground, side * 0.012)
    pen = max(1.5, side * 0.0042)
    _track(c, geometry, pen)
    for field in geometry.profile.fields:
        _field(c, geometry, field, pen, ground)
    for color in geometry.profile.colors:
        _arrow(c, geometry, color, pen)
    if quiet:
        c.veil(theme.paper, REST_VEIL)
    return c


def _track(c: Canvas, g: BoardGeometry, pen: float) -> None:
    count = g.profile.track
    points = [g.at(f"T{k}") for k in range(count)]
    c.stroke(points, pen, c.theme.print_line, closed=True)


def _field(c: Canvas, g: BoardGeometry, field: PrintedField, pen: float, ground: Srgb) -> None:
    (x, y), r = g.at(field.name), g.radius(field.name)
    if field.color is None:
        c.disc(x, y, r, c.theme.print_line)
        c.disc(x, y, r - pen * 1.15, c.theme.field)
        return
    of = tone(field.color)
    face = c.theme.tint(of)
    if not c.theme.is_night and max(abs(a - b) for a, b in zip(face, ground, strict=True)) < 20:
        # A light tone on a ground of its own colour would vanish: yellow on the yellow board.
        face = mix(of.light, of.normal, 0.75)
    mark = _mark(of, field.color, c.theme)
    c.disc(x, y, r, mark)
    c.disc(x, y, r - pen * 1.15, face)
    parts.glyph(c, of, x, y, r * 0.46, mark, face)


def _mark(of: Tone, color: str, theme: Theme) -> Srgb:
    """Ring and glyph of a printed field."""
    if not theme.is_night:
        return of.dark
    return mix(of.normal, theme.ink, 0.62 if color == "black" else 0.45)


def _arrow(c: Canvas, g: BoardGeometry, color: str, pen: float) -> None:
    """The arrow beside a start field, on the side away from the middle, in the direction of play."""
    first = int(g.profile.start[color][1:])
    (x0, y0), (x1, y1) = g.at(f"T{first}"), g.at(f"T{(first + 1) % g.profile.track}")
    length = math.hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    beside = _outward((x0, y0), (dx, dy), g.square)
    # Measures of the Schmidt board in parts of its side: 0.055 beside, from -0.012 to 0.05 along, tip 0.014.
    unit = g.track_radius / 0.0337
    ox, oy = beside[0] * unit * 0.055, beside[1] * unit * 0.055
    start = (x0 - dx * 0.012 * unit + ox, y0 - dy * 0.012 * unit + oy)
    end = (x0 + dx * 0.05 * unit + ox, y0 + dy * 0.05 * unit + oy)
    if not _is_free(g, start, end):
        return
    c.stroke([start, end], pen, c.theme.print_line)
    q = unit * 0.014
    tip = (end[0] + dx * q, end[1] + dy * q)
    left = (end[0] - dx * q * 0.4 - dy * q * 0.7, end[1] - dy * q * 0.4 + dx * q * 0.7)
    right = (end[0] - dx * q * 0.4 + dy * q * 0.7, end[1] - dy * q * 0.4 - dx * q * 0.7)
    c.polygon([tip, left, right], c.theme.print_line)


def _outward(at: Point, direction: Point, square: Rect) -> Point:
    """The unit vector across `direction` that points away from the middle."""
    nx, ny = direction[1], -direction[0]
    away = (at[0] - square.cx) * nx + (at[1] - square.cy) * ny
    return (nx, ny) if away >= 0 else (-nx, -ny)


def _is_free(g: BoardGeometry, start: Point, end: Point) -> bool:
    """Whether the arrow lies beside all fields and on the board."""
    spots = (start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end)
    if not all(g.outline.grown(-g.side * 0.025).holds(*spot) for spot in spots):
        return False
    return all(math.dist(spot, g.at(name)) > g.radius(name) * 1.15 for spot in spots for name in g.profile.field_names)
