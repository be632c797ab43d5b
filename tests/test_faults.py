"""Faults of the card, the clock and what lies on the card; that all faults are looked after; and what a game costs the card."""

from __future__ import annotations

import errno
import importlib
import json
import os
import sqlite3
import time
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from unittest.mock import Mock, patch

import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.game import choose_game
from companion.app.live_scene import told_picture
from companion.app.play import play as play_live
from companion.app.wanted import Wishes
from companion.cli.main import main
from companion.display import Screen
from companion.events import Event, ThrowEvent
from companion.history import begin
from companion.library import database
from companion.library.games import Library
from companion.library.people import KnownPerson, People
from companion.record import RecordFile, header_of, read_record
from companion.resume import games_folder, last_unfinished, new_record, resume
from companion.rules import Color
from companion.settings import Settings
from companion.words import Language
from companion.words.messages import CameraLost
from hardware.errors import DeviceError, InputError
from tests.fake_table import schmidt_game
from tests.faults import FAULTS
from tests.simulated_games import play_through
from tests.wall_time import NOON, noon

GAME, YELLOW = schmidt_game(), Color("yellow")
HEADER = header_of(GAME, begin(GAME, YELLOW), "schmidt-4", "test", {})
CARD_BYTES = 1_000_000
"""What a game may cost the card at most, without pictures."""


def test_each_fault_has_its_tests_and_each_of_them_is_there() -> None:
    for fault, names in FAULTS.items():
        assert names, fault
        for name in names:
            module, _, function = name.partition("::")
            assert hasattr(importlib.import_module(f"tests.{module}"), function), f"{fault}: there is no {name}"


class Card:
    """Counts what is written and synced."""

    def __init__(self) -> None:
        self.written = self.synced = 0
        self._write, self._fsync = os.write, os.fsync

    def write(self, descriptor: int, data: bytes) -> int:
        self.written += len(data)
        return self._write(descriptor, data)

    def fsync(self, descriptor: int) -> None:
        self.synced += 1
        self._fsync(descriptor)


def test_a_game_costs_the_card_less_than_a_megabyte(tmp_path: Path) -> None:
    """A long one, and one write and one sync for every step: nothing else is written while people play."""
    played = play_through(GAME, Random(5), slips=0.1)
    card = Card()
    with patch.object(os, "write", card.write), patch.object(os, "fsync", card.fsync):
        file = new_record(tmp_path, HEADER, noon)
        for event, t in zip(played.events, played.times, strict=True):
            file.append(event, t)
        file.close()
    assert sum(isinstance(event, ThrowEvent) for event in played.events) > 200
    assert card.written == file.path.stat().st_size < CARD_BYTES
    # One for every line, and two for the file itself: its content and its name.
    assert card.synced == len(played.events) + 2


def bytes_written() -> int:
    """By this process so far, SQLite's included (man 5 proc_pid_io: `wchar`)."""
    told = dict(line.split(": ") for line in Path("/proc/self/io").read_text("ascii").splitlines())
    return int(told["wchar"])


def test_a_game_with_its_database_costs_the_card_less_than_a_megabyte(tmp_path: Path) -> None:
    """Record, the people who play, and the figures of the game afterwards, in a database that did not exist before."""
    played = play_through(GAME, Random(5), slips=0.1)
    before = bytes_written()
    people = People(tmp_path / "companion.sqlite3")
    people.remember([KnownPerson("Mia", "yellow", child=True, helper="show")], "2026-01-01T12:00")
    people.close()
    file = new_record(games_folder(tmp_path), HEADER, noon)
    for event, t in zip(played.events, played.times, strict=True):
        file.append(event, t)
    file.close()
    library = Library(games_folder(tmp_path))
    library.refresh()
    library.close()
    written = bytes_written() - before
    assert file.path.stat().st_size < written < CARD_BYTES
    # Nothing waits in a log to be written once more.
    assert not list(tmp_path.glob("*-wal"))


JUMPS = st.lists(st.integers(-40 * 365 * 86400, 40 * 365 * 86400), min_size=1, max_size=20)


@pytest.mark.fault
@settings(max_examples=30, deadline=None)
@given(JUMPS)
def test_a_clock_that_jumps_moves_no_time_within_a_game(tmp_path_factory: pytest.TempPathFactory, jumps: list[int]) -> None:
    moments = iter([NOON, *(NOON + timedelta(seconds=jump) for jump in jumps)])
    file = RecordFile.create(tmp_path_factory.mktemp("game") / "game.jsonl", HEADER, lambda: next(moments))
    for number in range(len(jumps)):
        file.append(ThrowEvent(YELLOW, 1, "button"), float(number))
    file.close()
    entries = read_record(file.path)
    assert [entry.t for entry in entries] == [0.0, *map(float, range(len(jumps)))]
    assert [datetime.fromisoformat(entry.at) for entry in entries[1:]] == [NOON + timedelta(seconds=jump) for jump in jumps]


@pytest.mark.fault
@settings(max_examples=30, deadline=None)
@given(JUMPS)
def test_a_clock_that_jumps_between_games_leaves_the_last_one_the_last(
    tmp_path_factory: pytest.TempPathFactory, jumps: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("games")
    for jump in (0, *jumps, 0, 0):
        file = new_record(folder, HEADER, lambda jump=jump: NOON + timedelta(seconds=jump))  # type: ignore[misc]
        file.close()
        assert last_unfinished(folder) == file.path


@pytest.mark.fault
def test_a_hundred_and_more_games_at_the_same_moment_keep_their_order(tmp_path: Path) -> None:
    for _ in range(205):
        file = new_record(tmp_path, HEADER, noon)
        file.close()
        assert max(tmp_path.glob("*.jsonl"), key=lambda path: path.stem) == file.path


@pytest.mark.fault
def test_a_database_that_another_program_keeps_is_told_and_the_games_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    new_record(games_folder(tmp_path), HEADER, noon).close()
    assert main(["games", "--data", str(tmp_path)]) == 0
    monkeypatch.setattr(database, "BUSY_S", 0.0)
    (path,) = tmp_path.rglob("*.sqlite*")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    before = capsys.readouterr().out
    try:
        with pytest.raises(DeviceError, match="locked"):
            database.open_database(path, {})
        assert main(["games", "--data", str(tmp_path)]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == before.splitlines()[-1]
    finally:
        other.close()


@pytest.mark.fault
def test_a_database_with_broken_names_is_put_aside_and_made_anew(tmp_path: Path) -> None:
    """What SQLite says of it quotes the name, which is no text."""
    new_record(games_folder(tmp_path), HEADER, noon).close()
    path = tmp_path / "companion.sqlite3"
    library = Library(games_folder(tmp_path), path)
    library.close()
    broken = (
        path.read_bytes().replace(b"tablegamegame", b"table\xf1amegame").replace(b"CREATE TABLE game (", b"CREATE TABLL game (")
    )
    path.write_bytes(broken)
    again = Library(games_folder(tmp_path), path)
    again.refresh()
    assert "damaged" in again.told[0]
    assert len(again.games()) == 1
    again.close()


HOSTILE: dict[str, bytes] = {
    "deep lists": b'{"n": 0, "at": "", "t": 0, "kind": "header", "rules": ' + b"[" * 200_000 + b"\n",
    "deep objects": b'{"a": ' * 200_000 + b"\n",
    "a number of a million digits": b'{"n": 0, "at": "", "t": ' + b"9" * 1_000_000 + b', "kind": "header"}\n',
    "a time beyond all": b'{"n": 0, "at": "", "t": 1e999, "kind": "header"}\n',
    "a name of three megabytes": b'{"n": 0, "at": "x", "t": 0, "kind": "' + b"k" * 3_000_000 + b'"}\n',
    "a million empty lines": b"\n" * 1_000_000,
    "a million braces": b"{}\n" * 1_000_000,
    "a board of a billion fields": json.dumps({"n": 0, "at": "", "t": 0, "kind": "header", "board": {"track": 10**9}}).encode()
    + b"\n",
    "zero bytes": b"\0" * 3_000_000,
    "no text": bytes(range(256)) * 4000,
}


@pytest.mark.fault
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_record_is_one_sentence_and_a_new_game_begins(tmp_path: Path, kind: str) -> None:
    folder = games_folder(tmp_path)
    folder.mkdir()
    path = folder / "2099-01-01-000000.jsonl"
    path.write_bytes(HOSTILE[kind])
    with pytest.raises(InputError) as caught:
        resume(path, noon)
    assert len(str(caught.value)) < 1000
    game = choose_game(tmp_path, None, None, None, {}).begin()
    game.record.close()
    assert "The last game cannot be gone on with and is left as it is" in game.told[0]
    assert path.read_bytes() == HOSTILE[kind]
    assert last_unfinished(folder) == game.record.path


@pytest.mark.fault
def test_a_record_of_a_hundred_megabytes_is_not_even_read(tmp_path: Path) -> None:
    path = games_folder(tmp_path) / "2020-01-01-000000.jsonl"
    path.parent.mkdir()
    with path.open("wb") as file:
        file.truncate(100_000_000)
    began_s = time.process_time()
    with pytest.raises(InputError, match="larger than 4 MB"):
        read_record(path)
    assert time.process_time() - began_s < 1.0


@pytest.mark.fault
@pytest.mark.parametrize("broken", ["show", "poll"])
def test_a_screen_that_is_pulled_out_is_one_sentence(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen = Screen((320, 240))
    monkeypatch.setattr(pygame.display, "flip", Mock(side_effect=pygame.error("display Surface quit")))
    monkeypatch.setattr(pygame.event, "get", Mock(side_effect=pygame.error("video system not initialized")))
    with pytest.raises(DeviceError, match=r"the screen can no longer be drawn on: .*; check its cable"):
        if broken == "poll":
            screen.poll()
        else:
            screen.show_live(told_picture(np.zeros((36, 64, 3), np.uint8), CameraLost(), Language.GERMAN))
    screen.close()


@pytest.mark.fault
def test_a_service_without_a_camera_ends_instead_of_playing_with_itself(tmp_path: Path) -> None:
    with (
        patch("companion.app.play.choose_camera", Mock(return_value="simulated")),
        patch("signal.signal"),
        pytest.raises(DeviceError, match="there is no camera; expected one"),
    ):
        play_live(Wishes(data=tmp_path, real=True), Settings())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.fault
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT, errno.EBADF])
@pytest.mark.parametrize("call", ["write", "fsync"])
def test_whatever_the_card_says_no_line_counts_that_is_not_kept(tmp_path: Path, number: int, call: str) -> None:
    file = new_record(tmp_path, HEADER, noon)
    kept: Event = ThrowEvent(YELLOW, 2, "button")
    file.append(kept, 1.0)
    with patch.object(os, call, Mock(side_effect=OSError(number, os.strerror(number)))), pytest.raises(DeviceError) as caught:
        file.append(ThrowEvent(YELLOW, 3, "button"), 2.0)
    assert str(caught.value) == f"cannot write the game record {file.path}: {os.strerror(number)}"
    file.close()
    assert [entry.event for entry in read_record(file.path)] == [HEADER, kept]
