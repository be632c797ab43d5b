"""One question where the camera cannot tell: between two moves, with and without a die, answered by touch or on the board."""

from __future__ import annotations

from random import Random

import pytest

from companion.board_check import ANEW_S
from companion.events import AnswerEvent, Event, MoveEvent, PassEvent, QuestionEvent, ThrowEvent
from companion.history import begin
from companion.rules import Color, Position
from companion.scene import Mode, SceneChoice
from companion.wish import Answer, CannotMove, NewGame
from tests.fake_table import FRAME_S, Confusion, Player, schmidt, schmidt_game

YELLOW = Color("yellow")
Places = dict[str, list[int]]
OUT: Places = {"yellow": [1, 3, 11, 42], "green": [-1, -1, 17, 40], "red": [-1, -1, 14, 36], "black": [-1, -1, 3, 32]}
"""Nobody of yellow's is in the house: no duty narrows the moves."""
START: Places = {color: [-1, -1, -1, 0] for color in OUT}


def table(infer: bool = False, places: Places = OUT) -> Player:
    game = schmidt_game()
    position = Position.of(game, {Color(color): row for color, row in places.items()})
    return Player(game, "yellow", schmidt(), Confusion(Random(1), noise=0.0), position, infer=infer)


def hidden(player: Player, piece: int, *fields: int) -> tuple[Event, ...]:
    """Yellow's piece is gone from its field, and a cup hides the fields on which it may stand."""
    player.table.arrangement = tuple(one for one in player.table.arrangement if one != (YELLOW, piece))
    player.table.covered = frozenset(fields)
    return player.frames(30)


def cards(player: Player) -> tuple[SceneChoice, ...]:
    scene = player.pipeline.scene()
    return scene.choices if scene.mode is Mode.ASK else ()


def touch(player: Player, card: SceneChoice) -> tuple[Event, ...]:
    assert card.wish is not None
    return tuple(entry.event for entry in player.step(wishes=(card.wish,)).events)


def asked_without_a_die() -> tuple[Player, tuple[Event, ...]]:
    """The piece went three or four fields; nobody told the throw."""
    player = table(infer=True)
    player.frames(2)
    return player, hidden(player, 11, 14, 15)


def test_without_a_die_the_number_of_fields_is_asked() -> None:
    player, seen = asked_without_a_die()
    assert [type(event) for event in seen] == [QuestionEvent]
    assert player.pipeline.scene().title == "How far did yellow move, three or four?"
    assert [card.steps for card in cards(player)] == [3, 4]


@pytest.mark.parametrize("steps", [3, 4])
def test_the_answer_tells_throw_and_move(steps: int) -> None:
    player, _ = asked_without_a_die()
    card = next(card for card in cards(player) if card.steps == steps)
    seen = touch(player, card)
    assert [type(event) for event in seen] == [AnswerEvent, ThrowEvent, MoveEvent]
    assert [event.value for event in seen if isinstance(event, ThrowEvent)] == [steps]
    assert player.frames(15) == ()


@pytest.mark.parametrize("steps", [3, 4])
def test_the_board_answers_when_the_cup_is_taken_away(steps: int) -> None:
    player, _ = asked_without_a_die()
    player.table.clear = False
    player.frames(2)
    player.table.covered = frozenset()
    player.put_places({**OUT, "yellow": [1, 3, 11 + steps, 42]})
    player.table.clear = True
    seen = player.frames(5)
    assert [type(event) for event in seen] == [ThrowEvent, MoveEvent]
    assert cards(player) == ()


def test_nothing_is_decided_while_a_question_is_open() -> None:
    player, _ = asked_without_a_die()
    assert player.frames(40) == ()
    assert len(cards(player)) == 2


def test_what_is_asked_and_answered_is_in_the_record_and_leaves_the_game_as_it_is() -> None:
    player, _ = asked_without_a_die()
    touch(player, cards(player)[0])
    history = begin(player.game, YELLOW, Position.of(player.game, {Color(c): row for c, row in OUT.items()}))
    for entry in player.log.entries:
        history = history.after(entry.event)
    assert history.now == player.pipeline.referee.history.now


def test_a_six_and_the_move_after_it_are_worked_out_together() -> None:
    player = table(infer=True)
    player.frames(2)
    player.table.clear = False
    player.frames(2)
    player.put_places({**OUT, "yellow": [1, 3, 19, 42]})
    player.table.clear = True
    seen = player.frames(5)
    assert [event.value for event in seen if isinstance(event, ThrowEvent)] == [6, 2]
    assert [type(event) for event in seen] == [ThrowEvent, MoveEvent, ThrowEvent, MoveEvent]


def test_who_cannot_move_says_so_and_the_next_one_moves() -> None:
    player = table(infer=True, places={**OUT, "yellow": [-1, -1, -1, -1]})
    player.frames(2)
    said = tuple(entry.event for entry in player.step(wishes=(CannotMove(),)).events)
    assert [type(event) for event in said] == [ThrowEvent, PassEvent]
    player.put_places({**OUT, "yellow": [-1, -1, -1, -1], "green": [-1, -1, 20, 40]})
    assert [type(event) for event in player.frames(5)] == [ThrowEvent, MoveEvent]


# ---- does a new game begin? ----


def set_up_anew() -> tuple[Player, tuple[Event, ...]]:
    player = table()
    player.frames(2)
    player.put_places(START)
    return player, player.frames(round((ANEW_S + 5.0) / FRAME_S))


def test_a_board_that_is_set_up_anew_is_asked_about_once() -> None:
    player, seen = set_up_anew()
    assert [type(event) for event in seen] == [QuestionEvent]
    assert player.frames(60) == ()
    assert next(card.wish for card in cards(player)) == NewGame()


def test_going_on_with_the_old_game_waits_for_its_pieces() -> None:
    player, _ = set_up_anew()
    assert [type(event) for event in touch(player, cards(player)[1])] == [AnswerEvent]
    assert player.frames(60) == ()
    assert player.pipeline.scene().mode is Mode.START_CHECK
    player.put_places(OUT)
    assert player.frames(10) == ()
    assert player.pipeline.scene().mode is Mode.TURN


def test_the_old_position_answers_too() -> None:
    player, _ = set_up_anew()
    player.table.clear = False
    player.frames(2)
    player.put_places(OUT)
    player.table.clear = True
    assert player.frames(10) == ()
    assert player.pipeline.scene().mode is Mode.TURN


def test_the_cards_show_what_would_be_played_from() -> None:
    player, _ = set_up_anew()
    anew, old = cards(player)
    assert sorted(piece.field for piece in anew.pieces if ":" not in piece.field) == ["T0", "T10", "T20", "T30"]
    assert {piece.field for piece in old.pieces if piece.color == "yellow"} == {"T1", "T3", "T11", "yellow:c"}
    assert isinstance(old.wish, Answer)


# ---- no move is lost ----


@pytest.mark.parametrize("seen_s", [0.2, 0.4, 0.6])
def test_the_next_hand_may_come_within_a_moment(seen_s: float) -> None:
    """Green throws and moves before yellow's move was looked at for long."""
    player = table()
    player.frames(2, 3)
    player.table.clear = False
    player.frames(2)
    player.put_places({**OUT, "yellow": [1, 3, 14, 42]})
    player.table.clear = True
    seen = player.frames(round(seen_s / FRAME_S), 2)
    player.table.clear = False
    seen += player.frames(2)
    player.put_places({**OUT, "yellow": [1, 3, 14, 42], "green": [-1, -1, 19, 40]})
    player.table.clear = True
    seen += player.frames(5)
    assert [type(event) for event in seen] == [MoveEvent, ThrowEvent, MoveEvent]
