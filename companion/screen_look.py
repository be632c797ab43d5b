"""How the screen looks and sounds, as set on the screen itself. Frozen; every touch gives the next value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.scene import Mode, Scene
from companion.words import Language
from companion.words.looks import LookOption, LookValue

VOLUMES: Mapping[int, LookValue] = {
    0: LookValue.OFF,
    30: LookValue.QUIET,
    60: LookValue.MEDIUM,
    80: LookValue.LOUD,
    100: LookValue.FULL,
}
"""Percent, and what they are called; a touch goes to the next one."""
TURNS = (LookValue.AS_BUILT, LookValue.QUARTER, LookValue.HALF, LookValue.THREE_QUARTERS)
WITH_SIGN = frozenset(
    {Mode.TURN, Mode.THROW, Mode.SIX_AGAIN, Mode.NO_MOVE, Mode.COUNT, Mode.START_CHECK, Mode.LOST, Mode.LOOKING}
)
"""The screens that have the settings sign in their corner: those of the mock-ups, and those on which people wait and look."""


@dataclass(frozen=True, slots=True)
class ScreenLook:
    """`voice` and `effects` in percent; `calm`: reduced motion; `live`: the camera's picture instead of the drawn board."""

    language: Language = Language.GERMAN
    voice: int = 80
    effects: int = 60
    night: bool = False
    large: bool = False
    live: bool = False
    calm: bool = False
    quarter_turns: int = 0


def stepped(look: ScreenLook, option: LookOption) -> ScreenLook:
    """The look with the next value of one setting."""
    match option:
        case LookOption.VOICE:
            return replace(look, voice=_louder(look.voice))
        case LookOption.EFFECTS:
            return replace(look, effects=_louder(look.effects))
        case LookOption.NIGHT:
            return replace(look, night=not look.night)
        case LookOption.LARGE:
            return replace(look, large=not look.large)
        case LookOption.LIVE:
            return replace(look, live=not look.live)
        case LookOption.CALM:
            return replace(look, calm=not look.calm)
        case LookOption.TURN:
            return replace(look, quarter_turns=(look.quarter_turns + 1) % 4)
    languages = list(Language)
    return replace(look, language=languages[(languages.index(look.language) + 1) % len(languages)])


def value_of(look: ScreenLook, option: LookOption) -> LookValue:
    """What the setting is now, as it is told."""
    match option:
        case LookOption.VOICE:
            return _called(look.voice)
        case LookOption.EFFECTS:
            return _called(look.effects)
        case LookOption.TURN:
            return TURNS[look.quarter_turns]
        case LookOption.LANGUAGE:
            return LookValue(str(look.language))
    is_on = {LookOption.NIGHT: look.night, LookOption.LARGE: look.large, LookOption.LIVE: look.live, LookOption.CALM: look.calm}
    return LookValue.ON if is_on[option] else LookValue.OFF


def dressed(scene: Scene, look: ScreenLook) -> Scene:
    """The scene as this screen shows it."""
    sign = scene.settings or (scene.mode in WITH_SIGN and not scene.closable)
    return replace(scene, night=look.night, large=look.large, quarter_turns=look.quarter_turns, settings=sign)


def worn(scene: Scene, look: ScreenLook | None) -> Scene:
    """As `dressed`, where no page can be opened to set anything; no look: as it is."""
    return scene if look is None else replace(dressed(scene, look), settings=scene.settings)


def _louder(percent: int) -> int:
    return next((step for step in VOLUMES if step > percent), 0)


def _called(percent: int) -> LookValue:
    """The nearest step's name; what is not silent is never called off."""
    steps = [step for step in VOLUMES if (step == 0) == (percent == 0)]
    return VOLUMES[min(steps, key=lambda step: abs(step - percent))]
