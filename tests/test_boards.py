"""Boards as data: five known boards are drawn from their profiles, found, and told apart."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from calibration.auto import recognise_board
from calibration.drawing_look import random_look
from calibration.finder import find_board
from calibration.print import draw_print
from calibration.profile import known_boards, load_profile, parse_profile
from calibration.registration import assumed_camera, registration_from_homography
from companion.cli.main import main
from companion.vision.inks import fit_inks
from hardware.errors import BoardNotFoundError, InputError

PICTURES = Path(__file__).parent / "data" / "boards"
TRUTHS = [json.loads(line) for line in (PICTURES / "truth.jsonl").read_text("utf-8").splitlines()]
SHARED = Path(__file__).parents[2] / "shared" / "photos"
LUDO = (resources.files("calibration") / "profiles" / "ludo-40.toml").read_text("utf-8")


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda truth: truth["file"])
def test_renders_of_other_boards_are_found_within_one_percent(truth: dict[str, object]) -> None:
    board = load_profile(str(truth["board"]))
    picture = cv2.imread(str(PICTURES / str(truth["file"])))
    assert picture is not None
    corners = np.array(truth["corners"])
    away = np.linalg.norm(find_board(np.asarray(picture, np.uint8), board).print_to_px(board.corners_mm) - corners, axis=1)
    assert away.max() < 0.01 * np.linalg.norm(corners[0] - corners[1])


@pytest.mark.parametrize("turn_deg", [0, 60, 130, 260])
@pytest.mark.parametrize("name", known_boards())
def test_a_print_is_found_and_told_at_any_turn(name: str, turn_deg: float) -> None:
    board = load_profile(name)
    angle, scale = np.radians(turn_deg), 460 / board.height_mm
    cos, sin = scale * np.cos(angle), scale * np.sin(angle)
    middle = np.array([board.width_mm, board.height_mm]) / 2
    shift = np.array([640, 360]) - np.array([[cos, -sin], [sin, cos]]) @ middle
    board_to_px = np.array([[cos, -sin, shift[0]], [sin, cos, shift[1]], [0, 0, 1]])
    picture = np.full((720, 1280, 3), (70, 80, 90), np.uint8)
    warp = board_to_px @ np.diag([0.5, 0.5, 1])
    cv2.warpPerspective(draw_print(board, 2.0), warp, (1280, 720), dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
    told, found = recognise_board(picture)
    true = registration_from_homography(board_to_px, board, assumed_camera(1280, 720))
    assert told.id == name
    assert np.linalg.norm(found.print_to_px(board.corners_mm) - true.print_to_px(board.corners_mm), axis=1).max() < 4
    gain = fit_inks(picture, board, true).gain
    assert np.median(np.abs(gain - 1)) < 0.08


def test_no_board_is_told_where_there_is_none() -> None:
    with pytest.raises(BoardNotFoundError, match="no known board in the 640x360 picture: expected one of chinczyk-48, ludo-40"):
        recognise_board(np.full((360, 640, 3), 128, np.uint8))


@pytest.mark.skipif(not SHARED.exists(), reason="the photographs are not beside the project")
@pytest.mark.parametrize("file", ["shhhquiettt-easy.jpeg", "aksenyuk-easy-easy1.png", "niklnkl-reallife_frame.jpg"])
def test_the_boards_of_photographs_are_told_apart(file: str) -> None:
    labels = [json.loads(line) for line in (SHARED / "boards.jsonl").read_text("utf-8").splitlines()]
    label = next(label for label in labels if label["file"].endswith(file))
    assert recognise_board(np.asarray(cv2.imread(str(SHARED / label["file"])), np.uint8))[0].id == label["board"]


def test_seeing_says_which_board_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["see", "--board", "auto", str(PICTURES / "b2_easy_000.jpg")]) == 0
    assert "b2_easy_000.jpg: six-48, " in capsys.readouterr().out


@pytest.mark.parametrize("name", known_boards())
def test_every_board_can_be_drawn_in_random_inks(name: str) -> None:
    look = random_look(load_profile(name), Random(3))
    assert draw_print(look.print_board, 0.5).shape[1] == round(0.5 * load_profile(name).width_mm)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('track = "square"', 'track = "round"', 'print.shapes.track is "round"; expected one of disc, square'),
        ('track = "square"', 'path = "square"', 'a key of print.shapes is "path"; expected one of track, goal, house'),
        ('track = "ground"', 'track = "pink"', 'print.fills.track is "pink"; expected one of ground, border, white, ink, red'),
        ('track = "ground"', 'T40 = "ground"', 'print.fills names "T40"; expected track, goal, house or a field'),
        ('start_mark = "arrow"', 'start_mark = "star"', 'print.start_mark is "star"; expected one of letter, arrow, none'),
        ("track_lines = false", "track_lines = 0", "print.track_lines is 0; expected true or false"),
        ("track_lines = false", "field_window = 9", "print.field_window is 9; expected a number 1 to 5"),
        ("track_lines = false", 'light_letters = ["pink"]', 'a colour of print.light_letters is "pink"; expected one of red'),
        ("[[print.areas]]", '[[print.areas]]\nink = "red"\n\n[[print.areas]]', r"print.areas.0. is .*; expected ink and one of"),
        ("round = 0.027", "round = 3", r"print.areas.4..round is 3; expected a number 0 to 0.5"),
        (
            "[[print.areas]]",
            '[[print.areas]]\nink = "red"\ndisc = [1, 2, 3]\n[[print.areas]]',
            r"print.areas.0..disc is 2; expected",
        ),
        ("polygon = [[0.4573, 0.4573], [0.5, 0.5], ", "polygon = [", r"print.areas.14..polygon is .*; expected 3 to 200 corners"),
    ],
)
def test_a_wrong_look_of_the_print_is_told(old: str, new: str, said: str) -> None:
    assert old in LUDO
    with pytest.raises(InputError, match=f"^board.toml: .*{said}"):
        parse_profile(LUDO.replace(old, new, 1), "board.toml")
