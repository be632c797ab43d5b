"""Being wrong is cheap: what was recognised is put right in two touches, by events, and the record gives the same game."""

from __future__ import annotations

from random import Random

import pytest

from companion.corrections import Correction, corrections
from companion.events import (
    AnswerEvent,
    CorrectionEvent,
    Event,
    IllegalEvent,
    MissedCaptureEvent,
    MoveEvent,
    PassEvent,
    QuestionEvent,
    TakebackEvent,
    ThrowEvent,
)
from companion.history import begin
from companion.referee import Referee, Refusal, on_cannot_move, on_correction, on_sighting, on_throw
from companion.rules import Color, Move, Position, Sighting, apply_move, legal_moves
from companion.scene import Mode, SceneChoice
from companion.wish import Answer, CannotMove, Close, Correct, GoOn, More, PutRight, Touch, Wish
from hardware.errors import InputError
from tests.fake_table import Confusion, Player, schmidt, schmidt_game

YELLOW, GREEN = Color("yellow"), Color("green")
QUIET = Confusion(Random(1), sure_by=10.0, noise=0.5)
MIDDLE = {"yellow": [-1, -1, 3, 11], "green": [-1, -1, 17, 40], "red": [-1, -1, 14, 36], "black": [-1, -1, 3, 32]}


def referee(position: dict[str, list[int]] | None = None) -> Referee:
    game = schmidt_game()
    return Referee(begin(game, YELLOW, None if position is None else Position.of(game, position)))


def thrown(before: Referee, value: int) -> Referee:
    step = on_throw(before, value, "camera")
    assert not isinstance(step, Refusal)
    return step[0]


def moved(before: Referee, move: Move) -> Referee:
    game, position = before.game, before.history.now.state.position
    return on_sighting(before, Sighting.of_position(apply_move(game, position, move)))[0]


def after(before: Referee, chosen: Correction) -> Referee:
    return on_correction(before, chosen.events)[0]


def test_nothing_is_put_right_before_anything_happened() -> None:
    assert corrections(referee()) == ()


def test_a_throw_may_have_been_another_one_or_none() -> None:
    offered = corrections(thrown(referee(MIDDLE), 4))
    assert [one.throw for one in offered if one.move is None] == [4, 3, 5, 2, 6, 1, None]
    assert [one.recognised for one in offered] == [True] + [False] * (len(offered) - 1)


def test_a_throw_that_waits_may_have_been_moved_unseen() -> None:
    before = thrown(referee(MIDDLE), 4)
    unseen = [one for one in corrections(before) if one.move is not None]
    assert [one.events for one in unseen] == [(MoveEvent(Move(YELLOW, s, s + 4)),) for s in (3, 11)]
    assert after(before, unseen[0]).history.now.state == moved(before, Move(YELLOW, 3, 7)).history.now.state


@pytest.mark.parametrize("value", [1, 2, 3, 5, 6])
def test_a_corrected_throw_waits_for_its_move(value: int) -> None:
    before = thrown(referee(MIDDLE), 4)
    chosen = next(one for one in corrections(before) if one.throw == value)
    assert chosen.events == (CorrectionEvent(1, ThrowEvent(YELLOW, value, "keyboard")),)
    assert after(before, chosen).history.now.throw == value


def test_a_throw_that_was_none_is_taken_back() -> None:
    before = thrown(referee(MIDDLE), 4)
    assert after(before, corrections(before)[-1]).history.now.throw is None


def test_the_likely_moves_come_first_the_other_piece_then_another_throw() -> None:
    before = moved(thrown(referee(MIDDLE), 4), Move(YELLOW, 3, 7))
    seen = [(one.throw, one.move and (one.move.source, one.move.target)) for one in corrections(before)[:4]]
    assert seen == [(4, (3, 7)), (4, (11, 15)), (3, (3, 6)), (5, (3, 8))]


def test_every_other_legal_move_of_every_throw_is_among_the_answers() -> None:
    start = referee(MIDDLE)
    before = moved(thrown(start, 4), Move(YELLOW, 3, 7))
    position = start.history.now.state.position
    every = {(value, move) for value in range(1, 7) for move in legal_moves(start.game, position, YELLOW, value)}
    assert {(one.throw, one.move) for one in corrections(before) if one.move is not None} == every


def test_each_answer_gives_the_game_as_if_it_had_been_seen_at_once() -> None:
    start = referee(MIDDLE)
    before = moved(thrown(start, 4), Move(YELLOW, 3, 7))
    for one in corrections(before):
        if one.recognised or one.move is None:
            continue
        assert one.throw is not None
        straight = moved(thrown(start, one.throw), one.move)
        assert after(before, one).history.now.state == straight.history.now.state


def test_a_move_that_was_not_made_leaves_its_throw_waiting() -> None:
    before = moved(thrown(referee(MIDDLE), 4), Move(YELLOW, 3, 7))
    undone = after(before, corrections(before)[-1])
    assert (undone.history.now.throw, undone.history.now.state.turn) == (4, YELLOW)


def test_a_pass_was_perhaps_another_throw() -> None:
    before = thrown(referee({**MIDDLE, "yellow": [-1, -1, -1, -1]}), 3)
    assert isinstance(before.history.now.event, PassEvent)
    six = next(one for one in corrections(before) if one.throw == 6)
    assert after(before, six).history.now.throw == 6


def test_an_open_move_is_perhaps_right_by_another_throw() -> None:
    start = thrown(referee(MIDDLE), 5)
    position = apply_move(start.game, start.history.now.state.position, Move(YELLOW, 3, 7))
    opened = on_sighting(start, Sighting.of_position(position))[0]
    assert opened.standing is not None
    first = corrections(opened)[0]
    assert (first.throw, first.move) == (4, Move(YELLOW, 3, 7))
    assert after(opened, first).history.now.state.position == position


def test_an_open_move_of_the_neutral_colour_is_perhaps_right_by_another_throw() -> None:
    game = schmidt_game(seats={"neutral": "black"})
    before = thrown(Referee(begin(game, YELLOW, Position.of(game, MIDDLE))), 4)
    wrong = moved(before, Move(Color("black"), 3, 8))
    assert wrong.standing is not None
    first = corrections(wrong)[0]
    assert (first.throw, first.color, first.move) == (5, YELLOW, Move(Color("black"), 3, 8))
    assert after(wrong, first).history.now.event == MoveEvent(Move(Color("black"), 3, 8))


def test_a_move_nobody_threw_for_is_told_with_its_throw() -> None:
    start = referee(MIDDLE)
    position = apply_move(start.game, start.history.now.state.position, Move(YELLOW, 3, 7))
    opened = on_sighting(start, Sighting.of_position(position))[0]
    chosen = corrections(opened)[0]
    assert chosen.events == (ThrowEvent(YELLOW, 4, "keyboard"), MoveEvent(Move(YELLOW, 3, 7)))


def test_who_cannot_move_says_so_where_nobody_tells_the_throws() -> None:
    step = on_cannot_move(referee({**MIDDLE, "yellow": [-1, -1, -1, -1]}))
    assert not isinstance(step, Refusal)
    assert [type(event) for event in step[1]] == [ThrowEvent, PassEvent]
    assert step[0].history.now.state.turn == GREEN
    assert on_cannot_move(referee(MIDDLE)) is Refusal.CAN_MOVE


# ---- on the screen ----


def table(position: dict[str, list[int]] | None = None, infer: bool = False) -> Player:
    game = schmidt_game()
    return Player(game, "yellow", schmidt(), QUIET, Position.of(game, position or MIDDLE), infer=infer)


def touch(player: Player, wish: Wish) -> tuple[Event, ...]:
    return tuple(entry.event for entry in player.step(wishes=(wish,)).events)


def answer(player: Player, number: int) -> SceneChoice:
    return player.pipeline.scene().choices[number]


def make(player: Player, throw: int, move: Move) -> None:
    player.frames(2, throw)
    player.put(apply_move(player.game, player.state.position, move))
    player.frames(4)


def test_two_touches_put_a_move_right() -> None:
    player = table()
    make(player, 4, Move(YELLOW, 3, 7))
    assert touch(player, Correct()) == ()
    assert player.pipeline.scene().mode is Mode.CORRECT
    other = answer(player, 1)
    assert other.wish is not None and not other.chosen
    events = touch(player, other.wish)
    assert [type(event) for event in events] == [CorrectionEvent]
    assert player.state.position.pieces(YELLOW) == (-1, -1, 3, 15)
    assert player.pipeline.scene().title == "Thank you, I misread that."


def test_what_people_said_is_not_contradicted_by_the_same_misreading() -> None:
    player = table()
    make(player, 4, Move(YELLOW, 3, 7))
    touch(player, Correct())
    wish = answer(player, 1).wish
    assert wish is not None
    touch(player, wish)
    assert player.frames(15) == ()


def test_what_people_said_is_not_learned_of_a_board_on_which_the_next_move_was_made_since() -> None:
    player = table()
    make(player, 4, Move(YELLOW, 3, 7))
    touch(player, Correct())
    player.put_places({**MIDDLE, "yellow": [-1, -1, 3, 15]})
    player.frames(2)
    wish = answer(player, 1).wish
    assert wish is not None
    player.time_s -= 0.1  # too soon for another look
    assert [type(event) for event in touch(player, wish)] == [CorrectionEvent]
    player.table.clear = False
    player.frames(2, 4)
    player.put_places({**MIDDLE, "yellow": [-1, -1, 3, 15], "green": [-1, -1, 21, 40]})
    player.table.clear = True
    assert player.frames(8) == (MoveEvent(Move(GREEN, 17, 21)),)


def test_the_first_card_is_what_was_recognised_and_closes() -> None:
    player = table()
    make(player, 4, Move(YELLOW, 3, 7))
    touch(player, Correct())
    first = answer(player, 0)
    assert first.chosen and first.wish == Close()
    assert touch(player, Close()) == ()
    assert player.pipeline.scene().mode is Mode.TURN


def test_a_throw_is_put_right_among_the_six_faces() -> None:
    player = table()
    player.frames(2, 4)
    touch(player, Correct())
    scene = player.pipeline.scene()
    assert [choice.throw for choice in scene.choices] == [1, 2, 3, 4, 5, 6]
    assert [choice.chosen for choice in scene.choices].index(True) == 3
    wish = scene.choices[4].wish
    assert wish is not None
    touch(player, wish)
    assert player.pipeline.scene().throw == 5


def test_more_shows_others_and_a_touched_field_chooses_among_all() -> None:
    player = table()
    make(player, 4, Move(YELLOW, 3, 7))
    touch(player, Correct())
    first = {choice.id for choice in player.pipeline.scene().choices}
    touch(player, More())
    assert first.isdisjoint(choice.id for choice in player.pipeline.scene().choices)
    touch(player, Touch("T16"))
    assert [choice.throw for choice in player.pipeline.scene().choices] == [5]


def test_an_offer_from_before_the_game_went_on_means_nothing() -> None:
    player = table()
    make(player, 4, Move(YELLOW, 3, 7))
    touch(player, Correct())
    wish = answer(player, 1).wish
    touch(player, Close())
    make(player, 2, Move(GREEN, 17, 19))
    assert wish is not None and touch(player, wish) == ()


def test_hands_at_the_board_close_what_is_open() -> None:
    player = table()
    make(player, 4, Move(YELLOW, 3, 7))
    touch(player, Correct())
    player.table.clear = False
    player.frames(1)
    player.table.clear = True
    player.frames(1)
    assert player.pipeline.scene().mode is Mode.TURN


def test_the_start_is_held_for_right_by_a_touch() -> None:
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), QUIET, check_start=True)
    player.table.arrangement = player.table.arrangement[1:]
    player.frames(3)
    assert [button.id for button in player.pipeline.scene().buttons] == ["start"]
    touch(player, GoOn())
    assert player.pipeline.scene().mode is not Mode.START_CHECK


def test_without_a_die_a_button_says_that_no_move_is_possible() -> None:
    player = table({**MIDDLE, "yellow": [-1, -1, -1, -1]}, infer=True)
    player.frames(2)
    assert [button.id for button in player.pipeline.scene().buttons] == ["cannot_move"]
    assert [type(event) for event in touch(player, CannotMove())] == [ThrowEvent, PassEvent]
    assert player.state.turn == GREEN


def test_a_misread_board_that_was_called_open_is_said_to_be_as_before() -> None:
    player = table()
    player.frames(2, 5)
    before = player.state.position
    player.put(apply_move(player.game, before, Move(YELLOW, 3, 7)))
    seen = player.frames(6)
    assert isinstance(seen[-1], IllegalEvent)
    touch(player, Correct())
    player.put(before)
    as_before = corrections(player.pipeline.referee)[-1]
    events = touch(player, PutRight(player.pipeline.referee.history.next_n, as_before.events))
    assert [type(event) for event in events] == [TakebackEvent]
    assert player.pipeline.referee.standing is None


def test_what_cannot_be_seen_is_asked_once_and_answered_by_touching_a_picture() -> None:
    """Both pieces are gone from their fields, and something lies on both places where one of them may stand."""
    player = Player(schmidt_game(), "yellow", schmidt(), Confusion(Random(1), noise=0.0), Position.of(schmidt_game(), MIDDLE))
    player.frames(2, 4)
    player.table.arrangement = tuple(piece for piece in player.table.arrangement if piece not in ((YELLOW, 3), (YELLOW, 11)))
    player.table.covered = frozenset({7, 15})
    asked = [event for event in player.frames(30) if isinstance(event, QuestionEvent)]
    assert len(asked) == 1
    scene = player.pipeline.scene()
    assert (scene.mode, len(scene.choices)) == (Mode.ASK, 2)
    wish = scene.choices[1].wish
    assert isinstance(wish, Answer)
    assert [type(event) for event in touch(player, wish)] == [AnswerEvent, MoveEvent]
    assert player.state.position.pieces(YELLOW) in ((-1, -1, 3, 15), (-1, -1, 7, 11))


def test_who_does_not_know_is_not_asked_again_until_a_hand_was_there() -> None:
    player = Player(schmidt_game(), "yellow", schmidt(), Confusion(Random(1), noise=0.0), Position.of(schmidt_game(), MIDDLE))
    player.frames(2, 4)
    player.table.arrangement = tuple(piece for piece in player.table.arrangement if piece not in ((YELLOW, 3), (YELLOW, 11)))
    player.table.covered = frozenset({7, 15})
    player.frames(30)
    asked = player.pipeline.scene()
    assert asked.mode is Mode.ASK
    touch(player, Answer(player.pipeline.referee.history.next_n, None, "?"))
    assert player.frames(30) == ()


def test_a_correction_can_be_rebuilt_from_the_record_alone() -> None:
    player = table()
    make(player, 4, Move(YELLOW, 3, 7))
    touch(player, Correct())
    wish = player.pipeline.scene().choices[2].wish
    assert wish is not None
    touch(player, wish)
    history = begin(player.game, YELLOW, Position.of(player.game, MIDDLE))
    for entry in player.log.entries:
        history = history.after(entry.event)
    assert history.now.state == player.state


def test_a_missed_capture_that_missed_none_cannot_follow() -> None:
    """A correction before it may have taken the capture away: then it is not offered, and nothing breaks."""
    history = thrown(referee(MIDDLE), 4).history
    with pytest.raises(InputError, match="misses no capture with a 4"):
        history.after(MissedCaptureEvent(Move(YELLOW, 3, 7), ((YELLOW, 11),)))
