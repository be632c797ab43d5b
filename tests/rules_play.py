"""Random games under random rules, for the tests of the rules."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from hypothesis import strategies as st

from companion.rules import (
    FOUR,
    SIX,
    Color,
    Game,
    Options,
    Position,
    RulesBoard,
    Seats,
    State,
    after_throw,
    choices,
    initial_state,
    parse_options,
    parse_position_text,
)

TALL = RulesBoard(56, 5, FOUR.colors)
SMALL = RulesBoard(16, 4, FOUR.colors)
"""A board on which pieces meet all the time."""

CHOICES: dict[str, list[Any]] = {
    "setup": ["one_on_start", "all_in_house"],
    "throws": [1, 3],
    "capture": ["optional", "compulsory"],
    "missed_capture": ["return_capturer", "huff_any", "none"],
    **{
        key: [False, True]
        for key in ("capture_first", "jump_in_goal", "backward_capture", "barriers", "partners", "help_partner")
    },
    "two_player_win": ["all", "first"],
}
COMBINATIONS = [dict(zip(CHOICES, values, strict=True)) for values in product(*CHOICES.values())]

options = st.sampled_from(COMBINATIONS).map(parse_options)


def position_of(game: Game, text: str) -> Position:
    """The position of a text in the rules' notation; colours that are left out have all pieces in the house."""
    given = {part.partition(":")[0] for part in text.split()}
    rest = [f"{color}:B,B,B,B" for color in game.colors if color not in given]
    return parse_position_text(game, " ".join([text, *rest]))[0]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Any combination of options, with seats and colours that go with it."""
    agreed, board = draw(options), draw(st.sampled_from([FOUR, SIX, TALL, SMALL]))
    return Game(board, agreed, *draw(_seating(board, agreed)))


def _seating(board: RulesBoard, agreed: Options) -> st.SearchStrategy[tuple[tuple[Color, ...], Seats]]:
    half = len(board.colors) // 2
    pairs = [(color, board.colors[index + half]) for index, color in enumerate(board.colors[:half])]
    everybody = st.just(board.colors)
    in_pairs = st.lists(st.sampled_from(pairs), min_size=1, unique=True).map(
        lambda chosen: tuple(c for pair in chosen for c in pair)
    )
    two_pairs = st.permutations(pairs).map(lambda chosen: (*chosen[0], *chosen[1]))
    anybody = st.lists(st.sampled_from(board.colors), min_size=2, unique=True).map(tuple)
    plain = st.tuples(in_pairs if agreed.partners else st.one_of(everybody, anybody), st.just(Seats()))
    two = st.tuples(two_pairs, st.just(Seats(two=True)))
    if agreed.partners or len(board.colors) != 4:
        return st.one_of(plain, two)
    neutral = st.tuples(everybody, st.sampled_from(board.colors).map(lambda color: Seats(neutral=color)))
    return st.one_of(plain, two, neutral)


def play(game: Game, rng: random.Random, plies: int) -> list[tuple[State, int]]:
    """The states of a random game, each with what is thrown there; captures missed too."""
    state, seen = initial_state(game, game.players[0]), []
    for _ in range(plies):
        if state.turn is None:
            break
        throw = rng.choice((1, 2, 3, 4, 5, 6, 6))
        seen.append((state, throw))
        found = choices(game, state.position, state.turn, throw)
        possible = found.legal + found.missed
        state = after_throw(game, state, throw, rng.choice(possible) if possible else None)
    return seen


@st.composite
def situations(draw: st.DrawFn) -> tuple[Game, Position, Color, int]:
    """A game, a position reached in it, the colour on turn and a throw."""
    game = draw(games())
    rng = random.Random(draw(st.integers(0, 2**32)))
    state, throw = play(game, rng, draw(st.integers(1, 250)))[-1]
    assert state.turn is not None
    return game, state.position, state.turn, throw
