"""The screens of the score: this game, the evening, its figures, the hall of fame."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from calibration.profile import BoardProfile
from companion.evening.score import Scores, Total, totals
from companion.library.hall import Best, Famous, Hall
from companion.library.summary import OWN_RULES, Summary
from companion.library.tables import folded
from companion.scene import (
    Mode,
    Scene,
    SceneButton,
    SceneChoice,
    SceneFame,
    SceneFigures,
    ScenePlayer,
    SceneScore,
    SceneTable,
)
from companion.wish import Pick, ShowGames
from companion.words import Label, Language, color_name, label, lines
from companion.words.evening import RuleCard, Rules
from companion.words.library import (
    AllGames,
    Any,
    Feat,
    Figure,
    Figures,
    Filter,
    NothingYet,
    OwnRules,
    ScorePage,
    ScoreTab,
    ScoreTitle,
    Wins,
)
from companion.words.messages import Message

MOST_PLAYERS = 6
MOST_FAMOUS = 5
ICONS: Mapping[Figure, str] = {
    Figure.HOME: "home",
    Figure.LEFT: "count",
    Figure.MADE: "capture",
    Figure.SUFFERED: "take_back",
    Figure.ROW: "enter_six",
    Figure.WAITED: "throw",
}


def score_scene(scores: Scores, board: BoardProfile, language: Language) -> Scene:
    """What to show now. "Back" leaves, "another game" begins one, "all games" leads to the list; the rest is `score_picked`'s."""
    scene = _PAGES[scores.page](scores, board, language)
    tabs = tuple(_tab(page, scores, language) for page in scores.pages)
    return replace(scene, tabs=tabs if len(tabs) > 1 else ())


def _tab(page: ScorePage, scores: Scores, language: Language) -> SceneChoice:
    answer = f"tab:{page}"
    return SceneChoice(answer, _said(language, ScoreTab(page)), chosen=page is scores.page, wish=Pick(answer))


def figures_table(game: Summary, language: Language) -> SceneTable:
    """The figures of one game, a column for each colour, by their places."""
    seats = sorted(game.seats, key=lambda seat: (seat.place or MOST_PLAYERS + 1, seat.left))[:MOST_PLAYERS]
    players = tuple(
        ScenePlayer(seat.color, seat.name or color_name(language, seat.color), seat.home, seat.place) for seat in seats
    )
    values = {
        Figure.HOME: [seat.home for seat in seats],
        Figure.LEFT: [seat.left for seat in seats],
        Figure.MADE: [seat.captures for seat in seats],
        Figure.SUFFERED: [seat.captured for seat in seats],
        Figure.ROW: [seat.row for seat in seats],
        Figure.WAITED: [seat.waited for seat in seats],
    }
    return SceneTable(players, _rows(values, language))


def _evening_table(people: Sequence[Total], language: Language) -> SceneTable:
    players = tuple(ScenePlayer(one.color, one.name or color_name(language, one.color)) for one in people)
    values = {
        Figure.HOME: [one.home for one in people],
        Figure.LEFT: [one.left for one in people],
        Figure.MADE: [one.made for one in people],
        Figure.SUFFERED: [one.suffered for one in people],
        Figure.ROW: [one.row for one in people],
        Figure.WAITED: [one.waited for one in people],
    }
    return SceneTable(players, _rows(values, language))


def _rows(values: Mapping[Figure, Sequence[int]], language: Language) -> tuple[SceneFigures, ...]:
    return tuple(
        SceneFigures(ICONS[figure], _said(language, Figures(figure)), tuple(map(str, row))) for figure, row in values.items()
    )


def _game(scores: Scores, board: BoardProfile, language: Language) -> Scene:
    scene = _scene(scores, board, language, Mode.FIGURES)
    return replace(scene, table=figures_table(scores.games[-1], language)) if scores.games else scene


def _figures(scores: Scores, board: BoardProfile, language: Language) -> Scene:
    people = totals(scores.games)[:MOST_PLAYERS]
    return replace(_scene(scores, board, language, Mode.FIGURES), table=_evening_table(people, language))


def _evening(scores: Scores, board: BoardProfile, language: Language) -> Scene:
    rows = tuple(
        SceneScore(one.color, one.name or color_name(language, one.color), one.places, one.points)
        for one in totals(scores.games)[:MOST_PLAYERS]
    )
    return replace(_scene(scores, board, language, Mode.EVENING), scores=rows)


def _hall(scores: Scores, board: BoardProfile, language: Language) -> Scene:
    hall = scores.hall
    scene = _scene(scores, board, language, Mode.HALL)
    fame = tuple(_fame(one, hall, language) for one in hall.people[:MOST_FAMOUS])
    new, back, games = scene.buttons
    rules = SceneButton("rules", rules_words(hall.rules, language), "settings", wish=Pick("rules"))
    # There is room for three: all games are on the other pages as well.
    buttons = (new, rules, back) if len(scores.halls) > 1 else (new, back, games)
    return replace(scene, fame=fame, buttons=buttons, sentence="" if fame else _said(language, NothingYet()))


def _fame(one: Famous, hall: Hall, language: Language) -> SceneFame:
    feats = [best for best in hall.best if _is(best, one)]
    feat = _said(language, Feat(str(feats[0].feat), feats[0].value)) if feats else ""
    return SceneFame(one.color, one.name or color_name(language, one.color), one.wins, _said(language, Wins(one.games)), feat)


def _is(best: Best, one: Famous) -> bool:
    return folded(best.name or best.color) == folded(one.name or one.color)


def rules_words(rules: str | None, language: Language) -> str:
    """What rules are called on the screen: by the name of their card, where they have one."""
    if rules is None:
        return _said(language, Any(Filter.RULES))
    return _said(language, OwnRules() if rules == OWN_RULES or rules not in [*RuleCard] else Rules(RuleCard(rules)))


def _scene(scores: Scores, board: BoardProfile, language: Language, mode: Mode) -> Scene:
    buttons = (
        SceneButton("new", label(language, Label.NEW_GAME), "again", main=True),
        SceneButton("back", label(language, Label.BACK)),
        SceneButton("games", _said(language, AllGames()), wish=ShowGames()),
    )
    return Scene(board, mode, (), title=_said(language, ScoreTitle(scores.page)), buttons=buttons)


def _said(language: Language, message: Message) -> str:
    return lines(language, message).title


_PAGES: Mapping[ScorePage, Callable[[Scores, BoardProfile, Language], Scene]] = {
    ScorePage.GAME: _game,
    ScorePage.EVENING: _evening,
    ScorePage.FIGURES: _figures,
    ScorePage.HALL: _hall,
}
