"""The library: the records are the truth, lists are quick and right, nothing is lost without a question."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import zipfile
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from calibration.profile import load_profile
from companion.app.attempt import Attempt
from companion.cli import asking
from companion.cli.main import main
from companion.evening.score import Scores
from companion.library import tables
from companion.library.database import backup, open_database, open_in_memory, transaction
from companion.library.games import DATABASE, Library, Search, pictures_beside
from companion.library.loading import load_game
from companion.library.plies import plies_of
from companion.library.problem import parts_of
from companion.library.safe_copy import save_copy
from companion.library.shelf import Shelf, shelf_picked
from companion.library.summary import Result, summary_of
from companion.library_scenes import library_scene
from companion.record import RecordFile
from companion.resume import board_beside
from companion.words import Language
from hardware.errors import DeviceError, InputError
from tests.simulated_games import agreed, play_through, write_game
from tests.wall_time import NOON, noon


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game, two unfinished ones of other days and rules, one that is broken, and one that is none."""
    folder = tmp_path_factory.mktemp("data") / "games"
    over = play_through(agreed("schmidt-family"), Random(3), greedy=True)
    write_game(folder / "a-over.jsonl", over, {over.end.now.state.finished[0]: "Ömer", "black": "Anna_B"})
    short = play_through(agreed("schmidt-2016"), Random(4), plies=30)
    write_game(folder / "b-open.jsonl", short, {"yellow": "Anna"}, NOON + timedelta(days=1))
    write_game(folder / "c-open.jsonl", short, {}, NOON + timedelta(days=2))
    lines = (folder / "b-open.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "d-broken.jsonl").write_bytes(b"".join([*lines[:3], lines[4].replace(b'"n": 4', b'"n": 3')]))
    (folder / "e-none.jsonl").write_bytes(b"hello\n")
    return folder


@pytest.fixture
def library(games: Path, tmp_path: Path) -> Library:
    opened = Library(games, tmp_path / DATABASE)
    opened.refresh()
    return opened


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (Search(), "cbade"),
        (Search(player="öm"), "a"),
        (Search(player="anna"), "bad"),
        (Search(player="anna_"), "a"),
        (Search(player="%"), ""),
        (Search(player="GREEN"), "cbd"),
        (Search(since=date(2026, 2, 4)), "cbd"),
        (Search(until=date(2026, 2, 4)), "bad"),
        (Search(since=date(2026, 2, 4), until=date(2026, 2, 4)), "bd"),
        (Search(rules="schmidt-family"), "a"),
        (Search(result=Result.FINISHED), "a"),
        (Search(result=Result.UNFINISHED), "cb"),
        (Search(result=Result.UNREADABLE), "de"),
        (Search(player="ömer", won=True), "a"),
        (Search(player="ömer", won=False), ""),
        (Search(player="anna_b", won=False), "a"),
    ],
)
def test_games_are_found(library: Library, search: Search, found: str) -> None:
    names = [game.file[0] for game in library.games(search)]
    assert sorted(names) == sorted(found)
    begun = [game.begun for game in library.games(search)]
    assert begun == sorted(begun, reverse=True), "newest first"


def test_a_summary_comes_back_from_the_database_as_it_was_worked_out(library: Library, games: Path) -> None:
    for name in ("a-over", "b-open"):
        fresh = summary_of(load_game(games / f"{name}.jsonl"))
        assert fresh in library.games()


def test_the_figures_are_those_of_the_game(games: Path) -> None:
    loaded = load_game(games / "a-over.jsonl")
    plies, summary = plies_of(loaded), summary_of(loaded)
    assert summary.plies == len(plies) == sum(sum(seat.throws) for seat in summary.seats)
    assert summary.winners == ("Ömer",)
    assert sum(seat.captures for seat in summary.seats) == sum(seat.captured for seat in summary.seats)
    assert sum(seat.captures for seat in summary.seats) == sum(
        ply.move is not None and ply.move.captures is not None for ply in plies
    )
    assert sorted(seat.place or 9 for seat in summary.seats) == [1, 2, 3, 9]


def test_what_cannot_be_read_says_why(library: Library) -> None:
    problems = {game.file[0]: game.problem for game in library.games(Search(result=Result.UNREADABLE))}
    assert "line 4" in (problems["d"] or "")
    assert "e-none.jsonl, line 1" in (problems["e"] or "")


def test_players_are_added_up(library: Library) -> None:
    players = {player.name: player for player in library.players()}
    assert (players["Ömer"].games, players["Ömer"].finished, players["Ömer"].wins) == (1, 1, 1)
    assert (players["Anna"].games, players["Anna"].finished, players["Anna"].wins) == (2, 0, 0)
    assert [player.name for player in library.players(Search(player="ömer"))] == ["Ömer"]
    loaded = load_game(library.folder / "a-over.jsonl")
    told = [ply for ply in plies_of(loaded) if ply.player == loaded.history.now.state.finished[0]]
    assert (players["Ömer"].throws, players["Ömer"].sixes) == (len(told), sum(ply.throw == 6 for ply in told))
    assert players["Ömer"].move_s is not None


class Reads:
    """Counts what has to be read."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def __call__(self, paths: Sequence[Path]) -> Sequence[Path]:
        self.names += [path.name for path in paths]
        return paths


def test_only_what_changed_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    played = play_through(agreed(), Random(1), plies=8)
    for name in "abc":
        write_game(folder / f"{name}.jsonl", played)
    library, reads = Library(folder), Reads()
    library.refresh(reads)
    library.refresh(reads)
    assert reads.names == ["a.jsonl", "b.jsonl", "c.jsonl"]
    (folder / "a.jsonl").unlink()
    (folder / "b.jsonl").write_bytes((folder / "b.jsonl").read_bytes() + b"{torn")
    library.refresh(reads)
    assert reads.names[3:] == ["b.jsonl"]
    assert {game.file for game in library.games()} == {"b.jsonl", "c.jsonl"}
    library.close()


@pytest.mark.parametrize("damage", [b"this is no database, however long it is" * 200, b"SQLite format 3\0" + b"\xff" * 4000])
def test_a_damaged_database_is_put_aside_and_made_anew(games: Path, tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / DATABASE
    path.write_bytes(damage)
    library = Library(games, path)
    assert "damaged" in library.told[0]
    library.refresh()
    assert len(library.games()) == 5
    assert (tmp_path / f"{DATABASE}.damaged-1").read_bytes() == damage
    library.close()
    assert Library(games, path).told == ()


def test_a_page_that_was_overwritten_is_noticed(games: Path, tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    library = Library(games, path)
    library.refresh()
    library.close()
    raw = bytearray(path.read_bytes())
    raw[4096 * 2 : 4096 * 4] = b"\xaa" * 8192
    path.write_bytes(bytes(raw))
    again = Library(games, path)
    again.refresh()
    assert "damaged" in again.told[0]
    assert len(again.games()) == 5


def test_where_nothing_can_be_written_games_are_listed_all_the_same(games: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    library = Library(games, tmp_path / "file" / DATABASE)
    library.refresh()
    assert "read anew" in library.told[0]
    assert len(library.games()) == 5


FIRST = ("CREATE TABLE fame (name TEXT)",)
SECOND = ("ALTER TABLE fame ADD COLUMN wins INTEGER", "INSERT INTO fame VALUES ('Mia', 1)")


def test_components_are_brought_up_to_date_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "x" / DATABASE
    open_database(path, {"fame": (FIRST,)}).connection.close()
    connection = open_database(path, {"fame": (FIRST, SECOND), tables.COMPONENT: tables.MIGRATIONS}).connection
    assert connection.execute("SELECT name, wins FROM fame").fetchall() == [("Mia", 1)]
    assert dict(connection.execute("SELECT name, version FROM component")) == {
        "fame": 2,
        tables.COMPONENT: len(tables.MIGRATIONS),
    }
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_a_step_that_fails_leaves_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    with pytest.raises(DeviceError, match="cannot use the database"):
        open_database(path, {"fame": (FIRST, (SECOND[0], "INSERT INTO nowhere VALUES (1)"))})
    connection = open_database(path, {"fame": (FIRST, SECOND)}).connection
    assert connection.execute("SELECT count(*) FROM fame").fetchone() == (1,)
    connection.close()


def test_what_a_newer_program_wrote_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    open_database(path, {"fame": (FIRST, SECOND)}).connection.close()
    with pytest.raises(InputError, match="newer program"):
        open_database(path, {"fame": (FIRST,)})


def test_a_transaction_is_kept_whole_or_not_at_all() -> None:
    connection = open_in_memory({"fame": (FIRST,)})
    with pytest.raises(sqlite3.OperationalError), transaction(connection):
        connection.execute("INSERT INTO fame VALUES ('Mia')")
        connection.execute("INSERT INTO nowhere VALUES (1)")
    assert connection.execute("SELECT count(*) FROM fame").fetchone() == (0,)


def test_a_backup_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="cannot copy"):
        backup(open_in_memory({}), tmp_path / "nowhere" / "copy")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with one game, its board and its pictures."""
    games = tmp_path / "games"
    record = write_game(games / "one.jsonl", play_through(agreed(), Random(1), plies=8), {"yellow": "Mia"})
    board_beside(record).write_bytes((Path(__file__).parents[1] / "calibration" / "profiles" / "schmidt-4.toml").read_bytes())
    pictures_beside(record).mkdir()
    (pictures_beside(record) / "000002-move.jpg").write_bytes(b"jpeg")
    return tmp_path


def test_the_list_on_the_command_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--data", str(folder)]) == 0
    assert "Mia, green, red, black" in capsys.readouterr().out
    assert main(["games", "--data", str(folder), "--json", "--player", "mia"]) == 0
    (line,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (line["file"], line["result"], line["seats"][0]["name"]) == ("one.jsonl", "unfinished", "Mia")
    assert Path(line["path"]) == folder / "games" / "one.jsonl"
    assert main(["games", "stats", "--data", str(folder), "--json"]) == 0
    assert {json.loads(line)["name"] for line in capsys.readouterr().out.splitlines()} == {"Mia", "green", "red", "black"}
    assert main(["games", "stats", "--data", str(folder)]) == 0
    assert main(["games", "--data", str(folder), "--rules", "schmidt-classic"]) == 0
    assert "No such games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--since", "yesterday"], "no day"),
        (["--result", "won"], "needs --player"),
        (["--rules", "chess"], "expected one of"),
        (["delete", "two"], "no game 'two'"),
        (["delete", "../one.jsonl"], "no game"),
        (["delete", "one"], "expected --yes"),
    ],
)
def test_what_cannot_be_done_is_told(
    folder: Path, arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--data", str(folder), *arguments]) == 2
    assert complaint in capsys.readouterr().err
    assert (folder / "games" / "one.jsonl").exists()


@pytest.mark.parametrize(("answer", "left"), [("y", 0), ("ja", 0), ("n", 1), ("", 1)])
def test_deleting_asks(folder: Path, answer: str, left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(asking, "input", lambda _: answer, raising=False)
    assert main(["games", "delete", "one.jsonl", "--data", str(folder)]) == 0
    assert len(list((folder / "games").iterdir())) == 3 * left


def test_what_counts_attempts_to_go_on_goes_with_the_game(folder: Path) -> None:
    """A later game of that name would be taken for one that cannot be gone on with."""
    record = folder / "games" / "one.jsonl"
    attempt = Attempt(record)
    attempt.refuse("its rules are unknown")
    library = Library(folder / "games")
    assert attempt.marker not in library.belongings(record), "a copy of the game may well be gone on with elsewhere"
    library.delete(record)
    assert list((folder / "games").iterdir()) == []


def test_the_picture_of_a_taught_board_goes_with_the_game(folder: Path) -> None:
    """Without it the copied board cannot be read; left behind it would lie there for ever."""
    record, picture = folder / "games" / "one.jsonl", folder / "games" / "one.board.png"
    picture.write_bytes(b"a picture")
    assert picture in [part.content for part in parts_of(record, folder / "settings.toml")]
    library = Library(folder / "games")
    save_copy(library, folder / "games.zip")
    with zipfile.ZipFile(folder / "games.zip") as file:
        assert file.read("games/one.board.png") == b"a picture"
    library.delete(record)
    assert list((folder / "games").iterdir()) == []


def test_a_game_that_is_being_played_is_not_deleted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, _ = RecordFile.resume(folder / "games" / "one.jsonl", noon)
    assert main(["games", "delete", "one", "--yes", "--data", str(folder)]) == 2
    assert "being played" in capsys.readouterr().err
    record.close()
    assert (folder / "games" / "one.board.toml").exists()


def test_a_backup_unpacked_is_the_library_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, elsewhere = folder / "games.zip", folder / "elsewhere"
    assert main(["games", "--data", str(folder), "backup", str(out)]) == 0
    assert "1 game is" in capsys.readouterr().out
    with zipfile.ZipFile(out) as file:
        file.extractall(elsewhere)
    library, reads = Library(elsewhere / "games"), Reads()
    assert [game.file for game in library.games()] == ["one.jsonl"]
    library.refresh(reads)
    assert (elsewhere / "games" / "one.pictures" / "000002-move.jpg").read_bytes() == b"jpeg"
    assert main(["games", "--data", str(folder), "backup", str(out)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert not list(folder.glob(".backup*"))


def test_a_record_of_1970_is_backed_up(folder: Path) -> None:
    """A Raspberry Pi that has not been told the time writes such; zips begin in 1980."""
    os.utime(folder / "games" / "one.jsonl", (0, 0))
    assert main(["games", "--data", str(folder), "backup", str(folder / "games.zip")]) == 0


def test_a_backup_goes_onto_a_memory_stick(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FAT knows no links."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    assert main(["games", "--data", str(folder), "backup", str(folder / "games.zip")]) == 0
    assert zipfile.is_zipfile(folder / "games.zip")


@pytest.mark.parametrize("below", ["x.zip", "y/x.zip"])
def test_a_backup_below_a_file_says_so(folder: Path, below: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "file").write_bytes(b"")
    assert main(["games", "--data", str(folder), "backup", str(folder / "file" / below)]) == 2
    told = capsys.readouterr().err
    assert "cannot write the backup" in told
    assert "already" not in told


def test_a_name_that_is_no_text_is_told_and_loses_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Disks written by other systems have such names."""
    strange = folder / "games" / os.fsdecode(b"gr\xfcn.jsonl")
    strange.write_bytes((folder / "games" / "one.jsonl").read_bytes())
    assert main(["games", "--data", str(folder)]) == 0
    told = capsys.readouterr()
    assert "rename it" in told.err
    assert "one.jsonl" in told.out
    assert main(["games", "--data", str(folder), "delete", "--yes", strange.name]) == 2
    assert main(["games", "--data", str(folder), "backup", str(folder / "games.zip")]) == 0
    with zipfile.ZipFile(folder / "games.zip") as file:
        assert "games/gr_udcfcn.jsonl" in file.namelist()


def test_a_folder_whose_name_is_no_text_is_read_like_any_other(tmp_path: Path) -> None:
    games = tmp_path / os.fsdecode(b"f\xfcr alle") / "games"
    write_game(games / "one.jsonl", play_through(agreed(), Random(1), plies=8))
    (games / "none.jsonl").write_bytes(b"hello")
    library = Library(games)
    library.refresh()
    assert [game.result for game in library.games()] == [Result.UNFINISHED, Result.UNREADABLE]


def test_a_database_that_another_program_keeps_for_itself_is_told(games: Path, tmp_path: Path) -> None:
    library = Library(games, tmp_path / DATABASE)
    library.connection.execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(tmp_path / DATABASE)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DeviceError, match=r"cannot use the database .*locked"):
        library.refresh()
    other.close()
    library.refresh()
    assert len(library.games()) == 5


@pytest.mark.slow
def test_a_thousand_games_are_listed_from_the_database_alone(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    played = play_through(agreed(), Random(1), plies=8)
    first = write_game(folder / "0000.jsonl", played, {"yellow": "Mia"})
    for number in range(1, 1000):
        (folder / f"{number:04}.jsonl").write_bytes(first.read_bytes())
    library, reads = Library(folder), Reads()
    library.refresh(reads)
    library.refresh(reads)
    assert len(reads.names) == 1000
    assert len(library.games()) == 1000
    assert library.players(Search(player="mia"))[0].games == 1000


@pytest.mark.slow
def test_every_list_of_a_thousand_finished_games_takes_less_than_a_second(tmp_path: Path) -> None:
    """A second is what is promised; a list that takes longer than the tenth of it here would on a Raspberry Pi."""
    folder, rules = tmp_path / "games", ("schmidt-family", "wikipedia", "schmidt-2016")
    played = [play_through(agreed(name), Random(seed), greedy=True) for seed, name in enumerate(rules)]
    records = [write_game(tmp_path / f"{n}.jsonl", game, {"yellow": "Mia", "red": "Öma"}) for n, game in enumerate(played)]
    folder.mkdir()
    for number in range(1000):
        begun = (NOON + timedelta(hours=number)).isoformat().encode()
        raw = records[number % 3].read_bytes()
        (folder / f"{number:04}.jsonl").write_bytes(raw.replace(NOON.isoformat(timespec="milliseconds").encode(), begun, 1))
    library = Library(folder)
    library.refresh()
    shelf = Shelf(library.games(), date(2026, 2, 20))
    lists: dict[str, Callable[[], object]] = {
        "up to date": library.refresh,
        "all": library.games,
        "of a player": lambda: library.games(Search(player="öm", result=Result.FINISHED, won=True)),
        "statistics": library.players,
        "hall": library.hall,
        "score": lambda: Scores.of(library),
        "shelf": lambda: library_scene(shelf, load_profile("schmidt-4"), Language.GERMAN),
        "players to choose": lambda: library_scene(
            shelf_picked(shelf, "filter:player"), load_profile("schmidt-4"), Language.GERMAN
        ),
        "filtered": lambda: shelf_picked(shelf_picked(shelf, "filter:player"), "answer:mia").found,
    }
    for name, make in lists.items():
        begins = perf_counter()
        make()
        took = perf_counter() - begins
        print(f"{name}: {1000 * took:.0f} ms")
        assert took < 1.0, name
    library.close()
