"""The live game: camera thread, pipeline thread, and the screen in the main thread."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom

from companion.app.devices import Devices, choose_camera, choose_throws, make_devices, simulated_told
from companion.app.eyes import make_eyes
from companion.app.game import LiveGame, live_game
from companion.app.headless import Album, say_line
from companion.app.newest_frame import NewestFrame
from companion.app.tell import NOT_TAKEN
from companion.app.watch import NOBODY_TELLS
from companion.app.worker import Worker, waiting
from companion.display import KeyPressed, Quit, Screen, video_driver
from companion.pipeline import Pipeline, Table
from companion.referee import Referee
from companion.settings import Settings
from companion.words import Language
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


def play(wishes: Wishes, settings: Settings) -> int:
    """Plays until the window is closed, the time is over, or a signal comes. Returns the exit status."""
    asked = (wishes.board, wishes.rules, wishes.first)
    game = live_game(
        wishes.data,
        wishes.board or settings.board,
        wishes.rules or settings.rules,
        wishes.first,
        settings.names,
        new=any(wish is not None for wish in asked),
    )
    for line in game.told:
        print(line, flush=True)
    wanted = wishes.camera or settings.camera
    camera = choose_camera(wanted)
    throws = choose_throws(wishes.throws or settings.throws, camera)
    if (told := simulated_told(wanted, camera)) is not None:
        print(told, flush=True)
    chance = SystemRandom() if wishes.seed is None else Random(wishes.seed)
    devices = make_devices(camera, throws, game.board, game.history, chance, time.monotonic())
    try:
        _run(wishes, settings, game, devices)
    finally:
        game.record.close()
    return 0


def _run(wishes: Wishes, settings: Settings, game: LiveGame, devices: Devices) -> None:
    table = Table(game.board, {**game.names, **settings.names}, wishes.language or settings.lang, settings.quarter_turns)
    start_t = game.record.entries[-1].t
    pipeline = Pipeline(
        table,
        make_eyes(game.board),
        Referee(game.history),
        game.record,
        check_start=True,
        start_t=start_t,
        zero_s=None,
        infer=devices.throws.name == NOBODY_TELLS,
    )
    frames = NewestFrame(devices.camera, paced=devices.recorded)
    worker = Worker(pipeline, frames, devices, time.monotonic)
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    # A shell starts its background jobs with Ctrl-C ignored; a game has to end by it all the same.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    devices.throws.open()
    try:
        frames.start()
        worker.start()
        _show(wishes, game, devices, worker, stop)
    finally:
        worker.stop()
        frames.stop()
        devices.throws.close()
        print(f"Nothing is lost: the record is {game.record.path}", flush=True)
    if worker.failed is not None:
        raise worker.failed


def _show(wishes: Wishes, game: LiveGame, devices: Devices, worker: Worker, stop: threading.Event) -> None:
    ends_s = None if wishes.seconds is None else time.monotonic() + wishes.seconds
    if wishes.headless or video_driver(os.environ) == "dummy":
        _without_screen(wishes, game, worker, stop, ends_s)
        return
    screen = Screen(wishes.size, wishes.fullscreen)
    try:
        while not _over(worker, stop, ends_s) and _one_look(screen, devices, worker, game.board.track):
            pass
    finally:
        screen.close()


def _one_look(screen: Screen, devices: Devices, worker: Worker, track: int) -> bool:
    """Shows the newest scene and takes what fingers and keys did; False when the window was closed."""
    for scene in list(waiting(worker.scenes))[-1:]:
        screen.show(scene)
    _print_lines(worker, track)
    for event in screen.poll(POLL_S):
        if isinstance(event, Quit):
            return False
        if isinstance(event, KeyPressed) and event.key in FACES and isinstance(devices.throws, KeyboardThrows):
            _throw_by_key(devices, devices.throws, int(event.key))
    return True


def _throw_by_key(devices: Devices, keys: KeyboardThrows, value: int) -> None:
    now_s = time.monotonic()
    keys.press(value, now_s)
    if devices.table is not None and not devices.table.state.over:
        devices.table.throw(value, now_s)


def _without_screen(wishes: Wishes, game: LiveGame, worker: Worker, stop: threading.Event, ends_s: float | None) -> None:
    album = Album(wishes.out, wishes.size)
    while not _over(worker, stop, ends_s):
        for scene in waiting(worker.scenes):
            album.add(scene)
        _print_lines(worker, game.board.track)
        stop.wait(POLL_S)
    print(f"There is no screen: {len(album.pictures)} pictures of it are in {wishes.out}", flush=True)


def _over(worker: Worker, stop: threading.Event, ends_s: float | None) -> bool:
    return stop.is_set() or worker.done.is_set() or (ends_s is not None and time.monotonic() >= ends_s)


def _print_lines(worker: Worker, track: int) -> None:
    for entry in waiting(worker.told):
        say_line(entry, track)
    for refusal in waiting(worker.refused):
        print(f"           {NOT_TAKEN[refusal]}", flush=True)
