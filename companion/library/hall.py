"""The hall of fame: who has won how often, and the best that was ever played, over all finished games or those of one rule set.

Worked out from the index of the games each time it is asked for: the records are the truth, and a game that is deleted counts
no more.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from enum import StrEnum


class Feat(StrEnum):
    """What can be done best in a game."""

    QUICKEST = "quickest"
    """The fewest throws of whoever won."""
    CAPTURES = "captures"
    ROW = "row"
    """The longest row of sixes."""
    PATIENCE = "patience"
    """The most throws that waited for a six."""


@dataclass(frozen=True, slots=True)
class Famous:
    """A player over finished games; `name` is empty where nobody gave one, `color` is the one played last.

    `points`: one for each side that came in behind, as of an evening; `quickest`: throws of the quickest win; `row`, `waited`:
    most in a game; `captures`, `captured`: in all.
    """

    name: str
    color: str
    games: int
    wins: int
    points: int
    quickest: int | None
    captures: int
    captured: int
    row: int
    waited: int


@dataclass(frozen=True, slots=True)
class Best:
    """The best of a kind, by whom and in which game; of equal ones the first that was played."""

    feat: Feat
    value: int
    name: str
    color: str
    file: str
    begun: str


@dataclass(frozen=True, slots=True)
class Hall:
    """The hall for `rules` (None: all of them): people, most wins first; `known`: rules by which games were finished, most
    played first."""

    rules: str | None
    people: tuple[Famous, ...]
    best: tuple[Best, ...]
    known: tuple[str, ...]


_FINISHED = "game.result = 'finished' AND (?1 IS NULL OR game.rules = ?1)"
# Whoever plays two colours is one person: of their points only one colour's count, their throws and captures all do.
_PEOPLE = f"""
    WITH one AS (
        SELECT folded, file, max(won) AS won, max(points) AS points, sum(thrown) AS thrown, sum(captures) AS captures,
               sum(captured) AS captured, max(sixes_row) AS sixes_row, max(waited) AS waited
        FROM seat JOIN game USING (file) WHERE {_FINISHED} GROUP BY folded, file
    ), last AS (
        SELECT folded, color, name, row_number() OVER (PARTITION BY folded ORDER BY begun DESC, file DESC, number) AS age
        FROM seat JOIN game USING (file) WHERE {_FINISHED}
    )
    SELECT last.name, last.color, count(*), sum(won), sum(points), min(iif(won, thrown, NULL)), sum(captures), sum(captured),
           max(sixes_row), max(waited)
    FROM one JOIN last ON last.folded = one.folded AND last.age = 1
    GROUP BY one.folded ORDER BY 4 DESC, 5 DESC, 3, one.folded"""
_BEST = {
    Feat.QUICKEST: ("thrown", "won AND thrown > 0", "ASC"),
    Feat.CAPTURES: ("captures", "captures > 0", "DESC"),
    Feat.ROW: ("sixes_row", "sixes_row > 1", "DESC"),
    Feat.PATIENCE: ("waited", "waited > 0", "DESC"),
}


def hall_of(connection: sqlite3.Connection, rules: str | None = None) -> Hall:
    """The hall of fame for these rules."""
    people = tuple(Famous(*row) for row in connection.execute(_PEOPLE, (rules,)))
    best = tuple(found for feat in Feat if (found := _best(connection, feat, rules)) is not None)
    known = connection.execute("SELECT rules FROM game WHERE result = 'finished' GROUP BY rules ORDER BY count(*) DESC, rules")
    return Hall(rules, people, best, tuple(name for (name,) in known))


def _best(connection: sqlite3.Connection, feat: Feat, rules: str | None) -> Best | None:
    column, counts, order = _BEST[feat]
    row = connection.execute(
        f"""SELECT {column}, name, color, file, begun FROM seat JOIN game USING (file)
            WHERE {_FINISHED} AND {counts} ORDER BY {column} {order}, begun, file, number LIMIT 1""",
        (rules,),
    ).fetchone()
    return None if row is None else Best(feat, *row)
