"""The drawn table: its geometry is that of the rendered stills, its truth is where things are in the picture."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.drawing import covered_fields, draw_scene, pawns_on, random_scene
from calibration.drawing_body import PawnAt
from calibration.drawing_die import DieAt
from calibration.drawing_hand import HandAt
from calibration.drawing_look import MATERIALS, TABLES, Light, Material, TableKind, plain_look, random_light, random_look
from calibration.drawing_painter import BoardScene, TablePainter
from calibration.drawing_view import FloatArray, Nudge, Pose, View, nudged, place_camera, random_pose
from calibration.profile import load_profile
from hardware.ports import BgrImage

BOARD = load_profile("schmidt-4")
SMALL = (320, 180)
RENDERED = [json.loads(line) for line in (Path(__file__).parent / "data/drawing/rendered-poses.jsonl").read_text().splitlines()]
HEAD_SHARE = 0.82
"""Height of the head's middle as a share of the rendered pawns' height."""


def rendered_view(truth: dict[str, object]) -> tuple[View, float]:
    """The camera of a rendered still (its world: metres, origin in the board's middle, y up the print) and its board's width."""
    width = float(str(truth["board_mm"]))
    rotation = np.array(truth["cam_R"], dtype=float)
    towards = -rotation @ (np.array(truth["cam_pos"], dtype=float) * 1000)
    k1, k2 = np.array(truth["dist"], dtype=float)[:2]
    move = rotation @ (-width / 2, width / 2, 0) + towards
    size = (1280, 720)
    return View(np.array(truth["K"], dtype=float), rotation @ np.diag((1, -1, -1)), move, k1, k2, size), width


@pytest.mark.parametrize("truth", RENDERED, ids=[truth["file"] for truth in RENDERED])
def test_corners_are_where_the_renderer_put_them(truth: dict[str, object]) -> None:
    view, width = rendered_view(truth)
    corners = view.project_flat(np.array([(0, 0), (width, 0), (width, width), (0, width)], dtype=float))
    assert np.abs(corners - np.array(truth["corners"])).max() < 0.2


@pytest.mark.parametrize("truth", RENDERED, ids=[truth["file"] for truth in RENDERED])
def test_heads_stand_off_from_feet_as_in_the_rendered_stills(truth: dict[str, object]) -> None:
    view, _ = rendered_view(truth)
    pawns = truth["pawns"]
    assert isinstance(pawns, list)
    feet, heads = (np.array([pawn[part] for pawn in pawns], dtype=np.float32) for part in ("foot", "head"))
    x, y = view.ground(feet[:, 0], feet[:, 1])
    drawn = view.project(np.column_stack([x, y, np.full(len(x), HEAD_SHARE * BOARD.pawn.height_mm)]))
    # Which height the renderer calls the head's middle differs a little with the pawn.
    assert np.linalg.norm(drawn - heads, axis=1).max() < 4.0


@given(seed=st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_ground_undoes_projection_and_the_board_fits_the_picture(seed: int) -> None:
    pose = random_pose(Random(seed))
    view = place_camera(BOARD, pose, (1280, 720))
    corners = view.project_flat(BOARD.corners_mm)
    x, y = view.ground(corners[:, 0].astype(np.float32), corners[:, 1].astype(np.float32))
    assert np.abs(np.column_stack([x, y]) - BOARD.corners_mm).max() < 0.1
    high = np.ptp(corners[:, 1])
    assert high <= pose.board_share * 720 + 1
    assert high > 0.2 * 720
    assert view.px_per_mm(195, 195) > 0.2


@given(seed=st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_the_registration_is_that_of_the_picture(seed: int) -> None:
    view = place_camera(BOARD, random_pose(Random(seed)), (1280, 720))
    registration = view.registration(BOARD)
    assert registration.residual_px < 0.6
    seen = view.project_flat(BOARD.centres_mm, 22.0)
    # The registration knows no lens; of 2000 seeds the worst is off by 1.8 px.
    assert np.median(np.linalg.norm(registration.above_print_to_px(BOARD.centres_mm, 22.0) - seen, axis=1)) < 2.5


def grey_change(a: BgrImage, b: BgrImage) -> FloatArray:
    return np.asarray(np.abs(a.astype(float) - b.astype(float)).max(axis=2))


@pytest.mark.parametrize("material", MATERIALS)
@pytest.mark.parametrize("lean_deg", [0.0, 90.0])
def test_a_pawn_changes_the_picture_where_its_truth_says(material: Material, lean_deg: float) -> None:
    look = replace(plain_look(BOARD), material=material, noise=0.0, blur_px=0.0)
    painter = TablePainter(BOARD, look, Light(ambient=0.9), Pose(tilt_deg=25, board_share=0.9), (640, 360))
    pawn = PawnAt("black", 200.0, 120.0, 0.0, lean_deg, 40.0)
    changed = grey_change(painter.paint(BoardScene((pawn,))), painter.paint(BoardScene())) > 25
    (truth,) = painter.truth(BoardScene((pawn,)))
    for x, y in (truth.foot_px, truth.head_px):
        assert changed[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2].any()
    ys, xs = np.nonzero(changed)
    middle = (np.array(truth.foot_px) + truth.head_px) / 2
    assert np.hypot(xs - middle[0], ys - middle[1]).max() < 40


def test_same_colour_on_same_colour_is_seen() -> None:
    """Rule of the reader's training: a green pawn on green A differs from the empty field."""
    painter = TablePainter(BOARD, replace(plain_look(BOARD), noise=0.0), Light(), Pose(board_share=0.9), (1280, 720))
    empty = painter.paint(BoardScene())
    for color in BOARD.colors:
        (pawn,) = pawns_on(BOARD, {color: [BOARD.start[color]]})
        change = grey_change(painter.paint(BoardScene((pawn,))), empty)
        x, y = (round(value) for value in painter.truth(BoardScene((pawn,)))[0].foot_px)
        assert change[y - 12 : y + 13, x - 12 : x + 13].max() > 30


def test_pawns_outside_the_picture_do_no_harm() -> None:
    scene = BoardScene((PawnAt("red", -4000, 100), PawnAt("red", 9000, 9000), PawnAt("red", 10, -60)), die=DieAt(-3000, 0, 3))
    assert draw_scene(BOARD, scene, Pose(board_share=0.95), size=SMALL).shape == (180, 320, 3)


def test_a_hand_covers_the_fields_under_it() -> None:
    painter = TablePainter(BOARD, plain_look(BOARD), Light(), Pose(board_share=0.9), (640, 360))
    field = BOARD.field("red:B1")
    hand = HandAt(field.x_mm - 60, field.y_mm - 60, 30.0, from_deg=45)
    _, mask = painter.paint_covered(BoardScene(hand=hand))
    names = covered_fields(painter, mask)
    assert "red:B1" in names
    assert "yellow:B1" not in names
    assert covered_fields(painter, None) == frozenset()


@pytest.mark.parametrize("from_deg", range(0, 360, 45))
@pytest.mark.parametrize("tilt_deg", [0.0, 35.0])
def test_an_arm_leaves_the_picture_and_does_not_drown_it(from_deg: int, tilt_deg: float) -> None:
    pose = Pose(tilt_deg=tilt_deg, tilt_towards_deg=70, board_share=0.6)
    painter = TablePainter(BOARD, plain_look(BOARD), Light(), pose, SMALL)
    _, mask = painter.paint_covered(BoardScene(hand=HandAt(195, 195, 30.0, from_deg=from_deg)))
    assert mask is not None
    assert 0.005 < mask.mean() < 0.4
    assert mask[0].any() or mask[-1].any() or mask[:, 0].any() or mask[:, -1].any()


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_its_value(value: int) -> None:
    look = replace(plain_look(BOARD), noise=0.0, blur_px=0.0)
    painter = TablePainter(BOARD, look, Light(), Pose(board_share=0.9), (1280, 720))
    picture = painter.paint(BoardScene(die=DieAt(200.0, 200.0, value, 0.0, 40.0)))
    corners = painter.view.project(np.array([(182.0, 182.0, 40.0), (218.0, 218.0, 40.0)])).round().astype(int)
    face = picture[corners[0, 1] : corners[1, 1], corners[0, 0] : corners[1, 0]]
    pips = np.pi * (0.2 * 20) ** 2 * value / 36**2
    assert (face.max(axis=2) < 110).mean() == pytest.approx(pips, rel=0.25)


def test_a_nudge_moves_the_board_and_leaves_the_table() -> None:
    view = place_camera(BOARD, Pose(tilt_deg=20, board_share=0.5), (1280, 720))
    pushed = nudged(view, BOARD, Nudge(20.0, -10.0, 3.0))
    moved = np.linalg.norm(pushed.project_flat(BOARD.corners_mm) - view.project_flat(BOARD.corners_mm), axis=1)
    assert moved.min() > 5
    look = replace(plain_look(BOARD), noise=0.0)
    quiet = Light(gradient=0.0)
    pictures = [
        TablePainter(BOARD, look, quiet, Pose(tilt_deg=20, board_share=0.5), SMALL, nudge).paint(BoardScene())
        for nudge in (Nudge(), Nudge(20.0, -10.0, 3.0))
    ]
    change = grey_change(*pictures)
    assert change[:40, :40].mean() < 2
    assert change[60:120, 110:210].mean() > 5


@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_drawn(table: TableKind) -> None:
    picture = draw_scene(BOARD, BoardScene(), Pose(board_share=0.4), look=replace(plain_look(BOARD), table=table), size=SMALL)
    assert picture[:30].std() > 1


def test_chance_comes_from_the_seed_alone() -> None:
    position = {"yellow": ["T3", "yellow:B1"], "black": ["black:a"]}
    first, again, other = (random_scene(BOARD, Random(seed), position, SMALL, hand=True) for seed in (5, 5, 6))
    assert np.array_equal(first.bgr, again.bgr)
    assert first.covered == again.covered
    assert first.bgr.shape == other.bgr.shape == (180, 320, 3)
    assert not np.array_equal(first.bgr, other.bgr)
    standing = {(truth.pawn.color, truth.field) for truth in first.pawns if truth.field is not None}
    assert standing == {
        ("yellow", "T3"),
        ("yellow", "yellow:B1"),
        ("black", "black:a"),
    }


def test_looks_differ_in_everything_that_matters() -> None:
    rng = Random(1)
    looks = [random_look(BOARD, rng) for _ in range(60)]
    assert {look.material for look in looks} == set(MATERIALS)
    assert {look.table for look in looks} == set(TABLES)
    assert len({look.print_board.print_colours.ground for look in looks}) > 40
    assert len({look.pawns["green"] for look in looks}) > 40
    assert {random_light(rng).glare[0] > 0 for _ in range(40)} == {True, False}


def test_pawns_beside_the_board_have_no_field() -> None:
    scenes = [random_scene(BOARD, Random(seed), {"red": ["T1"]}, SMALL) for seed in range(16)]
    strays = [truth.pawn for scene in scenes for truth in scene.pawns if truth.field is None]
    assert strays
    for pawn in strays:
        assert not (0 <= pawn.x_mm <= BOARD.width_mm and 0 <= pawn.y_mm <= BOARD.height_mm)
