"""The words of `library`: short, for they stand on cards and in tables."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import library as x
from companion.words.catalogue import N_, NN_, Catalogue, Plural
from companion.words.language import Lines, Table

_TITLES: Mapping[x.ScorePage, str] = {
    x.ScorePage.GAME: N_("This game"),
    x.ScorePage.EVENING: N_("Our evening"),
    x.ScorePage.FIGURES: N_("The evening's numbers"),
    x.ScorePage.HALL: N_("Hall of fame"),
}
_FIGURES: Mapping[x.Figure, str] = {
    x.Figure.HOME: N_("Pieces home"),
    x.Figure.LEFT: N_("Fields still to go"),
    x.Figure.MADE: N_("Has captured"),
    x.Figure.SUFFERED: N_("Was captured"),
    x.Figure.ROW: N_("Sixes in a row"),
    x.Figure.WAITED: N_("Waited for a six"),
}
_FEATS: Mapping[str, Plural] = {
    "quickest": NN_("Quickest win: one throw", "Quickest win: {digits} throws"),
    "captures": NN_("One capture in a game", "{digits} captures in a game"),
    "row": NN_("One six in a row", "{digits} sixes in a row"),
    "patience": NN_("Waited once for a six", "Waited {digits} times for a six"),
}
_WHICH: Mapping[x.Filter, str] = {
    x.Filter.PLAYER: N_("Whose games?"),
    x.Filter.PERIOD: N_("Games of when?"),
    x.Filter.RULES: N_("By which rules?"),
    x.Filter.RESULT: N_("How did they end?"),
}
_ANY: Mapping[x.Filter, str] = {
    x.Filter.PLAYER: N_("All players"),
    x.Filter.PERIOD: N_("Any time"),
    x.Filter.RULES: N_("All rules"),
    x.Filter.RESULT: N_("All results"),
}
_PERIODS: Mapping[x.Period, str] = {
    x.Period.TODAY: N_("Today"),
    x.Period.WEEK: N_("This week"),
    x.Period.MONTH: N_("This month"),
    x.Period.YEAR: N_("This year"),
    x.Period.BEFORE: N_("Before this year"),
}
_OUTCOMES: Mapping[x.Outcome, str] = {
    x.Outcome.FINISHED: N_("Played to the end"),
    x.Outcome.UNFINISHED: N_("Not finished"),
    x.Outcome.UNREADABLE: N_("Cannot be read"),
    x.Outcome.WON: N_("{name} won"),
    x.Outcome.LOST: N_("{name} did not win"),
}
_DEEDS: Mapping[x.Deed, str] = {
    x.Deed.WATCH: N_("Watch"),
    x.Deed.DELETE: N_("Delete"),
    x.Deed.KEEP: N_("Keep"),
    x.Deed.DELETE_NOW: N_("Delete for good"),
}


def add_library(t: Table) -> None:
    """Adds them."""
    c = t.catalogue
    t.add(x.ScoreTitle, lambda m: Lines(c.text(_TITLES[m.page])))
    t.add(x.ScoreTab, lambda m: Lines(_tab(c, m.page)))
    t.add(x.Figures, lambda m: Lines(c.text(_FIGURES[m.figure])))
    t.always(x.NothingYet, N_("No game is over yet."))
    t.add(x.Wins, lambda m: Lines(c.plural(NN_("of one game", "of {digits} games"), m.games, digits=str(m.games))))
    t.add(x.Feat, lambda m: Lines(c.plural(_FEATS[m.feat], m.value, digits=str(m.value))))
    t.always(x.AllGames, N_("All games"))
    t.add(x.GamesFound, lambda m: _found(c, m))
    t.add(x.Turn, lambda m: Lines(_turn(c, m.side)))
    t.add(x.Which, lambda m: Lines(c.text(_WHICH[m.filter])))
    t.add(x.Any, lambda m: Lines(c.text(_ANY[m.filter])))
    t.add(x.When, lambda m: Lines(c.text(_PERIODS[m.period])))
    t.add(x.Ended, lambda m: Lines(c.text(_OUTCOMES[m.outcome], name=m.name)))
    t.always(x.OwnRules, N_("Own rules"))
    t.add(x.Lasted, lambda m: Lines(c.plural(NN_("one minute", "{digits} minutes"), m.minutes, digits=str(m.minutes))))
    t.add(x.Do, lambda m: Lines(c.text(_DEEDS[m.deed])))
    t.always(x.ReallyDelete, N_("Delete this game?"), N_("Then it is gone for good."))
    t.always(x.NotDeleted, N_("I could not delete it."), N_("Perhaps it is being played."))
    t.always(x.CannotBeRead, N_("I can't read this game."), N_("Its file is damaged."))


def _tab(c: Catalogue, page: x.ScorePage) -> str:
    match page:
        case x.ScorePage.GAME:
            return c.about("tab of the score", "Game")
        case x.ScorePage.EVENING:
            return c.about("tab of the score", "Evening")
        case x.ScorePage.FIGURES:
            return c.about("tab of the score", "Numbers")
    return c.about("tab of the score", "Ever")


def _turn(c: Catalogue, side: x.Side) -> str:
    match side:
        case x.Side.NEWER:
            return c.about("games of a list", "Newer")
        case x.Side.OLDER:
            return c.about("games of a list", "Older")
    return c.about("answers of a list", "More")


def _found(c: Catalogue, found: x.GamesFound) -> Lines:
    if not found.count:
        return Lines(c.text("No such game."))
    games = c.plural(NN_("one game", "{digits} games"), found.count, digits=str(found.count))
    if found.pages == 1:
        return Lines(games)
    return Lines(c.text("{games}, page {page} of {pages}", games=games, page=str(found.page), pages=str(found.pages)))
