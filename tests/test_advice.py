"""Advice: the old printed hints, told by a table of positions, and what holds of every position."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from companion.advice import Advice, Why, advise, own_side, threats
from companion.rules import Color, Game, Move, Position, choices, legal_moves, parse_game
from tests.rules_play import position_of, situations

YELLOW, GREEN, RED, BLACK = (Color(name) for name in ("yellow", "green", "red", "black"))
PLAIN = parse_game("schmidt-2016")
STRICT = parse_game("schmidt-family")
Situation = tuple[Game, Position, Color, int]

# Fields of the track counted from yellow's start: green's progress + 10, red's + 20, black's + 30.
HINTS: tuple[tuple[str, Game, str, int, tuple[int, int], Why, str | None], ...] = (
    ("nothing else can be done", PLAIN, "yellow:B,B,B,5", 3, (5, 8), Why.ONLY, None),
    ("a capture before a quiet move", PLAIN, "yellow:B,B,5,20 green:B,B,B,0", 5, (5, 10), Why.CAPTURE, "green"),
    (
        "of two captures the one nearer to the other's goal",
        PLAIN,
        "yellow:B,B,2,20 green:B,B,B,14 black:B,B,B,16",
        4,
        (2, 6),
        Why.CAPTURE,
        "black",
    ),
    ("a capture close to the goal", PLAIN, "yellow:B,B,4,20 green:B,B,B,38", 4, (4, 8), Why.CAPTURE_CLOSE, "green"),
    ("away from whoever stands behind", PLAIN, "yellow:B,B,12,20 green:B,B,B,0", 5, (12, 17), Why.ESCAPE, "green"),
    ("not in front of an opponent", PLAIN, "yellow:B,B,5,7 green:B,B,B,0", 4, (5, 9), Why.SAFE, None),
    ("into the goal, where it is safe", PLAIN, "yellow:B,B,30,37 black:B,B,B,6", 4, (37, 41), Why.HOME, None),
    ("the start is cleared", PLAIN, "yellow:0,5,c,d", 3, (0, 3), Why.CLEAR_START, None),
    ("else the one that is furthest", PLAIN, "yellow:B,B,5,25", 3, (25, 28), Why.FURTHEST, None),
)


def advised(game: Game, text: str, throw: int, turn: Color = YELLOW) -> Advice:
    advice = advise(game, position_of(game, text), turn, throw)
    assert advice is not None
    return advice


@pytest.mark.parametrize(("what", "game", "position", "throw", "way", "why", "other"), HINTS, ids=[row[0] for row in HINTS])
def test_the_hints(what: str, game: Game, position: str, throw: int, way: tuple[int, int], why: Why, other: str | None) -> None:
    advice = advised(game, position, throw)
    assert ((advice.move.source, advice.move.target), advice.why, advice.other) == (way, why, other), what


def test_every_reason_is_in_the_table() -> None:
    assert {row[5] for row in HINTS} == set(Why)


def test_nothing_is_advised_where_nothing_can_be_done() -> None:
    assert advise(PLAIN, position_of(PLAIN, "yellow:B,B,B,B"), YELLOW, 3) is None


def test_schlagzwang_leaves_only_captures() -> None:
    """A capture is due though it goes in front of an opponent, and a quiet move would be safe."""
    position = "yellow:B,B,5,20 green:B,B,B,0 red:B,B,B,26"
    assert advised(STRICT, position, 5).move == Move(YELLOW, 5, 10, GREEN)
    assert {move.captures for move in choices(STRICT, position_of(STRICT, position), YELLOW, 5).legal} == {GREEN}


def test_the_six_fields_in_front_of_an_opponent() -> None:
    """Green stands on yellow's field 10: it reaches 11 to 16, nothing behind it and nothing beyond."""
    position = position_of(PLAIN, "yellow:B,B,B,20 green:B,B,B,0")
    reached = [field for field in range(40) if threats(PLAIN, position, YELLOW, YELLOW, field)]
    assert reached == [11, 12, 13, 14, 15, 16]


def test_an_opponent_turns_off_into_its_goal() -> None:
    """Green has three fields to its goal: behind those nobody is in its reach."""
    position = position_of(PLAIN, "yellow:B,B,B,20 green:B,B,B,36")
    reached = [field for field in range(40) if threats(PLAIN, position, YELLOW, YELLOW, field)]
    assert reached == [7, 8, 9]


def test_partners_and_ones_own_other_colour_are_no_opponents() -> None:
    pairs, two = parse_game("schmidt-pairs"), parse_game("schmidt-2016", seats={"two": True})
    assert own_side(pairs, YELLOW) == own_side(two, YELLOW) == (YELLOW, RED)
    position = position_of(two, "yellow:B,B,6,25 red:B,B,B,24")
    assert threats(two, position, YELLOW, YELLOW, 6) == ()
    assert advised(two, "yellow:B,B,1,25 red:B,B,B,24", 3).move.source == 25, "it would capture its own other colour"


def test_a_pair_is_captured_by_nobody() -> None:
    barriers = parse_game({"barriers": True})
    position = position_of(barriers, "yellow:B,B,12,12 green:B,B,B,0")
    assert threats(barriers, position, YELLOW, YELLOW, 12) == ()


@settings(deadline=None, max_examples=150)
@given(situations())
def test_only_legal_moves_are_advised(situation: Situation) -> None:
    game, position, turn, throw = situation
    legal = legal_moves(game, position, turn, throw)
    advice = advise(game, position, turn, throw)
    assert (advice is None) == (not legal)
    if advice is not None:
        assert advice.move in legal
        assert (advice.why is Why.ONLY) == (len(legal) == 1)


@settings(deadline=None, max_examples=150)
@given(situations())
def test_who_can_capture_an_opponent_is_advised_to(situation: Situation) -> None:
    game, position, turn, throw = situation
    advice = advise(game, position, turn, throw)
    sides = {*own_side(game, turn), None, game.seats.neutral}
    captures = [move for move in legal_moves(game, position, turn, throw) if move.captures not in sides]
    if captures and advice is not None:
        assert advice.move.captures not in sides
        assert advice.why in (Why.ONLY, Why.CAPTURE, Why.CAPTURE_CLOSE)


@settings(deadline=None, max_examples=100)
@given(situations())
def test_the_same_table_gets_the_same_advice(situation: Situation) -> None:
    assert advise(*situation) == advise(*situation)
