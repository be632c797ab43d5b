"""What people want of the scene that is shown: by fingers, by keys, or by the one button at the pins."""

from __future__ import annotations

from collections.abc import Mapping

from companion.app.own_look import OwnLook
from companion.display import BoardTouched, KeyPressed, Pressed, Screen, UiEvent
from companion.focus import By, Focus, Guide, chosen, is_asked, moved, settled
from companion.scene import Scene
from companion.wish import Back, Close, Pick, Wish
from companion.wishing import SETTINGS, wish_of_button, wishes_of_field
from companion.words import Language, lines
from companion.words.going_on import Handled, Handling
from hardware.parts import Press

STEPS: Mapping[str, int] = {"tab": 1, "right": 1, "down": 1, "left": -1, "up": -1}
CHOOSE = ("return", "enter", "space")
ESCAPE = "escape"
HANDLED = {By.KEYS: Handled.KEYS, By.BUTTON: Handled.BUTTON}


class Hands:
    """Shows scenes with what has the focus, and turns what is done into wishes.

    `button`: a button "next" is fitted, so that it is told how it is used wherever something is asked, until a finger comes.
    """

    def __init__(self, screen: Screen, language: Language, button: bool = False, look: OwnLook | None = None) -> None:
        self._screen, self._language = screen, language
        self._told, self._look = button, look
        self._under: Scene | None = None
        self._focus = Focus()
        self._scene: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Shows the scene. Raises `DeviceError` when the screen has gone."""
        self._under = scene
        scene = scene if self._look is None else self._look.over(scene)
        if scene != self._scene:
            self._focus = settled(self._focus, scene)
        self._scene = scene
        self._screen.escape_ends = way_back(scene) is None
        self._screen.show(scene, self._guide(scene))

    def heard(self, event: UiEvent) -> tuple[Wish, ...]:
        """What is wanted by whoever did that; how the screen looks is settled here."""
        return self._without_look(self._heard(event))

    def _without_look(self, wishes: tuple[Wish, ...]) -> tuple[Wish, ...]:
        if self._look is None or self._under is None:
            return wishes
        left = tuple(wish for wish in wishes if not self._look.took(wish))
        if len(left) < len(wishes):
            self.show(self._under)
        return left

    def _heard(self, event: UiEvent) -> tuple[Wish, ...]:
        scene = self._scene
        if scene is None:
            return ()
        match event:
            case KeyPressed(key) if key in STEPS:
                self._step(STEPS[key], By.KEYS)
            case KeyPressed(key) if key in CHOOSE:
                return self._choose()
            case KeyPressed("escape"):
                return _only(way_back(scene))
            case Pressed(button):
                self._by_finger()
                return _only(wish_of_button(scene, button))
            case BoardTouched(field):
                self._by_finger()
                return wishes_of_field(scene, field)
        return ()

    def pressed(self, press: Press) -> tuple[Wish, ...]:
        """What is wanted by whoever pressed a button at the pins so."""
        return self._without_look(self._pressed(press))

    def _pressed(self, press: Press) -> tuple[Wish, ...]:
        if self._scene is None:
            return ()
        if press is Press.UNDO:
            return _only(way_back(self._scene))
        if press is Press.CHOOSE:
            return self._choose()
        self._step(1, By.BUTTON)
        return ()

    def _step(self, steps: int, by: By) -> None:
        assert self._scene is not None
        self._focus = moved(self._focus, self._scene, steps, by)
        if self._under is not None:
            self.show(self._under)

    def _choose(self) -> tuple[Wish, ...]:
        assert self._scene is not None
        thing = chosen(self._focus, self._scene)
        return () if thing is None else _only(wish_of_button(self._scene, thing))

    def _by_finger(self) -> None:
        self._focus, self._told = Focus(), False

    def _guide(self, scene: Scene) -> Guide | None:
        by = self._focus.by
        if self._focus.thing is not None and by is not None:
            return Guide(self._focus.thing, self._text(by))
        return Guide(None, self._text(By.BUTTON)) if self._told and is_asked(scene) else None

    def _text(self, by: By) -> str:
        return lines(self._language, Handling(HANDLED[by])).title


def way_back(scene: Scene) -> Wish | None:
    """What is wanted by whoever goes back from the scene; None where there is nothing behind it."""
    if scene.closable:
        return Close()
    for name in [button.id for button in scene.buttons] + [choice.id for choice in scene.choices]:
        wish = wish_of_button(scene, name)
        if wish in (Back(), Pick("back")):
            return wish
    behind = wish_of_button(scene, SETTINGS) if scene.settings else None
    return behind if behind == Pick("back") else None


def _only(wish: Wish | None) -> tuple[Wish, ...]:
    return () if wish is None else (wish,)
