"""USB and Raspberry Pi cameras against stand-ins: what goes wrong at a table and what is then said."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import pytest

from hardware.cameras.pi import SETTLE_S, PiCamera
from hardware.cameras.simulated import SimulatedCamera
from hardware.cameras.usb import UsbCamera
from hardware.errors import CameraLostError, DeviceError
from hardware.ports import BgrImage
from tests.device_doubles import FakeCapture, FakePicamera2, GreyPainter, ManualClock, fake_picamera2_module


def usb(capture: FakeCapture, devices: Path) -> UsbCamera:
    return UsbCamera("0", clock=ManualClock(), capture=lambda _: capture, devices=devices)


def test_a_missing_usb_camera_is_told_with_what_is_there(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"expected a camera at .*video0, there is none; no camera is plugged in"):
        usb(FakeCapture(), tmp_path).open()
    (tmp_path / "video2").touch()
    with pytest.raises(DeviceError, match="found are usb:2"):
        usb(FakeCapture(), tmp_path).open()


def test_a_busy_usb_camera_is_told(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    capture = FakeCapture(opened=False)
    with pytest.raises(DeviceError, match="is another program using it"):
        usb(capture, tmp_path).open()
    assert capture.released


def test_a_usb_camera_is_asked_for_mjpg_and_what_came_is_known(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    capture = FakeCapture(size=(800, 600))
    camera = usb(capture, tmp_path)
    camera.open()
    assert capture.asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert (capture.asked[cv2.CAP_PROP_FRAME_WIDTH], capture.asked[cv2.CAP_PROP_FRAME_HEIGHT]) == (1280, 720)
    assert camera.size == (800, 600)


def test_a_usb_camera_with_too_small_pictures_is_refused(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    capture = FakeCapture(size=(320, 240))
    with pytest.raises(DeviceError, match="at least 640x360, it gives 320x240"):
        usb(capture, tmp_path).open()
    assert capture.released


def test_a_hiccup_is_passed_over_but_a_pulled_plug_is_told(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    capture = FakeCapture(frames=1)
    camera = usb(capture, tmp_path)
    camera.open()
    capture.failing = 2
    assert camera.read() is not None
    with pytest.raises(CameraLostError, match="is its cable loose"):
        camera.read()


def test_a_usb_camera_can_be_named_by_its_place() -> None:
    assert UsbCamera("/dev/v4l/by-id/usb-cam").path == Path("/dev/v4l/by-id/usb-cam")


@pytest.fixture
def picamera2() -> Iterator[Any]:
    module = fake_picamera2_module()
    with patch.dict(sys.modules, {"picamera2": module}):
        yield module.Picamera2


def last() -> FakePicamera2:
    assert FakePicamera2.last is not None
    return FakePicamera2.last


def test_a_missing_picamera2_is_told_with_the_cure() -> None:
    with patch.dict(sys.modules, {"picamera2": None}), pytest.raises(DeviceError) as caught:
        PiCamera().open()
    assert str(caught.value) == "picamera2 is not installed: sudo apt install python3-picamera2"


def test_no_camera_at_the_connector_is_told(picamera2: Any) -> None:
    picamera2.cameras = ()
    with pytest.raises(DeviceError, match="check its cable"):
        PiCamera().open()


def test_a_busy_pi_camera_is_told(picamera2: Any) -> None:
    picamera2.busy = True
    with pytest.raises(DeviceError, match="is another program using it"):
        PiCamera().open()


def test_a_silently_changed_format_is_noticed_and_the_camera_given_back(picamera2: Any) -> None:
    picamera2.changed_format = "XBGR8888"
    with pytest.raises(DeviceError, match="expected RGB888 pictures of 1280x720, it is set to XBGR8888"):
        PiCamera().open()
    assert last().closed


def test_the_picture_is_locked_once_it_has_settled(picamera2: Any) -> None:
    clock = ManualClock()
    camera = PiCamera(clock=clock)
    camera.open()
    camera.read()
    assert "AeEnable" not in last().set_to
    clock.wait(SETTLE_S)
    camera.read()
    expected = {"AeEnable": False, "AwbEnable": False, "ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.9)}
    assert last().set_to == {**expected, "AfMode": 0, "LensPosition": 1.8}
    assert isinstance(last(), picamera2)


def test_a_pi_camera_without_focus_is_locked_too(picamera2: Any) -> None:
    camera = PiCamera(clock=ManualClock())
    camera.open()
    for control in ("AfMode", "LensPosition"):
        del last().camera_controls[control]
    last().set_to.clear()
    camera.lock()
    assert set(last().set_to) == {"AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"}
    assert isinstance(last(), picamera2)


def test_a_lost_pi_camera_is_told_and_given_back(picamera2: Any) -> None:
    camera = PiCamera(clock=ManualClock())
    camera.open()
    last().lost = True
    with pytest.raises(CameraLostError, match="none came in time"):
        camera.read()
    camera.close()
    assert isinstance(last(), picamera2)
    assert (last().started, last().closed) == (False, True)


def test_a_picamera2_without_its_libcamera_is_told() -> None:
    missing = ModuleNotFoundError("No module named 'libcamera'", name="libcamera")
    with patch("importlib.import_module", side_effect=missing), pytest.raises(DeviceError, match="picamera2 cannot be loaded"):
        PiCamera().open()


def test_the_simulated_camera_keeps_its_pace() -> None:
    clock = ManualClock(0.0)
    camera = SimulatedCamera(GreyPainter(), clock, fps=5, wait=clock.wait)
    camera.open()
    times = [frame.time_s for frame in (camera.read() for _ in range(4)) if frame is not None]
    assert times == pytest.approx([0.0, 0.2, 0.4, 0.6])
    clock.wait(3.0)
    late = camera.read()
    assert late is not None
    assert late.time_s == pytest.approx(3.6)


@pytest.mark.parametrize("late_s", [0.0, 0.001, 0.01])
def test_the_simulated_camera_delivers_fifteen_frames_a_second(late_s: float) -> None:
    """Also when every wait ends late and every picture takes time to draw and to read, as on a small computer."""
    clock = ManualClock(0.0)

    class SlowPainter(GreyPainter):
        def paint(self, time_s: float) -> BgrImage:
            clock.wait(0.03)
            return super().paint(time_s)

    camera = SimulatedCamera(SlowPainter(), clock, wait=lambda seconds: clock.wait(seconds + late_s))
    camera.open()
    delivered = 0
    while clock() < 10.0:
        assert camera.read() is not None
        clock.wait(0.01)
        delivered += 1
    assert delivered / 10.0 >= 15
