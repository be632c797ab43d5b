"""Sample scenes of the score and the library. See `companion.app.screenshots`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from calibration.profile import BoardProfile
from companion.evening.score import Scores
from companion.evening.score_scenes import score_scene
from companion.library.hall import Best, Famous, Feat, Hall
from companion.library.shelf import Page, Shelf
from companion.library.summary import Result, Seat, Summary
from companion.library_scenes import library_scene
from companion.scene import Scene
from companion.words import Language
from companion.words.library import Filter, ScorePage

_NAMES = {"yellow": "Mia", "green": "Oma", "red": "Papa", "black": "Tom"}
_EVENING = (("green", "yellow", "red", "black"), ("yellow", "green", "red", "black"), ("green", "yellow", "black", "red"))
_LAST = ("green", "red", "yellow", "black")
_BEGUN = datetime.fromisoformat("2026-02-03T18:30:00+01:00")
_FIGURES = ((0, 0, 7, 4, 3, 11), (1, 0, 5, 6, 2, 18), (2, 0, 4, 5, 2, 9), (3, 37, 3, 4, 1, 26))
"""Of the first, second … in a game: fields left (unless home), nothing, captures made and suffered, row of sixes, waited."""


def score_samples(board: BoardProfile, language: Language, night: bool = False) -> dict[str, Scene]:
    """Every sample by its name."""
    games = tuple(_game(number, places) for number, places in enumerate((*_EVENING, _LAST)))
    scores = Scores(games, (_hall(), replace(_hall(), rules="schmidt-family")))
    pages = {f"score_{page}": score_scene(replace(scores, page=page), board, language) for page in ScorePage}
    shelf = _shelf(games)
    pages["evening"] = pages.pop("score_evening")
    pages |= {
        "library": library_scene(shelf, board, language),
        "library_filtered": library_scene(replace(shelf, chosen={Filter.PLAYER: "oma", Filter.RESULT: "won"}), board, language),
        "library_players": library_scene(replace(shelf, page=Page.FILTER), board, language),
        "library_results": library_scene(
            replace(shelf, page=Page.FILTER, filter=Filter.RESULT, chosen={Filter.PLAYER: "oma"}), board, language
        ),
        "library_game": library_scene(replace(shelf, page=Page.GAME, file=games[-1].file), board, language),
        "library_delete": library_scene(replace(shelf, page=Page.DELETE, file=games[-1].file), board, language),
        "library_broken": library_scene(replace(shelf, page=Page.GAME, file="broken.jsonl"), board, language),
    }
    return {name: replace(scene, night=night) for name, scene in pages.items()}


def _game(number: int, places: Sequence[str], rules: str = "schmidt-2016", result: Result = Result.FINISHED) -> Summary:
    begun = (_BEGUN + timedelta(minutes=50 * number)).isoformat()
    return Summary(f"{number}.jsonl", begun, 2460.0, "schmidt-4", rules, result, 220, 180, _seats(places, result))


def _seats(places: Sequence[str], result: Result) -> tuple[Seat, ...]:
    over = result is Result.FINISHED
    return tuple(_seat(color, number, over) for number, color in enumerate(places))


def _seat(color: str, number: int, over: bool) -> Seat:
    _, left, made, suffered, row, waited = _FIGURES[number]
    home = over and number < 3
    return Seat(
        color=color,
        name=_NAMES[color],
        place=number + 1 if home else None,
        won=over and number == 0,
        throws=(9,) * 6,
        luck=0.0,
        moves=40,
        captures=made,
        captured=suffered,
        move_s=120.0,
        timed=40,
        home=4 if home else 2,
        left=left,
        row=row,
        waited=waited,
        thrown=55,
        points=3 - number if over else 0,
    )


def _hall() -> Hall:
    people = (
        Famous("Oma", "green", 31, 12, 55, 41, 120, 96, 4, 22),
        Famous("Mia", "yellow", 34, 11, 54, 47, 133, 140, 5, 38),
        Famous("Papa", "red", 22, 4, 27, 52, 81, 77, 3, 19),
        Famous("Tom", "black", 19, 3, 20, 58, 60, 81, 3, 41),
        Famous("", "blue", 2, 1, 4, 63, 9, 8, 2, 12),
    )
    best = (
        Best(Feat.QUICKEST, 41, "Oma", "green", "0.jsonl", ""),
        Best(Feat.CAPTURES, 11, "Papa", "red", "1.jsonl", ""),
        Best(Feat.ROW, 5, "Mia", "yellow", "2.jsonl", ""),
        Best(Feat.PATIENCE, 41, "Tom", "black", "3.jsonl", ""),
    )
    return Hall(None, people, best, ("schmidt-family", "schmidt-2016"))


def _shelf(games: tuple[Summary, ...]) -> Shelf:
    broken = Summary("broken.jsonl", "", 0.0, "", "", Result.UNREADABLE, 0, 0, (), "line 4")
    others = (_game(40, _LAST, "schmidt-family", Result.UNFINISHED), *reversed(games), broken)
    return Shelf(others, date(2026, 2, 4))
