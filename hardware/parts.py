"""The other parts at the pins: buttons "next" and "undo", a buzzer, a light for even lighting. Each is fitted or not."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from hardware.buttons import HOLD_S, GpioButton
from hardware.errors import DeviceError
from hardware.gpio import open_pins
from hardware.pins import Pins
from hardware.ports import Button
from hardware.throws.rest import REST_S

LIGHT_HZ = 1000
"""Far above what a camera's rolling shutter shows as stripes; at 100 percent nothing is switched at all."""


class Press(StrEnum):
    """Which button was pressed, and how."""

    NEXT = "next"
    CHOOSE = "choose"
    """The button "next", held for long."""
    UNDO = "undo"


class Tone(StrEnum):
    """What the buzzer tells."""

    DONE = "done"
    AGAIN = "again"


STEP_S = 0.2
"""Steps from one answer to the next follow each other faster than anything else is pressed."""

TONES_S = {Tone.DONE: 0.06, Tone.AGAIN: 0.3}
"""A click, and a buzz: told apart without looking."""


class Buzzer:
    """An active buzzer at a pin (BCM). It is silent again when it is asked to `update` after its time."""

    def __init__(self, pin: int) -> None:
        self._pin = pin
        self._buzzer: Any = None
        self._until_s = float("-inf")

    def open(self) -> None:
        """Raises `DeviceError`."""
        if self._buzzer is not None:
            raise DeviceError("the buzzer is already open")
        self._buzzer = open_pins(f"the buzzer at pin {self._pin}", lambda gpiozero: gpiozero.Buzzer(self._pin))

    def sound(self, tone: Tone, time_s: float) -> None:
        """Sounds from `time_s` on; a tone that sounds already goes on to the later of both ends. Raises `DeviceError`."""
        if self._buzzer is None:
            raise DeviceError("the buzzer is not open")
        self._until_s = max(self._until_s, time_s + TONES_S[tone])
        self._buzzer.on()

    def update(self, time_s: float) -> None:
        """To be called often: ends a tone whose time is over."""
        if self._buzzer is not None and time_s >= self._until_s:
            self._buzzer.off()

    def close(self) -> None:
        """Silent, and the pin given back; harmless when not open."""
        buzzer, self._buzzer, self._until_s = self._buzzer, None, float("-inf")
        if buzzer is not None:
            buzzer.close()


class TableLight:
    """A light over the table, switched by a transistor at a pin (BCM); `percent` of its full brightness while it is open."""

    def __init__(self, pin: int, percent: int = 100) -> None:
        self._pin, self._percent = pin, percent
        self._light: Any = None

    def open(self) -> None:
        """Switches it on. Raises `DeviceError`."""
        if self._light is not None:
            raise DeviceError("the light is already open")
        self._light = open_pins(
            f"the light at pin {self._pin}",
            lambda gpiozero: gpiozero.PWMLED(self._pin, initial_value=self._percent / 100, frequency=LIGHT_HZ),
        )

    def close(self) -> None:
        """Switches it off; harmless when not open."""
        light, self._light = self._light, None
        if light is not None:
            light.close()


class Parts:
    """All that is fitted, opened and asked together."""

    def __init__(
        self, buttons: Mapping[Press, Button] | None = None, buzzer: Buzzer | None = None, light: TableLight | None = None
    ) -> None:
        self._buttons, self._buzzer, self._light = dict(buttons or {}), buzzer, light
        self._last: tuple[Press | None, float] = (None, float("-inf"))

    @property
    def fitted(self) -> frozenset[Press]:
        """The buttons that are there."""
        return frozenset(self._buttons)

    def open(self) -> None:
        """Takes all their pins, or none. Raises `DeviceError`."""
        self._last = (None, float("-inf"))
        try:
            for part in self._all():
                part.open()
        except DeviceError:
            self.close()
            raise

    def poll(self, time_s: float) -> tuple[Press, ...]:
        """The presses since the last call and not after `time_s`; one within half a second of another is a slip.

        "Next" may follow itself faster: it steps from one answer to the next.
        """
        if self._buzzer is not None:
            self._buzzer.update(time_s)
        presses = [
            (press.time_s, Press.CHOOSE if press.held else which)
            for which, button in self._buttons.items()
            for press in button.poll(time_s)
        ]
        return tuple(which for at_s, which in sorted(presses) if self._counts(which, at_s))

    def _counts(self, which: Press, at_s: float) -> bool:
        last, last_s = self._last
        if at_s - last_s < (STEP_S if which is last is Press.NEXT else REST_S):
            return False
        self._last = (which, at_s)
        return True

    def sound(self, tone: Tone, time_s: float) -> None:
        """On the buzzer, where there is one."""
        if self._buzzer is not None:
            self._buzzer.sound(tone, time_s)

    def close(self) -> None:
        """Gives everything back; harmless when not open."""
        for part in self._all():
            part.close()

    def _all(self) -> tuple[Button | Buzzer | TableLight, ...]:
        fitted = (self._buzzer, self._light)
        return (*self._buttons.values(), *(part for part in fitted if part is not None))


def make_parts(pins: Pins, clock: Callable[[], float] = time.monotonic) -> Parts:
    """What is wired to these pins, not yet opened."""
    buttons: dict[Press, Button] = {}
    if pins.next is not None:
        buttons[Press.NEXT] = GpioButton(pins.next, clock, hold_s=HOLD_S)
    if pins.undo is not None:
        buttons[Press.UNDO] = GpioButton(pins.undo, clock)
    buzzer = None if pins.buzzer is None else Buzzer(pins.buzzer)
    return Parts(buttons, buzzer, None if pins.light is None else TableLight(pins.light, pins.light_percent))
