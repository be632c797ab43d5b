"""A button that rolls: every press is a throw, the chance comes from the operating system."""

from __future__ import annotations

from random import Random, SystemRandom

from hardware.ports import Button, ThrowReport
from hardware.throws.rest import Rest


class ButtonThrows:
    """`gpio`: whoever presses the button has thrown. Any button will do."""

    def __init__(self, button: Button, chance: Random | None = None) -> None:
        self._button = button
        self._chance = chance or SystemRandom()
        self._rest = Rest()

    @property
    def name(self) -> str:
        """`gpio`."""
        return "gpio"

    def open(self) -> None:
        """Takes the button. Raises `DeviceError`."""
        self._button.open()
        self._rest = Rest()

    def poll(self, time_s: float) -> tuple[ThrowReport, ...]:
        """A throw for every press since the last call and not after `time_s`; one within half a second of another is a slip."""
        presses = [press for press in self._button.poll(time_s) if self._rest.over(press.time_s)]
        return tuple(ThrowReport(self._chance.randint(1, 6), "button", press.time_s) for press in presses)

    def close(self) -> None:
        """Gives the button back."""
        self._button.close()
