"""What measures whole evenings: the fingers at the screen, the records on the shelf, and what makes an evening a bad one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from calibration.profile import load_profile
from companion.belief.arrangement import Arrangement
from companion.events import TakebackEvent, ThrowEvent
from companion.measuring.evening import LEFT, Shelf, evening, game_script, near_the_end
from companion.measuring.evening_report import Happened, Played, table, wrong
from companion.measuring.judging import Judge
from companion.measuring.people import GIVES_UP_S, READS_S, TOUCHES_S, Asked, People, standing_at
from companion.measuring.watching import frame_times, true_events, watch_performance
from companion.rules import Color, parse_game, parse_position_text
from companion.scene import Mode, Scene, SceneButton, SceneChoice, SceneWay
from companion.simulation.director import Performance, perform
from companion.simulation.script import parse_script
from companion.wish import Answer, Correct, More, PutRight, Wish

POSITION = "yellow:B,B,5,20 green:B,B,B,3 red:B,B,B,8 black:B,B,B,0 turn=yellow"
THROWN = '{"do": "throw", "value": 3}'
MOVED = '{"do": "move", "from": 5}'
BOARD = load_profile("schmidt-4")
SEEN: Mapping[str, object] = {"like": "quiet", "board_share": 0.85}


def played(*acts: str, size: tuple[int, int] = (320, 200)) -> Performance:
    first = {"seed": 2, "size": list(size), "view": SEEN, "position": POSITION}
    return perform(parse_script("\n".join((json.dumps(first), *acts))))


# ---- fingers ----


def wishes(people: People, scene: Scene, since_s: float, seconds: float) -> Iterator[Wish]:
    """What is wanted while the screen shows the same."""
    for number in range(int(seconds / 0.1) + 1):
        yield from people.wishes(scene, since_s + 0.1 * number)


GAME = Scene(BOARD, Mode.THROW, (), correctable=True)
OPEN = Scene(BOARD, Mode.WRONG, (), buttons=(SceneButton("different", "It was different"),))
FIVE = PutRight(2, (ThrowEvent(Color("yellow"), 5, "keyboard"),))
NOTHING = PutRight(2, (TakebackEvent(0),))
FACES = Scene(
    BOARD,
    Mode.CORRECT,
    (),
    choices=(SceneChoice("choice:4", "4", throw=4), SceneChoice("choice:5", "5", throw=5, wish=FIVE)),
    buttons=(SceneButton("nothing", "Nothing", wish=NOTHING),),
)


def test_a_throw_is_put_right_in_two_touches() -> None:
    play = played(THROWN, '{"do": "correct", "throw": 5, "after": 1}')
    people = People(play, 0.0)
    at_s = 2.0 + play.touches[0].time_s
    assert list(wishes(people, GAME, 0.0, 1.0)) == []
    assert people.wishes(GAME, at_s) == (Correct(),)
    assert people.wishes(FACES, at_s + TOUCHES_S / 2) == ()
    assert people.wishes(FACES, at_s + TOUCHES_S + 0.01) == (FIVE,)
    assert [(one.touches, one.done) for one in people.put_right] == [(2, True)]


def test_what_was_no_throw_is_said_by_the_button() -> None:
    play = played(THROWN, '{"do": "correct", "throw": 0}')
    people = People(play, 0.0)
    at_s = 1.0 + play.touches[0].time_s
    assert people.wishes(GAME, at_s) == (Correct(),)
    assert people.wishes(FACES, at_s + 1) == (NOTHING,)


def test_an_open_move_is_put_right_once_it_has_been_told() -> None:
    play = played(THROWN, '{"do": "wrong", "from": 5, "to": 9}', '{"do": "correct", "throw": 4}')
    people = People(play, 0.0)
    at_s = play.touches[0].time_s
    right = PutRight(3, ())
    way, other = (SceneWay("yellow", ("T5", *between, "T9")) for between in (("T6", "T7", "T8"), ()))
    card = SceneChoice("right", "four", color="yellow", throw=4, way=way, wish=right)
    cards = Scene(BOARD, Mode.CORRECT, (), choices=(SceneChoice("not", "three", throw=3, way=other), card))
    assert people.wishes(GAME, at_s) == ()
    assert people.wishes(OPEN, at_s + 0.1) == (Correct(),)
    assert people.wishes(cards, at_s + 1.0) == (right,)


def test_who_finds_no_card_asks_for_more_and_gives_up() -> None:
    play = played(THROWN, '{"do": "correct", "throw": 6}')
    people = People(play, 0.0)
    at_s = play.touches[0].time_s
    none = replace(FACES, buttons=(SceneButton("more", "More"),))
    assert set(wishes(people, none, at_s, GIVES_UP_S + 1.0)) == {More()}
    assert [one.done for one in people.put_right] == [False]


def question(*answers: Arrangement) -> Scene:
    choices = tuple(
        SceneChoice(f"answer:{n}", str(n), wish=Answer(3, arrangement, str(n))) for n, arrangement in enumerate(answers)
    )
    return Scene(BOARD, Mode.ASK, (), choices=choices, buttons=(SceneButton("dont_know", "?", wish=Answer(3, None, "?")),))


@pytest.mark.parametrize(
    ("covered", "could_be_seen"),
    [((), True), (('{"do": "put", "thing": "card", "field": "T23"}',), False)],
)
def test_a_question_is_answered_by_what_really_stands_there(covered: tuple[str, ...], could_be_seen: bool) -> None:
    play = played(*covered, THROWN, MOVED)
    people, at_s = People(play, 0.0), play.truth[-1].readable_s + 0.1
    true = standing_at(play, at_s)
    before = standing_at(play, play.truth[-1].begin_s)
    yellow = Color("yellow")
    other = tuple(sorted((yellow, 23) if piece == (yellow, 20) else piece for piece in before))
    asked = list(wishes(people, question(other, true), at_s, READS_S + 0.1))
    assert asked == [Answer(3, true, "1")]
    assert [(one.answer, one.could_be_seen) for one in people.asked] == [("1", could_be_seen)]


def test_who_sees_neither_answer_does_not_know() -> None:
    play = played(THROWN, MOVED)
    people, at_s = People(play, 0.0), play.truth[-1].readable_s + 0.1
    before = standing_at(play, play.truth[-1].begin_s)
    assert list(wishes(people, question(before[1:], before), at_s, READS_S + 0.1)) == [Answer(3, None, "?")]


# ---- the record ----


def test_a_correction_names_its_line_also_when_questions_moved_it() -> None:
    play = played(THROWN, '{"do": "correct", "throw": 4}')
    thrown, said = ({"source": "recorded", **event} for told in play.truth for event in told.events)
    for asked, of, fits in ((0, 1, True), (1, 2, True), (1, 1, False)):
        judge = Judge(play.truth)
        for _ in range(asked):
            judge.take({"kind": "question"}, 0.5)
        judge.take(thrown, play.truth[0].readable_s)
        judge.take({**said, "of": of}, play.truth[1].readable_s)
        assert (judge.failure is None) is fits


def test_a_perfect_record_is_the_scripts_and_a_shorter_one_is_not(tmp_path: Path) -> None:
    play = played(THROWN, MOVED, '{"do": "throw", "value": 1}')
    for until, same in ((len(play.truth), True), (len(play.truth) - 1, False)):
        shelf = Shelf(tmp_path / str(until))
        shelf.begin(play, until)
        assert (shelf.different(play) is None) is same


def test_a_record_with_another_ending_is_not_the_scripts(tmp_path: Path) -> None:
    play, shelf = played(THROWN, MOVED), Shelf(tmp_path)
    log = shelf.begin(play, 1)
    log.append(ThrowEvent(Color("yellow"), 2, "keyboard"), 1.0)
    with pytest.raises(Exception, match="3 before it was not used"):
        shelf.different(play)


def test_the_companion_goes_on_from_its_file(tmp_path: Path) -> None:
    play, shelf = played(THROWN, MOVED, THROWN.replace("3", "1")), Shelf(tmp_path)
    shelf.begin(play, 2)
    history, _, _ = shelf.again()
    assert history.next_n == 1 + len(true_events(play, 2))
    shelf.close()


def test_a_long_break_costs_few_frames() -> None:
    play = played(THROWN, '{"do": "pause", "minutes": 60}', MOVED)
    times = list(frame_times(play, 5.0))
    assert times == sorted(times)
    assert len(times) < 400 < 3600 < times[-1]
    moved = play.truth[-1]
    assert sum(moved.begin_s <= time_s <= moved.readable_s for time_s in times) >= int(5 * (moved.readable_s - moved.begin_s))


def test_a_game_with_slips_corrections_and_a_restart_is_watched_without_a_fault(tmp_path: Path) -> None:
    acts = (
        THROWN,
        '{"do": "again", "value": 5}',
        '{"do": "correct", "throw": 4, "after": 2}',
        '{"do": "restart"}',
        '{"do": "move", "from": 5, "after": 2}',
        '{"do": "wrong", "color": "green", "from": 3, "to": 5}',
        '{"do": "correct", "throw": 2}',
        '{"do": "throw", "value": 2}',
        '{"do": "move", "from": 8}',
        '{"do": "throw", "value": 3, "after": 0.05}',
    )
    play, shelf = played(*acts, size=(1280, 720)), Shelf(tmp_path)
    watched = watch_performance(play, 5.0, shelf)
    assert [failure.sentence() for failure in watched.failures] == []
    assert shelf.different(play) is None
    assert (watched.refused, [one.touches for one in watched.put_right]) == (1, [2, 2])
    assert watched.told_again == 1


# ---- evenings ----


def test_the_revenge_is_set_up_from_where_the_last_game_ended() -> None:
    first, second = game_script(1, 0, None), game_script(1, 1, "yellow:B,B,B,B green:a,b,c,d black:B,B,B,3")
    assert (first.position, first.stands) == (None, None)
    assert second.position is not None and second.stands is not None
    assert second.seed != first.seed
    assert second.view_seed == first.view_seed
    assert game_script(1, 1, second.stands) == second


def test_four_players_first_game_is_entered_late() -> None:
    script = game_script(3, 0, None)
    assert script.colors == ["yellow", "green", "red", "black"]
    assert script.position is not None


@pytest.mark.parametrize("seed", range(3))
def test_a_late_position_is_one_in_which_somebody_is_on(seed: int) -> None:
    game = parse_game("schmidt-2016", "four", None, None)
    position, turn = parse_position_text(game, near_the_end(game, Random(seed)))
    home = sum(p >= game.track for color in game.colors for p in position.pieces(color))
    assert turn is not None
    assert 4 <= home < 16
    assert LEFT[0] < LEFT[1]


GOOD = Played(20, True, None, (), (2, 2), 0, 1, 0, {"throw": Happened(20)}, ())
HIDDEN, PLAIN = (Asked(3.0, "Which piece?", "A", could) for could in (False, True))


@pytest.mark.parametrize(
    ("game", "bad"),
    [
        (GOOD, False),
        (replace(GOOD, asked=(HIDDEN,)), False),
        (replace(GOOD, asked=(PLAIN,)), True),
        (replace(GOOD, touches=(2, 3)), True),
        (replace(GOOD, given_up=1), True),
        (replace(GOOD, different="step 3"), True),
    ],
)
def test_what_makes_an_evening_a_bad_one(game: Played, bad: bool) -> None:
    assert wrong(game) is bad


def test_the_report_counts_questions_for_a_hundred_plies_and_touches() -> None:
    told = table([[GOOD, replace(GOOD, asked=(HIDDEN, PLAIN), different="step 3")]])
    assert told[:4] == [
        "1 evenings, 2 games (2 to their end), 40 plies",
        "final records equal to the script: 1 of 2",
        "questions: 2 (5.00 per 100 plies), 1 of what the camera could see",
        "put right on the screen: 4 times, 4 with 2 touches, 0 times no card said it",
    ]
    assert told[-1].split() == ["throw", "40", "0", "0"]


@pytest.mark.slow
def test_a_short_evening_is_kept_up_with() -> None:
    games = evening(1, fps=5.0, plies=12, disturb=0.5, save=None)
    assert [game.different for game in games] == [None, None, None]
    assert not any(wrong(game) for game in games)
