"""Keeping a USB camera's exposure, white balance and focus as they are, by Video4Linux's controls as OpenCV names them.

What a camera has of these differs from model to model; what it has not is passed over.
Source: Linux, "Camera Control Reference": V4L2_CID_EXPOSURE_AUTO is a menu, 1 manual, 3 aperture priority (automatic time).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2

from hardware.ports import CameraLock

EXPOSURE_MANUAL, EXPOSURE_AUTO = 1.0, 3.0
OFF, ON = 0.0, 1.0


class Properties(Protocol):
    """The part of `cv2.VideoCapture` that is used here."""

    def set(self, propId: int, value: float) -> bool: ...  # noqa: N803, D102
    def get(self, propId: int) -> float: ...  # noqa: N803, D102


@dataclass(frozen=True, slots=True)
class Control:
    """A value that the camera finds by itself while its switch is on `auto`."""

    name: str
    value: int
    switch: int
    auto: float
    manual: float


CONTROLS = (
    Control("exposure", cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, EXPOSURE_AUTO, EXPOSURE_MANUAL),
    Control("white_balance", cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_AUTO_WB, ON, OFF),
    Control("focus", cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS, ON, OFF),
)


def keep_as_now(camera: Properties) -> CameraLock:
    """Switches to manual all that the camera lets be switched; the lock holds what could be."""
    values: dict[str, tuple[float, ...]] = {}
    for control in CONTROLS:
        # Read before it is switched: many a camera shows its last manual value afterwards.
        now = camera.get(control.value)
        if camera.set(control.switch, control.manual):
            camera.set(control.value, now)
            values[control.name] = (now,)
    return CameraLock(values)


def keep_like(camera: Properties, lock: CameraLock) -> None:
    """Sets the values of an earlier lock."""
    for control in CONTROLS:
        if control.name in lock.values and camera.set(control.switch, control.manual):
            camera.set(control.value, lock.values[control.name][0])


def let_go(camera: Properties) -> None:
    """Lets the camera find all of them by itself, as it does when it is plugged in."""
    for control in CONTROLS:
        camera.set(control.switch, control.auto)
