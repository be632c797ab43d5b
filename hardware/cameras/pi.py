"""The Raspberry Pi's own camera through picamera2, which is imported only when such a camera is opened."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from hardware.errors import CameraLostError, DeviceError
from hardware.ports import Frame

DEFAULT_SIZE = (1280, 720)
FORMAT = "RGB888"
"""What picamera2 calls RGB888 has blue first in memory, as OpenCV wants it."""
SETTLE_S = 1.0
"""Exposure and white balance need about a second; locked earlier, pictures can be black."""
READ_TIMEOUT_S = 3.0
AF_MANUAL, AF_CONTINUOUS = 0, 2
"""Values of libcamera's control AfMode."""


class PiCamera:
    """`picamera2`: settles for a second, then keeps exposure, white balance and focus as they are."""

    def __init__(self, size: tuple[int, int] = DEFAULT_SIZE, clock: Callable[[], float] = time.monotonic) -> None:
        self._size, self._clock = size, clock
        self._camera: Any = None
        self._opened_s = 0.0
        self._locked = False
        self._sequence = 0

    @property
    def name(self) -> str:
        """`picamera2`."""
        return "picamera2"

    def open(self) -> None:
        """Takes the camera. Raises `DeviceError`: picamera2 missing, no camera, busy, or another format than asked for."""
        if self._camera is not None:
            raise DeviceError("camera picamera2 is already open")
        camera = _take()
        try:
            _configure(camera, self._size)
            camera.start()
        except (DeviceError, RuntimeError) as error:
            camera.close()
            raise (
                error if isinstance(error, DeviceError) else DeviceError(f"camera picamera2 cannot be started: {error}")
            ) from None
        self._camera, self._locked, self._sequence = camera, False, 0
        self._opened_s = self._clock()

    def read(self) -> Frame | None:
        """The next frame; the first one after the settling time locks the picture. Raises `CameraLostError`."""
        if self._camera is None:
            raise DeviceError("camera picamera2 is not open")
        if not self._locked and self._clock() - self._opened_s >= SETTLE_S:
            self.lock()
        try:
            array = self._camera.capture_array("main", wait=READ_TIMEOUT_S)
        except (RuntimeError, TimeoutError, OSError) as error:
            raise CameraLostError(f"camera picamera2 gives no more frames: {str(error) or 'none came in time'}") from None
        frame = Frame(np.ascontiguousarray(array, dtype=np.uint8), self._clock(), self._sequence)
        self._sequence += 1
        return frame

    def lock(self) -> None:
        """Keeps exposure, gain, white balance and focus as they are now. Raises `CameraLostError`."""
        if self._camera is None:
            raise DeviceError("camera picamera2 is not open")
        try:
            now = self._camera.capture_metadata(wait=READ_TIMEOUT_S)
        except (RuntimeError, TimeoutError, OSError) as error:
            raise CameraLostError(f"camera picamera2 gives no more frames: {str(error) or 'none came in time'}") from None
        controls: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        controls |= {key: now[key] for key in ("ExposureTime", "AnalogueGain", "ColourGains") if key in now}
        if "LensPosition" in now and "AfMode" in self._camera.camera_controls:
            controls |= {"AfMode": AF_MANUAL, "LensPosition": now["LensPosition"]}
        self._camera.set_controls({key: value for key, value in controls.items() if key in self._camera.camera_controls})
        self._locked = True

    def close(self) -> None:
        """Gives the camera back; harmless when not open."""
        camera, self._camera = self._camera, None
        if camera is not None:
            try:
                camera.stop()
            finally:
                camera.close()


def pi_cameras_present() -> bool:
    """Whether a camera answers at a Raspberry Pi's connector; picamera2 alone is on many a Pi that has none.

    Whatever keeps picamera2 from telling (missing, half installed, no libcamera for this computer) means none.
    """
    try:
        return bool(importlib.import_module("picamera2").Picamera2.global_camera_info())
    except Exception:
        return False


def _take() -> Any:
    try:
        module = importlib.import_module("picamera2")
    except ImportError as error:
        if error.name not in (None, "picamera2"):
            raise DeviceError(f"picamera2 cannot be loaded ({error}): sudo apt install python3-picamera2") from None
        raise DeviceError("picamera2 is not installed: sudo apt install python3-picamera2") from None
    if not module.Picamera2.global_camera_info():
        raise DeviceError("camera picamera2: expected a camera at the Raspberry Pi's connector, none answers; check its cable")
    try:
        return module.Picamera2()
    except (RuntimeError, IndexError) as error:
        raise DeviceError(f"camera picamera2 cannot be taken, is another program using it? ({error})") from None


def _configure(camera: Any, size: tuple[int, int]) -> None:
    camera.configure(camera.create_video_configuration(main={"size": size, "format": FORMAT}, buffer_count=4))
    # libcamera may change what was asked for without a word.
    got = camera.camera_configuration()["main"]
    if got["format"] != FORMAT or tuple(got["size"]) != size:
        raise DeviceError(
            f"camera picamera2: expected {FORMAT} pictures of {size[0]}x{size[1]}, "
            f"it is set to {got['format']} of {got['size'][0]}x{got['size'][1]}"
        )
    if "AfMode" in camera.camera_controls:
        camera.set_controls({"AfMode": AF_CONTINUOUS})
