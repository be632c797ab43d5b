"""A live game: cameras that vanish, games that go on, settings that are broken."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest

from companion.app import headless
from companion.app.devices import Devices, choose_camera, choose_throws, make_devices
from companion.app.headless import Album
from companion.app.newest_frame import NewestFrame
from companion.app.tell import tell
from companion.app.worker import Worker, waiting
from companion.cli.main import main
from companion.events import Entry, Event, MoveEvent, PassEvent, TakebackEvent, ThrowEvent
from companion.history import begin
from companion.record import ListLog
from companion.rules import Color, Move, initial_position
from companion.scene import Mode, Scene, ScenePlayer
from companion.settings import Settings, load_settings
from companion.words import Language
from hardware.errors import CameraLostError, DeviceError, InputError
from hardware.ports import Frame
from hardware.throws.keyboard import KeyboardThrows
from hardware.throws.simulated import SimulatedThrows
from tests.fake_table import Confusion, Player, schmidt, schmidt_game
from tests.wall_time import noon_plus

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
    trouble: None = None

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
