"""Our rules against an independent public engine in lock-step: OpenSpiel's `maedn` (PyPI `open_spiel`).

`maedn(players=4)` knows one set of rules: all pieces in the house, one throw a turn, no option; ours is asked for the same. Both
get the same throws and the same moves; at every ply the colour on and the legal moves have to be the same, at the end of every
game all pieces have to stand on the same fields.

Where the two differ, and what the test does about it:

- *End*: maedn's game is over with the first colour home; ours goes on for the places. The test ends where maedn ends, and asks
  that our first colour is home at that very ply and at none before. Hence maedn knows nothing of "not yet finished" colours.
- *After a 6 that brings the last piece in*: ours gives the turn on, maedn never gets there: its game is over.
- *Passing*: maedn has an action for it (0), ours has no move.
- *Options*: setup with a piece on A, three throws, Schlagzwang, barriers, partners, a neutral colour, other boards: it has none.
- *Players*: its default is two players on opposite colours; four have to be asked for.
- *Names*: its actions are 1 for entering and 2 + progress for the piece that moves; its colours are numbers, clockwise like ours.

In the rest (duties 4 and 5 in their order, a blocked piece on A that frees all others, another throw after a 6 without a move,
jumping in the goal, captures on A fields) there is no difference.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.rules import HOUSE, Game, Move, Position, State, after_throw, initial_state, legal_moves, parse_game

pyspiel: Any = pytest.importorskip(
    "pyspiel", reason="open_spiel is not installed (pip install open_spiel; optional extra `peers`)"
)

PASS, ENTER, FIRST_FIELD = 0, 1, 2
OURS = parse_game({"setup": "all_in_house"})
THEIRS = pyspiel.load_game("maedn(players=4)")
TRACK, GOAL, COLORS = OURS.track, OURS.board.goal, len(OURS.colors)


def action(move: Move) -> int:
    return ENTER if move.source == HOUSE else FIRST_FIELD + move.source


def their_rows(state: Any) -> list[list[int]]:
    """The pieces of their state, as progress: from what player 0 observes (56 fields of four numbers, then the houses)."""
    seen = [int(value) for value in state.observation_tensor(0)]
    rows = [[HOUSE] * seen[COLORS * (TRACK + GOAL * COLORS) + color] for color in range(COLORS)]
    for field in range(TRACK + GOAL * COLORS):
        for color in range(COLORS):
            if seen[COLORS * field + color]:
                on_track = (field - OURS.offsets[color]) % TRACK
                rows[color].append(on_track if field < TRACK else TRACK + field - TRACK - GOAL * color)
    return [sorted(row) for row in rows]


def play_in_lock_step(seed: int) -> int:
    """Plays a random game with both; gives the number of plies."""
    rng, theirs, ours, plies = Random(seed), THEIRS.new_initial_state(), initial_state(OURS, OURS.colors[0]), 0
    while not theirs.is_terminal():
        assert not ours.finished, f"game {seed}, ply {plies}: our game has a winner, theirs goes on"
        throw = rng.randint(1, 6)
        theirs.apply_action(throw - 1)
        ours = one_ply(OURS, ours, theirs, throw, rng, f"game {seed}, ply {plies}")
        plies += 1
    assert len(ours.finished) == 1, f"game {seed}: their game is over, ours has no winner"
    assert theirs.returns()[OURS.index(ours.finished[0])] > 0
    assert their_rows(theirs) == rows_of(ours.position)
    return plies


def one_ply(game: Game, ours: State, theirs: Any, throw: int, rng: Random, where: str) -> State:
    assert ours.turn is not None
    assert game.index(ours.turn) == theirs.current_player(), where
    moves = legal_moves(game, ours.position, ours.turn, throw)
    legal: dict[int, Move | None] = {action(move): move for move in moves}
    legal = legal or {PASS: None}
    assert sorted(legal) == sorted(theirs.legal_actions()), f"{where}: {ours.position.text(ours.turn)} with a {throw}"
    chosen = rng.choice(sorted(legal))
    theirs.apply_action(chosen)
    return after_throw(game, ours, throw, legal[chosen])


def rows_of(position: Position) -> list[list[int]]:
    return [list(row) for row in position.rows]


def test_twenty_random_games() -> None:
    assert sum(play_in_lock_step(seed) for seed in range(20)) > 5_000


@pytest.mark.slow
def test_two_thousand_random_games() -> None:
    assert sum(play_in_lock_step(seed) for seed in range(20, 2_020)) > 500_000
