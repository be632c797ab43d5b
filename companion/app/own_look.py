"""The look of this screen in a running program: kept on the disk, and given to the screen and the sounds."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

from companion.app.heard_screen import HeardScreen
from companion.display import Screen
from companion.journal import Level, say
from companion.look_page import LookPage, looked, page_scene
from companion.scene import Scene
from companion.screen_look import ScreenLook
from companion.settings import Settings, load_settings, settings_path
from companion.wish import Wish
from companion.words import Language

FILE = "screen.json"
"""Beside the settings: what people set on the screen goes before what the settings file says."""


def look_of(settings: Settings, language: Language) -> ScreenLook:
    """The look as the settings file has it."""
    sound = settings.sound
    return ScreenLook(language, sound.voice, sound.effects, quarter_turns=settings.quarter_turns)


def look_path(data: Path | None) -> Path:
    """Where it is kept: beside the settings, or in the folder that was named for the data."""
    return (settings_path().parent if data is None else data) / FILE


def spoken_language(told: Language | None, settings: Settings, path: Path) -> Language:
    """The language of a session: the one asked for on the command line, else as it was set on the screen."""
    return told or kept_look(path, look_of(settings, settings.lang)).language


def look_left(told: str | None, data: Path | None) -> ScreenLook:
    """How a screen beside the game's is to look: as it was left, in the language `told` on the command line, if any.

    Raises `InputError` for settings that cannot be used.
    """
    settings = load_settings(settings_path())
    look = kept_look(look_path(data), look_of(settings, settings.lang))
    return look if told is None else replace(look, language=Language(told))


def kept_look(path: Path, usual: ScreenLook) -> ScreenLook:
    """The look as it was left; a file that cannot be used is told, left alone beside, and counts for nothing."""
    if not path.exists():
        return usual
    try:
        return _read(json.loads(path.read_text("utf-8")), usual)
    except (OSError, ValueError, RecursionError) as error:
        broken = path.with_suffix(".broken")
        say(f"{path}: what was set on the screen cannot be read ({error}); it is kept as {broken.name}", Level.WARNING)
        _set_aside(path, broken)
        return usual


def keep_look(path: Path, look: ScreenLook) -> None:
    """Writes the look, whole or not at all. A full disk is told, and the look holds until the program ends."""
    new = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new.open("w", encoding="utf-8") as file:
            json.dump(asdict(look), file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        say(f"{path}: what was set on the screen cannot be kept: {error}", Level.WARNING)


def _set_aside(path: Path, broken: Path) -> None:
    try:
        path.replace(broken)
    except OSError as error:
        say(f"{path}: it cannot be renamed: {error}", Level.WARNING)


def _read(data: object, usual: ScreenLook) -> ScreenLook:
    """Raises `ValueError` naming the key, what came and what was expected."""
    if not isinstance(data, Mapping):
        raise ValueError(f"expected a table of settings, got {data!r}")
    language = data.get("language", str(usual.language))
    if language not in list(Language):
        raise ValueError(f"language is {language!r}; expected one of {', '.join(Language)}")
    return ScreenLook(
        language=Language(str(language)),
        voice=_number(data, "voice", usual.voice, 100),
        effects=_number(data, "effects", usual.effects, 100),
        night=_flag(data, "night", usual.night),
        large=_flag(data, "large", usual.large),
        live=_flag(data, "live", usual.live),
        calm=_flag(data, "calm", usual.calm),
        quarter_turns=_number(data, "quarter_turns", usual.quarter_turns, 3),
    )


def _number(data: Mapping[str, object], key: str, usual: int, most: int) -> int:
    value = data.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise ValueError(f"{key} is {value!r}; expected 0 to {most}")
    return value


def _flag(data: Mapping[str, object], key: str, usual: bool) -> bool:
    value = data.get(key, usual)
    if not isinstance(value, bool):
        raise ValueError(f"{key} is {value!r}; expected true or false")
    return value


class OwnLook:
    """Lays the settings page over whatever is shown, and lets what is set hold at once."""

    def __init__(self, screen: Screen, look: ScreenLook, spoken: Language, path: Path) -> None:
        self._screen, self._path = screen, path
        self._at = LookPage(look, spoken)
        self._hold()

    @property
    def look(self) -> ScreenLook:
        """What holds now."""
        return self._at.look

    def over(self, scene: Scene) -> Scene:
        """The scene in this look, or the page over it."""
        return page_scene(self._at, scene)

    def took(self, wish: Wish) -> bool:
        """Whether the wish was about the page."""
        following = looked(self._at, wish)
        if following is None:
            return False
        changed, self._at = following.look != self._at.look, following
        if changed:
            self._hold()
            keep_look(self._path, self._at.look)
        return True

    def _hold(self) -> None:
        look = self._at.look
        self._screen.calm = look.calm
        self._screen.live = look.live
        if isinstance(self._screen, HeardScreen) and self._screen.sounding is not None:
            self._screen.sounding.volumes(look.voice, look.effects)
