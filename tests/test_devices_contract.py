"""What every camera and button has to do alike; `test_throws_contract` has the dice. Absent hardware is skipped, and says why."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import cv2
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.cli.main import main
from hardware.buttons import GpioButton, SimulatedButton
from hardware.cameras.pi import PiCamera
from hardware.cameras.recorded import FolderCamera, PictureCamera, VideoCamera
from hardware.cameras.simulated import SimulatedCamera
from hardware.cameras.usb import UsbCamera
from hardware.errors import DeviceError
from hardware.ports import Button, Camera, CameraLock, LockableCamera, TellingCamera
from tests.device_doubles import FakeCapture, GreyPainter, ManualClock, fake_picamera2_module, write_recording, write_video

CAMERAS = (
    "folder",
    "folder of pictures",
    "picture",
    "video",
    "simulated",
    "usb with a stand-in",
    "usb over a video file",
    "picamera2 with a stand-in",
    "real usb",
    "real picamera2",
)


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.fixture(params=CAMERAS)
def camera(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Camera]:
    clock = ManualClock()
    (tmp_path / "video0").touch()
    makers: dict[str, Callable[[], Camera]] = {
        "folder": lambda: FolderCamera(write_recording(tmp_path / "recording")),
        "folder of pictures": lambda: FolderCamera(_pictures(tmp_path / "pictures")),
        "picture": lambda: PictureCamera(_pictures(tmp_path / "pictures") / "a.png"),
        "video": lambda: VideoCamera(write_video(tmp_path / "game.avi")),
        "simulated": lambda: SimulatedCamera(GreyPainter(), clock, wait=clock.wait),
        "usb with a stand-in": lambda: UsbCamera("0", clock=clock, capture=lambda _: FakeCapture(), devices=tmp_path),
        "usb over a video file": lambda: _usb_over_video(tmp_path, clock),
        "picamera2 with a stand-in": lambda: PiCamera(clock=clock),
        "real usb": _real_usb,
        "real picamera2": _real_pi,
    }
    modules = {"picamera2": fake_picamera2_module()} if "stand-in" in request.param else {}
    with patch.dict(sys.modules, modules):
        made = makers[request.param]()
        yield made
        made.close()


def _pictures(folder: Path) -> Path:
    """A folder of pictures that is no recording."""
    write_recording(folder)
    for name in ("frames.jsonl", "session.json"):
        (folder / name).unlink()
    return folder


def _usb_over_video(folder: Path, clock: ManualClock) -> Camera:
    """OpenCV's own capture, of a file instead of a device."""
    video = str(write_video(folder / "usb.avi", size=(640, 480)))
    return UsbCamera("0", clock=clock, capture=lambda _: cv2.VideoCapture(video), devices=folder)


def _real_usb() -> Camera:
    if not Path("/dev/video0").exists():
        pytest.skip("no camera at /dev/video0")
    return UsbCamera("0")


def _real_pi() -> Camera:
    made = PiCamera()
    try:
        made.open()
    except DeviceError as error:
        pytest.skip(str(error))
    made.close()
    return made


def test_a_camera_gives_numbered_frames_whose_time_never_goes_back(camera: Camera) -> None:
    camera.open()
    frames = [frame for frame in (camera.read() for _ in range(3)) if frame is not None]
    assert [frame.sequence for frame in frames] == [0, 1, 2]
    assert all(a.time_s <= b.time_s for a, b in pairwise(frames))
    for frame in frames:
        assert frame.bgr.ndim == 3
        assert frame.bgr.shape[2] == 3
        assert frame.bgr.dtype.name == "uint8"
        assert frame.bgr.flags.c_contiguous


def test_opening_a_camera_twice_is_an_error(camera: Camera) -> None:
    camera.open()
    with pytest.raises(DeviceError, match="already open"):
        camera.open()


def test_a_closed_camera_is_not_read_but_opens_again(camera: Camera) -> None:
    with pytest.raises(DeviceError, match="not open"):
        camera.read()
    camera.open()
    camera.close()
    camera.close()
    with pytest.raises(DeviceError, match="not open"):
        camera.read()
    camera.open()
    frame = camera.read()
    assert frame is not None
    assert frame.sequence == 0


def test_a_camera_has_the_name_it_is_chosen_by(camera: Camera) -> None:
    assert camera.name.split(":")[0] in ("folder", "picture", "video", "simulated", "usb", "picamera2")


def test_a_camera_that_can_be_locked_keeps_its_lock_when_it_is_opened_again(camera: Camera) -> None:
    if not isinstance(camera, LockableCamera):
        pytest.skip(f"{camera.name} has nothing to lock")
    with pytest.raises(DeviceError, match="not open"):
        camera.lock()
    camera.open()
    camera.read()
    lock = camera.lock()
    json.dumps(dict(lock.values))
    camera.close()
    camera.lock_to(lock)
    camera.open()
    assert camera.read() is not None
    camera.lock_to(CameraLock({"what another camera calls it": (1.0,)}))
    camera.unlock()
    assert camera.read() is not None


def test_a_camera_that_does_not_always_give_what_it_is_asked_for_tells_what_it_gives(camera: Camera) -> None:
    if not isinstance(camera, TellingCamera):
        pytest.skip(f"{camera.name} gives what was recorded or drawn")
    camera.open()
    frame = camera.read()
    assert frame is not None
    assert camera.gives.startswith(f"{frame.bgr.shape[1]}x{frame.bgr.shape[0]}")


MISSING = (
    ("picamera2", "picamera2 is not installed: sudo apt install python3-picamera2"),
    ("usb:77", "camera usb:77: expected a camera at /dev/video77, there is none"),
    ("usb:/dev/v4l/by-id/x", "camera usb:/dev/v4l/by-id/x: expected a camera at /dev/v4l/by-id/x, there is none"),
    ("folder:/nowhere", "/nowhere: expected the folder of a recording, there is none"),
    ("video:/nowhere.mp4", "/nowhere.mp4: expected a video file, there is none"),
    ("picture:/nowhere.png", "/nowhere.png: expected a picture, there is none"),
    ("webcam", "unknown camera 'webcam'; known are picamera2, usb:0"),
)


@pytest.mark.parametrize(("name", "sentence"), MISSING)
def test_a_game_with_a_camera_that_is_not_there_ends_with_one_sentence(
    name: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with patch.dict(sys.modules, {"picamera2": None}):
        arguments = ["play", "--headless", "--camera", name, "--throws", "none", "--data", str(tmp_path)]
        assert main([*arguments, "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"companion: {sentence}")
    assert told.count("\n") == 1
    assert list(tmp_path.rglob("*.jsonl")) == []


@dataclass
class Pushed:
    """A button, and how the world moves its contact at a time."""

    button: Button
    contact: Callable[[bool, float], None]


@pytest.fixture(params=["simulated", "gpio with mock pins", "real gpio"])
def pushed(request: pytest.FixtureRequest) -> Iterator[Pushed]:
    if request.param == "simulated":
        button = SimulatedButton()
        yield Pushed(button, lambda down, time_s: button.push(time_s) if down else button.let_go(time_s))
        return
    if request.param == "real gpio":
        pytest.skip("a real button cannot be pushed by a test")
    pins: MockFactory = request.getfixturevalue("pins")
    clock = ManualClock(0.0)
    gpio = GpioButton(17, clock)

    def contact(down: bool, time_s: float) -> None:
        clock.now_s = time_s
        (pins.pin(17).drive_low if down else pins.pin(17).drive_high)()

    yield Pushed(gpio, contact)
    gpio.close()


BOUNCES = (
    (1.000, True),
    (1.001, False),
    (1.002, True),
    (1.003, False),
    (1.004, True),
    (1.200, False),
    (1.201, True),
    (1.202, False),
)


def test_five_bounces_are_one_press(pushed: Pushed) -> None:
    pushed.button.open()
    for time_s, down in BOUNCES:
        pushed.contact(down, time_s)
    assert len(pushed.button.poll(2.0)) == 1
    assert pushed.button.poll(3.0) == ()


def test_a_held_button_is_one_press_and_a_second_push_another(pushed: Pushed) -> None:
    pushed.button.open()
    pushed.contact(True, 1.0)
    assert len(pushed.button.poll(1.5)) == 1
    assert pushed.button.poll(60.0) == ()
    pushed.contact(False, 61.0)
    pushed.contact(True, 62.0)
    assert [round(press.time_s, 2) for press in pushed.button.poll(63.0)] == [62.02]


def test_a_spark_is_no_press(pushed: Pushed) -> None:
    pushed.button.open()
    pushed.contact(True, 1.0)
    pushed.contact(False, 1.005)
    assert pushed.button.poll(2.0) == ()


def test_what_is_held_when_it_is_opened_is_no_press(pushed: Pushed) -> None:
    if pushed.button.name == "simulated":
        pytest.skip("a simulated button can only be pushed while it is open")
    pushed.button.open()
    pushed.contact(True, 1.0)
    pushed.button.close()
    pushed.button.open()
    assert pushed.button.poll(60.0) == ()
    pushed.contact(False, 61.0)
    pushed.contact(True, 62.0)
    assert len(pushed.button.poll(63.0)) == 1


def test_a_button_is_opened_once_and_closed_at_will(pushed: Pushed) -> None:
    with pytest.raises(DeviceError, match="not open"):
        pushed.button.poll(1.0)
    pushed.button.open()
    with pytest.raises(DeviceError, match="already open"):
        pushed.button.open()
    pushed.button.close()
    pushed.button.close()
    pushed.button.open()


def test_a_simulated_button_refuses_what_fingers_cannot_do() -> None:
    button = SimulatedButton()
    button.open()
    button.push(1.0)
    with pytest.raises(DeviceError, match="already pushed"):
        button.push(1.1)
    button.let_go(1.2)
    with pytest.raises(DeviceError, match="not pushed"):
        button.let_go(1.3)


def test_a_pin_in_use_is_said(pins: MockFactory) -> None:
    first, second = GpioButton(17), GpioButton(17)
    first.open()
    with pytest.raises(DeviceError, match="pin 17 cannot be used"):
        second.open()
    first.close()
    assert pins is Device.pin_factory
