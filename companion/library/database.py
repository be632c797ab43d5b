"""One SQLite file for what the companion counts and remembers beside the records: opened, brought up to date, kept safe.

Each part of the program that keeps tables there (a component) numbers its migrations from 1 and never changes one that was
published; `open_database` runs those that are missing, each in a transaction of its own. WAL: a reader never waits for a writer
and a pulled plug leaves the last transaction or the one before. A damaged file is put aside, never deleted: what can be worked
out again from the records is then made anew, and the rest may still be saved from it.

The log is written into the file at moments of the program's choosing (`checkpoint`): after a list was brought up to date, at the
end of a game, at closing; never within a write that somebody at the table waits for, as long as it is shorter than `LOG_PAGES`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from hardware.errors import CompanionError, DeviceError, InputError

Migration = Sequence[str]
"""The statements of one step, run together or not at all."""

BUSY_S = 5.0
"""How long another companion's write is waited for."""
IN_MEMORY = ":memory:"
LOG_PAGES = 4000
"""Where nobody asks for a checkpoint SQLite makes one by itself at 16 MB of log (pages of 4 kB)."""
COMPANIONS = ("", "-wal", "-shm")
"""What SQLite puts beside its file belongs to it."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A database that is up to date; `put_aside`: where the damaged file that was there before is now."""

    connection: sqlite3.Connection
    put_aside: Path | None = None


def open_database(path: Path, components: Mapping[str, Sequence[Migration]]) -> Opened:
    """Opens or makes the file. Raises `DeviceError` when it cannot be written, `InputError` when a newer program wrote it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DeviceError(f"cannot keep the database {path}: {error.strerror or error}") from None
    try:
        return Opened(_opened(str(path), components))
    except sqlite3.OperationalError as error:
        raise DeviceError(f"cannot use the database {path}: {error}") from None
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # what SQLite says about a damaged file quotes its broken names
        aside = _put_aside(path)
    try:
        return Opened(_opened(str(path), components), aside)
    except sqlite3.Error as error:
        raise DeviceError(f"cannot use the database {path}: {error}") from None


def open_in_memory(components: Mapping[str, Sequence[Migration]]) -> sqlite3.Connection:
    """A database that is gone with the program: where nothing can be written."""
    return _opened(IN_MEMORY, components)


@dataclass(frozen=True, slots=True)
class Kept:
    """A database in use, on the disk or else in memory; `told` is what somebody should know about how it was opened."""

    path: Path
    connection: sqlite3.Connection
    told: tuple[str, ...]

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Raises `DeviceError` when the database cannot be asked: the disk is full, or another program keeps it for itself."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise DeviceError(f"cannot use the database {self.path}: {error}") from None


def keep_database(
    path: Path,
    components: Mapping[str, Sequence[Migration]],
    without: str,
    begun: str,
    excused: type[CompanionError] = DeviceError,
) -> Kept:
    """Opens the file; after an `excused` error it is kept in memory as long as the program runs: nobody is kept from playing.

    `without`: what is missing then; `begun`: how a damaged one is replaced. Raises `InputError` when a newer program wrote it,
    unless that is excused.
    """
    try:
        opened = open_database(path, components)
    except excused as error:
        return Kept(path, open_in_memory(components), (f"{error}; {without}",))
    if opened.put_aside is None:
        return Kept(path, opened.connection, ())
    return Kept(path, opened.connection, (f"The database was damaged and {begun}; the old one is {opened.put_aside}",))


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of the statements, or none of them."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def checkpoint(connection: sqlite3.Connection) -> None:
    """Writes the log into the database, as far as nobody else reads or writes there; waits for none of them.

    Raises `sqlite3.Error` where the disk takes no more; nothing is lost by that.
    """
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


def backup(connection: sqlite3.Connection, path: Path) -> None:
    """Copies the database into a new file, also while it is in use. Raises `DeviceError`."""
    try:
        copy = sqlite3.connect(path)
        try:
            connection.backup(copy)
        finally:
            copy.close()
    except sqlite3.Error as error:
        raise DeviceError(f"cannot copy the database to {path}: {error}") from None


def _opened(name: str, components: Mapping[str, Sequence[Migration]]) -> sqlite3.Connection:
    connection = sqlite3.connect(name, timeout=BUSY_S, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("malformed")
        connection.execute("CREATE TABLE IF NOT EXISTS component (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT")
        for component, migrations in components.items():
            _migrate(connection, name, component, migrations)
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection, name: str, component: str, migrations: Sequence[Migration]) -> None:
    for number, statements in enumerate(migrations, start=1):
        with transaction(connection):
            # Asked within the transaction: another companion may be doing the same.
            if _version(connection, component) < number:
                for statement in statements:
                    connection.execute(statement)
                connection.execute("INSERT OR REPLACE INTO component VALUES (?, ?)", (component, number))
    version = _version(connection, component)
    if version > len(migrations):
        raise InputError(
            f"{name}: {component} is of version {version}, but this program knows up to {len(migrations)};"
            " a newer program wrote it: update this one"
        )


def _version(connection: sqlite3.Connection, component: str) -> int:
    row = connection.execute("SELECT version FROM component WHERE name = ?", (component,)).fetchone()
    return 0 if row is None else int(row[0])


def _put_aside(path: Path) -> Path:
    """Renames the damaged file and what belongs to it; the first free name. Raises `DeviceError`."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        for ending in COMPANIONS:
            with suppress(FileNotFoundError):
                Path(f"{path}{ending}").rename(f"{aside}{ending}")
    except OSError as error:
        raise DeviceError(f"the database {path} is damaged and cannot be put aside: {error.strerror or error}") from None
    return aside
