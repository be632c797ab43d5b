"""An electronic die at the pins: three binary lines with a ready line, or six lines of which one is on."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from hardware.errors import DeviceError
from hardware.gpio import open_pins
from hardware.pins import Encoding, Pins
from hardware.ports import DieNotice, DieTrouble, ThrowReport
from hardware.throws.rest import Rest
from hardware.throws.steady import Levels, Pattern, SteadyLines

SOURCE = "gpio"
FACES = range(1, 7)


class LineReader:
    """What steady patterns of the lines mean. A value counts once: the die has to go idle before it can give another."""

    def __init__(self, encoding: Encoding, idle: bool = True) -> None:
        self._encoding = encoding
        self._idle = idle

    def read(self, pattern: Pattern) -> ThrowReport | DieNotice | None:
        """The throw, the reason why there is none, or None when the pattern says nothing new."""
        if is_idle(self._encoding, pattern.levels):
            self._idle = True
            return None
        if not self._idle:
            return None
        self._idle = False
        value, said = _value(self._encoding, pattern.levels)
        if value is None:
            return DieNotice(DieTrouble.AGAIN_UNREADABLE, SOURCE, pattern.time_s, said)
        return ThrowReport(value, SOURCE, pattern.time_s)


def is_idle(encoding: Encoding, levels: Levels) -> bool:
    """Whether the die shows nothing: its ready line is off, or none of its six lines is on."""
    return not levels[-1] if encoding is Encoding.BINARY else not any(levels)


def _value(encoding: Encoding, levels: Levels) -> tuple[int | None, str]:
    if encoding is Encoding.BINARY:
        value = sum(1 << bit for bit, on in enumerate(levels[:-1]) if on)
        return (value, "") if value in FACES else (None, f"expected 1 to 6 on the binary lines, got {value}")
    on = [index + 1 for index, level in enumerate(levels) if level]
    return (on[0], "") if len(on) == 1 else (None, f"expected one of six lines to be on, got {', '.join(map(str, on))}")


class ElectronicThrows:
    """`electronic`: the die rolls itself and shows its value on lines. In the record it is `gpio`."""

    def __init__(self, pins: Pins, clock: Callable[[], float] = time.monotonic) -> None:
        self._pins, self._clock = pins, clock
        self._devices: list[Any] = []
        self._lines: SteadyLines | None = None
        self._reader = LineReader(pins.electronic)
        self._rest = Rest()
        self._notices: list[DieNotice] = []

    @property
    def name(self) -> str:
        """`electronic`."""
        return "electronic"

    def open(self) -> None:
        """Takes the pins. Raises `DeviceError` when there are none here, one is taken or does not exist."""
        if self._lines is not None:
            raise DeviceError("throws electronic are already open")
        try:
            self._devices = [self._line(number) for number in self._numbers()]
        except DeviceError:
            self.close()
            raise
        levels = tuple(bool(device.is_active) for device in self._devices)
        self._lines = SteadyLines(levels)
        self._reader = LineReader(self._pins.electronic, is_idle(self._pins.electronic, levels))
        self._rest, self._notices = Rest(), []
        for index, device in enumerate(self._devices):
            device.when_activated = partial(self._changed, index, True)
            device.when_deactivated = partial(self._changed, index, False)

    def poll(self, time_s: float) -> tuple[ThrowReport, ...]:
        """The throws since the last call and not after `time_s`; one within half a second of another is none."""
        if self._lines is None:
            raise DeviceError("throws electronic are not open")
        reports: list[ThrowReport] = []
        for pattern in self._lines.poll(time_s):
            read = self._reader.read(pattern)
            if isinstance(read, DieNotice):
                self._notices.append(read)
            elif read is not None and self._rest.over(read.time_s):
                reports.append(read)
        return tuple(reports)

    def notices(self) -> tuple[DieNotice, ...]:
        """Values that were none, like 0 or 7 or two lines at once, since the last call."""
        told, self._notices = tuple(self._notices), []
        return told

    def close(self) -> None:
        """Gives the pins back; harmless when not open."""
        devices, self._devices, self._lines = self._devices, [], None
        for device in devices:
            device.close()

    def _numbers(self) -> tuple[int, ...]:
        ready = self._pins.electronic_ready
        return self._pins.electronic_lines if ready is None else (*self._pins.electronic_lines, ready)

    def _line(self, number: int) -> Any:
        low = self._pins.electronic_active_low
        return open_pins(
            f"throws electronic: pin {number}",
            lambda gpiozero: gpiozero.DigitalInputDevice(number, pull_up=low, bounce_time=None),
        )

    def _changed(self, line: int, on: bool) -> None:
        lines = self._lines
        if lines is not None:
            lines.edge(line, on, self._clock())
