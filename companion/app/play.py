"""The live game: camera thread, pipeline thread, and the screen in the main thread."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random, SystemRandom

from companion.app.calibrated_eyes import calibrated
from companion.app.devices import SIMULATED, Devices, choose_camera, choose_throws, make_devices, simulated_told
from companion.app.die_eyes import DieEyes
from companion.app.die_on_screen import DieOnScreen
from companion.app.eyes import make_eyes
from companion.app.first_step import CameraInUse, first_step, prepare_camera
from companion.app.game import ChosenGame, LiveGame, choose_game
from companion.app.headless import Album, say_line
from companion.app.heard_screen import HeardScreen
from companion.app.heartbeat import Heartbeat, unwatched
from companion.app.newest_frame import NewestFrame
from companion.app.sounding import Sounding, SoundProcess, sound_command
from companion.app.tell import NOT_TAKEN, die_line
from companion.app.watch import NOBODY_TELLS
from companion.app.worker import Worker, waiting
from companion.display import BoardTouched, KeyPressed, Pressed, Quit, Screen, UiEvent, video_driver
from companion.journal import Level, say
from companion.library.games import pictures_beside
from companion.library.pictures import PictureRing
from companion.pipeline import Pipeline, Table
from companion.referee import Referee
from companion.resume import simulated_data
from companion.scene import Scene
from companion.settings import Settings
from companion.sight import Eyes
from companion.wishing import wish_of_button, wishes_of_field
from companion.words import Language
from hardware.cameras.health import FrameHealth
from hardware.errors import DeviceError, NoScreenError
from hardware.ports import TellingCamera
from hardware.throws.camera import CameraThrows
from hardware.throws.keyboard import KeyboardThrows

FACES = ("1", "2", "3", "4", "5", "6")
POLL_S = 0.03
"""The screen looks for fingers and scenes this often; faster is not seen."""


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line; None: the settings, else what is there."""

    camera: str | None = None
    throws: str | None = None
    board: str | None = None
    rules: object = None
    first: str | None = None
    data: Path | None = None
    language: Language | None = None
    size: tuple[int, int] = (1280, 720)
    fullscreen: bool = False
    seed: int | None = None
    headless: bool = False
    seconds: float | None = None
    out: Path = Path("out/play")
    real: bool = False
    """A table is simulated only where that was asked for: a service waits for its camera."""


def play(wishes: Wishes, settings: Settings) -> int:
    """Plays until the window is closed, the time is over, or a signal comes. Returns the exit status."""
    stop = _ended_by_signals()
    asked = (wishes.board, wishes.rules, wishes.first)
    camera = choose_camera(wishes.camera or settings.camera)
    if wishes.real and camera == SIMULATED and (wishes.camera or settings.camera) is None:
        raise DeviceError("there is no camera; expected one at the Raspberry Pi's connector or at a USB port: plug one in")
    chosen = choose_game(
        wishes.data or (simulated_data() if camera == SIMULATED else None),
        wishes.board or settings.board,
        wishes.rules or settings.rules,
        wishes.first,
        settings.names,
        new=any(wish is not None for wish in asked),
    )
    with ExitStack() as opened:
        opened.callback(chosen.give_back)
        devices = _devices(wishes, settings, camera, chosen)
        _at_the_table(wishes, settings, chosen, devices, opened, stop)
    return 0


def _ended_by_signals() -> threading.Event:
    """Set once somebody asks this program to end, from the very beginning: half open devices are given back like open ones."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    # A shell starts its background jobs with Ctrl-C ignored; a game has to end by it all the same.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return stop


def _devices(wishes: Wishes, settings: Settings, camera: str, chosen: ChosenGame) -> Devices:
    wanted = wishes.camera or settings.camera
    throws = choose_throws(wishes.throws or settings.throws, camera)
    if (told := simulated_told(wanted, camera)) is not None:
        say(told, Level.NOTICE)
    chance = SystemRandom() if wishes.seed is None else Random(wishes.seed)
    return make_devices(camera, throws, chosen.board, chosen.history, chance, time.monotonic(), settings.pins)


def _at_the_table(
    wishes: Wishes, settings: Settings, chosen: ChosenGame, devices: Devices, opened: ExitStack, stop: threading.Event
) -> None:
    """Opens what the game needs, its record last: a device that is not there must not leave an empty game behind."""
    heart = Heartbeat.of_this_process(partial(say, level=Level.ERROR))
    over = partial(_asked_to_end, stop, heart)
    eyes = make_eyes(chosen.board)
    opened.callback(devices.throws.close)
    devices.throws.open()
    opened.callback(devices.parts.close)
    devices.parts.open()
    screen = _screen(wishes, settings, opened)
    real = devices.table is None and not devices.recorded
    in_use = CameraInUse(devices.camera, devices.camera.name, chosen.board, settings.corner_marks, wishes.data)
    stored = in_use.stored() if real else None
    prepare_camera(in_use, stored)
    beat = unwatched if devices.recorded else heart.part("camera")
    frames = NewestFrame(devices.camera, paced=devices.recorded, health=FrameHealth if real else None, beat=beat)
    opened.callback(frames.stop)
    opened.callback(heart.stopping)
    frames.start()
    heart.ready(f"The camera {devices.camera.name} is open")
    if isinstance(devices.camera, TellingCamera):
        say(f"The camera {devices.camera.name} gives {devices.camera.gives}")
    language = wishes.language or settings.lang
    if real:
        calibration, begins = first_step(in_use, stored, frames, screen, language, over)
        if not begins:
            return
        eyes = calibrated(eyes, calibration)
    game = chosen.begin()
    opened.callback(game.record.close)
    for line in game.told:
        say(line, Level.NOTICE)
    die_eyes = _die_eyes(settings, devices, eyes, chosen)
    pipeline = _pipeline(wishes, settings, game, devices, eyes if die_eyes is None else die_eyes.eyes, asks=screen is not None)
    worker = Worker(pipeline, frames, devices, time.monotonic, language, heart.part("thinking"))
    worker.die_eyes = die_eyes
    if settings.pictures:
        _keep_pictures(worker, settings, game)
    heart.ready(f"Playing; the record is {game.record.path}")
    _run(wishes, game, devices, worker, screen, over)


def _die_eyes(settings: Settings, devices: Devices, eyes: Eyes, chosen: ChosenGame) -> DieEyes | None:
    """Where the throws come from the camera. A recording is looked at as fast as it goes, every frame of it."""
    if not isinstance(devices.throws, CameraThrows):
        return None
    return DieEyes(devices.throws, eyes, chosen.board, settings.die_tray, None if devices.recorded else time.monotonic)


def _asked_to_end(stop: threading.Event, heart: Heartbeat) -> bool:
    """Asked with every round of this thread: one that hangs asks no more, and the watchdog starves."""
    heart.tick()
    return stop.is_set()


def _keep_pictures(worker: Worker, settings: Settings, game: LiveGame) -> None:
    folder = pictures_beside(game.record.path)
    worker.pictures = PictureRing(folder, settings.pictures_mb * 1_000_000, partial(say, level=Level.WARNING))
    say(f"Pictures of the table are kept in {folder}")


def _screen(wishes: Wishes, settings: Settings, opened: ExitStack) -> Screen | None:
    if wishes.headless or video_driver(os.environ) == "dummy":
        return None
    try:
        screen = HeardScreen(wishes.size, wishes.fullscreen)
    except NoScreenError as error:
        say(f"Playing without a screen: {error}", Level.WARNING)
        return None
    opened.callback(screen.close)
    if not settings.sound.silent:
        command = sound_command(wishes.language or settings.lang, settings.sound)
        screen.sounding = Sounding(settings.sound, SoundProcess(command))
        opened.callback(screen.sounding.close)
    return screen


def _pipeline(wishes: Wishes, settings: Settings, game: LiveGame, devices: Devices, eyes: Eyes, *, asks: bool) -> Pipeline:
    names, language = {**game.names, **settings.names}, wishes.language or settings.lang
    table = Table(game.board, names, language, settings.quarter_turns, helpers=settings.helpers)
    return Pipeline(
        table,
        eyes,
        Referee(game.history),
        game.record,
        check_start=True,
        start_t=game.record.entries[-1].t,
        zero_s=None,
        infer=devices.throws.name == NOBODY_TELLS,
        # Simulated people never slip, and what was recorded is believed.
        one_at_a_time=devices.players is None and not devices.recorded,
        asks=asks,
    )


def _run(
    wishes: Wishes, game: LiveGame, devices: Devices, worker: Worker, screen: Screen | None, over: Callable[[], bool]
) -> None:
    """Plays until something ends it. Raises what the worker failed on."""
    ends_s = None if wishes.seconds is None else time.monotonic() + wishes.seconds
    try:
        worker.start()
        if screen is None:
            _without_screen(wishes, game, worker, over, ends_s)
        else:
            die = DieOnScreen(devices.throws)
            looks = _Looks(screen, die, devices, worker, game.board.track)
            while not _over(worker, over, ends_s) and looks.once():
                pass
    finally:
        worker.stop()
        how = "Nothing is lost" if worker.failed is None else "The game was broken off"
        say(f"{how}: the record is {game.record.path}", Level.NOTICE)
    if worker.failed is not None:
        raise worker.failed


class _Looks:
    """The screen in the main thread: the newest scene out, fingers and keys in."""

    def __init__(self, screen: Screen, die: DieOnScreen, devices: Devices, worker: Worker, track: int) -> None:
        self._screen, self._die, self._devices, self._worker, self._track = screen, die, devices, worker, track
        self._scene: Scene | None = None

    def once(self) -> bool:
        """Shows the newest scene and hands on what fingers and keys did; False when the window was closed."""
        if (scene := self._die.newest(list(waiting(self._worker.scenes)), time.monotonic())) is not None:
            self._scene = scene
            self._screen.show(scene)
        _print_lines(self._worker, self._track)
        return all(self._took(event) for event in self._screen.poll(POLL_S))

    def _took(self, event: UiEvent) -> bool:
        throws, scene = self._devices.throws, self._scene
        match event:
            case Quit():
                return False
            case KeyPressed(key) if key in FACES and isinstance(throws, KeyboardThrows):
                throws.press(int(key), time.monotonic())
            case Pressed(button) if scene is not None:
                if (wish := wish_of_button(scene, button)) is not None:
                    self._worker.wishes.put(wish)
            case BoardTouched(field) if scene is not None:
                for wish in wishes_of_field(scene, field):
                    self._worker.wishes.put(wish)
        return True


def _without_screen(wishes: Wishes, game: LiveGame, worker: Worker, over: Callable[[], bool], ends_s: float | None) -> None:
    album = Album(wishes.out, wishes.size)
    while not _over(worker, over, ends_s):
        for scene in waiting(worker.scenes):
            album.add(scene)
        _print_lines(worker, game.board.track)
        worker.done.wait(POLL_S)
    say(f"There is no screen: {len(album.pictures)} pictures of it are in {wishes.out}")


def _over(worker: Worker, over: Callable[[], bool], ends_s: float | None) -> bool:
    return over() or worker.done.is_set() or (ends_s is not None and time.monotonic() >= ends_s)


def _print_lines(worker: Worker, track: int) -> None:
    for entry in waiting(worker.told):
        say_line(entry, track)
    for sentence in waiting(worker.camera_said):
        # Also that it is good again: whoever lists the warnings sees how long each held.
        say(f"           {sentence}", Level.WARNING)
    for refusal in waiting(worker.refused):
        say(f"           {NOT_TAKEN[refusal]}")
    for notice in waiting(worker.die_said):
        say(f"           {die_line(notice)}")
