"""From pictures to events: whole games over a reader that errs, and what people do wrong."""

from __future__ import annotations

from random import Random

import pytest

from companion.events import (
    Event,
    IllegalEvent,
    MissedCaptureEvent,
    MoveEvent,
    PassEvent,
    PenaltyEvent,
    TakebackEvent,
    ThrowEvent,
)
from companion.history import begin
from companion.open_move import marks
from companion.places import HOME, Places
from companion.referee import Referee, Refusal
from companion.rules import Color, Game, Move, Position, Reason, State, after_throw, apply_move, initial_state, legal_moves
from companion.scene import Mode
from hardware.ports import ThrowReport
from tests.fake_table import Confusion, Player, schmidt, schmidt_game

YELLOW, GREEN, RED, BLACK = (Color(name) for name in ("yellow", "green", "red", "black"))


def quiet() -> Confusion:
    return Confusion(Random(1), sure_by=10.0, noise=0.8)


def play_script(player: Player, game: Game, plies: int, random: Random) -> tuple[list[Event], list[Event]]:
    """Random legal plies; gives the events that should come and those that came."""
    state: State = initial_state(game, game.colors[0])
    wanted: list[Event] = []
    seen: list[Event] = []
    for _ in range(plies):
        if state.turn is None:
            break
        throw = random.choice((1, 2, 3, 4, 5, 6, 6))
        moves = legal_moves(game, state.position, state.turn, throw)
        move = random.choice(moves) if moves else None
        wanted.append(ThrowEvent(state.turn, throw, "recorded"))
        wanted.append(MoveEvent(move) if move else PassEvent(state.turn))
        seen += player.frames(2, throw)
        if move is not None:
            player.put(apply_move(game, state.position, move))
            seen += player.frames(3)
        state = after_throw(game, state, throw, move)
    return wanted, seen


RULES = [("schmidt-2016", 200), ("schmidt-family", 60), ("wikipedia", 60), ("schmidt-pairs", 60)]


@pytest.mark.parametrize(("rules", "plies"), RULES)
def test_a_game_over_a_reader_that_errs_gives_exactly_its_events(rules: str, plies: int) -> None:
    game = schmidt_game(rules)
    player = Player(game, "yellow", schmidt(), Confusion(Random(2), sure_by=6.0, noise=1.0))
    wanted, seen = play_script(player, game, plies, Random(plies))
    assert seen == wanted


def test_fields_that_are_always_misread_do_not_stop_the_game() -> None:
    game = schmidt_game()
    stubborn = Confusion(Random(5), noise=0.8, wrong_fields=(3, 17, 30, 58), wrong_by=2.5)
    player = Player(game, "yellow", schmidt(), stubborn)
    wanted, seen = play_script(player, game, 80, Random(5))
    assert seen == wanted


MIDDLE = {"yellow": [-1, 12, 42, 43], "green": [0, 6, 39, 43], "red": [6, 11, 12, 42], "black": [-1, -1, -1, 43]}

ILLEGAL = [
    ("backward", "red", 2, {"red": [6, 9, 12, 42]}),
    ("goal_overshot", "red", 6, {"red": [6, 11, 12, 43]}),
    ("wrong_count", "yellow", 3, {"yellow": [-1, 18, 42, 43]}),
    ("wrong_colour", "yellow", 3, {"green": [0, 9, 39, 43]}),
    ("enter_needs_six", "yellow", 5, {"yellow": [0, 12, 42, 43]}),
    ("must_enter", "yellow", 6, {"yellow": [-1, 18, 42, 43]}),
    ("piece_missing", "yellow", 3, {"red": [6, 12, 42]}),
    ("several_moves", "red", 2, {"red": [8, 13, 12, 42]}),
    ("not_thrown", "yellow", None, {"yellow": [-1, 15, 42, 43]}),
]


@pytest.mark.parametrize(("reason", "turn", "throw", "moved"), ILLEGAL, ids=[case[0] for case in ILLEGAL])
def test_what_the_rules_forbid_is_told_once_and_its_takeback_clears_it(
    reason: str, turn: str, throw: int | None, moved: dict[str, list[int]]
) -> None:
    game = schmidt_game()
    before = Position.of(game, MIDDLE)
    player = Player(game, turn, schmidt(), quiet(), before)
    thrown = player.frames(2, throw)
    player.put_places({**MIDDLE, **moved})
    assert player.frames(20) == (IllegalEvent(Color(turn), (Reason(reason),)),)
    assert player.step().scene.mode is Mode.WRONG
    player.put(before)
    assert player.frames(4) == (TakebackEvent(len(thrown)),)


def test_the_right_move_may_follow_an_open_one_directly() -> None:
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, MIDDLE))
    player.frames(2, 3)
    player.put_places({**MIDDLE, "yellow": [-1, 18, 42, 43]})
    player.frames(4)
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert player.frames(4) == (MoveEvent(Move(YELLOW, 12, 15, None)),)


def test_taking_back_the_last_move_gives_the_throw_back() -> None:
    game = schmidt_game()
    before = Position.of(game, MIDDLE)
    player = Player(game, "yellow", schmidt(), quiet(), before)
    player.frames(2, 3)
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert player.frames(4) == (MoveEvent(Move(YELLOW, 12, 15, None)),)
    player.put(before)
    assert player.frames(4) == (TakebackEvent(1),)
    assert player.pipeline.referee.history.now.throw == 3
    assert player.state.turn == YELLOW


@pytest.mark.parametrize("moves", [1, 2, 4])
def test_several_moves_are_taken_back_at_once(moves: int) -> None:
    game = schmidt_game("wikipedia")
    places = {"yellow": [-1, 2, 12, 22], "green": [-1, 1, 11, 20], "red": [-1, 3, 9, 21], "black": [-1, 1, 5, 23]}
    before = Position.of(game, places)
    player = Player(game, "yellow", schmidt(), quiet(), before)
    for color, thrown in zip(game.colors[:moves], (3, 4, 5, 2), strict=False):
        player.frames(2, thrown)
        places[color] = [*places[color][:3], places[color][3] + thrown]
        player.put_places(places)
        assert len(player.frames(4)) == 1
    player.put(before)
    assert player.frames(4) == (TakebackEvent(1),)
    assert (player.state.turn, player.pipeline.referee.history.now.throw) == (YELLOW, 3)


def test_nothing_is_decided_under_a_hand() -> None:
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, MIDDLE))
    player.frames(2, 3)
    player.table.clear = False
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert player.frames(10) == ()
    assert player.step().scene.mode is Mode.HAND
    player.table.clear = True
    assert player.frames(2) == (MoveEvent(Move(YELLOW, 12, 15, None)),)


def test_a_capture_waits_until_the_captured_piece_is_home() -> None:
    game = schmidt_game()
    places = {**MIDDLE, "yellow": [-1, 12, 42, 43], "green": [4, 6, 39, 43]}
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, places))
    player.frames(2, 2)
    player.put_places({**places, "yellow": [-1, 14, 42, 43], "green": [6, 39, 43]})
    assert player.frames(6) == ()
    player.put_places({**places, "yellow": [-1, 14, 42, 43], "green": [-1, 6, 39, 43]})
    assert player.frames(4) == (MoveEvent(Move(YELLOW, 12, 14, GREEN)),)


def test_a_throw_that_comes_before_the_move_was_seen_waits_for_it() -> None:
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, MIDDLE))
    player.frames(2, 3)
    player.table.clear = False
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert player.frames(2, 1) == ()
    player.table.clear = True
    assert player.frames(1) == (MoveEvent(Move(YELLOW, 12, 15, None)), ThrowEvent(GREEN, 1, "recorded"))


def test_a_second_throw_without_a_move_is_refused() -> None:
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, MIDDLE))
    assert player.frames(3, 3) == (ThrowEvent(YELLOW, 3, "recorded"),)
    assert player.frames(3, 5) == ()
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert player.frames(3) == (MoveEvent(Move(YELLOW, 12, 15, None)),)


def one_at_a_time() -> tuple[Game, Player]:
    """A live table, at which yellow has thrown three."""
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, MIDDLE), one_at_a_time=True)
    assert player.frames(3, 3) == (ThrowEvent(YELLOW, 3, "recorded"),)
    return game, player


def refusal(player: Player, value: int) -> Refusal | None:
    """What is said to that throw at once."""
    return player.step((ThrowReport(value, "keyboard", player.time_s),)).refused


def test_at_a_live_table_a_second_value_before_the_move_is_refused_at_once_whether_a_hand_is_there_or_not() -> None:
    _, player = one_at_a_time()
    assert refusal(player, 5) is Refusal.PENDING
    player.table.clear = False
    player.frames(2)
    assert refusal(player, 5) is Refusal.PENDING
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert refusal(player, 5) is Refusal.PENDING
    player.table.clear = True
    assert player.frames(4) == (MoveEvent(Move(YELLOW, 12, 15, None)),)
    assert player.frames(1, 1) == (ThrowEvent(GREEN, 1, "recorded"),)


def test_who_throws_when_the_hand_is_gone_need_not_wait_until_the_move_has_been_read() -> None:
    _, player = one_at_a_time()
    player.table.clear = False
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    player.frames(2)
    player.table.clear = True
    assert player.frames(2, 1) == (MoveEvent(Move(YELLOW, 12, 15, None)), ThrowEvent(GREEN, 1, "recorded"))


def test_a_hand_that_moved_nothing_lets_no_second_value_in() -> None:
    _, player = one_at_a_time()
    player.table.clear = False
    player.frames(2)
    player.table.clear = True
    refusals = [refusal(player, 5), *(player.step().refused for _ in range(4))]
    assert refusals.count(Refusal.PENDING) == 1
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert player.frames(4) == (MoveEvent(Move(YELLOW, 12, 15, None)),)


def test_a_throw_while_something_is_open_is_refused() -> None:
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, MIDDLE))
    player.frames(2, 3)
    player.put_places({**MIDDLE, "yellow": [-1, 18, 42, 43]})
    player.frames(4)
    assert player.frames(2, 5) == ()
    assert player.pipeline.referee.history.now.throw == 3


def test_the_board_is_compared_before_a_live_game_begins() -> None:
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), quiet(), check_start=True)
    whole = player.table.arrangement
    player.table.arrangement = whole[1:]
    assert player.frames(4) == ()
    scene = player.step().scene
    assert scene.mode is Mode.START_CHECK
    assert [mark.color for mark in scene.marks] == [whole[0][0]]
    player.table.arrangement = whole
    player.frames(3)
    assert player.step().scene.mode is Mode.TURN


def gone_on_with(game: Game, places: dict[str, list[int]], *events: Event) -> Player:
    """A game that was broken off after these events; the pieces stand as its record says."""
    history = begin(game, YELLOW, Position.of(game, places))
    for event in events:
        history = history.after(event)
    player = Player(game, "yellow", schmidt(), quiet(), check_start=True)
    player.pipeline.referee = Referee(history)
    player.put(history.now.state.position)
    return player


def test_a_throw_that_is_refused_does_not_end_the_check_of_the_board() -> None:
    game = schmidt_game({"preset": "schmidt-2016", "capture": "compulsory"})
    places = {**MIDDLE, "yellow": [3, 12, 42, 43], "green": [4, 6, 39, 43]}
    missed = MissedCaptureEvent(Move(YELLOW, 3, 5, None), ((YELLOW, 12),))
    player = gone_on_with(game, places, ThrowEvent(YELLOW, 2, "button"), missed)
    whole = player.table.arrangement
    player.table.arrangement = whole[1:]
    player.frames(2)
    refused = player.step((ThrowReport(3, "button", player.time_s),)).refused
    assert refused is Refusal.OWED
    player.frames(20)
    assert player.step().scene.mode is Mode.START_CHECK
    player.table.arrangement = whole
    player.frames(3)
    assert player.step().scene.mode is Mode.TURN


def test_a_throw_ends_the_check_and_what_it_said_but_teaches_nothing() -> None:
    """Were the wrong board learned as the right one, nobody would be told of its wrong piece."""
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, MIDDLE), check_start=True)
    player.put_places({**MIDDLE, "black": [-1, -1, 17, 43]})
    player.frames(3)
    assert player.step().scene.mode is Mode.START_CHECK
    player.table.clear = False
    player.put_places({**MIDDLE, "black": [-1, -1, 18, 43]})
    assert player.frames(1, 3) == (ThrowEvent(YELLOW, 3, "recorded"),)
    player.table.clear = True
    assert player.step().scene.mode is Mode.THROW
    assert [type(event) for event in player.frames(20)] == [IllegalEvent]


@pytest.mark.parametrize("capture", ["optional", "compulsory"])
def test_a_move_that_was_made_while_the_companion_was_down_is_taken(capture: str) -> None:
    game = schmidt_game({"preset": "schmidt-2016", "capture": capture})
    places = {**MIDDLE, "yellow": [3, 12, 42, 43], "green": [4, 6, 39, 43]}
    player = gone_on_with(game, places, ThrowEvent(YELLOW, 2, "button"))
    player.put_places({**places, "yellow": [5, 12, 42, 43]})
    kind = MoveEvent if capture == "optional" else MissedCaptureEvent
    assert [type(event) for event in player.frames(6)] == [kind]
    assert player.state.position.pieces(YELLOW) == (5, 12, 42, 43)


@pytest.mark.parametrize("thrown", [True, False])
def test_anything_else_that_was_moved_meanwhile_is_checked_first(thrown: bool) -> None:
    game = schmidt_game()
    player = gone_on_with(game, MIDDLE, *([ThrowEvent(YELLOW, 3, "button")] if thrown else []))
    player.put_places({**MIDDLE, "yellow": [-1, 16 if thrown else 15, 42, 43]})
    assert player.frames(20) == ()
    assert player.step().scene.mode is Mode.START_CHECK


def test_a_board_that_goes_away_is_told_within_two_seconds() -> None:
    player = Player(schmidt_game(), "yellow", schmidt(), quiet())
    player.frames(3)
    player.table.there = False
    player.frames(10)
    assert player.step().scene.mode is Mode.LOST
    player.table.there = True
    player.frames(4)
    assert player.step().scene.mode is Mode.TURN


def test_a_game_that_is_over_takes_no_more_throws() -> None:
    game = schmidt_game()
    nearly = {"yellow": [39, 41, 42, 43], "green": [40, 41, 42, 43], "red": [40, 41, 42, 43], "black": [-1, -1, -1, 5]}
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, nearly))
    player.frames(2, 1)
    player.put_places({**nearly, "yellow": [40, 41, 42, 43]})
    kinds = [type(event).__name__ for event in player.frames(4)]
    assert kinds == ["MoveEvent", "FinishEvent", "EndEvent"]
    assert player.frames(3, 4) == ()
    assert player.step().scene.mode is Mode.END


def test_a_move_that_was_never_seen_is_recovered_from_the_one_after_it() -> None:
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, MIDDLE))
    player.frames(2, 3)
    player.table.clear = False
    assert player.frames(3, 1) == ()
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43], "green": [1, 6, 39, 43]})
    player.table.clear = True
    assert player.frames(3) == (
        MoveEvent(Move(YELLOW, 12, 15, None)),
        ThrowEvent(GREEN, 1, "recorded"),
        MoveEvent(Move(GREEN, 0, 1, None)),
    )


def test_a_miscounted_move_is_shown_with_its_way() -> None:
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, MIDDLE))
    player.frames(2, 3)
    player.put_places({**MIDDLE, "yellow": [-1, 17, 42, 43]})
    player.frames(4)
    wrong = player.step().scene.wrong
    assert wrong is not None
    assert (wrong.path, wrong.right_field) == (("T12", "T13", "T14", "T15", "T16", "T17"), "T15")
    assert (wrong.thrown, wrong.walked, wrong.color) == (3, 5, "yellow")


def test_a_missed_capture_is_paid_for_with_the_piece_that_could_have_captured() -> None:
    game = schmidt_game({"preset": "schmidt-2016", "capture": "compulsory"})
    places = {**MIDDLE, "yellow": [3, 12, 42, 43], "green": [4, 6, 39, 43]}
    player = Player(game, "yellow", schmidt(), quiet(), Position.of(game, places))
    player.frames(2, 2)
    player.put_places({**places, "yellow": [5, 12, 42, 43]})
    assert player.frames(4) == (MissedCaptureEvent(Move(YELLOW, 3, 5, None), ((YELLOW, 12),)),)
    player.put_places({**places, "yellow": [-1, 5, 42, 43]})
    assert player.frames(4) == (PenaltyEvent("return_capturer", YELLOW, 12),)
    assert player.state.turn == GREEN


@pytest.mark.parametrize("mode", [Mode.TURN, Mode.THROW, Mode.NO_MOVE, Mode.SIX_AGAIN])
def test_every_moment_has_its_screen_with_words(mode: Mode) -> None:
    game = schmidt_game()
    player = Player(game, "black", schmidt(), quiet(), Position.of(game, MIDDLE))
    if mode is Mode.NO_MOVE:
        player.frames(2, 5)
    elif mode is not Mode.TURN:
        player.frames(2, 6)
    if mode is Mode.SIX_AGAIN:
        player.put_places({**MIDDLE, "black": [-1, -1, 0, 43]})
        player.frames(3)
    scene = player.step().scene
    assert scene.mode is mode
    assert scene.title


@pytest.mark.parametrize(
    ("lacking", "ringed"),
    [
        ({"yellow": 2}, [("yellow:B3", "missing")]),
        ({"yellow": 1}, [("yellow:B2", "missing"), ("yellow:B3", "missing")]),
        ({"yellow": 4}, [("yellow:B4", "extra")]),
    ],
    ids=["one missing", "two missing", "one too many"],
)
def test_rings_in_a_house_never_cover_a_piece_that_stands_right(lacking: dict[str, int], ringed: list[tuple[str, str]]) -> None:
    """The start has three in each house, drawn on its fields from the first one on."""
    places = Places(schmidt())
    should = tuple(sorted((Color(color), HOME) for color in schmidt().colors for _ in range(3)))
    seen = tuple(sorted((Color(color), HOME) for color in schmidt().colors for _ in range(lacking.get(color, 3))))
    assert [(mark.field, str(mark.kind)) for mark in marks(places, should, seen)] == ringed
