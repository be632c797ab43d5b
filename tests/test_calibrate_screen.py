"""The screen on which the camera is set up: every sentence has room, what is pressed happens, a game begins with it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from calibration.measures import Side
from calibration.quality import Finding, Problem
from calibration.registration import Registration
from calibration.stored import Calibration, load_calibration
from companion.app.calibrate import Ending, Patience, Setup
from companion.app.calibration_file import calibration_path, stored_calibration
from companion.app.first_step import CameraInUse, check_light, first_step, prepare_camera
from companion.app.live_scene import AGAIN, FITS, LATER, live_picture, told_picture
from companion.app.looking import HowToLook, Look, Looker
from companion.app.newest_frame import NewestFrame
from companion.display import KeyPressed, Pressed, Quit, Screen, UiEvent
from companion.display.canvas import Canvas
from companion.display.layout import Size
from companion.display.live import LivePainter
from companion.words import Language
from companion.words.calibrating import LensKnown, LensMore
from companion.words.messages import CameraLost
from hardware.errors import InputError
from hardware.ports import BgrImage, CameraLock, Frame
from tests.seen_tables import DrawnTable, schmidt, start_position
from tests.test_display import faults

SIZES: tuple[Size, ...] = ((800, 480), (1280, 720), (480, 800), (1024, 600))
GREY: BgrImage = np.full((720, 1280, 3), 120, np.uint8)


def registration() -> Registration:
    return DrawnTable().registration()


GOOD = Look(GREY, (), schmidt(), registration())
OPEN = [Finding(problem, 0.0, 1.0, side) for problem in Problem for side in (None, *Side)]


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only places are checked, nobody looks at the edges."""
    monkeypatch.setattr(Canvas, "oversize", 1)


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", Language)
def test_everything_has_room(language: Language, size: Size) -> None:
    painter = LivePainter(size)
    shown = [live_picture(GREY, replace(GOOD, findings=(finding,), registration=None), None, language) for finding in OPEN]
    shown += [live_picture(GREY, GOOD, None, language), live_picture(GREY, None, None, language)]
    shown += [told_picture(GREY, message, language) for message in (LensKnown(), LensMore(1), LensMore(6), CameraLost())]
    for live in shown:
        picture = painter.draw(live)
        assert faults(picture.words, picture.parts, picture.touches, size) == [], live.title


@pytest.mark.parametrize("language", Language)
def test_every_problem_has_words_of_its_own(language: Language) -> None:
    said = {live_picture(GREY, replace(GOOD, findings=(Finding(problem, 0, 1),)), None, language).title for problem in Problem}
    assert len(said) == len(Problem)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_the_corners_wear_their_players_signs(night: bool) -> None:
    painter = LivePainter((800, 480))
    plain, found = (painter.draw(live_picture(GREY, look, None, Language.GERMAN, night)).surface for look in (None, GOOD))
    live = live_picture(GREY, GOOD, None, Language.GERMAN)
    assert live.drawing is not None and live.drawing.colors == schmidt().colors
    different = (pygame.surfarray.array3d(plain) != pygame.surfarray.array3d(found)).any(axis=2)
    assert 0.05 < different[:, :360].mean() < 0.6


def test_a_board_reaching_out_of_the_picture_is_drawn() -> None:
    far = replace(registration(), board_to_px=np.diag([4.0, 4.0, 1.0]) @ registration().board_to_px)
    LivePainter((480, 800)).draw(live_picture(GREY, replace(GOOD, registration=far), None, Language.GERMAN))


# ---- what is pressed ----


class Pictures:
    """A camera that gives one picture again and again, and can keep its light."""

    name = "usb:7"

    def __init__(self, bgr: BgrImage) -> None:
        self.bgr = bgr
        self.said: list[str] = []
        self._sequence = 0
        self._pace = threading.Event()

    def open(self) -> None:
        pass

    def read(self) -> Frame | None:
        self._pace.wait(0.01)
        self._sequence += 1
        return Frame(self.bgr, self._sequence * 0.2, self._sequence)

    def close(self) -> None:
        pass

    def lock(self) -> CameraLock:
        self.said.append("lock")
        return CameraLock({"exposure": (80.0,)})

    def lock_to(self, lock: CameraLock) -> None:
        self.said.append(f"lock_to {dict(lock.values)}")

    def unlock(self) -> None:
        self.said.append("unlock")


class Finger(Screen):
    """A screen on which somebody presses one thing as soon as it can be pressed."""

    def __init__(self, wish: UiEvent | None) -> None:
        super().__init__((800, 480))
        self.wish = wish

    def poll(self, wait_s: float = 0.0) -> tuple[UiEvent, ...]:
        super().poll(min(wait_s, 0.0))
        offered = set() if self._picture is None else {touch.id for touch in self._picture.touches}
        ready = not isinstance(self.wish, Pressed) or self.wish.button in offered
        if isinstance(self.wish, KeyPressed):
            ready = FITS in offered
        return (self.wish,) if self.wish is not None and ready else ()


@pytest.fixture(scope="module")
def good_picture() -> BgrImage:
    return DrawnTable().picture(start_position())


@pytest.fixture
def fast_look(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Looking costs half a second; what is pressed does not depend on it."""
    monkeypatch.setattr(
        Looker,
        "look",
        lambda _, frame: replace(GOOD, bgr=frame.bgr) if frame.bgr.any() else Look(frame.bgr, OPEN[:1]),  # type: ignore[arg-type]
    )
    yield


def set_up(
    wish: UiEvent | None, bgr: BgrImage = GREY, patience: Patience | None = None, rounds: int = 200
) -> tuple[Ending, Calibration | None]:
    screen, frames = Finger(wish), NewestFrame(Pictures(bgr))
    frames.start()
    looks = iter(range(rounds))
    try:
        setup = Setup(screen, frames, HowToLook("schmidt-4"), Language.GERMAN, patience=patience)
        outcome = setup.run(lambda: next(looks, None) is None)
    finally:
        frames.stop()
        screen.close()
    return outcome.ending, outcome.calibration


@pytest.mark.usefixtures("fast_look")
@pytest.mark.parametrize("wish", [Pressed(FITS), KeyPressed("return"), KeyPressed("space")], ids=str)
def test_what_fits_is_the_calibration(wish: UiEvent) -> None:
    ending, calibration = set_up(wish)
    assert ending is Ending.STORED and calibration is not None
    assert np.allclose(calibration.corners_px, registration().print_to_px(schmidt().corners_mm))


@pytest.mark.usefixtures("fast_look")
def test_without_a_good_picture_only_later_is_offered() -> None:
    black = np.zeros_like(GREY)
    assert set_up(Pressed(LATER), black) == (Ending.LATER, None)


@pytest.mark.usefixtures("fast_look")
def test_a_closed_window_stores_nothing() -> None:
    assert set_up(Quit()) == (Ending.CLOSED, None)


@pytest.mark.usefixtures("fast_look")
def test_where_nobody_can_press_it_fits_after_a_while() -> None:
    assert set_up(None, patience=Patience(fits_s=0.05))[0] is Ending.STORED


@pytest.mark.usefixtures("fast_look")
def test_once_more_searches_anew() -> None:
    assert set_up(Pressed(AGAIN), rounds=15)[0] is Ending.CLOSED


# ---- the first step of a game ----


def step(tmp_path: Path, wish: UiEvent | None, bgr: BgrImage = GREY) -> tuple[Calibration | None, bool, Pictures]:
    camera = Pictures(bgr)
    in_use = CameraInUse(camera, camera.name, schmidt(), False, tmp_path)
    stored = in_use.stored()
    prepare_camera(in_use, stored)
    frames, screen = NewestFrame(camera), None if wish is None else Finger(wish)
    frames.start()
    try:
        calibration, begins = first_step(in_use, stored, frames, screen, Language.GERMAN, lambda: False)
    finally:
        frames.stop()
        if screen is not None:
            screen.close()
    return calibration, begins, camera


@pytest.mark.usefixtures("fast_look")
def test_a_game_begins_with_it_once_and_keeps_the_light(tmp_path: Path) -> None:
    calibration, begins, camera = step(tmp_path, Pressed(FITS))
    assert begins and calibration is not None and camera.said == ["lock"]
    assert load_calibration(calibration_path("usb:7", tmp_path)).lock == {"exposure": (80.0,)}
    again, begins, camera = step(tmp_path, None)
    assert begins and again is not None and camera.said == ["lock_to {'exposure': (80.0,)}"]


@pytest.mark.usefixtures("fast_look")
def test_under_another_light_the_camera_finds_its_exposure_anew(tmp_path: Path) -> None:
    step(tmp_path, Pressed(FITS))
    assert step(tmp_path, None, np.zeros_like(GREY))[2].said == ["lock_to {'exposure': (80.0,)}", "unlock"]


@pytest.mark.usefixtures("fast_look")
def test_later_plays_without_and_closing_does_not_play(tmp_path: Path) -> None:
    assert step(tmp_path, Pressed(LATER), np.zeros_like(GREY))[:2] == (None, True)
    assert step(tmp_path, Quit())[:2] == (None, False)
    assert step(tmp_path, None)[:2] == (None, True)


def test_a_broken_file_does_not_keep_anybody_from_playing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = calibration_path("usb:7", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text("{", "utf-8")
    camera = Pictures(GREY)
    assert CameraInUse(camera, camera.name, schmidt(), False, tmp_path).stored() is None
    assert "is not used" in capsys.readouterr().out
    with pytest.raises(InputError, match="calibrate again, or remove the file"):
        stored_calibration("usb:7", tmp_path)


def test_light_is_only_looked_at_where_it_was_kept() -> None:
    camera = Pictures(GREY)
    check_light(CameraInUse(camera, camera.name, schmidt(), False), None, NewestFrame(camera))
    assert camera.said == []


@pytest.mark.parametrize(
    ("camera", "file"),
    [("usb:0", "usb-0.json"), ("usb:/dev/v4l/by-id/Cam_1", "usb-dev-v4l-by-id-cam-1.json"), ("picamera2", "picamera2.json")],
)
def test_each_camera_has_its_file(tmp_path: Path, camera: str, file: str) -> None:
    assert calibration_path(camera, tmp_path).name == file


def test_a_whole_look_at_a_drawn_table(good_picture: BgrImage) -> None:
    look = Looker(HowToLook("schmidt-4")).look(Frame(good_picture, 0.0, 0))
    assert look.good and look.registration is not None
