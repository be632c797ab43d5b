"""What is wrong with a picture of the board is named: which, where, by how much; a good picture is let be."""

from __future__ import annotations

from functools import cache
from random import Random

import cv2
import numpy as np
import pytest

from calibration.drawing import pawns_on
from calibration.drawing_hand import HandAt
from calibration.drawing_look import Light, plain_look
from calibration.drawing_painter import BoardScene, TablePainter
from calibration.drawing_thing import ThingAt
from calibration.drawing_view import Pose
from calibration.edge import find_cut_board
from calibration.finder import find_board
from calibration.measures import Side, measure_board
from calibration.profile import load_profile
from calibration.quality import Finding, Problem, in_order, judge_cover, judge_picture, judge_shaking
from companion.app.looking import HowToLook, Looker
from hardware.ports import BgrImage, Frame
from tests.seen_tables import SIZE, DrawnTable, schmidt, start_position


@cache
def drawn(pose: Pose, light: Light | None = None) -> BgrImage:
    painter = TablePainter(schmidt(), plain_look(schmidt()), light or Light(), pose, SIZE)
    return painter.paint(BoardScene(tuple(pawns_on(schmidt(), start_position(), Random(1)))), 0)


STRAIGHT = Pose(tilt_deg=10, turn_deg=20, board_share=0.8)


def judged(bgr: BgrImage) -> list[tuple[Problem, Side | None]]:
    findings = judge_picture(bgr, schmidt(), find_board(bgr, schmidt()))
    return [(finding.problem, finding.side) for finding in findings]


@pytest.mark.parametrize(
    "pose",
    [
        STRAIGHT,
        Pose(tilt_deg=0, turn_deg=0, board_share=0.95),
        Pose(tilt_deg=35, tilt_towards_deg=100, turn_deg=130, board_share=0.7),
        Pose(tilt_deg=20, tilt_towards_deg=250, turn_deg=300, board_share=0.5),
    ],
    ids=["plain", "full", "slanted", "small"],
)
def test_a_good_picture_is_let_be(pose: Pose) -> None:
    assert judged(drawn(pose)) == []


def darker(bgr: BgrImage) -> BgrImage:
    return np.asarray(bgr * 0.12, dtype=np.uint8)


def blurred(bgr: BgrImage) -> BgrImage:
    return np.asarray(cv2.GaussianBlur(bgr, (0, 0), 5.0), dtype=np.uint8)


@pytest.mark.parametrize(
    ("bgr", "problem"),
    [
        (darker(drawn(STRAIGHT)), Problem.TOO_DARK),
        (blurred(drawn(STRAIGHT)), Problem.BLURRED),
        (drawn(Pose(tilt_deg=8, board_share=0.28)), Problem.TOO_FAR),
        (drawn(Pose(tilt_deg=50, tilt_towards_deg=90, board_share=0.6)), Problem.TILTED),
    ],
    ids=["dark", "blurred", "far", "tilted"],
)
def test_what_is_wrong_is_named_alone(bgr: BgrImage, problem: Problem) -> None:
    assert judged(bgr) == [(problem, None)]


@pytest.mark.parametrize(
    ("place", "side"),
    [((0.1, 0.5), Side.LEFT), ((0.9, 0.5), Side.RIGHT), ((0.5, 0.1), Side.TOP), ((0.5, 0.9), Side.BOTTOM), ((0.5, 0.5), None)],
    ids=["left", "right", "top", "bottom", "middle"],
)
def test_a_mirrored_lamp_is_named_with_its_side(place: tuple[float, float], side: Side | None) -> None:
    bgr = drawn(Pose(tilt_deg=5, board_share=0.8), Light(glare=(1.6, *place, 0.12)))
    assert judged(bgr) == [(Problem.GLARE, side)]


def test_the_side_is_the_pictures_not_the_boards() -> None:
    bgr = drawn(Pose(tilt_deg=5, turn_deg=180, board_share=0.8), Light(glare=(1.6, 0.1, 0.5, 0.12)))
    assert judged(bgr) == [(Problem.GLARE, Side.RIGHT)]


@pytest.mark.parametrize(
    ("left", "top", "side"),
    [(-0.1, 0.0, Side.LEFT), (0.1, 0.0, Side.RIGHT), (0.0, -0.12, Side.TOP), (0.0, 0.12, Side.BOTTOM)],
    ids=["left", "right", "top", "bottom"],
)
def test_a_board_that_is_cut_off_is_named_with_its_side(left: float, top: float, side: Side) -> None:
    """The board reaches a tenth of the picture out of it."""
    bgr = drawn(Pose(tilt_deg=5, board_share=0.8))
    found = find_board(bgr, schmidt())
    corners = found.print_to_px(schmidt().corners_mm)
    x0, y0 = corners.min(axis=0).astype(int)
    x1, y1 = corners.max(axis=0).astype(int)
    beyond_x, beyond_y = round(abs(left) * (x1 - x0)), round(abs(top) * (y1 - y0))
    rows = slice(y0 + beyond_y if top < 0 else None, y1 - beyond_y if top > 0 else None)
    columns = slice(x0 + beyond_x if left < 0 else None, x1 - beyond_x if left > 0 else None)
    cut = np.ascontiguousarray(bgr[rows, columns])
    findings = judge_picture(cut, schmidt(), find_cut_board(cut, schmidt()))
    assert [(finding.problem, finding.side) for finding in findings] == [(Problem.CUT_OFF, side)]
    assert findings[0].value == pytest.approx(-0.1, abs=0.03)


def test_a_board_that_fills_the_picture_is_too_near() -> None:
    bgr = drawn(Pose(tilt_deg=0, board_share=0.9))
    corners = find_board(bgr, schmidt()).print_to_px(schmidt().corners_mm)
    y0, y1 = int(corners[:, 1].min()), int(corners[:, 1].max())
    tight = np.ascontiguousarray(bgr[y0:y1])
    assert judged(tight) == [(Problem.TOO_NEAR, None)]


def noise(level: float = 120.0, spread: float = 40.0) -> BgrImage:
    rng = np.random.default_rng(3)
    return np.clip(rng.normal(level, spread, (*SIZE[::-1], 3)), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("bgr", "problem"),
    [
        (noise(), Problem.NOT_FOUND),
        (noise(10, 5), Problem.TOO_DARK),
        (np.full((720, 1280, 3), 255, np.uint8), Problem.TOO_BRIGHT),
        (np.asarray(cv2.GaussianBlur(drawn(STRAIGHT), (0, 0), 40), dtype=np.uint8), Problem.BLURRED),
    ],
    ids=["no board", "night", "white", "fog"],
)
def test_without_a_board_the_picture_tells_why(bgr: BgrImage, problem: Problem) -> None:
    assert [finding.problem for finding in judge_picture(bgr, None, None)] == [problem]


def test_light_and_sharpness_fall_as_the_picture_gets_worse() -> None:
    found = find_board(drawn(STRAIGHT), schmidt())
    light = [measure_board(np.asarray(drawn(STRAIGHT) * k, np.uint8), schmidt(), found).light for k in (1, 0.6, 0.3, 0.1)]
    assert light == sorted(light, reverse=True) and light[0] > 3 * light[-1]
    pictures = [cv2.GaussianBlur(drawn(STRAIGHT), (0, 0), k) for k in (0.5, 1, 2, 4, 6)]
    detail = [measure_board(np.asarray(picture, np.uint8), schmidt(), found).detail for picture in pictures]
    assert detail == sorted(detail, reverse=True) and detail[0] > 2 * detail[-1]


def test_what_hides_other_things_is_told_first() -> None:
    mixed = [Finding(problem, 1, 0) for problem in (Problem.SHAKING, Problem.GLARE, Problem.TOO_DARK)]
    assert [finding.problem for finding in in_order(mixed)] == [Problem.TOO_DARK, Problem.GLARE, Problem.SHAKING]


@pytest.mark.parametrize(("covered", "told"), [(0, False), (3, False), (4, True), (30, True)])
def test_a_few_covered_fields_are_a_die(covered: int, told: bool) -> None:
    assert bool(judge_cover(np.arange(72) < covered)) == told


SQUARE = np.array([(0, 0), (400, 0), (400, 400), (0, 400)], dtype=np.float64)


@pytest.mark.parametrize(
    ("moves", "told"),
    [((0, 0, 0, 0), False), ((0, 0, 9, 9), False), ((0, 5, 0, 5), True), ((0, 0.5, 0, 0.5), False), ((0,), False), ((), False)],
    ids=["still", "pushed once", "shaken", "noise", "one look", "none"],
)
def test_a_push_is_no_shake(moves: tuple[float, ...], told: bool) -> None:
    assert bool(judge_shaking([SQUARE + move for move in moves])) == told


def looks(looker: Looker, *pictures: BgrImage) -> list[list[Problem]]:
    frames = [Frame(picture, k * 0.5, k) for k, picture in enumerate(pictures)]
    return [[finding.problem for finding in looker.look(frame).findings] for frame in frames]


def test_a_hand_covers_the_board_until_it_is_gone() -> None:
    table = DrawnTable(STRAIGHT)
    hand = HandAt(x_mm=200, y_mm=200, height_mm=40, from_deg=90)
    with_hand = table.picture(start_position(), hand)
    looker = Looker(HowToLook("schmidt-4"))
    assert looks(looker, drawn(STRAIGHT), with_hand, drawn(STRAIGHT)) == [[], [Problem.COVERED], []]


@pytest.mark.parametrize("name", ["six-48", "ludo-40", "chinczyk-48", "ludo-mdga56"])
def test_a_phone_on_the_board_is_told_of_every_board(name: str) -> None:
    board = load_profile(name)
    painter = TablePainter(board, plain_look(board), Light(), STRAIGHT, SIZE)
    pawns = tuple(pawns_on(board, {color: [f"{color}:B1", f"{color}:B2"] for color in board.colors}))
    phone = ThingAt("phone", 0.5 * board.width_mm, 0.3 * board.height_mm, 20)
    pictures = [painter.paint(BoardScene(pawns, things=things)) for things in ((), (phone,), ())]
    assert looks(Looker(HowToLook(name)), *pictures) == [[], [Problem.COVERED], []]


def test_a_camera_that_shakes_is_told() -> None:
    def moved(pixels: int) -> BgrImage:
        return np.roll(drawn(STRAIGHT), pixels, axis=1)

    assert looks(Looker(HowToLook("schmidt-4")), moved(0), moved(5), moved(0), moved(5))[-1] == [Problem.SHAKING]


def test_which_board_it_is_is_found_out() -> None:
    look = Looker(HowToLook("auto")).look(Frame(drawn(STRAIGHT), 0.0, 0))
    assert look.good and look.board is not None and look.board.id == "schmidt-4"


def test_a_board_that_was_taken_away_is_not_found() -> None:
    looker = Looker(HowToLook("schmidt-4"))
    assert looks(looker, drawn(STRAIGHT), noise()) == [[], [Problem.NOT_FOUND]]
