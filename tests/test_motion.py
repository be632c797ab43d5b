"""Motion that matters is motion over the board: a hand beside it stops nothing, a hand over it stops everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from calibration.drawing_hand import HandAt
from calibration.drawing_view import Pose
from calibration.lens import Lens
from calibration.stored import Calibration
from companion.app.calibrated_eyes import calibrated
from companion.app.eyes import make_eyes
from companion.sight import Sight, Status
from companion.vision.stillness import Stillness, watched_area_px
from hardware.ports import BgrImage, Frame
from tests.seen_tables import SIZE, DrawnTable, schmidt

FPS = 8
POSITION = {"yellow": ["T3"], "red": ["T20"]}
BESIDE: list[HandAt | None] = [HandAt(465 + 25 * (number % 3), 190 + 60 * (number % 2), 40, from_deg=0) for number in range(6)]
"""A hand that talks, never at rest, to the right of the board (390 mm wide)."""


@lru_cache
def table() -> DrawnTable:
    return DrawnTable(Pose(tilt_deg=12, board_share=0.62))


@lru_cache(maxsize=32)
def picture(hand: HandAt | None) -> BgrImage:
    return table().picture(POSITION, hand)


def looked_at(hands: Sequence[HandAt | None], sight: Sight | None = None) -> list[Status]:
    sight = sight or Sight(schmidt(), make_eyes(schmidt()))
    return [sight.look(frame).status for frame in frames(hands)]


def frames(hands: Sequence[HandAt | None]) -> Iterator[Frame]:
    for number, hand in enumerate(hands):
        yield Frame(picture(hand).copy(), number / FPS, number)


def test_a_hand_that_moves_beside_the_board_all_the_time_stops_nothing() -> None:
    seen = looked_at([*[None] * 5, *BESIDE, *BESIDE])
    assert Status.MOVING not in seen
    assert seen[5:].count(Status.CLEAR) >= 5


def test_the_board_is_found_although_a_hand_beside_it_never_rests() -> None:
    seen = looked_at(BESIDE * 4)
    assert Status.CLEAR in seen[: 2 * FPS]
    assert Status.MOVING not in seen[2 * FPS :]


@pytest.mark.parametrize("at", [(330, 200), (200, 200), (385, 40)], ids=["over the edge", "in the middle", "over a corner"])
def test_a_hand_that_comes_is_noticed_in_its_first_picture(at: tuple[float, float]) -> None:
    hand = HandAt(*at, 40, from_deg=0)
    seen = looked_at([*[None] * 5, *BESIDE, hand, None, None])
    assert seen[10] in (Status.CLEAR, Status.WAITING)
    assert Status.CLEAR not in seen[11:]


def test_a_pushed_board_is_motion() -> None:
    watch, area = Stillness(), watched_area_px(schmidt(), table().registration())
    still = picture(None)
    pushed = np.roll(still, 3, axis=1)  # three pixels: 3 mm
    told = [watch.update(Frame(bgr, number, number), area) for number, bgr in enumerate((still, still.copy(), pushed))]
    assert told == [False, True, False]


@pytest.mark.parametrize(("k1", "still"), [(-0.3, False), (0.0, True)])
def test_where_motion_counts_is_told_in_the_pixels_of_the_camera(k1: float, still: bool) -> None:
    """A strong lens shows what is near the picture's edge 40 pixels nearer to its middle: what moves there is motion."""
    bent = Lens((800.0, 800.0), (639.5, 359.5), -0.3, 0.0, SIZE)
    area = np.array([[1080.0, 330], [1150, 330], [1150, 390], [1080, 390]])
    x, y = bent.seen_px(area).mean(axis=0).astype(int)
    black, white = np.zeros((720, 1280, 3), np.uint8), np.zeros((720, 1280, 3), np.uint8)
    white[y - 10 : y + 10, x - 10 : x + 10] = 255
    corners = table().registration().print_to_px(schmidt().corners_mm)
    eyes = calibrated(make_eyes(schmidt()), Calibration("schmidt-4", SIZE, corners, replace(bent, k1=k1)))
    eyes.stillness.update(Frame(black, 0.0, 0), area)
    assert eyes.stillness.update(Frame(white, 1.0, 1), area) is still
