"""Devices by the names by which people choose them."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random, SystemRandom

from hardware.buttons import GpioButton
from hardware.cameras.pi import PiCamera
from hardware.cameras.recorded import FolderCamera, PictureCamera, VideoCamera
from hardware.cameras.simulated import Painter, SimulatedCamera
from hardware.cameras.usb import UsbCamera
from hardware.errors import DeviceError, UnknownNameError
from hardware.ports import Camera, ThrowSource
from hardware.throws.gpio import ButtonThrows
from hardware.throws.keyboard import KeyboardThrows
from hardware.throws.simulated import NoThrows, SimulatedThrows

CAMERAS = ("picamera2", "usb:0", "usb:/dev/v4l/by-id/…", "folder:DIR", "video:FILE", "picture:FILE", "simulated")
RECORDED = ("folder", "video", "picture")
"""Kinds of cameras that play what was recorded: their clock is the recording's own."""
THROWS = ("gpio", "keyboard", "simulated", "none")
LATER_THROWS = ("electronic", "godice", "pixels", "camera")
"""Named for people to expect, not built yet."""

BUTTON_PIN = 17
"""BCM number of the button that rolls: header pin 11, ground is beside it on pin 9."""


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
    pin: int = BUTTON_PIN,
    clock: Callable[[], float] = time.monotonic,
) -> ThrowSource:
    """The source of throws of that name, not yet opened. Raises `UnknownNameError`, `DeviceError` for those of later versions."""
    if name in LATER_THROWS:
        raise DeviceError(f"throws {name!r} are not supported yet in this version; supported are {', '.join(THROWS)}")
    makers: dict[str, Callable[[], ThrowSource]] = {
        "gpio": lambda: ButtonThrows(GpioButton(pin, clock), chance),
        "keyboard": KeyboardThrows,
        "simulated": lambda: SimulatedThrows(chance or SystemRandom()),
        "none": NoThrows,
    }
    if name not in makers:
        raise UnknownNameError(f"unknown throws {name!r}; known are {', '.join(THROWS + LATER_THROWS)}")
    return makers[name]()
