"""The rulebook, sentence by sentence: sections 2 and 3 of the rules as positions with their moves and turns.

Positions are written as in the rules' notation; colours that are left out have all pieces in the house. Moves are
`colour from>to`, with `B` for the house and `x colour` for a capture; goal fields are letters.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules import (
    Color,
    Game,
    Move,
    Penalty,
    RulesError,
    State,
    after_throw,
    apply_move,
    choices,
    initial_position,
    initial_state,
    parse_game,
    penalised,
    penalty_choice,
    places,
)
from companion.rules.position import place_text
from tests.rules_play import position_of

GRUNDREGEL = "schmidt-2016"
NEUTRAL = {"neutral": "black"}
TWO = {"two": True}


def tell(game: Game, move: Move) -> str:
    source, target = (place_text(game.board.track, p) for p in (move.source, move.target))
    return f"{move.color} {source}>{target}" + (f" x {move.captures}" if move.captures else "")


MOVES: list[tuple[str, Any, Any, str, int, str, str]] = [
    # sentence, rules, seats, position, throw of yellow, legal, missed
    ("Enter: a 6, a piece in the house → house to 0", GRUNDREGEL, None, "", 6, "yellow B>0", ""),
    ("Enter: r = 6 and nothing else", GRUNDREGEL, None, "", 5, "", ""),
    ("Enter: own A not held by an own piece", GRUNDREGEL, None, "yellow:B,B,0,6", 6, "yellow 6>12", ""),
    ("Advance: from p to q = p + r", GRUNDREGEL, None, "yellow:B,B,B,5", 4, "yellow 5>9", ""),
    ("Advance: in the goal too", GRUNDREGEL, None, "yellow:B,B,B,a", 2, "yellow a>c", ""),
    ("Advance: q ≤ L+3", GRUNDREGEL, None, "yellow:B,B,B,39", 5, "", ""),
    ("Occupied fields count and may be jumped over", GRUNDREGEL, None, "yellow:B,B,B,5 green:B,B,B,36", 3, "yellow 5>8", ""),
    ("… own ones", GRUNDREGEL, None, "yellow:B,B,5,7", 3, "yellow 5>8, yellow 7>10", ""),
    ("… in the goal too", GRUNDREGEL, None, "yellow:39,a,b,d", 3, "yellow 39>c", ""),
    ("The roll is never split", GRUNDREGEL, None, "yellow:B,B,5,9", 3, "yellow 5>8, yellow 9>12", ""),
    ("A move may not end on a piece of the own colour", GRUNDREGEL, None, "yellow:B,B,5,8", 3, "yellow 8>11", ""),
    ("Ending on a foreign piece captures it", GRUNDREGEL, None, "yellow:B,B,B,5 green:B,B,B,38", 3, "yellow 5>8 x green", ""),
    ("No track field is safe, A fields included", GRUNDREGEL, None, "yellow:B,B,B,7 green:B,B,B,0", 3, "yellow 7>10 x green", ""),
    ("Foreign goal fields are never entered", GRUNDREGEL, None, "yellow:B,B,B,9", 3, "yellow 9>12", ""),
    ("Duty 4: with a 6 a piece must be entered", GRUNDREGEL, None, "yellow:B,B,5,12", 6, "yellow B>0", ""),
    ("Duty 4: an own piece on A must first go on", GRUNDREGEL, None, "yellow:B,B,0,12", 6, "yellow 0>6", ""),
    ("Duty 4: if it cannot, any other", GRUNDREGEL, None, "yellow:B,0,6,20", 6, "yellow 6>12, yellow 20>26", ""),
    ("Duty 5: an own piece on A must leave it", GRUNDREGEL, None, "yellow:B,B,0,12", 2, "yellow 0>2", ""),
    ("Duty 5: if not, any other", GRUNDREGEL, None, "yellow:B,0,2,12", 2, "yellow 2>4, yellow 12>14", ""),
    ("Duties bind while a piece is in the house", GRUNDREGEL, None, "yellow:0,12,a,b", 6, "yellow 0>6, yellow 12>18", ""),
    ("Pieces cannot be told apart", {"barriers": True}, None, "yellow:B,B,7,7", 1, "yellow 7>8", ""),
    # throws, capture
    ("compulsory: one that captures", "schmidt-family", None,
     "yellow:B,B,5,9 green:B,B,B,38", 3, "yellow 5>8 x green", "yellow 9>12"),
    ("optional: any", GRUNDREGEL, None, "yellow:B,B,5,9 green:B,B,B,38", 3, "yellow 5>8 x green, yellow 9>12", ""),
    ("after duties 4 and 5", "schmidt-family", None, "yellow:B,B,0,5 green:B,B,B,38", 3, "yellow 0>3", ""),
    ("none: the move counts as illegal", {"capture": "compulsory", "missed_capture": "none"}, None,
     "yellow:B,B,5,9 green:B,B,B,38", 3, "yellow 5>8 x green", ""),
    ("capture_first: before the duties", {"capture": "compulsory", "capture_first": True}, None,
     "yellow:B,B,0,5 green:B,B,B,38", 3, "yellow 5>8 x green", "yellow 0>3"),
    ("capture_first: missed are those that the duties allow; any other is illegal",
     {"capture": "compulsory", "capture_first": True}, None,
     "yellow:B,0,5,20 green:B,B,B,38", 3, "yellow 5>8 x green", "yellow 0>3"),
    ("capture_first: a capture that the duties demand stands beside the others",
     {"capture": "compulsory", "capture_first": True}, None,
     "yellow:B,B,B,5 green:B,B,30,1", 6, "yellow B>0 x green, yellow 5>11 x green", ""),
    # jump_in_goal
    ("jump_in_goal false: not over own pieces on goal fields", {"jump_in_goal": False}, None,
     "yellow:B,B,39,a", 2, "yellow a>c", ""),
    ("… on the track still", {"jump_in_goal": False}, None, "yellow:B,B,37,38", 3, "yellow 37>a, yellow 38>b", ""),
    # backward_capture
    ("backward: exactly r fields if a foreign piece stands there", {"backward_capture": True}, None,
     "yellow:B,B,B,8 green:B,B,B,35", 3, "yellow 8>5 x green, yellow 8>11", ""),
    ("… p - r ≥ 1: never onto the own A", {"backward_capture": True}, None, "yellow:B,B,B,3 black:B,B,B,10", 3, "yellow 3>6", ""),
    ("… never over the own A", {"backward_capture": True}, None, "yellow:B,B,B,2 black:B,B,B,9", 3, "yellow 2>5", ""),
    ("… never out of the goal", {"backward_capture": True}, None, "yellow:B,B,B,a black:B,B,B,8", 2, "yellow a>c", ""),
    ("… on the track from the field before the goal", {"backward_capture": True}, None,
     "yellow:B,B,B,39 black:B,B,B,4", 5, "yellow 39>34 x black", ""),
    # barriers
    ("Two pieces of one colour may share a track field", {"barriers": True}, None,
     "yellow:B,B,5,8", 3, "yellow 5>8, yellow 8>11", ""),
    ("never three", {"barriers": True}, None, "yellow:B,5,8,8", 3, "yellow 8>11", ""),
    ("never in the goal", {"barriers": True}, None, "yellow:B,B,39,b", 2, "yellow b>d", ""),
    ("not jumped over by anybody", {"barriers": True}, None, "yellow:B,B,B,5 green:B,B,37,37", 3, "", ""),
    ("its owner included", {"barriers": True}, None, "yellow:B,5,7,7", 3, "yellow 7>10", ""),
    ("not landed on or captured", {"barriers": True}, None, "yellow:B,B,B,5 green:B,B,37,37", 2, "", ""),
    ("forwards or backwards", {"barriers": True, "backward_capture": True}, None,
     "yellow:B,B,B,10 green:B,B,38,38 red:B,B,B,26", 4, "yellow 10>14", ""),
    ("not captured backwards", {"barriers": True, "backward_capture": True}, None,
     "yellow:B,B,B,10 green:B,B,36,36", 4, "yellow 10>14", ""),
    ("it also blocks entering", {"barriers": True}, None, "black:B,B,10,10", 6, "", ""),
    ("duties stay: A first goes on", {"barriers": True}, None, "yellow:B,B,0,20", 6, "yellow 0>6", ""),
    ("cannot leave with the 6: entering onto it is a candidate and a duty", {"barriers": True}, None,
     "yellow:B,B,0,20 green:B,B,33,33", 6, "yellow B>0", ""),
    ("… but never three", {"barriers": True}, None, "yellow:B,0,0,20 green:B,B,33,33", 6, "yellow 20>26", ""),
    ("entering beside a piece that could leave is none", {"barriers": True}, None, "yellow:B,B,B,0", 6, "yellow 0>6", ""),
    # partners
    ("partners never capture each other", "schmidt-pairs", None, "yellow:B,B,B,5 red:B,B,B,28", 3, "yellow 5>8", ""),
    ("… nor backwards", {"partners": True, "backward_capture": True}, None, "yellow:B,B,B,8 red:B,B,B,25", 3, "yellow 8>11", ""),
    ("two pieces of the pair form a wall: not jumped over", "schmidt-pairs", None,
     "yellow:B,B,5,6 red:B,B,B,26", 3, "yellow 6>9", ""),
    ("a wall is not landed on", "schmidt-pairs", None, "yellow:B,B,5,6 red:B,B,B,26", 1, "yellow 6>7", ""),
    ("partners implies barriers", "schmidt-pairs", None, "yellow:B,B,B,5 green:B,B,37,37", 3, "", ""),
    ("entering onto a partner's single piece forms one", "schmidt-pairs", None, "red:B,B,B,20", 6, "yellow B>0", ""),
    ("a partner's two on A block entering", "schmidt-pairs", None, "red:B,B,20,20", 6, "", ""),
    ("a player whose four are home plays on with the partner's", "schmidt-pairs", None,
     "yellow:a,b,c,d red:B,B,B,5", 3, "red 5>8", ""),
    ("help_partner false: he is skipped", {"partners": True, "help_partner": False}, None,
     "yellow:a,b,c,d red:B,B,B,5", 3, "", ""),
    # seats
    ("neutral: own and neutral moves together", GRUNDREGEL, NEUTRAL, "yellow:B,B,B,5 black:B,B,B,7", 3,
     "yellow 5>8, black 7>10", ""),
    ("neutral: duties judged for each colour by itself", GRUNDREGEL, NEUTRAL, "yellow:B,B,0,5 black:B,B,3,7", 2,
     "yellow 0>2, black 3>5, black 7>9", ""),
    ("neutral: captures also the mover's own", GRUNDREGEL, NEUTRAL, "yellow:B,B,B,5 black:B,B,B,12", 3,
     "yellow 5>8, black 12>15 x yellow", ""),
    ("neutral: Schlagzwang over both colours", "schmidt-family", NEUTRAL, "yellow:B,B,B,5 black:B,B,B,12", 3,
     "black 12>15 x yellow", "yellow 5>8"),
    ("neutral: a player whose four are home moves neutral pieces", GRUNDREGEL, NEUTRAL, "yellow:a,b,c,d black:B,B,B,7", 3,
     "black 7>10", ""),
    ("two: each colour is played for itself", GRUNDREGEL, TWO, "yellow:B,B,B,5 red:B,B,B,9", 3, "yellow 5>8", ""),
    ("two: a player may capture his other colour", GRUNDREGEL, TWO, "yellow:B,B,B,5 red:B,B,B,28", 3, "yellow 5>8 x red", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "seats", "text", "throw", "legal", "missed"), [row[1:] for row in MOVES], ids=[row[0] for row in MOVES]
)
def test_moves(rules: Any, seats: Any, text: str, throw: int, legal: str, missed: str) -> None:
    game = parse_game(rules, seats=seats)
    found = choices(game, position_of(game, text), Color("yellow"), throw)
    assert ", ".join(tell(game, move) for move in found.legal) == legal
    assert ", ".join(tell(game, move) for move in found.missed) == missed


TURNS: list[tuple[str, Any, Any, str, int, int, str | None, str]] = [
    # sentence, rules, seats, position, attempts, throw of yellow, move, who throws next
    ("After a 6 the same player throws again", GRUNDREGEL, None, "", 1, 6, "yellow B>0", "yellow 1"),
    ("… also when the 6 allowed no move", GRUNDREGEL, None, "yellow:39,a,b,c", 1, 6, None, "yellow 1"),
    ("Not, when the move brought the last piece in", GRUNDREGEL, None, "yellow:37,a,b,c", 1, 6, "yellow 37>d", "green 1"),
    ("Otherwise the next colour clockwise", GRUNDREGEL, None, "yellow:B,B,B,5", 1, 3, "yellow 5>8", "green 1"),
    ("… not yet finished", GRUNDREGEL, None, "yellow:B,B,B,5 green:a,b,c,d red:a,b,c,d", 1, 3, "yellow 5>8", "black 1"),
    ("Over when at most one colour is not home", GRUNDREGEL, None,
     "yellow:39,b,c,d green:a,b,c,d red:a,b,c,d", 1, 1, "yellow 39>a", "over"),
    ("The others play on for the places", GRUNDREGEL, None, "yellow:39,b,c,d green:a,b,c,d", 1, 1, "yellow 39>a", "red 1"),
    ("throws 3: up to three throws", "wikipedia", None, "", 3, 5, None, "yellow 2"),
    ("… the last of them", "wikipedia", None, "", 1, 5, None, "green 3"),
    ("… a 6 ends the attempts", "wikipedia", None, "", 3, 6, "yellow B>0", "yellow 1"),
    ("… none on the track", "wikipedia", None, "green:B,B,B,5", 1, 5, None, "green 1"),
    ("… none in the goal that could still advance", "wikipedia", None, "green:B,B,B,c", 1, 5, None, "green 1"),
    ("… d cannot", "wikipedia", None, "green:B,B,c,d", 1, 5, None, "green 3"),
    ("… a could but may not jump", {"throws": 3, "jump_in_goal": False}, None, "green:B,B,a,b yellow:B,B,B,1", 1, 5,
     "yellow 1>6", "green 1"),
    ("… a 6 that cannot enter gives three new throws", {"throws": 3, "barriers": True}, None, "black:B,B,10,10", 1, 6, None,
     "yellow 3"),
    ("pairs: over with eight pieces", "schmidt-pairs", None, "yellow:39,b,c,d red:a,b,c,d", 1, 1, "yellow 39>a", "over"),
    ("pairs: two homes of different pairs are not the end", "schmidt-pairs", None,
     "yellow:39,b,c,d green:a,b,c,d", 1, 1, "yellow 39>a", "green 1"),
    ("pairs: three throws are judged on the colour he moves", {"partners": True, "throws": 3}, None,
     "yellow:B,B,B,5 green:a,b,c,d black:B,B,B,7", 1, 3, "yellow 5>8", "green 1"),
    ("… which has nothing on the track", {"partners": True, "throws": 3}, None,
     "yellow:B,B,B,5 green:a,b,c,d black:B,B,B,d", 1, 3, "yellow 5>8", "green 3"),
    ("pairs: help_partner false: skipped", {"partners": True, "help_partner": False}, None,
     "yellow:B,B,B,5 green:a,b,c,d", 1, 3, "yellow 5>8", "red 1"),
    ("pairs: a helper's 6 throws again", "schmidt-pairs", None, "yellow:a,b,c,d", 1, 6, "red B>0", "yellow 1"),
    ("two: eight pieces home first", GRUNDREGEL, TWO, "yellow:39,b,c,d red:a,b,c,d", 1, 1, "yellow 39>a", "over"),
    ("two: not over with one colour of each", GRUNDREGEL, TWO, "yellow:39,b,c,d green:a,b,c,d", 1, 1, "yellow 39>a", "red 1"),
    ("two: first: at the first finished colour", {"two_player_win": "first"}, TWO,
     "yellow:39,b,c,d", 1, 1, "yellow 39>a", "over"),
    ("first concerns two players only", {"two_player_win": "first"}, None, "yellow:39,b,c,d", 1, 1, "yellow 39>a", "green 1"),
    ("neutral: never on turn", GRUNDREGEL, {"neutral": "green"}, "yellow:B,B,B,5", 1, 3, "yellow 5>8", "red 1"),
    ("neutral: three throws only if both fulfil the condition", "wikipedia", NEUTRAL, "", 1, 5, None, "green 3"),
    ("… the neutral one does not", "wikipedia", NEUTRAL, "black:B,B,B,7", 1, 5, "black 7>12", "green 1"),
    ("neutral: a player who is home stays on", GRUNDREGEL, NEUTRAL,
     "yellow:B,B,B,5 green:a,b,c,d", 1, 3, "yellow 5>8", "green 1"),
    ("neutral: wins only once the neutral ones are home", GRUNDREGEL, NEUTRAL, "yellow:39,b,c,d", 1, 1, "yellow 39>a", "green 1"),
    ("neutral: … they are", GRUNDREGEL, NEUTRAL, "yellow:39,b,c,d black:a,b,c,d", 1, 1, "yellow 39>a", "over"),
    ("neutral: nobody is home yet", GRUNDREGEL, NEUTRAL, "yellow:B,B,B,5 black:39,b,c,d", 1, 1, "black 39>a", "green 1"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "seats", "text", "attempts", "throw", "told", "then"), [row[1:] for row in TURNS], ids=[row[0] for row in TURNS]
)
def test_turns(rules: Any, seats: Any, text: str, attempts: int, throw: int, told: str | None, then: str) -> None:
    game = parse_game(rules, seats=seats)
    position = position_of(game, text)
    found = {tell(game, move): move for move in choices(game, position, Color("yellow"), throw).legal}
    start = initial_state(game, Color("yellow"), position)
    state = after_throw(game, State(position, start.turn, attempts, start.finished), throw, None if told is None else found[told])
    assert ("over" if state.over else f"{state.turn} {state.throws_left}") == then


ROUNDS: list[tuple[str, str, list[str] | None, Any, str]] = [
    # sentence, board, colours in the game, seats, one round
    ("four, one colour each", "four", None, None, "yellow green red black"),
    ("three without a neutral colour: the fourth is absent", "four", ["yellow", "green", "red"], None, "yellow green red"),
    ("three with a neutral colour, which is never on", "four", None, NEUTRAL, "yellow green red"),
    ("two with two opposite colours each, turn by turn in board order", "four", None, TWO, "yellow green red black"),
    ("six, one colour each", "six", None, None, "yellow green red black blue purple"),
    ("five", "six", ["yellow", "green", "red", "black", "purple"], None, "yellow green red black purple"),
    ("three on the six-player board taking every second one", "six", ["green", "black", "purple"], None, "green black purple"),
    ("any subset, given in any order", "six", ["blue", "green"], None, "green blue"),
    ("two with two opposite colours each on the six-player board", "six", ["yellow", "black", "green", "blue"], TWO,
     "yellow green black blue"),
]  # fmt: skip


@pytest.mark.parametrize(("board", "colors", "seats", "around"), [row[1:] for row in ROUNDS], ids=[row[0] for row in ROUNDS])
def test_who_is_on_in_a_round_without_a_six(board: str, colors: list[str] | None, seats: Any, around: str) -> None:
    game = parse_game(GRUNDREGEL, board, colors, seats)
    state, on = initial_state(game, game.players[0]), []
    for _ in range(len(around.split()) + 1):
        assert state.turn is not None
        on.append(state.turn)
        state = after_throw(game, state, 5, choices(game, state.position, state.turn, 5).legal[0])
    assert on == [*around.split(), around.split()[0]]


@pytest.mark.parametrize(
    ("rules", "row"), [("schmidt-2016", (-1, -1, -1, 0)), ("wikipedia", (-1, -1, -1, -1))], ids=["one on A", "all in the house"]
)
def test_setup(rules: str, row: tuple[int, ...]) -> None:
    game = parse_game(rules, seats=NEUTRAL)
    assert initial_position(game).rows == (row,) * 4


def winners(rules: Any, seats: Any, text: str, throw: int, told: str, turn: str = "yellow") -> list[list[str]]:
    game = parse_game(rules, seats=seats)
    position = position_of(game, text)
    move = {tell(game, move): move for move in choices(game, position, Color(turn), throw).legal}[told]
    return [list(place) for place in places(game, after_throw(game, initial_state(game, Color(turn), position), throw, move))]


def test_places_follow_the_order_of_coming_home() -> None:
    text = "yellow:39,b,c,d green:a,b,c,d red:a,b,c,d"
    assert winners(GRUNDREGEL, None, text, 1, "yellow 39>a") == [["green"], ["red"], ["yellow"]]


def test_the_pair_whose_eight_pieces_are_home_first_wins() -> None:
    text = "yellow:39,b,c,d green:a,b,c,d red:a,b,c,d"
    assert winners("schmidt-pairs", None, text, 1, "yellow 39>a") == [["yellow", "red"]]


def test_two_players_first_colour_wins_for_the_player() -> None:
    assert winners({"two_player_win": "first"}, TWO, "yellow:39,b,c,d", 1, "yellow 39>a") == [["yellow", "red"]]


def test_who_brings_in_the_last_neutral_piece_wins_if_he_is_home() -> None:
    text = "yellow:a,b,c,d green:a,b,c,d black:39,b,c,d"
    assert winners(GRUNDREGEL, NEUTRAL, text, 1, "black 39>a", "green") == [["green"], ["yellow"]]


def test_if_that_player_is_not_home_the_first_who_was_wins() -> None:
    text = "yellow:a,b,c,d green:a,b,c,d black:39,b,c,d"
    assert winners(GRUNDREGEL, NEUTRAL, text, 1, "black 39>a", "red") == [["yellow"], ["green"]]


RETURN = {"capture": "compulsory", "backward_capture": True}
HUFF = "wikipedia-huff"
PENALTIES: list[tuple[str, Any, Any, str, int, str, list[tuple[str, int]], bool]] = [
    # sentence, rules, seats, position, throw of yellow, what was done instead, what may be sent home, may it be let pass
    ("The piece that could have captured", RETURN, None, "yellow:B,B,5,20 green:B,B,B,38", 3, "yellow 20>23",
     [("yellow", 5)], False),
    ("… from wherever it then stands", RETURN, None, "yellow:B,B,B,8 green:B,B,B,35", 3, "yellow 8>11", [("yellow", 11)], False),
    ("If several could, its owner picks one", RETURN, None, "yellow:B,5,11,20 green:B,B,38,4", 3, "yellow 20>23",
     [("yellow", 5), ("yellow", 11)], False),
    ("Of two on one field either could", {**RETURN, "barriers": True}, None, "yellow:B,B,8,8 green:B,B,B,35", 3, "yellow 8>11",
     [("yellow", 11), ("yellow", 8)], False),
    ("A capturer that never left the house: nothing happens", RETURN, NEUTRAL,
     "yellow:B,B,B,5 green:B,B,B,30 black:7,12,a,b", 6, "black 12>18", [], True),
    ("… it cannot be picked unless it is the only one", RETURN, NEUTRAL,
     "yellow:B,B,B,5 green:B,B,B,30 red:B,B,B,23 black:7,12,a,b", 6, "black 12>18", [("black", 7)], False),
    ("Pusten: one piece of their choice on the track", HUFF, None, "yellow:B,5,20,b green:B,B,B,38", 3, "yellow 20>23",
     [("yellow", 5), ("yellow", 23)], True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "seats", "text", "throw", "told", "pieces", "may_pass"),
    [row[1:] for row in PENALTIES],
    ids=[row[0] for row in PENALTIES],
)
def test_penalties(
    rules: Any, seats: Any, text: str, throw: int, told: str, pieces: list[tuple[str, int]], may_pass: bool
) -> None:
    game = parse_game(rules, seats=seats)
    position = position_of(game, text)
    missed = {tell(game, move): move for move in choices(game, position, Color("yellow"), throw).missed}
    choice = penalty_choice(game, position, Color("yellow"), throw, missed[told])
    assert [(penalty.color, penalty.source) for penalty in choice.pieces] == pieces
    assert choice.may_pass == may_pass


def test_the_turn_goes_on_judged_after_the_penalty() -> None:
    game = parse_game({"capture": "compulsory", "backward_capture": True, "throws": 3})
    position = position_of(game, "yellow:37,b,c,d green:B,B,B,24")
    state = initial_state(game, Color("yellow"), position)
    move = Move(Color("yellow"), 37, 40)
    assert after_throw(game, state, 3, move).finished == (Color("yellow"),)
    punished = after_throw(game, state, 3, move, Penalty(Color("yellow"), 40))
    assert (punished.finished, punished.turn) == ((), Color("green"))
    assert punished.position.pieces(Color("yellow")) == (-1, 41, 42, 43)


def test_a_penalty_needs_a_piece_outside_the_house() -> None:
    game = parse_game()
    with pytest.raises(RulesError, match="expected a piece"):
        penalised(game, initial_position(game), Penalty(Color("yellow"), 7))


def test_a_move_that_was_no_missed_capture_costs_nothing() -> None:
    game = parse_game("schmidt-family")
    with pytest.raises(RulesError, match="no missed capture"):
        penalty_choice(game, initial_position(game), Color("yellow"), 3, Move(Color("yellow"), 0, 3))


@pytest.mark.parametrize(
    "move",
    [
        Move(Color("yellow"), 5, 8),
        Move(Color("yellow"), 0, 44),
        Move(Color("yellow"), 0, 0),
        Move(Color("yellow"), 0, 3, Color("green")),
        Move(Color("blue"), 0, 3),
    ],
    ids=["no such piece", "past the goal", "nowhere", "captures nobody", "not in the game"],
)
def test_a_move_that_does_not_fit_is_refused(move: Move) -> None:
    game = parse_game()
    with pytest.raises(RulesError):
        apply_move(game, initial_position(game), move)


def test_another_maker_has_a_longer_track_and_a_fifth_goal_field() -> None:
    game = parse_game(board={"track": 56, "goal": 5, "colors": ["red", "blue", "green", "yellow"]})
    position = position_of(game, "red:B,B,B,55")
    assert [tell(game, move) for move in choices(game, position, Color("red"), 5).legal] == ["red 55>e"]
    home = position_of(game, "red:a,b,c,e blue:B,B,B,40")
    assert initial_state(game, Color("blue"), home).finished == (Color("red"),)
    assert choices(game, home, Color("red"), 1).legal == ()
    assert [
        tell(game, move) for move in choices(game, position_of(game, "blue:B,B,B,40 red:B,B,B,50"), Color("red"), 4).legal
    ] == ["red 50>54 x blue"]
