"""Push buttons: one that is pushed by a program, and one at the Raspberry Pi's pins. Both debounce by state.

A contact that closes bounces for some milliseconds. A level counts once it has been steady for `settle_s`; a press is the
change of the counted level from released to pressed. (gpiozero's own bounce time is not simulated by its mock pins, and
RPi.GPIO's loses edges; measured: five bounces gave six presses.)

A button may tell short presses from long ones: then a short one counts when the finger leaves, a long one as soon as it is long.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.errors import DeviceError
from hardware.gpio import open_pins
from hardware.ports import ButtonPress

SETTLE_S = 0.02
"""Longer than the bouncing of common push buttons (under 10 ms), shorter than a person's press (above 50 ms)."""

HOLD_S = 0.7
"""A press of this length is a long one: common presses take 0.1 to 0.3 s, and nobody waits a second for an answer."""

PI_MODEL = Path("/proc/device-tree/model")
"""On a Raspberry Pi its name, like `Raspberry Pi 5 Model B Rev 1.0` and a zero byte; other computers have no such file."""


def pi_pins_present(model: Path = PI_MODEL) -> bool:
    """Whether this is a Raspberry Pi, whose header has the pins. (`/dev/gpiochip0` exists on many a PC without any.)"""
    try:
        return model.read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


class Debouncer:
    """Turns edges, as they come from a contact, into presses. Edges may be fed from another thread than polls.

    `pressed`: how the contact is found; one that is held already is no press. `hold_s`: presses of that length are told as held,
    shorter ones when they end; None: every press is told when it begins.
    """

    def __init__(self, settle_s: float = SETTLE_S, pressed: bool = False, hold_s: float | None = None) -> None:
        self._settle_s, self._hold_s = settle_s, hold_s
        self._raw = self._counted = pressed
        self._since_s = float("-inf")
        self._down_s: float | None = None
        """Since when a press lasts that was not told yet."""
        self._presses: list[ButtonPress] = []
        self._lock = threading.Lock()

    def edge(self, pressed: bool, time_s: float) -> None:
        """The contact's level is `pressed` from `time_s` on."""
        with self._lock:
            self._settle(time_s)
            if pressed != self._raw:
                self._raw, self._since_s = pressed, time_s

    def poll(self, time_s: float) -> tuple[ButtonPress, ...]:
        """The presses that became sure since the last call and not after `time_s`."""
        with self._lock:
            self._settle(time_s)
            ready = tuple(press for press in self._presses if press.time_s <= time_s)
            self._presses = [press for press in self._presses if press.time_s > time_s]
            return ready

    def _settle(self, time_s: float) -> None:
        sure_s = self._since_s + self._settle_s
        if self._raw != self._counted and time_s >= sure_s:
            self._counted = self._raw
            self._pushed(sure_s) if self._counted else self._let_go(sure_s)
        self._hold(time_s)

    def _pushed(self, time_s: float) -> None:
        if self._hold_s is None:
            self._presses.append(ButtonPress(time_s))
        else:
            self._down_s = time_s

    def _hold(self, time_s: float) -> None:
        if self._hold_s is not None and self._down_s is not None and time_s >= self._down_s + self._hold_s:
            self._presses.append(ButtonPress(self._down_s + self._hold_s, held=True))
            self._down_s = None

    def _let_go(self, time_s: float) -> None:
        self._hold(time_s)
        if self._down_s is not None:
            self._presses.append(ButtonPress(time_s))
            self._down_s = None


class SimulatedButton:
    """A button pushed from the world's side: `push` and `let_go`; pushing a pushed button is refused."""

    def __init__(self, settle_s: float = SETTLE_S, hold_s: float | None = None) -> None:
        self._settle_s, self._hold_s = settle_s, hold_s
        self._debouncer: Debouncer | None = None
        self._pushed = False

    @property
    def name(self) -> str:
        """`simulated`."""
        return "simulated"

    def open(self) -> None:
        """Raises `DeviceError` when open already."""
        if self._debouncer is not None:
            raise DeviceError("button simulated is already open")
        self._debouncer = Debouncer(self._settle_s, hold_s=self._hold_s)

    def push(self, time_s: float) -> None:
        """Somebody pushes. Raises `DeviceError` when it is pushed already or not open."""
        self._set(True, time_s)

    def let_go(self, time_s: float) -> None:
        """Somebody lets go. Raises `DeviceError` when it is not pushed or not open."""
        self._set(False, time_s)

    def poll(self, time_s: float) -> tuple[ButtonPress, ...]:
        """The presses since the last call and not after `time_s`."""
        return self._opened().poll(time_s)

    def close(self) -> None:
        """Harmless when not open."""
        self._debouncer, self._pushed = None, False

    def _set(self, pushed: bool, time_s: float) -> None:
        debouncer = self._opened()
        if pushed == self._pushed:
            raise DeviceError(f"button simulated is {'already' if pushed else 'not'} pushed")
        self._pushed = pushed
        debouncer.edge(pushed, time_s)

    def _opened(self) -> Debouncer:
        if self._debouncer is None:
            raise DeviceError("button simulated is not open")
        return self._debouncer


class GpioButton:
    """A button between a pin (BCM number) and ground. gpiozero is imported only when it is opened.

    `hold_s` as in `Debouncer`.
    """

    def __init__(
        self,
        pin: int,
        clock: Callable[[], float] = time.monotonic,
        settle_s: float = SETTLE_S,
        hold_s: float | None = None,
    ) -> None:
        self._pin, self._clock, self._settle_s, self._hold_s = pin, clock, settle_s, hold_s
        self._button: Any = None
        self._debouncer = Debouncer(settle_s)

    @property
    def name(self) -> str:
        """`gpio` and the pin."""
        return f"gpio:{self._pin}"

    def open(self) -> None:
        """Takes the pin. Raises `DeviceError` when there are no pins here, the pin is taken or does not exist."""
        if self._button is not None:
            raise DeviceError(f"button {self.name} is already open")
        self._button = open_pins(
            f"button {self.name}: pin {self._pin}", lambda gpiozero: gpiozero.Button(self._pin, pull_up=True, bounce_time=None)
        )
        self._debouncer = Debouncer(self._settle_s, bool(self._button.is_pressed), self._hold_s)
        self._button.when_pressed = self._pressed
        self._button.when_released = self._released

    def poll(self, time_s: float) -> tuple[ButtonPress, ...]:
        """The presses since the last call and not after `time_s`."""
        if self._button is None:
            raise DeviceError(f"button {self.name} is not open")
        return self._debouncer.poll(time_s)

    def close(self) -> None:
        """Gives the pin back; harmless when not open."""
        button, self._button = self._button, None
        if button is not None:
            button.close()

    def _pressed(self) -> None:
        self._debouncer.edge(True, self._clock())

    def _released(self) -> None:
        self._debouncer.edge(False, self._clock())
