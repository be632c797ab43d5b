"""The library on the screen: the list is gone through by touch, a game is opened, deleted after a question."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date

from calibration.profile import load_profile
from companion.app.replay import POLL_S, WINDOW, show_on
from companion.display import KeyPressed, Pressed, Quit, Screen, UiEvent, video_driver
from companion.library.games import Library
from companion.library.loading import load_game
from companion.library.shelf import Delete, Open, Shelf, not_deleted, shelf_picked, without
from companion.library_scenes import library_scene, shelf_closed
from companion.scene import Scene
from companion.screen_look import ScreenLook, worn
from companion.wish import Close, Pick
from companion.wishing import wish_of_button
from companion.words import Language
from hardware.errors import CompanionError, NoScreenError

BOARD = "schmidt-4"
"""No board is drawn beside the list; a scene has one all the same."""


def show_library(
    library: Library,
    language: Language,
    screen: Screen | None = None,
    today: date | None = None,
    look: ScreenLook | None = None,
) -> bool:
    """Shows the games until the list is closed; on a window of its own, or on `screen`, which stays open.

    False when that window was closed meanwhile. Raises `NoScreenError` where there is no screen.
    """
    if screen is not None:
        ended, screen.escape_ends = screen.escape_ends, False
        try:
            return _shown(screen, library, language, today or date.today(), look)
        finally:
            screen.escape_ends = ended
    if video_driver(os.environ) == "dummy":
        raise NoScreenError("there is no screen to show the games on; without --screen they are listed as text")
    own = Screen(WINDOW)
    try:
        return show_library(library, language, own, today, look)
    finally:
        own.close()


def _shown(screen: Screen, library: Library, language: Language, today: date, look: ScreenLook | None) -> bool:
    board, shelf = load_profile(BOARD), Shelf(library.games(), today)
    left: Shelf | None = shelf
    while left is not None:
        scene = worn(library_scene(left, board, language), look)
        screen.show(scene)
        for event in screen.poll(POLL_S):
            if isinstance(event, Quit):
                return False
            left = None if left is None else on_event(left, event, scene)
            if left is not None and left.wants is not None:
                left, goes_on = done(left, library, screen, language, look)
                if not goes_on:
                    return False
                break  # what was touched meanwhile was meant for another scene
    return True


def on_event(shelf: Shelf, event: UiEvent, scene: Scene) -> Shelf | None:
    """What a finger or a key does; None: the list is closed."""
    match event:
        case KeyPressed("escape" | "q"):
            return shelf_closed(shelf)
        case KeyPressed("down" | "right" | "pagedown" | "page down"):
            return shelf_picked(shelf, "older")
        case KeyPressed("up" | "left" | "pageup" | "page up"):
            return shelf_picked(shelf, "newer")
        case Pressed(button):
            match wish_of_button(scene, button):
                case Close():
                    return shelf_closed(shelf)
                case Pick(answer):
                    return shelf_picked(shelf, answer)
    return shelf


def done(
    shelf: Shelf, library: Library, screen: Screen, language: Language, look: ScreenLook | None = None
) -> tuple[Shelf, bool]:
    """What is wanted is done; the list after it, and whether the window is still open."""
    match shelf.wants:
        case Open(file):
            try:
                loaded = load_game(library.folder / file)
            except CompanionError:  # it was there and whole when it was listed
                return without(shelf, file), True
            return replace(shelf, wants=None), show_on(screen, loaded, language, closable=True, look=look)
        case Delete(file):
            return deleted(shelf, library, file), True
    return shelf, True


def deleted(shelf: Shelf, library: Library, file: str) -> Shelf:
    """The list after that game was deleted, or could not be."""
    try:
        library.delete(library.folder / file)
    except CompanionError:
        return not_deleted(shelf)
    return without(shelf, file)
