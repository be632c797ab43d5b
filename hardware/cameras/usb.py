"""USB cameras through Video4Linux."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from hardware.errors import CameraLostError, DeviceError
from hardware.ports import Frame

DEFAULT_SIZE = (1280, 720)
SMALLEST_SIZE = (640, 360)
"""Below this a board's fields are too few pixels wide to be read (SIGHT: boards from 150 px are found, read from about 300)."""
FAILED_READS = 3
"""Single reads fail on a busy USB bus; this many in a row mean that the camera is gone."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802, D102
    def set(self, propId: int, value: float) -> bool: ...  # noqa: N803, D102
    def get(self, propId: int) -> float: ...  # noqa: N803, D102
    def read(self) -> tuple[bool, Any]: ...  # noqa: D102
    def release(self) -> None: ...  # noqa: D102


def _v4l_capture(path: str) -> Capture:
    return cv2.VideoCapture(path, cv2.CAP_V4L2)


class UsbCamera:
    """`usb:0` is `/dev/video0`; `usb:/dev/v4l/by-id/…` names a camera that keeps its name when plugged elsewhere."""

    def __init__(
        self,
        device: str,
        size: tuple[int, int] = DEFAULT_SIZE,
        clock: Callable[[], float] = time.monotonic,
        capture: Callable[[str], Capture] = _v4l_capture,
        devices: Path = Path("/dev"),
    ) -> None:
        self._device, self._asked, self._clock, self._make = device, size, clock, capture
        self._devices = devices
        self._capture: Capture | None = None
        self._sequence = 0
        self.size = size
        """Width and height that the camera really gives; known once open."""

    @property
    def name(self) -> str:
        """`usb:` and the device."""
        return f"usb:{self._device}"

    @property
    def path(self) -> Path:
        """The device file."""
        return self._devices / f"video{self._device}" if self._device.isdigit() else Path(self._device)

    def open(self) -> None:
        """Takes the camera, asks for MJPG at the wanted size. Raises `DeviceError`: missing, busy, or too small a picture."""
        if self._capture is not None:
            raise DeviceError(f"camera {self.name} is already open")
        if not self.path.exists():
            raise DeviceError(f"camera {self.name}: expected a camera at {self.path}, there is none; {self._others()}")
        capture = self._make(str(self.path))
        if not capture.isOpened():
            capture.release()
            raise DeviceError(f"camera {self.name}: {self.path} cannot be opened; is another program using it?")
        try:
            self.size = self._configured(capture)
        except DeviceError:
            capture.release()
            raise
        self._capture, self._sequence = capture, 0

    def read(self) -> Frame | None:
        """The next frame. Raises `CameraLostError` when the camera has stopped giving any."""
        if self._capture is None:
            raise DeviceError(f"camera {self.name} is not open")
        for _ in range(FAILED_READS):
            good, picture = self._capture.read()
            if good and picture is not None and picture.ndim == 3:
                frame = Frame(np.asarray(picture, dtype=np.uint8), self._clock(), self._sequence)
                self._sequence += 1
                return frame
        raise CameraLostError(f"camera {self.name} gives no more frames; is its cable loose?")

    def close(self) -> None:
        """Gives the camera back; harmless when not open."""
        if self._capture is not None:
            self._capture.release()
        self._capture = None

    def _configured(self, capture: Capture) -> tuple[int, int]:
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._asked[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._asked[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        got = round(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        if got[0] < SMALLEST_SIZE[0] or got[1] < SMALLEST_SIZE[1]:
            raise DeviceError(
                f"camera {self.name}: expected pictures of at least {SMALLEST_SIZE[0]}x{SMALLEST_SIZE[1]}, "
                f"it gives {got[0]}x{got[1]} when asked for {self._asked[0]}x{self._asked[1]}"
            )
        return got

    def _others(self) -> str:
        found = sorted(path.name.removeprefix("video") for path in self._devices.glob("video*"))
        return f"found are {', '.join(f'usb:{number}' for number in found)}" if found else "no camera is plugged in"
