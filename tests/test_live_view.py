"""The live view: moves, counted steps and verdicts lie on the real board, in true perspective."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from calibration.drawing_view import Pose
from calibration.lens import Lens
from companion.app.screenshots import Samples
from companion.display.live_view import INKS, live_view, view_window
from companion.live_marks import Ink, LiveLine, LiveMarks, live_marks
from companion.scene import Scene
from companion.words import Language
from tests.seen_tables import SIZE, DrawnTable, schmidt

SAMPLES = Samples(Language.GERMAN).all()
TABLE = DrawnTable(Pose(tilt_deg=35, turn_deg=20))
REGISTRATION = TABLE.registration()
RING_MM = schmidt().field("T0").ring_mm


def marks(scene: Scene) -> LiveMarks:
    return live_marks(scene, REGISTRATION)


def to_print(points: Iterable[tuple[float, float]]) -> NDArray[np.float64]:
    """Pixels back onto the print, in millimetres."""
    px = np.array(list(points), dtype=np.float64).reshape(-1, 1, 2)
    back = cv2.perspectiveTransform(px, np.linalg.inv(REGISTRATION.board_to_px))
    return np.asarray(back, dtype=np.float64).reshape(-1, 2)


def middle(field: str) -> NDArray[np.float64]:
    printed = schmidt().field(field)
    return np.array([printed.x_mm, printed.y_mm])


def rings(of: LiveMarks) -> list[LiveLine]:
    return [line for line in of.lines if line.closed]


def test_rings_are_circles_on_the_board_and_ellipses_in_the_picture() -> None:
    ring = rings(marks(SAMPLES["throw"]))[0]
    distances = np.linalg.norm(to_print(ring.points) - middle("T3"), axis=1)
    assert distances == pytest.approx(np.full(len(ring.points), 1.3 * RING_MM), rel=1e-6)
    (_, axes, _) = cv2.fitEllipse(np.array(ring.points, dtype=np.float32))
    assert min(axes) / max(axes) == pytest.approx(np.cos(np.radians(35)), abs=0.06)


def test_a_throw_shows_whole_rings_where_pieces_are_and_dashed_ones_where_they_can_go() -> None:
    of = marks(SAMPLES["throw"])
    where = {(line.dashed, *np.round(to_print(line.points).mean(axis=0)).astype(int)) for line in rings(of)}
    expected = {(False, "T3"), (False, "T11"), (True, "T8"), (True, "T16")}
    assert where == {(dashed, *np.round(middle(field)).astype(int)) for dashed, field in expected}
    assert {line.ink for line in of.lines} == {Ink.CAN} and of.numbers == ()


def test_arcs_lead_from_piece_to_target_outside_the_middle() -> None:
    arcs = [line for line in marks(SAMPLES["throw"]).lines if line.tip]
    assert len(arcs) == 2
    for arc, start, end in zip(arcs, ("T3", "T11"), ("T8", "T16"), strict=True):
        way = to_print(arc.points)
        assert np.linalg.norm(way[0] - middle(start)) < np.linalg.norm(way[0] - middle(end))
        assert np.linalg.norm(to_print(arc.tip)[0] - middle(end)) < 1.6 * RING_MM
        board_middle = np.array([schmidt().width_mm, schmidt().height_mm]) / 2
        straight = (middle(start) + middle(end)) / 2
        assert np.linalg.norm(way[len(way) // 2] - board_middle) > np.linalg.norm(straight - board_middle)


def test_of_many_moves_only_the_advised_one_has_an_arc() -> None:
    many = SAMPLES["many"]
    assert not any(line.tip for line in marks(many).lines)
    assert sum(bool(line.tip) for line in marks(replace(many, focus="T24")).lines) <= 1
    assert len([line for line in marks(replace(SAMPLES["throw"], focus="T11")).lines if line.tip]) == 1


def test_a_wrong_count_is_numbered_along_the_way_and_its_right_place_ringed() -> None:
    of = marks(SAMPLES["wrong"])
    assert [(number.number, number.ink) for number in of.numbers] == [*((k, Ink.CAN) for k in (1, 2, 3, 4)), (5, Ink.LOOK)]
    for number, field in zip(of.numbers, ("T4", "T5", "T6", "T7", "T8"), strict=True):
        assert to_print([number.at])[0] == pytest.approx(middle(field), abs=1e-6)
    assert [line.ink for line in rings(of)] == [Ink.LOOK]


def test_counting_goes_as_far_as_it_is_counted() -> None:
    assert [number.number for number in marks(SAMPLES["count"]).numbers] == [1, 2, 3]
    begins = marks(SAMPLES["count_begins"])
    assert begins.numbers == () and len(begins.lines) == 1


def test_fields_to_look_at() -> None:
    of = marks(SAMPLES["open"])
    assert [(line.ink, line.dashed) for line in of.lines] == [(Ink.LOOK, False), (Ink.LOOK, True)]


def test_nothing_is_drawn_where_there_is_nothing_to_tell() -> None:
    of = marks(SAMPLES["turn"])
    assert not of.lines and not of.numbers and of.colors == schmidt().colors


def test_a_lens_bends_what_is_drawn_like_the_picture() -> None:
    lens = Lens((1000.0, 1000.0), (640.0, 360.0), -0.2, 0.03, SIZE)
    straight, bent = marks(SAMPLES["throw"]), live_marks(SAMPLES["throw"], REGISTRATION, lens)
    for a, b in zip(straight.lines, bent.lines, strict=True):
        assert np.array(b.points) == pytest.approx(lens.seen_px(np.array(a.points)))


# ---- drawn ----


def drawn(scene: Scene, size: tuple[int, int] = (672, 672)) -> NDArray[np.uint8]:
    """(height, width, 3) RGB."""
    surface = live_view(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), marks(scene), size)
    return np.asarray(pygame.surfarray.array3d(surface).swapaxes(0, 1), dtype=np.uint8)


@pytest.mark.parametrize("size", [(672, 672), (448, 448), (1280, 720)])
@pytest.mark.parametrize("name", ["throw", "wrong", "open"])
def test_every_line_has_its_colour_in_white_casing(name: str, size: tuple[int, int]) -> None:
    picture, of = drawn(SAMPLES[name], size), marks(SAMPLES[name])
    window = view_window(of.corners, size, SIZE)
    for line in (line for line in rings(of) if not line.dashed):
        x, y = ((np.array(line.points[5]) + 0.5 - (window.x, window.y)) * size[0] / window.w - 0.5).round().astype(int)
        around = picture[y - 9 : y + 10, x - 9 : x + 10].reshape(-1, 3)
        assert around.min(axis=1).max() > 200, "white, though smoothed where it is thin"
        assert np.abs(picture[y, x].astype(int) - INKS[line.ink]).max() < 60


def test_the_picture_is_left_as_it_is_elsewhere() -> None:
    size = (672, 672)
    bgr = TABLE.picture({})
    plain, full = (live_view(bgr, marks(SAMPLES[name]), size) for name in ("turn", "throw"))
    changed = (pygame.surfarray.array3d(plain) != pygame.surfarray.array3d(full)).any(axis=2)
    assert 0.002 < changed.mean() < 0.08


def test_the_whole_board_is_in_the_view_and_keeps_its_shape() -> None:
    corners = marks(SAMPLES["turn"]).corners
    for size in ((672, 672), (1280, 720), (480, 800)):
        window = view_window(corners, size)
        beside = view_window(corners, size, SIZE)
        assert beside.w <= window.w and all(beside.holds(x, y) for x, y in corners)
        assert window.w / window.h == pytest.approx(size[0] / size[1])
        assert all(window.holds(x, y) for x, y in corners)


def test_a_picture_stays_where_it_was() -> None:
    """A bright dot in the camera's picture is shown where a mark at that pixel would be drawn."""
    bgr = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    bgr[300:303, 600:603] = 255
    of, size = marks(SAMPLES["turn"]), (672, 672)
    shown = pygame.surfarray.array3d(live_view(bgr, replace(of, colors=()), size)).sum(axis=2)
    window = view_window(of.corners, size, SIZE)
    scale = size[0] / window.w
    ys_xs = np.argwhere(shown > 600)
    expected = ((601 + 0.5 - window.x) * scale - 0.5, (301 + 0.5 - window.y) * scale - 0.5)
    assert ys_xs.mean(axis=0) == pytest.approx(expected, abs=0.6)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_picture_and_marks_turn_clockwise_with_the_board(quarters: int) -> None:
    bgr = np.asarray(cv2.blur(TABLE.picture({"red": ["T16"]}), (9, 9)), dtype=np.uint8)
    of = replace(marks(SAMPLES["throw"]), colors=())
    straight, turned = (pygame.surfarray.array3d(live_view(bgr, of, (400, 400), turn)) for turn in (0, quarters))
    expected = np.rot90(straight, quarters)  # its first axis is x
    assert np.abs(turned.astype(int) - expected).mean() < 3.0
    assert np.abs(turned.astype(int) - straight).mean() > 10.0


def test_no_strip_is_grey_where_the_board_is_near_the_edge_of_the_picture() -> None:
    bgr = np.full((SIZE[1], SIZE[0], 3), 250, np.uint8)
    near = LiveMarks((), (), ((300.0, 20.0), (980.0, 20.0), (980.0, 710.0), (300.0, 710.0)), ())
    assert pygame.surfarray.array3d(live_view(bgr, near, (448, 448))).min() == 250
    window = view_window(near.corners, (448, 448), SIZE)
    assert window.y >= -5 and window.bottom <= SIZE[1] + 15
