"""The rim of the board without a hand: found more exactly, partly out of the picture; and with one, all the same."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.drawing import pawns_on
from calibration.drawing_hand import HandAt
from calibration.drawing_look import Light, plain_look
from calibration.drawing_painter import BoardScene, TablePainter
from calibration.drawing_view import Nudge, Pose
from calibration.registration import Registration, registration_from_homography
from companion.vision.hands import Hands
from companion.vision.observation import Observation
from companion.vision.reader import BoardReader
from companion.vision.rim import Rim, changed, followed, long_runs
from hardware.ports import BgrImage, Frame
from tests.seen_tables import SIZE, schmidt

POSITION = {"yellow": ["T5", "T20"], "red": ["T33"]}
HAND = HandAt(60, 60, 30, from_deg=225)
FOUND_PX = ((1.0, 2.5), (0.0, 0.1), (3.8, 2.3), (0.3, -0.3))
"""How far off the corners of a board were when it was found first in a noisy picture, against where it was followed to."""
IN_VIEW, CUT_OFF = Nudge(), Nudge(dx_mm=-330.0)


def painted(nudge: Nudge = IN_VIEW, *hands: HandAt, noise: int = 1) -> tuple[BgrImage, Registration]:
    """A board on a cloth with large dark dots, dim and noisy, and where the board truly lies."""
    look = replace(plain_look(schmidt()), table="dots", table_srgb=(225, 228, 235), table_second_srgb=(60, 15, 40), noise=8.0)
    painter = TablePainter(schmidt(), look, Light(), Pose(tilt_deg=12, turn_deg=45, board_share=0.8), SIZE, nudge)
    scene = BoardScene(tuple(pawns_on(schmidt(), POSITION)), None, None, hands)
    return painter.paint(scene, noise), painter.view.registration(schmidt())


def as_found(true: Registration) -> Registration:
    corners = true.print_to_px(schmidt().corners_mm)
    to_px = cv2.getPerspectiveTransform(schmidt().corners_mm.astype(np.float32), (corners + FOUND_PX).astype(np.float32))
    return registration_from_homography(np.asarray(to_px, dtype=np.float64), schmidt(), true.camera)


def seen(
    hands: Hands, time_s: float, picture: tuple[BgrImage, Registration], place: Registration | None = None
) -> Observation | None:
    frame, place = Frame(picture[0], time_s, 0), place or picture[1]
    return hands.see_past(frame, place, BoardReader(schmidt()).read(frame, place))


@pytest.mark.parametrize("first", [True, False], ids=["found less exactly", "followed less exactly"])
def test_a_place_that_is_known_more_exactly_or_less_is_no_hand(first: bool) -> None:
    hands, before, after = Hands(schmidt()), painted(), painted(noise=2)
    assert seen(hands, 0.0, before, as_found(before[1]) if first else None) is not None
    assert seen(hands, 0.2, after, None if first else as_found(before[1])) is not None


@pytest.mark.parametrize("push", [0.0, 1.5, 3.0, 6.0, 12.0])
def test_a_hand_that_pushes_the_board_a_little_is_one_as_long_as_it_is_there(push: float) -> None:
    hands = Hands(schmidt())
    assert seen(hands, 0.0, painted()) is not None
    assert seen(hands, 0.2, painted(Nudge(push, push / 2), HAND, noise=2)) is None
    assert seen(hands, 0.4, painted(Nudge(push, push / 2), noise=3)) is not None


def test_a_hand_is_one_although_the_board_is_found_more_exactly_under_it() -> None:
    hands, before = Hands(schmidt()), painted()
    assert seen(hands, 0.0, before, as_found(before[1])) is not None
    assert seen(hands, 0.2, painted(IN_VIEW, HAND, noise=2)) is None


def test_the_rim_that_is_out_of_the_picture_holds_nothing_up() -> None:
    """Once the hand that has pushed the board there is gone; and once it is pushed back."""
    hands = Hands(schmidt())
    assert seen(hands, 0.0, painted()) is not None
    cut_off = painted(CUT_OFF, noise=2)
    assert np.isnan(Rim(schmidt()).look(*cut_off)).any()
    seen(hands, 0.2, cut_off)
    assert seen(hands, 0.6, cut_off) is not None  # fields out of the picture are covered ground after a quarter of a second
    assert seen(hands, 0.8, painted(noise=3)) is not None


def test_a_hand_over_a_board_that_is_cut_off_is_seen() -> None:
    hands = Hands(schmidt())
    seen(hands, 0.0, painted())
    seen(hands, 0.2, painted(CUT_OFF, noise=2))
    reaching = HandAt(330, 330, 30, from_deg=45)
    assert seen(hands, 5.0, painted(CUT_OFF, reaching, noise=3)) is None


def test_a_board_that_is_seen_cut_off_first_is_known_whole_later() -> None:
    whole, cut_off = (Rim(schmidt()).look(*painted(nudge)) for nudge in (IN_VIEW, CUT_OFF))
    assert not long_runs(changed(cut_off, whole), 6).any()
    known = followed(cut_off, whole, 0.1)
    assert not np.isnan(known).any()
    assert not np.isnan(followed(whole, cut_off, 0.1)).any()
    assert not changed(np.full_like(whole, np.nan), whole).any()
