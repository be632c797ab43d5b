"""The camera's picture in the place of the drawn board, with the scene's marks on the real one.

Lines are petrol (rust for "look here") in both themes, with white casing (LOOK section 5). Drawn anew for every picture: the
picture is cut to the board, brought to size once, and only then drawn on, so that lines are as sharp as the screen is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from calibration.profile import Srgb
from companion.display import fonts, parts, shapes
from companion.display.canvas import Canvas, Rect
from companion.display.layout import Size
from companion.display.palette import DAY, WHITE, tone
from companion.live_marks import Ink, LiveLine, LiveMarks
from companion.live_picture import Point
from hardware.ports import BgrImage

INKS: Mapping[Ink, Srgb] = {Ink.CAN: DAY.accent, Ink.LOOK: DAY.error}
MARGIN = 0.08
"""Share of the board's width that is shown round it."""
CASING = 1.1
"""White on both sides together, in widths of the line."""
THINNEST_PX, THINNEST_CASING_PX = 2.0, 3.0
_SHIFT = 4
"""cv2 takes points in sixteenths of a pixel."""


def live_view(bgr: BgrImage, marks: LiveMarks, size: Size) -> pygame.Surface:
    """The board's part of the picture, `size` pixels, with the marks; (height, width, 3) BGR in, a surface out."""
    window = view_window(marks.corners, size)
    scale = size[0] / window.w
    picture = _cut(bgr, window, size)
    for line in marks.lines:
        _draw_line(picture, line, window, scale)
    surface = pygame.image.frombuffer(picture.tobytes(), size, "BGR")
    for number in marks.numbers:
        sprite = _number(number.number, max(7, round(number.radius_px * scale)), number.ink)
        _put(surface, sprite, _placed(number.at, window, scale))
    for color, corner in zip(marks.colors, marks.corners, strict=False):
        _put(surface, _corner(color, max(8, round(size[0] * 0.03))), _placed(corner, window, scale))
    return surface


def view_window(corners: Sequence[Point], size: Size) -> Rect:
    """The part of the picture, in its pixels, that shows the whole board and has the shape of `size`. It may reach beyond."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    margin = MARGIN * max(max(xs) - min(xs), max(ys) - min(ys))
    width, height = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    grow = max(width / size[0], height / size[1])
    w, h = grow * size[0], grow * size[1]
    return Rect((max(xs) + min(xs) - w) / 2, (max(ys) + min(ys) - h) / 2, w, h)


def _cut(bgr: BgrImage, window: Rect, size: Size) -> NDArray[np.uint8]:
    """The window at its size; what lies beyond the picture is grey."""
    scale = size[0] / window.w
    # Pixel centres: a pixel's middle stays its middle when it is drawn larger.
    matrix = np.array([[scale, 0, (0.5 - window.x) * scale - 0.5], [0, scale, (0.5 - window.y) * scale - 0.5]])
    cut = cv2.warpAffine(bgr, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(118, 118, 118))
    return np.asarray(cut, dtype=np.uint8)


def _placed(point: Point, window: Rect, scale: float) -> Point:
    return (point[0] + 0.5 - window.x) * scale - 0.5, (point[1] + 0.5 - window.y) * scale - 0.5


def _draw_line(picture: NDArray[np.uint8], line: LiveLine, window: Rect, scale: float) -> None:
    points = [_placed(point, window, scale) for point in line.points]
    width = max(THINNEST_PX, line.width_px * scale)
    tip = [_placed(point, window, scale) for point in line.tip]
    closed = [*points, points[0]] if line.closed else points
    pieces = list(shapes.dashes(closed, 2.2 * width, 2.4 * width)) if line.dashed else [tuple(closed)]
    casing = max(THINNEST_CASING_PX, CASING * width)
    for beyond, colour in ((casing, WHITE), (0.0, INKS[line.ink])):
        cv2.polylines(picture, [_fixed(piece) for piece in pieces], False, *_pen(colour, width + beyond))
        if tip:
            cv2.fillPoly(picture, [_fixed(tip)], colour[::-1], cv2.LINE_AA, _SHIFT)
            cv2.polylines(picture, [_fixed(tip)], True, *_pen(colour, max(1.0, beyond)))


def _pen(colour: Srgb, width: float) -> tuple[tuple[int, ...], int, int, int]:
    """What cv2 wants to know of a line: BGR, whole pixels, smooth, sixteenths."""
    return colour[::-1], max(1, round(width)), cv2.LINE_AA, _SHIFT


def _fixed(points: Sequence[Point]) -> NDArray[np.int32]:
    return np.round(np.array(points) * (1 << _SHIFT)).astype(np.int32)


def _put(surface: pygame.Surface, sprite: pygame.Surface, at: Point) -> None:
    surface.blit(sprite, (round(at[0] - sprite.get_width() / 2), round(at[1] - sprite.get_height() / 2)))


@lru_cache(maxsize=128)
def _number(number: int, r: int, ink: Ink) -> pygame.Surface:
    """White figure on a disc with casing."""
    c = _canvas(r)
    c.disc(0, 0, r * 1.16, WHITE)
    c.disc(0, 0, r, INKS[ink])
    size = r * 1.42
    c.text(0, size * fonts.CAP_MIDDLE, str(number), size, WHITE, True, "centre")
    return c.flatten()


@lru_cache(maxsize=16)
def _corner(color: str, r: int) -> pygame.Surface:
    """A player's sign, as where the camera is set up."""
    c, of = _canvas(r), tone(color)
    c.disc(0, 0, r * 1.16, WHITE)
    c.disc(0, 0, r, DAY.accent)
    c.disc(0, 0, r * 0.86, of.normal)
    parts.glyph(c, of, 0, 0, r * 0.46, of.on, of.normal)
    return c.flatten()


def _canvas(r: int) -> Canvas:
    half = round(r * 1.16) + 2
    return Canvas(Rect(-half, -half, 2 * half, 2 * half), 1.0, DAY, None)
