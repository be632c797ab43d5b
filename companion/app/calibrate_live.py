"""`companion calibrate` with a camera: on the screen, or in words where there is none."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.finder import find_board
from calibration.lens_fit import LensFit, LensView, board_view, charuco_view, fit_lens
from calibration.profile import BoardProfile, load_profile
from calibration.registration import Registration
from calibration.stored import Calibration, calibration_of, save_calibration
from companion.app.calibrate import POLL_S, Setup, calibration_of_look, good_look, with_lock
from companion.app.devices import SIMULATED
from companion.app.findings_text import look_text
from companion.app.live_scene import board_drawing, told_picture
from companion.app.looking import HowToLook, Look
from companion.app.newest_frame import NewestFrame
from companion.display import Quit, Screen, video_driver
from companion.words import Language
from companion.words.calibrating import LensKnown, LensMore
from hardware.errors import BoardNotFoundError, DeviceError, InputError, NoScreenError
from hardware.ports import BgrImage, Camera, LockableCamera
from hardware.registry import make_camera

WINDOW = (1280, 720)
LENS_VIEWS = 6
"""Six views gave the focal length to 0.2 % and corners to 0.1 % of the width (tests/test_calibrate_lens.py)."""
OTHER_VIEW = 0.06
"""Share of the picture's width by which the points have to have moved, on the average, to make another view."""
STILL = 0.003
"""Share of the picture's width by which they may have moved since the last look: a moving board is blurred."""
MOST_VIEWS = 20
"""Views after which a lens that is still unknown is given up."""

FloatArray = NDArray[np.float64]


def calibrate_live(
    name: str, how: HowToLook, path: Path, language: Language, *, fullscreen: bool = False, headless_s: float | None = None
) -> bool:
    """Sets the camera up and stores what was found. False when nothing was stored.

    Raises `DeviceError`, `UnknownNameError`.
    """
    camera = _camera(name)
    with _frames(camera) as frames:
        screen = None if headless_s is not None else _screen(fullscreen)
        if screen is None:
            found = _in_words(frames, how, headless_s or 30.0)
        else:
            try:
                found = Setup(screen, frames, how, language).run(lambda: frames.ended).calibration
            finally:
                screen.close()
        if found is None:
            print("Nothing was stored", flush=True)
            return False
        save_calibration(path, with_lock(found, camera))
    print(f"Stored: {path}", flush=True)
    return True


def _camera(name: str) -> Camera:
    if name == SIMULATED:
        raise DeviceError(
            "there is no camera to calibrate; connect one, name one with --camera, or give a picture or a recording"
        )
    return make_camera(name)


@contextmanager
def _frames(camera: Camera) -> Iterator[NewestFrame]:
    """The camera's newest frames, its light and focus free to settle."""
    frames = NewestFrame(camera, paced=camera.name.startswith(("folder:", "video:")))
    try:
        frames.start()
        if isinstance(camera, LockableCamera):
            camera.unlock()
        yield frames
    finally:
        frames.stop()


def _screen(fullscreen: bool) -> Screen | None:
    if video_driver(os.environ) == "dummy":
        return None
    try:
        return Screen(WINDOW, fullscreen)
    except NoScreenError as error:
        print(f"Without a screen: {error}", flush=True)
        return None


def _in_words(frames: NewestFrame, how: HowToLook, seconds: float) -> Calibration | None:
    """Prints what is wrong, once for every change."""
    told: list[str] = []

    def say(look: Look) -> None:
        problems = " ".join(f"{finding.problem} {finding.side}" for finding in look.findings)
        if not told or told[-1] != problems:
            told.append(problems)
            print(look_text("camera", None, look, how.board), flush=True)

    look = good_look(frames, how, say, seconds)
    return None if look is None else calibration_of_look(look, how)


class LensCollector:
    """Takes a view whenever the board, or the sheet, lies still and otherwise than before."""

    def __init__(self, board: BoardProfile | None) -> None:
        self._board = board
        """None: the ChArUco sheet."""
        self._last: LensView | None = None
        self.views: list[LensView] = []
        self.registration: Registration | None = None
        """Of the board in the last picture."""
        self.fit: LensFit | None = None

    def look(self, bgr: BgrImage) -> None:
        """Looks at the next picture; `fit` is there as soon as the views suffice."""
        view, before = self._view(bgr), self._last
        self._last = view
        if view is None or before is None or _moved(view, before, bgr.shape[1]) > STILL:
            return
        if any(_moved(view, other, bgr.shape[1]) < OTHER_VIEW for other in self.views):
            return
        self.views.append(view)
        if len(self.views) >= LENS_VIEWS:
            self._try_to_fit((bgr.shape[1], bgr.shape[0]))

    def _view(self, bgr: BgrImage) -> LensView | None:
        if self._board is None:
            return charuco_view(bgr)
        try:
            self.registration = find_board(bgr, self._board)
        except BoardNotFoundError:
            self.registration = None
            return None
        return board_view(bgr, self._board, self.registration)

    def _try_to_fit(self, size: tuple[int, int]) -> None:
        try:
            self.fit = fit_lens(self.views, size)
        except InputError:
            if len(self.views) >= MOST_VIEWS:
                raise


def _moved(one: LensView, other: LensView, width: int) -> float:
    """Mean movement of the points that both have, as a share of the picture's width; 1 when they have none."""
    at = {tuple(point): seen for point, seen in zip(other.flat_mm.round(3).tolist(), other.seen_px, strict=True)}
    pairs = [
        (seen, at[tuple(point)])
        for point, seen in zip(one.flat_mm.round(3).tolist(), one.seen_px, strict=True)
        if tuple(point) in at
    ]
    return 1.0 if not pairs else float(np.mean([np.linalg.norm(a - b) for a, b in pairs]) / width)


def lens_live(name: str, board: str, charuco: bool, language: Language, fullscreen: bool) -> tuple[LensFit, Calibration | None]:
    """Collects views at the camera until the lens is known. Raises `InputError` when it stays unknown, `DeviceError`."""
    profile = load_profile(board)
    collector = LensCollector(None if charuco else profile)
    with _frames(_camera(name)) as frames:
        screen = _screen(fullscreen)
        try:
            bgr = _collect(collector, frames, screen, profile, language)
        finally:
            if screen is not None:
                screen.close()
    assert collector.fit is not None
    if charuco:
        return collector.fit, None
    lens = collector.fit.lens
    return collector.fit, calibration_of(profile, find_board(lens.straighten(bgr), profile, lens.matrix), lens.size, lens)


def _collect(
    collector: LensCollector, frames: NewestFrame, screen: Screen | None, board: BoardProfile, language: Language
) -> BgrImage:
    """The picture with which the lens was known."""
    while not frames.ended:
        frame = frames.take(POLL_S)
        if frame is not None:
            before = len(collector.views)
            collector.look(frame.bgr)
            if len(collector.views) > before:
                print(
                    f"Picture {len(collector.views)}: {len(collector.views[-1].seen_px)} points; now tilt it another way",
                    flush=True,
                )
            if screen is not None:
                _show(screen, frame.bgr, collector, board, language)
            if collector.fit is not None:
                return frame.bgr
        if screen is not None and any(isinstance(event, Quit) for event in screen.poll(POLL_S)):
            break
    raise InputError(f"the lens is not known yet: {len(collector.views)} pictures of {LENS_VIEWS} were taken")


def _show(screen: Screen, bgr: BgrImage, collector: LensCollector, board: BoardProfile, language: Language) -> None:
    message = LensKnown() if collector.fit is not None else LensMore(max(1, LENS_VIEWS - len(collector.views)))
    live = told_picture(bgr, message, language)
    if collector.registration is not None:
        live = replace(live, drawing=board_drawing(board, collector.registration, None))
    screen.show_live(live)
