"""The list of games on the screen: every touch leads where the table says, every filter keeps the games for which it holds."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.profile import load_profile
from companion.app import library as on_screen
from companion.app.library import done, on_event
from companion.display import KeyPressed, Pressed, Screen
from companion.library.games import Library
from companion.library.shelf import ANY, ROWS, Delete, Open, Page, Shelf, answers_to, not_deleted, shelf_picked, without
from companion.library.summary import Result, Seat, Summary
from companion.library_scenes import library_scene, shelf_closed
from companion.scene import Scene
from companion.screen_look import ScreenLook
from companion.wish import Pick
from companion.wishing import wish_of_button
from companion.words import Language
from companion.words.library import Filter
from hardware.errors import NoScreenError
from tests.simulated_games import agreed, play_through, write_game

BOARD = load_profile("schmidt-4")
TODAY = date(2026, 2, 4)  # a Wednesday


def seat(color: str, name: str, place: int | None = None) -> Seat:
    return Seat(color, name, place, place == 1, (1,) * 6, 0.0, 1, 0, 0, 0.0, 0)


def game(file: str, begun: str, names: dict[str, str], rules: str = "schmidt-2016", winner: str | None = None) -> Summary:
    """Finished where somebody won."""
    seats = tuple(seat(color, name, 1 if color == winner else None) for color, name in names.items())
    result = Result.UNFINISHED if winner is None else Result.FINISHED
    return Summary(file, begun, 600.0, "schmidt-4", rules, result, 10, 10, seats)


GAMES = (
    game("a", "2026-02-04T18:00:00+01:00", {"yellow": "Mia", "green": "Oma"}, winner="green"),
    game("b", "2026-02-02T18:00:00+01:00", {"yellow": "Mia", "red": "Papa"}, "wikipedia"),
    game("c", "2026-02-01T18:00:00+01:00", {"yellow": "MIA", "green": ""}, "wikipedia", winner="yellow"),
    game("d", "2026-01-09T18:00:00+01:00", {"red": "O\N{COMBINING DIAERESIS}mer", "green": "Oma"}, "own", winner="red"),
    game("e", "2025-12-30T18:00:00+01:00", {"red": "Ömer", "black": "Tom"}, winner="black"),
    Summary("f", "", 0.0, "", "", Result.UNREADABLE, 0, 0, (), "line 4"),
)
SHELF = Shelf(GAMES, TODAY)


def after(*answers: str, start: Shelf = SHELF) -> Shelf:
    for answer in answers:
        start = shelf_picked(start, answer)
    return start


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({}, "abcdef"),
        ({Filter.PLAYER: "mia"}, "abc"),
        ({Filter.PLAYER: "ömer"}, "de"),
        ({Filter.PLAYER: "green"}, "c"),
        ({Filter.PERIOD: "today"}, "a"),
        ({Filter.PERIOD: "week"}, "ab"),
        ({Filter.PERIOD: "month"}, "abc"),
        ({Filter.PERIOD: "year"}, "abcd"),
        ({Filter.PERIOD: "before"}, "e"),
        ({Filter.RULES: "wikipedia"}, "bc"),
        ({Filter.RESULT: "finished"}, "acde"),
        ({Filter.RESULT: "unfinished"}, "b"),
        ({Filter.RESULT: "unreadable"}, "f"),
        ({Filter.PLAYER: "mia", Filter.RESULT: "won"}, "c"),
        ({Filter.PLAYER: "mia", Filter.RESULT: "lost"}, "a"),
        ({Filter.PLAYER: "mia", Filter.RULES: "wikipedia", Filter.PERIOD: "week"}, "b"),
    ],
)
def test_filters_keep_the_games_for_which_they_hold(chosen: dict[Filter, str], found: str) -> None:
    touches = [answer for by, held in chosen.items() for answer in (f"filter:{by}", f"answer:{held}")]
    shelf = after(*touches)
    assert (shelf.page, "".join(one.file for one in shelf.found)) == (Page.LIST, found)


def test_only_answers_that_some_game_has_are_offered() -> None:
    assert answers_to(after("filter:player")) == (ANY, "mia", "oma", "ömer", "papa", "tom", "green")
    assert answers_to(after("filter:rules")) == (ANY, "schmidt-2016", "wikipedia", "own")
    assert answers_to(after("filter:period")) == (ANY, "today", "week", "month", "year", "before")
    assert answers_to(after("filter:result")) == (ANY, "finished", "unfinished", "unreadable")
    with_player = after("filter:player", "answer:mia", "filter:result")
    assert answers_to(with_player) == (ANY, "finished", "unfinished", "unreadable", "won", "lost")
    assert answers_to(after("filter:period", start=Shelf(GAMES[4:5], TODAY))) == (ANY, "before")


def test_whose_result_is_forgotten_with_the_player() -> None:
    shelf = after("filter:player", "answer:mia", "filter:result", "answer:won", "filter:player", "answer:any")
    assert shelf.chosen == {}


@pytest.mark.parametrize(
    ("touches", "page", "file", "first"),
    [
        (("older",), Page.LIST, None, 4),
        (("older", "older"), Page.LIST, None, 4),
        (("older", "newer", "newer"), Page.LIST, None, 0),
        (("filter:rules",), Page.FILTER, None, 0),
        (("filter:rules", "back"), Page.LIST, None, 0),
        (("filter:rules", "answer:chess"), Page.FILTER, None, 0),
        (("older", "filter:rules", "answer:own"), Page.LIST, None, 0),
        (("game:b",), Page.GAME, "b", 0),
        (("game:x",), Page.LIST, None, 0),
        (("game:b", "back"), Page.LIST, None, 0),
        (("game:b", "delete"), Page.DELETE, "b", 0),
        (("game:b", "delete", "keep"), Page.GAME, "b", 0),
        (("game:b", "older"), Page.GAME, "b", 0),
    ],
)
def test_touches_lead_where_the_table_says(touches: tuple[str, ...], page: Page, file: str | None, first: int) -> None:
    shelf = after(*touches)
    assert (shelf.page, shelf.file, shelf.first, shelf.wants) == (page, file, first, None)


def test_a_game_is_watched_and_deleted_only_after_the_question() -> None:
    assert after("game:a", "watch").wants == Open("a")
    assert after("game:f", "watch").wants is None, "what cannot be read cannot be shown"
    assert after("game:a", "delete_now").wants is None
    assert after("game:a", "delete", "delete_now").wants == Delete("a")
    assert after("game:a", "delete", "delete_now", "keep").wants is None, "a wish is told once"


def test_after_deleting_the_list_is_shorter_and_still_shows_games() -> None:
    shelf = after("older", "game:e", "delete", "delete_now")
    left = without(without(shelf, "e"), "f")
    assert ([one.file for one in left.found], left.first, left.page) == (["a", "b", "c", "d"], 0, Page.LIST)
    kept = not_deleted(shelf)
    assert (kept.page, kept.file, kept.wants, len(kept.games)) == (Page.GAME, "e", None, 6)
    assert "nicht löschen" in library_scene(kept, BOARD, Language.GERMAN).title


def test_the_cross_leads_back_to_the_list_and_then_away() -> None:
    assert shelf_closed(after("game:a")) == replace(SHELF)
    assert shelf_closed(SHELF) is None


@given(st.data())
def test_whatever_is_touched_there_is_a_screen_with_somewhere_to_go(data: st.DataObject) -> None:
    """Any walk over what the screens offer: nothing breaks, and each page can be left."""
    shelf: Shelf | None = SHELF
    for _ in range(data.draw(st.integers(0, 12))):
        assert shelf is not None
        scene = library_scene(shelf, BOARD, data.draw(st.sampled_from(list(Language))))
        kinds = (scene.buttons, scene.choices, scene.rows, scene.tabs)
        offered = [one.wish.answer for kind in kinds for one in kind if isinstance(one.wish, Pick)]
        assert len(offered) == sum(map(len, kinds))
        assert scene.closable or scene.buttons
        shelf = shelf_picked(shelf, data.draw(st.sampled_from(offered)))
        assert set(shelf.found) <= set(shelf.games)


@pytest.mark.parametrize("language", Language)
def test_the_list_says_who_played_when_and_how_it_ended(language: Language) -> None:
    scene = library_scene(SHELF, BOARD, language)
    assert [row.id for row in scene.rows] == ["game:a", "game:b", "game:c", "game:d"][:ROWS]
    first = scene.rows[0]
    assert (first.when, first.icon) == ("04.02.2026 18:00" if language is Language.GERMAN else "2026-02-04 18:00", "win")
    assert [(one.name, one.place) for one in first.players] == [("Oma", 1), ("Mia", None)]
    assert scene.rows[2].players[1].name == ("Grün" if language is Language.GERMAN else "Green")
    assert scene.sentence == ("6 Spiele, Seite 1 von 2" if language is Language.GERMAN else "6 games, page 1 of 2")
    assert wish_of_button(scene, "game:a") == Pick("game:a")
    assert wish_of_button(scene, "filter:rules") == Pick("filter:rules")


# ---- on a real folder ----


@pytest.fixture
def library(tmp_path: Path) -> Library:
    played = play_through(agreed(), Random(1), plies=8)
    for name in ("one", "two"):
        write_game(tmp_path / "games" / f"{name}.jsonl", played, {"yellow": "Mia"})
    opened = Library(tmp_path / "games")
    opened.refresh()
    return opened


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return Screen((480, 320))


def test_a_deleted_game_is_gone_from_folder_and_list(library: Library, screen: Screen) -> None:
    shelf = after("game:one.jsonl", "delete", "delete_now", start=Shelf(library.games(), TODAY))
    left, open_ = done(shelf, library, screen, Language.GERMAN)
    assert ([one.file for one in left.games], open_) == (["two.jsonl"], True)
    assert not (library.folder / "one.jsonl").exists()


def test_a_game_that_cannot_be_deleted_stays_and_that_is_said(library: Library, screen: Screen) -> None:
    shelf = after("game:one.jsonl", "delete", "delete_now", start=Shelf(library.games(), TODAY))
    (library.folder / "one.jsonl").unlink()
    left, _ = done(shelf, library, screen, Language.GERMAN)
    assert left.kept


def test_a_game_is_shown_and_left_again(library: Library, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = after("game:one.jsonl", "watch", start=Shelf(library.games(), TODAY))
    happened = iter([(KeyPressed("right"),), (Pressed("close"),)])
    monkeypatch.setattr(screen, "poll", lambda _: next(happened))
    left, open_ = done(shelf, library, screen, Language.GERMAN)
    assert (left.page, left.wants, open_) == (Page.GAME, None, True)


def test_the_list_is_gone_through_by_keys_and_touches(library: Library, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    happened = iter(
        [
            (Pressed("game:one.jsonl"),),
            (Pressed("delete"),),
            (Pressed("delete_now"),),
            (KeyPressed("down"), Pressed("nothing")),
            (KeyPressed("escape"),),
        ]
    )
    monkeypatch.setattr(screen, "poll", lambda _: next(happened))
    assert on_screen.show_library(library, Language.GERMAN, screen, TODAY)
    assert [one.file for one in library.games()] == ["two.jsonl"]
    assert screen.escape_ends, "as it was before"


def test_list_and_game_look_as_the_screen_was_left(library: Library, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Scene] = []
    happened = iter(
        [(Pressed("game:one.jsonl"),), (Pressed("watch"),), (Pressed("close"),), (KeyPressed("q"),), (KeyPressed("q"),)]
    )
    monkeypatch.setattr(screen, "poll", lambda _: next(happened))
    monkeypatch.setattr(screen, "show", shown.append)
    look = ScreenLook(Language.ENGLISH, night=True, large=True, quarter_turns=1)
    on_screen.show_library(library, look.language, screen, TODAY, look)
    assert len(shown) >= 4
    assert all(scene.night and scene.large and scene.quarter_turns == 1 and not scene.settings for scene in shown)


def test_keys_turn_the_pages() -> None:
    scene = library_scene(SHELF, BOARD, Language.GERMAN)
    older = on_event(SHELF, KeyPressed("down"), scene)
    assert older is not None
    assert older.first == ROWS
    assert on_event(older, KeyPressed("up"), scene) == SHELF
    assert on_event(SHELF, KeyPressed("q"), scene) is None


def test_without_a_screen_it_is_said(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_screen, "video_driver", lambda _: "dummy")
    with pytest.raises(NoScreenError, match="listed as text"):
        on_screen.show_library(library, Language.GERMAN)
