"""What a family has set once: a TOML file in the folder where programs keep their settings."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

import platformdirs

from calibration.profile import load_profile
from companion.helping import HelperLevel
from companion.rules import RulesError, parse_options
from companion.speech.settings import SoundSettings, parse_sound
from companion.vision.classes import PAWN_COLOURS
from companion.words import Language
from hardware.errors import CompanionError, InputError
from hardware.pins import Pins, parse_pins
from hardware.program import PROGRAM

FILE = "settings.toml"


@dataclass(frozen=True, slots=True)
class Settings:
    """None: not set. `names` are the players' by colour."""

    camera: str | None = None
    throws: str | None = None
    board: str | None = None
    rules: object = None
    lang: Language = Language.GERMAN
    quarter_turns: int = 0
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    corner_marks: bool = False
    """Printed marks lie round the board (`calibration.marks`)."""
    die_tray: tuple[tuple[float, float], ...] | None = None
    """Corners of the place where dice count, in pixels of the camera's picture; None: everywhere."""
    pictures: bool = False
    """Pictures of the table are kept beside the record, for `companion report-problem`."""
    pictures_mb: int = 50
    """How much of them is kept of a game; the oldest make room."""
    pins: Pins = field(default_factory=Pins)
    sound: SoundSettings = field(default_factory=SoundSettings)
    helpers: Mapping[str, HelperLevel] = field(default_factory=dict, hash=False)
    """How much each colour's player is helped (`companion.helping`)."""


def settings_path() -> Path:
    """Where the file is looked for."""
    return platformdirs.user_config_path(PROGRAM) / FILE


def load_settings(path: Path) -> Settings:
    """Reads the file; without one nothing is set. Raises `InputError` naming file, key and what was expected."""
    if not path.exists():
        return Settings()
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, RecursionError, ValueError) as error:  # a TOML or UTF-8 error is a ValueError, and so are too many digits
        why = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{path}: the settings cannot be read: {why}; put the file right or remove it") from None
    known = [field.name for field in fields(Settings)]
    for key in data:
        if key not in known:
            raise InputError(f"{path}: unknown setting {key!r}; known are {', '.join(known)}")
    return _settings(data, str(path))


def _settings(data: Mapping[str, object], where: str) -> Settings:
    return Settings(
        camera=_text(data, "camera", where),
        throws=_text(data, "throws", where),
        board=_board(data, where),
        rules=_rules(data, where),
        lang=_language(data, where),
        quarter_turns=_quarter_turns(data, where),
        names=_names(data, where),
        corner_marks=_flag(data, "corner_marks", where),
        die_tray=_tray(data, where),
        pictures=_flag(data, "pictures", where),
        pictures_mb=_megabytes(data, "pictures_mb", where),
        pins=parse_pins(data.get("pins"), where),
        sound=parse_sound(data.get("sound"), where),
        helpers=_helpers(data, where),
    )


def _text(data: Mapping[str, object], key: str, where: str) -> str | None:
    value = data.get(key)
    if value is not None and not isinstance(value, str):
        raise InputError(f"{where}: {key} is {value!r}; expected text")
    return value


def _flag(data: Mapping[str, object], key: str, where: str) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise InputError(f"{where}: {key} is {value!r}; expected true or false")
    return value


def _tray(data: Mapping[str, object], where: str) -> tuple[tuple[float, float], ...] | None:
    value = data.get("die_tray")
    if value is None:
        return None
    corners = value if isinstance(value, list) else []
    if len(corners) < 3 or not all(_is_pixel(corner) for corner in corners):
        raise InputError(
            f"{where}: die_tray is {value!r}; expected three corners or more in pixels, like [[0, 0], [300, 0], [0, 200]]"
        )
    return tuple((float(x), float(y)) for x, y in corners)


def _is_pixel(value: object) -> bool:
    """Two finite numbers that are not negative."""
    numbers = value if isinstance(value, list) and len(value) == 2 else [None]
    return all(isinstance(n, int | float) and not isinstance(n, bool) and 0 <= n < float("inf") for n in numbers)


def _board(data: Mapping[str, object], where: str) -> str | None:
    name = _text(data, "board", where)
    try:
        if name is not None:
            load_profile(name)
    except CompanionError as error:
        raise InputError(f"{where}: board: {error}") from None
    return name


def _rules(data: Mapping[str, object], where: str) -> object:
    rules = data.get("rules")
    try:
        if rules is not None:
            parse_options(rules)
    except RulesError as error:
        raise InputError(f"{where}: {error}") from None
    return rules


def _language(data: Mapping[str, object], where: str) -> Language:
    text = _text(data, "lang", where) or Language.GERMAN
    if text not in list(Language):
        raise InputError(f"{where}: lang is {text!r}; expected one of {', '.join(Language)}")
    return Language(text)


def _quarter_turns(data: Mapping[str, object], where: str) -> int:
    value = data.get("quarter_turns", 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 3:
        raise InputError(f"{where}: quarter_turns is {value!r}; expected 0 to 3")
    return value


def _megabytes(data: Mapping[str, object], key: str, where: str) -> int:
    value = data.get(key, Settings().pictures_mb)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 100_000:
        raise InputError(f"{where}: {key} is {value!r}; expected 1 to 100000 megabytes")
    return value


def _names(data: Mapping[str, object], where: str) -> dict[str, str]:
    value = data.get("names", {})
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value.values()):
        raise InputError(f"{where}: names are {value!r}; expected a table like yellow = 'Anna'")
    for color in value:
        if color not in PAWN_COLOURS:
            raise InputError(f"{where}: names has {color!r}; expected colours, in English: {', '.join(PAWN_COLOURS)}")
    return {str(color): str(name) for color, name in value.items()}


def _helpers(data: Mapping[str, object], where: str) -> dict[str, HelperLevel]:
    value = data.get("helpers", {})
    if not isinstance(value, dict):
        raise InputError(f"{where}: helpers are {value!r}; expected a table like yellow = 'count'")
    for color, level in value.items():
        if color not in PAWN_COLOURS:
            raise InputError(f"{where}: helpers has {color!r}; expected colours, in English: {', '.join(PAWN_COLOURS)}")
        if level not in list(HelperLevel):
            raise InputError(f"{where}: helpers.{color} is {level!r}; expected one of {', '.join(HelperLevel)}")
    return {str(color): HelperLevel(level) for color, level in value.items()}
