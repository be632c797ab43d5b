"""Whatever can be touched in a game stands for something; whatever cannot stands for nothing."""

from __future__ import annotations

import pytest

from companion.app.screenshots import Samples
from companion.scene import Mode, Scene
from companion.wish import Answer, Close, Correct, GoOn, LookAgain, NewGame, Pick, PutRight, ShowEvening, Touch
from companion.wishing import wish_of_button, wishes_of_field
from companion.words import Language

SCENES = Samples(Language.GERMAN).all()
LATER = {"play_on"}
"""The button of playing on for the places, which the samples draw."""


@pytest.mark.parametrize("name", SCENES)
def test_every_button_and_card_stands_for_a_wish(name: str) -> None:
    scene = SCENES[name]
    offered = {button.id for button in scene.buttons} | {choice.id for choice in scene.choices}
    assert {name for name in offered if wish_of_button(scene, name) is None} <= LATER


@pytest.mark.parametrize(
    ("name", "button", "wish"),
    [
        ("wrong", "different", Correct()),
        ("correct", "close", Close()),
        ("lost", "again", LookAgain()),
        ("end", "new", NewGame()),
        ("end", "evening", ShowEvening()),
        ("setup", "start", Pick("start")),
    ],
)
def test_what_a_button_stands_for(name: str, button: str, wish: object) -> None:
    assert wish_of_button(SCENES[name], button) == wish


def test_the_start_check_is_ended_by_its_button() -> None:
    start = next(scene for scene in SCENES.values() if scene.mode is Mode.START_CHECK)
    assert wish_of_button(start, "start") == GoOn()


def test_an_answer_carries_what_it_answers() -> None:
    ask = SCENES["ask"]
    answers = [wish_of_button(ask, choice.id) for choice in ask.choices]
    assert all(isinstance(answer, Answer) and answer.arrangement for answer in answers)
    unknown = wish_of_button(ask, "dont_know")
    assert isinstance(unknown, Answer) and unknown.arrangement is None


def test_the_recognised_move_closes_and_the_others_put_right() -> None:
    scene = SCENES["correct"]
    wishes = {choice.chosen: wish_of_button(scene, choice.id) for choice in scene.choices}
    assert wishes[True] == Close()
    assert isinstance(wishes[False], PutRight)


def _turn(correctable: bool) -> Scene:
    scene = SCENES["turn"]
    return Scene(scene.board, Mode.TURN, scene.players, on="red", correctable=correctable)


@pytest.mark.parametrize(
    ("scene", "wishes"),
    [
        (SCENES["correct"], (Touch("T3"),)),
        (SCENES["wrong"], (Correct(), Touch("T3"))),
        (_turn(correctable=True), (Correct(), Touch("T3"))),
        (_turn(correctable=False), ()),
        (SCENES["hand"], ()),
    ],
)
def test_what_a_field_stands_for(scene: Scene, wishes: tuple[object, ...]) -> None:
    assert wishes_of_field(scene, "T3") == wishes


def test_a_button_of_another_scene_stands_for_nothing() -> None:
    assert wish_of_button(SCENES["turn"], "choice:4") is None
    assert wish_of_button(SCENES["turn"], "look:night") is None
