"""`companion replay --show`: a game that was written down, on the screen."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.display import BoardTouched, KeyPressed, Pressed, Quit, Screen, UiEvent, video_driver
from companion.library.loading import LoadedGame
from companion.library.reel import Reel
from companion.library.stepping import Place, Turn
from companion.scene import Mode, Scene, SceneButton
from companion.screen_look import ScreenLook, worn
from companion.wish import Pick
from companion.words import Language
from hardware.errors import NoScreenError

WINDOW = (1280, 720)
POLL_S = 0.05
A_LINE_S = 0.9
"""How long a line is left to look at while the game plays itself."""

KEYS: Mapping[str, Turn] = {
    "right": Turn.NEXT,
    "left": Turn.BACK,
    "down": Turn.FAR_ON,
    "up": Turn.FAR_BACK,
    "home": Turn.FIRST,
    "end": Turn.LAST,
    "q": Turn.QUIT,
}
PLAY, BACK, CLOSE = "play", "back", "close"
LABELS: Mapping[Language, Mapping[str, str]] = {
    Language.GERMAN: {"play": "Abspielen", "pause": "Anhalten", "again": "Noch einmal", "back": "Zurück"},
    Language.ENGLISH: {"play": "Play", "pause": "Pause", "again": "Once more", "back": "Back"},
}


@dataclass(frozen=True, slots=True)
class Player:
    """Where one is, and whether the game plays itself since `since_s`."""

    place: Place
    playing: bool = False
    since_s: float = 0.0

    def toggled(self, now_s: float) -> Player:
        """Plays, or no longer; at the end from the beginning."""
        at_end = self.place.at == self.place.count - 1
        place = self.place.after(Turn.FIRST) if at_end and not self.playing else self.place
        return Player(place, not self.playing, now_s)

    def turned(self, turn: Turn) -> Player:
        """Somebody goes on by hand: it does not play itself any more."""
        return Player(self.place.after(turn))

    def later(self, now_s: float) -> Player:
        """What time brings; at the end it stops."""
        if not self.playing or now_s - self.since_s < A_LINE_S:
            return self
        place = self.place.after(Turn.NEXT)
        return Player(place, place.at < place.count - 1, now_s)


def on_event(player: Player, event: UiEvent, scene: Scene, now_s: float) -> Player:
    """What a key or a finger does: the left half of the board goes back, the right half on."""
    match event:
        case Quit() | Pressed("close") | KeyPressed("escape"):
            return player.turned(Turn.QUIT)
        case KeyPressed("space") | Pressed("play"):
            return player.toggled(now_s)
        case KeyPressed(key) if key in KEYS:
            return player.turned(KEYS[key])
        case Pressed("back"):
            return player.turned(Turn.BACK)
        case BoardTouched(field):
            return player.turned(Turn.BACK if _left_half(scene, field) else Turn.NEXT)
    return player


def with_buttons(scene: Scene, player: Player, language: Language, closable: bool = False) -> Scene:
    """The scene with what can be pressed; where no board is shown, also the way back: a line, or out of the game."""
    label = LABELS[language]
    at_end = player.place.at == player.place.count - 1
    name = "pause" if player.playing else "again" if at_end else "play"
    buttons: tuple[SceneButton, ...] = (
        SceneButton(PLAY, label[name], None if player.playing else "again" if at_end else "next", main=True, wish=Pick(PLAY)),
    )
    if scene.mode is Mode.END:
        buttons = (*buttons, SceneButton(CLOSE if closable else BACK, label["back"], "undo"))
    return replace(scene, buttons=buttons, closable=closable)


class Film:
    """A game that is being looked at: its scenes, and what fingers and keys do to them. `closable`: a cross leads back;
    `look`: how a screen that has no settings page of its own is to look."""

    def __init__(
        self,
        loaded: LoadedGame,
        language: Language,
        clock: Callable[[], float] = time.monotonic,
        closable: bool = False,
        look: ScreenLook | None = None,
    ) -> None:
        self._look = look
        self._reel, self._language, self._clock, self._closable = Reel(loaded, language), language, clock, closable
        self._player = Player(Place(len(self._reel)))
        self._scene = self._made()

    @property
    def left(self) -> bool:
        """Whether somebody has had enough."""
        return self._player.place.left

    def scene(self) -> Scene:
        """What to show now."""
        before, self._player = self._player, self._player.later(self._clock())
        if (before.place, before.playing) != (self._player.place, self._player.playing):
            self._scene = self._made()
        return self._scene

    def heard(self, event: UiEvent) -> None:
        """Somebody did something."""
        self._player = on_event(self._player, event, self._scene, self._clock())
        if not self.left:
            self._scene = self._made()

    def _made(self) -> Scene:
        scene = worn(self._reel.scene(self._player.place.at), self._look)
        return with_buttons(scene, self._player, self._language, self._closable)


def show_game(
    loaded: LoadedGame, language: Language, clock: Callable[[], float] = time.monotonic, look: ScreenLook | None = None
) -> None:
    """Shows the game until the window is closed. Raises `NoScreenError` where there is no screen."""
    if video_driver(os.environ) == "dummy":
        raise NoScreenError("there is no screen to show the game on; without --show it is told as text")
    screen = Screen(WINDOW)
    try:
        show_on(screen, loaded, language, clock, look=look)
    finally:
        screen.close()


def show_on(
    screen: Screen,
    loaded: LoadedGame,
    language: Language,
    clock: Callable[[], float] = time.monotonic,
    closable: bool = False,
    look: ScreenLook | None = None,
) -> bool:
    """Shows the game on a screen that is open, until somebody has had enough; False when the window itself was closed.

    `closable`: a cross in the corner leads back.
    """
    film = Film(loaded, language, clock, closable, look)
    while not film.left:
        screen.show(film.scene())
        for event in screen.poll(POLL_S):
            if isinstance(event, Quit):
                return False
            film.heard(event)
    return True


def _left_half(scene: Scene, field: str) -> bool:
    """As the board lies on the screen."""
    printed = scene.board.field(field)
    x, y = printed.x_mm - scene.board.width_mm / 2, printed.y_mm - scene.board.height_mm / 2
    return (x, -y, -x, y)[scene.quarter_turns % 4] < 0
