"""A camera that is pulled and plugged, silent, frozen, dark: the game goes on, nothing is lost, nothing leaks."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app import worker as worker_module
from companion.app.devices import Devices
from companion.app.newest_frame import FIRST_S, SILENT_S, NewestFrame
from companion.app.worker import Worker, waiting
from companion.events import Entry, Event, MoveEvent, PassEvent, ThrowEvent
from companion.rules import apply_move, legal_moves
from companion.scene import Mode
from hardware.cameras.health import ADVICE, FrameHealth, FrameTrouble
from hardware.cameras.usb import UsbCamera
from hardware.errors import CameraLostError
from hardware.ports import BgrImage, Frame
from hardware.throws.keyboard import KeyboardThrows
from hardware.throws.rest import REST_S
from tests.device_doubles import FakeCapture, ManualClock, write_video
from tests.fake_table import Confusion, Player, schmidt, schmidt_game

LONG_S = 60.0
"""Longer than any of these tests should ever wait."""
FRAME_S = 0.2
PULLS, A_PLY = 102, 3


@dataclass
class Socket:
    """A USB socket: while something is plugged in there is a device file, and every opening of it holds a real handle."""

    folder: Path
    clock: ManualClock
    plugged: threading.Event = field(default_factory=threading.Event)
    opened: int = 0

    @property
    def file(self) -> Path:
        """The device."""
        return self.folder / "video0"

    def plug(self) -> None:
        """Somebody puts the plug in."""
        self.plugged.set()
        self.file.touch()

    def pull(self) -> None:
        """Somebody pulls it."""
        self.file.unlink()
        self.plugged.clear()

    def capture(self, path: str) -> FakeCapture:
        """What OpenCV makes of the device."""
        self.opened += 1
        return HandleCapture(self, path)


class HandleCapture(FakeCapture):
    """Gives a small picture while the plug is in."""

    def __init__(self, socket: Socket, path: str) -> None:
        super().__init__()
        self._socket = socket
        # Closed by `release`, as a device is.
        self._handle = Path(path).open("rb")  # noqa: SIM115
        self._pace = threading.Event()

    def read(self) -> tuple[bool, Any]:
        if not self._socket.plugged.is_set():
            return False, None
        self._pace.wait(0.001)
        self._socket.clock.wait(FRAME_S)
        return True, np.zeros((1, 1, 3), dtype=np.uint8)

    def release(self) -> None:
        super().release()
        self._handle.close()


def counted() -> tuple[int, int]:
    """Open handles and running threads of this process, as the kernel counts them."""
    return len(list(Path("/proc/self/fd").iterdir())), len(list(Path("/proc/self/task").iterdir()))


@dataclass
class LiveGame:
    """A simulated game with a camera in a socket, played by a test from the side of the table."""

    socket: Socket
    player: Player
    keys: KeyboardThrows
    worker: Worker
    frames: NewestFrame
    pressed_s: float = 0.0

    def throw(self, value: int) -> None:
        """Somebody types a throw in, no sooner after the last one than fingers do."""
        self.pressed_s = max(self.socket.clock.now_s, self.pressed_s + REST_S)
        self.keys.press(value, self.pressed_s)

    def told(self, kinds: tuple[type[Event], ...]) -> list[Event]:
        """The events up to the next one of these kinds."""
        events: list[Event] = []
        while not events or not isinstance(events[-1], kinds):
            entry: Entry = self.worker.told.get(timeout=LONG_S)
            events.append(entry.event)
        return events

    def shown_lost(self) -> None:
        """Waits until the screen says that the camera is gone."""
        while self.worker.scenes.get(timeout=LONG_S).mode is not Mode.LOST:
            pass

    def seen(self) -> None:
        """Waits until pictures come."""
        for _ in waiting(self.worker.scenes):
            pass
        while self.worker.scenes.get(timeout=LONG_S).mode is Mode.LOST:
            pass

    def pull(self) -> None:
        """The plug is pulled while pictures come, and is out until everybody sees it."""
        self.seen()
        self.socket.pull()
        self.shown_lost()

    def pull_and_plug(self) -> None:
        """Out and in again."""
        self.pull()
        self.socket.plug()


@contextmanager
def live_game(folder: Path, seed: int) -> Iterator[LiveGame]:
    clock = ManualClock(0.0)
    socket = Socket(folder, clock)
    socket.plug()
    player = Player(schmidt_game(), "yellow", schmidt(), Confusion(Random(seed), noise=0.5))
    camera = UsbCamera("0", clock=clock, capture=socket.capture, devices=folder)
    keys = KeyboardThrows()
    keys.open()
    frames = NewestFrame(camera, try_again_s=0.002)
    worker = Worker(player.pipeline, frames, Devices(camera, keys, None, False), clock)
    frames.start()
    worker.start()
    try:
        yield LiveGame(socket, player, keys, worker, frames)
    finally:
        worker.stop()
        frames.stop()


def play(game: LiveGame, chance: Random, plies: int) -> tuple[list[Event], list[Event]]:
    """Throws and moves, the plug out three times in each ply: before the throw, before the move, and while a piece is moved.

    Returns what was done and what was recognised.
    """
    done: list[Event] = []
    recognised: list[Event] = []
    for _ in range(plies):
        state = game.player.state
        assert state.turn is not None
        value = chance.randrange(1, 7)
        moves = legal_moves(game.player.game, state.position, state.turn, value)
        game.pull_and_plug()
        game.throw(value)
        recognised += game.told((ThrowEvent,))
        done.append(ThrowEvent(state.turn, value, "keyboard"))
        game.pull_and_plug()
        game.pull()
        if moves:
            move = chance.choice(moves)
            game.player.put(apply_move(game.player.game, state.position, move))
            done.append(MoveEvent(move))
        else:
            done.append(PassEvent(state.turn))
        game.socket.plug()
        recognised += game.told((MoveEvent, PassEvent))
    return done, recognised


def test_a_camera_pulled_and_plugged_a_hundred_times_costs_the_game_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "FRAME_WAIT_S", 0.005)
    with live_game(tmp_path, 1) as game:
        play(game, Random(0), 1)
        game.seen()
        begun = counted()
        done, recognised = play(game, Random(1), PULLS // A_PLY)
        game.seen()
        assert recognised == done
        assert game.socket.opened == 1 + A_PLY + PULLS
        assert counted() == begun
    assert game.worker.failed is None


def test_opening_and_closing_a_real_capture_leaves_nothing_behind(tmp_path: Path) -> None:
    """OpenCV's own handles and threads, over a video file in the place of a device."""
    video = write_video(tmp_path / "game.avi", size=(640, 480))
    (tmp_path / "video0").touch()
    camera = UsbCamera("0", clock=ManualClock(), capture=lambda _: cv2.VideoCapture(str(video)), devices=tmp_path)
    begun = counted()
    for number in range(PULLS):
        camera.open()
        assert camera.read() is not None
        camera.close()
        if number == 1:
            begun = counted()
    assert counted() == begun


class Stuck:
    """A camera whose driver waits for a picture that never comes, until it is closed."""

    name = "usb:0"

    def __init__(self) -> None:
        self._closed = threading.Event()
        self._given = 0

    def open(self) -> None:
        self._closed.clear()

    def read(self) -> Frame | None:
        if self._given == 0:
            self._given += 1
            return Frame(np.zeros((1, 1, 3), dtype=np.uint8), 0.0, 0)
        self._closed.wait(LONG_S)
        raise CameraLostError("camera usb:0 gives no more frames")

    def close(self) -> None:
        self._closed.set()


def test_silence_is_told_within_two_seconds_though_the_driver_still_waits() -> None:
    clock, camera = ManualClock(0.0), Stuck()
    frames = NewestFrame(camera, clock=clock)
    frames.start()
    assert frames.take(LONG_S) is not None
    clock.wait(SILENT_S - 0.1)
    assert frames.lost is None
    clock.wait(0.2)
    assert clock.now_s < 2.0
    assert frames.lost == "camera usb:0: no pictures come; is the camera's cable loose?"
    camera.close()
    frames.stop()


def test_nobody_is_sent_to_look_for_the_cable_before_the_first_picture_had_its_time() -> None:
    clock, camera = ManualClock(), Waiting()
    frames = NewestFrame(camera, clock=clock)
    frames.start()
    clock.wait(FIRST_S - 0.1)
    assert frames.lost is None
    clock.wait(0.2)
    assert frames.lost == "camera waiting: no pictures come; is the camera's cable loose?"
    camera.close()
    frames.stop()


class Waiting:
    """A camera that is open and gives nothing until it is closed."""

    name = "waiting"

    def __init__(self) -> None:
        self._over = threading.Event()

    def open(self) -> None:
        """It is there at once."""

    def read(self) -> Frame | None:
        """Nothing, once it is closed."""
        self._over.wait(LONG_S)
        return None

    def close(self) -> None:
        """Ends the waiting."""
        self._over.set()


def picture(level: int, number: int = 0) -> BgrImage:
    made = np.full((360, 640, 3), level, dtype=np.uint8)
    made[0, 0] = number % 200
    return made


def troubles(paint: Callable[[int], BgrImage], fps: float, seconds: float) -> list[FrameTrouble | None]:
    """What is said after each frame."""
    health = FrameHealth()
    return [health.update(Frame(paint(number), number / fps, number)) for number in range(round(fps * seconds))]


@pytest.mark.parametrize(
    ("paint", "fps", "expected", "first_s"),
    [
        (lambda number: picture(120, number), 15.0, None, None),
        (lambda number: picture(40, number), 15.0, None, None),
        (lambda number: picture(190, number), 15.0, None, None),
        (lambda number: picture(4, number), 15.0, FrameTrouble.DARK, 1.0),
        (lambda number: picture(254, number), 15.0, FrameTrouble.BRIGHT, 1.0),
        (lambda _: picture(120), 15.0, FrameTrouble.FROZEN, 3.0),
        (lambda number: picture(120, number), 4.0, FrameTrouble.SLOW, 5.0),
        (lambda _: np.full((240, 320, 3), 120, dtype=np.uint8), 15.0, FrameTrouble.TOO_SMALL, 0.0),
    ],
)
def test_pictures_of_no_use_are_noticed_in_time(
    paint: Callable[[int], BgrImage], fps: float, expected: FrameTrouble | None, first_s: float | None
) -> None:
    said = troubles(paint, fps, 8.0)
    assert set(said) - {None} == ({expected} - {None})
    if expected is not None and first_s is not None:
        assert said.index(expected) / fps == pytest.approx(first_s, abs=1.5 / fps)


def test_a_hand_before_the_lens_is_no_trouble() -> None:
    said = troubles(lambda number: picture(5 if number in range(10, 20) else 120, number), 15.0, 3.0)
    assert set(said) == {None}


def test_a_slow_spell_is_over_when_it_is_over() -> None:
    health = FrameHealth()
    times_s = [number / 3 for number in range(20)]
    times_s += [times_s[-1] + number / 20 for number in range(1, 160)]
    said = [health.update(Frame(picture(120, n), time_s, n)) for n, time_s in enumerate(times_s)]
    assert FrameTrouble.SLOW in said
    assert said[-1] is None


@dataclass
class Painted:
    """Frames of a camera that paints; a second of its clock for each."""

    paint: Callable[[int], BgrImage]
    name: str = "usb:0"
    opened: int = 0
    read_count: int = 0
    wanted: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def open(self) -> None:
        self.opened += 1

    def read(self) -> Frame | None:
        if not self.wanted.acquire(timeout=LONG_S):
            return None
        self.read_count += 1
        return Frame(self.paint(self.opened), float(self.read_count), self.read_count)

    def close(self) -> None:
        """Nothing is held."""


def test_a_frozen_camera_is_opened_again() -> None:
    camera = Painted(lambda opened: picture(120 + opened))
    frames = NewestFrame(camera, try_again_s=0.0, health=FrameHealth)
    frames.start()
    for _ in range(4):
        camera.wanted.release()
        assert frames.take(LONG_S) is not None
    camera.wanted.release(2)
    frame = frames.take(LONG_S)
    assert frame is not None
    assert (camera.opened, frame.sequence) == (2, 6)
    frames._stop.set()
    camera.wanted.release()
    frames.stop()


@pytest.mark.parametrize(("level", "trouble", "title"), [(3, FrameTrouble.DARK, "dark"), (255, FrameTrouble.BRIGHT, "bright")])
def test_what_the_camera_cannot_see_is_said_on_the_screen_and_once_in_the_terminal(
    level: int, trouble: FrameTrouble, title: str
) -> None:
    player = Player(schmidt_game(), "yellow", schmidt(), Confusion(Random(1)))
    camera = Painted(lambda _: picture(level))
    keys = KeyboardThrows()
    keys.open()
    frames = NewestFrame(camera, try_again_s=0.0, health=FrameHealth)
    worker = Worker(player.pipeline, frames, Devices(camera, keys, None, False), lambda: 0.0)
    frames.start()
    worker.start()
    for _ in range(3):
        camera.wanted.release()
    assert worker.camera_said.get(timeout=LONG_S) == f"camera usb:0: {ADVICE[trouble]}"
    scenes = [worker.scenes.get(timeout=LONG_S)]
    while title not in scenes[-1].title:
        scenes.append(worker.scenes.get(timeout=LONG_S))
    assert scenes[-1].mode is Mode.LOST
    with pytest.raises(queue.Empty):
        worker.camera_said.get_nowait()
    frames._stop.set()
    camera.wanted.release()
    worker.stop()
    frames.stop()


def test_this_machine_counts_its_handles() -> None:
    before, _ = counted()
    handle = os.open("/dev/null", os.O_RDONLY)
    assert counted()[0] == before + 1
    os.close(handle)
