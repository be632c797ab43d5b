"""An evening on the real screen: a mouse clicks where the words are, a simulated table is seen by the real eyes."""

from __future__ import annotations

import threading
import time
from collections import deque
from pathlib import Path
from random import Random

import pygame
import pytest

import companion.app.game as game_module
from companion.app.devices import Devices
from companion.app.evening import Evening, OpenTable
from companion.app.eyes import make_eyes
from companion.app.game import choose_game
from companion.app.heartbeat import Heartbeat
from companion.app.newest_frame import NewestFrame
from companion.app.wanted import Wishes
from companion.display import Screen, UiEvent
from companion.events import EndEvent, Header, MoveEvent
from companion.focus import Guide
from companion.history import History, begin
from companion.record import read_record
from companion.resume import games_folder
from companion.rules import Color, Game, Position
from companion.scene import Mode, Scene
from companion.settings import Settings
from companion.simulation.painter import quiet_view
from companion.simulation.table import Habits, SimulatedTable
from companion.words import Language
from hardware.cameras.simulated import SimulatedCamera
from hardware.throws.keyboard import KeyboardThrows
from tests.evening_table import late

PATIENCE_S = 120.0
"""An end for an evening that hangs; it takes some seconds."""
QUICK = Habits(bumps=0.0, nudges=0.0, carry_s=(0.3, 0.4), think_s=(0.0, 0.1), rest_s=(0.2, 0.3), die=False)
TWO_PLAY = ("next", "color:red", "out", "color:black", "out", "start", "begins:chosen", "color:yellow")
CLICKS = (*TWO_PLAY, "key:1", "new", "key:1", "evening")


class ClickedScreen(Screen):
    """Somebody clicks on one thing after the other, and types; then the window is closed."""

    def __init__(self, things: tuple[str, ...]) -> None:
        super().__init__((800, 480), motion=False)
        self.modes: list[Mode] = []
        self._things = deque(things)
        self._new = False
        self._ends_s = time.monotonic() + PATIENCE_S

    def show(self, scene: Scene, guide: Guide | None = None) -> None:
        self._new |= scene != self._scene
        self.modes.append(scene.mode)
        super().show(scene, guide)

    def poll(self, wait_s: float = 0.0) -> tuple[UiEvent, ...]:
        assert time.monotonic() < self._ends_s, f"waits for {self._things} in vain"
        if self._scene is not None and self._new:
            self._act(self._scene)
        return super().poll(wait_s)

    def _act(self, scene: Scene) -> None:
        if not self._things:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
            return
        kind, _, key = self._things[0].partition(":")
        if kind == "key":
            if scene.mode is Mode.TURN:
                self._done()
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=ord(key), mod=0, unicode=key, scancode=0))
            return
        assert self._picture is not None
        for touch in self._picture.touches:
            if touch.id == self._things[0]:
                self._done()
                at = (round(touch.box.cx), round(touch.box.cy))
                pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
                pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=at))
                return

    def _done(self) -> None:
        self._things.popleft()
        self._new = False


def test_two_games_and_the_score_by_mouse_and_number_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def late_begin(game: Game, first: Color, position: Position | None = None) -> History:
        return begin(game, first, position or late(game))

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(game_module, "begin", late_begin)
    chosen = choose_game(tmp_path, None, None, None, {})
    history = chosen.history
    table = SimulatedTable(chosen.board, history.game, history.now.state, Random(1), QUICK, begin_s=time.monotonic())
    camera = SimulatedCamera(quiet_view(table, (960, 540)))
    throws, frames = KeyboardThrows(), NewestFrame(camera)
    screen = ClickedScreen(CLICKS)
    throws.open()
    frames.start()
    try:
        opened = OpenTable(
            devices=Devices(camera, throws, None, False, table),
            frames=frames,
            eyes=make_eyes(chosen.board),
            screen=screen,
            folder=games_folder(tmp_path),
            language=Language.GERMAN,
            heart=Heartbeat(lambda _: None, None, time.monotonic, lambda _: None),
            over=threading.Event().is_set,
        )
        Evening(opened, Wishes(), Settings()).play(chosen)
    finally:
        frames.stop()
        screen.close()
    games = [read_record(path) for path in sorted(games_folder(tmp_path).glob("*.jsonl"), key=lambda path: path.stem)]
    firsts = [game[0].event.first for game in games if isinstance(game[0].event, Header)]
    assert firsts == ["yellow", "green"]
    assert all(isinstance(game[-1].event, EndEvent) for game in games)
    assert [sum(isinstance(entry.event, MoveEvent) for entry in game) for game in games] == [1, 1]
    assert {Mode.RULES, Mode.SETUP, Mode.TURN, Mode.END, Mode.FIGURES} <= set(screen.modes)
