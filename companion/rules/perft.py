"""Section 5, perft: "the number of different sequences of `n` plies (throw and move)", to check an engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.rules.game import Game
from companion.rules.moves import SIX_THROWN, legal_moves
from companion.rules.turn import State, after_throw


def perft(game: Game, depth: int, state: State) -> int:
    """Sequences of exactly `depth` plies from `state`; "`missed_capture` moves not counted"."""
    *_, (_, count) = perft_table(game, depth, state)
    return count


def perft_table(game: Game, depth: int, state: State) -> Iterator[tuple[int, int]]:
    """(depth, count) for 0 … `depth`; equal states are walked once and counted as often as they are reached."""
    level, ended = Counter({state: 1}), 0
    for reached in range(depth + 1):
        # "A finished game has no further plies: it counts once at that depth."
        ended += sum(count for at, count in level.items() if at.over)
        level = Counter({at: count for at, count in level.items() if not at.over})
        yield reached, level.total() + ended
        if reached < depth:
            level = _next_level(game, level)


def _next_level(game: Game, level: Counter[State]) -> Counter[State]:
    following: Counter[State] = Counter()
    for state, count in level.items():
        for after in _successors(game, state):
            following[after] += count
    return following


def _successors(game: Game, state: State) -> Iterator[State]:
    assert state.turn is not None
    for throw in range(1, SIX_THROWN + 1):
        # "a throw without a legal move counts as one ply"
        for move in legal_moves(game, state.position, state.turn, throw) or (None,):
            yield after_throw(game, state, throw, move)
