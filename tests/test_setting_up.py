"""The screen that asks who plays: what the camera sees, what hands do, and a table with nothing to touch at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import cast

import numpy as np
import pytest

from calibration.drawing import random_scene
from calibration.finder import find_board
from calibration.profile import BoardProfile, load_profile
from companion.app.hands import Hands, way_back
from companion.app.newest_frame import NewestFrame
from companion.app.other_board import boards_of, other_board
from companion.app.screenshots import Samples
from companion.app.setting_up import UNTOUCHED_S, Asking, SettingUp, Turned
from companion.app.standing_colors import StandingColors
from companion.display import BoardTouched, KeyPressed, Pressed, Quit, Screen, UiEvent
from companion.evening.setup import Page, Setup, offered
from companion.focus import Guide
from companion.scene import Scene
from companion.sight import Eyes
from companion.wish import Back, Close, Correct, Pick, ShowEvening, Touch
from companion.words import Language
from hardware.errors import BoardNotFoundError, InputError
from hardware.parts import Parts, Press
from hardware.ports import BgrImage, Frame
from tests.device_doubles import ManualClock
from tests.evening_table import TableButton
from tests.fake_table import AlwaysStill, Confusion, FakeTable, schmidt

SCENES = Samples(Language.GERMAN).all()
BOARD = schmidt()
STANDING = tuple((color, spot) for color in ("yellow", "red") for spot in (-1, -1, -1, -1))


class NoColors:
    """The camera sees these colours, from the beginning."""

    other = None

    def __init__(self, colors: tuple[str, ...] = (), failed: Exception | None = None) -> None:
        self.colors, self.failed = colors, failed
        self.running = False

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False


class EventScreen:
    """A screen on which one thing after the other happens; between them time passes."""

    def __init__(self, clock: ManualClock, events: Sequence[UiEvent | float]) -> None:
        self._clock, self._events = clock, list(events)
        self.escape_ends = True
        self.scene: Scene | None = None
        self.guide: Guide | None = None

    def show(self, scene: Scene, guide: Guide | None = None) -> None:
        self.scene, self.guide = scene, guide

    def poll(self, wait_s: float = 0.0) -> tuple[UiEvent, ...]:
        del wait_s
        if not self._events:
            return (Quit(),)
        event = self._events.pop(0)
        if isinstance(event, float):
            self._clock.now_s += event
            return ()
        return (event,)


def asked(
    *events: UiEvent | float, seen: tuple[str, ...] = (), setup: Setup | None = None, failed: Exception | None = None
) -> tuple[Setup | None, NoColors]:
    """What comes of it."""
    clock = ManualClock(0.0)
    screen, colors = EventScreen(clock, events), NoColors(seen, failed)
    hands = Hands(cast(Screen, screen), Language.GERMAN)
    asking = Asking(BOARD, Language.GERMAN, {}, cast(Parts, TableButton()), lambda: None)
    begin = setup or offered(BOARD, (), {}, {}, Language.GERMAN)
    asker = SettingUp(cast(Screen, screen), hands, cast(StandingColors, colors), asking, clock)
    answered = asker.run(begin, lambda: False)
    assert not isinstance(answered, Turned)
    return answered, colors


def test_touches_lead_to_a_game() -> None:
    done, colors = asked(Pressed("next"), Pressed("start"), Pressed("begins:chosen"), Pressed("color:red"))
    assert done is not None and done.first == "red"
    assert not colors.running


def test_the_window_can_be_closed_at_any_time() -> None:
    done, colors = asked(Pressed("next"), Quit())
    assert done is None
    assert not colors.running


def test_what_the_camera_sees_is_offered() -> None:
    done, _ = asked(Pressed("next"), Pressed("start"), Pressed("begins:chosen"), Pressed("color:red"), seen=("yellow", "red"))
    assert done is not None and done.playing == ("yellow", "red")


def test_pieces_that_stand_there_untouched_are_played_as_offered() -> None:
    """A table has a camera and a die, and nothing to touch."""
    done, _ = asked(1.0, UNTOUCHED_S, 1.0, seen=("green", "red"))
    assert done is not None and (done.playing, done.first) == (("green", "red"), "green")


@pytest.mark.parametrize(
    ("seen", "events"),
    [
        ((), (1.0, UNTOUCHED_S, 1.0)),
        (("green",), (1.0, UNTOUCHED_S, 1.0)),
        (("green", "red"), (1.0, UNTOUCHED_S - 2.0)),
        (("green", "red"), (1.0, KeyPressed("tab"), UNTOUCHED_S, 1.0)),
        (("green", "red"), (1.0, Pressed("next"), UNTOUCHED_S, 1.0)),
    ],
)
def test_an_empty_table_or_one_where_somebody_is_waits_for_ever(
    seen: tuple[str, ...], events: tuple[UiEvent | float, ...]
) -> None:
    assert asked(*events, seen=seen)[0] is None


def test_a_camera_that_fails_is_told() -> None:
    with pytest.raises(InputError, match="no picture"):
        asked(1.0, failed=InputError("no picture"))


def test_letters_are_a_name_where_a_name_is_asked() -> None:
    setup = replace(offered(BOARD, (), {}, {}, Language.GERMAN), page=Page.NAME, color="red")
    keys = [KeyPressed(key) for key in ("a", "n", "x", "backspace", "n", "a")]
    then = [Pressed(one) for one in ("name:Anna", "level:show", "start", "begins:chosen", "color:red")]
    events: tuple[UiEvent, ...] = (*keys, *then)
    done, _ = asked(*events, setup=setup)
    assert done is not None and done.people["red"].name == "Anna"


def test_a_keyboard_types_where_letters_are_touched() -> None:
    setup = replace(offered(BOARD, (), {}, {}, Language.GERMAN), page=Page.NAME, color="red")
    keys = [KeyPressed(key) for key in ("o", "m", "a", "space", "u", "x", "backspace", "return")]
    events: tuple[UiEvent, ...] = (Pressed("letters"), *keys, Pressed("level:show"), Pressed("start"))
    done, _ = asked(*events, Pressed("begins:chosen"), Pressed("color:red"), setup=setup)
    assert done is not None and done.people["red"].name == "Oma U"


def test_one_button_spells_a_name() -> None:
    """Tab goes through done, the letters, space, delete; return chooses what has the ring."""
    setup = replace(offered(BOARD, (), {}, {}, Language.GERMAN), page=Page.LETTERS, color="red")
    keys = [KeyPressed(key) for key in ("tab", "tab", "return", "tab", "return", "left", "left", "return")]
    done, _ = asked(*keys, *(Pressed(one) for one in ("level:show", "start", "begins:chosen", "color:red")), setup=setup)
    assert done is not None and done.people["red"].name == "Ab"


# ---- the colours ----


def look(table: FakeTable) -> tuple[str, ...]:
    """What is seen of the table."""
    eyes = Eyes(table, table, AlwaysStill(), table.follow)
    colors = StandingColors(cast(NewestFrame, None), eyes, BOARD, lambda: 0.0)
    for number in range(2):
        colors.look(Frame(np.zeros((1, 1, 3), np.uint8), 0.2 * number, number))
    return colors.colors


def standing() -> FakeTable:
    return FakeTable(BOARD, Confusion(Random(1), sure_by=10.0, noise=0.5), STANDING)  # type: ignore[arg-type]


def test_the_colours_that_stand_on_the_board_are_seen() -> None:
    assert look(standing()) == ("yellow", "red")


def test_a_board_that_is_not_there_shows_nobody() -> None:
    table = standing()
    table.there = False
    assert look(table) == ()


def test_a_board_that_is_pushed_away_takes_nobody_with_it() -> None:
    table = standing()
    colors = StandingColors(cast(NewestFrame, None), Eyes(table, table, AlwaysStill(), table.follow), BOARD, lambda: 0.0)
    for number, there in enumerate((True, False)):
        table.there = there
        colors.look(Frame(np.zeros((1, 1, 3), np.uint8), 0.2 * number, number))
    assert colors.colors == ("yellow", "red")


def test_under_a_hand_nothing_is_known() -> None:
    table = standing()
    table.clear = False
    assert look(table) == ()


# ---- another board ----

SIX = load_profile("six-48")


class Shown:
    """Which other board the pictures show, one after the other; None: none that is known."""

    def __init__(self, *boards: BoardProfile | None) -> None:
        self._boards = list(boards)

    def __call__(self, bgr: BgrImage, known: BoardProfile) -> BoardProfile | None:
        assert (bgr.shape, known) == ((1, 1, 3), BOARD)
        return self._boards.pop(0)


@pytest.mark.parametrize(
    ("there", "shown", "other"),
    [
        ("---", (SIX, SIX), SIX),
        ("--", (SIX,), None),
        ("----", (SIX, None, SIX), None),
        ("-----", (None, None, SIX, SIX), SIX),
        ("xxxx", (), None),
        ("-x-x", (None, None), None),
        ("--x-", (SIX, None), None),
    ],
)
def test_another_board_counts_once_the_known_one_is_missed_and_two_pictures_show_it(
    there: str, shown: tuple[BoardProfile | None, ...], other: BoardProfile | None
) -> None:
    table = standing()
    eyes = Eyes(table, table, AlwaysStill(), table.follow)
    colors = StandingColors(cast(NewestFrame, None), eyes, BOARD, lambda: 0.0, Shown(*shown))
    for number, sign in enumerate(there):
        table.there = sign == "x"
        colors.look(Frame(np.zeros((1, 1, 3), np.uint8), 0.7 * number, number))
    assert colors.other == other


def test_where_the_board_was_told_no_other_is_looked_for() -> None:
    table = standing()
    table.there = False
    colors = StandingColors(cast(NewestFrame, None), Eyes(table, table, AlwaysStill(), table.follow), BOARD, lambda: 0.0)
    for number in range(5):
        colors.look(Frame(np.zeros((1, 1, 3), np.uint8), 0.7 * number, number))
    assert colors.other is None


def test_the_other_side_of_a_real_board_is_recognised_and_read() -> None:
    """Drawn as a camera sees it, every piece at home."""
    houses = {color: [f"{color}:B{k}" for k in range(1, 5)] for color in SIX.colors}
    drawn = random_scene(SIX, Random(5), houses, max_tilt_deg=15)
    boards, table = boards_of(None), standing()
    table.there = False
    known = Eyes(table, table, AlwaysStill(), table.follow)
    colors = StandingColors(cast(NewestFrame, None), known, BOARD, lambda: 0.0, boards.recognise)
    for number in range(3):
        colors.look(Frame(drawn.bgr, 0.7 * number, number))
    assert colors.other is not None and colors.other.id == "six-48"
    there = StandingColors(cast(NewestFrame, None), boards.eyes_of(SIX), SIX, lambda: 0.0)
    there.look(Frame(drawn.bgr, 3.0, 4))
    assert there.colors == SIX.colors


def test_the_other_side_is_recognised_where_its_colours_alone_do_not_tell() -> None:
    houses = {color: [f"{color}:B{k}" for k in range(1, 5)] for color in SIX.colors}
    drawn = random_scene(SIX, Random(100), houses, max_tilt_deg=25)
    with pytest.raises(BoardNotFoundError):
        find_board(drawn.bgr, SIX, thorough=False)
    assert other_board(drawn.bgr, BOARD) == SIX


# ---- hands ----


@pytest.mark.parametrize(
    ("name", "back"),
    [
        ("evening", Back()),
        ("otherwise", Back()),
        ("correct", Close()),
        ("setup", Pick("back")),
        ("rules_more", Pick("back")),
        ("rules", None),
        ("turn", None),
        ("end", None),
    ],
)
def test_escape_goes_back_where_there_is_something_behind(name: str, back: object) -> None:
    assert way_back(SCENES[name]) == back
    screen = EventScreen(ManualClock(0.0), [])
    hands = Hands(cast(Screen, screen), Language.GERMAN)
    hands.show(SCENES[name])
    assert screen.escape_ends == (back is None)
    assert hands.heard(KeyPressed("escape")) == (() if back is None else (back,))
    assert hands.pressed(Press.UNDO) == (() if back is None else (back,))


def test_hands_that_have_no_scene_want_nothing() -> None:
    hands = Hands(cast(Screen, EventScreen(ManualClock(0.0), [])), Language.GERMAN)
    assert hands.heard(Pressed("new")) == hands.pressed(Press.NEXT) == ()


def test_keys_bring_the_ring_and_a_finger_takes_it_away() -> None:
    screen = EventScreen(ManualClock(0.0), [])
    hands = Hands(cast(Screen, screen), Language.GERMAN)
    hands.show(SCENES["end"])
    assert screen.guide is None
    hands.heard(KeyPressed("right"))
    hands.heard(KeyPressed("down"))
    assert screen.guide == Guide("evening", "Pfeile: weiter. Eingabe: wählen.")
    assert hands.heard(KeyPressed("space")) == (ShowEvening(),)
    hands.pressed(Press.NEXT)
    assert screen.guide is not None and screen.guide.text.startswith("Kurz drücken")
    hands.heard(Pressed("moon"))
    hands.show(SCENES["end"])
    assert screen.guide is None


def test_a_touched_field_is_about_the_move() -> None:
    hands = Hands(cast(Screen, EventScreen(ManualClock(0.0), [])), Language.GERMAN)
    hands.show(SCENES["turn"])
    assert hands.heard(BoardTouched("T3")) == (Correct(), Touch("T3"))
