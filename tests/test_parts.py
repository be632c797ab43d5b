"""Buttons "next" and "undo", buzzer and light: at the pins, and what they do in a game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.devices import Devices
from companion.app.newest_frame import NewestFrame
from companion.app.worker import Worker
from companion.events import Event, MoveEvent, PassEvent, TakebackEvent, ThrowEvent
from companion.rules import Color, Move, Position
from companion.scene import Mode
from hardware.buttons import HOLD_S, SETTLE_S
from hardware.cameras.simulated import SimulatedCamera
from hardware.errors import DeviceError
from hardware.parts import TONES_S, Buzzer, Parts, Press, TableLight, Tone, make_parts
from hardware.pins import WIRED, Pins
from hardware.throws.keyboard import KeyboardThrows
from tests.device_doubles import GreyPainter, ManualClock
from tests.fake_table import FRAME_S, Confusion, Player, schmidt, schmidt_game
from tests.throw_rigs import OneFrame, mock_pins

YELLOW = Color("yellow")
NEXT, UNDO, BUZZER, LIGHT = 27, 22, 26, 18


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    with mock_pins() as made:
        made.pin_class = MockPWMPin
        yield made


def push(pins: MockFactory, clock: ManualClock, pin: int, time_s: float) -> None:
    """A finger presses for a tenth of a second, and the contact bounces."""
    for after_s, low in ((0.0, True), (0.001, False), (0.002, True), (0.1, False), (0.101, True), (0.102, False)):
        clock.now_s = time_s + after_s
        (pins.pin(pin).drive_low if low else pins.pin(pin).drive_high)()


def test_each_button_says_which_it_is_and_two_within_half_a_second_are_one(pins: MockFactory) -> None:
    clock = ManualClock(0.0)
    parts = make_parts(WIRED, clock)
    parts.open()
    push(pins, clock, NEXT, 1.0)
    push(pins, clock, UNDO, 2.0)
    push(pins, clock, NEXT, 2.3)
    push(pins, clock, NEXT, 3.0)
    assert parts.poll(2.0) == (Press.NEXT,)
    assert parts.poll(9.0) == (Press.UNDO, Press.NEXT)
    parts.close()


def test_the_buzzer_is_silent_again_after_its_time(pins: MockFactory) -> None:
    parts = Parts(buzzer=Buzzer(BUZZER))
    parts.open()
    heard = []
    for tone in Tone:
        parts.sound(tone, 1.0)
        parts.poll(1.0 + TONES_S[tone] - 0.01)
        heard.append(bool(pins.pin(BUZZER).state))
        parts.poll(1.0 + TONES_S[tone])
        heard.append(bool(pins.pin(BUZZER).state))
    assert heard == [True, False, True, False]
    parts.close()


@pytest.mark.parametrize(("percent", "level"), [(100, 1.0), (40, 0.4)])
def test_the_light_shines_while_the_game_is_played(pins: MockFactory, percent: int, level: float) -> None:
    parts = make_parts(Pins(light=LIGHT, light_percent=percent))
    parts.open()
    assert pins.pin(LIGHT).state == pytest.approx(level)
    assert pins.pin(LIGHT).frequency == 1000
    parts.close()
    assert pins.pin(LIGHT).frequency is None


@pytest.mark.parametrize("part", [Buzzer(BUZZER), TableLight(LIGHT)], ids=["buzzer", "light"])
def test_parts_are_opened_once_and_closed_at_will(pins: MockFactory, part: Buzzer | TableLight) -> None:
    part.open()
    with pytest.raises(DeviceError, match="already open"):
        part.open()
    part.close()
    part.close()
    part.open()
    part.close()
    assert isinstance(pins, MockFactory)


def test_one_part_at_a_taken_pin_leaves_the_others_free(pins: MockFactory) -> None:
    taken = Buzzer(LIGHT)
    taken.open()
    parts = make_parts(WIRED)
    with pytest.raises(DeviceError, match="the light at pin 18 cannot be used"):
        parts.open()
    taken.close()
    parts.open()
    parts.close()
    assert isinstance(pins, MockFactory)


def test_nothing_fitted_does_nothing() -> None:
    parts = make_parts(Pins())
    parts.open()
    parts.sound(Tone.DONE, 1.0)
    assert parts.poll(2.0) == ()
    parts.close()


MIDDLE = {"yellow": [-1, 12, 42, 43], "green": [4, 6, 39, 43], "red": [-1, -1, -1, 1], "black": [-1, -1, -1, 1]}


def middle() -> Player:
    """Yellow can capture green with a two; nobody is hidden."""
    game = schmidt_game()
    return Player(game, "yellow", schmidt(), Confusion(Random(1), sure_by=10.0, noise=0.8), Position.of(game, MIDDLE))


def press(player: Player, *, undo: bool = False, go_on: bool = False) -> tuple[Event, ...]:
    """Events of a frame in which a button is pressed, and of the next ones."""
    frame = OneFrame(ManualClock(player.time_s)).take(0.0)
    player.time_s += FRAME_S
    result = player.pipeline.step(frame, undo=undo, go_on=go_on)
    return (*(entry.event for entry in result.events), *player.frames(4))


def test_undo_takes_a_throw_back_that_was_a_slip() -> None:
    player = middle()
    player.frames(2, 3)
    assert press(player, undo=True) == (TakebackEvent(0),)
    assert player.frames(1, 2) == (ThrowEvent(YELLOW, 2, "recorded"),)


def test_undo_takes_the_pass_back_with_its_throw() -> None:
    game = schmidt_game()
    places = {"yellow": [-1, -1, -1, -1], "green": [-1, -1, -1, 3], "red": [-1, -1, -1, 1], "black": [-1, -1, -1, 1]}
    player = Player(game, "yellow", schmidt(), Confusion(Random(1), sure_by=10.0, noise=0.8), Position.of(game, places))
    assert player.frames(2, 2) == (ThrowEvent(YELLOW, 2, "recorded"), PassEvent(YELLOW))
    assert press(player, undo=True) == (TakebackEvent(0),)
    assert player.frames(1, 6) == (ThrowEvent(YELLOW, 6, "recorded"),)


def test_undo_does_nothing_when_there_is_no_throw_to_take_back() -> None:
    player = middle()
    assert press(player, undo=True) == ()
    player.frames(2, 3)
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert player.frames(4) == (MoveEvent(Move(YELLOW, 12, 15, None)),)
    assert press(player, undo=True) == ()


def test_next_says_that_the_board_is_right_as_it_stands() -> None:
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), Confusion(Random(1), sure_by=10.0, noise=0.8), check_start=True)
    player.put_places({**MIDDLE, "yellow": [-1, -1, -1, -1]})
    player.frames(4)
    assert player.step().scene.mode is Mode.START_CHECK
    press(player, go_on=True)
    assert player.step().scene.mode is not Mode.START_CHECK


def test_from_the_pin_to_the_record(pins: MockFactory) -> None:
    """Somebody types a five, meant three, presses undo, types three: the buzzer clicks for the move, and nothing else."""
    player, clock, contacts = middle(), ManualClock(10.0), ManualClock(0.0)
    parts, keys = make_parts(WIRED, contacts), KeyboardThrows()
    parts.open()
    keys.open()
    devices = Devices(SimulatedCamera(GreyPainter()), keys, None, False, parts=parts)
    worker = Worker(player.pipeline, cast(NewestFrame, OneFrame(clock)), devices, clock)

    def watch(seconds: float) -> bool:
        """So much time passes; whether the buzzer was heard."""
        heard = False
        for _ in range(round(seconds / FRAME_S)):
            clock.now_s += FRAME_S
            worker._once()
            heard |= bool(pins.pin(BUZZER).state)
        return heard

    keys.press(5, clock.now_s)
    assert not watch(0.6)
    push(pins, contacts, UNDO, clock.now_s - SETTLE_S)
    assert not watch(0.6)
    keys.press(3, clock.now_s)
    assert not watch(0.6)
    player.put_places({**MIDDLE, "yellow": [-1, 15, 42, 43]})
    assert watch(1.0)
    assert not watch(0.6) or not pins.pin(BUZZER).state
    events = [entry.event for entry in player.log.entries]
    assert events == [
        ThrowEvent(YELLOW, 5, "keyboard"),
        TakebackEvent(0),
        ThrowEvent(YELLOW, 3, "keyboard"),
        MoveEvent(Move(YELLOW, 12, 15, None)),
    ]
    parts.close()


@pytest.mark.parametrize(
    ("held_s", "told"),
    [(0.1, (Press.NEXT,)), (HOLD_S - 0.05, (Press.NEXT,)), (HOLD_S + 0.05, (Press.CHOOSE,)), (5.0, (Press.CHOOSE,))],
)
def test_a_long_press_of_next_chooses(pins: MockFactory, held_s: float, told: tuple[Press, ...]) -> None:
    clock = ManualClock(1.0)
    parts = make_parts(WIRED, clock)
    parts.open()
    pins.pin(NEXT).drive_low()
    clock.now_s += held_s
    pins.pin(NEXT).drive_high()
    assert parts.poll(clock.now_s + SETTLE_S) == told
    assert parts.poll(clock.now_s + 9.0) == ()
    parts.close()


def test_a_long_press_is_told_while_the_finger_is_still_there(pins: MockFactory) -> None:
    clock = ManualClock(1.0)
    parts = make_parts(WIRED, clock)
    parts.open()
    pins.pin(NEXT).drive_low()
    assert parts.poll(1.0 + SETTLE_S + HOLD_S - 0.01) == ()
    assert parts.poll(1.0 + SETTLE_S + HOLD_S) == (Press.CHOOSE,)
    clock.now_s += 3.0
    pins.pin(NEXT).drive_high()
    assert parts.poll(9.0) == ()
    parts.close()


def test_steps_from_answer_to_answer_may_follow_each_other_fast(pins: MockFactory) -> None:
    clock = ManualClock(0.0)
    parts = make_parts(WIRED, clock)
    parts.open()
    for number in range(4):
        push(pins, clock, NEXT, 1.0 + 0.3 * number)
    push(pins, clock, UNDO, 2.2)
    assert parts.poll(9.0) == (Press.NEXT,) * 4
    assert parts.fitted == {Press.NEXT, Press.UNDO}
    parts.close()


@pytest.mark.parametrize("screen", [True, False])
def test_with_a_screen_next_is_about_what_can_be_touched_there(pins: MockFactory, screen: bool) -> None:
    """Without one it says that the board is right as it stands."""
    game = schmidt_game()
    player = Player(game, "yellow", schmidt(), Confusion(Random(1), sure_by=10.0, noise=0.8), check_start=True)
    player.put_places({**MIDDLE, "yellow": [-1, -1, -1, -1]})
    clock, contacts = ManualClock(10.0), ManualClock(0.0)
    parts, keys = make_parts(WIRED, contacts), KeyboardThrows()
    parts.open()
    keys.open()
    devices = Devices(SimulatedCamera(GreyPainter()), keys, None, False, parts=parts)
    worker = Worker(player.pipeline, cast(NewestFrame, OneFrame(clock)), devices, clock)
    if screen:
        worker.hand_presses_over()
    for _ in range(4):
        clock.now_s += FRAME_S
        worker._once()
    push(pins, contacts, NEXT, clock.now_s - SETTLE_S)
    clock.now_s += 2 * FRAME_S
    worker._once()
    assert (player.step().scene.mode is Mode.START_CHECK) == screen
    assert (worker.presses is not None and worker.presses.get_nowait() is Press.NEXT) == screen
    parts.close()
