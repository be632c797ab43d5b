"""When the board does not show the game at all: tidied away, packed into the houses, set up anew.

More pieces at once than any move, right or wrong, could have touched. Nothing is recorded of it; whoever asks is told what
is seen, once it has lasted.
"""

from __future__ import annotations

from companion.belief.arrangement import Arrangement
from companion.belief.candidates import Kind
from companion.belief.deciding import MOST_MOVED
from companion.belief.weighing import Weighing
from companion.places import HOME

AWAY_S = 3.0
"""So long the same has to be seen, as for one missing piece: between two of many pieces no hand stays away as long."""

PACKED_FROM = 2
"""Packed up needs that many pieces put away at once: one in its house is a mistake like any other."""


def packed(arrangement: Arrangement) -> bool:
    """Whether no piece is in play: all are in their houses, or gone."""
    return all(spot == HOME for _, spot in arrangement)


class AwayWatch:
    """Remembers since when (camera seconds) the board has shown something else than the game. `start`: how a game begins."""

    def __init__(self, start: Arrangement) -> None:
        self._start = start
        self._since_s: float | None = None

    def looks_away(self, weighing: Weighing) -> bool:
        """Whether this is no move, right or wrong, nor anything that stood there a few moves ago."""
        if weighing.kind is not Kind.FREE:
            return False
        tidy = packed(weighing.arrangement) or weighing.arrangement == self._start
        return weighing.moved > MOST_MOVED or (tidy and weighing.moved >= PACKED_FROM)

    def seen(self, weighing: Weighing, time_s: float) -> bool:
        """Takes the next weighing; whether it has looked so for long enough."""
        if not self.looks_away(weighing):
            self._since_s = None
            return False
        if self._since_s is None:
            self._since_s = time_s
        return time_s - self._since_s >= AWAY_S
