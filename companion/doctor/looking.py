"""Looks through a camera for a few seconds and notes what a check has to know."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from companion.doctor.facts import CameraFacts
from hardware.cameras.health import FROZEN_S, SLOWEST_FPS, STEP_PX, FrameHealth, FrameTrouble, brightness
from hardware.cameras.held import held
from hardware.errors import CompanionError
from hardware.ports import Camera, Frame, TellingCamera

WARM_UP_S = 0.5
"""The first pictures come late and are dark: a camera finds its exposure first."""
LOOK_S = WARM_UP_S + FROZEN_S + 0.5
"""Long enough for a frozen picture to show."""
WHITE = 250


def look_through(camera: Camera, clock: Callable[[], float] = time.monotonic, *, real: bool = True) -> CameraFacts:
    """Opens the camera, reads frames for `LOOK_S`, closes it. `real`: its pictures are held to what a real camera gives."""
    try:
        with held(camera):
            return _watch(camera, clock, real)
    except CompanionError as error:
        return CameraFacts(camera.name, error=str(error))


def _watch(camera: Camera, clock: Callable[[], float], real: bool) -> CameraFacts:
    health = FrameHealth()
    trouble: FrameTrouble | None = None
    began_s, last, counted, counted_s = clock(), None, 0, 0.0
    while (since_s := clock() - began_s) < LOOK_S and (frame := camera.read()) is not None:
        last = frame
        if since_s >= WARM_UP_S:
            counted, counted_s = counted + 1, since_s - WARM_UP_S
            trouble = health.update(frame) if real else None
    fps = counted / counted_s if counted_s > 0 else None
    if real and trouble is None and fps is not None and fps < SLOWEST_FPS:
        trouble = FrameTrouble.SLOW
    gives = camera.gives if isinstance(camera, TellingCamera) else None
    return CameraFacts(camera.name, None, gives, fps, trouble, *_light(last))


def _light(frame: Frame | None) -> tuple[float | None, float | None]:
    """Mean brightness, and the share of pixels all of whose colours are at their end."""
    if frame is None:
        return None, None
    some = frame.bgr[::STEP_PX, ::STEP_PX]
    return brightness(some), float(np.mean(some.min(axis=2) >= WHITE))
