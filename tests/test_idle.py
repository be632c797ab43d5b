"""While nothing happens, next to nothing is done: the same picture is not read again and again, nothing is drawn."""

from __future__ import annotations

import os
import time
from random import Random

import pytest

from companion.measuring.idle import measured
from companion.sight import QUIET, READ_SELDOM_S
from tests.fake_table import FRAME_S, Confusion, Player, schmidt, schmidt_game


class Counted(Player):
    """Counts how often the board is read."""

    def __init__(self) -> None:
        super().__init__(schmidt_game(), "yellow", schmidt(), Confusion(Random(1)))
        self.readings = 0
        read = self.table.read

        def counted(*args: object) -> object:
            self.readings += 1
            return read(*args)  # type: ignore[arg-type]

        self.table.read = counted  # type: ignore[assignment, method-assign]


@pytest.fixture(autouse=True)
def stirs_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first picture moves, as that of every camera does; then nothing."""
    monkeypatch.setattr("tests.fake_table.AlwaysStill.update", lambda _self, frame, _area: frame.sequence > 0)


def test_a_board_on_which_nothing_moves_is_read_less_and_less_often() -> None:
    at = Counted()
    at.frames(QUIET + 5)
    first = at.readings
    assert first >= QUIET
    at.frames(round(20 / FRAME_S))
    assert at.readings - first <= 20 / READ_SELDOM_S + 1


def test_a_throw_is_seen_at_once_all_the_same() -> None:
    at = Counted()
    at.frames(100)
    (event, *_) = at.frames(1, throw=6)
    assert event.__class__.__name__ == "ThrowEvent"


def test_a_process_is_measured() -> None:
    """This one: it sleeps while it is measured, and has more than ten megabytes."""
    begin = time.process_time()
    cost = measured(os.getpid(), 0.2)
    assert cost.mib > 10 and cost.percent <= 100 * (time.process_time() - begin + 0.05) / 0.2
