"""What several looks at one die say together."""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from companion.vision.die_network import CLASSES, CROOKED, FloatArray

LEAST_VOTES, MOST_VOTES = 3, 8
"""Pictures in which a die has to lie still before it is read, and after which it is not read any more."""
SURE_VALUE = 0.9
"""Chance of a value, once there is a die, from which it is told: of 180 drawn dice (seeds 1 to 45) 140 are right from 0.9 on
and none is wrong; from 0.8 on 152 and three, all of them under 16 px."""
IS_DIE = 0.5
SURELY_A_DIE = 0.85
LEANS = 0.5


class Read(StrEnum):
    """What the votes say."""

    FLAT = "flat"
    LEANS = "leans"
    UNSURE = "unsure"
    NOTHING = "nothing"


class Votes:
    """Adds up looks, each of them (8,) chances: no die, 1 to 6, leaning."""

    def __init__(self) -> None:
        self._sum: FloatArray = np.zeros(CLASSES)
        self._count = 0

    def add(self, chances: FloatArray) -> None:
        """One more look."""
        self._sum, self._count = self._sum + chances, self._count + 1

    def read(self) -> Read | None:
        """What they say; None as long as more of them are wanted."""
        if self._count < LEAST_VOTES:
            return None
        if 1 - self._sum[0] / self._count < IS_DIE:
            return Read.NOTHING
        if self.sureness >= SURE_VALUE:
            return Read.FLAT
        if self._count < MOST_VOTES:
            return None
        return Read.LEANS if self._shares[CROOKED - 1] >= LEANS else Read.UNSURE

    @property
    def surely_a_die(self) -> bool:
        """Whether it is one without having been seen rolling: prints and pawns' heads lie there all the time."""
        return self.read() is Read.FLAT and 1 - self._sum[0] / self._count >= SURELY_A_DIE

    @property
    def value(self) -> int | None:
        """The value, None as long as none is sure."""
        return int(self._shares[:6].argmax()) + 1 if self.read() is Read.FLAT else None

    @property
    def sureness(self) -> float:
        """Chance of the likeliest value, once there is a die."""
        return float(self._shares[:6].max())

    @property
    def _shares(self) -> FloatArray:
        """(7,) chances of 1 to 6 and of leaning, once there is a die."""
        return np.asarray(self._sum[1:] / max(float(self._sum[1:].sum()), 1e-9))
