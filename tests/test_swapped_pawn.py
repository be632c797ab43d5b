"""A button for a lost pawn: read by the game, wherever it goes, once people have held the board for right."""

from __future__ import annotations

from random import Random

import pytest

from companion.belief.arrangement import Arrangement
from companion.events import Event, MoveEvent, PassEvent, ThrowEvent
from companion.places import Spot
from companion.rules import Color, Position, after_throw, apply_move, legal_moves
from companion.vision.observation import FloatArray
from companion.wish import GoOn
from tests.fake_table import Confusion, FakeTable, Player, schmidt, schmidt_game

YELLOW = Color("yellow")
MIDDLE = {"yellow": [-1, -1, 3, 11], "green": [-1, -1, 17, 40], "red": [-1, -1, 14, 36], "black": [-1, -1, 3, 32]}
PLIES = 25


class ButtonTable(FakeTable):
    """On one field of the track stands a button that looks like a pawn of another colour."""

    button: Spot | None = None
    looks: str = "red"

    def _truth(self, arrangement: Arrangement | None = None) -> FloatArray:
        truth = super()._truth(arrangement)
        if self.button is not None and truth[self.button]:
            truth[self.button] = 1 + self.profile.colors.index(self.looks)
        return truth


def at_table(looks: str, seed: int) -> Player:
    """Yellow's piece on 3 is a button, seen before the game goes on; somebody touched that the board is right."""
    game = schmidt_game()
    position = Position.of(game, {Color(color): row for color, row in MIDDLE.items()})
    reader = Confusion(Random(seed), sure_by=7.0, noise=1.2)
    player = Player(game, "yellow", schmidt(), reader, position, check_start=True)
    player.table.__class__ = ButtonTable
    assert isinstance(player.table, ButtonTable)
    player.table.button, player.table.looks = player.table.places.spot(YELLOW, 3), looks
    player.frames(4)
    player.step(wishes=(GoOn(),))
    return player


@pytest.mark.parametrize("looks", ["red", "green", "black"])
def test_every_move_of_a_game_with_a_button_is_recorded_and_nothing_else(looks: str) -> None:
    player, rng = at_table(looks, seed=5), Random(looks)
    table, state = player.table, player.state
    assert isinstance(table, ButtonTable)
    wanted: list[Event] = []
    seen: list[Event] = []
    for _ in range(PLIES):
        assert state.turn is not None
        throw = rng.choice((1, 2, 3, 4, 5, 6))
        moves = legal_moves(player.game, state.position, state.turn, throw)
        # The button is moved whenever it can be, and nobody captures it.
        spots = {move: table.places.spot(move.color, move.source) for move in moves}
        moves = tuple(sorted(moves, key=lambda move: spots[move] != table.button))
        free = [move for move in moves if table.places.spot(move.color, move.target) != table.button]
        move = free[0] if free else None
        if moves and move is None:
            break
        wanted += [ThrowEvent(state.turn, throw, "recorded"), MoveEvent(move) if move else PassEvent(state.turn)]
        seen += player.frames(2, throw)
        if move is not None:
            if spots[move] == table.button:
                table.button = table.places.spot(move.color, move.target)
            player.put(apply_move(player.game, state.position, move))
            seen += player.frames(5)
        state = after_throw(player.game, state, throw, move)
    assert seen == wanted
    assert len(wanted) >= PLIES
