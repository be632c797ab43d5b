"""Throws read from the pictures, through the whole program: a game at the simulated table, and a video of a rolled die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.profile import FieldName, load_profile
from calibration.registration import Registration
from companion.app.devices import make_devices
from companion.app.die_eyes import PAUSE, DieEyes
from companion.app.eyes import make_eyes
from companion.app.newest_frame import NewestFrame
from companion.app.worker import Worker, waiting
from companion.cli.main import main
from companion.events import Event, IllegalEvent, MoveEvent, ThrowEvent
from companion.history import begin
from companion.pipeline import Pipeline, Table
from companion.record import RecordFile, header_of, read_record
from companion.referee import Referee
from companion.settings import Settings, load_settings
from companion.sight import Eyes, Reader
from companion.simulation.painter import quiet_view
from companion.vision.die import SeenDie
from companion.vision.die_table import DieTable
from companion.vision.observation import Observation
from companion.words import Language
from hardware.errors import InputError
from hardware.ports import BgrImage, DieTrouble, Frame
from hardware.throws.camera import CameraThrows
from tests.device_doubles import ManualClock
from tests.fake_table import schmidt_game
from tests.test_die_watch import as_found
from tests.throw_rigs import OneFrame
from tests.wall_time import noon_plus

ROLLING = Path(__file__).parents[2] / "shared" / "photos" / "video" / "rolling.mp4"
FRAME_S = 0.2
PLIES = 8


@pytest.mark.parametrize("seed", [4, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (5, 6, 7, 8))])
def test_a_game_whose_throws_are_read_from_the_pictures_is_written_down_as_it_was_played(seed: int, tmp_path: Path) -> None:
    """A die of 16 mm comes to lie anywhere left or right of the board."""
    game, board, clock = schmidt_game(), load_profile("schmidt-4"), ManualClock(10.0)
    history = begin(game, game.players[0])
    devices = make_devices("simulated", "camera", board, history, Random(seed), clock.now_s)
    assert devices.table is not None
    assert isinstance(devices.throws, CameraThrows)
    table, view = devices.table, quiet_view(devices.table)
    wanted: list[tuple[str, int]] = []
    throw_as_before = table.throw

    def throw(value: int, time_s: float) -> object:
        wanted.append((str(table.state.turn), value))
        return throw_as_before(value, time_s)

    table.throw = throw  # type: ignore[method-assign,assignment]

    @dataclass
    class Painted(OneFrame):
        def take(self, _timeout_s: float) -> Frame:
            self.sequence += 1
            return Frame(view.paint(self.clock.now_s), self.clock.now_s, self.sequence)

    devices.throws.open()
    record = RecordFile.create(
        tmp_path / "game.jsonl", header_of(game, history, board.id, "test", {}), lambda: noon_plus(clock.now_s)
    )
    eyes = DieEyes(devices.throws, make_eyes(board), board)
    pipeline = Pipeline(Table(board, {}, Language.ENGLISH), eyes.eyes, Referee(history), record, check_start=True, zero_s=None)
    worker = Worker(pipeline, cast(NewestFrame, Painted(clock)), devices, clock, Language.ENGLISH)
    worker.die_eyes = eyes
    while len(wanted) < PLIES or clock.now_s < table.busy_until_s + 1.0:
        clock.now_s += FRAME_S
        worker._once()
    record.close()
    written: list[Event] = [entry.event for entry in read_record(tmp_path / "game.jsonl")[1:]]
    assert [(str(event.color), event.value) for event in written if isinstance(event, ThrowEvent)] == wanted
    assert {event.source for event in written if isinstance(event, ThrowEvent)} == {"camera"}
    assert any(isinstance(event, MoveEvent) for event in written)
    assert not any(isinstance(event, IllegalEvent) for event in written)
    assert pipeline.referee.history.now.state == table.state
    assert list(waiting(worker.die_said)) == []


@pytest.mark.skipif(not ROLLING.exists(), reason="the video of a rolled die is not here")
def test_the_throw_of_a_video_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(ROLLING), "--board", "ludo-mdga56", "--throws", "camera"]) == 0
    told = capsys.readouterr().out.splitlines()[1:]
    assert [line.partition("s  ")[2] for line in told] == ["Red throws 1"]


class _Scripted:
    """A finder of dice that sees what it is told to, and the clock that its looks cost."""

    def __init__(self, clock: ManualClock, cost_s: float = 0.0) -> None:
        self.dice: tuple[SeenDie, ...] = ()
        self.looks = 0
        self._clock, self._cost_s = clock, cost_s

    def __call__(self, _bgr: BgrImage, _region: object, _table: DieTable | None) -> tuple[SeenDie, ...]:
        self.looks += 1
        self._clock.now_s += self._cost_s
        return self.dice


def _never_found() -> Eyes:
    return make_eyes(load_profile("schmidt-4"))


def _table_with(squares: Sequence[tuple[int, int]]) -> BgrImage:
    picture = np.full((480, 640, 3), 90, np.uint8)
    for x, y in squares:
        picture[y - 20 : y + 20, x - 20 : x + 20] = 230
    return picture


def _die(x: int, y: int, value: int | None) -> SeenDie:
    return SeenDie(value, (float(x), float(y)), 40.0, 0.9, value is None)


TROUBLES = [
    ("one that leans", (_die(200, 200, None),), DieTrouble.AGAIN_CROOKED),
    ("two", (_die(200, 200, 3), _die(400, 200, 5)), DieTrouble.AGAIN_SEVERAL),
]


@pytest.mark.parametrize(("_what", "dice", "said"), TROUBLES, ids=[case[0] for case in TROUBLES])
def test_dice_that_are_no_throw_ask_for_another(_what: str, dice: tuple[SeenDie, ...], said: DieTrouble) -> None:
    clock, throws = ManualClock(0.0), CameraThrows()
    finder = _Scripted(clock)
    throws.open()
    eyes = DieEyes(throws, _never_found(), load_profile("schmidt-4"), anywhere=True, find=finder, look=as_found)
    eyes.saw(Frame(_table_with([]), 0.0, 0), 0.0)
    finder.dice = dice
    for k in range(1, 20):
        eyes.saw(Frame(_table_with([(int(die.px[0]), int(die.px[1])) for die in dice]), k * 0.1, k), k * 0.1)
    assert throws.poll(9.0) == ()
    assert [notice.trouble for notice in throws.notices()] == [said]


def test_a_look_that_takes_long_is_paid_for_with_a_pause() -> None:
    clock, throws = ManualClock(0.0), CameraThrows()
    finder = _Scripted(clock, cost_s=0.5)
    throws.open()
    eyes = DieEyes(throws, _never_found(), load_profile("schmidt-4"), clock=clock, anywhere=True, find=finder, look=as_found)
    eyes.saw(Frame(_table_with([]), 0.0, 0), 0.0)
    assert (finder.looks, clock.now_s) == (1, 0.5)
    finder.dice = (_die(200, 200, 3),)
    for k in range(14):
        clock.now_s = 0.6 + 0.1 * k
        eyes.saw(Frame(_table_with([(200, 200)]), clock.now_s, k), clock.now_s)
    assert clock.now_s < 0.5 + PAUSE * 0.5
    assert finder.looks == 1
    for k in range(14, 30):
        clock.now_s = max(clock.now_s, 0.6 + 0.1 * k)
        eyes.saw(Frame(_table_with([(200, 200)]), 0.6 + 0.1 * k, k), clock.now_s)
    assert [throw.value for throw in throws.poll(99.0)] == [3]


def test_in_a_game_nothing_is_a_throw_before_the_board_is_found() -> None:
    clock, throws = ManualClock(0.0), CameraThrows()
    finder = _Scripted(clock)
    throws.open()
    eyes = DieEyes(throws, _never_found(), load_profile("schmidt-4"), find=finder, look=as_found)
    finder.dice = (_die(200, 200, 3),)
    for k in range(12):
        eyes.saw(Frame(_table_with([(200, 200)] if k > 2 else []), k * 0.1, k), k * 0.1)
    assert (finder.looks, throws.poll(9.0)) == (0, ())


@pytest.mark.parametrize(("pushed_px", "values"), [(0.0, [3]), (5.0, [3]), (60.0, [])])
def test_a_die_that_comes_to_lie_elsewhere_with_its_board_is_no_throw(pushed_px: float, values: list[int]) -> None:
    clock, throws, board = ManualClock(0.0), CameraThrows(), load_profile("schmidt-4")
    finder, places = _Scripted(clock), iter([_place(0.0), _place(pushed_px)])
    throws.open()
    unread = cast(Reader, Unread())
    eyes = DieEyes(throws, Eyes(lambda _bgr, _board: next(places), unread, _Still()), board, find=finder, look=as_found)
    eyes.eyes.find(_table_with([]), board)
    eyes.saw(Frame(_table_with([]), 0.0, 0), 0.0)
    finder.dice = (_die(500, 200, 3),)
    eyes.eyes.find(_table_with([]), board)
    for k in range(1, 12):
        eyes.saw(Frame(_table_with([(500, 200)]), k * 0.1, k), k * 0.1)
    assert [throw.value for throw in throws.poll(9.0)] == values


@pytest.mark.parametrize(("lens", "values"), [(Lens((900.0, 900.0), (320.0, 240.0), -0.6, 0.0, (640, 480)), []), (None, [3])])
def test_a_pawns_head_is_no_die_where_the_lens_bends_it(lens: Lens | None, values: list[int]) -> None:
    """The board's place is in straight pixels; what the finder takes for a die lies where the picture shows the pawn."""
    clock, throws, board, place = ManualClock(0.0), CameraThrows(), load_profile("schmidt-4"), _place(0.0)
    corner = board.fields[int(np.argmin(np.abs(board.centres_mm).sum(axis=1)))]
    head = place.above_print_to_px(np.array([(corner.x_mm, corner.y_mm)]), board.pawn.height_mm)
    x, y = np.rint((lens or Lens((900.0, 900.0), (320.0, 240.0), -0.6, 0.0, (640, 480))).seen_px(head)[0]).astype(int).tolist()
    finder = _Scripted(clock)
    throws.open()
    looking = Eyes(lambda _bgr, _board: place, cast(Reader, Unread(corner.name)), _Still(), lens=lens)
    eyes = DieEyes(throws, looking, board, find=finder, look=as_found)
    eyes.eyes.find(_table_with([]), board)
    eyes.saw(Frame(_table_with([]), 0.0, 0), 0.0)
    finder.dice = (_die(x, y, 3),)
    for k in range(1, 12):
        eyes.saw(Frame(_table_with([(x, y)]), k * 0.1, k), k * 0.1)
    assert [throw.value for throw in throws.poll(9.0)] == values


class _Still:
    """Nothing moves."""

    def update(self, _frame: Frame, _area_px: object) -> bool:
        return True


class Unread:
    """Reads a board that is empty but for one pawn, if it is told of one."""

    def __init__(self, pawn_on: str | None = None) -> None:
        self._pawn_on = pawn_on

    def read(self, frame: Frame, _registration: Registration) -> Observation:
        board = load_profile("schmidt-4")
        evidence = np.log(np.tile([0.96, 0.01, 0.01, 0.01, 0.01], (len(board.field_names), 1)))
        if self._pawn_on is not None:
            evidence[board.field_names.index(FieldName(self._pawn_on))] = np.log([0.01, 0.96, 0.01, 0.01, 0.01])
        covered = np.zeros(len(board.field_names), bool)
        return Observation(frame.time_s, board.field_names, board.colors, evidence, covered, True)


def _place(left_px: float) -> Registration:
    """The board from above, 1 px a millimetre."""
    to_px = np.array([[1.0, 0, left_px], [0, 1.0, 0], [0, 0, 1]])
    return Registration(to_px, np.diag([900.0, 900.0, 1.0]), np.zeros(3), np.array([0.0, 0.0, 900.0]), 0.1, 0.9)


TRAYS = [
    "[[0, 0], [10, 0]]",
    '"left"',
    "[[0, 0], [10, 0], [0, -1]]",
    "[[0, 0], [10, 0], [0]]",
    "[[0, 0], [10, 0], [0, true]]",
    "[1, 2, 3]",
]


@pytest.mark.parametrize("tray", TRAYS)
def test_a_tray_that_is_none_is_told(tray: str, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(f"die_tray = {tray}\n")
    with pytest.raises(InputError, match=r"die_tray is .*expected three corners or more in pixels"):
        load_settings(tmp_path / "settings.toml")


def test_a_tray_is_taken(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("die_tray = [[0, 0], [300, 0], [300.5, 200]]\n")
    assert load_settings(tmp_path / "settings.toml") == Settings(die_tray=((0.0, 0.0), (300.0, 0.0), (300.5, 200.0)))
