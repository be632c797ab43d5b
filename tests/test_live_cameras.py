"""USB and Raspberry Pi cameras against stand-ins: what goes wrong at a table and what is then said."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import pytest

from hardware.cameras.holders import held_by, holders, pi_camera_files
from hardware.cameras.pi import FOCUS_S, SETTLE_S, PiCamera, pi_cameras_present
from hardware.cameras.simulated import SimulatedCamera
from hardware.cameras.usb import UsbCamera
from hardware.errors import CameraLostError, DeviceError
from hardware.ports import BgrImage, CameraLock
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


def test_what_a_usb_camera_gives_is_said_beside_what_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    for size, code, said in (
        ((1280, 720), "MJPG", "1280x720 MJPG"),
        ((800, 600), "YUYV", "800x600 YUYV, asked for 1280x720 MJPG"),
    ):
        capture = FakeCapture(size=size)
        capture.has[cv2.CAP_PROP_FOURCC] = cv2.VideoWriter.fourcc(*code)
        camera = usb(capture, tmp_path)
        camera.open()
        assert camera.gives == said


def test_a_usb_camera_keeps_what_it_lets_be_kept(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    capture = FakeCapture()
    capture.has |= {cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0}
    capture.refuses = {cv2.CAP_PROP_AUTOFOCUS}
    camera = usb(capture, tmp_path)
    camera.open()
    lock = camera.lock()
    assert lock.values == {"exposure": (157.0,), "white_balance": (4600.0,)}
    assert (capture.asked[cv2.CAP_PROP_AUTO_EXPOSURE], capture.asked[cv2.CAP_PROP_EXPOSURE]) == (1.0, 157.0)
    assert cv2.CAP_PROP_FOCUS not in capture.asked
    camera.close()
    capture.asked.clear()
    camera.open()
    assert capture.asked[cv2.CAP_PROP_WB_TEMPERATURE] == 4600.0
    camera.unlock()
    assert capture.asked[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0


def test_a_usb_camera_that_comes_back_under_another_number_is_found_by_its_name(tmp_path: Path) -> None:
    opened: list[str] = []

    def capture(path: str) -> FakeCapture:
        opened.append(Path(path).name)
        return FakeCapture()

    by_id = tmp_path / "v4l" / "by-id"
    by_id.mkdir(parents=True)
    (tmp_path / "video0").touch()
    (by_id / "usb-cam-index0").symlink_to(tmp_path / "video0")
    camera = UsbCamera("0", clock=ManualClock(), capture=capture, devices=tmp_path)
    camera.open()
    camera.close()
    (tmp_path / "video0").unlink()
    (by_id / "usb-cam-index0").unlink()
    with pytest.raises(DeviceError, match="no camera is plugged in"):
        camera.open()
    (tmp_path / "video1").touch()
    (by_id / "usb-cam-index0").symlink_to(tmp_path / "video1")
    camera.open()
    assert opened == ["video0", "video1"]


def test_after_a_long_wait_in_vain_a_usb_camera_is_not_asked_again(tmp_path: Path) -> None:
    """Three waits of OpenCV's ten seconds would be half a minute."""
    (tmp_path / "video0").touch()
    clock = ManualClock()
    capture = FakeCapture(frames=0)
    reads = 0

    def slow() -> tuple[bool, None]:
        nonlocal reads
        reads += 1
        clock.wait(10.0)
        return False, None

    camera = UsbCamera("0", clock=clock, capture=lambda _: capture, devices=tmp_path)
    camera.open()
    with patch.object(capture, "read", slow), pytest.raises(CameraLostError):
        camera.read()
    assert reads == 1


def proc_with(folder: Path, **open_files: Path) -> Path:
    """A /proc in which each named program has one file open; numbers from 101."""
    for pid, (program, file) in enumerate(open_files.items(), 101):
        links = folder / str(pid) / "fd"
        links.mkdir(parents=True)
        (links / "0").symlink_to("/dev/null")
        (links / "7").symlink_to(file)
        (folder / str(pid) / "comm").write_text(f"{program}\n")
    (folder / "meminfo").touch()
    return folder


def test_whoever_has_the_camera_is_named(tmp_path: Path) -> None:
    video, media = tmp_path / "video0", tmp_path / "media1"
    for file in (video, media):
        file.touch()
    proc = proc_with(tmp_path / "proc", cheese=video, motion=media, bash=Path("/dev/tty"))
    assert pi_camera_files(tmp_path) == (media, video)
    assert [str(holder) for holder in holders([video, media], proc)] == ["cheese (process 101)", "motion (process 102)"]
    assert holders([video], proc, own_pid=101) == ()
    assert held_by([video], proc) == "cheese (process 101) has it open; end that first"
    assert "another program" in held_by([tmp_path / "video9"], proc)


def test_a_process_that_really_holds_a_file_is_found(tmp_path: Path) -> None:
    video = tmp_path / "video0"
    video.touch()
    with video.open() as ours, subprocess.Popen(["sleep", "60"], stdin=ours) as child:
        try:
            assert [holder.pid for holder in holders([video])] == [child.pid]
        finally:
            child.kill()


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


KEPT = {"AeEnable": False, "AwbEnable": False, "ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.9)}
FOCUSED = {"AfMode": 0, "LensPosition": 1.8}


def settled(clock: ManualClock) -> PiCamera:
    """A camera that has locked its picture."""
    camera = PiCamera(clock=clock)
    camera.open()
    clock.wait(SETTLE_S)
    camera.read()
    return camera


def test_the_picture_is_locked_once_it_has_settled(picamera2: Any) -> None:
    clock = ManualClock()
    camera = PiCamera(clock=clock)
    camera.open()
    camera.read()
    assert last().set_to == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}
    clock.wait(SETTLE_S)
    camera.read()
    assert last().set_to == {**KEPT, **FOCUSED}
    assert isinstance(last(), picamera2)


def test_a_focus_that_still_searches_is_waited_for_but_not_for_ever(picamera2: Any) -> None:
    clock = ManualClock()
    camera = PiCamera(clock=clock)
    camera.open()
    last().metadata["AfState"] = 1
    clock.wait(SETTLE_S)
    camera.read()
    assert last().set_to["AfMode"] == 2
    clock.wait(FOCUS_S)
    camera.read()
    assert last().set_to["AfMode"] == 0
    assert isinstance(last(), picamera2)


def test_a_locked_picture_stays_locked_when_the_camera_comes_back(picamera2: Any) -> None:
    """A hand may be over the board at that moment: neither focus nor exposure may look at it."""
    camera = settled(ManualClock())
    before = last()
    camera.close()
    camera.open()
    assert last() is not before
    assert last().set_to == {**KEPT, **FOCUSED}
    assert isinstance(last(), picamera2)


def test_a_picture_is_kept_as_it_was_on_another_day(picamera2: Any) -> None:
    lock = settled(ManualClock()).lock()
    assert json.loads(json.dumps(dict(lock.values)))["ColourGains"] == [1.5, 1.9]
    camera = PiCamera(clock=ManualClock())
    camera.lock_to(CameraLock({**lock.values, "focus": (30.0,)}))
    camera.open()
    assert last().set_to == {**KEPT, **FOCUSED}
    camera.unlock()
    assert (last().set_to["AeEnable"], last().set_to["AfMode"]) == (True, 2)
    assert isinstance(last(), picamera2)


def test_a_pi_camera_without_focus_is_locked_too(picamera2: Any) -> None:
    camera = PiCamera(clock=ManualClock())
    camera.open()
    for control in ("AfMode", "LensPosition"):
        del last().camera_controls[control]
        last().metadata.pop(control, None)
    last().set_to.clear()
    camera.read()
    camera.lock()
    assert last().set_to == KEPT
    assert isinstance(last(), picamera2)


READOUTS = (
    ("imx219", (1640, 1232), 10, "Camera Module 2"),
    ("imx708", (2304, 1296), 10, "Camera Module 3"),
    ("imx708_wide", (2304, 1296), 10, "Camera Module 3 Wide"),
    ("imx708_wide_noir", (2304, 1296), 10, "Camera Module 3 Wide"),
    ("imx477", (2028, 1520), 12, "HQ Camera"),
)


@pytest.mark.parametrize(("model", "readout", "bits", "title"), READOUTS)
def test_each_module_is_read_out_over_its_whole_sensor(
    picamera2: Any, model: str, readout: tuple[int, int], bits: int, title: str
) -> None:
    picamera2.cameras = ({"Model": model, "Num": 0, "Id": f"/base/soc/i2c@1/{model}@10"},)
    camera = PiCamera()
    camera.open()
    assert last().asked["sensor"] == {"output_size": readout, "bit_depth": bits}
    assert camera.gives == f"1280x720 of a {title}"


def test_an_unknown_module_is_driven_as_picamera2_thinks_best(picamera2: Any) -> None:
    picamera2.cameras = ({"Model": "imx999", "Num": 0, "Id": "/base/soc/i2c@1/imx999@10"},)
    camera = PiCamera()
    camera.open()
    assert "sensor" not in last().asked
    assert camera.gives == "1280x720 of a imx999"


def test_a_usb_camera_is_no_pi_camera_though_libcamera_lists_it(picamera2: Any) -> None:
    usb_camera = {"Model": "HD Webcam", "Num": 0, "Id": "/base/scb/pcie@7d500000/usb@0,0-1.3:1.0-046d:0825"}
    picamera2.cameras = (usb_camera,)
    assert not pi_cameras_present()
    with pytest.raises(DeviceError, match="check its cable"):
        PiCamera().open()
    picamera2.cameras = (usb_camera, *FakePicamera2.cameras)
    PiCamera().open()
    assert last().camera_num == 1


def test_motion_comes_from_the_small_stream_without_its_padding(picamera2: Any) -> None:
    camera = PiCamera((1920, 1080), ManualClock())
    camera.open()
    frame = camera.read()
    assert frame is not None and frame.motion is not None
    assert last().asked["lores"] == {"size": (320, 180), "format": "YUV420"}
    assert frame.motion.shape == (180, 320)
    assert set(frame.motion.ravel()) == {77}
    assert isinstance(last(), picamera2)


@pytest.mark.parametrize("broken", ["configure", "start", "set_controls"])
def test_whatever_fails_while_opening_the_camera_is_given_back(picamera2: Any, broken: str) -> None:
    for error in (RuntimeError("no buffers"), KeyboardInterrupt()):
        expected = DeviceError if isinstance(error, RuntimeError) else KeyboardInterrupt
        with patch.object(picamera2, broken, side_effect=error), pytest.raises(expected):
            PiCamera().open()
        assert last().closed


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
