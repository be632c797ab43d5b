"""A short game over every source of throws, from the world's side of the die to the record on the disk.

Fingers, contacts and radios do meanwhile what they do. The pieces are seen by the stand-in table; everything else is the program.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import cast

import pytest

from companion.app.devices import Devices
from companion.app.newest_frame import NewestFrame
from companion.app.worker import Worker, waiting
from companion.events import Event, MoveEvent, PassEvent, ThrowEvent
from companion.places import rules_board
from companion.record import RecordFile, header_of, history_of, read_record
from companion.referee import Refusal
from companion.rules import Color, apply_move, legal_moves
from companion.words import Language
from hardware.cameras.simulated import SimulatedCamera
from hardware.errors import InputError
from hardware.ports import DieTrouble
from tests.device_doubles import GreyPainter, ManualClock
from tests.fake_table import FRAME_S, Confusion, Player, schmidt, schmidt_game
from tests.throw_rigs import RIGS, OneFrame, Rig
from tests.wall_time import noon_plus

PLIES = 9
AGAIN_S = 0.4
"""Less than the rest between two inputs."""
LIKE_ANOTHER = ("simulated", "gpio over a simulated button", "electronic, one of six, over mock pins", "pixels over a fake peer")
"""These go the way of one of the others for most of it; two seconds each."""
LIVE = [pytest.param(name, marks=[pytest.mark.slow] * (name in LIKE_ANOTHER)) for name in RIGS if name != "recorded"]


@dataclass
class Evening:
    """One table, one die, and what should be written down."""

    rig: Rig
    path: Path
    clock: ManualClock = field(default_factory=lambda: ManualClock(10.0))
    random: Random = field(default_factory=lambda: Random(11))
    wanted: list[Event] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    said: list[DieTrouble] = field(default_factory=list)
    sentences: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        game = schmidt_game()
        self.player = Player(game, "yellow", schmidt(), Confusion(Random(1), sure_by=10.0, noise=0.8), one_at_a_time=True)
        header = header_of(game, self.player.pipeline.referee.history, "schmidt-4", "test", {})
        self.record = RecordFile.create(self.path, header, lambda: noon_plus(self.clock.now_s))
        self.player.pipeline._log = self.record
        devices = Devices(SimulatedCamera(GreyPainter()), self.rig.source, None, False)
        frames = cast(NewestFrame, OneFrame(self.clock))
        self.worker = Worker(self.player.pipeline, frames, devices, self.clock, Language.ENGLISH)

    def watch(self, seconds: float) -> None:
        """So much time passes at the table."""
        for _ in range(round(seconds / FRAME_S)):
            self.clock.now_s += FRAME_S
            self.worker._once()
        self.refused += waiting(self.worker.refused)
        self.said += [notice.trouble for notice in waiting(self.worker.die_said)]
        self.sentences |= {scene.sentence for scene in waiting(self.worker.scenes)}

    def ply(self, number: int) -> None:
        """Somebody throws, somebody else is impatient, and a hand moves the piece."""
        self._before_the_throw(number)
        state = self.player.state
        assert state.turn is not None
        value = self.random.choice((1, 2, 3, 4, 5, 6, 6))
        self._throw(value, number)
        if not self.rig.chosen:
            value = next(event.value for event in reversed(self.events()) if isinstance(event, ThrowEvent))
        self.wanted.append(ThrowEvent(state.turn, value, self.rig.record))
        moves = legal_moves(self.player.game, state.position, state.turn, value)
        if not moves:
            self.wanted.append(PassEvent(state.turn))
            return
        move = self.random.choice(moves)
        self._impatience(number, self.clock.now_s)
        self._hand(lambda: self.player.put(apply_move(self.player.game, state.position, move)))
        self.wanted.append(MoveEvent(move))

    def _throw(self, value: int, number: int) -> None:
        """One throw, as fingers and contacts make it: plain, bouncing, twice in a row, held for three seconds."""
        ways: list[Callable[[int], None]] = [lambda value: self.rig.throw(value, self.clock.now_s)]
        if (wobbly := self.rig.wobbly_throw) is not None:
            ways.append(lambda value: wobbly(value, self.clock.now_s))
        if self.rig.rests:
            ways.append(self._twice)
        if self.rig.press is not None:
            ways.append(self._held)
        ways[number % len(ways)](value)
        self.watch(1.4)

    def _twice(self, value: int) -> None:
        """Two throws within the rest that is kept between two inputs: the second one is none."""
        self.rig.throw(value, self.clock.now_s)
        self.watch(AGAIN_S)
        self.rig.throw(value % 6 + 1, self.clock.now_s)

    def _held(self, value: int) -> None:
        assert self.rig.press is not None
        assert self.rig.release is not None
        self.rig.press(value, self.clock.now_s)
        self.watch(3.0)
        self.rig.release(self.clock.now_s)

    def events(self) -> list[Event]:
        """What has been written down, without the header."""
        return [entry.event for entry in self.record.entries[1:]]

    def _before_the_throw(self, number: int) -> None:
        """No throws: a die that leans, that reports while it is carried about, whose connection dies in mid-roll."""
        acts: list[Callable[[float], None] | None] = [self.rig.unreadable, self.rig.die_mid_roll]
        if self.rig.record in ("godice", "pixels"):
            acts.append(self.rig.hold)
        act = acts[number % len(acts)]
        if act is not None:
            act(self.clock.now_s)
            self.watch(1.4)

    def _impatience(self, number: int, time_s: float) -> None:
        """A second value before the move, while the board is clear."""
        if number % 2:
            self.rig.throw(self.random.randint(1, 6), time_s)
            self.watch(1.4)

    def _hand(self, move: Callable[[], None]) -> None:
        """A hand comes, somebody throws under it, the piece is moved, the hand goes."""
        self.player.table.clear = False
        self.watch(0.4)
        self.rig.throw(self.random.randint(1, 6), self.clock.now_s)
        self.watch(1.2)
        move()
        self.watch(0.4)
        self.player.table.clear = True
        self.watch(1.0)


@pytest.mark.parametrize("name", LIVE)
def test_a_game_over_each_source_of_throws_is_written_down_as_it_was_played(name: str, tmp_path: Path) -> None:
    with RIGS[name](tmp_path) as rig:
        rig.source.open()
        evening = Evening(rig, tmp_path / "game.jsonl")
        for number in range(PLIES):
            evening.ply(number)
        rig.source.close()
    evening.record.close()
    written = [entry.event for entry in read_record(tmp_path / "game.jsonl")[1:]]
    assert written == evening.wanted
    assert (
        history_of(read_record(tmp_path / "game.jsonl"), {"schmidt-4": rules_board(schmidt())}).now.state == evening.player.state
    )
    moves = sum(isinstance(event, MoveEvent) for event in written)
    assert moves >= 4
    assert set(evening.refused) == {Refusal.PENDING}
    assert len(evening.refused) > moves
    assert "Move first, then throw again." in evening.sentences
    assert (DieTrouble.AGAIN_CUT_OFF in evening.said) == (rig.die_mid_roll is not None)
    assert any(trouble.asks_again for trouble in evening.said) == (rig.unreadable is not None)


def test_a_key_that_is_no_throw_changes_nothing(tmp_path: Path) -> None:
    with RIGS["keyboard"](tmp_path) as rig:
        rig.source.open()
        evening = Evening(rig, tmp_path / "game.jsonl")
        with pytest.raises(InputError, match="expected a throw of 1 to 6"):
            rig.throw(7, evening.clock.now_s)
        evening.watch(1.0)
        assert evening.events() == []
        assert evening.player.state.turn == Color("yellow")
        evening.record.close()
