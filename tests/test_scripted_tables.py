"""Scripted tables: what a script may say, that a seed always gives the same pictures, and exactly what must be recorded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.drawing_view import Knock, Nudge
from companion.app.recording import open_recording
from companion.cli.main import main
from companion.measuring.watching import true_history
from companion.simulation.acts import ACTS, AT_SCREEN, DISTURBANCES
from companion.simulation.director import DO, Performance, perform
from companion.simulation.evening import AT_TABLE, Mix, random_evening
from companion.simulation.expected import Expectation
from companion.simulation.filming import film
from companion.simulation.script import Script, parse_script, read_script
from companion.simulation.timeline import Moment
from hardware.errors import InputError
from hardware.recording import read_frame_lines

EVERY_ACT = Path(__file__).parent / "data" / "scripts" / "every_act.jsonl"
MIDDLE = "yellow:B,B,5,20 green:B,B,B,3 red:B,B,B,8 black:B,B,B,0 turn=yellow"
SMALL = [320, 200]


def played(*acts: str, position: str = MIDDLE, rules: object = "schmidt-2016", **table: object) -> Performance:
    """Acts as lines of a script, on a small table in good light."""
    first = {"seed": 2, "size": SMALL, "view": {"like": "quiet"}, "position": position, "rules": rules, **table}
    return perform(parse_script("\n".join((json.dumps(first), *acts))))


def last(*acts: str, **table: str) -> Expectation:
    return played(*acts, **table).truth[-1]


THROWN_3 = '{"do": "throw", "value": 3}'
MOVED = '{"do": "move", "from": 5}'
SAID_4 = {"kind": "throw", "color": "yellow", "value": 4, "source": "keyboard"}
MISSED: Mapping[str, object] = {
    "kind": "missed_capture",
    "move": {"color": "yellow", "from": 20, "to": 23, "captures": None},
    "could_capture": [{"color": "yellow", "from": 5}],
}
CAPTURE = "yellow:B,B,5,20 green:B,B,B,38 red:B,B,B,8 black:B,B,B,0 turn=yellow"
"""Yellow's 5 captures green with a 3."""

BAD_LINES = [
    ("", "expected the table in its first line"),
    ("{}\n{", "line 2: expected a JSON object, it is not valid JSON"),
    ("{}\n\n# so\n{}", "line 4: expected an act like"),
    ('{"sed": 3}', 'line 1: unknown key "sed"; the table\'s are board, rules'),
    ('{"seed": -1}', "line 1: expected 'seed' to be a whole number from 0"),
    ('{"size": [3]}', "line 1: expected 'size' to be width and height like [1280, 720], got [3]"),
    (
        '{"view": {"material": "gold"}}',
        "line 1: expected 'material' to be one of glossy, matte, translucent, wooden, got \"gold\"",
    ),
    ('{"board": "nowhere"}\n{"do": "throw"}', "nowhere"),
    ('{"rules": "mine"}\n{"do": "throw"}', "line 1: "),
    ('{}\n{"do": "jump"}', "line 2: expected 'do' to be one of play, throw"),
    ('{}\n{"do": "throw", "value": 7}', "line 2: expected 'value' of throw to be a whole number from 1 to 6, got 7"),
    ('{}\n{"do": "push", "far": 1}', 'line 2: unknown key "far"; push knows'),
    ('{}\n{"do": "rest", "where": "under"}', "line 2: expected 'where' of rest to be one of beside, over"),
    ('{}\n{"do": "move"}', "line 2: move: expected a throw before the move, there was none"),
    ('{}\n{"do": "throw", "value": 2}\n{"do": "throw"}', "line 3: throw: expected the move for the 2 first"),
    ('{}\n{"do": "throw", "value": 2}\n{"do": "move", "from": 9}', "line 3: move: expected a legal move (yellow 0 to 2)"),
    ('{}\n{"do": "throw", "value": 2}\n{"do": "wrong", "from": 0, "to": 2}', "the rules call it legal"),
    ('{}\n{"do": "back"}', "line 2: back: expected a wrong move to take back"),
    ('{}\n{"do": "take_back"}', "line 2: take_back: expected at least 1 moves to take back"),
    ('{}\n{"do": "put_right"}', "line 2: put_right: expected pawns that lie about"),
    ('{}\n{"do": "set_up"}', "line 2: set_up: expected pawns that are not on their fields, all are"),
    ('{}\n{"do": "swap_back"}', "line 2: swap_back: expected a button that stands for a pawn, there is none"),
    ('{}\n{"do": "into_view"}', "line 2: into_view: expected a board that is partly out of the picture, it is in it"),
    ('{}\n{"do": "penalty"}', "line 2: penalty: expected a missed capture that has not been paid for, there is none"),
    ('{}\n{"do": "miss"}', "line 2: miss: expected a throw by which a capture can be missed"),
    ('{}\n{"do": "correct", "throw": 4}', "line 2: correct: expected a throw that waits, a pass or an open move"),
    ('{}\n{"do": "throw", "value": 2}\n{"do": "correct", "throw": 2}', "expected another throw than the 2 that was told"),
    ('{}\n{"do": "throw_after"}', "line 2: throw_after: expected a move that nobody has thrown for, there is none"),
    ('{}\n{"do": "again"}', "line 2: again: expected a throw that waits for its move, there is none"),
    ('{}\n{"do": "clear"}\n{"do": "restart"}', "line 3: restart: expected a board that stands right"),
    ('{}\n{"do": "take"}', "line 2: take: expected a thing on the board, there is none"),
    ('{}\n{"do": "rest", "field": "T99"}', "line 2: rest: expected the name of a field of schmidt-4"),
    ('{}\n{"do": "put", "thing": "cup", "field": "yellow:B1"}', "line 2: put: expected room for a cup"),
    ('{}\n{"do": "cloud", "seconds": 9}\n{"do": "cloud", "meanwhile": true}', "line 3: cloud: expected a change from"),
]


@pytest.mark.parametrize(("text", "told"), BAD_LINES)
def test_an_error_names_the_line_and_what_was_expected(text: str, told: str) -> None:
    with pytest.raises((InputError, ValueError)) as caught:
        perform(parse_script(text, "evening.jsonl"))
    assert told in str(caught.value)


def test_every_act_is_described_and_can_be_carried_out() -> None:
    assert set(ACTS) == {*DO, "play"}
    assert set(ACTS) >= DISTURBANCES | AT_SCREEN


def test_a_script_says_the_same_when_it_is_written_and_read_again() -> None:
    script = read_script(EVERY_ACT)
    again = parse_script("\n".join(script.lines()))
    assert [act.to_dict() for act in again.acts] == [act.to_dict() for act in script.acts]
    assert (again.seed, again.view, again.position) == (script.seed, script.view, script.position)


@pytest.mark.parametrize(
    ("acts", "events"),
    [
        ([THROWN_3], [{"kind": "throw", "value": 3, "color": "yellow"}]),
        ([THROWN_3, MOVED], [{"kind": "move", "color": "yellow", "from": 5, "to": 8, "captures": None}]),
        (
            ['{"do": "throw", "value": 3}', '{"do": "move", "from": 20, "captured": "beside"}'],
            [{"kind": "move", "color": "yellow", "from": 20, "to": 23, "captures": None}],
        ),
        ([THROWN_3, '{"do": "hesitate", "from": 5, "over": ["T8"]}'], []),
        ([THROWN_3, '{"do": "wrong", "from": 5, "to": 9}'], [{"kind": "illegal", "reasons": ["wrong_count"], "color": "yellow"}]),
        (
            [THROWN_3, '{"do": "wrong", "color": "green", "from": 3, "to": 6}'],
            [{"kind": "illegal", "reasons": ["wrong_colour"], "color": "yellow"}],
        ),
        (
            [THROWN_3, '{"do": "wrong", "from": 5, "to": "red:B"}'],
            [{"kind": "illegal", "reasons": ["foreign_goal"], "color": "yellow"}],
        ),
        (['{"do": "wrong", "from": 5, "to": 9}'], [{"kind": "illegal", "reasons": ["not_thrown"], "color": "yellow"}]),
        ([THROWN_3, '{"do": "wrong", "from": 5, "to": 9}', '{"do": "back"}'], [{"kind": "takeback", "to": 1}]),
        ([THROWN_3, MOVED, '{"do": "take_back"}'], [{"kind": "takeback", "to": 1}]),
        (
            [THROWN_3, MOVED, '{"do": "play", "plies": 2}', '{"do": "take_back", "moves": 3}'],
            [{"kind": "takeback", "to": 1}],
        ),
        *(([json.dumps({"do": kind})], []) for kind in sorted(DISTURBANCES - {"wrong", "take_back", "hesitate", "miss"})),
        (['{"do": "clear"}', '{"do": "pause"}', '{"do": "set_up"}'], []),
        (['{"do": "swap"}', '{"do": "swap_back"}'], []),
        (['{"do": "out_of_view"}', '{"do": "into_view"}'], []),
        (
            ['{"do": "wrong", "from": 5, "to": 9}', '{"do": "throw_after"}'],
            [
                {"kind": "throw", "value": 4, "color": "yellow"},
                {"kind": "move", "color": "yellow", "from": 5, "to": 9, "captures": None},
            ],
        ),
        ([THROWN_3, '{"do": "again", "value": 5}'], []),
        ([THROWN_3, '{"do": "restart"}'], []),
        ([THROWN_3, '{"do": "correct", "throw": 0}'], [{"kind": "takeback", "to": 0}]),
        ([THROWN_3, '{"do": "correct", "throw": 4}'], [{"kind": "correction", "of": 1, "event": SAID_4}]),
        (
            [THROWN_3, '{"do": "wrong", "from": 5, "to": 9}', '{"do": "correct", "throw": 4}'],
            [
                {"kind": "correction", "of": 1, "event": SAID_4},
                {"kind": "move", "color": "yellow", "from": 5, "to": 9, "captures": None},
            ],
        ),
        (
            ['{"do": "wrong", "from": 5, "to": 9}', '{"do": "correct", "throw": 4}'],
            [SAID_4, {"kind": "move", "color": "yellow", "from": 5, "to": 9, "captures": None}],
        ),
        (['{"do": "put", "thing": "cup"}', '{"do": "take"}'], []),
        (['{"do": "topple"}', '{"do": "off_board", "color": "red"}', '{"do": "put_right"}'], []),
        (['{"do": "wait", "seconds": 2}', '{"do": "cloud"}'], []),
    ],
)  # fmt: skip
def test_exactly_these_events_must_be_recorded(acts: list[str], events: list[Mapping[str, object]]) -> None:
    assert [dict(event) for event in last(*acts).events] == events


def test_a_missed_capture_is_paid_for_by_the_piece_that_could_have_made_it() -> None:
    *_, missed, paid = played(
        THROWN_3, '{"do": "miss", "from": 20}', '{"do": "penalty"}', position=CAPTURE, rules="schmidt-family"
    ).truth
    assert [dict(event) for event in missed.events] == [MISSED]
    assert [dict(event) for event in paid.events] == [
        {"kind": "penalty", "rule": "return_capturer", "color": "yellow", "from": 5}
    ]
    assert paid.position["yellow"] == [-1, -1, -1, 23]


def test_a_missed_capture_may_be_let_pass_where_anybody_may_be_huffed() -> None:
    *_, thrown = played(
        THROWN_3, '{"do": "miss", "from": 20}', '{"do": "throw", "value": 2}', position=CAPTURE, rules="wikipedia-huff"
    ).truth
    assert [event["kind"] for event in thrown.events][:2] == ["penalty", "throw"]
    assert thrown.events[0]["from"] is None
    with pytest.raises(InputError, match="expected the penalty"):
        played(THROWN_3, '{"do": "miss"}', '{"do": "throw"}', position=CAPTURE, rules="schmidt-family")


def test_a_pass_that_was_another_throw_is_taken_back_first() -> None:
    nobody = "yellow:B,B,B,B green:B,B,B,3 red:B,B,B,8 black:B,B,B,0 turn=yellow"
    told = last(THROWN_3, '{"do": "correct", "throw": 6}', position=nobody)
    assert [event["kind"] for event in told.events] == ["takeback", "correction"]
    assert told.throw == 6


def test_a_board_may_be_set_up_from_where_the_last_game_ended() -> None:
    ended = "yellow:a,b,c,d green:B,B,B,3 red:B,B,B,8 black:B,B,7,9"
    play = played('{"do": "set_up"}', THROWN_3, stands=ended)
    begun, set_up = play.timeline.moment(0), play.timeline.moment(play.truth[0].readable_s)

    def on(field: str, moment: Moment) -> list[str]:
        at = play.board.field(field)
        return [pawn.color for pawn in moment.scene.pawns if np.hypot(pawn.x_mm - at.x_mm, pawn.y_mm - at.y_mm) < 8]

    assert (on("yellow:a", begun), on("yellow:a", set_up)) == (["yellow"], [])
    assert (on("T5", begun), on("T5", set_up)) == ([], ["yellow"])
    assert play.truth[0].position == played(THROWN_3).truth[0].position


def test_nobody_is_on_a_board_that_was_tidied_away() -> None:
    play = played('{"do": "clear"}', '{"do": "wait", "seconds": 2}', '{"do": "set_up"}')
    cleared, again = play.truth
    assert play.timeline.moment(cleared.readable_s + 0.1).scene.pawns == ()
    assert len(play.timeline.moment(again.readable_s).scene.pawns) == 16
    assert cleared.position["yellow"] == []


def test_a_lost_pawn_is_a_button_until_it_is_found() -> None:
    play = played('{"do": "swap", "color": "red", "from": 8}', '{"do": "swap_back"}')
    lost, found = (play.timeline.moment(told.readable_s + 0.1).scene for told in play.truth)
    assert ([thing.kind for thing in lost.things], len(lost.pawns)) == (["button"], 15)
    assert (found.things, len(found.pawns)) == ((), 16)


def test_fields_out_of_the_picture_are_not_moved_on() -> None:
    play = played('{"do": "out_of_view", "fields": 9}', '{"do": "play", "plies": 6}')
    nudge, knock = play.timeline.nudge.at(play.truth[0].readable_s)[1], play.timeline.knock.last
    outside = play.camera.outside(nudge, knock)
    assert len(outside) >= 9
    back_s = next((told.begin_s for told in play.truth if told.name == "into_view"), float("inf"))
    ends = [told.told.given["to"] for told in play.truth if told.act == "move" and told.begin_s < back_s]
    assert ends
    assert not play.camera.shows_all(nudge, knock)


def test_a_captured_pawn_goes_home_whichever_way() -> None:
    position = "yellow:B,B,5,20 green:B,B,B,38 red:B,B,B,8 black:B,B,B,0 turn=yellow"
    for way in ("home", "first", "beside"):
        told = last(THROWN_3, json.dumps({"do": "move", "from": 5, "captured": way}), position=position)
        assert [event["captures"] for event in told.events] == ["green"]
        assert told.position["green"] == [-1, -1, -1, -1]


def test_who_cannot_move_passes() -> None:
    told = last('{"do": "throw", "value": 3}', position="yellow:B,B,B,B green:B,B,B,3 red:B,B,B,8 black:B,B,B,0 turn=yellow")
    assert [event["kind"] for event in told.events] == ["throw", "pass"]


def test_a_wrong_move_put_back_at_once_may_be_told_but_need_not() -> None:
    *_, wrong, back = played(THROWN_3, '{"do": "wrong", "from": 5, "to": 9}', '{"do": "back", "after": 0.3}').truth
    assert (wrong.events, back.events) == ((), ())
    assert "illegal" in wrong.allowed
    assert wrong.allowed_until_s > back.readable_s


def test_pawns_that_lie_about_may_be_told_until_they_stand_again() -> None:
    fallen, right = played('{"do": "topple", "color": "red", "from": 8}', '{"do": "put_right"}').truth
    assert fallen.events == right.events == ()
    assert fallen.begin_s < right.readable_s < fallen.allowed_until_s < float("inf")
    assert fallen.position["red"] == [-1, -1, -1]
    assert right.position["red"] == [-1, -1, -1, 8]


def test_a_pawn_held_over_a_field_is_not_on_it() -> None:
    play = played(THROWN_3, '{"do": "hesitate", "from": 5, "over": ["T8"], "seconds": 3}')
    held = play.timeline.moment(play.truth[-1].readable_s - 2.0).scene
    field = play.board.field("T8")
    over = [pawn for pawn in held.pawns if np.hypot(pawn.x_mm - field.x_mm, pawn.y_mm - field.y_mm) < 1]
    assert [pawn.height_mm > 20 for pawn in over] == [True]
    assert held.hand is not None


def test_two_hands_are_over_the_board_at_once() -> None:
    play = played(THROWN_3, '{"do": "move", "from": 5, "second_hand": true, "seconds": 2}')
    begin_s = play.truth[-1].begin_s
    assert len(play.timeline.moment(begin_s + 0.7).scene.hands) == 2


def test_pushes_turns_and_knocks_add_up() -> None:
    play = played('{"do": "push", "dx_mm": 30}', '{"do": "push", "dx_mm": 5, "turn_deg": 8}', '{"do": "turn", "deg": 90}')
    assert play.timeline.moment(99).nudge == Nudge(35, 0, 98)
    play = played('{"do": "knock", "roll_deg": 2}', '{"do": "knock", "roll_deg": 3, "right_mm": 4}')
    assert play.timeline.moment(99).knock == Knock(roll_deg=5, right_mm=4)


def test_nothing_is_moved_where_a_cup_hides_it() -> None:
    with pytest.raises(InputError, match="something lies before them"):
        played('{"do": "put", "thing": "sleeve", "field": "T5"}', THROWN_3, MOVED)


def test_a_second_move_may_begin_before_the_first_is_believed() -> None:
    first, _, second = played('{"do": "play", "plies": 2, "hurry": true}').truth[1:]
    assert second.begin_s - first.readable_s < 0.7


def test_lights_go_on_and_off_and_clouds_pass() -> None:
    play = played('{"do": "light", "brightness": 0.4}', '{"do": "lamp", "azimuth_deg": 10}', '{"do": "cloud", "shade": 0.5}')
    before, after = play.timeline.moment(0), play.timeline.moment(99)
    assert (after.light.brightness, after.light.azimuth_deg, after.shade) == (0.4, 10, 0.5)
    assert (before.light.brightness, before.shade) == (play.camera.light.brightness, 1.0)


def test_the_same_seed_gives_the_same_pictures() -> None:
    def pictures() -> list[bytes]:
        performance = random_evening(Script((), seed=7, size=(320, 200)), 2, Mix(1.0)).performance
        return [picture.tobytes() for _, picture in performance.pictures(1)]

    assert pictures() == pictures()


def test_other_seeds_give_other_evenings() -> None:
    said = {"\n".join(random_evening(Script((), seed=seed), 8, Mix(1.0)).script.lines()) for seed in range(5)}
    assert len(said) == 5


def test_a_random_evening_can_be_played_again_from_its_script() -> None:
    evening = random_evening(Script((), seed=11), 30, Mix(0.8))
    again = perform(parse_script("\n".join(evening.script.lines())))
    assert [line.to_dict(5) for line in again.truth] == [line.to_dict(5) for line in evening.performance.truth]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), kind=st.sampled_from((*AT_TABLE, "hurry", "outside")))
def test_what_is_expected_is_a_record_that_can_be(seed: int, kind: str) -> None:
    """The history refuses events that cannot follow, and take-backs to lines that do not count."""
    performance = random_evening(Script((), seed=seed), 12, Mix(0.8, (kind,))).performance
    history = true_history(performance, len(performance.truth))
    assert history.next_n == 1 + sum(len(line.events) for line in performance.truth)
    sound = [line for line in performance.truth if line.state is not None][-1]
    if sound is performance.truth[-1]:
        assert history.now.state == sound.state


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_chance_never_moves_the_board_out_of_the_picture(seed: int) -> None:
    performance = random_evening(Script((), seed=seed), 15, Mix(1.0, ("push", "turn", "knock"))).performance
    for line in performance.truth:
        moment = performance.timeline.moment(line.readable_s)
        corners = performance.camera.corners_px(moment.nudge, moment.knock)
        assert (corners > 0).all()
        assert (corners < performance.camera.size).all()


def test_a_recording_shows_a_picture_again_as_long_as_nothing_changes(tmp_path: Path) -> None:
    play = played(THROWN_3, MOVED, '{"do": "push", "dx_mm": 10}')
    told_of: list[int] = []
    film(tmp_path, play, lambda done, everything: told_of.append(everything - done))
    lines = read_frame_lines(tmp_path)
    assert told_of == list(range(len(lines) - 1, -1, -1))
    pictures = {line.file for line in lines}
    assert len(pictures) == len(list(tmp_path.glob("*.jpg"))) < len(lines)
    assert [line.throw for line in lines if line.throw is not None] == [3]
    told = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text("utf-8").splitlines()]
    assert [line["act"] for line in told] == ["throw", "move", "push"]
    assert open_recording(tmp_path).game == play.game


def test_a_script_is_played_from_the_command_line(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text(json.dumps({"size": SMALL, "fps": 2}) + '\n{"do": "throw", "value": 3}\n{"do": "move"}\n', "utf-8")
    assert main(["simulate", str(script), "--out", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "script.jsonl").is_file()


def test_a_bad_script_is_told_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{}\n{"do": "jump"}\n', "utf-8")
    assert main(["simulate", str(script), "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert "script.jsonl, line 2" in told[0]
    assert not (tmp_path / "out").exists()


def test_what_needs_a_screen_is_not_filmed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text(json.dumps({"size": SMALL}) + '\n{"do": "throw", "value": 3}\n{"do": "correct", "throw": 2}\n', "utf-8")
    assert main(["simulate", str(script), "--out", str(tmp_path / "out")]) == 2
    assert "a recording can show" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_disturbance_nobody_knows_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--random", "--kinds", "push,earthquake", "--out", str(tmp_path / "out")]) == 2
    assert "earthquake" in capsys.readouterr().err
