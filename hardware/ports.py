"""What the companion needs from devices. Each device is an ordinary implementation chosen by name (`hardware.registry`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

BgrImage = NDArray[np.uint8]
"""(height, width, 3), blue first, as OpenCV has it."""

GreyImage = NDArray[np.uint8]
"""(height, width), brightness."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture.

    `bgr` is (height, width, 3) uint8 and must not be written to. `time_s` is in seconds on the camera's own clock,
    never going back. `sequence` counts the camera's frames, gaps mean frames nobody read. `motion` is the same moment
    small and grey, from cameras whose hardware makes such a second picture for nothing.
    """

    bgr: BgrImage
    time_s: float
    sequence: int
    motion: GreyImage | None = None


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
class CameraLock:
    """Exposure, white balance and focus as they were kept: numbers by the driver's own names, fit for a JSON file.

    Only the camera that gave it understands it; names that a camera does not know are passed over by it.
    """

    values: Mapping[str, tuple[float, ...]] = field(default_factory=dict, hash=False)


@runtime_checkable
class LockableCamera(Protocol):
    """A camera that can keep its picture as it is. What is locked stays so when the camera is closed and opened again."""

    def lock(self) -> CameraLock:
        """Keeps exposure, white balance and focus as they are now. Raises `DeviceError` when not open, `CameraLostError`."""

    def lock_to(self, lock: CameraLock) -> None:
        """Keeps them as they were kept on another day; from the next opening on when the camera is not open."""

    def unlock(self) -> None:
        """Lets the camera find them by itself, until the next lock."""


@runtime_checkable
class TellingCamera(Protocol):
    """A camera that does not always give what it is asked for."""

    @property
    def gives(self) -> str:
        """What an open camera really gives, for people: `1280x720 MJPG`, with what was asked for when that is something else."""


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


class DieTrouble(StrEnum):
    """What a die has to say that is no throw. Those that begin with AGAIN ask for another throw."""

    AGAIN_CROOKED = "again_crooked"
    """It leans on something or stands on an edge."""
    AGAIN_SEVERAL = "again_several"
    """More than one die lies there."""
    AGAIN_HANDLED = "again_handled"
    """It was carried or turned by hand, not thrown."""
    AGAIN_UNREADABLE = "again_unreadable"
    """What it reported is no value of a die."""
    AGAIN_CUT_OFF = "again_cut_off"
    """The connection was lost while it rolled."""
    LOST = "lost"
    BACK = "back"
    BATTERY_LOW = "battery_low"

    @property
    def asks_again(self) -> bool:
        """Whether the die has to be thrown once more."""
        return self.value.startswith("again")


@dataclass(frozen=True, slots=True)
class DieNotice:
    """A trouble that became known at `time_s`; `detail` is what came, in English, for logs and the command line."""

    trouble: DieTrouble
    source: str
    time_s: float
    detail: str = ""


@runtime_checkable
class TellsTrouble(Protocol):
    """A source of throws that can also say why there is none."""

    def notices(self) -> tuple[DieNotice, ...]:
        """What became known since the last call, oldest first; never blocks."""


@runtime_checkable
class Rolls(Protocol):
    """A source of throws that takes its time to roll, to be watched meanwhile."""

    def face(self, time_s: float) -> int | None:
        """The face to show at `time_s`, 1 to 6, while it rolls; None when it does not."""


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """One press, after debouncing."""

    time_s: float
    held: bool = False
    """Long enough to mean something else, for a button that tells the two apart."""


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
