"""Nobody tells the throws: they are worked out from the moves."""

from __future__ import annotations

from random import Random

from companion.events import IllegalEvent, MoveEvent, PassEvent, ThrowEvent
from companion.rules import Color, Move, Position
from tests.fake_table import Confusion, Player, schmidt, schmidt_game

YELLOW, BLACK = Color("yellow"), Color("black")
MIDDLE = {"yellow": [-1, 12, 42, 43], "green": [0, 6, 39, 43], "red": [6, 11, 12, 42], "black": [-1, -1, -1, 43]}


def table(first: str = "yellow") -> Player:
    game = schmidt_game()
    quiet = Confusion(Random(1), sure_by=10.0, noise=0.8)
    return Player(game, first, schmidt(), quiet, Position.of(game, MIDDLE), infer=True)


def test_without_a_die_throws_are_worked_out_from_the_moves() -> None:
    player = table()
    player.frames(2)
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert player.frames(3) == (ThrowEvent(YELLOW, 3, "inferred"), MoveEvent(Move(YELLOW, 12, 15, None)))


def test_who_could_not_move_is_passed_over_when_throws_are_worked_out() -> None:
    player = table("black")
    player.frames(2)
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert player.frames(3) == (
        ThrowEvent(BLACK, 1, "inferred"),
        PassEvent(BLACK),
        ThrowEvent(YELLOW, 3, "inferred"),
        MoveEvent(Move(YELLOW, 12, 15, None)),
    )


def test_without_a_die_a_wrong_move_is_put_right_without_going_back_first() -> None:
    player = table()
    player.frames(2)
    player.put_places({**MIDDLE, "yellow": [-1, 20, 42, 43]})
    assert [type(event) for event in player.frames(8)] == [IllegalEvent]
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert player.frames(8) == (ThrowEvent(YELLOW, 3, "inferred"), MoveEvent(Move(YELLOW, 12, 15, None)))
    assert player.pipeline.referee.standing is None
