"""Devices by the names by which people choose them."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random, SystemRandom

from hardware.bluetooth.godice import GODICE
from hardware.bluetooth.pixels import PIXELS
from hardware.bluetooth.throws import BluetoothThrows
from hardware.buttons import GpioButton
from hardware.cameras.pi import PiCamera
from hardware.cameras.recorded import FolderCamera, PictureCamera, VideoCamera
from hardware.cameras.simulated import Painter, SimulatedCamera
from hardware.cameras.usb import UsbCamera
from hardware.errors import DeviceError, UnknownNameError
from hardware.lights import DieLights, NoLights, PipLights, RgbLights
from hardware.pins import Pins, with_electronic_die
from hardware.ports import Camera, ThrowSource
from hardware.throws.camera import CameraThrows
from hardware.throws.electronic import ElectronicThrows
from hardware.throws.gpio import ButtonThrows
from hardware.throws.keyboard import KeyboardThrows
from hardware.throws.simulated import NoThrows, SimulatedThrows

CAMERAS = ("picamera2", "usb:0", "usb:/dev/v4l/by-id/…", "folder:DIR", "video:FILE", "picture:FILE", "simulated")
RECORDED = ("folder", "video", "picture")
"""Kinds of cameras that play what was recorded: their clock is the recording's own."""
THROWS = ("gpio", "electronic", "godice", "pixels", "camera", "keyboard", "simulated", "none")
BLUETOOTH_DICE = {model.name: model for model in (GODICE, PIXELS)}


def make_camera(
    name: str,
    *,
    painter: Painter | None = None,
    size: tuple[int, int] = (1280, 720),
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
) -> Camera:
    """The camera of that name, not yet opened. `painter` draws for `simulated`. Raises `UnknownNameError`, `DeviceError`."""
    kind, _, rest = name.partition(":")
    if name == "picamera2":
        return PiCamera(size, clock)
    if name == "simulated":
        if painter is None:
            raise DeviceError("camera simulated: expected a simulated table to look at, there is none here")
        return SimulatedCamera(painter, clock, wait=wait)
    if kind == "usb" and (rest.isdigit() or rest.startswith("/dev/")):
        return UsbCamera(rest, size, clock)
    if kind == "folder" and rest:
        return FolderCamera(rest)
    if kind == "video" and rest:
        return VideoCamera(rest)
    if kind == "picture" and rest:
        return PictureCamera(rest)
    raise UnknownNameError(f"unknown camera {name!r}; known are {', '.join(CAMERAS)}")


def make_throws(
    name: str,
    *,
    chance: Random | None = None,
    pins: Pins | None = None,
    address: str | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> ThrowSource:
    """The source of throws of that name, not yet opened. `address`: the Bluetooth die to take, None: the only one in reach.

    Raises `UnknownNameError`; `InputError` when a part and the electronic die are wired to the same pin.
    """
    wired = pins or Pins()
    makers: dict[str, Callable[[], ThrowSource]] = {
        "gpio": lambda: ButtonThrows(GpioButton(wired.roll, clock), chance, die_lights(wired), rolls=True),
        "electronic": lambda: ElectronicThrows(with_electronic_die(wired), clock),
        "camera": CameraThrows,
        "keyboard": KeyboardThrows,
        "simulated": lambda: SimulatedThrows(chance or SystemRandom()),
        "none": NoThrows,
    }
    if name in BLUETOOTH_DICE:
        return BluetoothThrows(BLUETOOTH_DICE[name], address, clock=clock)
    if name not in makers:
        raise UnknownNameError(f"unknown throws {name!r}; known are {', '.join(THROWS)}")
    return makers[name]()


def die_lights(pins: Pins) -> DieLights:
    """The lights that are fitted; seven LEDs come before one of three colours."""
    if pins.leds:
        return PipLights(pins.leds)
    return RgbLights(pins.rgb) if pins.rgb else NoLights()
