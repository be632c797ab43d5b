"""What the screen shows of dice: rolling faces before the value is known, and short words about throws that do not count."""

from __future__ import annotations

from random import Random

import pytest

from companion.app.die_on_screen import DieOnScreen
from companion.app.short_notice import SHOWN_S, ShortNotice, refused, told_by
from companion.app.tell import NOT_TAKEN, die_line
from companion.referee import Refusal
from companion.scene import Mode, Scene, ScenePlayer
from companion.words import Language
from companion.words import messages as m
from hardware.buttons import SimulatedButton
from hardware.ports import DieNotice, DieTrouble
from hardware.throws.gpio import ButtonThrows
from hardware.throws.keyboard import KeyboardThrows
from hardware.throws.rolling import ROLL_S
from tests.fake_table import schmidt


def scene(mode: Mode = Mode.TURN) -> Scene:
    """Yellow is to throw."""
    return Scene(
        schmidt(), mode, (ScenePlayer("yellow", "Gelb"),), on="yellow", title="Gelb ist dran.", sentence="Bitte würfeln."
    )


def pressed_at(time_s: float) -> ButtonThrows:
    """A button that has just been pressed, and polled."""
    button = SimulatedButton(settle_s=0.0)
    throws = ButtonThrows(button, Random(3), rolls=True)
    throws.open()
    button.push(time_s)
    throws.poll(time_s)
    return throws


def test_faces_roll_by_until_the_value_is_known() -> None:
    throws = pressed_at(1.0)
    screen = DieOnScreen(throws)
    assert screen.newest([], 1.0) is None
    shown = [screen.newest([scene()] if step == 0 else [], 1.0 + 0.07 * step) for step in range(10)]
    assert all(each is not None and each.mode is Mode.THROW for each in shown)
    faces = [each.throw for each in shown if each is not None]
    assert all(face in range(1, 7) for face in faces)
    assert len(set(faces)) >= 3
    throws.poll(1.0 + ROLL_S)
    assert screen.newest([], 1.0 + ROLL_S) == scene()


@pytest.mark.parametrize("mode", [Mode.WRONG, Mode.HAND, Mode.LOST, Mode.END, Mode.THROW, Mode.START_CHECK])
def test_nothing_rolls_over_a_screen_on_which_no_throw_is_awaited(mode: Mode) -> None:
    assert DieOnScreen(pressed_at(1.0)).newest([scene(mode)], 1.1) == scene(mode)


def test_a_die_that_is_not_of_light_does_not_roll_on_the_screen() -> None:
    assert DieOnScreen(KeyboardThrows()).newest([scene()], 1.0) == scene()


def test_short_words_are_gone_after_a_while_or_with_the_next_throw() -> None:
    notice = ShortNotice(Language.GERMAN)
    assert notice.over(scene(), 0.0) == scene()
    notice.say(m.ThrowAgain(m.AgainBecause.CROOKED), 1.0)
    assert notice.over(scene(), 1.0 + SHOWN_S - 0.1).sentence == "Bitte noch einmal würfeln. Der Würfel steht schief."
    assert notice.over(scene(), 1.0 + SHOWN_S) == scene()
    notice.say(m.DieLost(), 10.0)
    notice.end()
    assert notice.over(scene(), 10.0) == scene()


@pytest.mark.parametrize("mode", [Mode.WRONG, Mode.END, Mode.LOST, Mode.LOOKING])
def test_what_matters_more_keeps_its_words(mode: Mode) -> None:
    notice = ShortNotice(Language.ENGLISH)
    notice.say(m.DieBack(), 1.0)
    assert notice.over(scene(mode), 1.0) == scene(mode)


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_has_its_words(refusal: Refusal) -> None:
    for language in Language:
        assert ShortNotice(language).say(refused(refusal), 0.0)
    assert "was not taken: " in NOT_TAKEN[refusal]


@pytest.mark.parametrize("trouble", DieTrouble)
def test_every_trouble_of_a_die_has_its_words(trouble: DieTrouble) -> None:
    notice = DieNotice(trouble, "godice", 1.0, "9 %")
    for language in Language:
        assert ShortNotice(language).say(told_by(notice), 0.0)
    assert die_line(notice).endswith(" (9 %)")
    assert isinstance(told_by(notice), m.ThrowAgain) == trouble.asks_again
