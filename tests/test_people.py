"""Who played is remembered: the colour, child or grown up, how much help was wanted."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.library.database import open_database
from companion.library.people import COMPONENT, MIGRATIONS, KnownPerson, People

MIA = KnownPerson("Mia", "yellow", True, "count")
OMA = KnownPerson("Oma", "green", False, "advise")
PAPA = KnownPerson("Papa", "red", False, "watch")


def people(tmp_path: Path) -> People:
    return People(tmp_path / "companion.sqlite3")


def test_nobody_is_known_at_first(tmp_path: Path) -> None:
    assert people(tmp_path).remembered() == ()


def test_who_played_is_known_the_next_evening(tmp_path: Path) -> None:
    first = people(tmp_path)
    first.remember([MIA, OMA], "2026-11-30T19:00:00+01:00")
    first.close()
    assert set(people(tmp_path).remembered()) == {MIA, OMA}


def test_who_played_last_comes_first(tmp_path: Path) -> None:
    kept = people(tmp_path)
    kept.remember([OMA], "2026-11-30T19:00:00+01:00")
    kept.remember([MIA], "2026-11-30T20:00:00+01:00")
    assert kept.remembered() == (MIA, OMA)


@pytest.mark.parametrize("name", ["Mia", "MIA", "mia"])
def test_somebody_is_known_once_as_they_last_played(tmp_path: Path, name: str) -> None:
    kept = people(tmp_path)
    kept.remember([MIA], "2026-11-30T19:00:00+01:00")
    grown = KnownPerson(name, "blue", False, "show")
    kept.remember([grown], "2036-11-30T19:00:00+01:00")
    assert kept.remembered() == (grown,)


def test_nobody_without_a_name_is_remembered(tmp_path: Path) -> None:
    kept = people(tmp_path)
    kept.remember([KnownPerson(" ", "yellow", False, "show")], "2026-11-30T19:00:00+01:00")
    assert kept.remembered() == ()


def test_a_damaged_database_keeps_nobody_from_playing(tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite3").write_bytes(b"no database" * 1000)
    kept = people(tmp_path)
    kept.remember([MIA], "2026-11-30T19:00:00+01:00")
    assert kept.remembered() == (MIA,)
    assert "damaged" in kept.told[0]
    assert list(tmp_path.glob("*.damaged-1"))


def test_where_nothing_can_be_written_people_are_known_for_the_evening(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    kept = People(tmp_path / "file" / "companion.sqlite3")
    kept.remember([MIA], "2026-11-30T19:00:00+01:00")
    assert kept.remembered() == (MIA,)
    assert "not remembered" in kept.told[0]


def test_the_table_lies_beside_those_of_the_library(tmp_path: Path) -> None:
    path = tmp_path / "companion.sqlite3"
    other = open_database(path, {"library": (("CREATE TABLE game (file TEXT) STRICT",),)})
    other.connection.close()
    people(tmp_path).close()
    with sqlite3.connect(path) as both:
        assert dict(both.execute("SELECT name, version FROM component")) == {"library": 1, COMPONENT: len(MIGRATIONS)}
