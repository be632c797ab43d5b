"""The index of the games as SQLite tables: worked out from the records, and again whenever one of them changes."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any
from unicodedata import normalize

from companion.library.database import Migration
from companion.library.summary import Result, Seat, Summary

COMPONENT = "library"
FIGURES = 2
"""Raised when the figures of a summary are worked out otherwise: rows with another number are made anew."""

MIGRATIONS: Sequence[Migration] = (
    (
        """CREATE TABLE game (
            file TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, size INTEGER NOT NULL, figures INTEGER NOT NULL,
            begun TEXT NOT NULL, seconds REAL NOT NULL, board TEXT NOT NULL, rules TEXT NOT NULL, result TEXT NOT NULL,
            plies INTEGER NOT NULL, turns INTEGER NOT NULL, problem TEXT
        ) STRICT""",
        """CREATE TABLE seat (
            file TEXT NOT NULL REFERENCES game ON DELETE CASCADE, number INTEGER NOT NULL,
            color TEXT NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL, place INTEGER, won INTEGER NOT NULL,
            throws1 INTEGER NOT NULL, throws2 INTEGER NOT NULL, throws3 INTEGER NOT NULL,
            throws4 INTEGER NOT NULL, throws5 INTEGER NOT NULL, throws6 INTEGER NOT NULL,
            luck REAL NOT NULL, moves INTEGER NOT NULL, captures INTEGER NOT NULL, captured INTEGER NOT NULL,
            move_s REAL NOT NULL, timed INTEGER NOT NULL,
            PRIMARY KEY (file, number)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX game_begun ON game (begun)",
        "CREATE INDEX seat_folded ON seat (folded)",
    ),
    (
        *(
            f"ALTER TABLE seat ADD COLUMN {name} INTEGER NOT NULL DEFAULT 0"
            for name in ("home", "steps_left", "sixes_row", "waited", "thrown", "points")
        ),
        "CREATE INDEX game_rules ON game (rules, result)",
    ),
)

_GAME = "file, begun, seconds, board, rules, result, plies, turns, problem"
_SEAT = (
    "color, name, place, won, throws1, throws2, throws3, throws4, throws5, throws6, "
    "luck, moves, captures, captured, move_s, timed, home, steps_left, sixes_row, waited, thrown, points"
)


def folded(text: str) -> str:
    """How names are compared: without capitals, and however their accents were typed (Unicode 3.13, D145 and D146: canonical
    caseless matching; the first step undoes what folding alone would tell apart)."""
    return normalize("NFC", normalize("NFD", text).casefold())


def put(connection: sqlite3.Connection, summary: Summary, mtime_ns: int, size: int) -> None:
    """Writes a game's row and seats in place of those that are there."""
    connection.execute("DELETE FROM game WHERE file = ?", (summary.file,))
    values = (summary.begun, summary.seconds, summary.board, summary.rules, str(summary.result), summary.plies, summary.turns)
    # It may quote a path that is no UTF-8.
    problem = None if summary.problem is None else summary.problem.encode("utf-8", "backslashreplace").decode("utf-8")
    connection.execute(
        "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (summary.file, mtime_ns, size, FIGURES, *values, problem),
    )
    for number, seat in enumerate(summary.seats):
        head = (summary.file, number, folded(seat.name or seat.color), seat.color, seat.name, seat.place, seat.won, *seat.throws)
        rest = (seat.luck, seat.moves, seat.captures, seat.captured, seat.move_s, seat.timed)
        later = (seat.home, seat.left, seat.row, seat.waited, seat.thrown, seat.points)
        connection.execute(
            f"INSERT INTO seat (file, number, folded, {_SEAT}) VALUES ({', '.join('?' * 25)})", (*head, *rest, *later)
        )


def known(connection: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    """Time of change and size of the files whose rows are up to date."""
    rows = connection.execute("SELECT file, mtime_ns, size FROM game WHERE figures = ?", (FIGURES,))
    return {file: (mtime_ns, size) for file, mtime_ns, size in rows}


def drop(connection: sqlite3.Connection, file: str) -> None:
    """Forgets a game."""
    connection.execute("DELETE FROM game WHERE file = ?", (file,))


def summaries(
    connection: sqlite3.Connection, where: str, values: Sequence[object], most: int | None = None
) -> tuple[Summary, ...]:
    """The games for which the condition holds, newest first, at most so many."""
    chosen, limit = f"FROM game WHERE {where} ORDER BY begun DESC, file DESC LIMIT ?", -1 if most is None else most
    rows = connection.execute(f"SELECT {_GAME} {chosen}", (*values, limit)).fetchall()
    seats: dict[str, list[Seat]] = {row[0]: [] for row in rows}
    found = f"SELECT file, {_SEAT} FROM seat WHERE file IN (SELECT file {chosen}) ORDER BY file, number"
    for file, *row in connection.execute(found, (*values, limit)):
        seats[file].append(_seat(row))
    return tuple(_summary(row, seats[row[0]]) for row in rows)


def _seat(row: Sequence[Any]) -> Seat:
    color, name, place, won, *rest = row
    return Seat(color, name, place, bool(won), tuple(rest[:6]), *rest[6:])


def _summary(row: Sequence[Any], seats: list[Seat]) -> Summary:
    file, begun, seconds, board, rules, result, plies, turns, problem = row
    return Summary(file, begun, seconds, board, rules, Result(result), plies, turns, tuple(seats), problem)
