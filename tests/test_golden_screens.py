"""No screen changes its looks unseen: each is compared with how it was when somebody looked at it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.golden_screens import FOLDER, MOCKUPS, SIZES, small

MEAN, FAR, SHARE = 1.5, 40, 0.01
"""Levels of 255: how far the mean may be off, and how many of the values may be off by more than `FAR`. Another SDL draws edges
a little otherwise; a label of another length changes 2 % of a screen and more."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", MOCKUPS)
def test_a_screen_looks_as_it_did(name: str, size: tuple[int, int]) -> None:
    file, now = small(name, size)
    before = cv2.imread(str(FOLDER / file))
    assert before is not None, f"{file} is missing: python -m tests.golden_screens writes it"
    assert now.shape == before.shape
    off = np.abs(now.astype(int) - before.astype(int))
    assert off.mean() <= MEAN and (off > FAR).mean() <= SHARE, (
        f"{file} looks otherwise; if it should: python -m tests.golden_screens"
    )


def test_another_screen_is_told_apart() -> None:
    """The measure is fine enough: throw and turn, German words and others differ by more than it allows."""
    (_, one), (_, other) = small("turn", (800, 480)), small("throw", (800, 480))
    off = np.abs(one.astype(int) - other.astype(int))
    assert off.mean() > MEAN and (off > FAR).mean() > SHARE
