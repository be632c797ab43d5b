"""The live program: opens camera, dice, buttons and screen, and plays the evening.

The camera and the pipeline have threads of their own, the screen is the main thread's.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random, SystemRandom

from companion.app.calibrated_eyes import calibrated
from companion.app.devices import SIMULATED, Devices, choose_camera, choose_throws, make_devices, simulated_told
from companion.app.evening import Evening, OpenTable
from companion.app.eyes import make_eyes
from companion.app.first_step import CameraInUse, first_step, prepare_camera
from companion.app.game import ChosenGame, choose_game
from companion.app.heard_screen import HeardScreen
from companion.app.heartbeat import Heartbeat, unwatched
from companion.app.newest_frame import NewestFrame
from companion.app.other_board import boards_of
from companion.app.own_look import look_path, spoken_language
from companion.app.sounding import Sounding, SoundProcess, sound_command
from companion.app.wanted import Wishes
from companion.display import Screen, video_driver
from companion.journal import Level, say
from companion.resume import games_folder, simulated_data
from companion.settings import Settings
from hardware.cameras.health import FrameHealth
from hardware.errors import DeviceError, NoScreenError
from hardware.ports import TellingCamera


def play(wishes: Wishes, settings: Settings) -> int:
    """Plays until the window is closed, the time is over, or a signal comes. Returns the exit status."""
    stop = _ended_by_signals()
    asked = (wishes.board, wishes.rules, wishes.first)
    camera = choose_camera(wishes.camera or settings.camera)
    if wishes.real and camera == SIMULATED and (wishes.camera or settings.camera) is None:
        raise DeviceError("there is no camera; expected one at the Raspberry Pi's connector or at a USB port: plug one in")
    chosen = choose_game(
        _data(wishes, camera),
        wishes.board or settings.board,
        wishes.rules or settings.rules,
        wishes.first,
        settings.names,
        new=any(wish is not None for wish in asked),
        resumed=wishes.resumed,
    )
    with ExitStack() as opened:
        opened.callback(chosen.give_back)
        devices = _devices(wishes, settings, camera, chosen)
        _at_the_table(wishes, settings, camera, chosen, devices, opened, stop)
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
    wishes: Wishes,
    settings: Settings,
    camera: str,
    chosen: ChosenGame,
    devices: Devices,
    opened: ExitStack,
    stop: threading.Event,
) -> None:
    """Opens what the evening needs, before any record: a device that is not there must not leave an empty game behind."""
    heart = Heartbeat.of_this_process(partial(say, level=Level.ERROR))
    over = partial(_asked_to_end, stop, heart)
    eyes, boards = make_eyes(chosen.board), None
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
    language = spoken_language(wishes.language, settings, look_path(wishes.data))
    if real:
        calibration, begins = first_step(in_use, stored, frames, screen, language, over)
        if not begins:
            return
        eyes = calibrated(eyes, calibration)
        boards = boards_of(calibration) if wishes.board is None else None
    table = OpenTable(
        devices=devices,
        frames=frames,
        eyes=eyes,
        screen=screen,
        folder=games_folder(_data(wishes, camera)),
        language=language,
        heart=heart,
        over=over,
        boards=boards,
    )
    Evening(table, wishes, settings).play(chosen)


def _data(wishes: Wishes, camera: str) -> Path | None:
    """Where games are kept; None: where programs keep their data."""
    return wishes.data or (simulated_data() if camera == SIMULATED else None)


def _asked_to_end(stop: threading.Event, heart: Heartbeat) -> bool:
    """Asked with every round of this thread: one that hangs asks no more, and the watchdog starves."""
    heart.tick()
    return stop.is_set()


def _screen(wishes: Wishes, settings: Settings, opened: ExitStack) -> Screen | None:
    if wishes.headless or video_driver(os.environ) == "dummy":
        return None
    try:
        screen = HeardScreen(wishes.size, wishes.fullscreen)
    except NoScreenError as error:
        say(f"Playing without a screen: {error}", Level.WARNING)
        return None
    opened.callback(screen.close)
    language = spoken_language(wishes.language, settings, look_path(wishes.data))
    command = sound_command(language, settings.sound)
    screen.sounding = Sounding(settings.sound, SoundProcess(command))
    opened.callback(screen.sounding.close)
    return screen
