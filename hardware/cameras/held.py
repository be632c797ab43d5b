"""A camera that is taken for a while and given back whatever happens."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from hardware.ports import Camera

TERMINATED = 128 + signal.SIGTERM
"""The exit status by which shells tell that a program was ended so."""


@contextmanager
def held(camera: Camera) -> Iterator[Camera]:
    """Opens the camera and closes it at the end: after errors, Ctrl-C and SIGTERM, too.

    SIGTERM would else end the process where it stands; libcamera leaves a camera of the Pi running then.
    Raises `DeviceError` when it cannot be opened.
    """
    in_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, _leave) if in_main else None
    try:
        camera.open()
        yield camera
    finally:
        camera.close()
        if in_main:
            signal.signal(signal.SIGTERM, before)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    del number, frame
    raise SystemExit(TERMINATED)
