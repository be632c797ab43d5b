"""An arm that rests on the board is covered ground: the others play on, and what its own hand has taken up is not moved yet."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from calibration.drawing import pawns_on
from calibration.drawing_body import PawnAt
from calibration.drawing_hand import HandAt
from calibration.drawing_painter import BoardScene
from calibration.drawing_thing import ThingAt
from companion.vision.hands import ASLEEP_S, FIRST_LIES_S, Hands
from companion.vision.observation import Observation
from companion.vision.reader import BoardReader
from hardware.ports import Frame
from tests.seen_tables import DrawnTable, schmidt

BEFORE = {"yellow": ["T5", "T20"], "red": ["T33"], "black": ["black:B1", "black:B2"]}
MOVED = {**BEFORE, "red": ["T36"]}
TAKEN = {**BEFORE, "yellow": ["T20"]}
ARM = HandAt(300, 225, 24, from_deg=5)
"""Rests over the right arm of the track, on the yellow piece of T20."""
TAKES, PUTS = HandAt(60, 60, 30, from_deg=225), HandAt(90, 40, 30, from_deg=225)


class Table:
    """Pictures of one table, two a second, each at rest, as the hands' watcher sees them."""

    def __init__(self) -> None:
        self.table = DrawnTable()
        self.place = self.table.registration()
        self.reader, self.hands = BoardReader(schmidt()), Hands(schmidt())
        self.time_s = 0.0

    def sees(
        self,
        position: dict[str, list[str]],
        *hands: HandAt,
        held: PawnAt | None = None,
        thing: ThingAt | None = None,
        stirred: bool = True,
        after_s: float = 0.5,
    ) -> Observation | None:
        """The next picture; `stirred`: something has moved since the last one."""
        if stirred:
            self.hands.stirred()
        self.time_s += after_s
        pawns = [*pawns_on(schmidt(), position, Random(1)), *([] if held is None else [held])]
        scene = BoardScene(tuple(pawns), None, None, hands, () if thing is None else (thing,))
        frame = Frame(self.table.painter.paint(scene, int(self.time_s * 10)), self.time_s, 0)
        return self.hands.see_past(frame, self.place, self.reader.read(frame, self.place))


def colour(observation: Observation, name: str) -> str | None:
    """What is read on a field, None for covered."""
    at = observation.fields.index(name)
    return None if observation.covered[at] else ("empty", *observation.colors)[int(observation.log_evidence[at].argmax())]


def test_others_move_while_an_arm_rests() -> None:
    table = Table()
    assert table.sees(BEFORE) is not None
    assert table.sees(BEFORE, ARM) is None
    assert table.sees(BEFORE, ARM, stirred=False) is None
    seen = table.sees(MOVED, ARM)
    assert seen is not None and seen.clear
    assert (colour(seen, "T33"), colour(seen, "T36"), colour(seen, "T20")) == ("empty", "red", None)
    assert 4 <= seen.covered.sum() <= 30


def test_another_hand_that_pauses_over_the_board_is_waited_for_and_then_read() -> None:
    table = Table()
    table.sees(BEFORE)
    assert table.sees(BEFORE, ARM) is None
    assert table.sees(BEFORE, ARM, TAKES) is None
    assert table.sees(MOVED, ARM, PUTS) is None
    seen = table.sees(MOVED, ARM)
    assert seen is not None
    assert (colour(seen, "T33"), colour(seen, "T36")) == ("empty", "red")


def test_what_the_resting_hand_has_taken_up_is_not_moved_yet() -> None:
    """It holds the yellow piece of T5 still over the board while a lamp is switched or another hand comes and goes."""
    table = Table()
    table.sees(BEFORE)
    at = schmidt().field("T8")
    hand = HandAt(at.x_mm, at.y_mm, 46, from_deg=200, grip=0.6)
    held = PawnAt("yellow", at.x_mm, at.y_mm, height_mm=32)
    assert table.sees(TAKEN, hand, held=held) is None
    seen = table.sees(TAKEN, hand, held=held)
    assert seen is not None
    assert (colour(seen, "T5"), colour(seen, "T8"), colour(seen, "T33")) == (None, None, "red")
    put = table.sees({**TAKEN, "yellow": ["T20", "T8"]})
    assert put is not None and (colour(put, "T5"), colour(put, "T8")) == ("empty", "yellow")


@pytest.mark.parametrize("to", [(300, 237), (314, 225)], ids=["sideways", "backwards"])
def test_a_hand_that_shifts_a_centimetre_has_moved(to: tuple[int, int]) -> None:
    table = Table()
    table.sees(BEFORE)
    table.sees(BEFORE, ARM)
    assert table.sees(BEFORE, HandAt(*to, 24, from_deg=5)) is None


def test_what_lies_over_the_edge_for_long_is_a_thing() -> None:
    table = Table()
    table.sees(BEFORE)
    assert table.sees(BEFORE, ARM) is None
    assert table.sees(BEFORE, ARM, stirred=False, after_s=ASLEEP_S - 1) is None
    assert table.sees(BEFORE, ARM, stirred=False, after_s=1.5) is not None


def test_a_cup_put_down_during_the_game_stops_nothing_for_long() -> None:
    """Three tenths of a second after the picture has come to rest the other fields are read."""
    table, cup = Table(), ThingAt("cup", 195, 195)
    table.sees(BEFORE)
    assert table.sees(BEFORE, thing=cup) is None
    seen = table.sees(BEFORE, thing=cup, stirred=False, after_s=0.3)
    assert seen is not None and colour(seen, "T33") == "red"


def test_a_cup_that_stands_there_from_the_first_picture_on_is_covered_ground() -> None:
    table, cup = Table(), ThingAt("cup", 195, 195)
    first = table.sees(BEFORE, thing=cup)
    assert first is None
    assert table.sees(BEFORE, thing=cup, stirred=False, after_s=FIRST_LIES_S / 2) is None
    seen = table.sees(BEFORE, thing=cup, stirred=False, after_s=FIRST_LIES_S / 2)
    assert seen is not None and np.count_nonzero(seen.covered) >= 2
    moved = table.sees(MOVED, thing=cup)
    assert moved is not None and (colour(moved, "T33"), colour(moved, "T36")) == ("empty", "red")
