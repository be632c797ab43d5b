"""Who rolls the die of a table where nobody real sits."""

from __future__ import annotations

from random import Random
from typing import Protocol

from companion.simulation.table import SimulatedTable

PAUSE_S = 1.2
"""Between the end of one ply and the next throw: time for the companion to see and say what happened."""


class Rolled(Protocol):
    """A die that is rolled by the program."""

    def roll(self, time_s: float) -> int:
        """The value thrown, 1 to 6."""


class DrawnDie:
    """A die that lies in the picture only: whoever wants to know what it shows has to look."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def roll(self, _time_s: float) -> int:
        """The value thrown, 1 to 6."""
        return self._chance.randint(1, 6)


class SimulatedPlayers:
    """Roll whenever the table has been quiet for a while, and let the table answer the throw."""

    def __init__(self, table: SimulatedTable, die: Rolled, pause_s: float = PAUSE_S) -> None:
        self._table, self._die, self._pause_s = table, die, pause_s

    def live(self, time_s: float) -> int | None:
        """To be called often: rolls if it is time to. Returns the value thrown, None when nothing was due."""
        if self._table.state.over or time_s < self._table.busy_until_s + self._pause_s:
            return None
        value = self._die.roll(time_s)
        self._table.throw(value, time_s)
        return value
