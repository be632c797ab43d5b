"""Teaching a board: kinds against the boards that were measured, marks, fields put right, colours, the profile that comes out."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.print import draw_print
from calibration.profile import BoardProfile, load_profile
from calibration.teaching import Lesson, half_side, lattice_to_px, lesson_of, mapped, places_in_picture, places_on_lattice
from calibration.teaching_colours import TYPICAL, guess_colours, sample_inks
from calibration.teaching_kinds import KINDS, Point, kind_named
from calibration.teaching_look import look_of_fields
from calibration.teaching_profile import BoardWishes, save_board, teach_board
from hardware.errors import DeviceError, InputError, UnknownNameError
from hardware.ports import BgrImage

KIND_OF = {
    "schmidt-4": "cross-40",
    "ludo-40": "cross-40",
    "chinczyk-48": "cross-48",
    "ludo-mdga56": "cross-56",
    "six-48": "six-48",
}
SQUARE = ((100.0, 300.0), (300.0, 100.0), (500.0, 300.0), (300.0, 500.0))
PX_PER_MM = 2.0


def printed(name: str) -> tuple[BoardProfile, BgrImage, Lesson]:
    """A known board's print, and the lesson that marks it as a person would."""
    board = load_profile(name)
    kind = kind_named(KIND_OF[name])
    at = dict(zip(board.field_names, (board.centres_mm * PX_PER_MM - 0.5).tolist(), strict=True))
    return board, draw_print(board, PX_PER_MM), lesson_of(kind, [(at[mark][0], at[mark][1]) for mark in kind.marks])


@pytest.mark.parametrize(
    ("kind", "arms", "track", "goal"),
    [("cross-40", 4, 40, 4), ("cross-48", 4, 48, 4), ("cross-52", 4, 52, 5), ("cross-56", 4, 56, 5), ("six-48", 6, 48, 4)],
)
def test_the_kinds(kind: str, arms: int, track: int, goal: int) -> None:
    of = kind_named(kind)
    assert (of.arms, of.track, of.goal) == (arms, track, goal)
    assert len(of.places) == track + arms * (goal + 4)
    steps = [math.dist(of.places[f"T{k}"], of.places[f"T{(k + 1) % track}"]) for k in range(track)]
    assert 0.9 < min(steps) <= max(steps) < 1.5, "fields that follow each other lie beside each other"


def test_an_unknown_kind_is_told() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown kind of board 'hexagon'; known are cross-40, .*six-48"):
        kind_named("hexagon")


@pytest.mark.parametrize("name", KIND_OF)
def test_the_kinds_fit_the_boards_that_were_measured(name: str) -> None:
    """Track and goals of the known boards lie within a seventh of a field from where their kinds expect them."""
    board, _, lesson = printed(name)
    places = places_in_picture(lesson)
    unit = math.dist(*mapped(lattice_to_px(lesson), [(0, 0), (1, 0)]))
    for field, expected in zip(board.fields, places.values(), strict=True):
        if field.kind != "house":
            seen = field.x_mm * PX_PER_MM - 0.5, field.y_mm * PX_PER_MM - 0.5
            assert math.dist(seen, expected) < unit / 7, field.name


@pytest.mark.parametrize("kind", KINDS)
def test_every_arm_looks_like_the_first(kind: str) -> None:
    of = kind_named(kind)
    for name in of.places:
        for arms, other in enumerate(of.counterparts(name)):
            assert of.places[other] == pytest.approx(of.turn(of.places[name], arms), abs=1e-9)


corner = st.tuples(st.floats(-60, 60), st.floats(-60, 60))


@given(
    shifts=st.tuples(corner, corner, corner, corner),
    first=st.integers(0, 5),
    seed=st.integers(0, 9),
    kind=st.sampled_from(list(KINDS)),
)
@settings(max_examples=40, deadline=None)
def test_marks_of_any_view_in_any_order_give_all_fields(
    shifts: tuple[Point, Point, Point, Point], first: int, seed: int, kind: str
) -> None:
    """Through any homography, whatever order the arms are tapped in: every field lies where the view has it."""
    of = kind_named(kind)
    box = np.array([(-8, -8), (8, -8), (8, 8), (-8, 8)], np.float32)
    seen = np.array([(100, 100), (700, 100), (700, 700), (100, 700)], np.float32) + np.array(shifts, np.float32)
    view = np.asarray(cv2.getPerspectiveTransform(box, seen), dtype=np.float64)
    first %= of.arms
    turned = {name: of.turn(at, first) for name, at in of.places.items()}
    marks = mapped(view, [turned[name] for name in of.marks])
    rest = marks[1:]
    Random(seed).shuffle(rest)
    found = places_in_picture(lesson_of(of, [marks[0], *rest]))
    expected = mapped(view, list(turned.values()))
    assert max(math.dist(a, b) for a, b in zip(found.values(), expected, strict=True)) < 0.01


@pytest.mark.parametrize(
    ("kind", "marks", "said"),
    [
        ("cross-40", SQUARE[:3], "marks are 3 points; expected 4, one at the end of each arm of cross-40"),
        ("six-48", SQUARE, "marks are 4 points; expected 6"),
        ("cross-40", ((5.0, 5.0),) * 4, "do not surround a board; expected the middle field at the end of each of the 4 arms"),
        ("cross-40", ((0.0, 0.0), (100.0, 0.0), (200.0, 0.0), (300.0, 0.0)), "do not surround a board"),
        ("cross-40", ((10.0, 30.0), (30.0, 10.0), (50.0, 30.0), (30.0, 50.0)), "fields at least 6 pixels apart"),
        ("cross-40", (*SQUARE[:3], (300.0, 290.0)), "do not surround a board"),
    ],
)
def test_marks_that_are_no_board_are_told(kind: str, marks: tuple[Point, ...], said: str) -> None:
    with pytest.raises(InputError, match=said):
        lesson_of(kind_named(kind), marks)


def test_a_mark_beside_its_field_is_told_where_six_say_more_than_four() -> None:
    of = kind_named("six-48")
    marks = [(400 + 50 * of.places[name][0], 400 + 50 * of.places[name][1]) for name in of.marks]
    lesson_of(of, marks)
    marks[2] = marks[2][0] + 90, marks[2][1] - 90
    with pytest.raises(InputError, match=r"the mark at \(\d+, \d+\) is \d.\d fields from where the others expect it"):
        lesson_of(of, marks)


def test_a_house_put_right_puts_the_others_right() -> None:
    lesson = lesson_of(kind_named("cross-40"), SQUARE)
    before = places_in_picture(lesson)
    moved = lesson.with_moved("1:B1", (before["1:B1"][0] + 40, before["1:B1"][1] + 20))
    after = places_in_picture(moved)
    shifts = {name: (after[name][0] - before[name][0], after[name][1] - before[name][1]) for name in before}
    assert {name for name, shift in shifts.items() if math.hypot(*shift) > 1e-6} == {"1:B1", "2:B1", "3:B1", "4:B1"}
    assert shifts["2:B1"] == pytest.approx((-20, 40)), "turned with the arm"
    again = moved.with_moved("2:B1", before["2:B1"])
    assert places_in_picture(again)["2:B1"] == pytest.approx(before["2:B1"]), "what a person put somewhere stays there"
    assert places_in_picture(again)["3:B1"] == pytest.approx(after["3:B1"])


def test_a_track_field_moves_alone_and_a_marked_one_moves_its_mark() -> None:
    lesson = lesson_of(kind_named("cross-40"), SQUARE)
    before = places_on_lattice(lesson)
    alone = places_on_lattice(lesson.with_moved("T3", (220, 270)))
    assert [name for name in before if math.dist(alone[name], before[name]) > 1e-9] == ["T3"]
    assert lesson.with_moved("T9", (300, 90)).marks[1] == (300, 90)


def test_a_field_dragged_far_away_is_told() -> None:
    with pytest.raises(InputError, match=r"field T3 is moved by .* fields; expected 3 at most"):
        lesson_of(kind_named("cross-40"), SQUARE).with_moved("T3", (5, 5))


@pytest.mark.parametrize("name", KIND_OF)
def test_the_inks_of_a_print_are_found(name: str) -> None:
    board, picture, lesson = printed(name)
    inks = sample_inks(picture, lesson)
    for arm, color in enumerate(board.colors):
        gain = 241 / max(max(inks.ground), max(inks.white))
        assert np.abs(np.array(inks.arms[arm]) - board.print_colours.players[color]).max() < 45 * gain, color
    assert guess_colours(inks.arms).colors == board.colors


def test_colours_are_different_and_doubt_is_told() -> None:
    clear = guess_colours([TYPICAL[color][0] for color in ("red", "blue", "green", "yellow")])
    assert clear.colors == ("red", "blue", "green", "yellow")
    assert not clear.doubtful
    white = guess_colours([(205, 38, 30), (240, 240, 240), (28, 124, 52), (248, 205, 36)])
    assert len(set(white.colors)) == 4
    assert white.doubtful == {1}
    twice = guess_colours([(205, 38, 30), (206, 39, 31), (28, 124, 52), (248, 205, 36)])
    assert len(set(twice.colors)) == 4
    assert {0, 1} <= twice.doubtful


@pytest.mark.parametrize(
    ("name", "shape"), [("schmidt-4", "disc"), ("six-48", "disc"), ("ludo-40", "square"), ("chinczyk-48", "square")]
)
def test_shape_and_size_of_the_fields_are_seen(name: str, shape: str) -> None:
    board, picture, lesson = printed(name)
    taught = teach_board(picture, lesson, BoardWishes("again"))
    look = look_of_fields(taught.reference, lesson)
    unit_mm = math.dist(*mapped(lattice_to_px(lesson), [(0, 0), (1, 0)])) / PX_PER_MM
    assert look.shape == shape
    assert board.fields[2].disc_mm * 0.9 < look.track * unit_mm < board.fields[2].ring_mm * 1.1


@pytest.mark.parametrize("name", KIND_OF)
def test_a_known_board_taught_again_is_the_same_board(name: str, tmp_path: Path) -> None:
    board, picture, lesson = printed(name)
    path, again = save_board(
        teach_board(picture, lesson, BoardWishes("again", 'Unser „Brett“ \\ "neu"', board.colors, 300)), tmp_path
    )
    assert sorted(file.name for file in tmp_path.iterdir()) == ["again.jpg", "again.toml"]
    assert again is load_profile(str(path))
    assert (again.colors, again.track, again.goal) == (board.colors, board.track, board.goal)
    assert again.title == 'Unser „Brett“ \\ "neu"'
    assert again.field_names == board.field_names
    assert dict(again.start) == dict(board.start)
    at = {field.name: np.array((field.x_mm, field.y_mm)) for field in again.fields}
    ends = [f"T{(k * again.track // len(again.colors) - 1) % again.track}" for k in (0, len(again.colors) // 2)]
    assert np.linalg.norm(at[ends[0]] - at[ends[1]]) == pytest.approx(300, rel=0.01)  # type: ignore[index]
    reference = cv2.imread(str(again.reference))
    assert reference is not None
    assert reference.shape[0] == reference.shape[1]
    half = half_side(lesson)
    for field_name, (x, y) in zip(again.field_names, places_on_lattice(lesson).values(), strict=True):
        share = at[field_name] / again.width_mm
        assert share == pytest.approx(((x + half) / 2 / half, (y + half) / 2 / half), abs=1e-4)


def test_a_name_that_is_no_file_name_is_told() -> None:
    _, picture, lesson = printed("schmidt-4")
    with pytest.raises(InputError, match=r'id is "../x"; expected letters, digits, - and _'):
        teach_board(picture, lesson, BoardWishes("../x"))


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    _, picture, lesson = printed("schmidt-4")
    (tmp_path / "file").touch()
    with pytest.raises(DeviceError, match=r"the board cannot be written to .*; name another folder with --out"):
        save_board(teach_board(picture, lesson, BoardWishes("board")), tmp_path / "file")
