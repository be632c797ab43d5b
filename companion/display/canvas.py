"""A part of the picture: shapes drawn four times too large and scaled down smoothly, text at its true size on top.

Coordinates are pixels of the whole screen; a canvas covers a rectangle of it. Everything that could be checked by looking
is kept as data: the words with their boxes, the parts with theirs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal, NamedTuple

import pygame

from calibration.profile import Srgb
from companion.display import fonts, shapes
from companion.display.palette import Theme
from companion.display.shapes import Point

Anchor = Literal["left", "centre", "right"]


class Rect(NamedTuple):
    """Left, top, width, height in pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The first pixel to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The first pixel below it."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """The middle, across."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """The middle, down."""
        return self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def grown(self, by: float) -> Rect:
        """The rectangle moved outwards on all sides."""
        return Rect(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def meets(self, other: Rect) -> bool:
        """Whether the two overlap."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


@dataclass(frozen=True, slots=True)
class Word:
    """A line of text as drawn: `box` from the top of its capitals to its baseline; `room` the width it may have."""

    text: str
    size: float
    box: Rect
    room: float | None
    part: str
    """The part it belongs to (`button:again`), or empty."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something that text must not run into: a die, a pawn, a sign, a button."""

    name: str
    box: Rect


class Canvas:
    """Draws into `rect`; without `fill` the rest stays transparent. `u` is the unit of LOOK: a thirtieth of the screen."""

    oversize: ClassVar[int] = 4
    """pygame draws circles with hard edges: at four times the size, scaled down, they are smooth."""
    large_u: ClassVar[float] = 30
    """On screens from this unit on (900 lines), twice must do: 4 x would cost 130 MB, and 3 x shifts the colours
    (smoothscale rounds its thirds)."""

    def __init__(self, rect: Rect, u: float, theme: Theme, fill: Srgb | None) -> None:
        self.rect, self.u, self.theme = rect, u, theme
        self.words: list[Word] = []
        self.parts: list[Part] = []
        self._texts: list[tuple[pygame.Surface, tuple[int, int]]] = []
        self.scale = self.oversize if u < self.large_u else min(2, self.oversize)
        self._big = _sheet((round(rect.w) * self.scale, round(rect.h) * self.scale), fill is None)
        # Scaling down averages colour and alpha apart: with the halo's colour under the transparency, no dark seam appears.
        self._big.fill((*theme.halo, 0) if fill is None else fill)

    # ---- shapes ----

    def _at(self, x: float, y: float) -> Point:
        return (x - self.rect.x) * self.scale, (y - self.rect.y) * self.scale

    def polygon(self, points: Sequence[Point], colour: Srgb) -> None:
        """A filled polygon."""
        pygame.draw.polygon(self._big, colour, [self._at(x, y) for x, y in points])

    def disc(self, x: float, y: float, r: float, colour: Srgb) -> None:
        """A filled circle."""
        pygame.draw.circle(self._big, colour, self._at(x, y), r * self.scale)

    def box(self, rect: Rect, colour: Srgb, corner: float = 0, line: Srgb | None = None, line_width: float = 0) -> None:
        """A filled rectangle with round corners, inside a line if one is given."""
        x, y = self._at(rect.x, rect.y)
        big = pygame.Rect(round(x), round(y), round(rect.w * self.scale), round(rect.h * self.scale))
        if line is not None:
            pygame.draw.rect(self._big, line, big, border_radius=round(corner * self.scale))
            shrink = round(line_width * self.scale)
            big, corner = big.inflate(-2 * shrink, -2 * shrink), max(0.0, corner - line_width)
        pygame.draw.rect(self._big, colour, big, border_radius=round(corner * self.scale))

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        colour: Srgb,
        closed: bool = False,
        dash: tuple[float, float] | None = None,
    ) -> None:
        """A polyline with round ends and joints; `dash` gives the lengths of dash and gap."""
        line = [*points, points[0]] if closed else list(points)
        for piece in shapes.dashes(line, *dash) if dash else (line,):
            self._pen([self._at(x, y) for x, y in piece], width * self.scale / 2, colour)

    def _pen(self, big: Sequence[Point], r: float, colour: Srgb) -> None:
        for x, y in big:
            pygame.draw.circle(self._big, colour, (x, y), r)
        for (x0, y0), (x1, y1) in pairwise(big):
            length = math.hypot(x1 - x0, y1 - y0)
            if length > 0:
                nx, ny = (y1 - y0) / length * r, (x0 - x1) / length * r
                corners = ((x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny))
                pygame.draw.polygon(self._big, colour, corners)

    def ring(self, x: float, y: float, r: float, width: float, colour: Srgb, dash: tuple[float, float] | None = None) -> None:
        """A circle's line, `r` to its middle; dashes are fitted to come out even."""
        if dash is None:
            pygame.draw.circle(self._big, colour, self._at(x, y), (r + width / 2) * self.scale, max(1, round(width * self.scale)))
            return
        count = max(4, round(math.tau * r / sum(dash)))
        each, part = 360 / count, dash[0] / sum(dash)
        for k in range(count):
            self.stroke(shapes.arc(x, y, r, each * k, each * (k + part), 8), width, colour)

    def veil(self, colour: Srgb, alpha: int) -> None:
        """Covers all that is drawn so far."""
        cover = pygame.Surface(self._big.get_size(), pygame.SRCALPHA, 32)
        cover.fill((*colour, alpha))
        self._big.blit(cover, (0, 0))

    def tile(self, size: tuple[float, float]) -> pygame.Surface:
        """An empty surface of that many pixels, oversize, to be put on with `paste`."""
        return pygame.Surface((max(1, round(size[0] * self.scale)), max(1, round(size[1] * self.scale))), 0, 32)

    def paste(self, tile: pygame.Surface, x: float, y: float) -> None:
        """Puts an oversize surface on, its upper left corner at (x, y)."""
        big = self._at(x, y)
        self._big.blit(tile, (round(big[0]), round(big[1])))

    # ---- text ----

    def text(
        self,
        x: float,
        baseline: float,
        text: str,
        size: float,
        colour: Srgb | None = None,
        bold: bool = False,
        anchor: Anchor = "left",
        room: float | None = None,
        part: str = "",
    ) -> float:
        """One line; `room` is the width it is allowed. Returns its width."""
        face, text = fonts.font(round(size), bold), fonts.drawable(text)
        drawn = face.render(text, True, colour or self.theme.ink)
        width = drawn.get_width()
        left = x - {"left": 0.0, "centre": width / 2, "right": float(width)}[anchor]
        corner = (round(left - self.rect.x), round(baseline - self.rect.y) - face.get_ascent())
        self._texts.append((drawn, corner))
        self.words.append(Word(text, size, Rect(left, baseline - 0.72 * size, width, 0.72 * size), room, part))
        return width

    def paragraph(
        self,
        x: float,
        baseline: float,
        lines: Sequence[str],
        size: float,
        room: float,
        colour: Srgb | None = None,
        bold: bool = False,
        anchor: Anchor = "left",
    ) -> float:
        """Lines below each other, the first on `baseline`. Returns the baseline of the line that would follow."""
        for line in lines:
            self.text(x, baseline, line, size, colour, bold, anchor, room)
            baseline += size * fonts.LINE
        return baseline

    def claim(self, name: str, box: Rect) -> None:
        """Notes that a part takes this room."""
        self.parts.append(Part(name, box))

    # ---- result ----

    def flatten(self) -> pygame.Surface:
        """The picture at true size, text on top; transparent where nothing was drawn and no fill was given.

        Ends the canvas: its sheet goes to the next one.
        """
        size = (round(self.rect.w), round(self.rect.h))
        flat = pygame.transform.smoothscale(self._big, size)
        _put_by(self._big)
        del self._big
        for drawn, corner in self._texts:
            flat.blit(drawn, corner)
        return flat


# Getting a fresh sheet of 30 MB and more from the system takes longer than drawing on it, so the last ones are put by.
# Canvases belong to the one thread that draws.
_spare: list[pygame.Surface] = []
_SPARE_SHEETS, _WORTH_KEEPING_PX = 2, 500_000


def _sheet(size: tuple[int, int], transparent: bool) -> pygame.Surface:
    """A surface of that size with anything on it."""
    for i, sheet in enumerate(_spare):
        if sheet.get_size() == size and bool(sheet.get_flags() & pygame.SRCALPHA) == transparent:
            return _spare.pop(i)
    return pygame.Surface(size, pygame.SRCALPHA if transparent else 0, 32)


def _put_by(sheet: pygame.Surface) -> None:
    if sheet.get_width() * sheet.get_height() >= _WORTH_KEEPING_PX:
        _spare.append(sheet)
        del _spare[:-_SPARE_SHEETS]
