"""What lies over the screen of a game: its table is the one in `companion.evening.beside`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.app.screenshots import Samples
from companion.belief.arrangement import arrangement_of
from companion.display.render import Renderer
from companion.evening.beside import Beside, Over, heard, shown, standing_position
from companion.history import begin
from companion.places import Places
from companion.rules import Color, Position, initial_position
from companion.scene import Mode, Scene, ScenePiece
from companion.scenes import SceneMaker
from companion.wish import AsItStands, Back, GoOn, GoOnOtherwise, LookAgain, NewGame, NewPlayers, Pick, ShowEvening, Wish
from companion.wishing import wish_of_button
from companion.words import Language
from tests.fake_table import schmidt, schmidt_game
from tests.test_display import ALSO, SIZES, picture_faults

SCENES = Samples(Language.GERMAN).all()
GAME = schmidt_game()
MIDDLE = {"yellow": [-1, 12, 40, 41], "green": [4, 6, 39, 43], "red": [-1, -1, -1, 1], "black": [-1, -1, 0, 1]}


def over(beside: Beside, scene: Scene, stands: Position | None = None) -> Scene:
    return shown(beside, scene, Language.GERMAN, lambda: SCENES["evening"], stands)


@pytest.mark.parametrize(
    ("before", "wish", "after"),
    [
        (Beside(), ShowEvening(), Over.SCORE),
        (Beside(Over.SCORE), Pick("tab:hall"), Over.SCORE),
        (Beside(Over.SCORE), Back(), None),
        (Beside(Over.SCORE), NewGame(), None),
        (Beside(), GoOnOtherwise(), None),
        (Beside(resumed=True), GoOnOtherwise(), Over.OTHERWISE),
        (Beside(Over.OTHERWISE, resumed=True), Back(), None),
        (Beside(Over.OTHERWISE, resumed=True), LookAgain(), None),
    ],
)
def test_what_is_wanted_opens_and_closes(before: Beside, wish: Wish, after: Over | None) -> None:
    assert heard(before, wish) == replace(before, over=after)


def test_the_score_is_shown_over_the_end_only() -> None:
    assert over(Beside(Over.SCORE), SCENES["end"]) == SCENES["evening"]
    assert over(Beside(Over.SCORE), SCENES["turn"]) is SCENES["turn"]


def test_at_the_end_one_press_leads_to_the_next_game_or_the_score() -> None:
    end = over(Beside(), SCENES["end"])
    assert [wish_of_button(end, button.id) for button in end.buttons] == [NewGame(), ShowEvening(), NewPlayers()]


@pytest.mark.parametrize("size", (*SIZES, *ALSO), ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", Language)
def test_its_three_buttons_have_room_everywhere(language: Language, size: tuple[int, int]) -> None:
    scene = shown(Beside(), Samples(language).all()["end"], language, lambda: SCENES["evening"], None)
    assert picture_faults(Renderer(size).draw(scene), size) == []


def test_a_new_games_board_is_checked_as_always() -> None:
    assert over(Beside(), SCENES["start_check"]) is SCENES["start_check"]


def test_a_resumed_games_board_is_asked_about() -> None:
    """It goes on as it was, by itself once the pieces stand so or by the main button; or otherwise."""
    asked = over(Beside(resumed=True), SCENES["start_check"])
    assert asked.marks == SCENES["start_check"].marks
    assert asked.title == "Wir spielen weiter."
    assert [wish_of_button(asked, button.id) for button in asked.buttons] == [GoOn(), GoOnOtherwise()]


def test_otherwise_is_as_it_stands_or_a_new_game() -> None:
    other = over(Beside(Over.OTHERWISE, resumed=True), SCENES["start_check"], initial_position(GAME))
    assert [wish_of_button(other, choice.id) for choice in other.choices] == [AsItStands(), NewPlayers()]
    assert [wish_of_button(other, button.id) for button in other.buttons] == [Back()]


def test_what_is_no_position_cannot_be_gone_on_from() -> None:
    other = over(Beside(Over.OTHERWISE, resumed=True), SCENES["start_check"], None)
    assert [wish_of_button(other, choice.id) for choice in other.choices] == [NewPlayers()]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("over_game", [None, Over.OTHERWISE])
def test_they_have_room_everywhere(over_game: Over | None, size: tuple[int, int]) -> None:
    scene = over(Beside(over_game, resumed=True), SCENES["start_check"], initial_position(GAME))
    assert picture_faults(Renderer(size).draw(scene), size) == []


def seen(position: Position) -> Scene:
    """A screen that shows these pieces."""
    maker = SceneMaker(schmidt(), Places(schmidt()), {}, Language.GERMAN)
    pieces = maker.pieces(arrangement_of(GAME, position, maker.places))
    return Scene(schmidt(), Mode.START_CHECK, (), pieces=pieces)


@pytest.mark.parametrize("position", [initial_position(GAME), Position.of(GAME, MIDDLE)])
def test_the_pieces_on_the_board_are_a_position(position: Position) -> None:
    assert standing_position(GAME, seen(position)) == position
    begin(GAME, Color("yellow"), position)


def test_a_piece_too_few_or_at_another_ones_goal_is_none() -> None:
    scene = seen(Position.of(GAME, MIDDLE))
    assert standing_position(GAME, replace(scene, pieces=scene.pieces[1:])) is None
    foreign = (ScenePiece(scene.pieces[0].color, "red:b"), *scene.pieces[1:])
    assert standing_position(GAME, replace(scene, pieces=foreign)) is None
