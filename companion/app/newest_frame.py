"""A camera in a thread of its own that keeps only its newest frame: whoever looks late sees the table as it is now."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

import numpy as np

from companion.app.heartbeat import Beat, unwatched
from hardware.cameras.health import ADVICE, FrameHealth, FrameTrouble
from hardware.errors import DeviceError
from hardware.ports import Camera, Frame

TRY_AGAIN_S = 1.0
"""Between attempts to get a lost camera back."""
SILENT_S = 1.5
"""A camera that gives nothing for so long is told to be lost, whatever its driver still waits for: within two seconds."""
FIRST_S = 4.0
"""The first picture may take longer: a camera sets itself up, and nobody should be sent to look for its cable meanwhile."""


class NewestFrame:
    """Reads frames until stopped. A camera that is lost is opened again and again; `lost` tells why, for as long as it is.

    Anything else that goes wrong ends the reading and comes out of `take`.
    `paced` holds a recording back to its own time, by `clock`. `health` looks at the frames of a live camera: one whose
    picture has frozen is taken for lost, of other troubles `trouble` tells. `beat` is called with every round: whoever watches it
    knows that no driver holds this thread.
    """

    def __init__(
        self,
        camera: Camera,
        *,
        paced: bool = False,
        clock: Callable[[], float] = time.monotonic,
        try_again_s: float = TRY_AGAIN_S,
        health: Callable[[], FrameHealth] | None = None,
        beat: Beat = unwatched,
    ) -> None:
        self._camera = camera
        self._paced, self._clock, self._try_again_s = paced, clock, try_again_s
        self._make_health, self._beat = health, beat
        self._health = None if health is None else health()
        self._frame: Frame | None = None
        self.newest: Frame | None = None
        """The last frame, whether somebody has taken it or not: to be shown."""
        self._came_s = float("inf")
        self._why_lost: str | None = None
        self._stop = threading.Event()
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self.trouble: FrameTrouble | None = None
        """What is wrong with the pictures that come."""
        self.ended = False
        """A recording has come to its end."""
        self.failed: Exception | None = None

    @property
    def lost(self) -> str | None:
        """Why no frames come, None while they do."""
        why = self._why_lost
        patience_s = FIRST_S if self.newest is None else SILENT_S
        if why is None and not self._paced and not self.ended and self._clock() - self._came_s > patience_s:
            return f"camera {self._camera.name}: {ADVICE[FrameTrouble.STOPPED]}"
        return why

    def start(self) -> None:
        """Opens the camera, here, so that one that cannot be had is told at once (`DeviceError`), then starts reading."""
        self._camera.open()
        self._came_s = self._clock()
        self._thread.start()

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame nobody has taken yet; None when none came in time. Raises what ended the reading."""
        with self._news:
            self._news.wait_for(self._has_news, timeout_s)
            frame, self._frame = self._frame, None
            if frame is None and self.failed is not None:
                raise self.failed
            return frame

    def _has_news(self) -> bool:
        return self._frame is not None or self.ended or self.failed is not None or self._stop.is_set()

    def stop(self) -> None:
        """Stops reading and closes the camera."""
        self._stop.set()
        with self._news:
            self._news.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)
        self._give_back()

    def _run(self) -> None:
        """Whatever happens in this thread, whoever waits for a frame has to hear of it."""
        try:
            self._read_all()
            self.ended = not self._stop.is_set()
        except Exception as error:
            self.failed = error
        with self._news:
            self._news.notify_all()

    def _read_all(self) -> None:
        began: tuple[float, float] | None = None
        while not self._stop.is_set():
            self._beat()
            try:
                frame = self._camera.read()
            except DeviceError as error:
                self._lose(str(error))
                continue
            if frame is None:
                break
            if self._paced:
                began = began or (self._clock(), frame.time_s)
                self._stop.wait(max(0.0, began[0] + frame.time_s - began[1] - self._clock()))
            if (shape := _no_picture(frame)) is not None:
                self._lose(
                    f"camera {self._camera.name}: expected pictures of three colours, got {shape}; pull its plug and put it in"
                )
                continue
            if self._frozen(frame):
                self._lose(f"camera {self._camera.name}: {ADVICE[FrameTrouble.FROZEN]}")
                continue
            self._put(frame)

    def _frozen(self, frame: Frame) -> bool:
        self.trouble = None if self._health is None else self._health.update(frame)
        return self.trouble is FrameTrouble.FROZEN

    def _put(self, frame: Frame) -> None:
        with self._news:
            self._why_lost, self._came_s = None, self._clock()
            self._frame = self.newest = frame
            self._news.notify_all()

    def _lose(self, why: str) -> None:
        """Tries to open the camera again, with a pause before each attempt, until that goes well or reading is stopped."""
        self._why_lost, self.trouble = why, None
        self._give_back()
        while not self._stop.wait(self._try_again_s) and not self._opens_again():
            self._give_back()
        self._health = None if self._make_health is None else self._make_health()

    def _opens_again(self) -> bool:
        self._beat()
        try:
            self._camera.open()
        except DeviceError as error:
            self._why_lost = str(error)
            return False
        return True

    def _give_back(self) -> None:
        # A device that is gone may fail in any way when it is given back; what counts is whether it opens again.
        with suppress(Exception):
            self._camera.close()


def _no_picture(frame: Frame) -> str | None:
    """What a driver gave that is no picture at all, None for one: nothing behind this thread should have to look."""
    bgr = frame.bgr
    if bgr.dtype == np.uint8 and bgr.ndim == 3 and bgr.shape[2] == 3 and bgr.size > 0:
        return None
    return f"{'x'.join(str(side) for side in bgr.shape)} numbers of the type {bgr.dtype}"
