"""Being wrong is noticed late: after the next throw, a take-back, a penalty, the end of the game. Two touches all the same."""

from __future__ import annotations

from random import Random

import pytest

from companion.corrections import EARLIER, Correction, corrections
from companion.events import (
    CorrectionEvent,
    EndEvent,
    Event,
    FinishEvent,
    MissedCaptureEvent,
    MoveEvent,
    PenaltyEvent,
    TakebackEvent,
    ThrowEvent,
)
from companion.history import begin
from companion.referee import Referee, Refusal, on_correction, on_sighting, on_throw
from companion.rules import Color, Move, Position, Sighting, apply_move, initial_state, legal_moves
from companion.scene import Mode
from companion.wish import Correct, PutRight, Touch, Wish
from tests.fake_table import Confusion, Player, schmidt, schmidt_game

YELLOW, GREEN, RED, BLACK = (Color(name) for name in ("yellow", "green", "red", "black"))
MIDDLE = {"yellow": [-1, -1, 3, 11], "green": [-1, -1, 17, 40], "red": [-1, -1, 14, 36], "black": [-1, -1, 3, 32]}
NEARLY = {"yellow": [38, 41, 42, 43], "green": [-1, -1, 5, 43], "red": [40, 41, 42, 43], "black": [40, 41, 42, 43]}
PREY = {**MIDDLE, "green": [-1, -1, 37, 40]}
"""With a four yellow can capture green on field 7, and has to."""
RETURN = {"preset": "schmidt-2016", "capture": "compulsory"}
HUFF = {**RETURN, "missed_capture": "huff_any"}


def played(rules: object, position: dict[str, list[int]], *plies: tuple[int, Move | None], seats: object = None) -> Referee:
    """A game after these throws and moves."""
    game = schmidt_game(rules, seats)
    referee = Referee(begin(game, YELLOW, Position.of(game, {Color(c): row for c, row in position.items()})))
    for throw, move in plies:
        taken = on_throw(referee, throw, "camera")
        assert not isinstance(taken, Refusal)
        referee = taken[0]
        if move is not None:
            referee = on_sighting(referee, Sighting.of_position(apply_move(game, referee.history.now.state.position, move)))[0]
    return referee


YELLOWS, GREENS = (4, Move(YELLOW, 3, 7)), (2, Move(GREEN, 17, 19))


def chosen(referee: Referee, one: Correction) -> Referee:
    return on_correction(referee, one.events)[0]


def test_a_move_is_put_right_when_the_next_one_was_made() -> None:
    later = played("schmidt-2016", MIDDLE, YELLOWS, GREENS)
    earlier = [one for one in corrections(later) if one.ago]
    assert [(one.color, one.throw, one.move) for one in earlier] == [(YELLOW, 4, Move(YELLOW, 11, 15))]
    straight = played("schmidt-2016", MIDDLE, (4, Move(YELLOW, 11, 15)), GREENS)
    assert chosen(later, earlier[0]).history.now.state == straight.history.now.state


def test_it_is_a_correction_of_that_line_and_no_rewrite() -> None:
    later = played("schmidt-2016", MIDDLE, YELLOWS, GREENS)
    (one,) = (one for one in corrections(later) if one.ago)
    assert one.events == (CorrectionEvent(2, MoveEvent(Move(YELLOW, 11, 15))),)
    assert on_correction(later, one.events)[1] == one.events


def test_what_cannot_have_led_to_the_rest_is_not_offered() -> None:
    """Yellow's second move began where the first one ended: that one stands."""
    rest = ((2, Move(RED, 14, 16)), (1, Move(BLACK, 3, 4)), (3, Move(YELLOW, 7, 10)))
    later = played("schmidt-2016", MIDDLE, YELLOWS, GREENS, *rest)
    assert [one.ago for one in corrections(later) if one.color == YELLOW and one.ago == EARLIER] == []


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_offered_of_a_game_can_follow_and_be_rebuilt(seed: int) -> None:
    game, rng = schmidt_game(HUFF), Random(seed)
    referee = Referee(begin(game, YELLOW))
    for _ in range(60):
        state = referee.history.now.state
        if state.turn is None:
            break
        taken = on_throw(referee, rng.choice((1, 2, 3, 4, 5, 6, 6)), "camera")
        assert not isinstance(taken, Refusal)
        referee = taken[0]
        now = referee.history.now
        for one in corrections(referee):
            assert chosen(referee, one).history.next_n > referee.history.next_n or one.recognised
        if now.throw is not None and now.state.turn is not None:
            move = rng.choice(legal_moves(game, now.state.position, now.state.turn, now.throw))
            after = apply_move(game, now.state.position, move)
            referee = on_sighting(referee, Sighting.of_position(after))[0]


# ---- missed captures and their penalties ----


def missed(rules: object) -> Referee:
    return played(rules, PREY, (4, Move(YELLOW, 11, 15)))


def test_a_penalty_may_have_been_paid_unseen_or_be_let_pass() -> None:
    offered = [one for one in corrections(missed(RETURN)) if one.penalty]
    assert [one.events[0] for one in offered] == [
        PenaltyEvent("return_capturer", YELLOW, 3),
        PenaltyEvent("return_capturer", YELLOW, None),
    ]
    home = [chosen(missed(RETURN), one).history.now.state.position.pieces(YELLOW) for one in offered]
    assert home == [(-1, -1, -1, 15), (-1, -1, 3, 15)]


def test_a_missed_capture_may_have_been_the_capture() -> None:
    capture = next(one for one in corrections(missed(RETURN)) if one.move == Move(YELLOW, 3, 7, GREEN))
    after = chosen(missed(RETURN), capture).history.now
    assert (after.owed, after.state.position.pieces(GREEN)) == (None, (-1, -1, -1, 40))


def test_a_penalty_is_put_right_like_a_move() -> None:
    owed = missed(HUFF)
    paid = on_correction(owed, (PenaltyEvent("huff_any", YELLOW, 3),))[0]
    offered = [one for one in corrections(paid) if one.penalty]
    assert [one.recognised for one in offered] == [True, False, False]
    assert offered[1].events == (CorrectionEvent(3, PenaltyEvent("huff_any", YELLOW, 15)),)
    assert chosen(paid, offered[1]).history.now.state.position.pieces(YELLOW) == (-1, -1, -1, 3)
    assert chosen(paid, offered[2]).history.now.state.position.pieces(YELLOW) == (-1, -1, 3, 15)


def test_another_colours_piece_as_far_on_its_way_may_have_been_the_one_that_went_home() -> None:
    """Yellow may move the neutral black, and both could have captured: each from its own field 11."""
    places = {"yellow": [-1, -1, 3, 11], "green": [-1, 5, 35, 40], "red": [-1, -1, -1, 20], "black": [-1, -1, -1, 11]}
    before = played(RETURN, places, (4, Move(YELLOW, 3, 7)), seats={"neutral": "black"})
    paid = on_correction(before, (PenaltyEvent("return_capturer", YELLOW, 11),))[0]
    others = {(one.color, one.move and one.move.source) for one in corrections(paid) if one.penalty and not one.recognised}
    assert others == {(BLACK, 11), (YELLOW, None)}


def test_the_move_before_a_penalty_is_put_right_as_well() -> None:
    paid = on_correction(missed(RETURN), (PenaltyEvent("return_capturer", YELLOW, 3),))[0]
    capture = next(one for one in corrections(paid) if one.move == Move(YELLOW, 3, 7, GREEN))
    assert [type(event) for event in capture.events] == [TakebackEvent, MoveEvent]
    assert chosen(paid, capture).history.now.state.position.pieces(GREEN) == (-1, -1, -1, 40)


# ---- on the screen ----


def table(rules: object = "schmidt-2016", position: dict[str, list[int]] | None = None) -> Player:
    game = schmidt_game(rules)
    places = {Color(color): row for color, row in (position or MIDDLE).items()}
    reader = Confusion(Random(1), sure_by=10.0, noise=0.5)
    return Player(game, "yellow", schmidt(), reader, Position.of(game, places))


def make(player: Player, throw: int, move: Move) -> tuple[Event, ...]:
    player.frames(2, throw)
    player.put(apply_move(player.game, player.state.position, move))
    return player.frames(4)


def touch(player: Player, *wishes: Wish) -> tuple[Event, ...]:
    return tuple(entry.event for entry in player.step(wishes=wishes).events)


def test_after_the_next_throw_the_board_is_touched_where_the_piece_really_went() -> None:
    player = table()
    make(player, *YELLOWS)
    player.frames(2, 2)
    touch(player, Correct(), Touch("T15"))
    scene = player.pipeline.scene()
    assert scene.mode is Mode.CORRECT
    (card,) = (card for card in scene.choices if card.way is not None and card.way.path[-1] == "T15")
    assert isinstance(card.wish, PutRight)
    assert [type(event) for event in touch(player, card.wish)] == [CorrectionEvent]
    assert player.state.position.pieces(YELLOW) == (-1, -1, 3, 15)
    told = player.pipeline.scene()
    assert (told.mode, told.throw, told.title) == (Mode.THROW, 2, "Thank you, I misread that.")


def test_a_move_that_is_not_seen_is_told_by_touching_where_it_ended() -> None:
    player = table()
    player.frames(2, 4)
    touch(player, Correct(), Touch("T7"))
    wish = next(card.wish for card in player.pipeline.scene().choices)
    assert wish is not None
    assert touch(player, wish) == (MoveEvent(Move(YELLOW, 3, 7)),)


def test_a_move_taken_back_by_mistake_is_made_again_in_two_touches() -> None:
    player = table()
    make(player, *YELLOWS)
    player.put_places(MIDDLE)
    assert [type(event) for event in player.frames(4)] == [TakebackEvent]
    touch(player, Correct(), Touch("T7"))
    wish = player.pipeline.scene().choices[0].wish
    assert wish is not None
    touch(player, wish)
    assert player.state.position.pieces(YELLOW) == (-1, -1, 7, 11)


def test_the_last_move_of_a_game_is_put_right_on_its_last_screen() -> None:
    player = table(position=NEARLY)
    ended = make(player, 2, Move(YELLOW, 38, 40))
    assert [type(event) for event in ended] == [MoveEvent, FinishEvent, EndEvent]
    scene = player.pipeline.scene()
    assert scene.mode is Mode.END and scene.correctable
    touch(player, Correct())
    cards = player.pipeline.scene().choices
    other = next(card.wish for card in cards if card.throw == 1)
    assert other is not None
    seen = touch(player, other)
    assert [type(event) for event in seen] == [TakebackEvent, CorrectionEvent, MoveEvent]
    assert player.state.position.pieces(YELLOW) == (39, 41, 42, 43)
    assert player.pipeline.scene().mode is Mode.TURN


def test_a_game_is_ended_by_a_correction_too() -> None:
    player = table(position=NEARLY)
    make(player, 1, Move(YELLOW, 38, 39))
    touch(player, Correct())
    right = next(card.wish for card in player.pipeline.scene().choices if card.throw == 2)
    assert right is not None
    assert [type(event) for event in touch(player, right)][-2:] == [FinishEvent, EndEvent]
    assert player.pipeline.scene().mode is Mode.END


@pytest.mark.parametrize("rules", [RETURN, HUFF], ids=["return_capturer", "huff_any"])
def test_the_cards_of_a_penalty_say_who_goes_home(rules: object) -> None:
    player = table(rules, PREY)
    assert [type(event) for event in make(player, 4, Move(YELLOW, 11, 15))] == [MissedCaptureEvent]
    touch(player, Correct())
    assert [card.label for card in player.pipeline.scene().choices][:2] == ["Yellow moves four", "Yellow goes home"]


def test_everything_put_right_late_is_rebuilt_from_the_record() -> None:
    player = table()
    make(player, *YELLOWS)
    player.frames(2, 2)
    touch(player, Correct(), Touch("T15"))
    wish = player.pipeline.scene().choices[0].wish
    assert wish is not None
    touch(player, wish)
    history = begin(player.game, YELLOW, Position.of(player.game, {Color(c): row for c, row in MIDDLE.items()}))
    for entry in player.log.entries:
        history = history.after(entry.event)
    assert history.now == player.pipeline.referee.history.now
    assert isinstance(history.now.event, ThrowEvent)


def test_nothing_is_put_right_before_anything_happened() -> None:
    game = schmidt_game()
    assert corrections(Referee(begin(game, YELLOW))) == ()
    assert initial_state(game, YELLOW).turn == YELLOW
