"""The camera's picture in the place of the drawn board, with the scene's marks on the real one.

Lines are petrol (rust for "look here") in both themes, with white casing (LOOK section 5). Drawn anew for every picture: the
picture is cut to the board, brought to size once, and only then drawn on, so that lines are as sharp as the screen is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
MARGIN, LEAST_MARGIN = 0.08, 0.035
"""Shares of the board's width that are shown round it; the least one has room for the signs at its corners."""
CASING = 1.1
"""White on both sides together, in widths of the line."""
THINNEST_PX, THINNEST_CASING_PX = 2.0, 3.0
_SHIFT = 4
"""cv2 takes points in sixteenths of a pixel."""


def live_view(bgr: BgrImage, marks: LiveMarks, size: Size, quarter_turns: int = 0) -> pygame.Surface:
    """The board's part of the picture, `size` pixels, with the marks; (height, width, 3) BGR in, a surface out.

    `quarter_turns`: turned clockwise, as the drawn board is; numbers stay upright.
    """
    turn = _turn(bgr, quarter_turns)
    marks = _turned(marks, turn)
    height, width = bgr.shape[:2]
    window = view_window(marks.corners, size, (height, width) if quarter_turns % 2 else (width, height))
    scale = size[0] / window.w
    picture = _cut(bgr, window, size, turn)
    for line in marks.lines:
        _draw_line(picture, line, window, scale)
    surface = pygame.image.frombuffer(picture.tobytes(), size, "BGR")
    for number in marks.numbers:
        sprite = _number(number.number, max(7, round(number.radius_px * scale)), number.ink)
        _put(surface, sprite, _placed(number.at, window, scale))
    for color, corner in zip(marks.colors, marks.corners, strict=False):
        _put(surface, _corner(color, max(8, round(size[0] * 0.03))), _placed(corner, window, scale))
    return surface


def view_window(corners: Sequence[Point], size: Size, within: Size | None = None) -> Rect:
    """The part of the picture, in its pixels, that shows the whole board and has the shape of `size`. It may reach beyond a
    picture of the size `within`, but the margin gives way first."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)

    def grown(margin: float) -> float:
        around = 2 * margin * max(wide, high)
        return max((wide + around) / size[0], (high + around) / size[1])

    grow = grown(MARGIN)
    if within is not None:
        grow = max(grown(LEAST_MARGIN), min(grow, within[0] / size[0], within[1] / size[1]))
    w, h = grow * size[0], grow * size[1]
    spare = LEAST_MARGIN * max(wide, high)
    x = _inside(min(xs) - spare, max(xs) + spare, w, None if within is None else within[0])
    return Rect(x, _inside(min(ys) - spare, max(ys) + spare, h, None if within is None else within[1]), w, h)


def _inside(first: float, last: float, length: float, within: int | None) -> float:
    """Where a stretch begins that has `first` to `last` in its middle, or is moved into the picture as far as both stay in it."""
    middle = (first + last - length) / 2
    if within is None:
        return middle
    held = min(max(middle, 0.0), within - length) if length <= within else (within - length) / 2
    return min(max(held, last - length), first)


def _turn(bgr: BgrImage, quarters: int) -> NDArray[np.float64]:
    """(3, 3): from pixels of the picture to those of the turned one."""
    height, width = bgr.shape[:2]
    turn = np.eye(3)
    for number in range(quarters % 4):
        quarter = np.array([[0.0, -1.0, (height, width)[number % 2] - 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
        turn = quarter @ turn
    return turn


def _turned(marks: LiveMarks, turn: NDArray[np.float64]) -> LiveMarks:
    def moved(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(
            (turn[0, 0] * x + turn[0, 1] * y + turn[0, 2], turn[1, 0] * x + turn[1, 1] * y + turn[1, 2]) for x, y in points
        )

    lines = tuple(replace(line, points=moved(line.points), tip=moved(line.tip)) for line in marks.lines)
    numbers = tuple(replace(number, at=moved([number.at])[0]) for number in marks.numbers)
    return replace(marks, lines=lines, numbers=numbers, corners=moved(marks.corners))


def _cut(bgr: BgrImage, window: Rect, size: Size, turn: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The window of the turned picture at its size; what lies beyond the picture is as its edge."""
    scale = size[0] / window.w
    # Pixel centres: a pixel's middle stays its middle when it is drawn larger.
    matrix = np.array([[scale, 0, (0.5 - window.x) * scale - 0.5], [0, scale, (0.5 - window.y) * scale - 0.5]])
    # A strip of another colour at the edge would look like a fault of the screen.
    cut = cv2.warpAffine(bgr, matrix @ turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
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
