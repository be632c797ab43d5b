"""Finding the printed board: at any rotation, tilted, near and far, with pawns on it; never where there is none."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.drawing_hand import HandAt
from calibration.drawing_view import Pose
from calibration.finder import find_board
from calibration.following import follow_board
from calibration.registration import Registration, assumed_camera
from calibration.stored import calibration_of, load_calibration, registration_of_corners, save_calibration
from hardware.errors import BoardNotFoundError, InputError
from hardware.ports import BgrImage
from tests.seen_tables import RENDERS, SHARED, SIZE, DrawnTable, schmidt, start_position

RENDERED = [json.loads(line) for line in (RENDERS / "truth.jsonl").read_text("utf-8").splitlines()]


def read(path: Path) -> BgrImage:
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return np.asarray(picture, dtype=np.uint8)


def worst_corner(found: Registration, corners_px: np.ndarray) -> float:
    """As a share of the board's width."""
    away = np.linalg.norm(found.print_to_px(schmidt().corners_mm) - corners_px, axis=1).max()
    return float(away / np.linalg.norm(corners_px - np.roll(corners_px, 1, axis=0), axis=1).mean())


@pytest.mark.parametrize("truth", RENDERED, ids=lambda truth: truth["file"])
def test_found_in_photo_like_pictures(truth: dict[str, object]) -> None:
    found = find_board(read(RENDERS / str(truth["file"])), schmidt())
    assert worst_corner(found, np.array(truth["corners"])) < 0.015
    assert found.residual_px < 1


@pytest.mark.parametrize(
    ("turn_deg", "tilt_deg", "share"),
    [(0, 0, 0.95), (45, 0, 0.8), (90, 10, 0.8), (135, 20, 0.7), (180, 30, 0.6), (225, 35, 0.8), (270, 25, 0.4), (315, 15, 0.25)],
)
def test_found_however_it_lies(turn_deg: float, tilt_deg: float, share: float) -> None:
    table = DrawnTable(Pose(tilt_deg=tilt_deg, tilt_towards_deg=60, turn_deg=turn_deg, board_share=share))
    found = find_board(table.picture(start_position()), schmidt())
    assert worst_corner(found, table.registration().print_to_px(schmidt().corners_mm)) < 0.015


def test_found_empty() -> None:
    table = DrawnTable()
    found = find_board(table.picture({}), schmidt())
    assert worst_corner(found, table.registration().print_to_px(schmidt().corners_mm)) < 0.01


@pytest.mark.parametrize("tilt_deg", [0, 20, 35])
def test_the_pose_tells_where_heads_are(tilt_deg: float) -> None:
    """The head of a pawn 27 mm high is found within a fifth of a field of where the drawn camera sees it."""
    table = DrawnTable(Pose(tilt_deg=tilt_deg, turn_deg=30))
    found, true = find_board(table.picture(start_position()), schmidt()), table.registration()
    centres = schmidt().centres_mm
    away = np.linalg.norm(found.above_print_to_px(centres, 22.0) - true.above_print_to_px(centres, 22.0), axis=1)
    pitch_px = np.linalg.norm(np.diff(true.print_to_px(centres[:2]), axis=0))
    assert away.max() < 0.2 * pitch_px


def grey() -> BgrImage:
    return np.full((720, 1280, 3), 128, np.uint8)


def noise() -> BgrImage:
    return np.random.default_rng(1).integers(0, 255, (720, 1280, 3), dtype=np.uint8)


def yellow_paper() -> BgrImage:
    picture = grey()
    picture[100:600, 300:800] = (87, 232, 255)
    return picture


def dotted_cloth() -> BgrImage:
    picture = np.full((720, 1280, 3), (60, 160, 220), np.uint8)
    for x in range(30, 1280, 60):
        for y in range(30, 720, 60):
            cv2.circle(picture, (x, y), 18, (240, 240, 240), -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("make", [grey, noise, yellow_paper, dotted_cloth])
def test_not_found_where_there_is_none(make: object) -> None:
    picture = make()  # type: ignore[operator]  # one of the makers above
    with pytest.raises(BoardNotFoundError, match="no schmidt-4 board in the 1280x720 picture: expected the whole board"):
        find_board(picture, schmidt())


@pytest.mark.skipif(not (SHARED / "photos").exists(), reason="the photographs are not beside the project")
@pytest.mark.parametrize("label", ["niklnkl-reallife_frame.jpg", "niklnkl-w2fieldsCovered.jpg"])
def test_found_in_real_photographs_within_8_px(label: str) -> None:
    lines = [json.loads(line) for line in (SHARED / "photos" / "boards.jsonl").read_text("utf-8").splitlines()]
    truth = next(line for line in lines if line["file"].endswith(label))
    found = find_board(read(SHARED / "photos" / truth["file"]), schmidt())
    away = np.linalg.norm(found.print_to_px(schmidt().corners_mm) - np.array(truth["board_corners_px"]), axis=1)
    assert away.max() < 8


def test_a_board_that_lies_still_keeps_its_very_registration() -> None:
    table = DrawnTable()
    found = find_board(table.picture(start_position()), schmidt())
    assert follow_board(table.picture(start_position(), noise=2), schmidt(), found) is found


def test_a_board_that_is_pushed_is_followed() -> None:
    before = DrawnTable(Pose(tilt_deg=12, turn_deg=20))
    after = DrawnTable(Pose(tilt_deg=12, turn_deg=21, middle=(0.506, 0.497)))
    found = find_board(before.picture(start_position()), schmidt())
    followed = follow_board(after.picture(start_position()), schmidt(), found)
    assert followed is not None
    assert worst_corner(followed, after.registration().print_to_px(schmidt().corners_mm)) < 0.01


@pytest.mark.parametrize(
    "pose",
    [Pose(tilt_deg=12, turn_deg=113), Pose(tilt_deg=12, turn_deg=20, middle=(0.524, 0.5)), Pose(tilt_deg=12, turn_deg=155)],
    ids=["turned a quarter", "pushed by half a field", "turned by 135 degrees"],
)
def test_a_board_that_was_moved_far_is_never_followed_to_a_wrong_place(pose: Pose) -> None:
    before, after = DrawnTable(Pose(tilt_deg=12, turn_deg=20)), DrawnTable(pose)
    found = find_board(before.picture(start_position()), schmidt())
    followed = follow_board(after.picture(start_position()), schmidt(), found)
    assert followed is None or worst_corner(followed, after.registration().print_to_px(schmidt().corners_mm)) < 0.01


def test_a_board_under_a_hand_is_not_lost() -> None:
    table = DrawnTable()
    found = find_board(table.picture(start_position()), schmidt())
    hand = HandAt(200, 200, 30)
    followed = follow_board(table.picture(start_position(), hand), schmidt(), found)
    assert followed is not None
    assert worst_corner(followed, table.registration().print_to_px(schmidt().corners_mm)) < 0.01


def test_a_board_that_was_taken_away_is_gone() -> None:
    table = DrawnTable()
    found = find_board(table.picture(start_position()), schmidt())
    assert follow_board(noise(), schmidt(), found) is None


def test_a_stored_calibration_says_the_same(tmp_path: Path) -> None:
    true = DrawnTable().registration()
    save_calibration(tmp_path / "place.json", calibration_of(schmidt(), true, SIZE))
    back = load_calibration(tmp_path / "place.json", schmidt().id, SIZE).registration(schmidt())
    centres = schmidt().centres_mm
    assert np.allclose(back.print_to_px(centres), true.print_to_px(centres), atol=0.05)
    assert np.allclose(back.above_print_to_px(centres, 25), true.above_print_to_px(centres, 25), atol=0.5)


def calibration(corners: object, camera: object = None) -> str:
    return json.dumps({"board": "schmidt-4", "size": [1280, 720], "corners": corners, "camera": camera})


SQUARE = [[400, 100], [900, 100], [900, 600], [400, 600]]
NO_QUADRILATERAL = "corners are .*; expected the four corners of the board, .* clockwise, around at least 100 square pixels"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not valid JSON"),
        ("{", "not valid JSON"),
        ("[" * 100_000, "not valid JSON: nested too deeply"),
        ("9" * 5000, "not valid JSON: a number has too many digits"),
        ("[1]", r"expected an object with the keys board, camera, corner_marks, corners, distortion, lock, size, got \[1\]"),
        ('{"board": "schmidt-4", "size": [1280, 720]}', "expected an object with the keys"),
        ('{"board": "six-48", "size": [1280, 720], "corners": []}', 'is for board "six-48", but the board is "schmidt-4"'),
        (
            '{"board": "schmidt-4", "size": [640, 480], "corners": []}',
            "is for pictures of .640, 480., but the picture is 1280x720",
        ),
        (calibration([[1, 2]]), "corners is .*; expected 4 rows of 2 numbers"),
        (calibration("x"), 'corners is "x"; expected 4 rows of 2 numbers'),
        (calibration([["1", "2"]] * 4), "corners is .*; expected 4 rows of 2 numbers"),
        (calibration([*SQUARE[:3], [400, 10**400]]), "corners is .*; expected 4 rows of 2 numbers"),
        (calibration([*SQUARE[:3], [400, 1e300]]), "corners is .*; expected 4 rows of 2 numbers up to 1000000"),
        (calibration([*SQUARE[:3], [400, float("nan")]]), "corners is .*; expected 4 rows of 2 numbers"),
        (calibration([[5, 5]] * 4), NO_QUADRILATERAL),
        (calibration([[100, 100], [200, 200], [300, 300], [400, 400]]), NO_QUADRILATERAL),
        (calibration([[100, 100], [109, 100], [109, 109], [100, 109]]), NO_QUADRILATERAL),
        (calibration(SQUARE[::-1]), NO_QUADRILATERAL),
        (calibration([SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]]), NO_QUADRILATERAL),
        (calibration([*SQUARE[:3], [800, 200]]), NO_QUADRILATERAL),
        (calibration([*SQUARE[:3], [650, 350]]), NO_QUADRILATERAL),
        (calibration(SQUARE, [[0, 0, 0]] * 3), "camera is .*; expected .*fx and fy 256 to 25600"),
        (calibration(SQUARE, "wide"), 'camera is "wide"; expected 3 rows of 3 numbers'),
    ],
)
def test_a_wrong_calibration_is_told(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "place.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=said):
        load_calibration(path, schmidt().id, SIZE).registration(schmidt())


@pytest.mark.parametrize("turns", range(4))
def test_a_calibration_may_lie_any_way_round(tmp_path: Path, turns: int) -> None:
    corners = SQUARE[turns:] + SQUARE[:turns]
    (tmp_path / "place.json").write_text(calibration(corners, [[1000, 0, 640], [0, 1000, 360], [0, 0, 1]]), "utf-8")
    found = load_calibration(tmp_path / "place.json", schmidt().id, SIZE).registration(schmidt())
    assert np.allclose(found.print_to_px(schmidt().corners_mm), corners, atol=0.01)


def test_a_missing_calibration_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        load_calibration(tmp_path / "none.json", schmidt().id, SIZE).registration(schmidt())


def test_corners_give_a_registration() -> None:
    true = DrawnTable().registration()
    corners = true.print_to_px(schmidt().corners_mm)
    made = registration_of_corners(corners, schmidt(), assumed_camera(*SIZE))
    assert np.allclose(made.print_to_px(schmidt().corners_mm), corners, atol=0.01)
