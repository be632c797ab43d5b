"""Whether throws look like those of a fair die: Pearson's chi-square with its p-value, and how large a fault would be noticed.

The p-value is the share of all samples of that size from a fair die that stray at least as far. Up to `EXACT` throws it is
counted out: samples differ in the statistic only by their counts in any order, so each way of splitting n into six counts is
weighed once (n! / (c1! … c6!) / 6^n, times the orders it comes in). Above that it is a Monte Carlo test of `DRAWS` samples with
a fixed seed: p = (1 + as far) / (1 + DRAWS) (Davison and Hinkley 1997, section 4.2), its standard error 0.0015 at 0.05.

How large a fault is noticed: for a six that comes with chance 1/6 + d and the others with (5/6 - d) / 5 each, the noncentrality
n * sum of (p - 1/6)² / (1/6) is 7.2 n d². The test at 1 % notices it four times in five when that reaches `FAR + NEAR / sqrt(n)`:
fitted to simulations of 8,000 samples each at 30, 60, 120, 240, 480 and 960 throws (21.4, 20.6, 19.9, 19.4, 19.3, 18.6). The
noncentral chi-square distribution, 17.9, is too hopeful: a loaded die's counts vary more than it says.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

FACES = 6
EXACT = 60
DRAWS = 20_000
SEED = 6
FEWEST = 30
"""Throws below which nothing is said: with fewer only a die that throws a six nearly every other time would be noticed."""
ODD, LOADED = 0.05, 0.01
FAR, NEAR = 18.2, 17.0
ROUNDING = 1e-9


class Finding(Enum):
    """What the throws say."""

    TOO_FEW = "too_few"
    FAIR = "fair"
    ODD = "odd"
    """p below 0.05: happens with a fair die, one game in twenty."""
    LOADED = "loaded"
    """p below 0.01."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """`counts` of the throws 1 … 6, `statistic` with 5 degrees of freedom, its `p_value`, and what that means."""

    counts: tuple[int, ...]
    statistic: float
    p_value: float
    finding: Finding

    @property
    def throws(self) -> int:
        """How many."""
        return sum(self.counts)

    @property
    def noticed_six(self) -> float | None:
        """The chance of a six, or a larger one, that would be called loaded four times in five; None where nothing is said."""
        if self.throws < FEWEST:
            return None
        return 1 / FACES + math.sqrt((FAR + NEAR / math.sqrt(self.throws)) / (7.2 * self.throws))


def fairness(counts: Sequence[int]) -> Fairness:
    """Tests six counts. With no throws at all p is 1."""
    if len(counts) != FACES or min(counts) < 0:
        raise ValueError(f"expected six counts from 0, got {list(counts)}")
    value = statistic(counts)
    p_value = p_of(sum(counts), value)
    return Fairness(tuple(counts), value, p_value, _finding(sum(counts), p_value))


def statistic(counts: Sequence[int]) -> float:
    """Pearson's chi-square against equal chances."""
    n = sum(counts)
    return FACES * sum(count * count for count in counts) / n - n if n else 0.0


def p_of(throws: int, value: float) -> float:
    """The chance that a fair die strays at least as far in so many throws."""
    if throws == 0:
        return 1.0
    if throws <= EXACT:
        reached, as_far_or_further = _exact(throws)
        at = int(np.searchsorted(reached, value - ROUNDING))
        return min(1.0, float(as_far_or_further[at])) if at < len(reached) else 0.0
    drawn = _drawn(throws)
    as_far = len(drawn) - int(np.searchsorted(drawn, value - ROUNDING))
    return (1 + as_far) / (1 + len(drawn))


def _finding(throws: int, p_value: float) -> Finding:
    if throws < FEWEST:
        return Finding.TOO_FEW
    if p_value >= ODD:
        return Finding.FAIR
    return Finding.ODD if p_value >= LOADED else Finding.LOADED


@lru_cache(maxsize=32)
def _exact(throws: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The statistic of each way of splitting so many throws into six counts, ascending; the chance of each or a larger one."""
    log_whole = math.lgamma(throws + 1) - throws * math.log(FACES)
    ways = sorted((statistic(counts), _chance(counts, log_whole)) for counts in _splits(throws, FACES, throws))
    reached, chances = np.array(ways, dtype=np.float64).T
    return reached, np.cumsum(chances[::-1])[::-1]


def _chance(counts: tuple[int, ...], log_whole: float) -> float:
    orders = math.factorial(FACES) // math.prod(math.factorial(times) for times in Counter(counts).values())
    return orders * math.exp(log_whole - sum(math.lgamma(count + 1) for count in counts))


def _splits(rest: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """`rest` as so many counts, the largest first and none above `most`."""
    if parts == 1:
        yield (rest,)
        return
    for count in range(min(rest, most), -(-rest // parts) - 1, -1):
        for others in _splits(rest - count, parts - 1, count):
            yield (count, *others)


@lru_cache(maxsize=32)
def _drawn(throws: int) -> NDArray[np.float64]:
    """(DRAWS,) statistics of samples from a fair die, ascending."""
    counts = np.random.default_rng((SEED, throws)).multinomial(throws, [1 / FACES] * FACES, size=DRAWS)
    return np.sort(FACES * (counts.astype(np.float64) ** 2).sum(axis=1) / throws - throws)
