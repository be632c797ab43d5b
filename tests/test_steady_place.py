"""Whether the board still lies where it lay: pawns, light and a hand do not matter, millimetres and degrees do."""

from random import Random

import numpy as np
import pytest

from calibration.drawing import pawns_on
from calibration.drawing_hand import HandAt
from calibration.drawing_look import Light, random_look
from calibration.drawing_painter import BoardScene, TablePainter
from calibration.drawing_view import Nudge, Pose
from calibration.following import Follower
from calibration.profile import BoardProfile, load_profile
from calibration.steady import SteadyPlace
from hardware.ports import BgrImage

BOARDS = ("schmidt-4", "six-48", "chinczyk-48")


def _painter(board: BoardProfile, nudge: Nudge | None = None, light: Light | None = None) -> TablePainter:
    return TablePainter(board, random_look(board, Random(5), 0.0), light or Light(), Pose(tilt_deg=18), nudge=nudge)


def _picture(painter: TablePainter, fields: list[str], hand: HandAt | None = None, noise: int = 0) -> BgrImage:
    board = painter.board
    pawns = pawns_on(board, {color: [name] for color, name in zip(board.colors, fields, strict=False)})
    return painter.paint(BoardScene(tuple(pawns), hand), noise)


@pytest.fixture(scope="module", params=BOARDS)
def board(request: pytest.FixtureRequest) -> BoardProfile:
    return load_profile(str(request.param))


def _at_rest(board: BoardProfile) -> SteadyPlace:
    painter = _painter(board)
    return SteadyPlace(_picture(painter, ["T3", "T9", "T20"]), board, painter.view.registration(board))


def test_moved_pawns_are_no_moved_board(board: BoardProfile) -> None:
    assert _at_rest(board).holds(_picture(_painter(board), ["T11", "T30", "T22"], noise=3))


def test_another_light_is_no_moved_board(board: BoardProfile) -> None:
    light = Light(azimuth_deg=200, brightness=0.6, tint=(1.1, 1.0, 0.8), gradient=0.4)
    assert _at_rest(board).holds(_picture(_painter(board, light=light), ["T3", "T9", "T20"]))


def test_a_hand_over_a_quarter_is_no_moved_board(board: BoardProfile) -> None:
    hand = HandAt(0.12 * board.width_mm, 0.12 * board.height_mm, 30, 225)
    assert _at_rest(board).holds(_picture(_painter(board), ["T3", "T9", "T20"], hand))


PUSHES = (Nudge(3, 0, 0), Nudge(0, -4, 0), Nudge(0, 0, 1.2), Nudge(40, 10, 0), Nudge(0, 0, 90), Nudge(0, 0, 180))


@pytest.mark.parametrize("nudge", PUSHES)
def test_a_moved_board_is_noticed(board: BoardProfile, nudge: Nudge) -> None:
    assert not _at_rest(board).holds(_picture(_painter(board, nudge), ["T3", "T9", "T20"]))


def test_no_board_at_all_is_noticed(board: BoardProfile) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    assert not _at_rest(board).holds(noise)


def test_the_follower_gives_the_same_place_until_the_board_moves(board: BoardProfile) -> None:
    here, there = _painter(board), _painter(board, Nudge(6, 3, 0.5))
    follower, first = Follower(board), here.view.registration(board)
    found = follower.follow(_picture(here, ["T3"]), first)
    assert found is not None
    assert follower.follow(_picture(here, ["T9"], noise=2), found) is found
    moved = follower.follow(_picture(there, ["T9"]), found)
    assert moved is not None and moved is not found
    off = np.abs(moved.print_to_px(board.corners_mm) - there.view.project_flat(board.corners_mm)).max()
    assert off < 4
    assert follower.follow(_picture(there, ["T11"], noise=4), moved) is moved
