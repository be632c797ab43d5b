"""When a weighing may decide something: no single field and no single picture ever decides against the players."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from companion.belief.arrangement import Arrangement
from companion.belief.candidates import Kind
from companion.belief.weighing import Weighing

CLEAR_NATS = 3.0
"""A move that wins by this much is taken at once. Over two rendered games the right one won by 6.3 (median) and 0.8 (least)."""

SLIGHT_NATS = 1.0
"""… by this much when it has been the best reading for `SETTLE_S`: a move is what is expected."""

AGAINST_NATS = 3.5
"""What the rules do not allow has to win by this much, for `SETTLE_S`, and the free reading has to see the same."""

PATIENT_NATS = 2.0
PATIENT_S = 0.35
"""… or by this much for so long. Of 59 wrong moves in four games at simulated tables all but three won by that or more;
those were pieces on the A of their own colour. Nothing that was no wrong move ever won (about 2000 readings)."""

HOME_S = 0.25
"""A capture is taken after so long when only this is in doubt: whether the captured piece is home already (black on the black of
its house, in dim light). Of 557 moves at 12 simulated tables two were so, best by 0.3 and 0.9 and apart from all else by 2.8
and more; they waited 1.5 and 1.6 s, until the next throw."""

LIKELY_NATS = 0.5
"""… or by so much, for as long, when only that nothing was moved is near and the free reading sees the move: red on the red A
won by 0.9 and was missed when the board was tidied away next. In 839 plies at 17 simulated tables a legal move was best without
being clear 29 times, and right each time."""

SEEN_S = 1.0
"""… or, after this long, when one wrong step of a piece is near: the last move of an evening (39 to 40, green on its own goal)
won by 0.93 over the same piece elsewhere and was never taken. In the same 839 plies a best legal move was right each time."""

STOOD_NATS = 8.0
"""What stood there before may come back at once when it wins by so much: who takes moves back goes on soon after (0.6 s)."""

FREE_NATS = 6.0
"""The free reading has nobody to agree with, so it has to win by more: two pieces moved at once show on four fields."""

MOST_MOVED = 3
"""More pieces at once are no move, right or wrong: the board was set up anew, nudged or misread. Only what stood there before
may come back as a whole: several moves that were taken back."""

SETTLE_S = 0.1
"""Seconds between two readings that say the same, beside the rest the picture has had before the first (`Stillness`, 0.3 s):
half a second in all. Recorded games show a position for 0.6 s."""

MISSING_NATS = 1.5
MISSING_S = 3.0
"""A piece that is gone is told later and on less: only one field speaks for it (7.8 nats at most with the reader's `DOUBT`),
and people hold a piece in the hand while they think. The same for two or three: two that were knocked over never won by more
than 4 nats, and who packs up takes them in handfuls."""

MORE_S = 3.0
"""When something is open and still more pieces are moved, somebody is putting things right or packing up: each step of that is
no verdict of its own. Whoever packs has the hand back sooner."""

EXPECTED = frozenset({Kind.UNCHANGED, Kind.LEGAL, Kind.MISSED, Kind.LATER, Kind.STANDING})
"""What the game expects to see."""

WRONG = frozenset({Kind.DISPLACED, Kind.MISSING})
"""One piece elsewhere than any rule takes it, or nowhere."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The last best arrangement and since when (camera seconds) it has been the best without a break."""

    arrangement: Arrangement | None = None
    since_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Decision:
    """An arrangement that is believed."""

    arrangement: Arrangement
    kind: Kind
    certain: bool
    """Clear by a wide margin, and for long enough."""


def decide(reading: Reading, weighing: Weighing, time_s: float, told_moved: int | None = None) -> tuple[Reading, Decision | None]:
    """Goes on with the reading; gives a decision when the weighing is clear enough for what it says.

    `told_moved`: so many pieces stand elsewhere in what was told to be open already, None where nothing is open.
    """
    if weighing.arrangement != reading.arrangement:
        reading = Reading(weighing.arrangement, time_s)
    still_s = time_s - reading.since_s
    settled = still_s >= SETTLE_S
    if weighing.kind in EXPECTED:
        clear = weighing.margin >= CLEAR_NATS or (settled and weighing.margin >= SLIGHT_NATS)
        clear |= still_s >= HOME_S and (weighing.apart >= PATIENT_NATS or _likely(weighing, still_s))
    else:
        likely = weighing.kind is Kind.EARLIER or weighing.moved <= MOST_MOVED
        clear = weighing.free_agrees and likely and weighing.margin >= _needed(weighing, still_s, told_moved)
    certain = settled and weighing.margin >= CLEAR_NATS
    return reading, Decision(weighing.arrangement, weighing.kind, certain) if clear else None


def _likely(weighing: Weighing, still_s: float) -> bool:
    """Whether the picture alone says the legal move too; for a while the one doubt left has to be that none was made at all."""
    near = None if weighing.rival is None else weighing.rival[0]
    alone = near is Kind.UNCHANGED or (still_s >= SEEN_S and near in WRONG)
    return weighing.kind is Kind.LEGAL and alone and weighing.free_agrees and weighing.margin >= LIKELY_NATS


def _needed(weighing: Weighing, still_s: float, told_moved: int | None) -> float:
    """By how much something unexpected has to win once it has been the best reading for so long."""
    if weighing.kind is Kind.MISSING or (weighing.kind is Kind.FREE and weighing.gone > 0):
        steps = [(MISSING_S, MISSING_NATS)]
    elif told_moved is not None and weighing.moved > told_moved and weighing.kind is not Kind.EARLIER:
        steps = [(MORE_S, FREE_NATS)]
    elif weighing.kind is Kind.FREE:
        steps = [(SETTLE_S, FREE_NATS)]
    else:
        steps = [(0.0, STOOD_NATS)] if weighing.kind is Kind.EARLIER else []
        steps += [(SETTLE_S, AGAINST_NATS), (PATIENT_S, PATIENT_NATS)]
    return min((nats for seconds, nats in steps if still_s >= seconds), default=inf)
