"""The printed board as a flat picture, drawn from its profile: the reference that camera pictures are compared with."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np

from calibration.profile import BoardProfile, PrintedField, Srgb
from hardware.ports import BgrImage

_OVERSIZE = 2
_SHIFT = 4  # cv2 draws with 1/16 pixel steps


@lru_cache(maxsize=8)
def draw_print(board: BoardProfile, px_per_mm: float) -> BgrImage:
    """The board seen straight from above: (height_mm · px_per_mm, width_mm · px_per_mm, 3) uint8 BGR, not to be written to."""
    size = (round(board.width_mm * px_per_mm), round(board.height_mm * px_per_mm))
    scale = size[0] * _OVERSIZE / board.width_mm
    canvas = _Canvas(size[0] * _OVERSIZE, size[1] * _OVERSIZE, scale)
    _draw_ground(canvas, board)
    for area in board.style.areas:
        canvas.polygon(area.outline_mm, board.print_colours.named(area.ink))
    if board.style.track_lines:
        _draw_track_lines(canvas, board)
    for field in board.fields:
        _draw_field(canvas, board, field)
    _draw_marks(canvas, board)
    picture = cv2.resize(canvas.bgr, size, interpolation=cv2.INTER_AREA)
    picture.setflags(write=False)
    return np.asarray(picture, dtype=np.uint8)


class _Canvas:
    """Draws in board millimetres, antialiased by drawing too large."""

    def __init__(self, width_px: int, height_px: int, px_per_mm: float) -> None:
        self.bgr = np.zeros((height_px, width_px, 3), np.uint8)
        self.px_per_mm = px_per_mm

    def px(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        k = self.px_per_mm * (1 << _SHIFT)
        return round(x_mm * k - 8), round(y_mm * k - 8)

    def disc(self, x_mm: float, y_mm: float, radius_mm: float, srgb: Srgb) -> None:
        radius = round(radius_mm * self.px_per_mm * (1 << _SHIFT))
        cv2.circle(self.bgr, self.px(x_mm, y_mm), radius, srgb[::-1], -1, cv2.LINE_AA, _SHIFT)

    def polygon(self, corners_mm: Iterable[tuple[float, float]], srgb: Srgb) -> None:
        points = np.array([self.px(*corner) for corner in corners_mm], np.int32)
        cv2.fillPoly(self.bgr, [points], srgb[::-1], cv2.LINE_AA, _SHIFT)

    def field(self, field: PrintedField, radius_mm: float, srgb: Srgb) -> None:
        x, y, r = field.x_mm, field.y_mm, radius_mm
        if field.shape == "disc":
            self.disc(x, y, r, srgb)
        else:
            self.polygon(((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)), srgb)

    def line(self, a_mm: tuple[float, float], b_mm: tuple[float, float], width_mm: float, srgb: Srgb) -> None:
        width = max(1, round(width_mm * self.px_per_mm))
        cv2.line(self.bgr, self.px(*a_mm), self.px(*b_mm), srgb[::-1], width, cv2.LINE_AA, _SHIFT)

    def box(self, inset_mm: float, width_mm: float, height_mm: float, srgb: Srgb) -> None:
        k = self.px_per_mm
        a = round(inset_mm * k), round(inset_mm * k)
        b = round((width_mm - inset_mm) * k) - 1, round((height_mm - inset_mm) * k) - 1
        cv2.rectangle(self.bgr, a, b, srgb[::-1], -1)

    def text(self, text: str, x_mm: float, y_mm: float, capital_mm: float, srgb: Srgb, face: int, quarter_turns: int = 0) -> None:
        """Centred at (x, y), turned clockwise by quarter turns."""
        scale = capital_mm * self.px_per_mm / 22.0
        thickness = max(1, round(capital_mm * self.px_per_mm * 0.14))
        plain = text.replace("ä", "a")  # OpenCV's stroke fonts have no umlauts
        (w, h), _ = cv2.getTextSize(plain, face, scale, thickness)
        pad = thickness + 2
        side = max(w, h) + 2 * pad
        mask = np.zeros((side, side), np.uint8)
        left, baseline = (side - w) // 2, (side + h) // 2
        cv2.putText(mask, plain, (left, baseline), face, scale, 255, thickness, cv2.LINE_AA)
        for at in (k for k, letter in enumerate(text) if letter == "ä"):
            before, after = (cv2.getTextSize(plain[:n], face, scale, thickness)[0][0] for n in (at, at + 1))
            for share in (0.35, 0.7):
                dot = (round(left + before + share * (after - before)), round(baseline - 0.95 * h))
                cv2.circle(mask, dot, thickness, 255, -1, cv2.LINE_AA)
        mask = np.rot90(mask, -quarter_turns)
        x, y = round(x_mm * self.px_per_mm - side / 2), round(y_mm * self.px_per_mm - side / 2)
        if x < 0 or y < 0 or x + side > self.bgr.shape[1] or y + side > self.bgr.shape[0]:
            return
        patch = self.bgr[y : y + side, x : x + side]
        alpha = mask[..., None].astype(np.float32) / 255
        patch[:] = (patch * (1 - alpha) + np.array(srgb[::-1], np.float32) * alpha).astype(np.uint8)


def _draw_ground(canvas: _Canvas, board: BoardProfile) -> None:
    inks = board.print_colours
    canvas.box(0, board.width_mm, board.height_mm, inks.border)
    canvas.box(board.border_mm, board.width_mm, board.height_mm, inks.ground)
    if board.frame_line_mm is not None:
        outer, inner = board.frame_line_mm
        canvas.box(outer, board.width_mm, board.height_mm, inks.ink)
        canvas.box(inner, board.width_mm, board.height_mm, inks.ground)


def _draw_track_lines(canvas: _Canvas, board: BoardProfile) -> None:
    ring = board.fields[: board.track]
    for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
        width = (here.ring_mm - here.disc_mm) * 0.75
        canvas.line((here.x_mm, here.y_mm), (there.x_mm, there.y_mm), width, board.print_colours.ink)


def _draw_field(canvas: _Canvas, board: BoardProfile, field: PrintedField) -> None:
    inks = board.print_colours
    if field.ring_mm > field.disc_mm:
        canvas.field(field, field.ring_mm, inks.ink)
    canvas.field(field, field.disc_mm, inks.named(field.ink))
    if field.color is None or field.kind == "house":
        return
    mark = board.style.start_mark if field.kind == "track" else "letter" if board.style.goal_letters else "none"
    if mark == "arrow":
        canvas.polygon(_arrow(board, field), inks.white)
    elif mark == "letter":
        letter = "A" if field.kind == "track" else field.name.rsplit(":", 1)[1]
        letter_ink = inks.white if field.color in board.light_letters else inks.ink
        _draw_letter(canvas, letter, field, letter_ink, _letter_turn(board, field.color), board.letter_scale)


def _arrow(board: BoardProfile, field: PrintedField) -> list[tuple[float, float]]:
    """A triangle in the start field, its tip towards the next field."""
    after = board.fields[(int(field.name[1:]) + 1) % board.track]
    angle = math.atan2(after.y_mm - field.y_mm, after.x_mm - field.x_mm)
    cos, sin, size = math.cos(angle), math.sin(angle), field.disc_mm
    corners = ((0.55, 0.0), (-0.5, -0.6), (-0.5, 0.6))
    return [(field.x_mm + size * (x * cos - y * sin), field.y_mm + size * (x * sin + y * cos)) for x, y in corners]


def _draw_letter(canvas: _Canvas, letter: str, field: PrintedField, ink: Srgb, turn: tuple[float, float], scale: float) -> None:
    """Own strokes, not a font of OpenCV's: those changed in 5.0, and the reading compares with these letters."""
    size = field.disc_mm * scale
    cos, sin = turn
    for stroke in LETTER_STROKES[letter]:
        points = [(field.x_mm + size * (x * cos - y * sin), field.y_mm + size * (x * sin + y * cos)) for x, y in stroke]
        for a, b in pairwise(points):
            canvas.line(a, b, size * 0.17, ink)


def _bowl(centre_x: float, from_deg: int, to_deg: int) -> tuple[tuple[float, float], ...]:
    """The round part of a small letter, in units of half a letter's height."""
    steps = range(from_deg, to_deg + 1, 15)
    return tuple((centre_x + 0.3 * math.cos(math.radians(t)), 0.15 + 0.3 * math.sin(math.radians(t))) for t in steps)


LETTER_STROKES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "A": (((-0.42, 0.4), (0.0, -0.62), (0.42, 0.4)), ((-0.26, 0.04), (0.26, 0.04))),
    "a": (_bowl(0.0, 0, 360), ((0.3, -0.18), (0.3, 0.47))),
    "b": (_bowl(0.0, 0, 360), ((-0.3, -0.6), (-0.3, 0.47))),
    "c": (_bowl(0.05, 45, 315),),
    "d": (_bowl(0.0, 0, 360), ((0.3, -0.6), (0.3, 0.47))),
    "e": (_bowl(0.0, 45, 360), ((-0.3, 0.15), (0.3, 0.15))),
}
"""Strokes as polylines, x right and y down from the middle of the field, in units of a capital's height."""


def _letter_turn(board: BoardProfile, color: str) -> tuple[float, float]:
    """Letters stand upright for the player at that side: cosine and sine of the turn (the first colour sits at the left)."""
    angle = math.pi / 2 + 2 * math.pi * board.colors.index(color) / len(board.colors)
    return round(math.cos(angle), 9), round(math.sin(angle), 9)


def _draw_marks(canvas: _Canvas, board: BoardProfile) -> None:
    ink = board.print_colours.ink
    for color in board.colors:
        if board.style.house_letters:
            _draw_house_letter(canvas, board, color)
        if board.style.way_arrows:
            _draw_start_arrow(canvas, board, color)
    for word, x_mm, y_mm, capital_mm in board.script:
        width = len(word) * capital_mm * 0.62
        canvas.text(word, x_mm + width / 2, y_mm - capital_mm * 0.3, capital_mm * 0.8, ink, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)


def _draw_house_letter(canvas: _Canvas, board: BoardProfile, color: str) -> None:
    house = [field for field in board.fields if field.kind == "house" and field.color == color]
    x, y = (sum(values) / len(house) for values in zip(*((f.x_mm, f.y_mm) for f in house), strict=True))
    canvas.text("B", x, y, house[0].disc_mm * 0.55, board.print_colours.ink, cv2.FONT_HERSHEY_SIMPLEX, 0)


def _draw_start_arrow(canvas: _Canvas, board: BoardProfile, color: str) -> None:
    """The thin arrow beside a start field that points the way round the track."""
    first = int(board.start[color][1:])
    here, there = board.fields[first], board.fields[(first + 1) % board.track]
    dx, dy = there.x_mm - here.x_mm, there.y_mm - here.y_mm
    ox, oy = dy * 0.66, -dx * 0.66
    a = (here.x_mm - dx * 0.2 + ox, here.y_mm - dy * 0.2 + oy)
    b = (here.x_mm + dx * 0.4 + ox, here.y_mm + dy * 0.4 + oy)
    canvas.line(a, b, board.width_mm * 0.0018, board.print_colours.ink)
    for side in (-1, 1):
        tail = (b[0] - dx * 0.1 + side * dy * 0.06, b[1] - dy * 0.1 - side * dx * 0.06)
        canvas.line(b, tail, board.width_mm * 0.0018, board.print_colours.ink)
