"""What the companion needs from devices. Each device is an ordinary implementation chosen by name (`hardware.registry`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

BgrImage = NDArray[np.uint8]
"""(height, width, 3), blue first, as OpenCV has it."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture.

    `bgr` is (height, width, 3) uint8 and must not be written to. `time_s` is in seconds on the camera's own clock,
    never going back. `sequence` counts the camera's frames, gaps mean frames nobody read.
    """

    bgr: BgrImage
    time_s: float
    sequence: int


class Camera(Protocol):
    """Gives frames, one at a time, newest first for live cameras, in order for recorded ones."""

    @property
    def name(self) -> str:
        """The name by which a person chose it, like `usb:0`."""

    def open(self) -> None:
        """Take the device. Raises `DeviceError` with what to do when it cannot be had; opening twice is an error."""

    def read(self) -> Frame | None:
        """The next frame, or None when a recording has ended. Raises `CameraLostError` when frames stop coming."""

    def close(self) -> None:
        """Give the device back; harmless when not open."""


@dataclass(frozen=True, slots=True)
class ThrowReport:
    """A throw that became known at `time_s`. `source` is one of the record's names (`button`, `keyboard`, `recorded`, …)."""

    value: int
    source: str
    time_s: float


class ThrowSource(Protocol):
    """Gives the throws of the die."""

    @property
    def name(self) -> str:
        """The name by which a person chose it."""

    def open(self) -> None:
        """Take the device. Raises `DeviceError` when it cannot be had."""

    def poll(self, time_s: float) -> tuple[ThrowReport, ...]:
        """The throws that became known since the last call and not after `time_s`, oldest first; never blocks."""

    def close(self) -> None:
        """Give the device back; harmless when not open."""


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """One press, after debouncing."""

    time_s: float


class Button(Protocol):
    """A push button."""

    @property
    def name(self) -> str:
        """The name by which a person chose it."""

    def open(self) -> None:
        """Take the device. Raises `DeviceError` when it cannot be had."""

    def poll(self, time_s: float) -> tuple[ButtonPress, ...]:
        """The presses since the last call and not after `time_s`, oldest first; never blocks."""

    def close(self) -> None:
        """Give the device back; harmless when not open."""
