"""A scene as a picture, without any window. What is expensive is kept: the printed board, the panel, the layer of pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pygame

from companion.display import palette
from companion.display.alone import FULL, draw_full
from companion.display.board import print_board
from companion.display.canvas import Canvas, Part, Rect, Word
from companion.display.layout import BoardGeometry, Layout, Size, layout
from companion.display.overlay import RESTING, draw_overlay
from companion.display.panel import Touch
from companion.display.parts import token
from companion.display.podium import draw_end
from companion.display.screens import draw_panel
from companion.scene import Mode, Scene


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn scene: the pixels, and what lies where."""

    surface: pygame.Surface
    words: tuple[Word, ...]
    parts: tuple[Part, ...]
    touches: tuple[Touch, ...]
    board: BoardGeometry | None
    panel: Rect | None = None
    """Where the panel is, beside the board."""

    def hit(self, x: float, y: float) -> str | None:
        """The id of the button at that pixel."""
        return next((touch.id for touch in self.touches if touch.box.holds(x, y)), None)

    def field_at(self, x: float, y: float) -> str | None:
        """The name of the field at that pixel."""
        return None if self.board is None else self.board.nearest(x, y)


@dataclass(frozen=True, slots=True)
class Layer:
    """A finished part of the picture."""

    surface: pygame.Surface
    rect: Rect
    words: tuple[Word, ...]
    parts: tuple[Part, ...]
    touches: tuple[Touch, ...] = ()

    @staticmethod
    def of(canvas: Canvas, touches: list[Touch] | None = None) -> Layer:
        """Flattens a canvas."""
        return Layer(canvas.flatten(), canvas.rect, tuple(canvas.words), tuple(canvas.parts), tuple(touches or ()))


class _Kept:
    """The last few layers by what they were made from."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._layers: list[tuple[object, Layer]] = []

    def get(self, key: object, make: Callable[[], Layer]) -> Layer:
        """The kept layer of an equal key, else a new one."""
        for i, (known, layer) in enumerate(self._layers):
            if known == key:
                self._layers.append(self._layers.pop(i))
                return layer
        layer = make()
        self._layers = [*self._layers, (key, layer)][-self._most :]
        return layer


class Renderer:
    """Draws scenes at one size."""

    def __init__(self, size: Size) -> None:
        self.layout: Layout = layout(size)
        self._boards, self._panels, self._overlays = _Kept(3), _Kept(8), _Kept(4)

    def draw(self, scene: Scene, pressed: str | None = None) -> Picture:
        """The scene as a picture; `pressed` is the button under the finger."""
        surface = pygame.Surface(self.layout.size, 0, 32)
        theme = palette.theme(scene.night)
        surface.fill(theme.paper)
        if scene.mode is Mode.END or scene.mode in FULL:
            layers, geometry = [self._alone(scene, pressed)], None
        else:
            geometry = BoardGeometry(scene.board, self.layout.board, scene.quarter_turns % 4)
            layers = [self._print(scene, geometry), self._overlay(scene, geometry), self._panel(scene, pressed)]
        for layer in layers:
            surface.blit(layer.surface, (round(layer.rect.x), round(layer.rect.y)))
        return Picture(
            surface,
            tuple(word for layer in layers for word in layer.words),
            tuple(part for layer in layers for part in layer.parts),
            tuple(touch for layer in layers for touch in layer.touches),
            geometry,
            None if geometry is None else self.layout.panel,
        )

    def _alone(self, scene: Scene, pressed: str | None) -> Layer:
        """A screen without the board."""

        def make() -> Layer:
            theme = palette.theme(scene.night)
            if scene.mode is Mode.END:
                return Layer.of(*draw_end(self.layout, theme, scene, pressed))
            full = draw_full(self.layout, theme, scene, pressed)
            layer = Layer.of(full.c, full.touches)
            for inset in full.insets:
                layer.surface.blit(inset.surface, (round(inset.x), round(inset.y)))
            return layer

        return self._panels.get((scene, pressed), make)

    def _print(self, scene: Scene, geometry: BoardGeometry) -> Layer:
        quiet = scene.mode in RESTING
        theme = palette.theme(scene.night)

        def make() -> Layer:
            return Layer.of(print_board(geometry, self.layout.u, theme, quiet))

        return self._boards.get((geometry, scene.night, quiet), make)

    def _overlay(self, scene: Scene, geometry: BoardGeometry) -> Layer:
        key = replace(scene, players=(), title="", sentence="", buttons=(), throw=None, reason=None, on=None, settings=False)
        key = replace(key, choices=(), scores=(), closable=False, correctable=False)

        def make() -> Layer:
            layer = Layer.of(draw_overlay(geometry, self.layout.u, palette.theme(scene.night), scene))
            veil = RESTING.get(scene.mode)
            if veil is not None:
                cover = pygame.Surface(layer.surface.get_size(), pygame.SRCALPHA, 32)
                cover.fill((*palette.theme(scene.night).paper, veil))
                layer.surface.blit(cover, (0, 0))
            return layer

        return self._overlays.get(key, make)

    def _panel(self, scene: Scene, pressed: str | None) -> Layer:
        key = replace(scene, pieces=(), moves=(), marks=(), focus=None, quarter_turns=0, way=None)

        def make() -> Layer:
            panel = draw_panel(self.layout, palette.theme(scene.night), scene, pressed)
            return Layer.of(panel.c, panel.touches)

        return self._panels.get((key, pressed), make)


def token_picture(color: str, geometry: BoardGeometry, u: float, night: bool) -> pygame.Surface:
    """A piece alone on transparent ground, its middle in the middle of the picture."""
    half = round(geometry.piece_radius * 1.16) + 2
    canvas = Canvas(Rect(0, 0, 2 * half, 2 * half), u, palette.theme(night), None)
    token(canvas, palette.tone(color), half, half, geometry.piece_radius)
    return canvas.flatten()


def render(scene: Scene, size: Size) -> pygame.Surface:
    """The scene as a picture of `size` pixels; opens no window."""
    return Renderer(size).draw(scene).surface
