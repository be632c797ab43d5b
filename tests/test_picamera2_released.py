"""The driver and its stand-in against the released picamera2: what it is called with, and what it is known to do."""

from __future__ import annotations

import inspect
import sys
import threading
from collections.abc import Iterator
from typing import Any
from unittest.mock import MagicMock, create_autospec, patch

import numpy as np
import pytest

from hardware.cameras.pi import FORMAT, MOTION_FORMAT, SETTLE_S, PiCamera
from hardware.errors import CameraLostError, DeviceError
from tests.device_doubles import METADATA, FakePicamera2, ManualClock
from tests.released_picamera2 import released_picamera2, why_not

pytestmark = pytest.mark.skipif(why_not() is not None, reason=str(why_not()))


@pytest.fixture(scope="module")
def released() -> Iterator[Any]:
    with released_picamera2() as module:
        yield module


@pytest.fixture
def camera(released: Any) -> Iterator[MagicMock]:
    """What the driver gets when it makes a `Picamera2`: refuses every call that the released class would refuse."""
    made: MagicMock = create_autospec(released.Picamera2, instance=True)
    made.camera_controls = dict.fromkeys(("AeEnable", "AwbEnable", "ExposureTime", "AfMode", "LensPosition"), (0, 1, 0))
    streams = {"main": {"size": (1280, 720), "format": FORMAT}, "lores": {"size": (320, 180), "format": MOTION_FORMAT}}
    made.camera_configuration.return_value = streams
    pictures = [np.zeros((720, 1280, 3), dtype=np.uint8), np.zeros((270, 384), dtype=np.uint8)]
    made.capture_arrays.return_value = (pictures, dict(METADATA))
    make = create_autospec(released.Picamera2)
    make.global_camera_info.return_value = [{"Model": "imx708", "Num": 0, "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a"}]
    make.return_value = made
    with patch.dict(sys.modules, {"picamera2": MagicMock(Picamera2=make)}):
        yield made


def test_a_whole_life_of_the_driver_is_accepted_by_the_released_class(camera: MagicMock) -> None:
    clock = ManualClock()
    ours = PiCamera(clock=clock)
    ours.open()
    assert ours.read() is not None
    clock.wait(SETTLE_S)
    assert ours.read() is not None
    ours.unlock()
    ours.lock()
    ours.close()
    called = [call[0] for call in camera.method_calls]
    assert called[:5] == ["create_video_configuration", "configure", "camera_configuration", "start", "set_controls"]
    assert called[-2:] == ["cancel_all_and_flush", "close"]


def test_a_wrong_call_would_be_noticed(camera: MagicMock) -> None:
    with pytest.raises(TypeError):
        camera.capture_arrays(["main"], timeout=1.0)
    with pytest.raises(AttributeError):
        camera.give_back()


def test_the_stand_in_has_nothing_that_the_released_class_has_not(released: Any) -> None:
    for name, method in inspect.getmembers(FakePicamera2, inspect.isfunction):
        if name.startswith("_"):
            continue
        theirs = inspect.signature(getattr(released.Picamera2, name)).parameters
        ours = inspect.signature(method).parameters
        assert set(ours) - {"asked"} <= set(theirs), name
    assert {"main", "lores", "controls", "buffer_count", "sensor"} <= set(
        inspect.signature(released.Picamera2.create_video_configuration).parameters
    )


def bare(released: Any) -> Any:
    """A `Picamera2` as it is before any camera is looked for."""
    made = released.Picamera2.__new__(released.Picamera2)
    made._preview, made.is_open = None, False
    made._reset_flags()
    made._requestslock, made._requests, made._max_queue_len = threading.Lock(), [], 1
    return made


def test_a_capture_that_is_late_waits_on_until_it_is_cancelled(released: Any) -> None:
    """Behind it `stop` would wait for ever: that is why the driver cancels before it closes."""
    its = bare(released)
    with pytest.raises(TimeoutError):
        its.capture_arrays(["main"], wait=0.01)
    stop = its.dispatch_functions([lambda: (True, None)], wait=False)
    its.process_requests(MagicMock())
    assert len(its._job_list) == 2
    its.cancel_all_and_flush()
    assert its._job_list == []
    with pytest.raises(released.CancelledError):
        stop.get_result(timeout=0.01)


def test_a_control_that_the_camera_has_not_is_refused(released: Any) -> None:
    """The driver leaves them out: a Camera Module 2 has no `AfMode`."""
    its = bare(released)
    its.camera_ctrl_info = {"AeEnable": (MagicMock(), MagicMock())}
    its.set_controls({"AeEnable": False})
    with pytest.raises(RuntimeError, match="Control AfMode is not advertised by libcamera"):
        its.set_controls({"AfMode": 0})


@pytest.mark.parametrize(("name", "size"), [("main", (1280, 720)), ("main", (1920, 1080)), ("lores", (320, 180))])
def test_the_streams_that_are_asked_for_are_allowed(released: Any, name: str, size: tuple[int, int]) -> None:
    asked = {"size": size, "format": FORMAT if name == "main" else MOTION_FORMAT}
    bare(released).check_stream_config(asked, name)
    aligned = dict(asked)
    released.Picamera2.align_stream(aligned, optimal=False)
    assert aligned == asked


def test_arrays_are_laid_out_as_the_driver_takes_them(released: Any) -> None:
    """Blue first under the name RGB888, brightness first in YUV420 with its padding left in."""
    helpers = released.request.Helpers(MagicMock())
    main = {"format": FORMAT, "size": (4, 2), "stride": 16}
    buffer = np.zeros(2 * 16, dtype=np.uint8)
    buffer[0:3] = (255, 20, 10)
    array = helpers.make_array(buffer, main)
    assert (array.shape, tuple(array[0, 0])) == ((2, 4, 3), (255, 20, 10))
    lores = {"format": MOTION_FORMAT, "size": (320, 180), "stride": 384}
    assert helpers.make_array(np.zeros(270 * 384, dtype=np.uint8), lores).shape == (270, 384)


def test_what_the_released_class_raises_is_told_in_one_sentence(camera: MagicMock) -> None:
    ours = PiCamera(clock=ManualClock())
    camera.start.side_effect = RuntimeError("Failed to queue request")
    with pytest.raises(DeviceError, match="cannot be started: Failed to queue request"):
        ours.open()
    camera.close.assert_called_once()
    camera.start.side_effect = None
    ours.open()
    camera.capture_arrays.side_effect = TimeoutError
    with pytest.raises(CameraLostError, match="none came in time"):
        ours.read()
