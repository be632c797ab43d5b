"""Section 3 of the rules: what players do differently, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, StrEnum
from typing import Any, Final

from companion.rules.errors import RulesError, shown


class Setup(StrEnum):
    """ "pieces at the beginning: one on A and three in the house, or all four in the house".

    `ONE_HOME` is ours, for children: one on A, two in the house, and one that is home already, on the last goal field.
    """

    ONE_ON_START = "one_on_start"
    ALL_IN_HOUSE = "all_in_house"
    ONE_HOME = "one_home"


class Capture(StrEnum):
    """Whether a capture has to be made (Schlagzwang)."""

    OPTIONAL = "optional"
    COMPULSORY = "compulsory"


class MissedCapture(StrEnum):
    """What a capture that was due and not made costs."""

    RETURN_CAPTURER = "return_capturer"
    HUFF_ANY = "huff_any"
    NONE = "none"


class TwoPlayerWin(StrEnum):
    """When two players with two colours each are done: both colours home, or the first."""

    ALL = "all"
    FIRST = "first"


class Throws(Enum):
    """Attempts of a colour that has nothing to move: one, or "dreimal würfeln"."""

    ONE = 1
    THREE = 3


@dataclass(frozen=True, slots=True)
class Options:
    """Every option of the rules, defaults of the Grundregel."""

    setup: Setup = Setup.ONE_ON_START
    throws: Throws = Throws.ONE
    capture: Capture = Capture.OPTIONAL
    missed_capture: MissedCapture = MissedCapture.RETURN_CAPTURER
    capture_first: bool = False
    jump_in_goal: bool = True
    backward_capture: bool = False
    barriers: bool = False
    partners: bool = False
    help_partner: bool = True
    two_player_win: TwoPlayerWin = TwoPlayerWin.ALL

    def to_dict(self) -> dict[str, str | int | bool]:
        """All options spelt out, as JSON values."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {key: value.value if isinstance(value, Enum) else value for key, value in values.items()}


PRESETS: Final[Mapping[str, Options]] = {
    "schmidt-2016": Options(),
    "schmidt-classic": Options(),
    "schmidt-family": Options(throws=Throws.THREE, capture=Capture.COMPULSORY),
    "schmidt-pairs": Options(partners=True),
    "wikipedia": Options(setup=Setup.ALL_IN_HOUSE, throws=Throws.THREE),
    "wikipedia-huff": Options(
        setup=Setup.ALL_IN_HOUSE,
        throws=Throws.THREE,
        capture=Capture.COMPULSORY,
        missed_capture=MissedCapture.HUFF_ANY,
    ),
    # Ours: three pieces to bring home, three tries for a six, and no capture that must be made.
    "children": Options(setup=Setup.ONE_HOME, throws=Throws.THREE),
}
DEFAULT_PRESET: Final = "schmidt-2016"


def parse_options(value: object) -> Options:
    """A preset's name, or `{"preset": …, option: value, …}`. Raises `RulesError`."""
    if isinstance(value, str):
        return _preset(value, "rules")
    if not isinstance(value, Mapping):
        raise RulesError(f"rules are {shown(value)}; expected a preset's name or an object of options")
    start = _preset(value.get("preset", DEFAULT_PRESET), "rules.preset")
    known = [field.name for field in fields(Options)]
    for key in value:
        if key != "preset" and key not in known:
            raise RulesError(f"rules have the unknown option {shown(key)}; expected preset, {', '.join(known)}")
    given: dict[str, Any] = {key: _value(key, value[key], getattr(start, key)) for key in known if key in value}
    return replace(start, **given)


def _preset(name: object, key: str) -> Options:
    if not isinstance(name, str) or name not in PRESETS:
        raise RulesError(f"{key} is {shown(name)}; expected one of {', '.join(PRESETS)}")
    return PRESETS[name]


def _value(key: str, value: object, like: Enum | bool) -> Enum | bool:
    if isinstance(like, bool):
        if isinstance(value, bool):
            return value
        raise RulesError(f"rules.{key} is {shown(value)}; expected true or false")
    for choice in type(like):
        if type(value) is type(choice.value) and value == choice.value:
            return choice
    raise RulesError(f"rules.{key} is {shown(value)}; expected {' or '.join(repr(choice.value) for choice in type(like))}")
