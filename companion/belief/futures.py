"""Positions that lie ahead when throws are known before the moves for them were seen.

A move that was read too late, under hands or because the reader was unsure, must not lose the game: the next throw is known by
then, often the next move is made, and only one chain of legal moves explains the board.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules import Game, Position, State, after_throw, legal_moves, missed_captures

LOOK_AHEAD = 3
"""Throws beyond the pending one. Each multiplies the positions by up to four; more than three unseen moves are a new question."""

FACES = range(1, 7)
SIX = 6
ATTEMPTS = 3
"""Throws of one turn at most, as long as no six falls."""


def futures(game: Game, state: State, throw: int, held: tuple[int, ...]) -> Iterator[tuple[Position, ...]]:
    """Chains of positions: after a legal move with `throw`, then after one with the first of `held`, …"""
    if state.turn is None:
        return
    moves = legal_moves(game, state.position, state.turn, throw)
    if not moves and held:
        yield from futures(game, after_throw(game, state, throw, None), held[0], held[1:])
    for move in moves:
        after = after_throw(game, state, throw, move)
        yield (after.position,)
        if held:
            yield from ((after.position, *rest) for rest in futures(game, after, held[0], held[1:]))


def inferences(game: Game, state: State) -> Iterator[tuple[tuple[int, Position | None], ...]]:
    """What may have happened when nobody tells the throws: plies of (throw, position after the move), fewest first.

    Who could not move has thrown something that allows no move; which value it was nobody knows, the smallest stands for it.
    After a six the same player may have moved once more before anybody looked.
    """
    passed: tuple[tuple[int, Position | None], ...] = ()
    for _ in range(ATTEMPTS * len(game.players)):
        if state.turn is None:
            return
        barren = next((throw for throw in FACES if not legal_moves(game, state.position, state.turn, throw)), None)
        yield from ((*passed, (throw, after.position)) for throw, after in _after_one(game, state))
        for throw, after in _after_one(game, state):
            if throw == SIX and after.turn == state.turn:
                yield from ((*passed, (throw, after.position), (more, then.position)) for more, then in _after_one(game, after))
        if barren is None:
            return
        passed = (*passed, (barren, None))
        state = after_throw(game, state, barren, None)


def _after_one(game: Game, state: State) -> Iterator[tuple[int, State]]:
    """Every move with every throw, also those that Schlagzwang punishes."""
    assert state.turn is not None
    for throw in FACES:
        for moves in (legal_moves, missed_captures):
            for move in moves(game, state.position, state.turn, throw):
                yield throw, after_throw(game, state, throw, move)
