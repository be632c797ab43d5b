"""Scenes as arrays of pixels, for whoever writes pictures and films of them."""

from __future__ import annotations

import numpy as np
import pygame
from numpy.typing import NDArray

from companion.display.layout import Size
from companion.display.render import Renderer
from companion.scene import Scene

RgbImage = NDArray[np.uint8]
"""(height, width, 3), sRGB."""


class Painter:
    """Draws scenes at one size; opens no window. What does not change between scenes is drawn once."""

    def __init__(self, size: Size) -> None:
        self._renderer = Renderer(size)

    def rgb(self, scene: Scene) -> RgbImage:
        """The scene as (height, width, 3) sRGB values."""
        surface = self._renderer.draw(scene).surface
        return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))

    def board_rgb(self, scene: Scene) -> RgbImage:
        """Only the square with the board. Raises `ValueError` for a scene that shows none."""
        picture = self._renderer.draw(scene)
        if picture.board is None:
            raise ValueError(f"expected a scene with a board, got {scene.mode}")
        square = picture.board.square
        cut = pygame.Rect(round(square.x), round(square.y), round(square.w), round(square.h))
        return np.ascontiguousarray(pygame.surfarray.array3d(picture.surface.subsurface(cut)).swapaxes(0, 1))
