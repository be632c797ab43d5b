"""Teaching in the window: the steps by themselves, what is drawn at all sizes, and the window driven by fingers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from calibration.drawing_view import Pose
from calibration.profile import load_profile
from calibration.teaching import Lesson, places_in_picture
from calibration.teaching_colours import TYPICAL, ArmColours
from calibration.teaching_fit import Misfit
from calibration.teaching_kinds import KINDS, Point, kind_named
from companion.app import teach as app
from companion.app.teach import TeachWishes
from companion.display.teach_view import BACK, KIND_PREFIX, NEXT, TeachLayout, TeachView
from companion.display.teach_window import TeachWindow
from companion.teaching import Back, Down, Kept, Look, Moved, Next, Picked, Step, TeachEvent, Teaching, Up, after, arm_tokens
from companion.words import Language
from companion.words.messages import Message
from companion.words.teaching import (
    BoardKept,
    BoardNotKept,
    ColoursRight,
    FieldsBeside,
    FieldsRight,
    MarkAgain,
    MarkEnds,
    TeachLabel,
    WhatKind,
    teaching_label,
    teaching_lines,
)
from hardware.ports import BgrImage
from tests.seen_tables import DrawnTable, schmidt

SIZES = ((800, 480), (1280, 720), (480, 800))
ENDS: tuple[Point, ...] = ((100, 300), (300, 100), (500, 300), (300, 500))
SEEN = ArmColours(("red", "blue", "green", "yellow"), frozenset({1}))


def colours(lesson: Lesson) -> ArmColours:
    return SEEN if lesson.kind.arms == 4 else ArmColours(tuple(TYPICAL), frozenset())


def run(state: Teaching, *events: TeachEvent, misfits: tuple[Misfit, ...] = ()) -> Teaching:
    for event in events:
        state = after(state, event, Look(colours, lambda _: misfits))
    return state


def tap(at: Point) -> tuple[TeachEvent, ...]:
    return Down(at, 10), Up()


def marked(kind: str = "cross-40", ends: tuple[Point, ...] = ENDS) -> Teaching:
    return run(Teaching(), Picked(kind), *(event for end in ends for event in tap(end)))


def every_state() -> dict[str, Teaching]:
    fields = run(marked(), Next())
    colours = run(fields, Next())
    six = kind_named("six-48")
    ends = tuple((320 + 45 * six.places[name][0], 320 + 45 * six.places[name][1]) for name in six.marks)
    return {
        "kind": Teaching(),
        "first mark": run(Teaching(), Picked("cross-40")),
        "a finger down": run(Teaching(), Picked("cross-40"), Down((100, 300), 10)),
        "all marked": marked(),
        "no board": run(marked(ends=((1, 1), (2, 2), (3, 3), (4, 4))), Next()),
        "fields": fields,
        "beside": run(fields, Next(), misfits=(Misfit("house", 0, 16),)),
        "dragged": run(fields, Down(places_in_picture(fields.lesson)["1:B1"], 10), Moved((150, 150)))
        if fields.lesson
        else fields,
        "colours": colours,
        "not kept": run(colours, Next(), Kept(False)),
        "kept": run(colours, Next(), Kept(True)),
        "six": run(marked("six-48", ends), Next(), Next()),
    }


# ---- the steps ----


def test_from_the_kind_to_the_board() -> None:
    state = Teaching()
    for event, step in (
        (Picked("cross-40"), Step.MARK),
        *((event, Step.MARK) for end in ENDS for event in tap(end)),
        (Next(), Step.FIELDS),
        (Next(), Step.COLOURS),
        (Next(), Step.SAVING),
        (Kept(True), Step.SAVED),
        (Next(), Step.OVER),
    ):
        state = run(state, event)
        assert state.step is step
    assert state.lesson is not None
    assert state.lesson.marks == ENDS
    assert state.colors == SEEN.colors


def test_it_goes_on_only_when_all_ends_are_marked() -> None:
    state = run(Teaching(), Picked("cross-40"), *tap(ENDS[0]), *tap(ENDS[1]))
    assert not state.can_go_on
    assert run(state, Next()) == state
    assert state.message() == MarkEnds(2)


def test_a_mark_is_dragged_without_a_jump_and_no_fifth_is_made() -> None:
    state = run(marked(), Down((104, 302), 10))
    assert state.marks == ENDS
    assert run(state, Moved((114, 312)), Up()).marks[0] == (110, 310)
    assert run(marked(), *tap((250, 250))) == marked()


def test_back_takes_one_mark_then_asks_for_the_kind() -> None:
    state = marked()
    for left in (3, 2, 1, 0):
        state = run(state, Back())
        assert len(state.marks) == left
    assert run(state, Back()) == Teaching()
    fields = run(marked(), Next())
    assert replace(run(fields, Back()), lesson=None) == marked()
    assert run(fields, Next(), Back()).step is Step.FIELDS


def test_marks_that_are_no_board_are_asked_for_again() -> None:
    state = run(marked(ends=((1, 1), (20, 20), (40, 40), (60, 60))), Next())
    assert (state.step, state.marks, state.message()) == (Step.MARK, (), MarkAgain())
    assert run(state, *tap(ENDS[0])).message() == MarkEnds(3)


def test_a_field_is_dragged_and_stays_where_it_can_be() -> None:
    state = run(marked(), Next())
    assert state.lesson is not None
    at = places_in_picture(state.lesson)["2:B2"]
    state = run(state, Down(at, 10), Moved((at[0] + 30, at[1] + 20)))
    assert state.lesson is not None
    assert state.finger == pytest.approx((at[0] + 30, at[1] + 20))
    assert run(state, Up(), Back(), Next()).lesson == state.lesson, "going back and forth forgets nothing"
    far = run(state, Moved((900, 900)))
    assert far.lesson == state.lesson
    assert run(state, Up()).finger is None
    assert run(state, Up(), Moved((0, 0))).lesson == state.lesson, "nothing is held any more"
    assert run(state, Up(), Down((700, 50), 10)).held is None, "beside all fields"


def test_fields_that_miss_the_print_are_told_once() -> None:
    missed = (Misfit("house", 2, 16), Misfit("goal", 0, 16))
    fields = run(marked(), Next())
    state = run(fields, Next(), misfits=missed)
    assert (state.step, state.message(), state.can_go_on) == (Step.FIELDS, FieldsBeside("house"), True)
    assert run(state, Next(), misfits=missed).step is Step.COLOURS, "a person's eyes are better"
    assert state.lesson is not None
    at = places_in_picture(state.lesson)["2:B2"]
    moved = run(state, Down(at, 10), Moved((at[0] + 9, at[1])), Up())
    assert moved.message() == FieldsRight()
    assert run(moved, Next(), misfits=missed).message() == FieldsBeside("house"), "what was moved is looked at again"
    assert run(moved, Next()).step is Step.COLOURS


def test_a_colour_is_changed_by_tapping_it_and_none_is_there_twice() -> None:
    state = run(marked(), Next(), Next())
    assert state.lesson is not None
    assert state.message() == ColoursRight(True)
    spots = arm_tokens(state.lesson)
    seen = set()
    for _ in TYPICAL:
        state = run(state, *tap(spots[1]))
        seen.add(state.colors[1])
        assert len(set(state.colors)) == 4
    assert seen == set(TYPICAL)
    assert state.message() == ColoursRight(False)


def test_what_could_not_be_kept_can_be_tried_again() -> None:
    state = run(marked(), Next(), Next(), Next(), Kept(False))
    assert (state.step, state.message(), state.can_go_on) == (Step.COLOURS, BoardNotKept(), True)
    assert run(state, Next(), Kept(True)).message() == BoardKept()


@pytest.mark.parametrize("name", every_state())
def test_no_event_breaks_any_state(name: str) -> None:
    state = every_state()[name]
    events: tuple[TeachEvent, ...] = (
        Picked("six-48"),
        Down((5, 5), 9),
        Moved((9, 9)),
        Up(),
        Next(),
        Back(),
        Kept(True),
        Kept(False),
    )
    for event in events:
        assert isinstance(run(state, event).message(), Message)


# ---- the words ----


@pytest.mark.parametrize("language", Language)
def test_short_calm_sentences_with_numbers_as_words(language: Language) -> None:
    messages = [WhatKind(), MarkAgain(), FieldsRight(), ColoursRight(True), ColoursRight(False), BoardKept(), BoardNotKept()]
    messages += [FieldsBeside("track"), FieldsBeside("goal"), FieldsBeside("house")]
    for message in [*messages, *(MarkEnds(left) for left in range(7))]:
        said = teaching_lines(language, message)
        for sentence in (said.title, said.sentence):
            assert 0 < len(sentence.split()) <= 9
            assert not any(letter.isdigit() or letter == "!" for letter in sentence)
    assert all(teaching_label(language, of) for of in TeachLabel)


# ---- what is drawn ----


def photo() -> BgrImage:
    return np.full((900, 1400, 3), 120, np.uint8)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", Language)
def test_no_word_is_cut_off_and_all_that_is_touched_is_large(size: tuple[int, int], language: Language) -> None:
    view = TeachView(photo(), size, language)
    for name, state in every_state().items():
        picture = view.draw(state)
        assert picture.surface.get_size() == size
        for word in picture.words:
            assert word.box.x >= 0, (name, word)
            assert word.box.right <= size[0], (name, word)
            assert word.box.y >= 0, (name, word)
            assert word.box.bottom <= size[1], (name, word)
            assert word.room is None or word.box.w <= word.room + 1, (name, word)
            assert not any(box.meets(word.box) for box in picture.buttons.values() if not word.part), (name, word)
        for box in picture.buttons.values():
            assert min(box.w, box.h) >= 48, name
            assert box.x >= 0, name
            assert box.right <= size[0], name
        assert not any(one.meets(other) for one, other in combinations(picture.buttons.values(), 2)), name


def test_pixels_of_screen_and_photograph_belong_together() -> None:
    view = TeachView(photo(), (800, 480), Language.GERMAN)
    whole = view.layout
    view.draw(run(marked(), Next()))
    assert view.layout.scale > 1.2 * whole.scale, "the board is shown larger than the photograph"
    for layout in (whole, view.layout):
        for at in ((300.0, 300.0), (180.0, 240.0)):
            assert layout.in_picture(*layout.on_screen(at)) == pytest.approx(at, abs=1e-6)


def test_the_picture_does_not_shift_under_a_finger() -> None:
    view = TeachView(photo(), (800, 480), Language.GERMAN)
    fields = run(marked(), Next())
    view.draw(fields)
    before: TeachLayout = view.layout
    held = run(fields, Down(ENDS[0], 10), Moved((60, 300)))
    view.draw(held)
    assert view.layout == before
    view.draw(replace(held, held=None))
    assert view.layout != before


# ---- the window ----


def finger(kind: int, at: Point) -> None:
    what = {"rel": (0, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
    pygame.event.post(pygame.event.Event(kind, pos=(round(at[0]), round(at[1])), touch=True, **what))


class Hand:
    """Taps and drags in a window, as a person at the screen does."""

    def __init__(self, window: TeachWindow) -> None:
        self.window = window

    def tap(self, at: Point) -> None:
        finger(pygame.MOUSEBUTTONDOWN, at)
        finger(pygame.MOUSEBUTTONUP, at)
        self.window.poll()

    def press(self, button: str) -> None:
        box = self.window.picture.buttons[button]
        self.tap((box.cx, box.cy))

    def drag(self, start: Point, end: Point) -> None:
        finger(pygame.MOUSEBUTTONDOWN, start)
        for part in (0.3, 0.7, 1.0):
            finger(pygame.MOUSEMOTION, (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        finger(pygame.MOUSEBUTTONUP, end)
        self.window.poll()


@pytest.fixture
def window() -> Iterator[TeachWindow]:
    opened = TeachWindow(photo(), (800, 480), Language.ENGLISH, Look(colours, lambda _: ()), lambda _: True)
    pygame.event.clear()
    yield opened
    opened.close()


def on_screen(window: TeachWindow, at: Point) -> Point:
    return window.layout.on_screen(at)


def test_a_finger_teaches_a_board(window: TeachWindow) -> None:
    hand = Hand(window)
    hand.press(KIND_PREFIX + "cross-40")
    for end in ENDS:
        hand.tap(on_screen(window, end))
    hand.press(NEXT)
    assert window.state.step is Step.FIELDS
    assert window.state.lesson is not None
    at = places_in_picture(window.state.lesson)["1:B1"]
    hand.drag(on_screen(window, at), on_screen(window, (at[0] + 30, at[1] + 20)))
    assert places_in_picture(window.state.lesson)["1:B1"] == pytest.approx((at[0] + 30, at[1] + 20), abs=2)
    hand.press(BACK)
    assert window.state.message() == MarkEnds(0)
    hand.press(NEXT)
    hand.press(NEXT)
    hand.tap(on_screen(window, arm_tokens(window.state.lesson)[0]))
    assert window.state.colors[0] == "black"
    hand.press(NEXT)
    assert window.state.message() == BoardKept()
    hand.press(NEXT)
    assert window.run(), "it is over at once"


def test_a_finger_that_slides_off_a_button_presses_nothing(window: TeachWindow) -> None:
    box = window.picture.buttons[KIND_PREFIX + "six-48"]
    finger(pygame.MOUSEBUTTONDOWN, (box.cx, box.cy))
    finger(pygame.MOUSEBUTTONUP, (2, 2))
    window.poll()
    assert window.state == Teaching()


@pytest.mark.parametrize("event", [pygame.event.Event(pygame.QUIT), pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE)])
def test_a_closed_window_keeps_nothing(window: TeachWindow, event: pygame.event.Event) -> None:
    pygame.event.post(event)
    assert not window.run()


def test_every_kind_can_be_picked(window: TeachWindow) -> None:
    hand = Hand(window)
    for name, kind in KINDS.items():
        hand.press(KIND_PREFIX + name)
        assert window.state.kind is kind
        hand.press(BACK)


def test_from_a_picture_to_a_board_by_fingers_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole command, with a person at the window who drags nothing and believes the colours."""
    import cv2

    table = DrawnTable(Pose(tilt_deg=10, turn_deg=15))
    at = table.registration().print_to_px(schmidt().centres_mm)
    cv2.imwrite(str(tmp_path / "ours.png"), table.picture({}))

    def person(window: TeachWindow) -> bool:
        hand = Hand(window)
        hand.press(KIND_PREFIX + "cross-40")
        for name in kind_named("cross-40").marks:
            x, y = at[schmidt().field_names.index(name)]
            hand.tap(on_screen(window, (float(x), float(y))))
        for _ in range(3):
            hand.press(NEXT)
        window.close()
        return True

    monkeypatch.setattr(TeachWindow, "run", person)
    monkeypatch.setattr(app, "video_driver", lambda _: None)
    assert app.teach(TeachWishes(tmp_path / "ours.png", out=tmp_path / "new" / "boards", size=(800, 480))) == 0
    board = load_profile(str(tmp_path / "new" / "boards" / "ours.toml"))
    assert board.colors == schmidt().colors
