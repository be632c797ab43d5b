"""Screens as PNG files, without any window. All raise `DeviceError` when the file cannot be written."""

from __future__ import annotations

from pathlib import Path

import pygame

from companion.display.layout import Size
from companion.display.live import LivePainter
from companion.display.live_view import live_view
from companion.display.render import Renderer
from companion.live_marks import LiveShot, live_marks
from companion.live_picture import LivePicture
from companion.scene import Scene
from hardware.errors import DeviceError


def save_picture(scene: Scene, size: Size, path: Path) -> None:
    """Writes a scene."""
    write_surface(Renderer(size).draw(scene).surface, path)


def save_live_picture(live: LivePicture, size: Size, path: Path) -> None:
    """Writes the camera's picture with what lies over it, as on the screen."""
    write_surface(LivePainter(size).draw(live).surface, path)


def save_live_view(scene: Scene, shot: LiveShot, size: Size, path: Path) -> None:
    """Writes a scene with the camera's picture and its marks in the place of the drawn board. The scene has to show a board."""
    picture = Renderer(size).draw(scene)
    assert picture.board is not None
    at, surface = picture.board.square, picture.surface.copy()
    marks = live_marks(scene, shot.registration, shot.lens)
    surface.blit(live_view(shot.bgr, marks, (round(at.w), round(at.h)), scene.quarter_turns), (at.x, at.y))
    write_surface(surface, path)


def write_surface(surface: pygame.Surface, path: Path) -> None:
    """Writes what is drawn already."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(surface, path)
    except (OSError, pygame.error) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or error
        raise DeviceError(f"the picture cannot be written to {path}: {why}") from None
