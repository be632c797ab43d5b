"""A button that rolls: every press is a throw, the chance comes from the operating system."""

from __future__ import annotations

from random import Random, SystemRandom

from hardware.lights import DieLights, NoLights
from hardware.ports import Button, ThrowReport
from hardware.throws.rest import Rest
from hardware.throws.rolling import Roll, roll


class ButtonThrows:
    """`gpio`: whoever presses the button has thrown. Any button will do.

    `rolls`: the die is seen rolling, on `lights` and by whoever asks for its `face`, before its value is known;
    presses meanwhile are slips. Without, the value is known at once.
    """

    def __init__(
        self, button: Button, chance: Random | None = None, lights: DieLights | None = None, rolls: bool = False
    ) -> None:
        self._button = button
        self._chance = chance or SystemRandom()
        self._lights: DieLights = lights or NoLights()
        self._rolls = rolls
        self._rolling: Roll | None = None
        self._rest = Rest()

    @property
    def name(self) -> str:
        """`gpio`."""
        return "gpio"

    def open(self) -> None:
        """Takes the button and the lights. Raises `DeviceError`."""
        self._button.open()
        try:
            self._lights.open()
        except OSError:
            self._button.close()
            raise
        self._rest, self._rolling = Rest(), None

    def poll(self, time_s: float) -> tuple[ThrowReport, ...]:
        """The throws that became known since the last call and not after `time_s`; a press within half a second is a slip."""
        reports: list[ThrowReport] = []
        for press in self._button.poll(time_s):
            reports += self._come_to_rest(press.time_s)
            if self._rolling is None and self._rest.over(press.time_s):
                reports += self._throw(press.time_s)
        reports += self._come_to_rest(time_s)
        if self._rolling is not None:
            self._lights.show(self._rolling.face(time_s), rolling=True)
        return tuple(reports)

    def face(self, time_s: float) -> int | None:
        """The face to show while the die rolls; may be asked from another thread than the one that polls."""
        rolling = self._rolling
        return None if rolling is None else rolling.face(time_s)

    def close(self) -> None:
        """Gives button and lights back."""
        self._rolling = None
        self._lights.close()
        self._button.close()

    def _throw(self, time_s: float) -> tuple[ThrowReport, ...]:
        value = self._chance.randint(1, 6)
        if self._rolls:
            self._rolling = roll(value, time_s, self._chance)
            return ()
        self._lights.show(value)
        return (ThrowReport(value, "button", time_s),)

    def _come_to_rest(self, time_s: float) -> tuple[ThrowReport, ...]:
        rolling = self._rolling
        if rolling is None or time_s < rolling.end_s:
            return ()
        self._rolling = None
        self._lights.show(rolling.value)
        return (ThrowReport(rolling.value, "button", rolling.end_s),)
