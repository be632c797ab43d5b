from __future__ import annotations
from collections.abc import Iterator
import numpy as np
def lattice_guesses(bgr, board) -> Iterator[np.ndarray]:
    return iter(())
