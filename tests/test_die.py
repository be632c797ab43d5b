"""Dice under the camera, on tables we draw: every value, several, none, in a region, and on our rendered boards."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.drawing_die import DieAt, draw_die
from calibration.drawing_look import Light
from calibration.drawing_view import View
from calibration.profile import Srgb
from companion.measuring.dice import DicePicture, DiceTally, measure
from companion.vision.die import SeenDie, find_dice
from hardware.ports import BgrImage

INKS: dict[str, tuple[Srgb, Srgb]] = {
    "white": ((238, 234, 224), (30, 28, 28)),
    "red": ((180, 40, 35), (240, 240, 235)),
    "black": ((35, 34, 36), (235, 235, 230)),
    "wooden": ((205, 165, 110), (40, 25, 15)),
}


def camera_above(tilt_deg: float) -> View:
    """Half a metre above the table's middle, tilted: a die of 16 mm is about 32 px wide."""
    tilt = np.radians(tilt_deg)
    rotation = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    lens = np.array([[1000.0, 0, 320], [0, 1000.0, 240], [0, 0, 1]])
    return View(lens, rotation, np.array([0.0, 0.0, 500.0]), 0.0, 0.0, (640, 480))


def table(*dice: DieAt, tilt_deg: float = 10.0) -> BgrImage:
    """A brown, slightly grained table with dice on it."""
    grain = np.random.default_rng(5).normal(0, 3, (480, 640, 1))
    picture = np.clip(np.full((480, 640, 3), (70, 95, 130)) + grain, 0, 255).astype(np.uint8)
    for die in dice:
        draw_die(picture, camera_above(tilt_deg), Light(), die)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def values(seen: tuple[SeenDie, ...]) -> list[int | None]:
    """What the dice show, sorted."""
    return sorted((die.value for die in seen), key=str)


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_of_any_colour_is_found_and_read(value: int, ink: str) -> None:
    body, pips = INKS[ink]
    die = DieAt(20, -15, value, turn_deg=17.0 * value, edge_mm=16, body=body, pips=pips)
    seen = find_dice(table(die))
    assert values(seen) == [value]
    where = camera_above(10).project(np.array([[20.0, -15.0, 16.0]]))[0]
    assert np.hypot(*(np.array(seen[0].px) - where)) < 0.3 * seen[0].edge_px


@pytest.mark.parametrize("tilt_deg", [0.0, 25.0, 38.0])
def test_the_side_that_lies_up_is_read_not_the_one_that_faces_the_camera(tilt_deg: float) -> None:
    assert values(find_dice(table(DieAt(0, 0, 5, turn_deg=30, edge_mm=16), tilt_deg=tilt_deg))) == [5]


def test_all_dice_are_found() -> None:
    dice = (DieAt(-60, 0, 6, edge_mm=16), DieAt(0, 40, 2, edge_mm=16), DieAt(60, -30, 3, edge_mm=16))
    assert values(find_dice(table(*dice))) == [2, 3, 6]


def test_only_the_dice_of_the_region_are_found() -> None:
    picture = table(DieAt(-60, 0, 6, edge_mm=16), DieAt(60, 0, 4, edge_mm=16))
    right_half = [(340.0, 20.0), (620.0, 20.0), (620.0, 460.0), (340.0, 460.0)]
    assert values(find_dice(picture, right_half)) == [4]


def test_rings_and_an_empty_table_are_no_dice() -> None:
    picture = table()
    for x in range(60, 600, 60):
        cv2.circle(picture, (x, 300), 14, (30, 30, 200), 4, cv2.LINE_AA)
    assert find_dice(picture) == ()
    assert find_dice(np.zeros((480, 640, 3), np.uint8)) == ()
    assert find_dice(np.full((2, 2, 3), 90, np.uint8)) == ()


def test_a_quarter_turn_of_the_picture_changes_nothing() -> None:
    picture = table(DieAt(10, 5, 3, edge_mm=16))
    turned = np.ascontiguousarray(np.rot90(picture))
    assert values(find_dice(turned)) == values(find_dice(picture)) == [3]


def test_measuring_counts_wrong_missed_and_false(tmp_path: Path) -> None:
    path = tmp_path / "two.png"
    cv2.imwrite(str(path), table(DieAt(-60, 0, 6, edge_mm=16), DieAt(60, 0, 4, edge_mm=16)))
    there, six, other = DiceTally(), (200.0, 240.0), (437.0, 240.0)
    measure(DicePicture(path, ((5, six), (1, (600.0, 30.0)))), there)
    assert (there.dice, there.wrong, there.missed, there.false) == (2, 1, 1, 1)
    right = DiceTally()
    assert not measure(DicePicture(path, ((6, six), (4, other))), right)[2]
    assert "wrong 0" in right.row("x")
