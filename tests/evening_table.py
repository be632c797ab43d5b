"""A table for whole evenings without a camera and without a screen: people who throw what they are told, and who press."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import cast

import numpy as np

from companion.app.devices import Devices
from companion.app.evening import OpenTable
from companion.app.heartbeat import Heartbeat
from companion.app.newest_frame import NewestFrame
from companion.belief.arrangement import arrangement_of
from companion.display import KeyPressed, Pressed, Quit, Screen, UiEvent
from companion.focus import Guide, things
from companion.rules import Game, Position, State, after_throw, legal_moves
from companion.scene import Mode, Scene
from companion.sight import Eyes
from companion.simulation.table import SimulatedTable
from companion.words import Language
from hardware.cameras.simulated import SimulatedCamera
from hardware.parts import Parts, Press
from hardware.ports import Frame
from hardware.throws.pushed import PushedThrows
from tests.device_doubles import GreyPainter
from tests.fake_table import FRAME_S, AlwaysStill, Confusion, FakeTable, schmidt, schmidt_game

LATE = (39, 41, 42, 43)
"""A one, and all four are home; everything else allows no move."""
FRAMES_A_PLY = 5
ENOUGH = 4_000
"""Rounds of the screen's thread: more than any evening here takes, and an end for one that hangs."""


def late(game: Game) -> Position:
    """Everybody lacks one step."""
    return Position.of(game, {str(color): list(LATE) for color in game.colors})


class TablePeople:
    """They put the pieces up, throw the `values` one after the other, and move by the rules. Stands in for a simulated table."""

    def __init__(self, values: Sequence[int], throws: PushedThrows, game: Game, state: State) -> None:
        self.table = FakeTable(schmidt(), Confusion(Random(1), sure_by=10.0, noise=0.5), ())
        self.game, self.state, self.set_up = game, state, 0
        self._values, self._throws, self._waited = deque(values), throws, 0
        self._put()

    def set_up_anew(self, game: Game, state: State, time_s: float) -> None:
        del time_s
        self.game, self.state, self._waited = game, state, 0
        self.set_up += 1
        self._put()

    def throw(self, value: int, time_s: float) -> None:
        """What was taken is moved."""
        del time_s
        turn = self.state.turn
        assert turn is not None
        moves = legal_moves(self.game, self.state.position, turn, value)
        self.state = after_throw(self.game, self.state, value, moves[0] if moves else None)
        self._put()

    def frame_passes(self, time_s: float) -> None:
        """Somebody throws when nothing has happened for a while."""
        self._waited += 1
        if self._waited % FRAMES_A_PLY == 0 and not self.state.over and self._values:
            self._throws.push(self._values.popleft(), time_s)

    def _put(self) -> None:
        self.table.arrangement = arrangement_of(self.game, self.state.position, self.table.places)


class TableFrames:
    """The newest frame, made when it is taken; people act between two of them as long as somebody plays."""

    def __init__(self, people: TablePeople, playing: Callable[[], bool]) -> None:
        self.people, self._playing = people, playing
        self.lost = self.trouble = None
        self.ended = False
        self._now_s, self._number = 0.0, 0

    def take(self, timeout_s: float) -> Frame:
        del timeout_s
        self._now_s, self._number = self._now_s + FRAME_S, self._number + 1
        if self._playing():
            self.people.frame_passes(self._now_s)
        return Frame(np.zeros((1, 1, 3), dtype=np.uint8), self._now_s, self._number)


class TableButton:
    """The one button at the pins, and nothing else."""

    fitted = frozenset({Press.NEXT})

    def __init__(self) -> None:
        self._waiting: deque[Press] = deque()

    def push(self, *presses: Press) -> None:
        self._waiting.extend(presses)

    def poll(self, time_s: float) -> tuple[Press, ...]:
        del time_s
        return (self._waiting.popleft(),) if self._waiting else ()

    def sound(self, tone: object, time_s: float) -> None:
        """Nothing is heard."""


@dataclass(frozen=True)
class Step:
    """Once `thing` can be touched on a screen that is new (and of that mode), it is."""

    thing: str
    mode: Mode | None = None


Way = Callable[["ScriptedScreen", Scene, str], Sequence[UiEvent]]


def by_finger(screen: ScriptedScreen, scene: Scene, thing: str) -> Sequence[UiEvent]:
    """One touch."""
    del screen, scene
    return (Pressed(thing),)


def by_keys(screen: ScriptedScreen, scene: Scene, thing: str) -> Sequence[UiEvent]:
    """Tab until it has the focus, then return."""
    return (*[KeyPressed("tab")] * screen.presses_to(scene, thing), KeyPressed("return"))


def by_button(screen: ScriptedScreen, scene: Scene, thing: str) -> Sequence[UiEvent]:
    """Short presses until it has the focus, then a long one."""
    screen.button.push(*[Press.NEXT] * screen.presses_to(scene, thing), Press.CHOOSE)
    return ()


class ScriptedScreen:
    """A screen before which somebody sits who does the steps, in this order, and then closes the window."""

    def __init__(self, steps: Sequence[Step], way: Way = by_finger) -> None:
        self.button = TableButton()
        self.shown: list[Scene] = []
        self.guides: list[Guide | None] = []
        self.escape_ends = True
        self.polls = 0
        self.touched = 0
        self._steps, self._way = deque(steps), way
        self._waiting: deque[UiEvent] = deque()
        self._fresh = False
        self._breath = threading.Event()

    def show(self, scene: Scene, guide: Guide | None = None) -> None:
        if not self.shown or scene != self.shown[-1]:
            self.shown.append(scene)
            self._fresh = True
        self.guides.append(guide)

    def poll(self, wait_s: float) -> tuple[UiEvent, ...]:
        del wait_s
        self.polls += 1
        assert self.polls < ENOUGH, f"waits for {self._steps[0] if self._steps else 'the end'} in vain: {self.shown[-1].title}"
        self._breath.wait(0.001)
        if not self._waiting and self._fresh and self.shown:
            self._act(self.shown[-1])
        return (self._waiting.popleft(),) if self._waiting else ()

    def _act(self, scene: Scene) -> None:
        if not self._steps:
            self._waiting.append(Quit())
            return
        step = self._steps[0]
        if step.thing in things(scene) and step.mode in (None, scene.mode):
            self._steps.popleft()
            self._fresh = False
            self.touched += 1
            self._waiting.extend(self._way(self, scene, step.thing))

    def presses_to(self, scene: Scene, thing: str) -> int:
        """How often "next" is pressed until the thing has the focus; a ring that is there already counts."""
        there = things(scene)
        ring = self.guides[-1].thing if self.guides and self.guides[-1] is not None else None
        at = there.index(ring) if ring in there else -1
        return (there.index(thing) - at) % len(there) if at >= 0 else there.index(thing) + 1

    @property
    def playing(self) -> bool:
        """Whether a game is on the screen whose pieces stand as they should."""
        games = (Mode.TURN, Mode.THROW, Mode.SIX_AGAIN, Mode.NO_MOVE)
        return bool(self.shown) and self.shown[-1].mode in games


@dataclass
class EveningTable:
    """Everything an evening needs."""

    folder: Path
    screen: ScriptedScreen
    values: Sequence[int]
    stop: threading.Event = field(default_factory=threading.Event)
    people: TablePeople = field(init=False)
    throws: PushedThrows = field(init=False)

    def open(self, state: State) -> OpenTable:
        """The table, with the pieces as in `state`."""
        self.throws = PushedThrows("keyboard", "keyboard")
        self.throws.open()
        self.people = TablePeople(self.values, self.throws, schmidt_game(), state)
        frames = TableFrames(self.people, lambda: self.screen.playing)
        table = self.people.table
        devices = Devices(
            SimulatedCamera(GreyPainter()),
            self.throws,
            None,
            False,
            cast(SimulatedTable, self.people),
            cast(Parts, self.screen.button),
        )
        return OpenTable(
            devices=devices,
            frames=cast(NewestFrame, frames),
            eyes=Eyes(table, table, AlwaysStill(), table.follow),
            screen=cast(Screen, self.screen),
            folder=self.folder,
            language=Language.GERMAN,
            heart=Heartbeat(lambda _: None, None, lambda: 0.0, lambda _: None),
            over=self.stop.is_set,
        )


def titles(screen: ScriptedScreen) -> Iterator[str]:
    """What the screens were called, one after the other."""
    last = ""
    for scene in screen.shown:
        if scene.title != last:
            yield scene.title
        last = scene.title
