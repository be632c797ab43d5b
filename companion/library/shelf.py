"""The list of all games, to be gone through by touch. Frozen; every touch gives the next value, nothing is drawn or done here.

page      what is touched                        leads to
────────  ─────────────────────────────────────  ──────────────────────────────────────────────────
list      a filter                               its answers
          "newer", "older"                       other games
          a game                                 that game
filter    an answer                              the list, of the games for which it holds
          "more"                                 further answers
game      "watch"                                wants `Open`: the caller shows it
          "delete"                               the question
delete    "delete_now"                           wants `Delete`: the caller deletes it and says how it went
          "keep"                                 the game
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import StrEnum

from companion.library.summary import Result, Seat, Summary
from companion.library.tables import folded
from companion.words.library import Filter, Outcome, Period

ROWS = 4
"""Games on a page: as many as have room on the smallest screen."""
ANSWERS = 6
"""Cards on a page of answers."""
ANY = "any"


class Page(StrEnum):
    """What is shown."""

    LIST = "list"
    FILTER = "filter"
    GAME = "game"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class Open:
    """Somebody wants to look at that game."""

    file: str


@dataclass(frozen=True, slots=True)
class Delete:
    """Somebody was asked, and wants that game to be gone."""

    file: str


@dataclass(frozen=True)
class Shelf:
    """`games` newest first, as the library lists them. `chosen`: the answers by filter, those left out are open.

    `first`: number of the first game on the page, among those found; `wants`: what the caller should do, then forget.
    """

    games: tuple[Summary, ...]
    today: date
    chosen: Mapping[Filter, str] = field(default_factory=dict)
    page: Page = Page.LIST
    filter: Filter = Filter.PLAYER
    first: int = 0
    answers: int = 0
    """Number of the first answer on the page."""
    file: str | None = None
    kept: bool = False
    """The game could not be deleted."""
    wants: Open | Delete | None = None

    @property
    def found(self) -> tuple[Summary, ...]:
        """The games for which every chosen answer holds."""
        asked = [_HOLDS[by](answer, self) for by, answer in self.chosen.items()]
        return tuple(game for game in self.games if all(holds(game) for holds in asked))

    @property
    def game(self) -> Summary | None:
        """The game that is looked at."""
        return next((game for game in self.games if game.file == self.file), None)


def shelf_picked(shelf: Shelf, answer: str) -> Shelf:
    """The next value after that answer; what does not stand on the page changes nothing."""
    kind, _, value = answer.partition(":")
    shelf = replace(shelf, wants=None)
    match shelf.page:
        case Page.LIST:
            return _listed(shelf, kind, value)
        case Page.FILTER:
            return _filtered(shelf, kind, value)
        case Page.GAME:
            return _looked_at(shelf, kind)
    return _deleting(shelf, kind)


def without(shelf: Shelf, file: str) -> Shelf:
    """The list once that game is gone."""
    games = tuple(game for game in shelf.games if game.file != file)
    left = replace(shelf, games=games, page=Page.LIST, file=None, wants=None)
    last = max(0, len(left.found) - 1)
    return replace(left, first=min(shelf.first, last - last % ROWS))


def not_deleted(shelf: Shelf) -> Shelf:
    """It is still there: that is said."""
    return replace(shelf, page=Page.GAME, kept=True, wants=None)


def people(games: Sequence[Summary]) -> tuple[Seat, ...]:
    """Everybody who played, as in their last game: whoever has a name first, then most games first."""
    last: dict[str, Seat] = {}
    count: dict[str, int] = {}
    for game in games:
        for key in {_key(seat): seat for seat in game.seats}:
            count[key] = count.get(key, 0) + 1
        for seat in game.seats:
            last.setdefault(_key(seat), seat)
    return tuple(last[key] for key in sorted(last, key=lambda key: (not last[key].name, -count[key], key)))


def answers_to(shelf: Shelf) -> tuple[str, ...]:
    """The answers of the filter that is open, beginning with `ANY`; only those that some game has."""
    if shelf.filter is Filter.PLAYER:
        return (ANY, *(_key(seat) for seat in people(shelf.games)))
    if shelf.filter is Filter.RULES:
        played = [game.rules for game in shelf.games if game.rules]
        return (ANY, *sorted(set(played), key=lambda rules: (-played.count(rules), rules)))
    if shelf.filter is Filter.PERIOD:
        return (ANY, *(period for period in Period if any(map(_in_period(period, shelf), shelf.games))))
    outcomes = [outcome for outcome in Outcome if outcome not in _OF_PLAYER or Filter.PLAYER in shelf.chosen]
    return (ANY, *(outcome for outcome in outcomes if any(map(_with_outcome(outcome, shelf), shelf.games))))


def _listed(shelf: Shelf, kind: str, value: str) -> Shelf:
    if kind == "filter" and value in [*Filter]:
        return replace(shelf, page=Page.FILTER, filter=Filter(value), answers=0)
    if kind == "newer":
        return replace(shelf, first=max(0, shelf.first - ROWS))
    if kind == "older" and shelf.first + ROWS < len(shelf.found):
        return replace(shelf, first=shelf.first + ROWS)
    if kind == "game" and any(game.file == value for game in shelf.games):
        return replace(shelf, page=Page.GAME, file=value, kept=False)
    return shelf


def _filtered(shelf: Shelf, kind: str, value: str) -> Shelf:
    if kind == "more":
        return replace(shelf, answers=(shelf.answers + ANSWERS) if shelf.answers + ANSWERS < len(answers_to(shelf)) else 0)
    if kind == "back":
        return replace(shelf, page=Page.LIST)
    if kind != "answer" or value not in answers_to(shelf):
        return shelf
    chosen = {by: held for by, held in shelf.chosen.items() if by is not shelf.filter}
    if value != ANY:
        chosen[shelf.filter] = value
    if Filter.PLAYER not in chosen and chosen.get(Filter.RESULT) in _OF_PLAYER:
        del chosen[Filter.RESULT]  # whose result?
    return replace(shelf, page=Page.LIST, chosen=chosen, first=0)


def _looked_at(shelf: Shelf, kind: str) -> Shelf:
    game = shelf.game
    if kind == "back" or game is None:
        return replace(shelf, page=Page.LIST, file=None)
    if kind == "watch" and game.result is not Result.UNREADABLE:
        return replace(shelf, wants=Open(game.file))
    return replace(shelf, page=Page.DELETE) if kind == "delete" else shelf


def _deleting(shelf: Shelf, kind: str) -> Shelf:
    if kind == "delete_now" and shelf.file is not None:
        return replace(shelf, wants=Delete(shelf.file))
    return replace(shelf, page=Page.GAME) if kind in ("keep", "back") else shelf


# ---- which games ----

Holds = Callable[[Summary], bool]
_OF_PLAYER = (Outcome.WON, Outcome.LOST)


def _key(seat: Seat) -> str:
    return folded(seat.name or seat.color)


def _of_player(player: str, _: Shelf) -> Holds:
    return lambda game: any(_key(seat) == player for seat in game.seats)


def _by_rules(rules: str, _: Shelf) -> Holds:
    return lambda game: game.rules == rules


def _in_period(period: str, shelf: Shelf) -> Holds:
    today = shelf.today
    begins = {
        Period.TODAY: today,
        Period.WEEK: today - timedelta(days=today.weekday()),
        Period.MONTH: today.replace(day=1),
        Period.YEAR: today.replace(month=1, day=1),
    }
    if period == Period.BEFORE:
        return lambda game: "" < game.begun[:10] < begins[Period.YEAR].isoformat()
    first = begins[Period(period)].isoformat()
    return lambda game: game.begun[:10] >= first


def _with_outcome(outcome: str, shelf: Shelf) -> Holds:
    if outcome in _OF_PLAYER:
        player, won = shelf.chosen.get(Filter.PLAYER, ""), outcome == Outcome.WON
        return lambda game: (
            game.result is Result.FINISHED
            and any(_key(seat) == player for seat in game.seats)
            and won == any(seat.won for seat in game.seats if _key(seat) == player)
        )
    return lambda game: game.result == outcome


_HOLDS: Mapping[Filter, Callable[[str, Shelf], Holds]] = {
    Filter.PLAYER: _of_player,
    Filter.PERIOD: _in_period,
    Filter.RULES: _by_rules,
    Filter.RESULT: _with_outcome,
}
