"""How well each candidate explains the picture.

Only the fields at which a candidate differs from the position before are looked up; what is the same for all candidates cancels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.belief.arrangement import Arrangement, Where, colours_by_place, difference, where
from companion.belief.candidates import FREE_CHANGE_NATS, PRIOR_NATS, Candidate, Kind
from companion.belief.evidence import NO_GUEST, Columns, Evidence, house_column
from companion.belief.free import free_reading
from companion.places import HOME, Places
from companion.rules import Color

IntArray = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Weighing:
    """The best candidate, by how much (nats) it beats the next one, and whether the free reading sees its changes too."""

    kind: Kind
    arrangement: Arrangement
    margin: float
    free_agrees: bool
    moved: int
    """Pieces that stand elsewhere than before."""
    rival: tuple[Kind, Arrangement] | None = None
    """The next best."""
    gone: int = 0
    """Pieces fewer than before."""
    apart: float = 0.0
    """By how much it beats all but the same capture with its captured piece not home yet."""


class _Change(NamedTuple):
    """At one place of one candidate: row and columns (before, after) of the tables of evidence."""

    row: int
    before: int
    after: int


_NO_CHANGE = _Change(0, 0, 0)


class Ledger:
    """Candidates written down as rows and columns of the evidence, all compared with the arrangement `base`."""

    def __init__(self, base: Arrangement, candidates: tuple[Candidate, ...], columns: Columns, places: Places) -> None:
        self._house_fields = {
            spot: (color, nth) for color in columns.colors for nth, spot in enumerate(places.house(color), start=1)
        }
        self._printed = [field.color for field in places.profile.fields]
        self.base = base
        self.candidates = candidates
        self._columns = columns
        self._before = colours_by_place(base)
        changes = [self.changes(candidate) for candidate in candidates]
        self._fields = _table([fields for fields, _ in changes])
        self._houses = _table([houses for _, houses in changes])
        self.priors = np.array([PRIOR_NATS[candidate.kind] for candidate in candidates])
        self.index = {(candidate.removed, candidate.added): number for number, candidate in enumerate(candidates)}

    def gains(self, evidence: Evidence) -> NDArray[np.float64]:
        """(candidates,) by how many nats each explains the picture better than `base`."""
        return _looked_up(evidence.fields, self._fields) + _looked_up(evidence.houses, self._houses)

    def in_sight(self, evidence: Evidence) -> NDArray[np.bool_]:
        """(candidates,) whether any place at which one differs from `base` can be seen."""
        houses = [list(evidence.places.house(color)) for color in self._columns.colors]
        covered_houses = np.array([evidence.covered[house].all() for house in houses])
        return _uncovered(evidence.covered, self._fields) | _uncovered(covered_houses, self._houses)

    def changes(self, candidate: Candidate) -> tuple[list[_Change], list[_Change]]:
        """On which fields and in which houses it differs from `base`."""
        fields: list[_Change] = []
        homes: dict[Color, tuple[int, int]] = {}
        for place, colors in self.after(candidate).items():
            if isinstance(place, tuple):
                homes[place[0]] = (len(colors), homes.get(place[0], (0, 0))[1])
                continue
            fields.append(_Change(place, self._columns.of(self._before.get(place, ())), self._columns.of(colors)))
            if place in self._house_fields and colors:
                owner, nth = self._house_fields[place]
                homes[owner] = (homes[owner][0] if owner in homes else self._at_home(owner), nth)
        return fields, [self._house_change(owner, count, guest) for owner, (count, guest) in homes.items()]

    def hard_to_see(self, place: Where, colors: tuple[Color, ...]) -> bool:
        """Whether a piece stands on a track or goal field of its own colour."""
        return not isinstance(place, tuple) and self._printed[place] in colors

    def _at_home(self, color: Color) -> int:
        return len(self._before.get((color, HOME), ()))

    def _house_change(self, owner: Color, count: int, guest: int) -> _Change:
        before = house_column(self._at_home(owner), NO_GUEST)
        return _Change(self._columns.colors.index(owner), before, house_column(count, guest))

    def after(self, candidate: Candidate) -> dict[Where, tuple[Color, ...]]:
        """Who stands at each place the candidate changes."""
        after: dict[Where, tuple[Color, ...]] = {}
        for piece in candidate.removed:
            place = where(piece)
            left = list(after[place] if place in after else self._before[place])
            left.remove(piece[0])
            after[place] = tuple(left)
        for piece in candidate.added:
            place = where(piece)
            after[place] = (*(after[place] if place in after else self._before.get(place, ())), piece[0])
        return after


class Scales:
    """Weighs what is expected against what one piece could have done wrong and against a free reading, frame after frame.

    `wrongs` depends on the position alone and may be used again for the next throw. `colors` are those in the game.
    """

    def __init__(self, expected: Ledger, wrongs: Ledger, colors: tuple[Color, ...]) -> None:
        self._expected = expected
        self._wrongs = wrongs
        self._colors = colors
        self._candidates = (*expected.candidates, *wrongs.candidates)
        wrong_priors = wrongs.priors.copy()
        for key in expected.index.keys() & wrongs.index.keys():
            wrong_priors[wrongs.index[key]] = -np.inf
        self._priors = np.concatenate([expected.priors, wrong_priors])
        self._kinds = np.array([candidate.kind.value for candidate in self._candidates])

    def weigh(self, evidence: Evidence, favour: dict[Kind, float] | None = None) -> Weighing:
        """The best explanation of the picture; `favour` adds nats to kinds of candidates, where anything of them can be seen."""
        scores = self._priors + np.concatenate([self._expected.gains(evidence), self._wrongs.gains(evidence)])
        if favour:
            in_sight = np.concatenate([self._expected.in_sight(evidence), self._wrongs.in_sight(evidence)])
            for kind, nats in favour.items():
                scores[(self._kinds == kind.value) & in_sight] += nats
        free = free_reading(evidence, self._expected.base, self._colors)
        extra = self._free_candidate(free)
        contenders = self._candidates if extra is None else (*self._candidates, extra)
        if extra is not None:
            scores = np.append(scores, self._free_score(evidence, extra))
        best = int(scores.argmax())
        chosen, top = contenders[best], float(scores[best])
        scores[best] = -np.inf
        second = int(scores.argmax())
        base, other, margin = self._expected.base, contenders[second], top - float(scores[second])
        if _is_half(other, chosen):
            scores[second] = -np.inf
        rival = (other.kind, other.of(base))
        agrees, gone = self._agree(chosen, free), len(chosen.removed) - len(chosen.added)
        return Weighing(chosen.kind, chosen.of(base), margin, agrees, _moved(chosen), rival, gone, top - float(scores.max()))

    def _free_candidate(self, free: Arrangement) -> Candidate | None:
        """The free reading, unless it is a candidate already."""
        key = difference(self._expected.base, free)
        known = key in self._expected.index or key in self._wrongs.index
        return None if known else Candidate(Kind.FREE, *key)

    def _free_score(self, evidence: Evidence, free: Candidate) -> float:
        fields, houses = self._expected.changes(free)
        gained = sum(float(evidence.fields[c.row, c.after] - evidence.fields[c.row, c.before]) for c in fields)
        gained += sum(float(evidence.houses[c.row, c.after] - evidence.houses[c.row, c.before]) for c in houses)
        missing = PRIOR_NATS[Kind.MISSING] - PRIOR_NATS[Kind.FREE] if len(free.removed) != len(free.added) else 0.0
        return gained + PRIOR_NATS[Kind.FREE] + missing + FREE_CHANGE_NATS * max(0, _moved(free) - 1)

    def _agree(self, candidate: Candidate, free: Arrangement) -> bool:
        """Whether the free reading sees the same changes.

        It need not see a piece on a field of its own colour ("left wrong: same colour on same colour"), only all the rest.
        """
        seen = colours_by_place(free)
        after = self._expected.after(candidate)
        hard = {place for place, colors in after.items() if self._expected.hard_to_see(place, colors)}
        looked = [place for place in after if place not in hard] or list(after)
        return all(sorted(seen.get(place, ())) == sorted(after[place]) for place in looked)


def _moved(candidate: Candidate) -> int:
    return max(len(candidate.removed), len(candidate.added))


def _is_half(half: Candidate, whole: Candidate) -> bool:
    """Whether that is the same capture, its captured piece not home yet."""
    return half.kind is Kind.HALF and whole.kind is Kind.LEGAL and half.removed == whole.removed


def _uncovered(covered: NDArray[np.bool_], table: IntArray) -> NDArray[np.bool_]:
    row, before, after = table
    return np.asarray(((before != after) & ~covered[row]).any(axis=1), dtype=np.bool_)


def _table(rows: list[list[_Change]]) -> IntArray:
    """(3, candidates, widest) row, column before, column after; short lists are filled with changes that change nothing."""
    widest = max((len(row) for row in rows), default=0)
    filled = [row + [_NO_CHANGE] * (widest - len(row)) for row in rows]
    return np.array(filled, dtype=np.intp).reshape(len(rows), widest, 3).transpose(2, 0, 1)


def _looked_up(scores: NDArray[np.float64], table: IntArray) -> NDArray[np.float64]:
    row, before, after = table
    return np.asarray((scores[row, after] - scores[row, before]).sum(axis=1), dtype=np.float64)
