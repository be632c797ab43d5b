"""Setting up the camera at the table: the live picture, what is wrong in it, and the place of the board stored when it fits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from calibration.profile import BoardProfile
from calibration.stored import Calibration, calibration_of
from companion.app.live_scene import AGAIN, FITS, LATER, live_picture, told_picture
from companion.app.looking import HowToLook, Look, Looker
from companion.app.newest_frame import NewestFrame
from companion.display import KeyPressed, Pressed, Quit, Screen, UiEvent
from companion.live_picture import LivePicture
from companion.words import Language
from companion.words.messages import CameraLost
from hardware.errors import DeviceError
from hardware.ports import BgrImage, Camera, Frame, LockableCamera

POLL_S = 0.03
BLANK_SIZE = (360, 640)
GOOD_LOOKS = 3
"""So many looks one after the other have to be good where nobody says that it fits."""
FITS_KEYS, AGAIN_KEYS = ("return", "space"), ("r",)


class Ending(Enum):
    """How setting up came to an end."""

    STORED = "stored"
    LATER = "later"
    """Not now: the game finds the board by itself."""
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Patience:
    """Where nobody may be able to press: seconds for which it has to be good to fit by itself, and after which a board that is
    found, but not well, has to do."""

    fits_s: float = float("inf")
    later_s: float = float("inf")


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """`calibration` when it fits."""

    ending: Ending
    calibration: Calibration | None = None


class LookThread:
    """Looks at the newest picture offered, in a thread of its own: a search takes longer than a live picture may stand still."""

    def __init__(self, looker: Looker) -> None:
        self._looker = looker
        self._offered: Frame | None = None
        self._anew = False
        self._news = threading.Condition()
        self._stop = False
        self._thread = threading.Thread(target=self._run, name="look", daemon=True)
        self.look: Look | None = None
        """The last one; None before the first and after `forget`."""
        self.failed: Exception | None = None
        self._thread.start()

    def offer(self, frame: Frame) -> None:
        """The newest picture. Raises what looking failed on."""
        if self.failed is not None:
            raise self.failed
        with self._news:
            self._offered = frame
            self._news.notify()

    def forget(self) -> None:
        """Searches anew."""
        with self._news:
            self._anew, self.look = True, None

    def stop(self) -> None:
        """Ends after the look at hand."""
        with self._news:
            self._stop = True
            self._news.notify()
        self._thread.join(timeout=10.0)

    def _run(self) -> None:
        try:
            for frame in self._frames():
                look = self._looker.look(frame)
                with self._news:
                    if not self._anew:
                        self.look = look
        except Exception as error:
            # A thread's exception ends nothing but the thread; whoever offers the next picture hears of it.
            self.failed = error

    def _frames(self) -> Iterator[Frame]:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._stop or self._offered is not None)
                frame, self._offered = self._offered, None
                if self._stop or frame is None:
                    return
                if self._anew:
                    self._looker.forget()
                    self._anew = False
            yield frame


class Setup:
    """The screen on which the camera is set up."""

    def __init__(
        self,
        screen: Screen,
        frames: NewestFrame,
        how: HowToLook,
        language: Language,
        *,
        board: BoardProfile | None = None,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._screen, self._frames, self._how, self._language = screen, frames, how, language
        self._board, self._clock = board, clock
        self._patience = patience or Patience()
        self._good_since_s: float | None = None
        self._found_since_s: float | None = None
        self._bgr: BgrImage | None = None

    def run(self, over: Callable[[], bool]) -> Outcome:
        """Shows the picture until somebody presses a button, closes the window, or it is `over`. Raises the camera's errors."""
        looks = LookThread(Looker(self._how, self._board))
        try:
            while not over():
                self._show(looks)
                for event in self._screen.poll(POLL_S):
                    outcome = self._heard(event, looks)
                    if outcome is not None:
                        return outcome
                outcome = self._waited(looks.look)
                if outcome is not None:
                    return outcome
        finally:
            looks.stop()
        return Outcome(Ending.CLOSED)

    def _show(self, looks: LookThread) -> None:
        frame = self._frames.take(POLL_S)
        if frame is not None:
            looks.offer(frame)
            self._bgr = frame.bgr
            self._screen.show_live(self._live(frame.bgr, looks.look))
        elif self._frames.lost is not None or self._bgr is None:
            blank = np.full((*BLANK_SIZE, 3), 128, np.uint8) if self._bgr is None else self._bgr
            self._screen.show_live(told_picture(blank, CameraLost(), self._language))

    def _live(self, bgr: BgrImage, look: Look | None) -> LivePicture:
        return live_picture(bgr, look, self._how.lens, self._language, later=True)

    def _waited(self, look: Look | None) -> Outcome | None:
        """What happens when nobody presses anything."""
        now_s = self._clock()
        good, found = look is not None and look.good, look is not None and look.registration is not None
        self._good_since_s = (self._good_since_s or now_s) if good else None
        self._found_since_s = (self._found_since_s or now_s) if found else None
        if look is not None and self._good_since_s is not None and now_s - self._good_since_s >= self._patience.fits_s:
            return Outcome(Ending.STORED, calibration_of_look(look, self._how))
        if self._found_since_s is not None and now_s - self._found_since_s >= self._patience.later_s:
            return Outcome(Ending.LATER)
        return None

    def _heard(self, event: UiEvent, looks: LookThread) -> Outcome | None:
        asked = event.button if isinstance(event, Pressed) else _by_key(event)
        look = looks.look
        if isinstance(event, Quit):
            return Outcome(Ending.CLOSED)
        if asked == LATER:
            return Outcome(Ending.LATER)
        if asked == AGAIN:
            looks.forget()
        if asked == FITS and look is not None and look.good:
            return Outcome(Ending.STORED, calibration_of_look(look, self._how))
        return None


def _by_key(event: UiEvent) -> str | None:
    if not isinstance(event, KeyPressed):
        return None
    return FITS if event.key in FITS_KEYS else AGAIN if event.key in AGAIN_KEYS else None


def calibration_of_look(look: Look, how: HowToLook) -> Calibration:
    """What a good look says."""
    assert look.board is not None and look.registration is not None
    size = (look.bgr.shape[1], look.bgr.shape[0])
    return calibration_of(look.board, look.registration, size, how.lens, how.corner_marks)


def good_look(frames: NewestFrame, how: HowToLook, say: Callable[[Look], None], seconds: float) -> Look | None:
    """Without a screen: looks until several looks in a row are good; None when none were in time. `say` hears each look."""
    looker, good, ends_s = Looker(how), 0, time.monotonic() + seconds
    while time.monotonic() < ends_s and not frames.ended:
        frame = frames.take(0.25)
        if frame is None:
            continue
        look = looker.look(frame)
        say(look)
        good = good + 1 if look.good else 0
        if good >= GOOD_LOOKS:
            return look
    return None


def with_lock(calibration: Calibration, camera: Camera) -> Calibration:
    """Keeps exposure, white balance and focus as they are, if the camera can, and notes them."""
    if not isinstance(camera, LockableCamera):
        return calibration
    try:
        return replace(calibration, lock=dict(camera.lock().values))
    except DeviceError:  # the place of the board is worth keeping without it
        return calibration
