"""How long something half done is waited for before it is named: a piece in the hand, a captured one beside the board. Frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.referee import Standing
from companion.rules import Reason

NAMED_AFTER_S: Mapping[Reason, float] = {Reason.CAPTURED_NOT_RETURNED: 3.0, Reason.PIECE_MISSING: 6.0}
"""A captured piece that lies beside the board does not go home by itself; with the own piece in the hand people think."""


@dataclass(frozen=True, slots=True)
class Patience:
    """What is half done, and since when (camera seconds) it has been seen so without a hand."""

    standing: Standing | None = None
    since_s: float = 0.0

    def seen(self, standing: Standing | None, time_s: float) -> Patience:
        """After the next picture in which that is half done; None: nothing is."""
        if standing is None:
            return Patience()
        same = self.standing is not None and self.standing.sighting == standing.sighting
        return self if same else Patience(standing, time_s)

    def named(self, time_s: float, thrown_on: bool) -> Standing | None:
        """What is to be named by now; at once when the next throw is there (`thrown_on`): the players hold the move for made."""
        if self.standing is None:
            return None
        late = time_s - self.since_s >= NAMED_AFTER_S[self.standing.judgement.reasons[0]]
        return self.standing if late or thrown_on else None
