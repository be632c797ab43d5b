"""Simulated people play on from what the record says after somebody has put it right on the screen."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import cast

import numpy as np

from companion.app.devices import Devices
from companion.app.newest_frame import NewestFrame
from companion.app.worker import Worker
from companion.corrections import Correction, corrections
from companion.rules import Color, Position
from companion.simulation.table import Habits, SimulatedTable
from companion.wish import PutRight
from hardware.ports import Frame
from hardware.throws.keyboard import KeyboardThrows
from tests.fake_table import FRAME_S, Confusion, Player, schmidt, schmidt_game
from tests.test_live_game import ShakyCamera

YELLOW = Color("yellow")
STANDS = {"yellow": [-1, -1, -1, 43], "green": [-1, -1, -1, 0], "red": [-1, -1, -1, 0], "black": [-1, -1, -1, 0]}
"""Yellow needs a six."""


@dataclass
class Pictures:
    """A frame whenever one is asked for."""

    taken: int = 0
    lost: None = None
    trouble: None = None
    ended: bool = field(default=False)

    def take(self, timeout_s: float) -> Frame:
        del timeout_s
        self.taken += 1
        return Frame(np.zeros((1, 1, 3), dtype=np.uint8), self.taken * FRAME_S, self.taken)


class Evening:
    """Throws typed in at a simulated table, one frame after the other."""

    def __init__(self) -> None:
        game = schmidt_game()
        self.player = Player(game, "yellow", schmidt(), Confusion(Random(1)), Position.of(game, STANDS))
        self.keys, self.pictures = KeyboardThrows(), Pictures()
        self.keys.open()
        self.table = SimulatedTable(schmidt(), self.player.game, self.player.state, Random(2), Habits(bumps=0, nudges=0))
        devices = Devices(ShakyCamera(), self.keys, None, False, self.table)
        self.worker = Worker(self.player.pipeline, cast(NewestFrame, self.pictures), devices, lambda: self.now_s)
        self.frames(10)

    @property
    def now_s(self) -> float:
        return self.pictures.taken * FRAME_S

    def frames(self, count: int) -> None:
        for _ in range(count):
            # What the hands have done by now is what is seen; a piece in a hand stands where it was.
            if self.table.busy_until_s <= self.now_s:
                self.player.put(self.table.state.position)
            self.worker._once()

    def throw(self, value: int) -> None:
        self.keys.press(value, self.now_s)
        self.frames(60)

    def put_right(self, thrown: int) -> None:
        referee = self.player.pipeline.referee
        wanted: Correction = next(c for c in corrections(referee) if c.throw == thrown and c.move is None and c.events)
        self.worker.wishes.put(PutRight(referee.history.next_n, wanted.events))
        self.frames(60)

    @property
    def agrees(self) -> bool:
        return self.table.state == self.player.state


def test_a_throw_that_was_a_six_is_moved() -> None:
    at = Evening()
    at.throw(5)
    assert at.agrees and at.table.state.position.pieces(YELLOW) == (-1, -1, -1, 43)
    at.put_right(6)
    assert at.agrees
    assert 0 in at.table.state.position.pieces(YELLOW)
    at.throw(3)
    assert at.agrees
    assert 3 in at.table.state.position.pieces(YELLOW)


def test_a_move_that_was_none_is_made_anew() -> None:
    at = Evening()
    at.throw(6)
    at.throw(3)
    at.put_right(3)
    assert at.agrees
    assert at.table.state.position.pieces(YELLOW).count(3) == 1
