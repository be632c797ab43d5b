"""A live game: cameras that vanish, games that go on, settings that are broken."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import cast
from unittest.mock import Mock

import numpy as np
import pytest

from companion.app import headless
from companion.app.devices import Devices, choose_camera, choose_throws, make_devices
from companion.app.game import LiveGame, choose_game
from companion.app.headless import Album
from companion.app.newest_frame import NewestFrame
from companion.app.tell import tell
from companion.app.worker import Worker, waiting
from companion.cli.main import main
from companion.events import Entry, Event, MoveEvent, PassEvent, TakebackEvent, ThrowEvent
from companion.history import begin
from companion.pipeline import Pipeline
from companion.record import ListLog, read_record
from companion.resume import board_beside, games_folder, resume
from companion.rules import Color, Move, initial_position
from companion.scene import Mode, Scene, ScenePlayer
from companion.settings import Settings, load_settings
from companion.words import Language
from hardware.errors import CameraLostError, DeviceError, InputError
from hardware.ports import Frame
from hardware.throws.keyboard import KeyboardThrows
from hardware.throws.simulated import SimulatedThrows
from tests.fake_table import Confusion, Player, schmidt, schmidt_game
from tests.wall_time import noon, noon_plus

YELLOW, GREEN = Color("yellow"), Color("green")
LONG_S = 10.0
"""Longer than any of these tests should ever wait."""


@dataclass
class ShakyCamera:
    """Gives so many frames, is lost, and comes back when it is opened again."""

    frames: int = 2
    losses: int = 1
    opened: int = 0
    given: int = 0
    name: str = field(default="shaky", init=False)

    def open(self) -> None:
        self.opened += 1

    def read(self) -> Frame | None:
        if self.given == self.frames and self.opened <= self.losses:
            raise CameraLostError("camera shaky: unplugged")
        if self.given == 2 * self.frames:
            return None
        self.given += 1
        return Frame(np.zeros((1, 1, 3), dtype=np.uint8), self.given / 5, self.given)

    def close(self) -> None:
        """Nothing to give back."""


def ends(frames: NewestFrame) -> bool:
    """Takes frames until there are no more; False when that takes more of them than any of these cameras gives."""
    for _ in range(100):
        if frames.take(LONG_S) is None:
            return frames.ended
    return False


def test_a_camera_that_was_lost_is_opened_again() -> None:
    camera = ShakyCamera()
    frames = NewestFrame(camera, try_again_s=0.0)
    frames.start()
    assert ends(frames)
    frames.stop()
    assert camera.opened == 2
    assert camera.given == 4
    assert frames.lost is None


def test_a_camera_that_cannot_be_had_is_told_at_once() -> None:
    class NoCamera(ShakyCamera):
        def open(self) -> None:
            raise DeviceError("camera none: there is none")

    with pytest.raises(DeviceError, match="there is none"):
        NewestFrame(NoCamera()).start()


def test_while_the_camera_is_lost_the_screen_says_so() -> None:
    player = Player(schmidt_game(), "yellow", schmidt(), Confusion(Random(1)))
    frames = NewestFrame(ShakyCamera(losses=99), try_again_s=0.01)
    keys = KeyboardThrows()
    keys.open()
    worker = Worker(player.pipeline, frames, Devices(ShakyCamera(), keys, None, False), lambda: 0.0)
    frames.start()
    worker.start()
    shown = (worker.scenes.get(timeout=LONG_S).mode for _ in range(100))
    assert Mode.LOST in shown
    worker.stop()
    frames.stop()
    assert worker.failed is None


@dataclass
class LateLast:
    """Frames whose last one comes just when a look at an empty place is over, and then the end."""

    frames: list[Frame | None]
    lost: None = None

    @property
    def ended(self) -> bool:
        return len(self.frames) <= 1

    def take(self, timeout_s: float) -> Frame | None:
        del timeout_s
        return self.frames.pop(0) if self.frames else None


def test_the_last_frame_of_a_recording_is_never_dropped() -> None:
    player = Player(schmidt_game(), "yellow", schmidt(), Confusion(Random(1)))
    keys = KeyboardThrows()
    keys.open()
    last = Frame(np.zeros((1, 1, 3), dtype=np.uint8), 0.2, 0)
    frames = LateLast([None, last])
    worker = Worker(player.pipeline, cast(NewestFrame, frames), Devices(ShakyCamera(), keys, None, True), lambda: 0.0)
    worker.start()
    assert worker.done.wait(LONG_S)
    worker.stop()
    assert worker.failed is None
    assert len(list(waiting(worker.scenes))) == 1


def test_a_camera_that_does_not_open_again_is_not_read() -> None:
    """Nor is one that cannot even be given back given up."""

    class Gone(ShakyCamera):
        def open(self) -> None:
            super().open()
            if 1 < self.opened < 4:
                raise DeviceError("camera shaky: still unplugged")

        def read(self) -> Frame | None:
            assert self.opened in (1, 4)
            return super().read()

        def close(self) -> None:
            if self.opened < 4:
                raise RuntimeError("no such device")

    camera = Gone()
    frames = NewestFrame(camera, try_again_s=0.0)
    frames.start()
    assert ends(frames)
    frames.stop()
    assert camera.opened == 4
    assert frames.lost is None


@dataclass
class BrokenCamera(ShakyCamera):
    """Fails in a way nobody has thought of."""

    error: Exception = field(default_factory=lambda: ZeroDivisionError("no picture has no size"))

    def read(self) -> Frame | None:
        raise self.error


@pytest.mark.parametrize("error", [ZeroDivisionError("size"), InputError("frames.jsonl, line 3: no picture")])
def test_whatever_ends_the_camera_thread_reaches_the_game(error: Exception) -> None:
    player = Player(schmidt_game(), "yellow", schmidt(), Confusion(Random(1)))
    frames = NewestFrame(BrokenCamera(error=error))
    keys = KeyboardThrows()
    keys.open()
    worker = Worker(player.pipeline, frames, Devices(ShakyCamera(), keys, None, False), lambda: 0.0)
    frames.start()
    worker.start()
    assert worker.done.wait(LONG_S)
    frames.stop()
    worker.stop()
    assert worker.failed is error


def test_a_full_disk_ends_the_game_with_its_sentence() -> None:
    class FullLog(ListLog):
        def append(self, event: Event, t: float) -> Entry:
            del event, t
            raise DeviceError("cannot write the game record: the disk is full")

    player = Player(schmidt_game(), "yellow", schmidt(), Confusion(Random(1)))
    player.pipeline._log = FullLog(noon_plus)
    keys = KeyboardThrows()
    keys.open()
    keys.press(5, 0.0)
    frames = NewestFrame(ShakyCamera(losses=0))
    worker = Worker(player.pipeline, frames, Devices(ShakyCamera(), keys, None, False), lambda: 1.0)
    frames.start()
    worker.start()
    assert worker.done.wait(LONG_S)
    worker.stop()
    frames.stop()
    assert isinstance(worker.failed, DeviceError)
    assert list(waiting(worker.told)) == []


def live_game(
    data: Path, board: str | None, rules: object, first: str | None, names: dict[str, str], new: bool = False
) -> LiveGame:
    return choose_game(data, board, rules, first, names, new=new).begin()


@pytest.mark.parametrize("devices", [["--camera", "moon"], ["--throws", "moon"], ["--camera", "usb:/nowhere/to/be/found"]])
def test_a_device_that_is_not_there_leaves_no_empty_game(
    tmp_path: Path, devices: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["play", "--headless", "--data", str(tmp_path), "--out", str(tmp_path), *devices]
    assert main([*asked, "--board", "schmidt-4"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(games_folder(tmp_path).glob("*")) == []
    live_game(tmp_path, None, None, None, {}).record.close()
    assert main(asked) == 2
    (path,) = games_folder(tmp_path).glob("*")
    resume(path, noon).file.close()


@pytest.mark.parametrize("error", [ZeroDivisionError("no size"), InputError("what came is no picture")])
def test_a_game_that_broke_off_does_not_end_as_if_all_were_well(
    tmp_path: Path, error: Exception, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pipeline, "step", Mock(side_effect=error))
    monkeypatch.setattr(signal, "signal", Mock())
    asked = ["play", "--camera", "simulated", "--headless", "--data", str(tmp_path), "--out", str(tmp_path), "--seconds", "60"]
    if isinstance(error, InputError):
        assert main(asked) == 2
    else:
        with pytest.raises(ZeroDivisionError):
            main(asked)
    told = capsys.readouterr()
    assert "Nothing is lost" not in told.out
    assert ("no picture" in told.err) == isinstance(error, InputError)


def test_the_last_game_goes_on_unless_another_is_asked_for(tmp_path: Path) -> None:
    first = live_game(tmp_path, None, None, None, {"yellow": "Anna"})
    first.record.append(ThrowEvent(YELLOW, 5, "keyboard"), 3.0)
    first.record.close()
    again = live_game(tmp_path, None, None, None, {})
    assert again.record.path == first.record.path
    assert again.history.now.throw == 5
    assert "Going on" in again.told[0]
    again.record.close()
    other = live_game(tmp_path, None, "wikipedia", "green", {}, new=True)
    assert other.record.path != first.record.path
    assert other.history.now.state.turn == GREEN
    other.record.close()


@pytest.mark.parametrize("content", [b"", b"{oops\n", b'{"n": 0}\n'])
@pytest.mark.parametrize("new", [False, True])
def test_a_last_record_that_is_broken_never_keeps_a_game_from_beginning(tmp_path: Path, content: bytes, new: bool) -> None:
    games_folder(tmp_path).mkdir()
    broken = games_folder(tmp_path) / "2026-01-01-120000.jsonl"
    broken.write_bytes(content)
    game = live_game(tmp_path, "schmidt-4" if new else None, None, None, {}, new=new)
    game.record.close()
    assert game.record.path != broken
    assert broken.read_bytes() == content
    assert [str(broken) in line for line in game.told] == ([False] * 2 if new else [True, False, False])
    assert live_game(tmp_path, None, None, None, {}).record.path == game.record.path


@pytest.mark.parametrize("board_id", ["schmidt-4", "grandmothers-board"])
def test_a_game_on_a_board_of_ones_own_goes_on_without_its_file(tmp_path: Path, board_id: str) -> None:
    shipped = (Path(__file__).parents[1] / "calibration" / "profiles" / "schmidt-4.toml").read_text("utf-8")
    own = tmp_path / "my-board.toml"
    changed = shipped.replace('id = "schmidt-4"', f'id = "{board_id}"')
    own.write_text(re.sub(r"(?m)^width_mm = .*$", "width_mm = 361.5", changed), "utf-8")
    live_game(tmp_path, str(own), None, None, {}, new=True).record.close()
    own.unlink()
    again = live_game(tmp_path, None, None, None, {})
    again.record.close()
    assert "Going on" in again.told[0]
    assert (again.board.id, again.board.width_mm) == (board_id, 361.5)


def test_a_copied_board_of_another_game_is_told(tmp_path: Path) -> None:
    game = live_game(tmp_path, None, None, None, {})
    game.record.close()
    shipped = (Path(__file__).parents[1] / "calibration" / "profiles" / "schmidt-4.toml").read_text("utf-8")
    board_beside(game.record.path).write_text(shipped.replace('id = "schmidt-4"', 'id = "moon"'), "utf-8")
    with pytest.raises(InputError, match=r"moon.*expected 'schmidt-4'"):
        resume(game.record.path, noon)


WRITER = """
import sys
from pathlib import Path
from companion.app.game import choose_game
from companion.events import QuestionEvent
game = choose_game(Path(sys.argv[1]), None, None, None, {}).begin()
while True:
    entry = game.record.append(QuestionEvent("x" * 500), 1.0)
    print(entry.n, flush=True)
"""


def test_nothing_that_was_shown_is_lost_to_kill_9(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        shown = [int(writer.stdout.readline()) for _ in range(20)]
        os.kill(writer.pid, signal.SIGKILL)
        shown += [int(line) for line in writer.stdout.read().split("\n")[:-1]]
    (path,) = games_folder(tmp_path).glob("*.jsonl")
    resumed = resume(path, noon)
    resumed.file.close()
    assert len(read_record(path)) > shown[-1]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("camera = 5", "camera"),
        ("lang = 'fr'", "lang"),
        ("colour = 'red'", "colour"),
        ("quarter_turns = 7", "quarter_turns"),
        ("names = 'Anna'", "names"),
        ("camera = ", "put the file right"),
    ],
)
def test_broken_settings_are_told_by_their_key(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=complaint):
        load_settings(path)


def test_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    assert load_settings(path) == Settings()
    path.write_text('lang = "en"\ncamera = "usb:0"\nrules = "wikipedia"\n[names]\nyellow = "Anna"\n', "utf-8")
    found = load_settings(path)
    assert (found.lang, found.camera, found.rules) == (Language.ENGLISH, "usb:0", "wikipedia")
    assert dict(found.names) == {"yellow": "Anna"}


def test_what_was_asked_for_comes_before_what_is_there() -> None:
    assert choose_camera("folder:x") == "folder:x"
    assert choose_throws("none", "usb:0") == "none"
    assert choose_throws(None, "simulated") == "simulated"


def test_a_simulated_table_answers_the_throw_that_waited() -> None:
    history = begin(schmidt_game(), YELLOW).after(ThrowEvent(YELLOW, 5, "button"))
    devices = make_devices("simulated", "simulated", schmidt(), history, Random(1), 0.0)
    assert devices.players is not None
    assert isinstance(devices.throws, SimulatedThrows)
    assert devices.table is not None
    assert devices.table.state.turn == GREEN


def test_the_album_keeps_one_picture_of_each_kind(tmp_path: Path) -> None:
    album = Album(tmp_path, (320, 240))
    scene = Scene(schmidt(), Mode.TURN, (ScenePlayer("yellow", "Gelb"),), on="yellow", title="Gelb ist dran.")
    for _ in range(3):
        album.add(scene)
    assert [path.name for path in album.pictures] == ["01-turn.png"]
    assert album.pictures[0].stat().st_size > 0


def test_the_album_is_full_after_so_many_kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headless, "MOST_PICTURES", 2)
    album = Album(tmp_path, (320, 240))
    for mode in (Mode.TURN, Mode.HAND, Mode.LOST, Mode.LOOKING):
        album.add(Scene(schmidt(), mode, (ScenePlayer("yellow", "Gelb"),), title="Gelb ist dran."))
    assert [path.name for path in album.pictures] == ["01-turn.png", "02-hand.png"]
    assert sorted(tmp_path.iterdir()) == album.pictures


def test_the_album_makes_room_among_its_own_pictures_only(tmp_path: Path) -> None:
    own = ("01-turn.png", "02-wrong-wrong_count.png")
    others = ("01-holiday.png", "24-wrong-way.png", "07-turn.jpg", "turn.png")
    for name in (*own, *others):
        (tmp_path / name).touch()
    Album(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(others)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ThrowEvent(GREEN, 5, "button"), "   12.5 s  Green throws 5"),
        (MoveEvent(Move(GREEN, -1, 0, YELLOW)), "   12.5 s  Green moves from the house to the start and captures yellow"),
        (MoveEvent(Move(GREEN, 38, 42, None)), "   12.5 s  Green moves from step 38 to goal c"),
        (PassEvent(GREEN), "   12.5 s  Green cannot move"),
        (TakebackEvent(7), "   12.5 s  Taken back (to line 7)"),
    ],
)
def test_lines_are_told_in_words(event: Event, words: str) -> None:
    assert tell(Entry(3, "", 12.5, event), 40) == words


def bad_recording(folder: Path, session: dict[str, object] | None = None) -> None:
    position = initial_position(schmidt_game()).to_dict()
    whole = {"board": "schmidt-4", "rules": "schmidt-2016", "first": "yellow", "position": position, **(session or {})}
    (folder / "session.json").write_text(json.dumps(whole), "utf-8")
    (folder / "frames.jsonl").write_text('{"file": "1.jpg", "t": 0}\n', "utf-8")
    (folder / "1.jpg").write_bytes(b"no picture")


@pytest.mark.parametrize(
    ("session", "arguments", "complaint"),
    [
        ({}, [], "1.jpg"),
        ({"board": "moon"}, [], "moon"),
        ({"rules": "chess"}, [], "chess"),
        ({"first": "pink"}, [], "pink"),
        ({"mood": "good"}, [], "mood"),
        ({"position": {"yellow": [1]}}, [], "position"),
        ({}, ["--rules", "{oops"], "--rules"),
        ({}, ["--board", "moon"], "moon"),
        ({}, ["--throws", "nowhere.jsonl"], "nowhere"),
    ],
)
def test_a_recording_that_cannot_be_used_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], session: dict[str, object], arguments: list[str], complaint: str
) -> None:
    bad_recording(tmp_path, session)
    assert main(["watch", str(tmp_path), *arguments]) == 2
    told = capsys.readouterr().err
    assert complaint in told
    assert told.count("\n") == 1


def test_a_video_has_to_be_told_its_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.mp4").write_bytes(b"")
    assert main(["watch", str(tmp_path / "game.mp4")]) == 2
    assert "--board" in capsys.readouterr().err
    assert main(["watch", str(tmp_path / "nothing")]) == 2
    assert "nothing" in capsys.readouterr().err


def test_what_breaks_a_recording_off_stands_in_its_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad_recording(tmp_path)
    assert main(["watch", str(tmp_path), "--json"]) == 2
    header, error = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert header["kind"] == "header"
    assert "1.jpg" in error["error"]
