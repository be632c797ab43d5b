"""What one still frame says about the board: the only thing that passes from seeing to believing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.profile import FieldName

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """Evidence for every field of a board.

    `fields` (F names) and `colors` (C names) give the order of the arrays. `log_evidence` is (F, 1 + C): the logarithm
    of how well "empty" (column 0) and each colour (columns 1 …) explain the picture at that field, in nats, each row
    normalised to probabilities that sum to one. `covered` (F,) marks fields under a hand, a die or glare: they say
    nothing. `clear` is False while something large (a hand, a sleeve) is over the board.
    """

    time_s: float
    fields: tuple[FieldName, ...]
    colors: tuple[str, ...]
    log_evidence: FloatArray
    covered: BoolArray
    clear: bool
    outside: int = 0
    """So many of the covered fields are covered because they lie outside the picture."""
