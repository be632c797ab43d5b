"""The rows that decide: what single pictures must reach and should reach, and what they do reach on pictures not trained on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.measuring.reliability import expected_calibration_error, right_of_the_sure
from companion.measuring.splits import Use, use_of
from companion.measuring.tally import Tally, summed

Tallies = Mapping[tuple[str, str], Tally]
"""By set and difficulty."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A row: which sets it sums, the largest share of fields wrong and the least share of boards without a mistake."""

    name: str
    boards: tuple[str, ...]
    difficulties: tuple[str, ...]
    must: tuple[float, float]
    aim: tuple[float, float]
    least_found: float


FOUR = ("schmidt-4", "schmidt-4-more")
OTHERS = ("six-48", "six-48-more", "ludo-40", "ludo-40-more")
PHOTOGRAPHS = ("photographs schmidt-4", "photographs ludo-mdga56", "photographs chinczyk-48")
GOALS = (
    Goal("rendered, easy and medium, four-player board", FOUR, ("easy", "medium"), (0.002, 0.9), (0.0002, 0.99), 1.0),
    Goal("rendered, hard, four-player board", FOUR, ("hard",), (0.01, 0.65), (0.003, 0.85), 0.95),
    Goal("rendered, six-player and square-cell boards", OTHERS, ("easy", "medium", "hard"), (0.005, 0.85), (0.002, 0.95), 1.0),
    Goal("photographs of three boards, fields not covered", PHOTOGRAPHS, ("",), (0.03, 0.35), (0.01, 0.7), 0.9),
)
CORNER_MUST = 0.006
READING_MS = (25.0, 8.0)
DICE_MUST, DICE_AIM = (0.08, 0.1), (0.03, 0.02)
"""Share of dice wrong or missed, false finds a picture."""


@dataclass(frozen=True, slots=True)
class DiceFigures:
    """Dice on photographs, their place unknown."""

    pictures: int
    dice: int
    wrong_or_missed: int
    false: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the summary in words, and its numbers for machines."""

    name: str
    n: str
    must: str
    aim: str
    reached: str
    holds: bool
    numbers: Mapping[str, Any]


def rows(tallies: Tallies, dice: DiceFigures | None, false_boards: tuple[int, int] | None) -> tuple[Row, ...]:
    """Every goal of which there are held-out pictures. `false_boards`: found where there are none, and how often looked for."""
    found = []
    for goal in GOALS:
        total = held_out(tallies, goal)
        if total.pictures:
            found += [_reading_row(goal, total), _finding_row(goal, total)]
    if dice is not None and dice.pictures:
        found.append(_dice_row(dice))
    if false_boards is not None:
        found.append(_false_row(*false_boards))
    everything = summed(held_out(tallies, goal) for goal in GOALS)
    return (*found, *_common_rows(everything)) if everything.found else tuple(found)


def held_out(tallies: Tallies, goal: Goal) -> Tally:
    """The sum of the goal's sets that were not trained on."""
    return summed(
        tally
        for (name, difficulty), tally in tallies.items()
        if name in goal.boards and difficulty in goal.difficulties and use_of(name) is Use.HELD_OUT
    )


def _reading_row(goal: Goal, total: Tally) -> Row:
    wrong, whole = total.wrong / max(1, total.fields), total.whole / total.pictures
    return Row(
        goal.name,
        f"{total.pictures} pictures, {total.fields} fields",
        f"{goal.must[0]:.2%} / {goal.must[1]:.0%}",
        f"{goal.aim[0]:.2%} / {goal.aim[1]:.0%}",
        f"{wrong:.2%} ({total.wrong}) / {whole:.0%} ({total.whole})",
        wrong <= goal.must[0] and whole >= goal.must[1],
        {"wrong": wrong, "whole": whole, "pictures": total.pictures, "fields": total.fields},
    )


def _finding_row(goal: Goal, total: Tally) -> Row:
    share = (total.found - total.misplaced) / total.pictures
    corner = float(np.median(total.corner_errors)) if total.corner_errors else float("nan")
    return Row(
        f"board found: {goal.name.split(', fields')[0]}",
        f"{total.pictures} pictures",
        f"{goal.least_found:.0%}, corners < {CORNER_MUST:.1%}",
        "–",
        f"{share:.0%} ({total.found - total.misplaced}), {corner:.2%}",
        share >= goal.least_found and corner < CORNER_MUST,
        {"found": share, "corner_median": corner, "pictures": total.pictures},
    )


def _dice_row(dice: DiceFigures) -> Row:
    wrong, false = dice.wrong_or_missed / max(1, dice.dice), dice.false / dice.pictures
    return Row(
        "dice on photographs, place unknown: wrong or missed / false",
        f"{dice.pictures} pictures, {dice.dice} dice",
        f"{DICE_MUST[0]:.0%} / {DICE_MUST[1]:.2f} a picture",
        f"{DICE_AIM[0]:.0%} / {DICE_AIM[1]:.2f} a picture",
        f"{wrong:.1%} ({dice.wrong_or_missed}) / {false:.2f} ({dice.false})",
        wrong <= DICE_MUST[0] and false <= DICE_MUST[1],
        {"wrong_or_missed": wrong, "false_a_picture": false, "pictures": dice.pictures, "dice": dice.dice},
    )


def _false_row(false: int, tried: int) -> Row:
    return Row(
        "boards found in pictures without them",
        f"{tried} pictures and boards",
        "0",
        "–",
        str(false),
        false == 0,
        {"false": false, "tried": tried},
    )


def _common_rows(total: Tally) -> tuple[Row, Row]:
    right, sure = right_of_the_sure(total.judged)
    share, off = right / max(1, sure), expected_calibration_error(total.judged)
    confidence = Row(
        "pieces given 0.9 or more that are right",
        f"{sure} pieces",
        "90%",
        "–",
        f"{share:.1%} ({sure - right} wrong), calibration error {off:.3f}",
        share >= 0.9,
        {"right": share, "pieces": sure, "expected_calibration_error": off},
    )
    took = float(np.median(total.one_look_ms))
    time = Row(
        "reading a board that is known, one look",
        f"{len(total.one_look_ms)} pictures",
        f"{READING_MS[0]:.0f} ms",
        f"{READING_MS[1]:.0f} ms",
        f"{took:.1f} ms (six looks {np.median(total.six_looks_ms):.1f}, finding {np.median(total.finding_ms):.0f})",
        took <= READING_MS[0],
        {"one_look_ms": took, "six_looks_ms": float(np.median(total.six_looks_ms))},
    )
    return confidence, time
