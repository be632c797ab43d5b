"""A die of lights: seven LEDs that stand like the pips, or one LED of three colours. gpiozero is imported only when opened."""

from __future__ import annotations

from typing import Any, Protocol

from hardware.errors import DeviceError
from hardware.gpio import open_pins

PIP_LIGHTS = {
    1: (False, False, False, True, False, False, False),
    2: (True, False, False, False, False, False, True),
    3: (True, False, False, True, False, False, True),
    4: (True, False, True, False, True, False, True),
    5: (True, False, True, True, True, False, True),
    6: (True, True, True, False, True, True, True),
}
"""Which of the seven are on: left column from the top, the middle one, right column from the top."""

COLOURS = {1: (0, 0, 1), 2: (0, 1, 1), 3: (0, 1, 0), 4: (1, 1, 0), 5: (1, 0, 1), 6: (1, 0, 0)}
"""Red, green and blue of the three-coloured LED for each value; a six is red. While it rolls it flickers white and dark."""


class DieLights(Protocol):
    """Something that shines the value of a throw."""

    def open(self) -> None:
        """Take the pins. Raises `DeviceError` when they cannot be had; opening twice is an error."""

    def show(self, face: int | None, rolling: bool = False) -> None:
        """Shine a face, 1 to 6, or nothing. `rolling`: it is only passing by."""

    def close(self) -> None:
        """Put the lights out and give the pins back; harmless when not open."""


class NoLights:
    """No lights are fitted."""

    def open(self) -> None:
        """Nothing to take."""

    def show(self, face: int | None, rolling: bool = False) -> None:
        """Nothing to see."""

    def close(self) -> None:
        """Nothing to give back."""


class PipLights:
    """Seven LEDs at these pins (BCM), in the order of `PIP_LIGHTS`."""

    def __init__(self, pins: tuple[int, ...]) -> None:
        self._pins = pins
        self._leds: list[Any] = []

    def open(self) -> None:
        """Raises `DeviceError`."""
        if self._leds:
            raise DeviceError("the lights of the die are already open")
        try:
            for pin in self._pins:
                self._leds.append(_led(pin))
        except DeviceError:
            self.close()
            raise

    def show(self, face: int | None, rolling: bool = False) -> None:  # noqa: ARG002
        """Raises `DeviceError` when not open."""
        if not self._leds:
            raise DeviceError("the lights of the die are not open")
        for led, on in zip(self._leds, PIP_LIGHTS[face] if face else (False,) * len(self._leds), strict=True):
            (led.on if on else led.off)()

    def close(self) -> None:
        """Harmless when not open."""
        leds, self._leds = self._leds, []
        for led in leds:
            led.close()


class RgbLights:
    """One LED of three colours at these pins (BCM): red, green, blue."""

    def __init__(self, pins: tuple[int, ...]) -> None:
        self._pins = pins
        self._led: Any = None

    def open(self) -> None:
        """Raises `DeviceError`."""
        if self._led is not None:
            raise DeviceError("the light of the die is already open")
        self._led = open_pins(
            f"the light of the die at pins {', '.join(map(str, self._pins))}",
            lambda gpiozero: gpiozero.RGBLED(*self._pins, pwm=False),
        )

    def show(self, face: int | None, rolling: bool = False) -> None:
        """Raises `DeviceError` when not open."""
        if self._led is None:
            raise DeviceError("the light of the die is not open")
        if rolling:
            self._led.color = (1, 1, 1) if face is not None and face % 2 else (0, 0, 0)
        else:
            self._led.color = COLOURS[face] if face else (0, 0, 0)

    def close(self) -> None:
        """Harmless when not open."""
        led, self._led = self._led, None
        if led is not None:
            led.close()


def _led(pin: int) -> Any:
    return open_pins(f"the light of the die at pin {pin}", lambda gpiozero: gpiozero.LED(pin))
