"""An arm that comes from behind the camera stays on its side of the picture, whatever the lens does to directions out of it."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.drawing import covered_fields
from calibration.drawing_hand import HandAt
from calibration.drawing_look import Light, plain_look
from calibration.drawing_painter import BoardScene, TablePainter
from calibration.drawing_view import Pose, View, place_camera
from tests.seen_tables import schmidt

SMALL = (640, 360)
WIDE = Pose(tilt_deg=26.6, tilt_towards_deg=246, turn_deg=282, board_share=0.72, field_of_view_deg=61, k1=-0.0172)
EDGE = Pose(tilt_deg=26.6, tilt_towards_deg=246, turn_deg=75, board_share=0.72, field_of_view_deg=72, k1=-0.03)


def rests_beside(from_deg: float) -> HandAt:
    """Its finger tips are 12 % of the board's width off the edge."""
    side = np.radians(from_deg)
    reach = 0.62 / max(abs(np.cos(side)), abs(np.sin(side)))
    x, y = 390 * (0.5 + reach * np.cos(side)), 390 * (0.5 + reach * np.sin(side))
    return HandAt(float(x), float(y), 18.0, from_deg=from_deg, bend=0.2, grip=0.2)


@pytest.mark.parametrize("from_deg", range(-180, 180, 15))
@pytest.mark.parametrize("pose", [WIDE, EDGE], ids=["wide", "edge"])
def test_a_hand_that_rests_beside_the_board_hides_no_field(pose: Pose, from_deg: float) -> None:
    painter = TablePainter(schmidt(), plain_look(schmidt()), Light(), pose, SMALL)
    _, mask = painter.paint_covered(BoardScene(hand=rests_beside(from_deg)))
    assert covered_fields(painter, mask) == frozenset()


@pytest.mark.parametrize(("k1", "k2"), [(-0.06, -0.01), (-0.06, 0.015), (-0.03, 0.0), (0.03, -0.01)])
def test_what_is_farther_out_is_seen_farther_out(k1: float, k2: float) -> None:
    view: View = place_camera(schmidt(), Pose(k1=k1, k2=k2), SMALL)
    out = np.column_stack([np.linspace(195, 9000, 200), np.full(200, 195.0), np.zeros(200)])
    assert (np.diff(view.project(out)[:, 0]) > 0).all()
