"""Every source of throws with the world on its other side: fingers, contacts, lines and dice that can be told what to do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from unittest.mock import patch

import numpy as np
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hardware.buttons import SETTLE_S, GpioButton, SimulatedButton
from hardware.lights import PipLights
from hardware.pins import SIX_LINES, WIRED, Encoding, Pins
from hardware.ports import DieTrouble, Frame, ThrowSource
from hardware.throws.camera import CameraThrows
from hardware.throws.electronic import ElectronicThrows
from hardware.throws.gpio import ButtonThrows
from hardware.throws.keyboard import KeyboardThrows
from hardware.throws.recorded import RecordedThrows
from hardware.throws.rolling import ROLL_S
from hardware.throws.simulated import SimulatedThrows
from tests.device_doubles import ManualClock
from tests.dice_doubles import HELD, MODELS, SAYS, FakeDie, bluetooth_throws, fake_bleak, rolled

HELD_S = 0.1
"""How long a finger stays on a button, and an electronic die shows its value."""


@dataclass
class Rig:
    """A source and what the world can do to it at a time; None: there is no such thing with this source, `because` says why.

    `wobbly_throw`: the same throw over contacts that bounce, or reported twice. `hold`: somebody holds button or die, and it
    says so. `press` and `release`: a throw whose button or value is held as long as one likes. `unreadable`: it tells something
    that is no value. `die_mid_roll`: it begins to roll and is cut off, then comes back. `delay_s` passes between a throw and its
    value. `record` is its name in the record, `chosen` whether the world sets the value.
    """

    source: ThrowSource
    record: str
    throw: Callable[[int, float], None]
    delay_s: float = 0.0
    chosen: bool = True
    wobbly_throw: Callable[[int, float], None] | None = None
    hold: Callable[[float], None] | None = None
    press: Callable[[int, float], None] | None = None
    release: Callable[[float], None] | None = None
    unreadable: Callable[[float], None] | None = None
    die_mid_roll: Callable[[float], None] | None = None
    rests: bool = True
    because: str = ""


@dataclass
class OneFrame:
    """The newest frame, made when it is taken: what a worker asks of `NewestFrame`."""

    clock: ManualClock
    sequence: int = 0
    lost: None = None
    trouble: None = None
    ended: bool = False

    def take(self, _timeout_s: float) -> Frame:
        self.sequence += 1
        return Frame(np.zeros((1, 1, 3), dtype=np.uint8), self.clock.now_s, self.sequence)


@contextmanager
def mock_pins() -> Iterator[MockFactory]:
    """gpiozero over pins that are driven by the test."""
    before = Device.pin_factory
    Device.pin_factory = MockFactory()
    try:
        yield Device.pin_factory
    finally:
        Device.pin_factory.reset()
        Device.pin_factory = before


@contextmanager
def keyboard_rig(_folder: Path) -> Iterator[Rig]:
    """Keys."""
    keys = KeyboardThrows()
    because = "a key is one event: it neither bounces nor is held nor loses its connection"
    yield Rig(keys, "keyboard", keys.press, because=because)


@contextmanager
def simulated_rig(_folder: Path) -> Iterator[Rig]:
    """The die of the simulated table."""
    die = SimulatedThrows(Random(1))

    def throw(_value: int, time_s: float) -> None:
        die.roll(time_s)

    yield Rig(die, "button", throw, chosen=False, rests=False, because="it is rolled by the program, with no contact in between")


@contextmanager
def camera_rig(_folder: Path) -> Iterator[Rig]:
    """The die under the camera."""
    die = CameraThrows()

    def unreadable(time_s: float) -> None:
        die.trouble(DieTrouble.AGAIN_CROOKED, time_s)

    because = "whoever watches the die decides when it lies still"
    yield Rig(die, "camera", die.push, unreadable=unreadable, rests=False, because=because)


@contextmanager
def recorded_rig(folder: Path) -> Iterator[Rig]:
    """The throws of a file."""
    (folder / "throws.jsonl").write_text('{"t": 1.0, "throw": 4}\n{"t": 3.0, "throw": 6}\n')

    def throw(_value: int, _time_s: float) -> None:
        """They are in the file already."""

    source = RecordedThrows(folder / "throws.jsonl")
    yield Rig(source, "recorded", throw, chosen=False, rests=False, because="what is recorded is played as it was")


@contextmanager
def simulated_button_rig(_folder: Path) -> Iterator[Rig]:
    """The button that rolls, over a simulated button."""
    button = SimulatedButton()

    def contact(down: bool, time_s: float) -> None:
        (button.push if down else button.let_go)(time_s)

    yield button_rig(ButtonThrows(button, Random(1)), contact, SETTLE_S)


@contextmanager
def gpio_rig(_folder: Path) -> Iterator[Rig]:
    """The button that rolls, over gpiozero, with the seven lights of its die."""
    with mock_pins() as pins:
        clock = ManualClock(0.0)
        source = ButtonThrows(GpioButton(WIRED.roll, clock), Random(1), PipLights(WIRED.leds), rolls=True)

        def contact(down: bool, time_s: float) -> None:
            clock.now_s = time_s
            (pins.pin(WIRED.roll).drive_low if down else pins.pin(WIRED.roll).drive_high)()

        yield button_rig(source, contact, SETTLE_S + ROLL_S)


def button_rig(source: ThrowSource, contact: Callable[[bool, float], None], delay_s: float) -> Rig:
    """Whatever a finger can do to a button."""

    def throw(_value: int, time_s: float) -> None:
        contact(True, time_s)
        contact(False, time_s + HELD_S)

    def wobbly(_value: int, time_s: float) -> None:
        for bounce in range(5):
            contact(True, time_s + 0.002 * bounce)
            contact(False, time_s + 0.002 * bounce + 0.001)
        contact(True, time_s + 0.010)
        contact(False, time_s + HELD_S)
        contact(True, time_s + HELD_S + 0.001)
        contact(False, time_s + HELD_S + 0.002)

    def hold(time_s: float) -> None:
        contact(True, time_s)

    def press(_value: int, time_s: float) -> None:
        contact(True, time_s)

    def release(time_s: float) -> None:
        contact(False, time_s)

    because = "a button has no value of its own and no connection to lose"
    return Rig(source, "button", throw, delay_s, False, wobbly, hold, press, release, because=because)


class ElectronicWires:
    """The wires of an electronic die, driven from its side; no two of them ever change at the same moment."""

    def __init__(self, encoding: Encoding, pins: MockFactory, clock: ManualClock) -> None:
        self.binary = encoding is Encoding.BINARY
        self.lines = WIRED.electronic_lines if self.binary else SIX_LINES
        self.ready = WIRED.electronic_ready if self.binary else None
        self.wired = Pins(electronic=encoding, electronic_lines=self.lines, electronic_ready=self.ready)
        self._pins, self._clock = pins, clock

    def drive(self, number: int | None, on: bool, time_s: float) -> None:
        """One line; None is no line."""
        if number is not None:
            self._clock.now_s = time_s
            (self._pins.pin(number).drive_high if on else self._pins.pin(number).drive_low)()

    def on(self, value: int) -> list[int]:
        """The lines that are on for a value; 7 is all three, or the two lines of 1 and 2 at once."""
        if self.binary:
            return [line for bit, line in enumerate(self.lines) if value >> bit & 1]
        return list(self.lines[:2]) if value == 7 else [self.lines[value - 1]]

    def show(self, value: int, time_s: float) -> None:
        """The value is on the lines, and then the ready line says so."""
        for index, number in enumerate(self.on(value)):
            self.drive(number, True, time_s + 0.001 * index)
        self.drive(self.ready, True, time_s + 0.004)

    def clear(self, time_s: float) -> None:
        """Nothing is shown."""
        for number in (self.ready, *self.lines):
            self.drive(number, False, time_s)

    def throw(self, value: int, time_s: float) -> None:
        """Shows the value for a moment."""
        self.show(value, time_s)
        self.clear(time_s + HELD_S)

    def wobbly(self, value: int, time_s: float) -> None:
        """The same over contacts that bounce."""
        for bounce in range(5):
            for number in (*self.on(value), self.ready):
                self.drive(number, True, time_s + 0.002 * bounce)
                self.drive(number, False, time_s + 0.002 * bounce + 0.001)
        self.throw(value, time_s + 0.010)


@contextmanager
def electronic_rig(encoding: Encoding) -> Iterator[Rig]:
    """An electronic die over gpiozero."""
    with mock_pins() as pins:
        clock = ManualClock(0.0)
        wires = ElectronicWires(encoding, pins, clock)
        yield Rig(
            ElectronicThrows(wires.wired, clock),
            "gpio",
            wires.throw,
            SETTLE_S,
            wobbly_throw=wires.wobbly,
            hold=lambda time_s: wires.show(3, time_s),
            press=wires.show,
            release=wires.clear,
            unreadable=lambda time_s: wires.throw(7, time_s),
            because="wires are not lost in the middle of a roll",
        )


@contextmanager
def bluetooth_rig(make: str) -> Iterator[Rig]:
    """A Bluetooth die that speaks its maker's protocol."""
    die, clock = FakeDie(MODELS[make]), ManualClock(0.0)
    source = bluetooth_throws(make, clock)

    def say(time_s: float, *messages: bytes) -> None:
        clock.now_s = time_s
        die.say(*messages)

    def throw(value: int, time_s: float) -> None:
        say(time_s, SAYS[make]["rolling"], rolled(make, value))

    def wobbly(value: int, time_s: float) -> None:
        report = rolled(make, value)
        say(time_s, SAYS[make]["rolling"], SAYS[make]["rolling"], report[:-1], report, report, b"", b"\xff\x00", report)

    def hold(time_s: float) -> None:
        say(time_s, HELD[make], rolled(make, 6), HELD[make])

    def unreadable(time_s: float) -> None:
        say(time_s, SAYS[make]["rolling"], SAYS[make]["crooked"])

    def die_mid_roll(time_s: float) -> None:
        say(time_s, SAYS[make]["rolling"])
        before = die.connections
        die.vanish()
        die.wait_for(connections=before + 1)
        say(time_s, rolled(make, 6))

    with patch.dict(sys.modules, {"bleak": fake_bleak([die])}):
        try:
            yield Rig(source, make, throw, 0.0, True, wobbly, hold, unreadable=unreadable, die_mid_roll=die_mid_roll)
        finally:
            source.close()


RIGS: dict[str, Callable[[Path], AbstractContextManager[Rig]]] = {
    "keyboard": keyboard_rig,
    "simulated": simulated_rig,
    "recorded": recorded_rig,
    "camera": camera_rig,
    "gpio over a simulated button": simulated_button_rig,
    "gpio over mock pins": gpio_rig,
    "electronic, binary, over mock pins": lambda _: electronic_rig(Encoding.BINARY),
    "electronic, one of six, over mock pins": lambda _: electronic_rig(Encoding.ONE_OF_SIX),
    "godice over a fake peer": lambda _: bluetooth_rig("godice"),
    "pixels over a fake peer": lambda _: bluetooth_rig("pixels"),
}
"""By implementation and by what stands in for its hardware."""
