"""Every screen of the mock-ups, a quarter of its size, as it was when somebody last looked at it.

`python -m tests.golden_screens` writes them anew: look at them before they are committed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.app.screenshots import write
from companion.words import Language

FOLDER = Path(__file__).parent / "data" / "screens"
SIZES = ((800, 480), (480, 800))
MOCKUPS = (
    *("turn", "throw", "count", "wrong", "hand", "ask", "correct", "no_move"),
    *("lost", "setup", "rules", "calibrate", "end", "evening"),
)
"""By the names of the samples."""


def small(name: str, size: tuple[int, int]) -> tuple[str, NDArray[np.uint8]]:
    """The file's name, and the screen as (height, width, 3) BGR at a quarter of its size."""
    with tempfile.TemporaryDirectory() as folder:
        path = write(name, Language.GERMAN, False, size, Path(folder))
        whole = cv2.imread(str(path))
        assert whole is not None
        quarter = cv2.resize(whole, (size[0] // 4, size[1] // 4), interpolation=cv2.INTER_AREA)
        return path.name, np.asarray(quarter, dtype=np.uint8)


def main() -> int:
    """Writes all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in MOCKUPS:
        for size in SIZES:
            file, picture = small(name, size)
            cv2.imwrite(str(FOLDER / file), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return 0


if __name__ == "__main__":
    sys.exit(main())
