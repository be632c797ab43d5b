"""Which of the screens without a board draws what."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.display.asking import draw_question
from companion.display.evening_table import draw_evening
from companion.display.full import FullScreen
from companion.display.layout import Layout
from companion.display.letters import draw_letters
from companion.display.library_view import draw_library
from companion.display.palette import Theme
from companion.display.picking import draw_cards, draw_players
from companion.display.score_view import draw_figures, draw_hall
from companion.scene import Mode, Scene

FULL: Mapping[Mode, Callable[[FullScreen], None]] = {
    Mode.ASK: draw_question,
    Mode.SETUP: draw_players,
    Mode.NAME: draw_letters,
    Mode.RULES: draw_cards,
    Mode.EVENING: draw_evening,
    Mode.FIGURES: draw_figures,
    Mode.HALL: draw_hall,
    Mode.LIBRARY: draw_library,
}
"""The screens that have no board beside them; the podium at the end draws itself."""


def draw_full(at: Layout, theme: Theme, scene: Scene, pressed: str | None) -> FullScreen:
    """The whole screen."""
    screen = FullScreen(at, theme, scene, pressed)
    FULL[scene.mode](screen)
    return screen
