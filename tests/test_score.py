"""The score: of a game, of the evening, for ever: what counts as an evening, who gets which points, what is on the screens."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.profile import load_profile
from companion.evening.score import Scores, evening_of, score_picked, totals
from companion.evening.score_scenes import figures_table, rules_words, score_scene
from companion.library.games import Library
from companion.library.hall import Hall
from companion.library.summary import Result, Seat, Summary
from companion.scene import Mode
from companion.wish import Back, NewGame, Pick, ShowGames
from companion.wishing import wish_of_button
from companion.words import Language
from companion.words.library import ScorePage
from tests.simulated_games import agreed, play_through, write_game
from tests.wall_time import NOON

BOARD = load_profile("schmidt-4")
GERMAN = Language.GERMAN
NOBODY = Hall(None, (), (), ())


def seat(color: str, name: str, place: int | None, points: int, **figures: int) -> Seat:
    plain = Seat(color, name, place, place == 1, (1,) * 6, 0.0, 1, 0, 0, 0.0, 0, points=points)
    return replace(plain, **figures)  # type: ignore[arg-type]


def game(file: str, begun: str, *seats: Seat, minutes: float = 40, result: Result = Result.FINISHED) -> Summary:
    return Summary(file, begun, 60 * minutes, "schmidt-4", "schmidt-2016", result, 10, 10, seats)


MIA, OMA, TOM = ("yellow", "Mia"), ("green", "Oma"), ("black", "Tom")
FIRST = game(
    "1", "2026-02-03T18:00:00+01:00", seat(*OMA, 1, 2, captures=3, row=2), seat(*MIA, 2, 1, waited=5), seat(*TOM, None, 0)
)
SECOND = game(
    "2", "2026-02-03T19:00:00+01:00", seat("red", "mia", 1, 1, captures=2, waited=2), seat(*OMA, None, 0, row=4, left=7)
)


@pytest.mark.parametrize(
    ("begins", "minutes", "same"),
    [("19:00", 40, True), ("23:39", 40, True), ("23:41", 40, False), ("18:30", 40, True), ("23:41", 60, True)],
)
def test_an_evening_ends_with_a_break_of_five_hours(begins: str, minutes: int, same: bool) -> None:
    """From the end of a game to the beginning of the next one; a clock that was set back ends nothing."""
    first = replace(FIRST, seconds=60.0 * minutes)
    later = replace(SECOND, begun=f"2026-02-03T{begins}:00+01:00")
    assert evening_of((later, first)) == ((first, later) if same else (later,))


def test_only_games_that_are_over_count() -> None:
    open_game = game("3", "2026-02-03T20:00:00+01:00", result=Result.UNFINISHED)
    broken = Summary("4", "", 0.0, "", "", Result.UNREADABLE, 0, 0, ())
    foreign = game("0", "some time ago")
    assert evening_of((open_game, SECOND, FIRST, foreign, broken)) == (FIRST, SECOND)
    assert evening_of(()) == ()


def test_people_are_added_up_however_they_wrote_their_names_and_whatever_they_played() -> None:
    people = {one.name: one for one in totals((FIRST, SECOND))}
    assert list(people) == ["Oma", "mia", "Tom"]
    mia, oma, tom = people["mia"], people["Oma"], people["Tom"]
    assert (mia.color, mia.places, mia.points, mia.made, mia.waited) == ("red", (2, 1), 2, 2, 7)
    assert (oma.places, oma.points, oma.row, oma.left, oma.made) == ((1, 2), 2, 4, 7, 3)
    assert (tom.places, tom.points) == ((3, None), 0), "last in the one, not there in the other"


def test_whoever_plays_two_colours_gets_the_points_of_one() -> None:
    pair = game("p", "2026-02-03T18:00:00+01:00", *(seat(color, "Mia", 1, 1) for color in ("yellow", "red")), seat(*OMA, None, 0))
    assert [(one.name, one.places, one.points) for one in totals((pair,))] == [("Mia", (1,), 1), ("Oma", (2,), 0)]


@given(st.lists(st.permutations([MIA, OMA, TOM, ("red", "Papa")]), min_size=1, max_size=6))
def test_points_of_an_evening_are_shared_out_and_whoever_is_ahead_stands_above(orders: list[list[tuple[str, str]]]) -> None:
    games = [
        game(str(n), "2026-02-03T18:00:00+01:00", *(seat(*who, p + 1 if p < 3 else None, 3 - p) for p, who in enumerate(order)))
        for n, order in enumerate(orders)
    ]
    people = totals(games)
    assert sum(one.points for one in people) == 6 * len(games)
    assert [one.points for one in people] == sorted((one.points for one in people), reverse=True)
    assert all(sorted(one.places[n] or 0 for one in people) == [1, 2, 3, 4] for n in range(len(games)))


SCORES = Scores((FIRST, SECOND), (NOBODY, replace(NOBODY, rules="schmidt-family")))


@pytest.mark.parametrize(
    ("answer", "page", "at"),
    [
        ("tab:evening", ScorePage.EVENING, 0),
        ("tab:hall", ScorePage.HALL, 0),
        ("tab:moon", ScorePage.GAME, 0),
        ("rules", ScorePage.GAME, 0),
        ("new", ScorePage.GAME, 0),
    ],
)
def test_touches_lead_to_the_pages(answer: str, page: ScorePage, at: int) -> None:
    after = score_picked(SCORES, answer)
    assert (after.page, after.at) == (page, at)


def test_rules_are_gone_through_in_the_hall() -> None:
    hall = score_picked(SCORES, "tab:hall")
    assert [one.at for one in (score_picked(hall, "rules"), score_picked(score_picked(hall, "rules"), "rules"))] == [1, 0]


def test_without_a_game_there_is_only_the_hall() -> None:
    nothing = Scores((), (NOBODY,), ScorePage.HALL)
    assert score_picked(nothing, "tab:game") == nothing
    scene = score_scene(nothing, BOARD, GERMAN)
    assert (scene.tabs, scene.fame, scene.sentence) == ((), (), "Noch ist kein Spiel zu Ende.")


@pytest.mark.parametrize("page", ScorePage)
@pytest.mark.parametrize("language", Language)
def test_every_page_leads_to_the_others_and_away(page: ScorePage, language: Language) -> None:
    scene = score_scene(replace(SCORES, page=page), BOARD, language)
    assert [wish_of_button(scene, tab.id) for tab in scene.tabs] == [Pick(f"tab:{other}") for other in ScorePage]
    assert [tab.chosen for tab in scene.tabs] == [other is page for other in ScorePage]
    leads = [wish_of_button(scene, button.id) for button in scene.buttons]
    assert leads == ([NewGame(), Pick("rules"), Back()] if page is ScorePage.HALL else [NewGame(), Back(), ShowGames()])
    assert scene.mode is (Mode.EVENING if page is ScorePage.EVENING else Mode.HALL if page is ScorePage.HALL else Mode.FIGURES)


def test_the_table_of_a_game_has_a_column_for_each_colour_by_places() -> None:
    table = figures_table(FIRST, GERMAN)
    assert [(one.name, one.place) for one in table.players] == [("Oma", 1), ("Mia", 2), ("Tom", None)]
    assert {row.label: row.values for row in table.rows}["Hat geschlagen"] == ("3", "0", "0")
    assert {row.label: row.values for row in table.rows}["Auf die Sechs gewartet"] == ("0", "5", "0")


@pytest.mark.parametrize(
    ("rules", "words"),
    [(None, "Alle Regeln"), ("schmidt-2016", "Grundregel"), ("own", "Eigene Regeln"), ("of a later version", "Eigene Regeln")],
)
def test_rules_are_called_as_on_their_card(rules: str | None, words: str) -> None:
    assert rules_words(rules, GERMAN) == words


def test_after_a_game_its_score_is_shown_first(tmp_path: Path) -> None:
    over = play_through(agreed("schmidt-family"), Random(3), greedy=True)
    write_game(tmp_path / "games" / "a.jsonl", over, {"yellow": "Mia"})
    library = Library(tmp_path / "games")
    library.refresh()
    scores = Scores.of(library)
    assert (scores.page, len(scores.games), len(scores.halls)) == (ScorePage.GAME, 1, 1)
    assert any(one.wins for one in scores.hall.people)
    short = play_through(agreed("schmidt-2016"), Random(4), plies=8)
    write_game(tmp_path / "games" / "b.jsonl", short, {}, NOON + timedelta(hours=1))
    library.refresh()
    assert Scores.of(library).page is ScorePage.EVENING, "the newest game is not over"
    write_game(tmp_path / "games" / "c.jsonl", short, {}, NOON + timedelta(days=1))
    library.refresh()
    assert Scores.of(library).page is ScorePage.HALL, "nothing is over this evening"
    library.close()
