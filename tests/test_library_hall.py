"""Who won how often and what was best: by person and by rules, from every version of the database, whatever became of it."""

from __future__ import annotations

import json
import sqlite3
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from companion.cli.main import main
from companion.events import MoveEvent, PassEvent, ThrowEvent
from companion.history import begin
from companion.library import tables
from companion.library.database import open_database
from companion.library.games import DATABASE, Library, Search
from companion.library.hall import Feat, Hall
from companion.library.loading import load_game
from companion.library.plies import plies_of
from companion.library.summary import Seat, longest_row, summary_of
from companion.rules import Color, Move
from tests.simulated_games import Played, agreed, play_through, write_game
from tests.wall_time import NOON

YELLOW, GREEN = Color("yellow"), Color("green")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four finished games by two rule sets, and one that is not over: Mia wins two, Oma (however typed) one, green one."""
    folder = tmp_path_factory.mktemp("hall") / "games"
    for number, (rules, seed, winner) in enumerate(
        [("schmidt-family", 3, "Mia"), ("schmidt-family", 5, "Öma"), ("wikipedia", 8, "MIA"), ("wikipedia", 9, "")]
    ):
        over = play_through(agreed(rules), Random(seed), greedy=True)
        first = over.end.now.state.finished[0]
        other = next(color for color in over.game.players if color != first)
        # The second time with the accent as a sign of its own, as some keyboards and file systems write it.
        names: dict[str, object] = {first: winner, other: "O\N{COMBINING DIAERESIS}ma" if winner != "Öma" else "Mia"}
        write_game(folder / f"{number}.jsonl", over, names, NOON + timedelta(days=number))
    write_game(folder / "open.jsonl", play_through(agreed("wikipedia"), Random(4), plies=30), {"yellow": "Tom"})
    return folder


@pytest.fixture
def library(games: Path, tmp_path: Path) -> Library:
    opened = Library(games, tmp_path / DATABASE)
    opened.refresh()
    return opened


def test_wins_are_counted_by_person_however_the_name_was_typed(library: Library) -> None:
    people = {one.name: one for one in library.hall().people}
    assert [name for name, one in people.items() if name] == ["MIA", "O\N{COMBINING DIAERESIS}ma"]
    assert (people["MIA"].games, people["MIA"].wins) == (3, 2)
    assert (people["O\N{COMBINING DIAERESIS}ma"].games, people["O\N{COMBINING DIAERESIS}ma"].wins) == (4, 1)
    assert "Tom" not in people, "that game is not over"
    assert [one.wins for one in library.hall().people] == sorted((one.wins for one in library.hall().people), reverse=True)


def test_figures_are_those_of_the_games(library: Library, games: Path) -> None:
    seats = [seat for name in "012" for seat in summary_of(load_game(games / f"{name}.jsonl")).seats]
    mias = [seat for seat in seats if seat.name.casefold() == "mia"]
    mia = next(one for one in library.hall().people if one.name == "MIA")
    assert mia.points == sum(seat.points for seat in mias)
    assert mia.quickest == min(seat.thrown for seat in mias if seat.won)
    assert (mia.captures, mia.captured) == (sum(seat.captures for seat in mias), sum(seat.captured for seat in mias))
    assert (mia.row, mia.waited) == (max(seat.row for seat in mias), max(seat.waited for seat in mias))


def test_each_rule_set_has_a_hall_of_its_own(library: Library) -> None:
    assert library.hall().known == ("schmidt-family", "wikipedia")
    family, wiki = library.hall("schmidt-family"), library.hall("wikipedia")
    assert sum(one.wins for one in family.people) == sum(one.wins for one in wiki.people) == 2
    assert library.hall("schmidt-pairs") == Hall("schmidt-pairs", (), (), ("schmidt-family", "wikipedia"))
    assert {best.file for best in wiki.best} <= {"2.jsonl", "3.jsonl"}


def test_the_best_is_the_best(library: Library, games: Path) -> None:
    seats = [(seat, name) for name in "0123" for seat in summary_of(load_game(games / f"{name}.jsonl")).seats]
    best = {one.feat: one for one in library.hall().best}
    assert best[Feat.QUICKEST].value == min(seat.thrown for seat, _ in seats if seat.won)
    assert best[Feat.CAPTURES].value == max(seat.captures for seat, _ in seats)
    assert best[Feat.ROW].value == max(seat.row for seat, _ in seats)
    assert best[Feat.PATIENCE].value == max(seat.waited for seat, _ in seats)
    for one in best.values():
        assert any(name == one.file[0] and (seat.color, seat.name) == (one.color, one.name) for seat, name in seats)


def test_whoever_plays_two_colours_is_one_person(tmp_path: Path) -> None:
    over = play_through(agreed("schmidt-pairs"), Random(2), greedy=True)
    first = over.end.now.state.finished[0]
    both: dict[str, object] = {first: "Mia", str(over.game.board.opposite(first)): "Mia"}
    write_game(tmp_path / "games" / "a.jsonl", over, both)
    library = Library(tmp_path / "games")
    library.refresh()
    mia = next(one for one in library.hall().people if one.name == "Mia")
    seats = [seat for seat in library.games()[0].seats if seat.name == "Mia"]
    assert (mia.games, mia.wins, mia.points) == (1, 1, 1)
    assert mia.quickest == sum(seat.thrown for seat in seats)
    library.close()


def seat_of(played: Played, path: Path, color: str) -> Seat:
    return next(seat for seat in summary_of(load_game(write_game(path, played))).seats if seat.color == color)


def test_waiting_counts_the_throws_that_only_a_six_could_have_used(tmp_path: Path) -> None:
    """All in the house, three tries: 2, 3 and 1 wait; green 4, 6 waits once and comes out; yellow's 6 ends its waiting."""
    game = agreed("wikipedia")
    lines: list[ThrowEvent | PassEvent | MoveEvent] = []
    for value in (2, 3, 1):
        lines += [ThrowEvent(YELLOW, value, "button"), PassEvent(YELLOW)]
    lines += [ThrowEvent(GREEN, 4, "button"), PassEvent(GREEN)]
    lines += [ThrowEvent(GREEN, 6, "button"), MoveEvent(Move(GREEN, -1, 0))]
    lines += [ThrowEvent(GREEN, 6, "button"), MoveEvent(Move(GREEN, 0, 6))]
    history = begin(game, YELLOW)
    start = history
    for line in lines:
        history = history.after(line)
    played = Played(game, start, tuple(lines), tuple(float(n) for n in range(len(lines))), history)
    yellow, green = (seat_of(played, tmp_path / f"{color}.jsonl", color) for color in ("yellow", "green"))
    assert (yellow.waited, yellow.row, yellow.thrown, yellow.home) == (3, 0, 3, 0)
    assert (green.waited, green.row, green.thrown) == (1, 2, 3)
    assert yellow.left == 40 + 41 + 42 + 43
    assert green.left == yellow.left - 6  # three in the house, one six fields on its way


@pytest.mark.parametrize(
    ("throws", "row"), [((), 0), ((1, 2), 0), ((6,), 1), ((6, 6, 1, 6), 2), ((6, 1, 6, 6, 6), 3), ((5, 6, 6, 4), 2)]
)
def test_the_longest_row_of_sixes(throws: tuple[int, ...], row: int) -> None:
    assert longest_row(throws) == row


def test_steps_left_and_home_at_the_end(games: Path) -> None:
    loaded = load_game(games / "0.jsonl")
    summary = summary_of(loaded)
    for seat in summary.seats:
        assert (seat.left == 0) == (seat.place is not None) == (seat.home == 4)
    assert sorted(seat.points for seat in summary.seats) == [0, 1, 2, 3]
    assert sum(seat.thrown for seat in summary.seats) == len(plies_of(loaded))


OLD = (
    "file, number, color, name, folded, place, won, "
    "throws1, throws2, throws3, throws4, throws5, throws6, luck, moves, captures, captured, move_s, timed"
)


@pytest.mark.parametrize("version", range(1, len(tables.MIGRATIONS)))
def test_from_every_older_version_the_index_becomes_that_of_today(games: Path, tmp_path: Path, version: int) -> None:
    """With rows in it, as that version wrote them: of figures it did not know, so they are worked out again."""
    fresh = Library(games, tmp_path / "fresh" / DATABASE)
    fresh.refresh()
    path = tmp_path / "old" / DATABASE
    old = open_database(path, {tables.COMPONENT: tables.MIGRATIONS[:version]}).connection
    stat = (games / "0.jsonl").stat()
    row = (
        "0.jsonl",
        stat.st_mtime_ns,
        stat.st_size,
        version,
        "2026-02-03T12:00",
        5.0,
        "schmidt-4",
        "own",
        "finished",
        1,
        1,
        None,
    )
    old.execute(f"INSERT INTO game VALUES ({', '.join('?' * 12)})", row)
    old.execute(f"INSERT INTO seat ({OLD}) VALUES ('0.jsonl', 0, 'red', 'X', 'x', 1, 1, {', '.join('1' * 12)})")
    old.close()
    again = Library(games, path)
    assert again.told == ()
    again.refresh()
    assert again.games() == fresh.games()
    assert again.hall() == fresh.hall()
    assert dict(again.connection.execute("SELECT name, version FROM component")) == {tables.COMPONENT: len(tables.MIGRATIONS)}
    again.close()


@pytest.mark.parametrize("damage", [None, b"this is no database" * 500, b""])
def test_without_a_database_the_hall_is_made_anew_from_the_records(games: Path, tmp_path: Path, damage: bytes | None) -> None:
    path = tmp_path / DATABASE
    library = Library(games, path)
    library.refresh()
    before = library.hall()
    library.close()
    path.unlink()
    if damage is not None:
        path.write_bytes(damage)
    again = Library(games, path)
    again.refresh()
    assert again.hall() == before
    assert bool(again.told) == bool(damage), "an empty file is a new one"
    again.close()


@pytest.mark.usefixtures("library")
def test_the_log_is_written_into_the_database_once_a_list_is_up_to_date(tmp_path: Path) -> None:
    """A database opened without its log, as after a copy of the one file, holds everything."""
    lonely = tmp_path / "copy" / DATABASE
    lonely.parent.mkdir()
    lonely.write_bytes((tmp_path / DATABASE).read_bytes())
    connection = sqlite3.connect(lonely)
    assert connection.execute("SELECT count(*) FROM game").fetchone() == (5,)
    connection.close()


def test_the_hall_on_the_command_line(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(games.parent)]
    assert main(["games", "--hall", *data]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[1].split()[:3] == ["MIA", "2", "3"]
    assert "quickest win, throws" in out
    assert main(["games", "--hall", "--rules", "wikipedia", "--json", *data]) == 0
    hall = json.loads(capsys.readouterr().out)
    assert (hall["rules"], sum(one["wins"] for one in hall["people"])) == ("wikipedia", 2)
    assert main(["games", "--hall", "--rules", "schmidt-pairs", *data]) == 0
    assert "but by schmidt-family, wikipedia" in capsys.readouterr().out
    assert main(["games", "--hall", "--player", "mia", *data]) == 2
    assert "goes with --rules only" in capsys.readouterr().err


def test_a_copy_of_the_database_is_one(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = ["--data", str(games.parent)], tmp_path / "copy.sqlite3"
    assert main(["games", "--backup", str(copy), *data]) == 0
    library = Library(games, copy)
    assert len(library.games()) == 5
    assert library.games(Search(player="öma")) == library.games(Search(player="O\N{COMBINING DIAERESIS}MA"))
    library.close()
    assert main(["games", "--backup", str(copy), *data]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["games", "--backup", str(tmp_path / "all.zip"), *data]) == 0
    assert "5 games" in capsys.readouterr().out
