"""Which devices a game uses when nobody says: what really is there, else a simulated table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from companion.app.devices import Present, choose_camera, choose_throws, simulated_told
from hardware.buttons import pi_pins_present
from hardware.cameras.pi import pi_cameras_present
from tests.device_doubles import fake_picamera2_module

PI = b"Raspberry Pi 5 Model B Rev 1.0\0"
OTHER_BOARD = b"Radxa ROCK 5B\0"


def present(folder: Path, *, pi_camera: bool = False, usb: bool = False, model: bytes | None = None) -> Present:
    """A computer with these things."""
    if usb:
        (folder / "video0").touch()
    if model is not None:
        (folder / "model").write_bytes(model)
    return Present(lambda: pi_camera, folder / "video0", folder / "model")


@pytest.mark.parametrize(
    ("pi_camera", "usb", "model", "camera", "throws"),
    [
        (True, True, PI, "picamera2", "gpio"),
        (True, False, PI, "picamera2", "gpio"),
        (False, True, PI, "usb:0", "gpio"),
        (False, True, None, "usb:0", "keyboard"),
        (False, True, OTHER_BOARD, "usb:0", "keyboard"),
        (False, False, PI, "simulated", "simulated"),
        (False, False, None, "simulated", "simulated"),
    ],
)
def test_what_is_there_is_used(tmp_path: Path, pi_camera: bool, usb: bool, model: bytes | None, camera: str, throws: str) -> None:
    found = present(tmp_path, pi_camera=pi_camera, usb=usb, model=model)
    assert (choose_camera(None, found), choose_throws(None, camera, found)) == (camera, throws)


def test_what_was_asked_for_is_used_whatever_is_there(tmp_path: Path) -> None:
    found = present(tmp_path, pi_camera=True, usb=True, model=PI)
    assert choose_camera("simulated", found) == "simulated"
    assert choose_throws("keyboard", "picamera2", found) == "keyboard"


@pytest.mark.parametrize(
    ("wanted", "camera", "told"),
    [
        (None, "simulated", "There is no camera: the table and its players are simulated"),
        ("simulated", "simulated", "The table and its players are simulated"),
        (None, "usb:0", None),
        ("folder:x", "folder:x", None),
    ],
)
def test_a_missing_camera_is_told_only_where_none_was_asked_for(wanted: str | None, camera: str, told: str | None) -> None:
    assert simulated_told(wanted, camera) == told


def test_pins_are_those_of_a_raspberry_pi(tmp_path: Path) -> None:
    for model, there in ((PI, True), (OTHER_BOARD, False), (b"", False)):
        (tmp_path / "model").write_bytes(model)
        assert pi_pins_present(tmp_path / "model") is there
    assert not pi_pins_present(tmp_path / "none")
    assert not pi_pins_present(tmp_path)


class BrokenLibcamera:
    @staticmethod
    def global_camera_info() -> list[dict[str, object]]:
        raise RuntimeError("failed to start camera manager")


@pytest.fixture
def picamera2() -> Iterator[Any]:
    module = fake_picamera2_module()
    with patch.dict(sys.modules, {"picamera2": module}):
        yield module


def test_a_pi_camera_is_there_when_it_answers_not_when_its_library_is(picamera2: Any) -> None:
    assert pi_cameras_present()
    picamera2.Picamera2.cameras = ()
    assert not pi_cameras_present()


@pytest.mark.parametrize("module", [None, SimpleNamespace(), SimpleNamespace(Picamera2=BrokenLibcamera)])
def test_a_library_that_cannot_tell_means_no_camera(module: Any) -> None:
    with patch.dict(sys.modules, {"picamera2": module}):
        assert not pi_cameras_present()
