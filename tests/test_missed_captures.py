"""Schlagzwang at the table: for every value of its options what is recorded, said and ringed, and how the penalty is paid.

"the piece that could have captured goes to its house, from wherever it then stands; if several could, its owner picks one" /
"the opponents may send back one piece of their choice that is on the track, or let it pass" / "the move counts as illegal".
"""

from __future__ import annotations

from random import Random

import pytest

from companion.events import Event, IllegalEvent, MissedCaptureEvent, MoveEvent, PenaltyEvent, TakebackEvent, ThrowEvent
from companion.referee import Refusal
from companion.rules import Color, Move, Position, Reason
from companion.scene import Mode
from companion.wish import PutRight
from hardware.ports import ThrowReport
from tests.fake_table import Confusion, Player, schmidt, schmidt_game

YELLOW, GREEN, RED = Color("yellow"), Color("green"), Color("red")
Places = dict[str, list[int]]
PREY: Places = {"yellow": [-1, -1, 3, 11], "green": [-1, -1, 37, 40], "red": [-1, -1, 14, 36], "black": [-1, -1, 3, 32]}
"""With a four yellow can capture green on its field 7, or go from 11 to 15."""
TWO: Places = {**PREY, "green": [-1, -1, 35, 37], "yellow": [-1, 1, 3, 11]}
"""Green stands on yellow's fields 5 and 7: two of yellow's pieces can capture with a four."""
ON_START: Places = {**PREY, "yellow": [-1, 0, 3, 11]}
"""Yellow's A has to be cleared, and 3 could capture."""


def rules(**options: object) -> object:
    return {"preset": "schmidt-2016", **options}


def with_duty(rule: str = "return_capturer", **more: object) -> object:
    return rules(capture="compulsory", missed_capture=rule, **more)


def table(of: object, places: Places = PREY, live: bool = False, infer: bool = False) -> Player:
    game = schmidt_game(of)
    position = Position.of(game, {Color(color): row for color, row in places.items()})
    reader = Confusion(Random(7), sure_by=9.0, noise=0.8)
    return Player(game, "yellow", schmidt(), reader, position, one_at_a_time=live, infer=infer)


def stands(player: Player, places: Places, frames: int = 6) -> tuple[Event, ...]:
    """A hand puts the pieces there; what is recorded of it."""
    player.table.clear = False
    player.frames(2)
    player.put_places(places)
    player.table.clear = True
    return player.frames(frames)


def moved(player: Player, yellow: list[int], throw: int = 4, places: Places = PREY) -> tuple[Event, ...]:
    player.frames(2, throw)
    return stands(player, {**places, "yellow": yellow})


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


NOT_CAPTURED = [-1, -1, 3, 15]
EVERY_VALUE = [
    ("optional", "return_capturer", ["MoveEvent"]),
    ("optional", "huff_any", ["MoveEvent"]),
    ("optional", "none", ["MoveEvent"]),
    ("compulsory", "return_capturer", ["MissedCaptureEvent"]),
    ("compulsory", "huff_any", ["MissedCaptureEvent"]),
    ("compulsory", "none", ["IllegalEvent"]),
]


@pytest.mark.parametrize(("capture", "rule", "recorded"), EVERY_VALUE)
def test_a_capture_that_was_not_made(capture: str, rule: str, recorded: list[str]) -> None:
    player = table(rules(capture=capture, missed_capture=rule))
    assert kinds(moved(player, NOT_CAPTURED)) == recorded


@pytest.mark.parametrize(("capture", "rule"), [row[:2] for row in EVERY_VALUE])
def test_a_capture_that_was_made_is_a_move_by_every_rule(capture: str, rule: str) -> None:
    player = table(rules(capture=capture, missed_capture=rule))
    player.frames(2, 4)
    made = stands(player, {**PREY, "yellow": [-1, -1, 7, 11], "green": [-1, -1, -1, 40]})
    assert made == (MoveEvent(Move(YELLOW, 3, 7, GREEN)),)


def test_where_it_is_taken_back_the_duty_is_said_and_the_capture_follows() -> None:
    player = table(with_duty("none"))
    assert moved(player, NOT_CAPTURED) == (IllegalEvent(YELLOW, (Reason.MUST_CAPTURE,)),)
    assert player.pipeline.scene().sentence == "You can capture green, so you must."
    assert kinds(stands(player, PREY)) == ["TakebackEvent"]
    assert kinds(stands(player, {**PREY, "yellow": [-1, -1, 7, 11], "green": [-1, -1, -1, 40]})) == ["MoveEvent"]


FIRST = [
    (False, [-1, 4, 3, 11], "MoveEvent"),
    (False, [-1, 0, 3, 15], "IllegalEvent"),
    (True, [-1, 4, 3, 11], "MissedCaptureEvent"),
    (True, [-1, 0, 3, 15], "IllegalEvent"),
]
"""The start field has to be cleared: which goes first is an option; any other move than these two is illegal."""


@pytest.mark.parametrize(("capture_first", "yellow", "recorded"), FIRST)
def test_the_start_field_and_the_capture(capture_first: bool, yellow: list[int], recorded: str) -> None:
    player = table(with_duty(capture_first=capture_first), ON_START)
    assert kinds(moved(player, yellow, places=ON_START)) == [recorded]


# ---- the piece that could have captured goes home ----


def test_it_is_announced_and_its_piece_is_ringed() -> None:
    player = table(with_duty())
    assert moved(player, NOT_CAPTURED) == (MissedCaptureEvent(Move(YELLOW, 11, 15), ((YELLOW, 3),)),)
    scene = player.pipeline.scene()
    assert (scene.title, scene.sentence) == ("Yellow could capture.", "For that, the piece goes home.")
    assert (scene.on, player.state.turn) == (YELLOW, GREEN)
    assert [mark.field for mark in scene.marks] == ["T3"]


def test_the_piece_goes_home_from_wherever_it_then_stands() -> None:
    player = table(with_duty(), TWO)
    moved(player, [-1, 1, 3, 15], places=TWO)
    assert stands(player, {**TWO, "yellow": [-1, -1, 3, 15]}) == (PenaltyEvent("return_capturer", YELLOW, 1),)


@pytest.mark.parametrize("piece", [1, 3])
def test_of_several_the_owner_picks_one(piece: int) -> None:
    player = table(with_duty(), TWO)
    moved(player, [-1, 1, 3, 15], places=TWO)
    scene = player.pipeline.scene()
    assert (scene.sentence, [mark.field for mark in scene.marks]) == ("Which of them goes home?", ["T1", "T3"])
    left = [-1, -1, *(p for p in (1, 3) if p != piece), 15]
    assert stands(player, {**TWO, "yellow": left}) == (PenaltyEvent("return_capturer", YELLOW, piece),)
    assert player.state.turn == GREEN


def test_another_piece_that_went_home_is_told_kindly_and_put_right() -> None:
    player = table(with_duty())
    moved(player, NOT_CAPTURED)
    assert kinds(stands(player, {**PREY, "yellow": [-1, -1, -1, 3]})) == ["IllegalEvent"]
    scene = player.pipeline.scene()
    assert (scene.mode, scene.sentence) == (Mode.WRONG, "Another piece goes home. It has a ring.")
    assert {mark.field for mark in scene.marks} == {"T3", "T15"}
    assert stands(player, {**PREY, "yellow": [-1, -1, -1, 15]}) == (PenaltyEvent("return_capturer", YELLOW, 3),)


def test_when_nobody_takes_it_home_the_next_throw_waits_and_it_is_said_once_a_throw() -> None:
    player = table(with_duty(), live=True)
    moved(player, NOT_CAPTURED)
    player.frames(3)
    refused = [player.step((ThrowReport(2, "button", player.time_s),)).refused, *(player.step().refused for _ in range(10))]
    assert refused.count(Refusal.OWED) == 1
    assert player.pipeline.scene().sentence == "For that, the piece goes home."
    assert kinds(stands(player, {**PREY, "yellow": [-1, -1, -1, 15]})) == ["PenaltyEvent"]
    assert player.frames(2, 2) == (ThrowEvent(GREEN, 2, "recorded"),)


def test_who_throws_as_soon_as_the_piece_is_home_need_not_wait() -> None:
    player = table(with_duty(), live=True)
    moved(player, NOT_CAPTURED)
    player.table.clear = False
    player.frames(2)
    player.put_places({**PREY, "yellow": [-1, -1, -1, 15]})
    player.table.clear = True
    assert kinds(player.frames(3, 2)) == ["PenaltyEvent", "ThrowEvent"]


def test_who_moves_on_before_it_is_home_hears_what_comes_first() -> None:
    player = table(with_duty())
    moved(player, NOT_CAPTURED)
    assert kinds(stands(player, {**PREY, "yellow": NOT_CAPTURED, "red": [-1, -1, 16, 36]})) == ["IllegalEvent"]
    assert player.pipeline.scene().sentence == "A piece has to go home first."
    assert kinds(stands(player, {**PREY, "yellow": NOT_CAPTURED})) == ["TakebackEvent"]


def test_a_missed_capture_is_taken_back_like_a_move() -> None:
    player = table(with_duty())
    moved(player, NOT_CAPTURED)
    assert stands(player, PREY) == (TakebackEvent(1),)
    assert player.pipeline.referee.history.now.throw == 4


# ---- pusten ----


@pytest.mark.parametrize("piece", [3, 15])
def test_the_opponents_huff_any_piece_on_the_track(piece: int) -> None:
    player = table(with_duty("huff_any"))
    moved(player, NOT_CAPTURED)
    scene = player.pipeline.scene()
    assert (scene.sentence, [mark.field for mark in scene.marks]) == ("Now you may huff one piece.", ["T3", "T15"])
    left = [-1, -1, -1, *(p for p in (3, 15) if p != piece)]
    assert stands(player, {**PREY, "yellow": left}) == (PenaltyEvent("huff_any", YELLOW, piece),)


def test_the_next_throw_lets_it_pass() -> None:
    player = table(with_duty("huff_any"), live=True)
    moved(player, NOT_CAPTURED)
    assert player.frames(2, 2) == (PenaltyEvent("huff_any", YELLOW, None), ThrowEvent(GREEN, 2, "recorded"))


def test_a_touch_lets_it_pass_and_nobody_says_it_was_misread() -> None:
    player = table(with_duty("huff_any"))
    moved(player, NOT_CAPTURED)
    (button,) = player.pipeline.scene().buttons
    assert isinstance(button.wish, PutRight)
    seen = tuple(entry.event for entry in player.step(wishes=(button.wish,)).events)
    assert seen == (PenaltyEvent("huff_any", YELLOW, None),)
    assert player.pipeline.scene().title == "Green's turn."


# ---- nobody tells the throws ----


@pytest.mark.parametrize("rule", ["return_capturer", "huff_any"])
def test_without_a_die_a_missed_capture_is_seen_by_its_move(rule: str) -> None:
    player = table(with_duty(rule), infer=True)
    player.frames(2)
    made = stands(player, {**PREY, "yellow": NOT_CAPTURED})
    assert kinds(made) == ["ThrowEvent", "MissedCaptureEvent"]
    assert kinds(stands(player, {**PREY, "yellow": [-1, -1, -1, 15]})) == ["PenaltyEvent"]


def test_without_a_die_the_next_move_lets_it_pass() -> None:
    player = table(with_duty("huff_any"), infer=True)
    player.frames(2)
    stands(player, {**PREY, "yellow": NOT_CAPTURED})
    after = stands(player, {**PREY, "yellow": NOT_CAPTURED, "green": [-1, -1, 38, 40]})
    assert kinds(after) == ["PenaltyEvent", "ThrowEvent", "MoveEvent"]
