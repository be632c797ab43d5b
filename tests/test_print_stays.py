"""The drawn print of the board that the reader was trained on stays as it was, to the pixel."""

from __future__ import annotations

import hashlib

import cv2
import pytest

from calibration.print import draw_print
from calibration.profile import load_profile

DRAWN = {
    "4": "3e8af1c8d7f799183f64a87837d0bbf76b1dec3a574e569be0dccd0803116b9f",
    "5": "053b7bc60ca90c9b4a103ef55d4fdf39c4deb3ea27c96abbc173c080794fc532",
}
"""SHA-256 by OpenCV's major version: their letters differ in 1 % of the pixels, nothing else does."""


@pytest.mark.parametrize("name", ["schmidt-4"])
def test_the_print_that_the_reader_was_trained_on_is_drawn_as_then(name: str) -> None:
    """The reader compares every field with this print. A print drawn otherwise is no mistake, but then the reader must be trained
    and measured anew (`make train`, `make accuracy`), and the hashes here renewed."""
    drawn = draw_print(load_profile(name), 2.0)
    assert hashlib.sha256(drawn.tobytes()).hexdigest() == DRAWN[cv2.__version__.split(".")[0]]
