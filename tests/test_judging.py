"""The judge of disturbed evenings: what is right, false, missing or neither, and to which disturbance it is laid."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.measuring.disturbed import main, table, table_of
from companion.measuring.judging import LATE_S, Failure, Fault, Judge
from companion.measuring.people import Asked
from companion.measuring.scenes import save_scene, scene_script
from companion.measuring.watching import Watched, watch_performance
from companion.simulation.director import Performance, perform
from companion.simulation.script import parse_script

POSITION = "yellow:B,B,5,20 green:B,B,B,3 red:B,B,B,8 black:B,B,B,0 turn=yellow"
THROW: Mapping[str, Any] = {"kind": "throw", "color": "yellow", "value": 3, "source": "recorded"}
MOVE: Mapping[str, Any] = {"kind": "move", "color": "yellow", "from": 5, "to": 8, "captures": None}
OTHER_MOVE: Mapping[str, Any] = {**MOVE, "from": 20, "to": 23}
QUESTION: Mapping[str, Any] = {"kind": "question", "question": "which"}
ILLEGAL: Mapping[str, Any] = {"kind": "illegal", "color": "yellow", "reasons": ["piece_missing"]}


def played(*acts: str, size: tuple[int, int] = (320, 200)) -> Performance:
    first = {"seed": 2, "size": list(size), "view": {"like": "quiet", "board_share": 0.85}, "position": POSITION}
    return perform(parse_script("\n".join((json.dumps(first), *acts))))


PUSHED = played('{"do": "throw", "value": 3}', '{"do": "push", "dx_mm": 20}', '{"do": "move", "from": 5}')
TAKEN_BACK = played(
    '{"do": "throw", "value": 3}', '{"do": "move", "from": 5}', '{"do": "take_back"}', '{"do": "move", "from": 5}'
)
FALLEN = played('{"do": "topple", "color": "red", "from": 8}', '{"do": "put_right"}')


def judged(play: Performance, *events: tuple[Mapping[str, Any], int]) -> Judge:
    """Each event comes half a second after expectation number so-and-so could be seen; then time goes on to the end."""
    judge = Judge(play.truth)
    for event, at in events:
        judge.take(event, play.truth[at].readable_s + 0.5)
    judge.pass_time(play.truth[-1].readable_s + 2 * LATE_S)
    return judge


def test_the_right_events_are_no_failure() -> None:
    judge = judged(PUSHED, (THROW, 0), (MOVE, 2))
    assert judge.failure is None
    assert [kind for kind, _ in judge.waits] == ["throw", "move"]
    assert [wait for _, wait in judge.waits] == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize(
    ("events", "fault", "cause"),
    [
        ([(THROW, 0)], Fault.MISSING, "push"),
        ([(THROW, 0), (OTHER_MOVE, 2)], Fault.FALSE, "move"),
        ([(THROW, 0), (MOVE, 0)], Fault.FALSE, "throw"),
        ([(THROW, 0), (ILLEGAL, 1)], Fault.FALSE, "push"),
        ([(MOVE, 2)], Fault.FALSE, "move"),
        ([(THROW, 0), (MOVE, 2), (MOVE, 2)], Fault.FALSE, "move"),
    ],
)
def test_what_is_wrong_is_laid_to_the_disturbance_just_before_it(
    events: list[tuple[Mapping[str, Any], int]], fault: Fault, cause: str
) -> None:
    failure = judged(PUSHED, *events).failure
    assert failure is not None
    assert (failure.fault, failure.cause) == (fault, cause)
    assert cause in failure.sentence()


def test_questions_are_counted_and_shift_the_lines_of_the_record() -> None:
    back = {"kind": "takeback", "to": 2}
    judge = judged(TAKEN_BACK, (QUESTION, 0), (THROW, 0), (MOVE, 1), (back, 2), (MOVE, 3))
    assert (judge.failure, judge.questions) == (None, 1)


def test_a_take_back_has_to_lead_to_the_right_line() -> None:
    failure = judged(TAKEN_BACK, (THROW, 0), (MOVE, 1), ({"kind": "takeback", "to": 2}, 2)).failure
    assert failure is not None
    assert failure.fault is Fault.FALSE


def test_a_pawn_that_lies_about_may_be_told() -> None:
    assert judged(FALLEN).failure is None
    told = judged(FALLEN, (ILLEGAL, 0), ({"kind": "takeback", "to": 0}, 1))
    assert (told.failure, told.named) == (None, 2)
    assert judged(FALLEN, (MOVE, 0)).failure is not None


@pytest.fixture(scope="module")
def watched() -> Watched:
    """Two quiet plies through the real pipeline, at a size at which pawns are read."""
    acts = ('{"do": "throw", "value": 3}', '{"do": "move", "from": 5}', '{"do": "light"}', '{"do": "play"}')
    return watch_performance(played(*acts, size=(1280, 720)), 4.0)


def test_a_quiet_game_is_watched_without_a_fault(watched: Watched) -> None:
    assert watched.failures == []
    assert watched.plies == 2
    assert [name for name, _ in watched.recoveries()] == ["light"]
    assert all(reading.off < 0.01 for reading in watched.readings)
    assert table([watched])[0].startswith("1 games, 2 plies watched: 0 false events, 0 missed, 0 questions")


def test_a_scene_that_failed_can_be_played_again(tmp_path: Path) -> None:
    failure = judged(PUSHED, (THROW, 0), (OTHER_MOVE, 2)).failure
    assert failure is not None
    wrong = Watched(PUSHED, [failure], shots=[(1.0, next(PUSHED.pictures(1))[1])])
    save_scene(tmp_path / "scene", wrong, 0)
    assert {path.name for path in (tmp_path / "scene").iterdir()} == {
        "scene.jsonl", "fault.txt", "before.png", "after.png", "fault.png",
    }  # fmt: skip
    again = perform(scene_script(wrong, 0))
    assert [line.events for line in again.truth] == [line.events for line in PUSHED.truth]
    assert again.timeline.nudge.last == PUSHED.timeline.nudge.last


def test_every_second_game_begins_in_its_middle() -> None:
    assert table_of(1, 5).position is None
    assert table_of(2, 5).position != table_of(4, 5).position


def test_unknown_kinds_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seeds", "1", "--kinds", "flood"]) == 2
    assert "flood" in capsys.readouterr().err


def test_a_scene_with_a_take_back_begins_before_the_moves_it_takes_back() -> None:
    play = played('{"do": "play", "plies": 4}', '{"do": "take_back", "moves": 3}')
    cause = Failure(Fault.FALSE, play.truth[-1].readable_s, "take_back (several)", len(play.truth) - 1, None, None)
    scene = scene_script(Watched(play, [cause]), 0)
    assert [act.kind for act in scene.acts].count("move") == 3
    assert perform(scene).truth[-1].position == play.truth[-1].position


def test_a_cup_that_still_stands_on_the_board_is_the_cause() -> None:
    acts = ('{"do": "put", "thing": "cup"}', '{"do": "wait", "seconds": 9}', '{"do": "play"}')
    for taken, cause in (((), "put cup"), (('{"do": "take"}', '{"do": "wait", "seconds": 9}'), "throw")):
        failure = judged(played(acts[0], *taken, *acts[1:])).failure
        assert failure is not None
        assert (failure.fault, failure.cause) == (Fault.MISSING, cause)


def test_questions_are_answered_and_counted_with_what_could_have_been_seen() -> None:
    hidden, plain = (Asked(2.0, "Which piece?", "A", could) for could in (False, True))
    told = table([Watched(PUSHED, asked=[hidden, plain], questions=2, judged={0})])
    assert "2 questions (200.0 per 100 plies, 1 of what the camera could see)" in told[0]
    assert "hidden from the camera" in hidden.sentence()


def test_a_board_partly_out_of_the_picture_is_watched_on() -> None:
    acts = ('{"do": "out_of_view", "fields": 4}', '{"do": "throw", "value": 3}', '{"do": "move"}', '{"do": "into_view"}')
    watched = watch_performance(played(*acts, size=(1280, 720)), 4.0)
    assert watched.failures == []
    assert [name for name, _ in watched.recoveries()] == ["out_of_view", "into_view"]
