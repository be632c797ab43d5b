"""What the report says about the die: right about a fair one, right about a loaded one, silent when it cannot know."""

from __future__ import annotations

import math
from itertools import product
from random import Random

import numpy as np
import pytest

from companion.export.sentences import fairness_sentences
from companion.library.fairness import DRAWS, EXACT, FEWEST, Fairness, Finding, fairness, p_of, statistic
from companion.words import Language
from tests.simulated_games import FAIR, agreed, play_through


def test_up_to_a_size_the_chance_is_counted_out() -> None:
    """Compared with every way in which four throws can fall."""
    falls = [tuple(throws.count(face) for face in range(6)) for throws in product(range(6), repeat=4)]
    for counts in set(falls):
        as_far = sum(statistic(other) >= statistic(counts) - 1e-9 for other in falls)
        assert p_of(4, statistic(counts)) == pytest.approx(as_far / len(falls))


@pytest.mark.parametrize("counts", [(8, 10, 9, 12, 10, 11), (4, 8, 9, 11, 12, 16), (2, 9, 8, 10, 11, 20)])
def test_counted_and_drawn_chances_agree(counts: tuple[int, ...]) -> None:
    value, n = statistic(counts), EXACT
    drawn = np.random.default_rng(1).multinomial(n, [1 / 6] * 6, size=DRAWS).astype(float)
    share = float(np.mean(6 * (drawn**2).sum(axis=1) / n - n >= value - 1e-9))
    assert p_of(n, value) == pytest.approx(share, abs=4 * math.sqrt(0.25 / DRAWS))


@pytest.mark.parametrize(
    ("counts", "finding"),
    [
        ((0, 0, 0, 0, 0, 0), Finding.TOO_FEW),
        ((0, 0, 0, 0, 0, 29), Finding.TOO_FEW),
        ((5, 5, 5, 5, 5, 5), Finding.FAIR),
        ((3, 9, 4, 5, 8, 11), Finding.FAIR),
        ((38, 46, 40, 42, 44, 70), Finding.ODD),
        ((5, 5, 5, 5, 5, 20), Finding.LOADED),
        ((100, 100, 100, 100, 100, 180), Finding.LOADED),
    ],
)
def test_findings(counts: tuple[int, ...], finding: Finding) -> None:
    assert fairness(counts).finding is finding


@pytest.mark.parametrize("counts", [(1, 2, 3), (1, 2, 3, 4, 5, -1)])
def test_what_are_no_counts_is_refused(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="six counts"):
        fairness(counts)


@pytest.mark.parametrize(
    ("counts", "german", "english"),
    [
        ((1, 1, 1, 1, 1, 1), "6 Würfe sind zu wenige", "6 throws are too few"),
        ((10, 10, 10, 10, 10, 10), "passen zu einem gerechten Würfel", "fit a fair die"),
        ((38, 46, 40, 42, 44, 70), "kein Beweis", "no proof"),
        ((100, 100, 100, 100, 100, 180), "Am häufigsten kam die 6", "The 6 came most often"),
    ],
)
def test_the_sentence_is_plain_in_both_languages(counts: tuple[int, ...], german: str, english: str) -> None:
    found = fairness(counts)
    assert german in fairness_sentences(Language.GERMAN, found)[0]
    assert english in fairness_sentences(Language.ENGLISH, found)[0]


def test_few_throws_say_what_they_cannot_show() -> None:
    few, many = fairness((5,) * 6), fairness((100,) * 6)
    assert few.noticed_six is not None and many.noticed_six is not None
    assert few.noticed_six > many.noticed_six > 1 / 6
    assert f"{math.ceil(100 * many.noticed_six)} sixes in 100" in fairness_sentences(Language.ENGLISH, many)[1]
    assert fairness((5, 5, 5, 5, 5, FEWEST - 26)).noticed_six is None
    assert len(fairness_sentences(Language.GERMAN, fairness((1, 1, 1, 1, 1, 1)))) == 1


@pytest.mark.parametrize("n", [60, 240, 700])
def test_the_fault_that_is_said_to_be_noticed_is_noticed_four_times_in_five(n: int) -> None:
    draws = 2000
    six = Fairness((n, 0, 0, 0, 0, 0), 0.0, 1.0, Finding.FAIR).noticed_six
    assert six is not None
    drawn = np.random.default_rng(2).multinomial(n, [(1 - six) / 5] * 5 + [six], size=draws)
    noticed = np.mean([fairness([int(count) for count in counts]).finding is Finding.LOADED for counts in drawn])
    assert noticed == pytest.approx(0.8, abs=0.03)


def findings(weights: tuple[float, ...], count: int) -> list[Finding]:
    """What is said after so many games of a short kind (200 throws each: games do not choose their throws)."""
    game, found = agreed("schmidt-2016"), []
    for seed in range(count):
        played = play_through(game, Random(seed), plies=200, weights=weights)
        values = [event.value for event in played.events if hasattr(event, "value")]
        found.append(fairness([values.count(face) for face in range(1, 7)]).finding)
    return found


@pytest.mark.slow
def test_false_alarms_and_power_over_a_thousand_games() -> None:
    """A fair die is called loaded in 1 % of games and odd in 4 % more; the die that the sentence names is noticed in 80 %."""
    six = Fairness((200, 0, 0, 0, 0, 0), 0.0, 1.0, Finding.FAIR).noticed_six
    assert six is not None
    fair = findings(FAIR, 1000)
    loaded = findings((1, 1, 1, 1, 1, 5 * six / (1 - six)), 1000)
    alarms = fair.count(Finding.LOADED) / 1000
    odd = fair.count(Finding.ODD) / 1000
    power = loaded.count(Finding.LOADED) / 1000
    print(
        f"fair: loaded {alarms:.3f}, odd {odd:.3f}; six {six:.3f}: loaded {power:.3f}, odd {loaded.count(Finding.ODD) / 1000:.3f}"
    )
    assert alarms <= 0.01 + 3 * math.sqrt(0.01 * 0.99 / 1000)
    assert odd <= 0.04 + 3 * math.sqrt(0.04 * 0.96 / 1000)
    assert power >= 0.8 - 3 * math.sqrt(0.8 * 0.2 / 1000)
