"""Scenes for tables without a touch screen: a ring round what has the focus, and how to go on along the lower edge.

The scene itself is drawn as always, on a screen that is lower by the strip: nothing ever lies on anything.
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from companion.display import fonts, palette, shapes
from companion.display.canvas import Canvas, Rect
from companion.display.layout import Size
from companion.display.panel import fit
from companion.display.render import Picture, Renderer
from companion.focus import Guide
from companion.scene import Scene

STRIP, TEXT = 2.4, 1.3
"""Height of the strip and size of its text in u."""
OUTSIDE, PEN, HALO = 0.1, 0.4, 0.75
"""In u: how far the ring lies outside of what it surrounds, the width of its line, and of the halo under it."""


class GuidedRenderer:
    """Draws scenes at one size, with or without a guide."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self._plain = Renderer(size)
        self.u = self._plain.layout.u
        self._strip = round(STRIP * self.u)
        self._lower = Renderer((size[0], size[1] - self._strip))

    def draw(self, scene: Scene, pressed: str | None = None, guide: Guide | None = None) -> Picture:
        """The scene as a picture of the whole size."""
        if guide is None:
            return self._plain.draw(scene, pressed)
        picture = self._lower.draw(scene, pressed)
        surface = pygame.Surface(self.size, 0, 32)
        surface.blit(picture.surface, (0, 0))
        words = self._put_strip(surface, guide.text, scene.night)
        for touch in picture.touches:
            if touch.id == guide.thing:
                self._put_ring(surface, touch.box, scene.night)
        return replace(picture, surface=surface, words=(*picture.words, *words.words))

    def token_u(self, guide: Guide | None) -> float:
        """The unit in which the scene's pieces are drawn."""
        return self.u if guide is None else self._lower.layout.u

    def _put_strip(self, surface: pygame.Surface, text: str, night: bool) -> Canvas:
        """The lower edge: a line, and the words in its middle."""
        theme, u, (width, height) = palette.theme(night), self.u, self.size
        top = height - self._strip
        canvas = Canvas(Rect(0, top, width, self._strip), u, theme, theme.ink)
        lines, size = fit(text, (TEXT * u,), width - 2 * u, 1, bold=False)
        canvas.text(width / 2, top + self._strip / 2 + size * fonts.CAP_MIDDLE, lines[0], size, theme.paper, anchor="centre")
        surface.blit(canvas.flatten(), (0, top))
        return canvas

    def _put_ring(self, surface: pygame.Surface, box: Rect, night: bool) -> None:
        theme, u = palette.theme(night), self.u
        edge = HALO * u / 2
        screen = Rect(0, 0, surface.get_width(), surface.get_height() - self._strip)
        around = _within(box.grown(OUTSIDE * u), screen.grown(-edge))
        canvas = Canvas(around.grown(edge + 2), u, theme, None)
        outline = shapes.round_box(around.x, around.y, around.right, around.bottom, 1.0 * u)
        canvas.stroke(outline, HALO * u, theme.halo, closed=True)
        canvas.stroke(outline, PEN * u, theme.accent, closed=True)
        surface.blit(canvas.flatten(), (round(canvas.rect.x), round(canvas.rect.y)))


def _within(box: Rect, screen: Rect) -> Rect:
    """What of the box lies on the screen."""
    left, top = max(box.x, screen.x), max(box.y, screen.y)
    return Rect(left, top, min(box.right, screen.right) - left, min(box.bottom, screen.bottom) - top)
