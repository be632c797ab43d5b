"""Measuring throws under the camera: drawn films have their truth, and what is told of them is counted."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from calibration.profile import load_profile
from companion.measuring.throw_films import SIZE, Act, Film, make_film
from companion.measuring.throws import ThrowTally, Told

SEEDS = (1, 2)


@cache
def film(seed: int) -> Film:
    """A film of 16 mm."""
    return make_film(load_profile("schmidt-4"), seed, edge_mm=16.0)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_film_has_four_throws_and_all_its_dice_come_to_rest_in_sight(seed: int) -> None:
    made = film(seed)
    throws = [(number, value) for number, (act, value) in enumerate(made.acts) if act is Act.THROW]
    assert len(throws) == 4
    for number, value in throws:
        ends = [moment for moment in made.moments if moment.act == number][-1]
        assert ends.die is not None
        assert (ends.die.value, ends.die.edge_mm, ends.hand) == (value, 16.0, None)
        x, y, edge = made.die_px(ends)
        assert 0 < x < SIZE[0]
        assert 0 < y < SIZE[1]
        assert edge > 8
    assert {value for act, value in made.acts if act is not Act.THROW} == {None}


def test_the_same_seed_is_the_same_film() -> None:
    again = make_film(load_profile("schmidt-4"), 1, edge_mm=16.0)
    assert again.moments == film(1).moments
    first, second = (next(made.frames())[1].bgr for made in (film(1), again))
    assert np.array_equal(first, second)
    assert film(1).moments != film(2).moments


def told_film(*acts: tuple[Act, int | None]) -> Film:
    """A film of which only the acts are looked at."""
    made = film(1)
    return Film(made.painter, made.pawns, acts, made.moments, made.edge_mm)


def test_what_is_told_is_counted() -> None:
    thrown = [(Act.THROW, value) for value in (1, 2, 3, 4, 5)]
    acts = told_film(
        (Act.LIES, None), *thrown, (Act.SLIDE, None), (Act.BRING, None), (Act.PAWN, None), (Act.TAKE, None), (Act.LIGHT, None)
    )
    told = Told([(1, 1), (2, 6), (3, 3), (3, 3), (6, 5)], [(4, "again_crooked"), (8, "again_handled"), (10, "again_handled")])
    tally = ThrowTally()
    tally.add("film", acts, told)
    assert (tally.throws, tally.right, tally.wrong, tally.asked, tally.silent) == (5, 2, 1, 1, 1)
    assert (tally.false[Act.THROW], tally.false[Act.SLIDE], tally.false[Act.BRING]) == (1, 1, 0)
    assert (tally.handled, tally.asked_for_nothing[Act.PAWN], tally.asked_for_nothing[Act.LIGHT]) == (1, 0, 1)
    assert tally.lines()[0] == "5 throws: 2 right, 1 wrong, 1 asked again, 1 silent"
    assert len(tally.mistakes) == 6
