"""The pictures that the reader is trained on: any figure, any edition, any camera; the same seed gives the same picture."""

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from calibration.drawing import pawns_on, random_scene
from calibration.drawing_look import FIGURES, Figure, Light, plain_look
from calibration.drawing_painter import BoardScene, TablePainter
from calibration.drawing_view import Pose
from calibration.profile import known_boards, load_profile
from companion.vision.training.dataset import random_position, simulated_picture
from companion.vision.training.editions import other_edition, prints_to_compare
from companion.vision.training.effects import as_photographed, bent, drawn_over

BOARD = load_profile("schmidt-4")


def _changed(figure: Figure, turn_deg: float = 0.0) -> tuple[np.ndarray, TablePainter]:
    """Where one red pawn on T12 changes the picture of the empty board."""
    look = replace(plain_look(BOARD), figure=figure, noise=0.0)
    painter = TablePainter(BOARD, look, Light(), Pose(tilt_deg=25), (640, 480))
    (pawn,) = pawns_on(BOARD, {"red": ["T12"]})
    empty = painter.paint(BoardScene(())).astype(int)
    one = painter.paint(BoardScene((replace(pawn, turn_deg=turn_deg),))).astype(int)
    return np.abs(one - empty).max(axis=2) > 60, painter


@pytest.mark.parametrize("figure", FIGURES)
def test_every_figure_stands_where_its_field_is(figure: Figure) -> None:
    changed, painter = _changed(figure)
    rows, columns = np.nonzero(changed)
    foot = painter.view.project_flat(np.array([[BOARD.field("T12").x_mm, BOARD.field("T12").y_mm]]))[0]
    assert 60 < len(rows) < 2500
    assert np.hypot(columns.mean() - foot[0], rows.mean() - foot[1]) < 25


def test_a_block_looks_different_when_it_is_turned() -> None:
    straight, _ = _changed("block")
    turned, _ = _changed("block", 60.0)
    cone, _ = _changed("cone")
    cone_turned, _ = _changed("cone", 60.0)
    assert (straight != turned).sum() > 20
    assert not (cone != cone_turned).any()


@pytest.mark.parametrize("name", known_boards())
def test_the_same_seed_gives_the_same_picture_and_labels(name: str) -> None:
    board = load_profile(name)
    one, two = (simulated_picture(board, Random(3)) for _ in range(2))
    assert np.array_equal(one.bgr, two.bgr)
    assert np.array_equal(one.labels, two.labels)
    assert len(one.labels) == len(board.fields)


def test_editions_differ_in_print_but_not_in_where_the_fields_are() -> None:
    edition = other_edition(BOARD, Random(2))
    assert np.array_equal(edition.centres_mm, BOARD.centres_mm)
    assert edition.field_names == BOARD.field_names
    assert [f.disc_mm for f in edition.fields] != [f.disc_mm for f in BOARD.fields]
    assert all(print_.print_colours == BOARD.print_colours for print_ in prints_to_compare(BOARD))


def test_a_camera_changes_tones_and_a_bent_sheet_changes_places() -> None:
    rng = Random(4)
    scene = random_scene(BOARD, rng, random_position(BOARD, rng), (640, 480))
    toned = as_photographed(scene.bgr, Random(1))
    moved = bent(scene.bgr, 400, Random(1))
    assert toned.shape == moved.shape == scene.bgr.shape
    assert toned.dtype == moved.dtype == np.uint8
    assert not np.array_equal(toned, scene.bgr)
    (right, down), _ = cv2.phaseCorrelate(scene.bgr[..., 1].astype(np.float64), moved[..., 1].astype(np.float64))
    assert 0 < np.hypot(right, down) < 0.015 * 400 + 1


def test_what_is_drawn_over_a_still_leaves_most_of_it_alone() -> None:
    scene = random_scene(BOARD, Random(4), {}, (640, 480))
    marked = drawn_over(scene.bgr, BOARD, scene.registration, Random(3))
    share = (marked != scene.bgr).any(axis=2).mean()
    assert 0.0005 < share < 0.1
