"""While nothing happens, next to nothing is done: the same picture is not read again and again, nothing is drawn."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from calibration.profile import load_profile
from companion.app.screenshots import Samples
from companion.display import Screen
from companion.measuring.idle import measured, still_recording
from companion.rules import initial_state
from companion.sight import QUIET, READ_SELDOM_S
from companion.simulation.painter import ANEW_S, KEPT, RestingPainter, quiet_view
from companion.simulation.table import Habits, SimulatedTable
from companion.words import Language
from hardware.cameras.recorded import FolderCamera, read_session
from hardware.cameras.simulated import FPS
from tests.fake_table import FRAME_S, Confusion, Player, schmidt, schmidt_game


class Counted(Player):
    """Counts how often the board is read."""

    def __init__(self) -> None:
        super().__init__(schmidt_game(), "yellow", schmidt(), Confusion(Random(1)))
        self.readings = 0
        read = self.table.read

        def counted(*args: object) -> object:
            self.readings += 1
            return read(*args)  # type: ignore[arg-type]

        self.table.read = counted  # type: ignore[assignment, method-assign]


@pytest.fixture(autouse=True)
def stirs_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first picture moves, as that of every camera does; then nothing."""
    monkeypatch.setattr("tests.fake_table.AlwaysStill.update", lambda _self, frame, _area: frame.sequence > 0)


def test_a_board_on_which_nothing_moves_is_read_less_and_less_often() -> None:
    at = Counted()
    at.frames(QUIET + 5)
    first = at.readings
    assert first >= QUIET
    at.frames(round(20 / FRAME_S))
    assert at.readings - first <= 20 / READ_SELDOM_S + 1


def test_a_throw_is_seen_at_once_all_the_same() -> None:
    at = Counted()
    at.frames(100)
    (event, *_) = at.frames(1, throw=6)
    assert event.__class__.__name__ == "ThrowEvent"


def test_a_table_at_rest_is_drawn_a_few_times_only_and_one_that_changes_at_once() -> None:
    """Neighbouring pictures differ all the same, as those of every sensor do."""
    board, game = load_profile("schmidt-4"), schmidt_game()
    table = SimulatedTable(board, game, initial_state(game, game.players[0]), Random(1), Habits(die=True))
    painter = RestingPainter(table, quiet_view(table, (320, 180)))
    pictures = [painter.paint(k / 20) for k in range(round(2 * ANEW_S * 20))]
    assert painter.painted == 2 * KEPT
    assert all((one != other).any() for one, other in pairwise(pictures))
    table.throw(6, 2 * ANEW_S)
    assert np.abs(painter.paint(2 * ANEW_S + 0.05).astype(int) - pictures[-1]).max() > 60


def test_a_scene_that_stays_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is shown, and the window is asked for fingers; another one is."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen = Screen((320, 240), motion=False)
    scene = Samples(Language.GERMAN).turn()
    screen.show(scene)
    drawn = screen.frames
    for _ in range(50):
        screen.show(replace(scene))
        screen.poll()
    assert screen.frames == drawn
    screen.show(Samples(Language.GERMAN).throw())
    assert screen.frames > drawn
    screen.close()


def test_a_still_recording_is_one_that_can_be_played(tmp_path: Path) -> None:
    """Its pictures are the one that was given, each with noise of its own."""
    picture = np.full((36, 64, 3), 120, np.uint8)
    cv2.imwrite(str(tmp_path / "board.png"), picture)
    still_recording(tmp_path / "board.png", "schmidt-4", 1.0, tmp_path / "still")
    assert read_session(tmp_path / "still").board == "schmidt-4"
    camera = FolderCamera(tmp_path / "still")
    camera.open()
    frames = list(iter(camera.read, None))
    assert len(frames) == FPS and frames[-1].time_s == pytest.approx(1 - 1 / FPS)
    assert all((one.bgr != other.bgr).any() for one, other in pairwise(frames))
    assert all(abs(frame.bgr.mean() - 120) < 1 for frame in frames)


def test_a_process_is_measured() -> None:
    """This one: it sleeps while it is measured, and has more than ten megabytes."""
    begin = time.process_time()
    cost = measured(os.getpid(), 0.2)
    assert cost.mib > 10 and cost.percent <= 100 * (time.process_time() - begin + 0.05) / 0.2
