"""All the games of a folder: listed, searched, counted, deleted. What lists and statistics on any screen ask."""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from companion.library import tables
from companion.library.database import checkpoint, keep_database, transaction
from companion.library.hall import Hall, hall_of
from companion.library.loading import load_game, records
from companion.library.summary import Result, Summary, summary_of, unreadable
from companion.resume import attempt_beside, board_files
from hardware.errors import CompanionError, DeviceError, InputError

DATABASE = "companion.sqlite3"
COMPONENTS = {tables.COMPONENT: tables.MIGRATIONS}

Progress = Callable[[Sequence[Path]], Iterable[Path]]
"""Goes through the records that have to be read, and may say how far it is."""


@dataclass(frozen=True, slots=True)
class Search:
    """Which games; None: any. `player` is part of a name, capitals or not, or a colour that had no name; days are both included.

    `won`: whether that player won; None: asks nothing.
    """

    player: str | None = None
    since: date | None = None
    until: date | None = None
    rules: str | None = None
    result: Result | None = None
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """A player over many games. `luck` in pips beyond expectation over `throws` throws that were told; `move_s` a move."""

    name: str
    games: int
    finished: int
    wins: int
    throws: int
    sixes: int
    luck: float
    captures: int
    captured: int
    move_s: float | None


class Library:
    """The games of one folder. The records are the truth; the database only remembers what was worked out from them.

    `told` is what a person should know about how it was opened. Close it when done.
    """

    def __init__(self, folder: Path, database: Path | None = None) -> None:
        self.folder = folder
        self._kept = keep_database(
            database or folder.parent / DATABASE, COMPONENTS, "the games are read anew each time", "made anew from the records"
        )
        self.told = self._kept.told
        if unlisted := [path for path in records(folder) if not _has_text_name(path)]:
            self.told += (f"{unlisted[0]!r} has a name that is no UTF-8 and is not listed; rename it",)

    @property
    def connection(self) -> sqlite3.Connection:
        """The database, for whoever keeps other tables in it."""
        return self._kept.connection

    def refresh(self, progress: Progress = iter) -> None:
        """Reads the records that are new or have changed, and forgets those that are gone. Each is kept as soon as it is read.

        Nobody waits for the table meanwhile, so the database takes in what was written before it: its log stays small.
        """
        there = {path: stamp for path in self._listed() if (stamp := _stamp(path)) is not None}
        with self._kept.asking():
            known = tables.known(self._kept.connection)
            if gone := known.keys() - {path.name for path in there}:
                with transaction(self._kept.connection):
                    for file in gone:
                        tables.drop(self._kept.connection, file)
        for path in progress([path for path, stamp in there.items() if known.get(path.name) != stamp]):
            summary = _summary(path)
            with self._kept.asking(), transaction(self._kept.connection):
                tables.put(self._kept.connection, summary, *there[path])
        with self._kept.asking():
            checkpoint(self._kept.connection)

    def _listed(self) -> list[Path]:
        return [path for path in records(self.folder) if _has_text_name(path)]

    def games(self, search: Search = Search(), most: int | None = None) -> tuple[Summary, ...]:
        """The games that were searched for, newest first, as `refresh` found them; at most so many."""
        with self._kept.asking():
            return tables.summaries(self._kept.connection, *_condition(search), most)

    def players(self, search: Search = Search()) -> tuple[PlayerFigures, ...]:
        """Everybody's figures over the games that were searched for; with `player` only theirs. Most games first."""
        where, values = _condition(search)
        of_player = "" if search.player is None else " AND seat.folded LIKE ? ESCAPE '\\'"
        added = [] if search.player is None else [_pattern(search.player)]
        with self._kept.asking():
            rows = self._kept.connection.execute(
                f"""SELECT max(iif(name = '', color, name)), count(DISTINCT file),
                    count(DISTINCT iif(result = 'finished', file, NULL)),
                    count(DISTINCT iif(result = 'finished' AND won, file, NULL)),
                    sum(throws1 + throws2 + throws3 + throws4 + throws5 + throws6), sum(throws6), sum(luck),
                    sum(captures), sum(captured), sum(move_s) / nullif(sum(timed), 0)
                    FROM seat JOIN game USING (file) WHERE file IN (SELECT file FROM game WHERE {where}){of_player}
                    GROUP BY seat.folded ORDER BY 2 DESC, 4 DESC, seat.folded""",
                (*values, *added),
            )
            return tuple(PlayerFigures(*row) for row in rows)

    def hall(self, rules: str | None = None) -> Hall:
        """The hall of fame: over all finished games, or those by one preset's rules."""
        with self._kept.asking():
            return hall_of(self._kept.connection, rules)

    def find(self, name: str) -> Path:
        """The record of that name, with or without its ending, in this folder. Raises `InputError`."""
        asked = Path(name)
        path = self.folder / (asked.name if asked.suffix == ".jsonl" else f"{asked.name}.jsonl")
        elsewhere = len(asked.parts) > 1 and asked.parent.resolve() != self.folder.resolve()
        if elsewhere or path not in self._listed():
            raise InputError(f"there is no game {name!r} in {self.folder}; companion games lists them")
        return path

    def belongings(self, record: Path) -> tuple[Path, ...]:
        """What goes with a game when it is deleted: record, copy of the board and of its picture, pictures."""
        return tuple(_belongings(record))

    def delete(self, record: Path) -> None:
        """Deletes a game for good. Raises `DeviceError` when it is being played or cannot be deleted."""
        try:
            with record.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                for path in (*_attempts(record), *reversed(self.belongings(record))):
                    path.rmdir() if path.is_dir() else path.unlink()
        except BlockingIOError:
            raise DeviceError(f"{record} is being played; end that game first") from None
        except OSError as error:
            raise DeviceError(f"cannot delete {record}: {error.strerror or error}") from None
        with self._kept.asking(), transaction(self._kept.connection):
            tables.drop(self._kept.connection, record.name)

    def close(self) -> None:
        """Gives the database back, its log written into it."""
        with suppress(sqlite3.Error):  # what cannot be taken in now is taken in when it is opened again
            checkpoint(self._kept.connection)
        self._kept.connection.close()


def pictures_beside(record: Path) -> Path:
    """The folder where the pictures of a game are kept, if they are."""
    return record.with_suffix(".pictures")


def _belongings(record: Path) -> Iterator[Path]:
    yield record
    yield from board_files(record)
    folder = pictures_beside(record)
    if folder.is_dir():
        yield folder
        yield from sorted(path for path in folder.iterdir() if path.is_file())


def _attempts(record: Path) -> tuple[Path, ...]:
    """What only this machine knows of the game, and no copy takes along."""
    marker = attempt_beside(record)
    return (marker,) if marker.exists() else ()


def _has_text_name(path: Path) -> bool:
    """Whether the database can hold the name: it is UTF-8. What other systems wrote on a disk may not be."""
    return path.name.isascii() or path.name.encode("utf-8", "replace").decode("utf-8") == path.name


def _stamp(path: Path) -> tuple[int, int] | None:
    """When the file changed and how large it is; None when it is gone meanwhile."""
    with suppress(OSError):
        status = path.stat()
        return status.st_mtime_ns, status.st_size
    return None


def _summary(path: Path) -> Summary:
    try:
        return summary_of(load_game(path))
    except CompanionError as error:
        return unreadable(path.name, str(error))


def _condition(search: Search) -> tuple[str, list[object]]:
    """The search as SQL: a condition on `game`, and its values."""
    parts: list[tuple[str, tuple[object, ...]]] = [("TRUE", ())]
    if search.since is not None:
        parts.append(("substr(begun, 1, 10) >= ?", (search.since.isoformat(),)))
    if search.until is not None:
        parts.append(("begun <> '' AND substr(begun, 1, 10) <= ?", (search.until.isoformat(),)))
    if search.rules is not None:
        parts.append(("rules = ?", (search.rules,)))
    if search.result is not None:
        parts.append(("result = ?", (str(search.result),)))
    if search.player is not None:
        seat = "SELECT file FROM seat WHERE folded LIKE ? ESCAPE '\\'"
        won = "" if search.won is None else f" AND won = {int(search.won)}"
        parts.append((f"file IN ({seat}{won})", (_pattern(search.player),)))
    return " AND ".join(f"({part})" for part, _ in parts), [value for _, values in parts for value in values]


def _pattern(player: str) -> str:
    """Any name that holds this text, with no sign of it taken for a wildcard."""
    text = tables.folded(player)
    for sign in ("\\", "%", "_"):
        text = text.replace(sign, f"\\{sign}")
    return f"%{text}%"
