"""What the screen says as a game goes on: the words fit what happened and what comes next."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules import Color, Position, apply_move, legal_moves
from companion.scene import Mode, Scene
from tests.fake_table import Confusion, Player, schmidt, schmidt_game

QUIET = Confusion(Random(1), sure_by=10.0, noise=0.5)


def player(rules: str, position: dict[str, list[int]] | None = None) -> Player:
    game = schmidt_game(rules)
    return Player(game, "yellow", schmidt(), QUIET, None if position is None else Position.of(game, position))


def after_moving(table: Player, throw: int) -> Scene:
    """Throws, and makes the first legal move."""
    turn = table.state.turn
    assert turn is not None
    move = legal_moves(table.game, table.state.position, turn, throw)[0]
    table.frames(2, throw)
    table.put(apply_move(table.game, table.state.position, move))
    table.frames(3)
    return table.pipeline.scene()


@pytest.mark.parametrize(
    ("tries", "title"), [(1, "Two more tries for a six."), (2, "One more try for a six."), (3, "No move possible.")]
)
def test_three_tries_are_counted_down(tries: int, title: str) -> None:
    table = player("wikipedia")
    for _ in range(tries):
        table.frames(2, 4)
    scene = table.pipeline.scene()
    assert (scene.mode, scene.title, scene.throw, scene.on) == (Mode.NO_MOVE, title, 4, "yellow")


def test_after_the_last_try_the_next_colour_is_named() -> None:
    table = player("wikipedia")
    for _ in range(3):
        table.frames(2, 4)
    assert table.pipeline.scene().sentence == "Green's turn."


CAPTURE = {"yellow": [-1, -1, -1, 5], "green": [-1, -1, -1, 37], "red": [-1, -1, -1, -1], "black": [-1, -1, -1, -1]}
CAPTURE_BY_SIX = {"yellow": [1, 5, 9, 40], "green": [-1, -1, -1, 37], "red": [-1, -1, -1, -1], "black": [-1, -1, -1, -1]}


@pytest.mark.parametrize(
    ("position", "throw", "sentence"),
    [(CAPTURE, 2, "Green's turn."), (CAPTURE_BY_SIX, 6, "You may throw again.")],
    ids=["the next colour", "the same player after a six"],
)
def test_a_capture_says_who_is_on_next(position: dict[str, list[int]], throw: int, sentence: str) -> None:
    scene = after_moving(player("schmidt-2016", position), throw)
    assert scene.title == "Green goes home and starts again."
    assert scene.sentence == sentence


def test_who_is_on_stays_marked_under_a_hand() -> None:
    table = player("schmidt-2016")
    table.frames(2, 3)
    table.table.clear = False
    table.frames(2)
    scene = table.pipeline.scene()
    assert (scene.mode, scene.on) == (Mode.HAND, Color("yellow"))


def test_many_missing_pieces_are_shown_by_rings_not_named_one_by_one() -> None:
    game = schmidt_game()
    table = Player(game, "yellow", schmidt(), QUIET, check_start=True)
    table.table.arrangement = ()
    table.frames(2)
    scene = table.pipeline.scene()
    assert (scene.mode, scene.title) == (Mode.START_CHECK, "Please set up.")
    assert len(scene.marks) == 16


def test_a_game_that_is_gone_on_with_says_so_when_the_board_is_another() -> None:
    game = schmidt_game()
    middle = Position.of(game, {"yellow": [1, 5, 9, 40], "green": [2, 6, 8, 41], "red": [3, 4, 9, 42], "black": [1, 2, 3, 43]})
    table = Player(game, "yellow", schmidt(), QUIET, middle, check_start=True)
    table.table.arrangement = ()
    table.frames(2)
    assert table.pipeline.scene().title == "We play on."
