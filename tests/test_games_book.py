"""All games, one touch behind the score: by fingers, keys and the one button, while the game's own table waits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.app.games_book import GamesBook
from companion.app.screenshots import Samples
from companion.display import BoardTouched, KeyPressed, Pressed
from companion.evening.beside import Beside, Over, heard, settled
from companion.scene import Mode, Scene
from companion.wish import Back, Close, Pick, ShowGames
from companion.words import Language
from tests.evening_table import EveningTable, ScriptedScreen, Step, Way, by_button, by_finger, by_keys
from tests.fake_table import schmidt
from tests.simulated_games import agreed, play_through, write_game
from tests.test_evening_game import SETTING_UP, evening, records
from tests.test_evening_game import short_games as short_games

SCORE = (Step("evening", Mode.END), Step("games"))
OLD = "2001-01-01.jsonl"
OVER = play_through(agreed("schmidt-family"), Random(3), greedy=True)
SCENES = Samples(Language.GERMAN).all()


def test_the_list_lies_over_the_score_until_it_is_closed() -> None:
    assert heard(Beside(Over.SCORE), ShowGames()).over is Over.GAMES
    assert heard(Beside(), ShowGames()).over is None, "there is no way to it but the score"


@pytest.mark.parametrize("over", [Over.SCORE, Over.GAMES])
def test_nothing_lies_over_a_game_that_goes_on_after_all(over: Over) -> None:
    """Somebody has taken back the last move."""
    assert settled(Beside(over), SCENES["end"]) == Beside(over)
    assert settled(Beside(over), SCENES["turn"]) == Beside()
    asked = Beside(Over.OTHERWISE, resumed=True)
    assert settled(asked, SCENES["start_check"]) == asked


# In the hall of fame of several rules the button that changes the rules has its place.
@pytest.mark.parametrize("name", ["evening", "score_game", "score_figures"])
def test_the_pages_of_the_score_lead_there(name: str) -> None:
    assert [button.wish for button in SCENES[name].buttons if button.id == "games"] == [ShowGames()]


def write(tmp_path: Path, *names: str) -> None:
    """Games that were played to the end."""
    for name in names:
        write_game(tmp_path / "games" / name, OVER, {"yellow": "Mia"})


def played(tmp_path: Path, steps: tuple[Step, ...], way: Way) -> tuple[EveningTable, ScriptedScreen]:
    screen = ScriptedScreen([*SETTING_UP, *SCORE, *steps], way)
    return evening(tmp_path, screen), screen


@pytest.mark.parametrize("way", [by_finger, by_keys, by_button])
def test_a_game_is_opened_and_left_again(tmp_path: Path, way: Way) -> None:
    """From the list back to the score, from there to the next game."""
    write(tmp_path, OLD)
    row = Step(f"game:{OLD}", Mode.LIBRARY)
    steps = (row, Step("watch"), Step("close"), Step("close", Mode.FIGURES), Step("close", Mode.LIBRARY), Step("new"))
    _, screen = played(tmp_path, steps, way)
    assert not screen._steps, "every step was done"
    films = [scene for scene in screen.shown if scene.closable and scene.pieces]
    assert films and not any(scene.settings or scene.correctable for scene in films)
    assert len(records(tmp_path)) == 3, "the old one, the one that was over, and the next"


def test_a_game_is_deleted_and_the_one_that_was_just_over_is_not(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    away = (Step(f"game:{OLD}"), Step("delete"), Step("delete_now"))
    _, screen = played(tmp_path, away, by_finger)
    (left,) = sorted((tmp_path / "games").glob("*.jsonl"))
    assert left.name != OLD
    assert [row.id for row in screen.shown[-1].rows] == [f"game:{left.name}"]


# ---- the book ----


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GamesBook]:
    write(tmp_path, "one.jsonl", "two.jsonl")
    yield GamesBook(tmp_path / "games", schmidt(), Language.GERMAN, lambda: 0.0)


def shown(book: GamesBook, *wishes: Pick | Back | Close) -> Scene:
    book.scene()
    for wish in wishes:
        assert book.granted(wish)
    return book.scene()


def test_a_film_has_its_own_keys_and_its_board_is_no_table(book: GamesBook) -> None:
    assert not book.took(KeyPressed("right")), "nothing is looked at yet"
    first = shown(book, Pick("game:one.jsonl"), Pick("watch"))
    assert book.took(KeyPressed("right"))
    second = book.scene()
    assert second != first
    field = schmidt().field_names[0]
    assert book.took(BoardTouched(str(field)))
    assert not book.took(Pressed("play")), "buttons go the way of all buttons"
    assert book.took(KeyPressed("home"))
    assert book.scene() == first


def test_a_film_plays_by_its_button(book: GamesBook) -> None:
    before = shown(book, Pick("game:one.jsonl"), Pick("watch"))
    (play,) = before.buttons
    assert play.wish == Pick("play")
    after = shown(book, Pick("play"))
    assert replace(after, buttons=()) == replace(before, buttons=()), "from here on"
    assert after.buttons != before.buttons


def test_a_game_that_is_gone_meanwhile_is_listed_no_more(book: GamesBook, tmp_path: Path) -> None:
    shown(book, Pick("game:one.jsonl"))
    (tmp_path / "games" / "one.jsonl").unlink()
    assert [row.id for row in shown(book, Pick("watch")).rows] == ["game:two.jsonl"]


def test_the_cross_leads_back_page_by_page(book: GamesBook) -> None:
    assert shown(book, Pick("game:one.jsonl"), Close()).mode is Mode.LIBRARY
    assert not book.granted(Close())
