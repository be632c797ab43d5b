"""The best reading of all fields together: no colour has more pieces than it owns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


def assign(scores: FloatArray, quotas: NDArray[np.intp]) -> NDArray[np.intp]:
    """(F,) the column of each field of (F, 1 + C) scores in nats, column 0 being empty, with at most `quotas` (1 + C,) of each.

    A colour with too many gives its weakest field to that field's second best: exact when one colour has too many.
    """
    open_scores = scores.copy()
    open_scores[:, 1:][:, quotas[1:] <= 0] = -np.inf
    chosen: NDArray[np.intp] = open_scores.argmax(axis=1)
    for _ in range(scores.size):
        counts = np.bincount(chosen, minlength=scores.shape[1])
        over = np.flatnonzero(counts[1:] > quotas[1:]) + 1
        if not len(over):
            break
        held = np.flatnonzero(chosen == over[0])
        rest = open_scores[held].copy()
        rest[:, over[0]] = -np.inf
        weakest = int((open_scores[held, over[0]] - rest.max(axis=1)).argmin())
        chosen[held[weakest]] = int(rest[weakest].argmax())
        open_scores[held[weakest], over[0]] = -np.inf
    return chosen
