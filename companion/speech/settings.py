"""What a family has set about voice and sounds: the table `[sound]` of the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path

from hardware.errors import InputError


class AtNight(StrEnum):
    """What becomes of sound between 22 and 7 o'clock, and on the night screen."""

    QUIETER = "quieter"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """`voice` and `effects`: volumes in percent, 0 is off. `voices`: the folder with Piper voices, if the user has any."""

    voice: int = 80
    effects: int = 60
    night: AtNight = AtNight.QUIETER
    voices: Path | None = None

    @property
    def silent(self) -> bool:
        """Whether nothing is ever to be heard."""
        return self.voice == 0 and self.effects == 0


def parse_sound(data: object, where: str) -> SoundSettings:
    """The table as it was read. Raises `InputError` naming the key, what came and what was expected."""
    if data is None:
        return SoundSettings()
    if not isinstance(data, Mapping):
        raise InputError(f"{where}: sound is {data!r}; expected a table like voice = 80")
    known = [field.name for field in fields(SoundSettings)]
    for key in data:
        if key not in known:
            raise InputError(f"{where}: unknown setting sound.{key}; known are {', '.join(known)}")
    usual = SoundSettings()
    return SoundSettings(
        _percent(data, "voice", usual.voice, where),
        _percent(data, "effects", usual.effects, where),
        _night(data, where),
        _folder(data, where),
    )


def _percent(data: Mapping[str, object], key: str, usual: int, where: str) -> int:
    value = data.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 100:
        raise InputError(f"{where}: sound.{key} is {value!r}; expected 0 to 100 (percent)")
    return value


def _night(data: Mapping[str, object], where: str) -> AtNight:
    value = data.get("night", AtNight.QUIETER)
    if value not in list(AtNight):
        raise InputError(f"{where}: sound.night is {value!r}; expected one of {', '.join(AtNight)}")
    return AtNight(str(value))


def _folder(data: Mapping[str, object], where: str) -> Path | None:
    value = data.get("voices")
    if value is None:
        return None
    if not isinstance(value, str):
        raise InputError(f"{where}: sound.voices is {value!r}; expected the path of a folder")
    return Path(value).expanduser()
