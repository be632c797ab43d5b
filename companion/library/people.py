"""The people of a table, remembered from game to game: in the library's database, as a component of their own.

Unlike the index of the games this is not worked out from the records: what somebody wants of the companion stands nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.library.database import Migration, keep_database, transaction
from hardware.errors import CompanionError

COMPONENT = "people"
MIGRATIONS: Sequence[Migration] = (
    (
        """CREATE TABLE person (
            folded TEXT PRIMARY KEY, name TEXT NOT NULL, color TEXT NOT NULL, child INTEGER NOT NULL, helper TEXT NOT NULL,
            played TEXT NOT NULL
        ) STRICT, WITHOUT ROWID""",
    ),
)
"""`folded` is the name without capitals; `played` ISO 8601 with the place's offset."""
MOST = 100
"""So many are remembered, latest first: more than ever sat at one table, fewer than anybody would search through."""


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody who has played: the colour last played, child or grown up, and how much help was wanted (a `HelperLevel`)."""

    name: str
    color: str
    child: bool
    helper: str


class People:
    """The people who played at this table. `told` is what somebody should know about how it was opened. Close it when done."""

    def __init__(self, database: Path) -> None:
        self._kept = keep_database(
            database, {COMPONENT: MIGRATIONS}, "who plays is not remembered", "begun anew", excused=CompanionError
        )
        self.told = self._kept.told

    def remembered(self) -> tuple[KnownPerson, ...]:
        """Everybody, who played last first; those of one game in the order in which they were given."""
        with self._kept.asking():
            rows = self._kept.connection.execute(
                "SELECT name, color, child, helper FROM person ORDER BY played DESC, folded LIMIT ?", (MOST,)
            )
            return tuple(KnownPerson(name, color, bool(child), helper) for name, color, child, helper in rows)

    def remember(self, people: Iterable[KnownPerson], played: str) -> None:
        """Keeps them as they played at that time (ISO 8601). Raises `DeviceError` when the disk takes no more."""
        rows = [(p.name.casefold(), p.name, p.color, p.child, p.helper, played) for p in people if p.name.strip()]
        with self._kept.asking(), transaction(self._kept.connection):
            self._kept.connection.executemany("INSERT OR REPLACE INTO person VALUES (?, ?, ?, ?, ?, ?)", rows)

    def close(self) -> None:
        """Gives the database back."""
        self._kept.connection.close()
