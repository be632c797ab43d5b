"""The score is there at once, however many games nobody has read yet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from calibration.profile import load_profile
from companion.app.score_book import ScoreBook
from companion.library.games import Library
from companion.scene import Mode, Scene
from companion.words import Language
from tests.simulated_games import agreed, play_through, write_game
from tests.wall_time import NOON

GAMES, WHICH = 12, ("yellow", "green", "red", "black")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of as many days; the last one is Mia's."""
    games = tmp_path_factory.mktemp("data") / "games"
    over = play_through(agreed("schmidt-family"), Random(3), greedy=True)
    for number in range(GAMES):
        names: dict[str, object] = dict.fromkeys(WHICH, "Mia" if number == GAMES - 1 else "Tom")
        write_game(games / f"{number:02}.jsonl", over, names, NOON + timedelta(days=number))
    return games


@pytest.fixture
def unread(folder: Path) -> Iterator[Path]:
    """Nobody has read them."""
    yield folder
    for database in folder.parent.glob("*.sqlite*"):
        database.unlink()


def ticks(seconds: float) -> Iterator[float]:
    """A clock on which every look takes so long."""
    now = 0.0
    while True:
        yield now
        now += seconds


def book(folder: Path, clock: Iterator[float]) -> ScoreBook:
    return ScoreBook(folder, load_profile("schmidt-4"), Language.GERMAN, lambda: next(clock))


def known(folder: Path) -> list[str]:
    library = Library(folder)
    try:
        return [game.file for game in library.games()]
    finally:
        library.close()


def names(scene: Scene) -> set[str]:
    return {player.name for player in scene.table.players} if scene.table else set()


def test_a_slow_machine_shows_the_newest_game_at_once(unread: Path) -> None:
    score = book(unread, ticks(10.0))
    first = score.scene()
    assert (first.mode, names(first)) == (Mode.FIGURES, {"Mia"})
    assert (known(unread), score.unread) == ([f"{GAMES - 1:02}.jsonl"], GAMES - 1)


def test_the_others_are_read_while_it_is_looked_at(unread: Path) -> None:
    score = book(unread, ticks(10.0))
    score.scene()
    score.picked("tab:hall")
    halls = [score.scene() for _ in range(GAMES - 1)]
    assert score.unread == 0 and len(known(unread)) == GAMES
    assert all(hall.mode is Mode.HALL for hall in halls), "the page that was chosen stays"
    assert sum(fame.wins for fame in halls[-1].fame) == GAMES
    assert score.scene() is halls[-1], "and then nothing is read any more"


def test_a_quick_machine_reads_all_of_them(unread: Path) -> None:
    score = book(unread, ticks(0.0))
    score.scene()
    assert (score.unread, len(known(unread))) == (0, GAMES)
