"""Counting along: one field after the other, at the child's pace."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.profile import load_profile
from companion import counting
from companion.app.screenshots import Samples
from companion.counting import PACE_S, SHORTEST_S, Counting
from companion.places import Places
from companion.rules import Color, Move
from companion.scene import Mode, ScenePiece
from companion.words import Language, say

PLACES = Places(load_profile("schmidt-4"))
YELLOW, GREEN = Color("yellow"), Color("green")
WAY = ("T3", "T4", "T5", "T6", "T7", "T8")
BEGUN = counting.begin("yellow", WAY, 10.0, walked=4)


def spoken(state: Counting) -> str:
    return say(Language.GERMAN, counting.message(state))


def test_a_whole_count_by_taps() -> None:
    state, heard = BEGUN, [spoken(BEGUN)]
    for k in range(6):
        state = counting.tapped(state, 11.0 + k)
        heard.append(spoken(state))
    assert heard == [
        "Wir zählen zusammen. Du bist vier gegangen, gewürfelt waren fünf.",
        *(f"Zähl mit: {number}!" for number in ("eins", "zwei", "drei", "vier", "fünf")),
        "Fünf Schritte, genau gezählt.",
    ]
    assert state.done and counting.tapped(state, 99.0) == state


# What came after the state (count, time of the last step 10.0), and how many are lit then.
STEPS = (
    ("a tap", lambda s: counting.tapped(s, 10.01 + SHORTEST_S), 3),
    ("a finger that trembles", lambda s: counting.tapped(s, 10.0 + SHORTEST_S / 2), 2),
    ("time", lambda s: counting.waited(s, 10.01 + PACE_S), 3),
    ("less time", lambda s: counting.waited(s, 10.0 + PACE_S * 0.9), 2),
    ("the piece stands one further", lambda s: counting.stood(s, "T6", 10.1), 3),
    ("the piece stands three further", lambda s: counting.stood(s, "T8", 10.1), 5),
    ("the piece stands where it stood", lambda s: counting.stood(s, "T5", 10.1), 2),
    ("the piece stands further back", lambda s: counting.stood(s, "T4", 10.1), 2),
    ("the piece stands beside the way", lambda s: counting.stood(s, "T20", 10.1), 2),
    ("from the beginning", lambda s: counting.again(s, 10.1), 0),
)


@pytest.mark.parametrize(("what", "came", "lit"), STEPS, ids=[row[0] for row in STEPS])
def test_each_thing_that_can_come(what: str, came: object, lit: int) -> None:
    assert callable(came)
    state = came(replace(BEGUN, count=2))
    assert (state.count, state.done) == (lit, False), what


def test_ways() -> None:
    assert counting.counted_way(PLACES, Move(YELLOW, 3, 8)) == WAY
    assert counting.counted_way(PLACES, Move(YELLOW, 38, 41)) == ("T38", "T39", "yellow:a", "yellow:b")
    assert counting.counted_way(PLACES, Move(GREEN, 29, 31)) == ("T39", "T0", "T1")
    assert counting.counted_way(PLACES, Move(YELLOW, 8, 6, GREEN)) == ("T8", "T7", "T6")
    assert counting.counted_way(PLACES, Move(YELLOW, -1, 0)) is None


def test_a_way_has_a_step() -> None:
    with pytest.raises(ValueError, match="at least two fields"):
        counting.begin("yellow", ("T3",), 0.0)


things = st.lists(st.one_of(st.just("tap"), st.just("time"), st.sampled_from([*WAY, "T20"])), max_size=40)


@given(things, st.lists(st.floats(0.0, 3.0), min_size=40, max_size=40))
def test_it_never_goes_back_nor_beyond_the_throw(came: list[str], pauses: list[float]) -> None:
    state, now_s = BEGUN, 10.0
    for thing, pause in zip(came, pauses, strict=False):
        now_s += pause
        if thing == "tap":
            later = counting.tapped(state, now_s)
        elif thing == "time":
            later = counting.waited(state, now_s)
        else:
            later = counting.stood(state, thing, now_s)
        assert state.count <= later.count <= state.steps == 5
        assert not (state.done and not later.done)
        assert later.done <= (state.count == state.steps)
        shown = counting.shown(later)
        assert (shown.path, shown.count, shown.steps) == (WAY, later.count, 5)
        state = later


@given(st.integers(2, 7))
def test_time_alone_brings_it_to_its_end(length: int) -> None:
    state = counting.begin("yellow", WAY[:length], 0.0)
    for k in range(1, 2 * length):
        state = counting.waited(state, k * (PACE_S + 0.01))
    assert state.done and state.count == state.steps


def test_the_screen_after_a_wrong_count() -> None:
    """The piece stands on the fourth field: it is drawn where it is counted instead, and nothing of the verdict is left."""
    samples = Samples(Language.GERMAN).all()
    wrong = samples["wrong"]
    scene = counting.counting_scene(wrong, replace(BEGUN, count=2), Language.GERMAN, stands="T7")
    assert len(scene.pieces) == len(wrong.pieces) - 1 and ScenePiece("yellow", "T7") not in scene.pieces
    assert (scene.mode, scene.title, scene.spoken) == (Mode.COUNT, "Zähl mit: zwei!", "Zähl mit: zwei!")
    assert (scene.wrong, scene.moves, scene.marks) == (None, (), ())
    assert [button.id for button in scene.buttons] == [counting.FROM_START]
    assert scene.count is not None and scene.count.count == 2


def test_the_screen_after_a_throw() -> None:
    throw = Samples(Language.ENGLISH).all()["throw"]
    scene = counting.counting_scene(throw, BEGUN, Language.ENGLISH)
    assert ScenePiece("yellow", "T3") in throw.pieces and ScenePiece("yellow", "T3") not in scene.pieces
    assert scene.spoken == "Let's count together. You moved four, but the throw was five."
