"""The Pi's driver on the real picamera2 and the real libcamera, with pictures for a sensor. Run by check_picamera2.sh.

libcamera's virtual camera gives NV12 only and has no exposure, white balance or focus; what is changed here for it is the
format, the buffers (there is no /dev/dma_heap) and the list of a sensor's modes, which it has none of.
"""

from __future__ import annotations

import gc
import logging
import mmap
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import libcamera
import numpy as np
import picamera2
from picamera2.allocators import dmaallocator

from hardware.cameras.pi import PiCamera
from hardware.errors import CameraLostError, DeviceError
from hardware.ports import Frame

PICTURES = Path("/pictures")
"""Where virtual.yaml says that the virtual camera finds them."""
ROUNDS = 20
INKS_BGR = {"red": (40, 40, 200), "green": (60, 170, 60), "blue": (200, 80, 40)}
"""Three upright stripes of the picture, from the left."""


class MemoryHeap:
    """Nothing has to be opened for plain memory."""

    def close(self) -> None:
        """Nothing is held."""


class MemoryAllocator(dmaallocator.DmaAllocator):  # type: ignore[misc]
    """Buffers in plain memory, with the two planes of NV12, brightness before colour."""

    open_fds: list[int]
    libcamera_fds: list[int]

    def allocate(self, libcamera_config: Any, _: Any) -> None:
        self.libcamera_fds = []
        self.cleanup()
        for number in self.open_fds:
            os.close(number)
        self.frame_buffers, self.open_fds = {}, []
        for stream in libcamera_config:
            self.frame_buffers[stream.stream] = [self._buffer(stream) for _ in range(stream.buffer_count)]

    def _buffer(self, stream: Any) -> Any:
        number = os.memfd_create("frame")
        os.truncate(number, stream.frame_size)
        bright = stream.stride * stream.size.height
        planes = [libcamera.FrameBuffer.Plane(), libcamera.FrameBuffer.Plane()]
        for plane, offset, length in zip(planes, (0, bright), (bright, bright // 2), strict=True):
            plane.fd, plane.offset, plane.length = number, offset, length
        buffer = libcamera.FrameBuffer(planes)
        self.open_fds.append(number)
        # libcamera makes a copy of each handle.
        self.libcamera_fds.append(planes[0].fd)
        self.mapped_buffers_used[planes[0].fd] = False
        self.mapped_buffers[buffer] = mmap.mmap(number, stream.frame_size)
        return buffer


class VirtualPicamera2(picamera2.Picamera2):  # type: ignore[misc]
    """Gives the formats that the driver asks for out of the virtual camera's only one."""

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        return [{"format": "SRGGB10", "size": (1280, 720)}]

    def create_video_configuration(self, **asked: Any) -> Any:
        if "main" not in asked:  # picamera2's own default, made when the camera is taken
            return super().create_video_configuration(**asked)
        self._asked = {name: asked[name]["format"] for name in ("main", "lores")}
        for name in ("main", "lores"):
            asked[name] = {**asked[name], "format": "NV12"}
        return super().create_video_configuration(**{**asked, "controls": {}})

    def camera_configuration(self) -> dict[str, Any]:
        got = super().camera_configuration()
        return {name: {**got[name], "format": self._asked[name]} for name in ("main", "lores") if got[name]["format"] == "NV12"}

    def capture_arrays(self, names: list[str], wait: float | None = None) -> Any:
        (main, lores), metadata = super().capture_arrays(names, wait=wait)
        return [cv2.cvtColor(main, cv2.COLOR_YUV2BGR_NV12), lores], metadata


def make_pictures(folder: Path) -> None:
    """Ten pictures of three stripes whose brightness grows."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(10):
        stripes = [np.full((720, 427, 3), ink, dtype=np.int16) + 3 * number for ink in INKS_BGR.values()]
        picture = np.clip(np.hstack(stripes)[:, :1280], 0, 255).astype(np.uint8)
        cv2.imwrite(str(folder / f"{number}.jpg"), picture)


def opened() -> PiCamera:
    camera = PiCamera()
    camera.open()
    return camera


def a_frame(camera: PiCamera) -> Frame:
    frame = camera.read()
    assert frame is not None
    return frame


def handles() -> int:
    """How many are open; counted one by one, for there is no /proc here."""

    def is_open(number: int) -> bool:
        try:
            os.fstat(number)
        except OSError:
            return False
        return True

    return sum(map(is_open, range(1024)))


def check_colours() -> str:
    """Blue comes first, and the small picture shows the same."""
    with closing(opened()) as camera:
        for _ in range(30):
            frame = a_frame(camera)
        assert frame.bgr.shape == (720, 1280, 3)
        for number, (name, ink) in enumerate(INKS_BGR.items()):
            seen = frame.bgr[300:400, 150 + 427 * number : 250 + 427 * number].mean(axis=(0, 1))
            assert int(np.argmax(seen)) == int(np.argmax(ink)), f"the {name} stripe came as {seen.round()} (blue, green, red)"
        assert frame.motion is not None and frame.motion.shape == (180, 320)
        return f"30 frames, {camera.gives}"


def check_rounds() -> str:
    """Opening and closing leaves neither handles nor threads behind."""
    counts = []
    for _ in range(ROUNDS):
        with closing(opened()) as camera:
            a_frame(camera)
            camera.lock()
        gc.collect()  # picamera2's objects hold each other
        counts.append((handles(), threading.active_count()))
    assert counts[-1] <= counts[1], f"handles and threads grew from {counts[1]} to {counts[-1]}"
    return f"{ROUNDS} rounds, {counts[-1][0]} handles and {counts[-1][1]} threads after each"


def check_busy() -> str:
    """A camera that is in use is told, and the one who has it goes on."""
    with closing(opened()) as first:
        try:
            opened()
        except DeviceError as error:
            a_frame(first)
            return f"told: {error}"
    raise AssertionError("a camera that is in use was opened a second time")


def check_silence() -> str:
    """A camera that stops giving frames is told in time, can be given back, and taken again."""
    camera = opened()
    a_frame(camera)
    camera._camera.camera.stop()
    began_s = time.monotonic()
    try:
        for _ in range(50):
            a_frame(camera)
        raise AssertionError("frames came from a camera that was stopped")
    except CameraLostError:
        told_s = time.monotonic() - began_s
    assert told_s < 2.0, f"told after {told_s:.1f} s"
    camera._camera.started = False
    camera.close()
    camera.open()
    a_frame(camera)
    camera.close()
    return f"told after {told_s:.1f} s, given back and taken again"


CHECKS: tuple[Callable[[], str], ...] = (check_colours, check_rounds, check_busy, check_silence)


def main() -> int:
    """Runs the checks; 0 when all are good."""
    # What goes wrong here goes wrong on purpose.
    logging.getLogger("picamera2").setLevel(logging.CRITICAL + 1)
    threading.excepthook = lambda _: None
    make_pictures(PICTURES)
    dmaallocator.DmaHeap = MemoryHeap
    sys.modules["picamera2.picamera2"].DmaAllocator = MemoryAllocator  # type: ignore[attr-defined]
    # Plain memory needs no synchronising.
    dmaallocator.fcntl = SimpleNamespace(ioctl=lambda *_: 0)
    picamera2.Picamera2 = VirtualPicamera2
    bad = 0
    for check in CHECKS:
        try:
            print(f"good  {check.__name__}: {check()}", flush=True)
        except (AssertionError, DeviceError) as error:
            bad += 1
            print(f"BAD   {check.__name__}: {error}", flush=True)
    print(f"{len(CHECKS) - bad} passed, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
