"""Pictures that are none, that change their size, that come slowly: the game goes on when good ones come again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.app.eyes import make_eyes
from companion.app.newest_frame import NewestFrame
from companion.events import MoveEvent, ThrowEvent
from companion.history import begin
from companion.pipeline import Pipeline, StepResult, Table
from companion.record import ListLog
from companion.referee import Referee
from companion.rules import Color, apply_move, legal_moves
from companion.scene import Mode
from companion.simulation.painter import quiet_view
from companion.simulation.table import SimulatedTable
from companion.words import Language
from hardware.cameras.usb import UsbCamera
from hardware.errors import CameraLostError
from hardware.ports import BgrImage, Frame, ThrowReport
from tests import fake_table, test_pipeline
from tests.fake_table import Player, schmidt, schmidt_game
from tests.test_live_game import LONG_S
from tests.wall_time import noon_plus

pytestmark = pytest.mark.fault
YELLOW = Color("yellow")


class RealEyes:
    """A drawn table, seen through the real eyes."""

    def __init__(self) -> None:
        game, board = schmidt_game(), schmidt()
        start = begin(game, YELLOW)
        self.table = SimulatedTable(board, game, start.now.state, Random(1))
        self.good = quiet_view(self.table).paint(0.0)
        self.log = ListLog(noon_plus)
        words = Table(board, {}, Language.ENGLISH)
        self.pipeline = Pipeline(words, make_eyes(board), Referee(start), self.log, check_start=True, zero_s=None)
        self.time_s, self.sequence = 0.0, 0

    def see(self, bgr: BgrImage, frames: int, throw: int | None = None) -> StepResult:
        """So many frames of this picture, five a second."""
        for number in range(frames):
            throws = (ThrowReport(throw, "keyboard", self.time_s),) if throw is not None and number == 0 else ()
            result = self.pipeline.step(Frame(bgr, self.time_s, self.sequence), throws)
            self.time_s, self.sequence = self.time_s + 0.2, self.sequence + 1
        return result

    def seen(self) -> list[type]:
        """What was written down."""
        return [type(entry.event) for entry in self.log.entries]


@pytest.fixture(scope="module")
def eyes() -> RealEyes:
    """One table for all: each fault has to leave it as if it had not been."""
    at = RealEyes()
    at.see(at.good, 6)
    assert at.see(at.good, 1).scene.mode is Mode.TURN
    return at


def _noise(good: BgrImage) -> BgrImage:
    return np.random.default_rng(1).integers(0, 256, good.shape, dtype=np.uint8)


PICTURES: dict[str, Callable[[BgrImage], BgrImage]] = {
    "noise": _noise,
    "half of it noise": lambda good: np.concatenate([good[:300], _noise(good)[300:]]),
    "stripes": lambda good: np.ascontiguousarray(
        np.broadcast_to((np.arange(good.shape[1]) % 2 * 255)[None, :, None], good.shape)
    ),
    "half as large": lambda good: cv2.resize(good, (640, 360)).astype(np.uint8),
    "upright": lambda good: np.ascontiguousarray(good.transpose(1, 0, 2)),
    "a single pixel": lambda _: np.zeros((1, 1, 3), np.uint8),
    "a single row": lambda _: np.zeros((1, 1280, 3), np.uint8),
    "black": np.zeros_like,
    "white": lambda good: np.full_like(good, 255),
    "mirrored": lambda good: np.ascontiguousarray(good[:, ::-1]),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", PICTURES)
def test_pictures_of_any_size_and_content_write_nothing_and_the_game_goes_on(eyes: RealEyes, kind: str) -> None:
    eyes.see(PICTURES[kind](eyes.good).astype(np.uint8), 3)
    assert eyes.seen() == []
    assert eyes.see(eyes.good, 8).scene.mode is Mode.TURN
    assert eyes.seen() == []


NO_PICTURES: dict[str, NDArray[np.generic] | None] = {
    "grey": np.zeros((720, 1280), np.uint8),
    "empty": np.zeros((0, 0, 3), np.uint8),
    "four channels": np.zeros((720, 1280, 4), np.uint8),
    "other numbers": np.zeros((720, 1280, 3), np.float32),
    "a row of bytes": np.zeros(100_000, np.uint8),
}


@pytest.mark.parametrize("kind", NO_PICTURES)
def test_what_is_no_picture_counts_as_a_lost_camera_that_is_opened_again(kind: str) -> None:
    good = Frame(np.zeros((720, 1280, 3), np.uint8), 1.0, 1)
    bad = Frame(NO_PICTURES[kind], 0.0, 0)  # type: ignore[arg-type]
    told: list[str | None] = []

    def reopened() -> None:
        told.append(frames.lost)

    camera = SimpleNamespace(
        name="usb:0", open=Mock(side_effect=reopened), close=Mock(), read=Mock(side_effect=[bad, good, None])
    )
    frames = NewestFrame(camera, try_again_s=0.0)
    frames.start()
    taken = [frames.take(LONG_S)]
    while not frames.ended:
        taken.append(frames.take(LONG_S))
    frames.stop()
    assert good in taken
    assert frames.lost is None
    assert told[0] is None
    assert told[1] is not None and "camera usb:0: expected pictures of three colours" in told[1]


def test_a_picture_that_arrives_in_pieces_is_a_failed_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("dev")
    (folder / "video0").touch()
    capture = Mock()
    capture.isOpened.return_value, capture.get.side_effect = True, lambda key: {3: 1280.0, 4: 720.0}.get(key, 0.0)
    capture.read.side_effect = [cv2.error("(-215:Assertion failed) !buf.empty()"), (True, np.zeros((720, 1280, 3), np.uint8))]
    camera = UsbCamera("0", capture=lambda _: capture, devices=folder)
    camera.open()
    assert camera.read() is not None
    capture.read.side_effect = cv2.error("(-215:Assertion failed) !buf.empty()")
    with pytest.raises(CameraLostError, match="is its cable loose"):
        camera.read()


@pytest.mark.parametrize("fps", [2, 15])
def test_a_game_at_two_frames_a_second_is_the_same_game(fps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_table, "FRAME_S", 1 / fps)
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), test_pipeline.quiet())
    wanted, seen = test_pipeline.play_script(player, game, 40, Random(4))
    assert seen == wanted


@pytest.mark.slow
def test_the_real_eyes_read_a_move_at_two_frames_a_second() -> None:
    at = RealEyes()
    for _ in range(6):
        at.see(at.good, 1)
        at.time_s += 0.3
    at.see(at.good, 1, throw=6)
    game, state = at.pipeline.referee.game, at.pipeline.referee.history.now.state
    move = legal_moves(game, state.position, YELLOW, 6)[0]
    made = replace(state, position=apply_move(game, state.position, move))
    after = SimulatedTable(schmidt(), game, made, Random(1))
    moved = quiet_view(after).paint(0.0)
    for _ in range(8):
        at.see(moved, 1)
        at.time_s += 0.3
    assert at.seen() == [ThrowEvent, MoveEvent]
