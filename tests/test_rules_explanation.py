"""Why a move is legal or not: the rule that decides, in the table and in agreement with moves and verdicts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from companion.rules import (
    Color,
    Game,
    Move,
    Outcome,
    Position,
    Reason,
    Rule,
    Trial,
    Verdict,
    choices,
    explain,
    judge,
    parse_game,
)
from companion.rules.position import place_text
from tests.rules_play import position_of, situations
from tests.test_rules_properties import displaced, quick, thorough

GRUND = "schmidt-2016"
FAMILY = "schmidt-family"
FIRST = {"capture": "compulsory", "capture_first": True}
NEUTRAL = {"neutral": "black"}

CASES: list[tuple[str, Any, Any, str, int, str, str]] = [
    # what, rules, seats, position, throw of yellow, the piece that is tried, outcome and rules
    ("no six", GRUND, None, "", 5, "yellow B>0", "illegal enter_needs_six"),
    ("a six enters", GRUND, None, "yellow:B,B,B,5", 6, "yellow B>0", "legal enter duty_enter must_move"),
    ("… nothing else may move", GRUND, None, "yellow:B,B,B,5", 6, "yellow 5>11", "illegal duty_enter"),
    ("A is held", GRUND, None, "yellow:B,B,0,5", 6, "yellow B>0", "illegal start_held"),
    ("A goes on first", GRUND, None, "yellow:B,B,0,5", 6, "yellow 0>6", "legal advance jump duty_start_six must_move"),
    ("… the others wait", GRUND, None, "yellow:B,B,0,5", 6, "yellow 5>11", "illegal duty_start_six"),
    ("A cannot go on", GRUND, None, "yellow:B,B,0,6", 6, "yellow 0>6", "illegal own_piece_there"),
    ("… so another may", GRUND, None, "yellow:B,B,0,6", 6, "yellow 6>12", "legal advance duty_start_six_blocked must_move"),
    ("A is cleared", GRUND, None, "yellow:B,B,0,5", 2, "yellow 0>2", "legal advance duty_start must_move"),
    ("… before others", GRUND, None, "yellow:B,B,0,5", 2, "yellow 5>7", "illegal duty_start"),
    ("A cannot be cleared", GRUND, None, "yellow:B,B,0,2", 2, "yellow 2>4", "legal advance duty_start_blocked must_move"),
    ("a capture", GRUND, None, "yellow:B,B,5,9 green:B,B,B,38", 3, "yellow 5>8", "legal advance capture"),
    ("jumping in the goal", GRUND, None, "yellow:39,a,b,d", 3, "yellow 39>c", "legal advance jump_in_goal must_move"),
    ("past the goal", GRUND, None, "yellow:39,a,b,d", 5, "yellow 39>44", "illegal goal_ends"),
    ("held in the goal", GRUND, None, "yellow:39,a,b,d", 4, "yellow 39>d", "illegal own_piece_there"),
    ("no jumping in the goal", {"jump_in_goal": False}, None, "yellow:39,a,b,d", 3, "yellow 39>c", "illegal no_jump_in_goal"),
    ("Schlagzwang", FAMILY, None, "yellow:B,B,5,9 green:B,B,B,38", 3, "yellow 5>8", "legal advance capture compulsory"),
    ("… missed", FAMILY, None, "yellow:B,B,5,9 green:B,B,B,38", 3, "yellow 9>12", "missed_capture compulsory missed_return"),
    ("… to be huffed", "wikipedia-huff", None, "yellow:B,B,5,9 green:B,B,B,38", 3, "yellow 9>12",
     "missed_capture compulsory missed_huff"),
    ("… not allowed", {"capture": "compulsory", "missed_capture": "none"}, None, "yellow:B,B,5,9 green:B,B,B,38", 3,
     "yellow 9>12", "illegal compulsory missed_none"),
    ("captures first", FIRST, None, "yellow:B,B,0,5 green:B,B,B,38", 3, "yellow 5>8",
     "legal advance capture compulsory capture_first"),
    ("… the duty is missed", FIRST, None, "yellow:B,B,0,5 green:B,B,B,38", 3, "yellow 0>3",
     "missed_capture compulsory capture_first missed_return"),
    ("… the rest is bound", FIRST, None, "yellow:B,0,5,20 green:B,B,B,38", 3, "yellow 20>23", "illegal duty_start"),
    ("backwards", {"backward_capture": True}, None, "yellow:B,B,B,8 green:B,B,B,35", 3, "yellow 8>5",
     "legal backward_capture capture"),
    ("… never a partner", {"backward_capture": True, "partners": True}, None, "yellow:B,B,B,8 red:B,B,B,25", 3, "yellow 8>5",
     "illegal partners_spare"),
    ("a barrier is formed", {"barriers": True}, None, "yellow:B,B,5,8", 3, "yellow 5>8", "legal advance barrier_share"),
    ("a barrier blocks the way", {"barriers": True}, None, "yellow:B,B,B,5 green:B,B,37,37", 3, "yellow 5>8",
     "illegal barrier_blocks"),
    ("a barrier is not landed on", {"barriers": True}, None, "yellow:B,B,B,5 green:B,B,37,37", 2, "yellow 5>7",
     "illegal barrier_blocks"),
    ("a barrier on A", {"barriers": True}, None, "green:B,B,30,30", 6, "yellow B>0", "illegal barrier_blocks"),
    ("A can leave: no second one", {"barriers": True}, None, "yellow:B,B,B,0", 6, "yellow B>0", "illegal duty_start_six"),
    ("A cannot leave: a second one", {"barriers": True}, None, "yellow:B,B,0,20 green:B,B,33,33", 6, "yellow B>0",
     "legal barrier_on_start duty_enter must_move"),
    ("a wall is formed", "schmidt-pairs", None, "yellow:B,B,B,5 red:B,B,B,28", 3, "yellow 5>8", "legal advance wall must_move"),
    ("a wall in the way", "schmidt-pairs", None, "yellow:B,B,5,6 red:B,B,B,26", 3, "yellow 5>8", "illegal wall"),
    ("a wall is not landed on", "schmidt-pairs", None, "yellow:B,B,5,6 red:B,B,B,26", 1, "yellow 5>6",
     "illegal wall_like_barrier"),
    ("entering beside the partner", "schmidt-pairs", None, "red:B,B,B,20", 6, "yellow B>0",
     "legal enter wall_like_barrier duty_enter must_move"),
    ("helping", "schmidt-pairs", None, "yellow:a,b,c,d red:B,B,B,5", 3, "red 5>8", "legal help_partner advance must_move"),
    ("a neutral piece", GRUND, NEUTRAL, "yellow:B,B,B,5 black:B,B,B,7", 3, "black 7>10", "legal neutral_moves advance"),
    ("… captures, the mover's own too", GRUND, NEUTRAL, "yellow:B,B,B,5 black:B,B,B,12", 3, "black 12>15",
     "legal neutral_moves advance neutral_captures"),
    ("… of a player who is home", GRUND, NEUTRAL, "yellow:a,b,c,d black:B,B,B,7", 3, "black 7>10",
     "legal neutral_home advance must_move"),
]  # fmt: skip

THROWS: list[tuple[str, Any, str, int, list[Rule]]] = [
    ("a six", GRUND, "", 6, [Rule.SIX_AGAIN]),
    ("a six without a move", GRUND, "yellow:39,a,b,c", 6, [Rule.NO_MOVE, Rule.SIX_AGAIN_NO_MOVE]),
    ("no move", GRUND, "", 5, [Rule.NO_MOVE]),
    ("a move", GRUND, "yellow:B,B,B,5", 5, []),
    ("no helping", {"partners": True, "help_partner": False}, "yellow:a,b,c,d", 5, [Rule.NO_HELP_PARTNER, Rule.NO_MOVE]),
]

REASONS = {
    Rule.ENTER_NEEDS_SIX: Reason.ENTER_NEEDS_SIX,
    Rule.START_HELD: Reason.OWN_PIECE_THERE,
    Rule.OWN_PIECE_THERE: Reason.OWN_PIECE_THERE,
    Rule.BARRIER_BLOCKS: Reason.BARRIER_IN_THE_WAY,
    Rule.WALL: Reason.BARRIER_IN_THE_WAY,
    Rule.WALL_HOLDS: Reason.BARRIER_IN_THE_WAY,
    Rule.NO_JUMP_IN_GOAL: Reason.JUMPED_IN_GOAL,
    Rule.PARTNERS_SPARE: Reason.BACKWARD,
    Rule.DUTY_ENTER: Reason.MUST_ENTER,
    Rule.DUTY_START_SIX: Reason.MUST_ENTER,
    Rule.DUTY_START: Reason.MUST_CLEAR_START,
    Rule.MISSED_NONE: Reason.MUST_CAPTURE,
}
"""The reason that the verdict on such a move has to hold."""


def tried(game: Game, trial: Trial) -> str:
    target = str(trial.target) if trial.target > game.last else place_text(game.track, trial.target)
    return f"{trial.color} {place_text(game.track, trial.source)}>{target}"


@pytest.mark.parametrize(
    ("rules", "seats", "text", "throw", "piece", "told"), [row[1:] for row in CASES], ids=[row[0] for row in CASES]
)
def test_the_rule_that_decides(rules: Any, seats: Any, text: str, throw: int, piece: str, told: str) -> None:
    game = parse_game(rules, seats=seats)
    trials = explain(game, position_of(game, text), Color("yellow"), throw).trials
    found = {tried(game, trial): " ".join([trial.outcome, *trial.rules]) for trial in trials}
    assert found[piece] == told


@pytest.mark.parametrize(("rules", "text", "throw", "told"), [row[1:] for row in THROWS], ids=[row[0] for row in THROWS])
def test_what_holds_for_the_throw_as_a_whole(rules: Any, text: str, throw: int, told: list[Rule]) -> None:
    game = parse_game(rules)
    assert list(explain(game, position_of(game, text), Color("yellow"), throw).rules) == told


def test_the_tables_above_have_every_rule() -> None:
    named = {word for case in CASES for word in case[-1].split()[1:]} | {rule.value for row in THROWS for rule in row[-1]}
    assert named == {rule.value for rule in Rule}


@thorough
@given(situations())
def test_what_is_explained_as_legal_is_what_is_legal(situation: tuple[Game, Position, Color, int]) -> None:
    game, position, turn, _ = situation
    for throw in range(1, 7):
        found, trials = choices(game, position, turn, throw), explain(game, position, turn, throw).trials
        assert moves_of(trials, Outcome.LEGAL) == found.legal
        assert moves_of(trials, Outcome.MISSED_CAPTURE) == found.missed
        assert all(trial.rules for trial in trials)


@quick
@given(situations())
def test_what_is_explained_as_not_legal_is_judged_for_the_same_reason(situation: tuple[Game, Position, Color, int]) -> None:
    game, position, turn, throw = situation
    for trial in explain(game, position, turn, throw).trials:
        if trial.outcome is not Outcome.ILLEGAL or trial.target > game.last:
            continue
        seen = displaced(position, trial.color, trial.source, trial.target)
        judged = judge(game, position, turn, throw, seen, done=True)
        assert judged.verdict is Verdict.ILLEGAL
        assert {REASONS[rule] for rule in trial.rules if rule in REASONS} <= set(judged.reasons)


def moves_of(trials: tuple[Trial, ...], outcome: Outcome) -> tuple[Move, ...]:
    chosen = [trial for trial in trials if trial.outcome is outcome]
    return tuple(Move(trial.color, trial.source, trial.target, trial.captures) for trial in chosen)
