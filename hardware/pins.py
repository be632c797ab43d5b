"""Which pin of the Raspberry Pi's header each part is wired to: the defaults, and the table `[pins]` of the settings.

All numbers are BCM numbers (`GPIO 17` is header pin 11).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from hardware.errors import InputError

USABLE = range(2, 28)
"""GPIO 0 and 1 are the identification of add-on boards, there are none above 27 on the 40-pin header."""

SIX, BITS, PIPS, RGB = 6, 3, 7, 3


class Encoding(StrEnum):
    """How an electronic die tells its value."""

    BINARY = "binary"
    """Three lines, lowest bit first, and a ready line that is on while they hold."""
    ONE_OF_SIX = "one-of-six"
    """Six lines, that of the value is on."""


@dataclass(frozen=True, slots=True)
class Pins:
    """BCM numbers; None or an empty tuple: not fitted.

    `leds` are the seven pips: left column from the top, the middle one, right column from the top; `rgb` red, green, blue.
    """

    roll: int = 17
    next: int | None = None
    undo: int | None = None
    buzzer: int | None = None
    light: int | None = None
    light_percent: int = 100
    leds: tuple[int, ...] = ()
    rgb: tuple[int, ...] = ()
    electronic: Encoding = Encoding.BINARY
    electronic_lines: tuple[int, ...] = ()
    electronic_ready: int | None = None
    electronic_active_low: bool = False

    def used(self) -> Iterator[tuple[str, int]]:
        """Every part with its pin; lists give one entry a line."""
        for name in ("roll", "next", "undo", "buzzer", "light", "electronic_ready"):
            number = getattr(self, name)
            if number is not None:
                yield name, number
        for name in ("leds", "rgb", "electronic_lines"):
            yield from ((f"{name}[{index}]", number) for index, number in enumerate(getattr(self, name)))


WIRED = Pins(
    next=27,
    undo=22,
    buzzer=26,
    light=18,
    leds=(10, 9, 11, 5, 6, 13, 19),
    rgb=(23, 24, 25),
    electronic_lines=(8, 7, 12),
    electronic_ready=16,
)
"""The wiring plan: a pin for everything, each part on one side of the header, none that I2C or the serial line need."""

SIX_LINES = (8, 7, 12, 16, 20, 21)
"""The plan for an electronic die with six lines, of the value 1 first."""


def with_electronic_die(pins: Pins) -> Pins:
    """The pins with an electronic die: as they are, or wired as in the plan. Raises `InputError` when the plan's are taken."""
    if pins.electronic_lines:
        return pins
    six = pins.electronic is Encoding.ONE_OF_SIX
    planned = replace(
        pins,
        electronic_lines=SIX_LINES if six else WIRED.electronic_lines,
        electronic_ready=pins.electronic_ready if six or pins.electronic_ready is not None else WIRED.electronic_ready,
    )
    _check_conflicts(planned, "throws electronic, wired as in the plan")
    return planned


def parse_pins(value: object, where: str) -> Pins:
    """The table as a person wrote it; keys left out are as in `Pins`. Raises `InputError` naming the key."""
    if value is None:
        return Pins()
    if not isinstance(value, Mapping):
        raise InputError(f"{where}: pins is {value!r}; expected a table like roll = 17")
    known = {field.name for field in fields(Pins)}
    for key in value:
        if key not in known:
            raise InputError(f"{where}: pins has an unknown key {key!r}; known are {', '.join(sorted(known))}")
    pins = _pins(value, where)
    if pins.electronic is Encoding.BINARY and pins.electronic_lines and pins.electronic_ready is None:
        raise InputError(
            f"{where}: pins.electronic_ready is missing; expected the GPIO number of the line that says the value holds"
        )
    if pins.electronic is Encoding.ONE_OF_SIX and pins.electronic_ready is not None:
        raise InputError(
            f"{where}: pins.electronic_ready is {pins.electronic_ready}; expected none, a die with six lines has no such line"
        )
    _check_conflicts(pins, where)
    return pins


def _pins(table: Mapping[str, object], where: str) -> Pins:
    encoding = _encoding(table, where)
    lines = SIX if encoding is Encoding.ONE_OF_SIX else BITS
    roll = _number(table, "roll", where)
    return Pins(
        roll=Pins().roll if roll is None else roll,
        next=_number(table, "next", where),
        undo=_number(table, "undo", where),
        buzzer=_number(table, "buzzer", where),
        light=_number(table, "light", where),
        light_percent=_percent(table, "light_percent", where),
        leds=_numbers(table, "leds", PIPS, where),
        rgb=_numbers(table, "rgb", RGB, where),
        electronic=encoding,
        electronic_lines=_numbers(table, "electronic_lines", lines, where),
        electronic_ready=_number(table, "electronic_ready", where),
        electronic_active_low=_truth(table, "electronic_active_low", where),
    )


def _number(table: Mapping[str, object], key: str, where: str) -> int | None:
    value = table.get(key)
    return None if value is None else _pin(value, key, where)


def _numbers(table: Mapping[str, object], key: str, count: int, where: str) -> tuple[int, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or len(value) not in (0, count):
        raise InputError(f"{where}: pins.{key} is {value!r}; expected a list of {count} GPIO numbers")
    return tuple(_pin(item, f"{key}[{index}]", where) for index, item in enumerate(value))


def _pin(value: object, key: str, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in USABLE:
        raise InputError(f"{where}: pins.{key} is {value!r}; expected a GPIO number from {USABLE[0]} to {USABLE[-1]}")
    return value


def _percent(table: Mapping[str, object], key: str, where: str) -> int:
    value = table.get(key, 100)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 100:
        raise InputError(f"{where}: pins.{key} is {value!r}; expected 1 to 100")
    return value


def _encoding(table: Mapping[str, object], where: str) -> Encoding:
    value = table.get("electronic", Encoding.BINARY)
    if value not in list(Encoding):
        raise InputError(f"{where}: pins.electronic is {value!r}; expected one of {', '.join(Encoding)}")
    return Encoding(str(value))


def _truth(table: Mapping[str, object], key: str, where: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise InputError(f"{where}: pins.{key} is {value!r}; expected true or false")
    return value


def _check_conflicts(pins: Pins, where: str) -> None:
    taken: dict[int, str] = {}
    for name, number in pins.used():
        if number in taken:
            raise InputError(
                f"{where}: pins.{name} and pins.{taken[number]} are both GPIO {number}; expected a pin of its own for each"
            )
        taken[number] = name
