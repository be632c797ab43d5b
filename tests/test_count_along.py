"""Counting along in a game: it begins with the throw or a finger, follows piece, finger and time, ends with the move."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from companion.along import DONE_S
from companion.counting import PACE_S
from companion.events import IllegalEvent, MoveEvent
from companion.helping import HelperLevel
from companion.pipeline import Pipeline, Table
from companion.referee import Referee
from companion.rules import Color, Position
from companion.scene import Mode, Scene
from companion.sight import Eyes
from companion.wish import Close, Correct, CountAlong, FromStart, Touch, Wish
from companion.wishing import wish_of_button, wishes_of_field
from companion.words import Language
from hardware.ports import ThrowReport
from tests.fake_table import FRAME_S, AlwaysStill, Confusion, Player, schmidt, schmidt_game

ONE_PIECE = {"yellow": [-1, -1, -1, 3], "green": [-1, -1, -1, 0], "red": [-1, -1, -1, 0], "black": [-1, -1, -1, 0]}
TWO_PIECES = {**ONE_PIECE, "yellow": [-1, -1, 3, 11]}
WAY = ("T3", "T4", "T5", "T6", "T7", "T8")


def player(level: HelperLevel | None, position: Mapping[str, list[int]] = ONE_PIECE) -> Player:
    """A table at which yellow is on; the reader makes no mistakes."""
    game = schmidt_game()
    at = Player(
        game, "yellow", schmidt(), Confusion(Random(1), noise=0.5), Position.of(game, {Color(c): p for c, p in position.items()})
    )
    helpers = {} if level is None else {"yellow": level}
    words = Table(schmidt(), {}, Language.GERMAN, helpers=helpers)
    eyes = Eyes(at.table, at.table, AlwaysStill(), at.table.follow)
    at.pipeline = Pipeline(words, eyes, Referee(at.pipeline.referee.history), at.log, asks=True)
    at.frames(5)
    return at


def shown(at: Player) -> Scene:
    return at.pipeline.scene()


def counted(at: Player) -> int | None:
    """How many steps are lit; None when nothing is counted."""
    count = shown(at).count
    return None if count is None else count.count


def moved(at: Player, to: int) -> None:
    """The piece that stood on three is put there."""
    at.put_places({**ONE_PIECE, "yellow": [-1, -1, -1, to]})


def after_wrong_count() -> Player:
    at = player(HelperLevel.SHOW)
    at.frames(1, throw=5)
    moved(at, 7)
    at.frames(10)
    assert shown(at).mode is Mode.WRONG
    return at


def test_a_throw_that_moves_one_piece_is_counted_along_at_once() -> None:
    at = player(HelperLevel.COUNT)
    at.frames(1, throw=5)
    scene = shown(at)
    assert (scene.mode, scene.throw, counted(at)) == (Mode.COUNT, 5, 0)
    assert scene.count is not None and scene.count.path == WAY
    assert scene.spoken == "Wir zählen zusammen. Gewürfelt waren fünf."


@pytest.mark.parametrize("level", [None, *(level for level in HelperLevel if level is not HelperLevel.COUNT)])
def test_nobody_else_is_counted_along_with(level: HelperLevel | None) -> None:
    at = player(level)
    at.frames(1, throw=5)
    assert shown(at).mode is Mode.THROW and shown(at).counts == ()
    at.step(wishes=(CountAlong("T3"),))
    assert shown(at).mode is Mode.THROW


def test_of_two_pieces_the_one_that_is_touched() -> None:
    at = player(HelperLevel.COUNT, TWO_PIECES)
    at.frames(1, throw=5)
    scene = shown(at)
    assert (scene.mode, set(scene.counts)) == (Mode.THROW, {"T3", "T11"})
    assert wishes_of_field(scene, "T11") == (CountAlong("T11"),)
    at.step(wishes=wishes_of_field(scene, "T11"))
    count = shown(at).count
    assert count is not None and (count.path[0], count.path[-1]) == ("T11", "T16")


def test_time_lights_the_fields_and_the_voice_says_each_number() -> None:
    at = player(HelperLevel.COUNT)
    at.frames(1, throw=5)
    said: list[str] = []
    for _ in range(round(7 * PACE_S / FRAME_S)):
        at.step()
        if not said or shown(at).spoken != said[-1]:
            said.append(shown(at).spoken)
    numbers = [f"Zähl mit: {word}!" for word in ("eins", "zwei", "drei", "vier", "fünf")]
    assert said == ["Wir zählen zusammen. Gewürfelt waren fünf.", *numbers, "Fünf Schritte, genau gezählt."]
    at.frames(round(DONE_S / FRAME_S) + 1)
    assert shown(at).mode is Mode.THROW, "what was thrown is shown again until it is moved"


def test_a_finger_counts_faster_than_time() -> None:
    at = player(HelperLevel.COUNT)
    at.frames(1, throw=5)
    at.frames(4)
    for number in (1, 2, 3):
        at.step(wishes=wishes_of_field(shown(at), "T20"))
        assert counted(at) == number
        at.step(wishes=(Touch("T20"),))
        assert counted(at) == number, "a finger that trembles"
        at.frames(3)


def test_a_piece_on_its_way_is_counted_and_no_verdict() -> None:
    at = player(HelperLevel.COUNT)
    at.frames(1, throw=5)
    for place, number in ((4, 1), (6, 3), (7, 4)):
        moved(at, place)
        at.frames(3)
        assert counted(at) == number
    moved(at, 8)
    events = at.frames(3)
    assert any(isinstance(event, MoveEvent) for event in events)
    assert counted(at) is None and shown(at).on == "green"


def test_a_piece_that_stays_on_its_way_is_told_once_counting_is_over() -> None:
    at = player(HelperLevel.COUNT)
    at.frames(1, throw=5)
    moved(at, 6)
    events = at.frames(round((6 * PACE_S + DONE_S) / FRAME_S))
    assert sum(isinstance(event, IllegalEvent) for event in events) == 1
    assert shown(at).mode is Mode.WRONG and shown(at).wrong is not None


def test_another_piece_ends_the_counting() -> None:
    at = player(HelperLevel.COUNT)
    at.frames(1, throw=5)
    at.put_places({**ONE_PIECE, "green": [-1, -1, -1, 5]})
    at.frames(10)
    assert shown(at).mode is Mode.WRONG and counted(at) is None


def test_a_hand_does_not_hide_the_counting() -> None:
    at = player(HelperLevel.COUNT)
    at.frames(1, throw=5)
    at.table.clear = False
    at.frames(3)
    assert shown(at).mode is Mode.COUNT


def test_a_wrong_count_is_counted_together() -> None:
    at = after_wrong_count()
    scene = shown(at)
    assert [(button.id, button.main) for button in scene.buttons] == [("count", True), ("different", False)]
    wish = wish_of_button(scene, "count")
    assert wish == CountAlong()
    at.step(wishes=(wish,))
    scene = shown(at)
    assert scene.mode is Mode.COUNT and scene.count is not None and scene.count.path == WAY
    assert scene.spoken == "Wir zählen zusammen. Du bist vier gegangen, gewürfelt waren fünf."
    assert "T7" not in {piece.field for piece in scene.pieces}
    at.frames(3)
    assert counted(at) == 0, "that it stands on the fourth is what was wrong"


@pytest.mark.parametrize("first", [None, 3])
def test_after_a_wrong_count_the_move_ends_it(first: int | None) -> None:
    """The piece goes one on, or back to where it stood and then all the way."""
    at = after_wrong_count()
    at.step(wishes=(CountAlong(),))
    if first is not None:
        moved(at, first)
        at.frames(5)
        assert counted(at) == 0 and shown(at).mode is Mode.COUNT
        moved(at, 5)
        at.frames(3)
        assert counted(at) == 2
    moved(at, 8)
    at.frames(5)
    assert counted(at) is None and shown(at).on == "green"


def test_from_the_start() -> None:
    at = after_wrong_count()
    at.step(wishes=(CountAlong(),))
    at.frames(round(2.5 * PACE_S / FRAME_S))
    assert counted(at) == 2
    scene = shown(at)
    assert [button.id for button in scene.buttons] == ["from_start"]
    wish = wish_of_button(scene, "from_start")
    assert wish == FromStart()
    at.step(wishes=(wish,))
    assert counted(at) == 0


@pytest.mark.parametrize("wish", [CountAlong(), FromStart(), CountAlong("T3"), Touch("T3")])
def test_where_nothing_can_be_counted_nothing_happens(wish: Wish) -> None:
    at = player(HelperLevel.COUNT)
    before = shown(at)
    at.step(wishes=(wish,))
    assert shown(at) == before


def test_a_correction_comes_before_counting() -> None:
    at = player(HelperLevel.COUNT, TWO_PIECES)
    at.frames(1, throw=5)
    at.step(wishes=(Correct(),))
    assert shown(at).mode is Mode.CORRECT
    at.step(wishes=(CountAlong("T11"),))
    assert shown(at).mode is Mode.CORRECT
    at.step(wishes=(Close(),))
    assert shown(at).mode is Mode.THROW


def test_a_throw_that_cannot_be_counted_is_shown_as_ever() -> None:
    """Out of the house nobody counts."""
    at = player(HelperLevel.COUNT, {**ONE_PIECE, "yellow": [-1, -1, -1, -1]})
    reports = (ThrowReport(6, "recorded", at.time_s),)
    at.step(reports)
    assert shown(at).mode is Mode.THROW and shown(at).counts == ()
