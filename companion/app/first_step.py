"""The first step of a live game: the camera as it was calibrated, or set up now where nothing is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.measures import picture_light
from calibration.profile import BoardProfile
from calibration.quality import BRIGHTEST, DARKEST
from calibration.stored import Calibration, save_calibration
from companion.app.calibrate import Ending, Patience, Setup, with_lock
from companion.app.calibration_file import calibration_path, stored_calibration
from companion.app.looking import HowToLook
from companion.app.newest_frame import NewestFrame
from companion.display import Screen
from companion.journal import Level, say
from companion.words import Language
from hardware.errors import DeviceError, InputError
from hardware.ports import Camera, CameraLock, LockableCamera

LIGHT_WAIT_S = 3.0
"""A camera gives its first picture within two seconds of being opened."""
AT_THE_TABLE = Patience(fits_s=15.0, later_s=60.0)
"""A game has to begin at a table without touch screen and keyboard too."""


@dataclass(frozen=True, slots=True)
class CameraInUse:
    """The camera a game is about to use. `data` is where calibrations are kept; `corner_marks` as set by the family."""

    camera: Camera
    name: str
    board: BoardProfile
    corner_marks: bool
    data: Path | None = None

    def stored(self) -> Calibration | None:
        """What is stored. A file that cannot be used must not keep anybody from playing: it is told and left alone."""
        try:
            return stored_calibration(self.name, self.data)
        except InputError as error:
            say(f"The stored calibration is not used: {error}", Level.WARNING)
            return None


def prepare_camera(in_use: CameraInUse, stored: Calibration | None) -> None:
    """Before the camera is opened: exposure, white balance and focus as they were kept."""
    if stored is not None and stored.lock is not None and isinstance(in_use.camera, LockableCamera):
        in_use.camera.lock_to(CameraLock(stored.lock))


def check_light(in_use: CameraInUse, stored: Calibration | None, frames: NewestFrame) -> None:
    """After it is opened: what was kept under another light must not leave it blind."""
    if stored is None or stored.lock is None or not isinstance(in_use.camera, LockableCamera):
        return
    frame = frames.take(LIGHT_WAIT_S)
    if frame is None:
        return
    light, burnt = picture_light(frame.bgr)
    if light < DARKEST or burnt > BRIGHTEST:
        in_use.camera.unlock()
        say("The light is another one than at the calibration: the camera finds its exposure anew", Level.NOTICE)


def first_step(
    in_use: CameraInUse,
    stored: Calibration | None,
    frames: NewestFrame,
    screen: Screen | None,
    language: Language,
    over: Callable[[], bool],
) -> tuple[Calibration | None, bool]:
    """The calibration to play by (None: the board is searched for), and whether the game begins at all.

    With a screen, and nothing stored for this board, the camera is set up first.
    """
    if stored is not None and stored.board == in_use.board.id:
        check_light(in_use, stored, frames)
        return stored, True
    lens = None if stored is None else stored.lens
    if screen is None:
        return (_only_marks(in_use) if in_use.corner_marks else None), True
    how = HowToLook(in_use.board.id, lens, in_use.corner_marks)
    outcome = Setup(screen, frames, how, language, board=in_use.board, patience=AT_THE_TABLE).run(over)
    if outcome.calibration is None:
        return (_only_marks(in_use) if in_use.corner_marks else None), outcome.ending is Ending.LATER
    return _kept(in_use, outcome.calibration), True


def _kept(in_use: CameraInUse, found: Calibration) -> Calibration:
    """A full disk must not keep anybody from playing."""
    found = with_lock(found, in_use.camera)
    try:
        path = calibration_path(in_use.name, in_use.data)
        save_calibration(path, found)
        say(f"The calibration is {path}")
    except DeviceError as error:
        say(f"Going on without storing it: {error}", Level.WARNING)
    return found


def _only_marks(in_use: CameraInUse) -> Calibration:
    """Nothing is known but that marks lie there: no picture has this size, so its corners are never looked at."""
    return Calibration(in_use.board.id, (0, 0), np.zeros((4, 2)), corner_marks=True)
