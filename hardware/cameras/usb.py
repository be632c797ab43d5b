"""USB cameras through Video4Linux."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from hardware.cameras.health import SMALLEST_SIZE
from hardware.cameras.holders import held_by
from hardware.cameras.usb_lock import keep_as_now, keep_like, let_go
from hardware.errors import CameraLostError, DeviceError
from hardware.ports import CameraLock, Frame

DEFAULT_SIZE = (1280, 720)
FAILED_READS = 3
"""Single reads fail on a busy USB bus; this many in a row mean that the camera is gone."""
SLOW_FAILURE_S = 1.0
"""OpenCV waits up to ten seconds for a picture; after such a wait no second one is worth it."""
WANTED_CODE = "MJPG"
"""Uncompressed pictures of 1280x720 fill USB 2 at ten a second."""


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
    """`usb:0` is `/dev/video0`; `usb:/dev/v4l/by-id/…` names a camera that keeps its name when plugged elsewhere.

    One chosen by its number is looked for at its stable name, too, once it has been open: plugged in again while something
    still has it open, it gets another number.
    """

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
        self._stable: Path | None = None
        self._kept: CameraLock | None = None
        self._sequence = 0
        self._gives = "nothing"
        self.size = size
        """Width and height that the camera really gives; known once open."""

    @property
    def name(self) -> str:
        """`usb:` and the device."""
        return f"usb:{self._device}"

    @property
    def path(self) -> Path:
        """The device file."""
        if self._stable is not None and self._stable.exists():
            return self._stable
        return self._devices / f"video{self._device}" if self._device.isdigit() else Path(self._device)

    @property
    def gives(self) -> str:
        """Size and coding of the pictures; known once open."""
        return self._gives

    def open(self) -> None:
        """Takes the camera, asks for MJPG at the wanted size. Raises `DeviceError`: missing, busy, or too small a picture."""
        if self._capture is not None:
            raise DeviceError(f"camera {self.name} is already open")
        path = self.path
        if not path.exists():
            raise DeviceError(f"camera {self.name}: expected a camera at {path}, there is none; {self._others()}")
        if not os.access(path, os.R_OK | os.W_OK):
            raise DeviceError(f"camera {self.name}: {path} may not be read; sudo usermod -aG video $USER, then log in again")
        capture = self._make(str(path.resolve()))
        try:
            if not capture.isOpened():
                raise DeviceError(f"camera {self.name}: {path} cannot be opened: {held_by([path])}")
            self.size = self._configured(capture)
            if self._kept is not None:
                keep_like(capture, self._kept)
        except BaseException:
            capture.release()
            raise
        self._capture, self._sequence, self._stable = capture, 0, self._stable or self._stable_name(path)

    def read(self) -> Frame | None:
        """The next frame. Raises `CameraLostError` when the camera has stopped giving any."""
        capture = self._opened()
        for _ in range(FAILED_READS):
            began_s = self._clock()
            good, picture = _read(capture)
            if good and picture is not None and picture.ndim == 3:
                frame = Frame(np.asarray(picture, dtype=np.uint8), self._clock(), self._sequence)
                self._sequence += 1
                return frame
            if self._clock() - began_s > SLOW_FAILURE_S:
                break
        raise CameraLostError(f"camera {self.name} gives no more frames; is its cable loose?")

    def lock(self) -> CameraLock:
        """Keeps what the camera lets be kept; the lock says which. Raises `DeviceError` when not open."""
        self._kept = keep_as_now(self._opened())
        return self._kept

    def lock_to(self, lock: CameraLock) -> None:
        """Keeps the picture as `lock` says, now and whenever the camera is opened."""
        self._kept = lock
        if self._capture is not None:
            keep_like(self._capture, lock)

    def unlock(self) -> None:
        """Exposure, white balance and focus follow the picture until the next lock."""
        self._kept = None
        if self._capture is not None:
            let_go(self._capture)

    def close(self) -> None:
        """Gives the camera back; harmless when not open."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _opened(self) -> Capture:
        if self._capture is None:
            raise DeviceError(f"camera {self.name} is not open")
        return self._capture

    def _configured(self, capture: Capture) -> tuple[int, int]:
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*WANTED_CODE))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._asked[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._asked[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        got = round(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        if got[0] < SMALLEST_SIZE[0] or got[1] < SMALLEST_SIZE[1]:
            raise DeviceError(
                f"camera {self.name}: expected pictures of at least {SMALLEST_SIZE[0]}x{SMALLEST_SIZE[1]}, "
                f"it gives {got[0]}x{got[1]} when asked for {self._asked[0]}x{self._asked[1]}"
            )
        self._gives = _told(got, _code(capture.get(cv2.CAP_PROP_FOURCC)), self._asked)
        return got

    def _stable_name(self, path: Path) -> Path | None:
        with suppress(OSError):
            for link in sorted((self._devices / "v4l" / "by-id").iterdir()):
                if link.resolve() == path.resolve():
                    return link
        return None

    def _others(self) -> str:
        found = sorted(path.name.removeprefix("video") for path in self._devices.glob("video*"))
        return f"found are {', '.join(f'usb:{number}' for number in found)}" if found else "no camera is plugged in"


def _read(capture: Capture) -> tuple[bool, Any]:
    """A picture that arrived in pieces may come out as an error of OpenCV's; it is a failed read like any other."""
    try:
        return capture.read()
    except cv2.error:
        return False, None


def _code(number: float) -> str:
    """The four letters of a FOURCC; empty when the camera does not say."""
    letters = round(number).to_bytes(4, "little", signed=False) if 0 < number < 2**32 else b""
    return letters.decode("ascii", "replace").strip()


def _told(got: tuple[int, int], code: str, asked: tuple[int, int]) -> str:
    gives = f"{got[0]}x{got[1]} {code}".strip()
    wanted = f"{asked[0]}x{asked[1]} {WANTED_CODE}"
    return gives if gives == wanted else f"{gives}, asked for {wanted}"
