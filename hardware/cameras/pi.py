"""The Raspberry Pi's own camera through picamera2, which is imported only when such a camera is opened.

Two streams come from one exposure: `main` is read, `lores` shows motion and is made by the Pi's image processor for nothing
(making it small on the processor costs 1.0 ms of a desktop's core at 1280x720, 2.2 ms at 1920x1080; four times that on a Pi 4).
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from hardware.cameras.holders import held_by, pi_camera_files
from hardware.cameras.pi_modules import pi_module
from hardware.errors import CameraLostError, DeviceError
from hardware.ports import CameraLock, Frame, GreyImage

DEFAULT_SIZE = (1280, 720)
MOTION_WIDTH_PX = 320
"""As wide as the picture in which motion is looked for."""
FORMAT, MOTION_FORMAT = "RGB888", "YUV420"
"""What picamera2 calls RGB888 has blue first in memory, as OpenCV wants it. YUV420 begins with the brightness of every pixel."""
FRAME_US = (33_333, 66_667)
"""30 frames a second, in dim rooms down to the 15 with which a game is watched: longer exposures have less noise."""
SETTLE_S = 1.0
"""Exposure and white balance need about a second; locked earlier, pictures can be black."""
FOCUS_S = 5.0
"""A focus that is still being searched for after this long stays where it is; a search through all distances takes two."""
READ_TIMEOUT_S = 1.5
"""Frames come at least every 0.07 s; whoever looks has to be told within two seconds that they have stopped."""
AF_MANUAL, AF_CONTINUOUS = 0, 2
"""Values of libcamera's control AfMode."""
AF_SCANNING = 1
"""Value of libcamera's AfState."""
KEPT = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
"""What a lock is made of, by libcamera's names."""


class PiCamera:
    """`picamera2`: settles for a second, then keeps exposure, white balance and focus as they are, also when opened again."""

    def __init__(self, size: tuple[int, int] = DEFAULT_SIZE, clock: Callable[[], float] = time.monotonic) -> None:
        self._size, self._clock = size, clock
        self._camera: Any = None
        self._opened_s = 0.0
        self._kept: CameraLock | None = None
        self._locks_itself = True
        self._metadata: Mapping[str, Any] = {}
        self._motion: tuple[int, int] = (0, 0)
        self._sequence = 0
        self._gives = "nothing"

    @property
    def name(self) -> str:
        """`picamera2`."""
        return "picamera2"

    @property
    def gives(self) -> str:
        """The module and the pictures it gives; known once open."""
        return self._gives

    def open(self) -> None:
        """Takes the camera. Raises `DeviceError`: picamera2 missing, no camera, busy, or another format than asked for."""
        if self._camera is not None:
            raise DeviceError("camera picamera2 is already open")
        camera, model = _take()
        try:
            self._motion = _configure(camera, self._size, model)
            camera.start()
            self._camera, self._sequence, self._metadata = camera, 0, {}
            self._opened_s = self._clock()
            self._set(_look() if self._kept is None else _keep(self._kept.values))
        except BaseException as error:
            self._camera = None
            camera.close()
            if isinstance(error, DeviceError) or not isinstance(error, Exception):
                raise
            raise DeviceError(f"camera picamera2 cannot be started: {error}") from None
        module = pi_module(model)
        self._gives = f"{self._size[0]}x{self._size[1]} of a {module.title if module else model}"

    def read(self) -> Frame | None:
        """The next frame; the first one after the settling time locks the picture. Raises `CameraLostError`."""
        camera = self._opened()
        try:
            (main, motion), self._metadata = camera.capture_arrays(["main", "lores"], wait=READ_TIMEOUT_S)
        except (RuntimeError, TimeoutError, OSError) as error:
            raise CameraLostError(f"camera picamera2 gives no more frames: {str(error) or 'none came in time'}") from None
        if self._kept is None and self._locks_itself and self._settled():
            self.lock()
        frame = Frame(np.ascontiguousarray(main, dtype=np.uint8), self._clock(), self._sequence, self._grey(motion))
        self._sequence += 1
        return frame

    def lock(self) -> CameraLock:
        """Keeps exposure, gain, white balance and focus as they were in the last frame. Raises `DeviceError` before the first."""
        self._opened()
        if not self._metadata:
            raise DeviceError("camera picamera2 has given no frame yet to be kept like")
        self._kept = CameraLock({name: _numbers(self._metadata[name]) for name in KEPT if name in self._metadata})
        self._set(_keep(self._kept.values))
        return self._kept

    def lock_to(self, lock: CameraLock) -> None:
        """Keeps the picture as `lock` says, now and whenever the camera is opened."""
        self._kept = CameraLock({name: values for name, values in lock.values.items() if name in KEPT})
        if self._camera is not None:
            self._set(_keep(self._kept.values))

    def unlock(self) -> None:
        """Exposure, white balance and focus follow the picture until the next lock."""
        self._kept, self._locks_itself = None, False
        if self._camera is not None:
            self._set(_look())

    def close(self) -> None:
        """Gives the camera back; harmless when not open."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        # A capture that never came still waits in picamera2's queue, and `stop` would wait behind it for ever.
        camera.cancel_all_and_flush()
        camera.close()

    def _opened(self) -> Any:
        if self._camera is None:
            raise DeviceError("camera picamera2 is not open")
        return self._camera

    def _settled(self) -> bool:
        since_s = self._clock() - self._opened_s
        searching = self._metadata.get("AfState") == AF_SCANNING
        return since_s >= (FOCUS_S if searching else SETTLE_S)

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Modules differ in what they have: no focus in Camera Module 2 and the HQ camera."""
        camera = self._opened()
        camera.set_controls({name: value for name, value in controls.items() if name in camera.camera_controls})

    def _grey(self, motion: Any) -> GreyImage:
        """The brightness part of a YUV420 array, whose rows are padded."""
        width, height = self._motion
        return np.ascontiguousarray(motion[:height, :width], dtype=np.uint8)


def pi_cameras_present() -> bool:
    """Whether a camera answers at a Raspberry Pi's connector; picamera2 alone is on many a Pi that has none.

    Whatever keeps picamera2 from telling (missing, half installed, no libcamera for this computer) means none.
    """
    try:
        return bool(_at_connector(importlib.import_module("picamera2").Picamera2))
    except Exception:
        return False


def _at_connector(picamera2: Any) -> list[tuple[int, str]]:
    """Number and model of the cameras that are no USB cameras: libcamera lists those too, behind the others."""
    cameras = enumerate(picamera2.global_camera_info())
    return [(number, str(info.get("Model", ""))) for number, info in cameras if "/usb" not in str(info.get("Id", ""))]


def _take() -> tuple[Any, str]:
    """The camera and its model."""
    try:
        module = importlib.import_module("picamera2")
    except ImportError as error:
        if error.name not in (None, "picamera2"):
            raise DeviceError(f"picamera2 cannot be loaded ({error}): sudo apt install python3-picamera2") from None
        raise DeviceError("picamera2 is not installed: sudo apt install python3-picamera2") from None
    found = _at_connector(module.Picamera2)
    if not found:
        raise DeviceError("camera picamera2: expected a camera at the Raspberry Pi's connector, none answers; check its cable")
    number, model = found[0]
    try:
        return module.Picamera2(number), model
    except (RuntimeError, IndexError) as error:
        raise DeviceError(f"camera picamera2 cannot be taken: {held_by(pi_camera_files())} ({_first_cause(error)})") from None


def _first_cause(error: BaseException) -> str:
    """picamera2 itself says no more than that its `__init__` did not complete."""
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error)


def _configure(camera: Any, size: tuple[int, int], model: str) -> tuple[int, int]:
    """Asks for the two streams; returns width and height of the small one."""
    motion = MOTION_WIDTH_PX, round(MOTION_WIDTH_PX * size[1] / size[0] / 2) * 2
    module = pi_module(model)
    sensor = {} if module is None else {"sensor": {"output_size": module.readout, "bit_depth": module.bit_depth}}
    camera.configure(
        camera.create_video_configuration(
            main={"size": size, "format": FORMAT},
            lores={"size": motion, "format": MOTION_FORMAT},
            controls={"FrameDurationLimits": FRAME_US},
            buffer_count=4,
            **sensor,
        )
    )
    # libcamera may change what was asked for without a word.
    got = camera.camera_configuration()
    for stream, wanted, format_name in (("main", size, FORMAT), ("lores", motion, MOTION_FORMAT)):
        its = got[stream]
        if its["format"] != format_name or tuple(its["size"]) != wanted:
            raise DeviceError(
                f"camera picamera2: expected {format_name} pictures of {wanted[0]}x{wanted[1]}, "
                f"it is set to {its['format']} of {its['size'][0]}x{its['size'][1]}"
            )
    return motion


def _look() -> dict[str, Any]:
    return {"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS}


def _keep(values: Mapping[str, tuple[float, ...]]) -> dict[str, Any]:
    """A focus that is fixed never hunts after a hand."""
    kept: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
    if "ExposureTime" in values:
        kept["ExposureTime"] = round(values["ExposureTime"][0])
    if "AnalogueGain" in values:
        kept["AnalogueGain"] = values["AnalogueGain"][0]
    if "ColourGains" in values:
        kept["ColourGains"] = tuple(values["ColourGains"])
    if "LensPosition" in values:
        kept |= {"AfMode": AF_MANUAL, "LensPosition": values["LensPosition"][0]}
    return kept


def _numbers(value: Any) -> tuple[float, ...]:
    return tuple(float(part) for part in value) if isinstance(value, (tuple, list)) else (float(value),)
