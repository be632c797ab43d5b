"""Every camera and every source of throws, tried by its name where there is no such device: one sentence, and its exit status."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from gpiozero import BadPinFactory, Device

from companion.cli.main import main
from hardware.registry import CAMERAS, THROWS
from tests.test_bluetooth_dice import no_bus

PINS = "expected the pins of a Raspberry Pi, this computer has none"
BLUETOOTH = "expected Bluetooth to be there and switched on, got no system bus (D-Bus) to ask for it"
ABSENT = {
    "gpio": f"companion: button gpio:17: pin 17: {PINS}",
    "electronic": f"companion: throws electronic: pin 8: {PINS}",
    "godice": f"companion: throws godice: {BLUETOOTH}",
    "pixels": f"companion: throws pixels: {BLUETOOTH}",
}
ALWAYS = ("camera", "keyboard", "simulated", "none")
CAMERAS_ABSENT = {
    "picamera2": "companion: picamera2 is not installed: sudo apt install python3-picamera2",
    "usb:0": "companion: camera usb:0: expected a camera at /dev/video0, there is none",
    "usb:/dev/v4l/by-id/…": "companion: camera usb:/dev/v4l/by-id/…: expected a camera at /dev/v4l/by-id/…, there is none",
    "folder:DIR": "companion: DIR: expected the folder of a recording, there is none",
    "video:FILE": "companion: FILE: expected a video file, there is none",
    "picture:FILE": "companion: FILE: expected a picture, there is none",
}


@pytest.fixture(autouse=True)
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No pins, no Bluetooth, no picamera2, nobody's settings."""

    def no_pins() -> None:
        raise BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(Device, "_default_pin_factory", no_pins)
    for folder in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(folder, str(tmp_path / folder))
    monkeypatch.chdir(tmp_path)


def played(*arguments: str) -> int:
    """The exit status of a game of a moment."""
    with patch.dict(sys.modules, {"bleak": no_bus(), "picamera2": None}):
        return main(["play", "--quick", "--headless", "--seconds", "0", "--out", "out", "--data", "data", *arguments])


def test_the_tables_have_every_name() -> None:
    assert {*ABSENT, *ALWAYS} == set(THROWS)
    assert {*CAMERAS_ABSENT, "simulated"} == set(CAMERAS)


@pytest.mark.parametrize("name", ABSENT)
def test_throws_whose_device_is_not_there_are_told_in_one_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played("--camera", "simulated", "--throws", name) == 2
    said = capsys.readouterr().err
    assert said.startswith(ABSENT[name])
    assert said.count("\n") == 1
    assert not list(tmp_path.rglob("*.jsonl"))


@pytest.mark.parametrize("name", ALWAYS)
def test_throws_that_need_no_device_play(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert played("--camera", "simulated", "--throws", name) == 0
    assert capsys.readouterr().err == ""
    assert len(list(tmp_path.rglob("*.jsonl"))) == 1


@pytest.mark.parametrize("name", ["recorded", "GPIO", "godice:AA:01", " "])
def test_throws_nobody_knows_are_told_with_those_that_are_known(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert played("--camera", "simulated", "--throws", name) == 2
    assert capsys.readouterr().err == f"companion: unknown throws {name!r}; known are {', '.join(THROWS)}\n"


@pytest.mark.parametrize("name", CAMERAS_ABSENT)
@pytest.mark.skipif(Path("/dev/video0").exists(), reason="there is a camera here")
def test_a_camera_that_is_not_there_is_told_in_one_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played("--camera", name, "--throws", "none") == 2
    said = capsys.readouterr().err
    assert said.startswith(CAMERAS_ABSENT[name])
    assert said.count("\n") == 1
    assert not list(tmp_path.rglob("*.jsonl"))


@pytest.mark.parametrize("name", THROWS)
def test_the_doctor_says_what_is_wrong_with_the_die_that_is_chosen(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "XDG_CONFIG_HOME" / "mensch-companion" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'throws = "{name}"\n')
    status = main(["doctor"])
    told = capsys.readouterr()
    lines = [line for line in told.out.splitlines() if line[6:].startswith("die ")]
    assert told.err == ""
    assert len(lines) == 1
    assert status == (1 if name in ABSENT else 0)
