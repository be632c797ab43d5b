"""Is a board ever found where there is none?  Every board is looked for in pictures of dice, tables and other boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from calibration.finder import find_board
from calibration.profile import known_boards, load_profile
from companion.measuring.dice import dice_pictures
from companion.measuring.labelled import labelled_pictures
from companion.measuring.splits import default_sets, dice_photographs
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage

EVERY = 6
"""Of the pictures of boards every sixth is looked at: a search that finds nothing takes a second or more."""


def false_finds(tell: Callable[[str], None]) -> tuple[int, int]:
    """How many boards were found that are not there, and how often one was looked for. `tell` is given a sentence for each."""
    false = tried = 0
    for path, own in _pictures():
        bgr = cv2.imread(str(path))
        for name in known_boards():
            if bgr is not None and name != own:
                tried += 1
                false += _is_found(np.asarray(bgr, np.uint8), name, path, tell)
    return false, tried


def _is_found(bgr: BgrImage, name: str, path: Path, tell: Callable[[str], None]) -> bool:
    try:
        match = find_board(bgr, load_profile(name)).match
    except BoardNotFoundError:
        return False
    tell(f"{path.name}: no {name} lies there, but one was found that matches by {match:.0%}")
    return True


def _pictures() -> Iterator[tuple[Path, str]]:
    """Pictures, and the board that does lie there."""
    photographs = dice_photographs()
    if photographs is not None:
        for picture in dice_pictures(photographs):
            yield picture.path, ""
    for folder in default_sets():
        for labelled in list(labelled_pictures(folder))[::EVERY]:
            yield labelled.path, labelled.board.id
