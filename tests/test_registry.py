"""Devices by name."""

from __future__ import annotations

from random import Random

import pytest

from hardware.errors import DeviceError, InputError, UnknownNameError
from hardware.registry import THROWS, make_camera, make_throws
from hardware.throws.keyboard import KeyboardThrows
from hardware.throws.simulated import SimulatedThrows
from tests.device_doubles import GreyPainter


@pytest.mark.parametrize(
    "name", ["picamera2", "usb:0", "usb:/dev/v4l/by-id/x", "folder:here", "video:game.mp4", "picture:1.jpg", "simulated"]
)
def test_a_camera_is_made_by_its_name(name: str) -> None:
    assert make_camera(name, painter=GreyPainter()).name == name


@pytest.mark.parametrize("name", ["", "usb", "usb:", "usb:front", "folder:", "webcam", "picamera", "video:"])
def test_an_unknown_camera_is_told_with_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownNameError, match="known are picamera2, usb:0"):
        make_camera(name)


def test_a_simulated_camera_needs_a_table() -> None:
    with pytest.raises(DeviceError, match="expected a simulated table"):
        make_camera("simulated")


@pytest.mark.parametrize("name", THROWS)
def test_throws_are_made_by_their_name(name: str) -> None:
    assert make_throws(name).name == name


def test_unknown_throws_are_told() -> None:
    with pytest.raises(UnknownNameError, match="unknown throws 'dice'; known are gpio"):
        make_throws("dice")


@pytest.mark.parametrize("value", [0, 7, -1, 3.5])
def test_a_key_that_is_no_throw_is_refused(value: int) -> None:
    keyboard = KeyboardThrows()
    keyboard.open()
    with pytest.raises(InputError, match="expected a throw of 1 to 6"):
        keyboard.press(value, 1.0)


def test_a_seeded_die_gives_the_same_throws_again_and_all_faces() -> None:
    def throws(seed: int) -> list[int]:
        die = SimulatedThrows(Random(seed))
        die.open()
        return [die.roll(float(n)) for n in range(60)]

    assert throws(3) == throws(3)
    assert throws(3) != throws(4)
    assert set(throws(3)) == {1, 2, 3, 4, 5, 6}
