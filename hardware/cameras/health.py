"""Whether the pictures of a live camera can be of use at all: their size, their light, whether they change, how many come."""

from __future__ import annotations

from collections import deque
from enum import StrEnum

import numpy as np

from hardware.ports import BgrImage, Frame

SMALLEST_SIZE = (640, 360)
"""Below this a board's fields are too few pixels wide to be read (SIGHT: boards from 150 px are found, read from about 300)."""
DARKEST = 10.0
"""Mean brightness. Of 185 pictures of boards and dice (photographs, recordings, renders) the dimmest has 31."""
BRIGHTEST = 250.0
"""Mean brightness. The brightest of those pictures has 187."""
HOLDS_S = 1.0
"""A hand before the lens and a lamp that is switched are no trouble yet."""
FROZEN_S = 3.0
"""A sensor's noise changes some of the pixels looked at in every picture; a driver that hangs gives the last one again."""
SLOWEST_FPS = 5.0
"""Two readings within the half second after a hand has left need more; a game is watched with fifteen."""
RATE_S = 5.0
"""The rate is taken over this time."""
STEP_PX = 8
"""Every eighth pixel of every eighth row is looked at: 14,400 of 1280x720, 0.1 ms."""


class FrameTrouble(StrEnum):
    """What is wrong with a camera's pictures."""

    STOPPED = "stopped"
    """None come."""
    TOO_SMALL = "too small"
    DARK = "dark"
    BRIGHT = "bright"
    FROZEN = "frozen"
    SLOW = "slow"


ADVICE = {
    FrameTrouble.STOPPED: "no pictures come; is the camera's cable loose?",
    FrameTrouble.TOO_SMALL: f"the pictures are too small; set the camera to at least {SMALLEST_SIZE[0]}x{SMALLEST_SIZE[1]}",
    FrameTrouble.DARK: "the pictures are black; take the cap off the lens, or switch on a lamp",
    FrameTrouble.BRIGHT: "the pictures are white; turn the lamp away from the camera, or calibrate again under this light",
    FrameTrouble.FROZEN: "the same picture comes again and again; pull the camera's plug and put it in again",
    FrameTrouble.SLOW: f"fewer than {SLOWEST_FPS:.0f} pictures a second come; use another USB port, or end other programs",
}
"""What to say to people, after the camera's name."""


class FrameHealth:
    """Looks at each frame of a live camera, in order; drawn and recorded pictures may well stand still."""

    def __init__(self) -> None:
        self._since_s: dict[FrameTrouble, float] = {}
        self._last: BgrImage | None = None
        self._times_s: deque[float] = deque()

    def update(self, frame: Frame) -> FrameTrouble | None:
        """The worst that is wrong with the pictures up to this one."""
        height, width = frame.bgr.shape[:2]
        if width < SMALLEST_SIZE[0] or height < SMALLEST_SIZE[1]:
            return FrameTrouble.TOO_SMALL
        some = np.ascontiguousarray(frame.bgr[::STEP_PX, ::STEP_PX])
        same = self._last is not None and np.array_equal(some, self._last)
        self._last = some
        mean = brightness(some)
        found = (
            self._lasts(FrameTrouble.DARK, mean < DARKEST, frame.time_s, HOLDS_S),
            self._lasts(FrameTrouble.BRIGHT, mean > BRIGHTEST, frame.time_s, HOLDS_S),
            self._lasts(FrameTrouble.FROZEN, same, frame.time_s, FROZEN_S),
            self._slow(frame.time_s),
        )
        return next((trouble for trouble in found if trouble is not None), None)

    def _lasts(self, trouble: FrameTrouble, now: bool, time_s: float, long_s: float) -> FrameTrouble | None:
        if not now:
            self._since_s.pop(trouble, None)
            return None
        return trouble if time_s - self._since_s.setdefault(trouble, time_s) >= long_s else None

    def _slow(self, time_s: float) -> FrameTrouble | None:
        times = self._times_s
        times.append(time_s)
        while len(times) > 2 and time_s - times[1] >= RATE_S:
            times.popleft()
        whole_s = time_s - times[0]
        return FrameTrouble.SLOW if whole_s >= RATE_S and (len(times) - 1) / whole_s < SLOWEST_FPS else None


def brightness(bgr: BgrImage) -> float:
    """Mean of green, 0 to 255: two thirds of what eyes see as bright, at a third of the work."""
    return float(bgr[..., 1].mean())
