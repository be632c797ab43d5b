"""Tables without a touch screen: arrows and return, or a single button, reach whatever a finger could touch."""

from __future__ import annotations

import pytest

from companion.app.screenshots import Samples
from companion.focus import By, Focus, chosen, is_asked, moved, settled, things
from companion.scene import Mode, Scene
from companion.words import Language

SCENES = Samples(Language.GERMAN).all()


def rounds(scene: Scene, steps: int) -> tuple[str | None, ...]:
    """Where the focus is, press after press."""
    focus, at = Focus(), []
    for _ in range(steps):
        focus = moved(focus, scene, 1, By.BUTTON)
        at.append(focus.thing)
    return tuple(at)


@pytest.mark.parametrize("name", SCENES)
def test_one_button_reaches_everything_that_can_be_touched(name: str) -> None:
    scene = SCENES[name]
    touchable = {button.id for button in scene.buttons}
    touchable |= {choice.id for choice in (*scene.choices, *scene.letters, *scene.tabs)} | {row.id for row in scene.rows}
    touchable |= {"close"} if scene.closable else set()
    touchable |= {"different"} if scene.correctable else set()
    touchable |= {"settings"} if scene.settings else set()
    assert set(rounds(scene, len(touchable))) == (touchable or set())


@pytest.mark.parametrize("name", SCENES)
def test_after_the_last_thing_comes_the_first(name: str) -> None:
    scene = SCENES[name]
    count = len(things(scene))
    if count:
        assert rounds(scene, count + 1)[-1] == rounds(scene, 1)[0]


@pytest.mark.parametrize(
    ("name", "first"),
    [("setup", "start"), ("rules", "next"), ("end", "new"), ("evening", "new"), ("start_check", "start"), ("turn", "different")],
)
def test_the_main_button_comes_first(name: str, first: str) -> None:
    assert rounds(SCENES[name], 1) == (first,)


def test_a_question_begins_with_its_answers() -> None:
    assert rounds(SCENES["ask"], 3) == ("answer:0", "answer:1", "dont_know")


def test_back_goes_the_other_way_round() -> None:
    scene = SCENES["ask"]
    assert moved(Focus("answer:0", By.KEYS), scene, -1, By.KEYS) == Focus("dont_know", By.KEYS)


@pytest.mark.parametrize("name", [name for name, scene in SCENES.items() if any(button.main for button in scene.buttons)])
def test_choosing_without_a_ring_presses_the_main_button(name: str) -> None:
    scene = SCENES[name]
    assert chosen(Focus(), scene) == next(button.id for button in scene.buttons if button.main)


def test_choosing_without_a_ring_answers_no_question() -> None:
    assert chosen(Focus(), SCENES["ask"]) is None
    assert chosen(Focus("answer:1", By.BUTTON), SCENES["ask"]) == "answer:1"


def test_the_ring_stays_where_it_is_as_long_as_that_is_there() -> None:
    asked = Focus("back", By.KEYS)
    assert settled(asked, SCENES["rules_more"]) == asked
    assert settled(asked, SCENES["setup"]) == Focus("start", By.KEYS)


def test_the_ring_goes_when_nothing_is_asked() -> None:
    assert settled(Focus("start", By.BUTTON), SCENES["turn"]) == Focus(None, By.BUTTON)
    assert settled(Focus(None, By.BUTTON), SCENES["ask"]) == Focus("answer:0", By.BUTTON)


def test_fingers_never_see_a_ring() -> None:
    for scene in SCENES.values():
        assert settled(Focus(), scene) == Focus()


@pytest.mark.parametrize("name", SCENES)
def test_what_asks_has_something_to_touch(name: str) -> None:
    assert not is_asked(SCENES[name]) or things(SCENES[name])
    assert is_asked(SCENES[name]) or SCENES[name].mode not in (Mode.ASK, Mode.SETUP, Mode.RULES, Mode.END, Mode.EVENING)
