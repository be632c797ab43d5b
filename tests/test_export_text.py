"""Game sheet, table and page: what they hold, in both languages, for games of every kind."""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from calibration.profile import known_boards, load_profile
from companion.cli.main import main
from companion.events import CorrectionEvent, MoveEvent, TakebackEvent, ThrowEvent
from companion.export.csv_table import COLUMNS, csv_table
from companion.export.report import game_report
from companion.export.sheet import game_sheet
from companion.export.texts import board_title
from companion.history import begin
from companion.library.lead import leads, luck, sides, turning_points, way_left, whole_way
from companion.library.loading import LoadedGame, load_game
from companion.library.plies import plies_of
from companion.rules import Color, Game, Move, Position
from companion.words import Language
from tests.simulated_games import Played, agreed, play_through, write_game

DE, EN = Language.GERMAN, Language.ENGLISH
YELLOW, GREEN, RED, BLACK = (Color(name) for name in ("yellow", "green", "red", "black"))
NASTY = '=1+1<script>alert("x")</script>\033[2J'


def loaded(folder: Path, played: Played, players: dict[str, object] | None = None, board: str = "schmidt-4") -> LoadedGame:
    return load_game(write_game(folder / "game.jsonl", played, players, board=board))


def scripted() -> Played:
    """Yellow enters, goes on, is captured by green; a move is taken back on the way."""
    game = agreed("schmidt-2016")
    places = {"yellow": [-1, -1, -1, 12], "green": [-1, -1, -1, 0], "red": [-1, -1, -1, -1], "black": [38, 41, 42, 43]}
    start = begin(game, YELLOW, Position.of(game, places))
    events = (
        ThrowEvent(YELLOW, 6, "button"),
        MoveEvent(Move(YELLOW, -1, 0, None)),
        ThrowEvent(YELLOW, 1, "button"),
        MoveEvent(Move(YELLOW, 0, 1, None)),
        TakebackEvent(3),
        MoveEvent(Move(YELLOW, 0, 1, None)),
        ThrowEvent(GREEN, 2, "button"),
        MoveEvent(Move(GREEN, 0, 2, YELLOW)),
        ThrowEvent(RED, 3, "inferred"),
    )
    history = start
    for event in events:
        history = history.after(event)
    return Played(game, start, events, tuple(float(n) for n in range(len(events))), history)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            DE,
            [
                "   1. Gelb (Mia)  6:H-A   1:A-1",
                "   2. Grün        2:Ax2 Ge",
                "   3. Rot         3:",
                "Gespielt: 03.02.2026, 12:00",
            ],
        ),
        (EN, ["   1. Yellow (Mia)  6:H-A   1:A-1", "   2. Green         2:Ax2 Ye", "Not over yet: Red is on."]),
    ],
)
def test_the_sheet_has_a_line_a_turn(tmp_path: Path, language: Language, lines: list[str]) -> None:
    sheet = game_sheet(loaded(tmp_path, scripted(), {"yellow": "Mia"}), language).splitlines()
    assert [line for line in lines if line not in sheet] == []


def test_the_sheet_names_the_places(tmp_path: Path) -> None:
    game = loaded(tmp_path, play_through(agreed("wikipedia-huff"), Random(7)))
    sheet = game_sheet(game, EN)
    assert re.search(r"^Result: 1\. \w+  2\. \w+  3\. \w+$", sheet, re.MULTILINE)
    assert "#1" in sheet and "#3" in sheet
    assert re.search(r"\d:\w+-\w+\? !", sheet), "a missed capture and what it cost"
    assert sum(bool(re.match(r" *\d+\. ", line)) for line in sheet.splitlines()) == plies_of(game)[-1].turn


def test_the_table_has_a_row_a_throw(tmp_path: Path) -> None:
    game = loaded(tmp_path, scripted(), {"green": NASTY})
    rows = list(csv.DictReader(StringIO(csv_table(game))))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["color"], row["throw"], row["from"], row["to"], row["captures"]) for row in rows] == [
        ("yellow", "6", "-1", "0", ""),
        ("yellow", "1", "0", "1", ""),
        ("green", "2", "0", "2", "yellow"),
        ("red", "3", "", "", ""),
    ]
    assert rows[2]["to_field"] == "T12"
    assert rows[2]["player"].startswith("'=1+1"), "no spreadsheet may take a name for a formula"
    assert rows[1]["position"].endswith("turn=green")


GAMES: dict[str, tuple[Game, str]] = {
    "family": (agreed("schmidt-family"), "schmidt-4"),
    "pairs": (agreed("schmidt-pairs"), "schmidt-4"),
    "two": (agreed("schmidt-family", seats={"two": True}), "schmidt-4"),
    "neutral": (agreed("schmidt-family", seats={"neutral": "black"}), "schmidt-4"),
    "six": (agreed("schmidt-2016", "six-48"), "six-48"),
    "three": (agreed("wikipedia", colors=["yellow", "red", "black"]), "schmidt-4"),
}


class Page(HTMLParser):
    """What a browser would make of it."""

    VOID = frozenset({"meta", "br", "img", "source", "circle", "rect", "line", "path"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.addresses: list[str] = []
        self.alternatives = 0
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in self.VOID:
            self.open.append(tag)
        self.addresses += [given[key] or "" for key in ("src", "href", "srcset", "action") if key in given]
        if tag == "img":
            self.alternatives += bool(given.get("alt"))
        if tag == "svg" and given.get("role") == "img":
            self.alternatives += bool(given.get("aria-label"))
        if tag in ("script", "link", "iframe", "object"):
            self.faults.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(("name", "language"), [*((name, DE) for name in GAMES), ("family", EN)])
def test_the_page_stands_alone(tmp_path: Path, name: str, language: Language) -> None:
    agreement, board = GAMES[name]
    played = play_through(agreement, Random(3), plies=120, greedy=True, slips=0.05)
    text = game_report(loaded(tmp_path, played, {"yellow": NASTY}, board), language)
    page = Page(text)
    assert page.faults == []
    assert page.open == []
    assert [address[:30] for address in page.addresses if not address.startswith("data:image/png;base64,")] == []
    assert "http" not in re.sub(r"base64,[^\"]*", "", text)
    assert "url(" not in text and "@import" not in text
    assert "<script" not in text and "\033" not in text
    assert page.alternatives >= 5, "board, two sizes of two plots"
    assert "{" not in re.sub(r"<style>.*</style>", "", text)
    for heading in ("Das Rennen", "Der Würfel") if language is DE else ("The race", "The die"):
        assert heading in page.text


def test_a_game_in_which_nobody_has_thrown_has_a_page_too(tmp_path: Path) -> None:
    played = play_through(agreed(), Random(1), plies=0)
    page = Page(game_report(loaded(tmp_path, played), DE))
    assert "noch nicht gewürfelt" in page.text
    assert page.faults == []


def test_throws_that_nobody_told_are_no_witness(tmp_path: Path) -> None:
    played = play_through(agreed(), Random(1), plies=60, source="inferred")
    text = game_report(loaded(tmp_path, played), EN)
    assert "fair die" not in text


def test_the_winner_stands_on_top(tmp_path: Path) -> None:
    game = loaded(tmp_path, play_through(agreed("schmidt-family"), Random(3), greedy=True), {"green": "Oma"})
    first = game.history.now.state.finished[0]
    wanted = "Oma gewinnt" if first == "green" else " gewinnt"
    assert wanted in Page(game_report(game, DE)).text


def test_the_way_left_is_the_pips_still_to_throw() -> None:
    game = agreed("schmidt-2016")
    places = {"yellow": [40, 41, 42, 43], "green": [-1, -1, -1, -1], "red": [-1, -1, -1, 0], "black": [39, 41, 42, 43]}
    position = Position.of(game, places)
    assert [way_left(game, position, color) for color in game.colors] == [0, whole_way(game), whole_way(game) - 6, 1]
    assert sum(leads(game, position).values()) == pytest.approx(0)
    assert leads(game, position)[(YELLOW,)] > leads(game, position)[(BLACK,)] > 0 > leads(game, position)[(GREEN,)]


def test_those_who_play_together_lead_together() -> None:
    assert sides(agreed("schmidt-pairs")) == ((YELLOW, RED), (GREEN, BLACK))
    assert sides(agreed(seats={"two": True})) == ((YELLOW, RED), (GREEN, BLACK))
    assert sides(agreed(seats={"neutral": "black"})) == ((YELLOW,), (GREEN,), (RED,))


def test_the_turning_point_is_the_capture(tmp_path: Path) -> None:
    game = loaded(tmp_path, scripted())
    (point,) = turning_points(game.game, plies_of(game))
    assert (point.ply.throw, point.ply.player, point.side) == (2, GREEN, (YELLOW,))
    assert point.after - point.before == pytest.approx(-(12 + 6 + 2 / 3) / 4.2)


def test_luck_is_even_over_the_six_throws(tmp_path: Path) -> None:
    """Whatever the position, the six throws together bring no luck; and the capture is the lucky one."""
    for name, (agreement, board) in GAMES.items():
        folder = tmp_path / name
        folder.mkdir()
        game = loaded(folder, play_through(agreement, Random(5), plies=40), board=board)
        for ply in plies_of(game)[::7]:
            assert sum(luck(game.game, ply.before, face) for face in range(1, 7)) == pytest.approx(0, abs=1e-9)
    captured = plies_of(loaded(tmp_path, scripted()))[2]
    assert max(range(1, 7), key=lambda face: luck(agreed("schmidt-2016"), captured.before, face)) == 2


@pytest.mark.parametrize(("kind", "begins"), [("sheet", "Mensch"), ("csv", "throw_number"), ("html", "<!DOCTYPE html>")])
def test_the_command_writes_a_file(tmp_path: Path, kind: str, begins: str, capsys: pytest.CaptureFixture[str]) -> None:
    record = write_game(tmp_path / "game.jsonl", play_through(agreed(), Random(1), plies=20))
    out = tmp_path / "new" / "out.file"
    assert main(["export", str(record), "--to", kind, "--lang", "en", "--out", str(out)]) == 0
    assert out.read_text("utf-8").startswith(begins)
    assert capsys.readouterr().out.strip() == str(out)
    assert [path.name for path in out.parent.iterdir()] == ["out.file"]


def test_the_command_never_writes_over_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = write_game(tmp_path / "game.jsonl", play_through(agreed(), Random(1), plies=5))
    whole = record.read_bytes()
    assert main(["export", str(record), "--to", "csv", "--out", str(record)]) == 2
    assert "no game record" in capsys.readouterr().err
    assert record.read_bytes() == whole


def test_the_command_never_writes_over_a_record_of_another_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record that somebody sent as game.txt has the very name that a game sheet is given."""
    record = write_game(tmp_path / "game.jsonl", play_through(agreed(), Random(1), plies=5))
    whole = record.read_bytes()
    record.rename(tmp_path / "game.txt")
    monkeypatch.chdir(tmp_path)
    assert main(["export", "game.txt", "--to", "sheet"]) == 2
    assert "the game record itself" in capsys.readouterr().err
    assert (tmp_path / "game.txt").read_bytes() == whole


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = write_game(tmp_path / "game.jsonl", play_through(agreed(), Random(1), plies=5))
    assert main(["export", str(record), "--to", "csv", "--out", str(record / "x.csv")]) == 2
    assert "cannot write" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "board", "rules"),
    [
        (Language.GERMAN, "Brett: Schmidt, vier Spieler", "Regeln: Familie (schmidt-family)"),
        (Language.ENGLISH, "Board: Schmidt, four players", "Rules: Family (schmidt-family)"),
    ],
)
def test_board_and_rules_are_called_as_in_the_language(tmp_path: Path, language: Language, board: str, rules: str) -> None:
    game = loaded(tmp_path, play_through(agreed("schmidt-family"), Random(3), plies=40, slips=0.5))
    sheet = game_sheet(game, language)
    assert {board, rules} <= set(sheet.splitlines())
    assert board.split(": ")[1] in game_report(game, language)


def test_every_board_that_ships_has_a_german_name() -> None:
    for name in known_boards():
        board = load_profile(name)
        assert board_title(board, Language.ENGLISH) == board.title
        assert board_title(board, Language.GERMAN) != board.title


def test_the_sheet_says_how_often_something_was_put_right(tmp_path: Path) -> None:
    calm = game_sheet(loaded(tmp_path / "a", play_through(agreed(), Random(3), plies=40)), Language.GERMAN)
    slips = play_through(agreed(), Random(3), plies=40, slips=0.5)
    count = sum(isinstance(event, CorrectionEvent) for event in slips.events)
    assert "berichtigt" not in calm
    assert f"{count} Mal wurde etwas berichtigt" in game_sheet(loaded(tmp_path / "b", slips), Language.GERMAN)
