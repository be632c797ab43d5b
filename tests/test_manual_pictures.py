"""The tour of the screens: each picture is there, is what the program draws, and all of them are small."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np

from companion.app.manual_pictures import AT_NIGHT, FOLDER, SIZE, TOUR, main, make_pictures

PAGE = FOLDER.parent / "screens.md"
MOST_BYTES = 1_000_000


def test_the_page_shows_every_picture_that_is_drawn() -> None:
    shown = re.findall(r"\(pictures/([^)]+)\.png\)", PAGE.read_text("utf-8"))
    assert sorted(shown) == sorted([*TOUR, *(f"{name}-night" for name in AT_NIGHT)])
    assert sorted(path.stem for path in FOLDER.glob("*")) == sorted(shown)


def test_the_pictures_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES


def test_few_colours_look_the_same(tmp_path: Path) -> None:
    """Twice the same name: a picture of the day and one of the night."""
    day, night = make_pictures(tmp_path, ("turn",), ("turn",))
    kept = cv2.imread(str(FOLDER / "turn.png"))
    pictures = [cv2.imread(str(path)) for path in (day, night)]
    assert kept is not None and pictures[0] is not None and pictures[1] is not None
    assert pictures[0].shape == (SIZE[1], SIZE[0], 3)
    assert np.abs(kept.astype(int) - pictures[0]).mean() < 2
    assert pictures[1].mean() < pictures[0].mean() / 2


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert main([str(tmp_path / "file")]) == 2
