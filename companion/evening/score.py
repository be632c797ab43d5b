"""The score: of the game that is just over, of the evening, and for ever. Frozen; every touch gives the next value.

An evening's points: one for every side that came in behind, in every game (`companion.library.summary.Seat.points`). Whoever
plays two colours is one person and gets the points of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from companion.library.games import Library
from companion.library.hall import Hall
from companion.library.summary import Result, Seat, Summary
from companion.library.tables import folded
from companion.words.library import ScorePage

BREAK_S = 5 * 3600.0
"""Between the end of a game and the beginning of the next one: longer, and it is another evening."""

MOST = 40
"""Games of an evening; nobody has played more."""


@dataclass(frozen=True)
class Scores:
    """What can be shown: `games` of the evening that are over, oldest first; `halls`: of all rules, then of each rule set."""

    games: tuple[Summary, ...]
    halls: tuple[Hall, ...]
    page: ScorePage = ScorePage.GAME
    at: int = 0
    """Which hall."""

    @staticmethod
    def of(library: Library) -> Scores:
        """As the library has it; opens on the game that is just over, else on the evening. Raises `DeviceError`."""
        games = library.games(most=MOST)
        hall = library.hall()
        evening = evening_of(games)
        just_over = bool(evening) and games[0].file == evening[-1].file
        page = ScorePage.GAME if just_over else ScorePage.EVENING if evening else ScorePage.HALL
        return Scores(evening, (hall, *(library.hall(rules) for rules in hall.known if len(hall.known) > 1)), page)

    @property
    def hall(self) -> Hall:
        """The one that is shown."""
        return self.halls[self.at]

    @property
    def pages(self) -> tuple[ScorePage, ...]:
        """Those that have something to show."""
        return tuple(page for page in ScorePage if page is ScorePage.HALL or self.games)


def score_picked(scores: Scores, answer: str) -> Scores:
    """The next value after that answer; what does not stand on the page changes nothing."""
    kind, _, value = answer.partition(":")
    if kind == "tab" and value in scores.pages:
        return replace(scores, page=ScorePage(value))
    if kind == "rules" and scores.page is ScorePage.HALL:
        return replace(scores, at=(scores.at + 1) % len(scores.halls))
    return scores


def evening_of(games: Sequence[Summary]) -> tuple[Summary, ...]:
    """The games that are over of the evening the newest game belongs to, oldest first; `games` newest first, as listed."""
    readable = [game for game in games if game.begun]
    evening = readable[:1]
    for later, earlier in pairwise(readable):
        if not _same_evening(earlier, later):
            break
        evening.append(earlier)
    return tuple(game for game in reversed(evening) if game.result is Result.FINISHED)


def _same_evening(earlier: Summary, later: Summary) -> bool:
    try:
        ended = datetime.fromisoformat(earlier.begun) + timedelta(seconds=earlier.seconds)
        return (datetime.fromisoformat(later.begun) - ended).total_seconds() < BREAK_S
    except (ValueError, TypeError, OverflowError):
        return False  # what a foreign record says is no time


@dataclass(frozen=True, slots=True)
class Total:
    """A person's figures over some games; `color` and `name` as in the last one, `places`: None where they did not play."""

    color: str
    name: str
    places: tuple[int | None, ...]
    points: int
    home: int
    left: int
    made: int
    suffered: int
    row: int
    waited: int


def totals(games: Sequence[Summary]) -> tuple[Total, ...]:
    """Everybody's figures, most points first."""
    people = dict.fromkeys(_key(seat) for game in games for seat in game.seats)
    found = (_total(games, [_of(game, person) for game in games]) for person in people)
    return tuple(sorted(found, key=lambda total: -total.points))


def _key(seat: Seat) -> str:
    return folded(seat.name or seat.color)


def _of(game: Summary, person: str) -> tuple[Seat, ...]:
    return tuple(seat for seat in game.seats if _key(seat) == person)


def _total(games: Sequence[Summary], played: Sequence[tuple[Seat, ...]]) -> Total:
    seats = [seat for of_game in played for seat in of_game]
    return Total(
        color=seats[-1].color,
        name=seats[-1].name,
        places=tuple(_place(game, of_game) for game, of_game in zip(games, played, strict=True)),
        points=sum(max((seat.points for seat in of_game), default=0) for of_game in played),
        home=sum(seat.home for seat in seats),
        left=sum(seat.left for seat in seats),
        made=sum(seat.captures for seat in seats),
        suffered=sum(seat.captured for seat in seats),
        row=max(seat.row for seat in seats),
        waited=sum(seat.waited for seat in seats),
    )


def _place(game: Summary, seats: tuple[Seat, ...]) -> int | None:
    """The place in a game: whoever is the last on the way came in last."""
    if not seats:
        return None
    if placed := [seat.place for seat in seats if seat.place is not None]:
        return min(placed)
    return max(_places(game.seats), default=0) + 1


def _places(seats: Iterable[Seat]) -> list[int]:
    return [seat.place for seat in seats if seat.place is not None]
