"""From what was touched on a scene to what is wanted: the scene says what each of its buttons and cards stands for."""

from __future__ import annotations

from collections.abc import Mapping

from companion.scene import Mode, Scene
from companion.wish import (
    AsItStands,
    Back,
    CannotMove,
    Close,
    Correct,
    CountAlong,
    FromStart,
    GoOn,
    GoOnOtherwise,
    LookAgain,
    More,
    NewGame,
    NewPlayers,
    Pick,
    ShowEvening,
    ShowSettings,
    Touch,
    Wish,
)

BY_ID: Mapping[str, Wish] = {
    "different": Correct(),
    "close": Close(),
    "more": More(),
    "count": CountAlong(),
    "from_start": FromStart(),
    "start": GoOn(),
    "again": LookAgain(),
    "cannot_move": CannotMove(),
    "new": NewGame(),
    "players": NewPlayers(),
    "otherwise": GoOnOtherwise(),
    "as_it_stands": AsItStands(),
    "evening": ShowEvening(),
    "back": Back(),
    "settings": ShowSettings(),
}
"""What signs and buttons stand for that carry no wish of their own."""

SETTINGS = "settings"
"""The sign in the corner; where it is asked who plays it leads to the rules."""


def wish_of_button(scene: Scene, button: str) -> Wish | None:
    """What is wanted by whoever touches that button, card or sign of the scene; None: nothing that a game knows."""
    if button == SETTINGS and scene.mode is Mode.SETUP:
        return Pick("back")
    offered = [
        (one.id, one.wish) for kind in (scene.buttons, scene.choices, scene.letters, scene.rows, scene.tabs) for one in kind
    ]
    return next((wish for name, wish in offered if name == button and wish is not None), BY_ID.get(button))


def wishes_of_field(scene: Scene, field: str) -> tuple[Wish, ...]:
    """What is wanted by whoever touches a field of the board: to count from there, or on; else the moves that may have begun or
    ended there."""
    if field in scene.counts:
        return (CountAlong(field),)
    if scene.mode in (Mode.CORRECT, Mode.COUNT):
        return (Touch(field),)
    return (Correct(), Touch(field)) if scene.correctable or scene.mode is Mode.WRONG else ()
