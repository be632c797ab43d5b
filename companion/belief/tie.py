"""When the belief has to ask: two moves explain the picture equally well, and looking longer does not help."""

from __future__ import annotations

from dataclasses import dataclass

from companion.belief.arrangement import Arrangement
from companion.belief.candidates import Kind
from companion.belief.deciding import SLIGHT_NATS
from companion.belief.weighing import Weighing

TIE_S = 2.5
"""A still picture is looked at for so long before anybody is asked: five times what a move needs that is clear."""

MOVES = frozenset({Kind.LEGAL, Kind.MISSED, Kind.LATER})
"""Only between moves is anybody asked: whether one was made at all is seen sooner or later, and nobody is hurried."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Two arrangements, both possible, between which the picture cannot choose."""

    first: Arrangement
    second: Arrangement


class TieWatch:
    """Remembers since when (camera seconds) the same two arrangements have been the best ones, in either order."""

    def __init__(self) -> None:
        self._pair: frozenset[Arrangement] = frozenset()
        self._since_s = 0.0

    def seen(self, weighing: Weighing, time_s: float) -> Tie | None:
        """Takes the next undecided weighing; gives the tie once it has lasted. The order is always the same."""
        rival = weighing.rival
        if rival is None or weighing.margin >= SLIGHT_NATS or not {weighing.kind, rival[0]} <= MOVES:
            self.over()
            return None
        pair = frozenset({weighing.arrangement, rival[1]})
        if pair != self._pair:
            self._pair, self._since_s = pair, time_s
        return Tie(*sorted(pair)) if time_s - self._since_s >= TIE_S and len(pair) == 2 else None

    def over(self) -> None:
        """The picture is clear, or says something else."""
        self._pair = frozenset()
