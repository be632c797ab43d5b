"""Verdicts, by hand: what stands on the board after a throw, and what is said about it.

Positions and sightings are written as in the rules' notation; a colour that is left out of a position has all its pieces
in the house, one left out of a sighting stands as before. `green:a` or `green:B` as a place is another colour's.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules import (
    Color,
    ForeignPlace,
    Game,
    Position,
    Reason,
    RulesError,
    Sighting,
    Verdict,
    Walk,
    judge,
    parse_game,
)
from tests.rules_play import position_of

GRUNDREGEL = "schmidt-2016"
FORCED: dict[str, Any] = {"capture": "compulsory", "missed_capture": "none"}


def seen(game: Game, position: Position, text: str) -> Sighting:
    rows: dict[str, list[int | str]] = {color: [*row] for color, row in position.to_dict().items()}
    for part in text.split():
        color, _, values = part.partition(":")
        rows[color] = [_place(color, value) for value in values.split(",") if value]
    return Sighting.parse(game, rows)


def _place(color: str, text: str) -> int | str:
    if text.isdigit():
        return int(text)
    return text if ":" in text else f"{color}:{text}"


CASES: list[tuple[str, Any, str, int | None, str, str, str]] = [
    # what was done, rules, position before, throw of yellow, seen, verdict or reasons, the same with done
    ("nothing", GRUNDREGEL, "yellow:B,B,B,5", 3, "", "unchanged", "must_move"),
    ("nothing could be done", GRUNDREGEL, "", 3, "", "unchanged", "legal"),
    ("nobody has thrown and nothing was done", GRUNDREGEL, "", None, "", "unchanged", "unchanged"),
    ("a legal move", GRUNDREGEL, "yellow:B,B,B,5", 3, "yellow:B,B,B,8", "legal", "legal"),
    ("a capture", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,38", 3, "yellow:B,B,B,8 green:B,B,B,B", "legal", "legal"),
    ("a capture missed", "schmidt-family",
     "yellow:B,B,5,9 green:B,B,B,38", 3, "yellow:B,B,5,12", "missed_capture", "missed_capture"),
    # incomplete
    ("own piece lifted", GRUNDREGEL, "yellow:B,B,B,5", 3, "yellow:B,B,B", "incomplete", "piece_missing"),
    ("own and captured piece lifted", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,38", 3, "yellow:B,B,B green:B,B,B",
     "incomplete", "piece_missing"),
    ("captured piece lifted first", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,38", 3, "green:B,B,B", "incomplete", "piece_missing"),
    ("captured piece home, own piece lifted", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,38", 3, "yellow:B,B,B green:B,B,B,B",
     "incomplete", "piece_missing"),
    ("captured piece home first, own piece not yet moved", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,38", 3, "green:B,B,B,B",
     "incomplete", "wrong_colour"),
    ("captured piece lying beside", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,38", 3, "yellow:B,B,B,8 green:B,B,B",
     "incomplete", "captured_not_returned"),
    ("both on one field", GRUNDREGEL,
     "yellow:B,B,B,5 green:B,B,B,38", 3, "yellow:B,B,B,8", "incomplete", "captured_not_returned"),
    ("the middle of a missed capture", "schmidt-family", "yellow:B,B,5,9 green:B,B,B,38", 3, "yellow:B,B,5",
     "incomplete", "piece_missing"),
    # reasons
    ("moved before the throw", GRUNDREGEL, "yellow:B,B,B,5", None, "yellow:B,B,B,8", "not_thrown", ""),
    ("another colour moved", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,7", 3, "green:B,B,B,10", "wrong_colour", ""),
    ("another colour moved beside a legal move", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,7", 3, "yellow:B,B,B,8 green:B,B,B,10",
     "wrong_colour", ""),
    ("a captured piece went on instead of home", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,38", 3, "yellow:B,B,B,8 green:B,B,B,39",
     "wrong_colour", ""),
    ("a partner was sent home", "schmidt-pairs",
     "yellow:B,B,B,5 red:B,B,B,28", 3, "yellow:B,B,B,8 red:B,B,B,B", "wrong_colour", ""),
    ("another colour captured the one on", GRUNDREGEL, "yellow:B,B,B,10 green:B,B,B,39", 3, "yellow:B,B,B,B green:B,B,0,B",
     "wrong_colour", ""),
    ("two own pieces", GRUNDREGEL, "yellow:B,B,5,9", 3, "yellow:B,B,6,11", "several_moves", ""),
    ("into a foreign goal", GRUNDREGEL, "yellow:B,B,B,9", 2, "yellow:B,B,B,green:b", "foreign_goal", ""),
    ("a captured piece into a foreign house", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,38", 3,
     "yellow:B,B,B,8 green:B,B,B,red:B", "foreign_goal", ""),
    ("entered without a 6", GRUNDREGEL, "yellow:B,B,B,5", 3, "yellow:B,B,0,5", "enter_needs_six", ""),
    ("entered without a 6 beside A", GRUNDREGEL, "yellow:B,B,B,5", 3, "yellow:B,B,2,5", "enter_needs_six", ""),
    ("entered without a 6 while A had to be left", GRUNDREGEL, "yellow:B,B,B,0", 3, "yellow:B,B,0,0",
     "enter_needs_six must_clear_start", ""),
    ("backwards", GRUNDREGEL, "yellow:B,B,B,9", 3, "yellow:B,B,B,6", "backward", ""),
    ("backwards over A", GRUNDREGEL, "yellow:B,B,B,2", 3, "yellow:B,B,B,39", "backward", ""),
    ("backwards in the goal", GRUNDREGEL, "yellow:B,B,B,c", 1, "yellow:B,B,B,b", "backward", ""),
    ("backwards out of the goal", GRUNDREGEL, "yellow:B,B,B,a", 1, "yellow:B,B,B,39", "backward", ""),
    ("back into the house", GRUNDREGEL, "yellow:B,B,5,9", 3, "yellow:B,B,B,9", "backward", ""),
    ("backwards with the option, nobody there", {"backward_capture": True},
     "yellow:B,B,B,9", 3, "yellow:B,B,B,6", "backward", ""),
    ("backwards with the option, but bound to A", {"backward_capture": True}, "yellow:B,B,0,8 green:B,B,B,35", 3,
     "yellow:B,B,0,5 green:B,B,B,B", "must_clear_start", ""),
    ("backwards over a barrier", {"backward_capture": True, "barriers": True}, "yellow:B,B,B,10 green:B,B,38,38 red:B,B,B,26", 4,
     "yellow:B,B,B,6 red:B,B,B,B", "barrier_in_the_way", ""),
    ("no such goal field", GRUNDREGEL, "yellow:B,B,B,39", 5, "yellow:B,B,B,d", "goal_overshot", ""),
    ("on past the own goal", GRUNDREGEL, "yellow:B,B,B,38", 4, "yellow:B,B,B,2", "goal_overshot", ""),
    ("one field too far", GRUNDREGEL, "yellow:B,B,B,5", 3, "yellow:B,B,B,9", "wrong_count", ""),
    ("entered and walked on with the same 6", GRUNDREGEL, "yellow:B,B,B,B", 6, "yellow:B,B,B,6", "wrong_count", ""),
    ("wrong count, and the 6 had to enter", GRUNDREGEL, "yellow:B,B,B,5", 6, "yellow:B,B,B,9", "wrong_count must_enter", ""),
    ("wrong count with the piece that had to leave A", GRUNDREGEL, "yellow:B,B,0,9", 3, "yellow:B,B,4,9", "wrong_count", ""),
    ("wrong count onto a piece that is nowhere now", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,38", 2,
     "yellow:B,B,B,8 green:B,B,B", "wrong_count captured_not_returned", ""),
    ("onto an own piece", GRUNDREGEL, "yellow:B,B,5,8", 3, "yellow:B,B,8,8", "own_piece_there", ""),
    ("onto an own piece in the goal", {"barriers": True}, "yellow:B,B,39,b", 2, "yellow:B,B,b,b", "own_piece_there", ""),
    ("onto the own piece on A", GRUNDREGEL, "yellow:B,B,B,0", 6, "yellow:B,B,0,0", "own_piece_there must_enter", ""),
    ("onto the own piece on A, with barriers", {"barriers": True}, "yellow:B,B,B,0", 6, "yellow:B,B,0,0", "must_enter", ""),
    ("over a barrier", {"barriers": True}, "yellow:B,B,B,5 green:B,B,37,37", 3, "yellow:B,B,B,8", "barrier_in_the_way", ""),
    ("onto a barrier", {"barriers": True}, "yellow:B,B,B,5 green:B,B,38,38", 3, "yellow:B,B,B,8", "barrier_in_the_way", ""),
    ("a third onto the own barrier", {"barriers": True}, "yellow:B,5,8,8", 3, "yellow:B,8,8,8", "barrier_in_the_way", ""),
    ("entered onto a barrier", {"barriers": True}, "black:B,B,10,10", 6, "yellow:B,B,B,0", "barrier_in_the_way", ""),
    ("jumped in the goal", {"jump_in_goal": False}, "yellow:B,B,39,a", 3, "yellow:B,B,a,c", "jumped_in_goal", ""),
    ("a 6 had to enter", GRUNDREGEL, "yellow:B,B,B,5", 6, "yellow:B,B,B,11", "must_enter", ""),
    ("a 6 had to move the piece on A first", GRUNDREGEL, "yellow:B,B,0,9", 6, "yellow:B,B,0,15", "must_enter", ""),
    ("A had to be cleared", GRUNDREGEL, "yellow:B,B,0,9", 3, "yellow:B,B,0,12", "must_clear_start", ""),
    ("Schlagzwang", FORCED, "yellow:B,B,5,9 green:B,B,B,38", 3, "yellow:B,B,5,12", "must_capture", ""),
    ("Schlagzwang before the duties, a move against them", {**FORCED, "missed_capture": "huff_any", "capture_first": True},
     "yellow:B,0,5,20 green:B,B,B,38", 3, "yellow:B,0,5,23", "must_clear_start", ""),
    ("an own piece that may not move is gone", GRUNDREGEL, "yellow:B,B,5,d", 3, "yellow:B,B,5", "piece_missing", ""),
    ("a foreign piece is gone", GRUNDREGEL, "yellow:B,B,B,5 green:B,B,B,7", 3, "green:B,B,B", "piece_missing", ""),
    ("a fifth piece", GRUNDREGEL, "yellow:B,B,B,5", 3, "green:B,B,B,B,7", "piece_extra", ""),
    ("one too few and one too many", GRUNDREGEL,
     "yellow:B,B,B,5", 3, "green:B,B,B red:B,B,B,B,7", "piece_missing piece_extra", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "before", "throw", "after", "said", "done"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_verdict(rules: Any, before: str, throw: int | None, after: str, said: str, done: str) -> None:
    game = parse_game(rules)
    position = position_of(game, before)
    assert tell(game, position, throw, after, done=False) == said
    assert tell(game, position, throw, after, done=True) == (done or said)


def tell(game: Game, position: Position, throw: int | None, after: str, done: bool) -> str:
    judged = judge(game, position, Color("yellow"), throw, seen(game, position, after), done)
    return " ".join(judged.reasons) or judged.verdict.value


def test_a_missed_capture_names_the_pieces_that_could_have_captured() -> None:
    game = parse_game("schmidt-family")
    position = position_of(game, "yellow:B,5,11,20 green:B,B,38,4")
    judged = judge(game, position, Color("yellow"), 3, seen(game, position, "yellow:B,5,11,23"))
    assert judged.verdict is Verdict.MISSED_CAPTURE
    assert judged.could_capture == ((Color("yellow"), 5), (Color("yellow"), 11))
    assert judged.to_dict()["could_capture"] == [{"color": "yellow", "from": 5}, {"color": "yellow", "from": 11}]


def test_a_wrong_count_says_what_was_walked() -> None:
    game = parse_game()
    position = position_of(game, "yellow:B,B,B,5")
    assert judge(game, position, Color("yellow"), 3, seen(game, position, "yellow:B,B,B,9")).walk == Walk(Color("yellow"), 5, 9)


def test_neutral_an_own_and_a_neutral_piece_are_several_moves() -> None:
    game = parse_game(seats={"neutral": "black"})
    position = position_of(game, "yellow:B,B,B,5 black:B,B,B,7")
    judged = judge(game, position, Color("yellow"), 3, seen(game, position, "yellow:B,B,B,8 black:B,B,B,10"))
    assert judged.reasons == (Reason.SEVERAL_MOVES,)


def test_neutral_own_piece_captured_by_a_wrong_neutral_move_is_no_second_move() -> None:
    game = parse_game(seats={"neutral": "black"})
    position = position_of(game, "yellow:B,B,B,12 black:B,B,B,20")
    judged = judge(game, position, Color("yellow"), 3, seen(game, position, "yellow:B,B,B,B black:B,B,B,22"))
    assert judged.reasons == (Reason.WRONG_COUNT,)


def test_a_helper_moves_the_partner_and_not_himself() -> None:
    game = parse_game("schmidt-pairs")
    position = position_of(game, "yellow:a,b,c,d red:B,B,B,5")
    assert tell(game, position, 3, "red:B,B,B,8", done=False) == "legal"
    assert tell(game, position, 3, "yellow:39,b,c,d", done=False) == "wrong_colour"


def test_foreign_places_are_read_and_written() -> None:
    game = parse_game()
    sighting = Sighting.parse(game, {"yellow": [5, "green:b", "yellow:a"], "green": ["red:B"], "red": [], "black": []})
    assert sighting.places(Color("yellow")) == (5, 40, ForeignPlace(Color("green"), "goal", 1))
    assert sighting.to_dict() == {"yellow": [5, 40, "green:b"], "green": ["red:B"], "red": [], "black": []}


@pytest.mark.parametrize(
    ("observed", "part"),
    [
        (7, "observed is 7"),
        ({"blue": []}, '"blue", which is not in the game'),
        ({"yellow": []}, "observed.green is null"),
        ({"yellow": [44], "green": [], "red": [], "black": []}, "observed.yellow has 44"),
        ({"yellow": [True], "green": [], "red": [], "black": []}, "observed.yellow has true"),
        ({"yellow": ["green:e"], "green": [], "red": [], "black": []}, 'observed.yellow has "green:e"'),
        ({"yellow": ["blue:a"], "green": [], "red": [], "black": []}, 'observed.yellow has "blue:a"'),
    ],
)
def test_a_sighting_that_cannot_be_read_says_where(observed: object, part: str) -> None:
    with pytest.raises(RulesError) as error:
        Sighting.parse(parse_game(), observed)
    assert part in str(error.value)
    assert "; expected" in str(error.value)
