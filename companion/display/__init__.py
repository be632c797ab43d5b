"""The screen: the only place that imports pygame. It draws a `companion.scene.Scene` and decides nothing about the game."""

from companion.display.driver import video_driver
from companion.display.render import render
from companion.display.saving import save_live_picture, save_live_view, save_picture
from companion.display.screen import BoardTouched, KeyPressed, Pressed, Quit, Screen, UiEvent

__all__ = [
    "BoardTouched",
    "KeyPressed",
    "Pressed",
    "Quit",
    "Screen",
    "UiEvent",
    "render",
    "save_live_picture",
    "save_live_view",
    "save_picture",
    "video_driver",
]
