"""A camera that looks at a drawn table. What is drawn comes from outside: a painter that knows the table at every time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from hardware.errors import DeviceError
from hardware.ports import BgrImage, Frame


class Painter(Protocol):
    """Draws the table as it is at a time."""

    def paint(self, time_s: float) -> BgrImage:
        """The picture at `time_s` on the camera's clock, (height, width, 3)."""


FPS = 20.0
"""As fast as a real camera, above the 15 a second that a game is watched with; drawing one takes 7 ms at 1280x720."""


class SimulatedCamera:
    """Gives `fps` frames a second of the clock passed in; `wait` is called with the seconds until the next one is due.

    A frame that came a little late does not put off the next one; those that nobody read for a whole period are left out.
    """

    def __init__(
        self,
        painter: Painter,
        clock: Callable[[], float] = time.monotonic,
        fps: float = FPS,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._painter, self._clock, self._wait = painter, clock, wait
        self._period_s = 1 / fps
        self._due_s: float | None = None
        self._sequence = 0

    @property
    def name(self) -> str:
        """`simulated`."""
        return "simulated"

    def open(self) -> None:
        """Raises `DeviceError` when open already."""
        if self._due_s is not None:
            raise DeviceError("camera simulated is already open")
        self._due_s, self._sequence = self._clock(), 0

    def read(self) -> Frame | None:
        """The picture of the table now, once the next frame is due."""
        if self._due_s is None:
            raise DeviceError("camera simulated is not open")
        early_s = self._due_s - self._clock()
        if early_s > 0:
            self._wait(early_s)
        now_s = max(self._clock(), self._due_s)
        in_time = now_s - self._due_s < self._period_s
        self._due_s = (self._due_s if in_time else now_s) + self._period_s
        frame = Frame(self._painter.paint(now_s), now_s, self._sequence)
        self._sequence += 1
        return frame

    def close(self) -> None:
        """Harmless when not open."""
        self._due_s = None
