"""Two people with two opposite colours each (RULES, seats): offered where exactly two play on a board for four."""

from __future__ import annotations

from collections.abc import Sequence

COLORS, PEOPLE = 4, 2


def may_be_two_each(colors: Sequence[str], playing: Sequence[str]) -> bool:
    """Whether those who play could have two colours each; `colors` go once round the board."""
    return len(colors) == COLORS and len(playing) == PEOPLE


def opposite(colors: Sequence[str], color: str) -> str:
    """The colour across the board."""
    return colors[(colors.index(color) + len(colors) // 2) % len(colors)]


def whose_colors(colors: Sequence[str], playing: Sequence[str]) -> dict[str, str]:
    """For each colour of the board the one of whoever plays it: the opposite one is theirs as well.

    Of two who sit opposite each other the second one gives that colour up, and has both of the others.
    """
    first, second = playing
    theirs = {first, opposite(colors, first)}
    return {color: first if color in theirs else second for color in colors}
