"""The hall of fame as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.cli.text_table import table

if TYPE_CHECKING:
    from companion.library.hall import Best, Famous, Hall

HEADS = ("player", "won", "games", "points", "quickest", "captures", "captured", "sixes", "waited")
ABOUT = "points: sides left behind; quickest: throws of the quickest win; sixes: longest row; waited: throws for a six, in a game"
FEATS = {
    "quickest": "quickest win, throws",
    "captures": "captures in a game",
    "row": "sixes in a row",
    "patience": "waited for a six, throws",
}


def hall_lines(hall: Hall) -> Iterator[str]:
    """People, most wins first, and what was best."""
    if not hall.people:
        yield f"No finished games by these rules, but by {', '.join(hall.known)}" if hall.known else "No finished games"
        return
    yield from table([HEADS, *map(_famous, hall.people)], right=range(1, len(HEADS)))
    yield ABOUT
    if hall.best:
        yield from ("", "Best ever", *table([_feat(best) for best in hall.best], right=(1,)))


def _famous(one: Famous) -> tuple[str, ...]:
    numbers = (one.wins, one.games, one.points, one.quickest or "-", one.captures, one.captured, one.row, one.waited)
    return one.name or one.color, *map(str, numbers)


def _feat(best: Best) -> tuple[str, ...]:
    return FEATS[best.feat], str(best.value), best.name or best.color, best.begun[:10], best.file
