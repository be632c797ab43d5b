"""When people are people: every row of the table in `companion.people`, played over a reader that errs, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from companion.belief.arrangement import changed
from companion.events import Event
from companion.people import ROWS, Doing
from companion.places import HOME
from companion.referee import Refusal
from companion.rules import Color, Position
from companion.scene import MarkKind, Scene
from companion.wish import GoOn
from companion.words import Language, lines
from hardware.ports import ThrowReport
from tests.fake_table import Confusion, Player, schmidt, schmidt_game

YELLOW, RED = Color("yellow"), Color("red")
Places = Mapping[str, list[int]]
BEFORE: Places = {"yellow": [-1, -1, 3, 11], "green": [-1, -1, 17, 40], "red": [-1, -1, 14, 36], "black": [-1, -1, 3, 32]}
MOVED: Places = {**BEFORE, "yellow": [-1, -1, 7, 11]}
PREY: Places = {**BEFORE, "green": [-1, -1, 37, 40]}
"""Green stands four fields before yellow's piece."""
TAKEN: Places = {**PREY, "yellow": [-1, -1, 7, 11], "green": [-1, -1, -1, 40]}
START: Places = {color: [-1, -1, -1, 0] for color in BEFORE}
HOUR_S = 3600.0


class Table(Player):
    """What people do at a live table, and what they then see and hear."""

    def __init__(self, places: Places = BEFORE, language: Language = Language.ENGLISH, throw: int | None = 4) -> None:
        game = schmidt_game()
        position = Position.of(game, {Color(color): row for color, row in places.items()})
        reader = Confusion(Random(3), sure_by=9.0, noise=0.8)
        super().__init__(game, "yellow", schmidt(), reader, position, one_at_a_time=True, language=language)
        self.refused: Refusal | None = None
        self.happens(2, throw)

    def happens(self, frames: int = 5, *throws: int | None) -> tuple[Event, ...]:
        """So many pictures; the throws come with the first."""
        told = tuple(ThrowReport(value, "camera", self.time_s) for value in throws if value is not None)
        seen: list[Event] = []
        for _ in range(frames):
            result = self.step(told)
            self.refused = result.refused or self.refused
            seen += [entry.event for entry in result.events]
            told = ()
        return tuple(seen)

    def hands(self, places: Places | None = None, frames: int = 2) -> tuple[Event, ...]:
        """Hands come, put the pieces there, and go."""
        self.table.clear = False
        seen = self.happens(frames)
        if places is not None:
            self.put_places({color: list(row) for color, row in places.items()})
        self.table.clear = True
        return seen

    def until(self, seconds: float, places: Places | None = None) -> tuple[Event, ...]:
        """Hands do something, then nothing happens for so long."""
        return (*self.hands(places), *self.happens(round(seconds / 0.2)))


Did = tuple[Table, tuple[Event, ...], Callable[[Table], tuple[Event, ...]]]
"""The table after what people did, what was recorded of it, and how the game goes on."""


def _then(places: Places, *throws: int) -> Callable[[Table], tuple[Event, ...]]:
    return lambda at: (*at.hands(places), *at.happens(8, *throws))


def _move_first(language: Language) -> Did:
    at = Table(language=language, throw=None)
    return at, at.until(1.0, MOVED), lambda at: at.happens(3, 4)


def _throw_twice(language: Language) -> Did:
    at = Table(language=language)
    return at, at.happens(3, 2), _then(MOVED)


def _two_throws(language: Language) -> Did:
    at = Table(language=language, throw=None)
    return at, at.happens(3, 4, 2), _then(MOVED)


def _take_back(language: Language) -> Did:
    at = Table(language=language)
    at.until(1.0, MOVED)
    return at, at.until(1.0, BEFORE), _then(MOVED)


def _take_several_back(language: Language) -> Did:
    at = Table(language=language)
    at.until(1.0, MOVED)
    at.happens(2, 2)
    at.until(1.0, {**MOVED, "green": [-1, -1, 19, 40]})
    at.happens(2, 3)
    at.until(1.0, {**MOVED, "green": [-1, -1, 19, 40], "red": [-1, -1, 17, 36]})
    return at, at.until(1.0, BEFORE), _then(MOVED)


def _neighbour(language: Language) -> Did:
    at = Table(language=language)
    return at, at.until(1.0, {**BEFORE, "green": [-1, -1, 21, 40]}), _then(BEFORE)


def _gone(language: Language, seconds: float, *colors: str, then: Places = BEFORE) -> Did:
    """The third piece of each of these colours lies about."""
    at = Table(language=language)
    left = {color: [p for n, p in enumerate(row) if color not in colors or n != 2] for color, row in BEFORE.items()}
    return at, at.until(seconds, left), _then(then)


def _wrong_house(language: Language) -> Did:
    at = Table(language=language)
    seen = at.hands()
    at.table.arrangement = next(
        arrangement
        for spot in at.table.places.house(RED)
        for arrangement in (changed(at.table.arrangement, [(YELLOW, 3)], [(YELLOW, spot)]),)
        if at.table.pieces_seen(arrangement) == len(arrangement)
    )
    return at, (*seen, *at.happens(8)), _then(BEFORE)


def _laid_aside(language: Language) -> Did:
    at = Table(PREY, language)
    return at, at.until(5.0, {**TAKEN, "green": [-1, -1, 40]}), _then(TAKEN)


def _thrown_while_aside(language: Language) -> Did:
    at = Table(PREY, language)
    return at, (*at.until(1.0, {**TAKEN, "green": [-1, -1, 40]}), *at.happens(2, 2)), _then(TAKEN)


def _both_hands(language: Language) -> Did:
    at = Table(language=language)
    at.table.clear = False
    at.put_places({color: [] for color in BEFORE})
    return at, at.happens(25), _then(MOVED)


def _untouched(language: Language) -> Did:
    at = Table(language=language)
    seen = at.happens(3)
    at.time_s += HOUR_S
    return at, (*seen, *at.happens(10)), _then(MOVED)


def _tidied_away(language: Language) -> Did:
    at = Table(language=language)
    seen = at.until(5.0, {color: [] for color in BEFORE})
    at.time_s += HOUR_S
    return at, (*seen, *at.happens(10)), _set_up


def _packed(language: Language) -> Did:
    """One after the other, the hand away between them as long as it takes to reach for the next."""
    at = Table(language=language)
    seen: tuple[Event, ...] = ()
    pieces = {color: list(row) for color, row in BEFORE.items()}
    for color, row in pieces.items():
        for number, place in enumerate(row):
            if place >= 0:
                pieces[color][number] = -1
                seen += at.until(1.2, pieces)
    return at, (*seen, *at.happens(20)), _set_up


def _set_up(at: Table) -> tuple[Event, ...]:
    """One piece after the other comes back to where it stood."""
    seen: tuple[Event, ...] = ()
    pieces: dict[str, list[int]] = {color: [] for color in BEFORE}
    for color, row in BEFORE.items():
        for place in row:
            pieces[color].append(place)
            seen += at.until(1.2, pieces)
    return (*seen, *at.happens(5))


def _die_in_break(language: Language) -> Did:
    at, seen, back = _tidied_away(language)
    return at, (*seen, *at.happens(4, 6)), back


def _set_up_anew(language: Language) -> Did:
    at = Table(language=language)
    return at, at.until(8.0, START), _then(BEFORE)


def _board_turned(language: Language) -> Did:
    at = Table(language=language)
    at.table.there = False
    seen = at.happens(12)

    def found(at: Table) -> tuple[Event, ...]:
        at.table.there = True
        return (*at.happens(4), *at.until(1.0, MOVED))

    return at, seen, found


def _button(language: Language) -> Did:
    """A red button stands for the yellow piece: held for right once, then moved like any other."""
    at = Table(language=language, throw=None)
    seen = at.hands()
    looks = {**BEFORE, "yellow": [-1, -1, 11], "red": [-1, -1, 14, 36, 23]}
    at.put_places({color: list(row) for color, row in looks.items()})
    at.step(wishes=(GoOn(),))
    at.happens(2, 4)
    return at, (*seen, *at.happens(60)), _then({**looks, "red": [-1, -1, 14, 36, 27]})


PLAYED: Mapping[Doing, Callable[[Language], Did]] = {
    Doing.MOVE_FIRST: _move_first,
    Doing.THROW_TWICE: _throw_twice,
    Doing.TWO_THROWS: _two_throws,
    Doing.TAKE_BACK: _take_back,
    Doing.TAKE_SEVERAL_BACK: _take_several_back,
    Doing.NEIGHBOUR: _neighbour,
    Doing.KNOCKED_OVER: lambda language: _gone(language, 5.0, "green"),
    Doing.TWO_KNOCKED_OVER: lambda language: _gone(language, 5.0, "green", "black"),
    Doing.OWN_KNOCKED_OVER: lambda language: _gone(language, 12.0, "yellow"),
    Doing.OFF_BOARD: lambda language: _gone(language, 5.0, "red"),
    Doing.WRONG_HOUSE: _wrong_house,
    Doing.LAID_ASIDE: _laid_aside,
    Doing.THROWN_WHILE_ASIDE: _thrown_while_aside,
    Doing.BOTH_HANDS: _both_hands,
    Doing.UNTOUCHED: _untouched,
    Doing.TIDIED_AWAY: _tidied_away,
    Doing.PACKED: _packed,
    Doing.DIE_IN_BREAK: _die_in_break,
    Doing.SET_UP_ANEW: _set_up_anew,
    Doing.BOARD_TURNED: _board_turned,
    Doing.BUTTON: _button,
}


def test_every_row_is_played() -> None:
    assert set(PLAYED) == set(ROWS) == set(Doing)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("doing", Doing, ids=[doing.value for doing in Doing])
def test_what_people_do(doing: Doing, language: Language) -> None:
    row = ROWS[doing]
    at, seen, goes_on = PLAYED[doing](language)
    assert tuple(type(event) for event in seen) == row.records
    scene = at.pipeline.scene()
    assert (scene.mode, scene.title) == (row.mode, lines(language, row.says).title)
    assert at.refused is row.refuses
    if lines(language, row.says).sentence:
        assert scene.sentence == lines(language, row.says).sentence
    assert tuple(type(event) for event in goes_on(at)) == row.recovers


@pytest.mark.parametrize("doing", Doing, ids=[doing.value for doing in Doing])
def test_afterwards_the_game_stands_where_it_should(doing: Doing) -> None:
    at, _, goes_on = PLAYED[doing](Language.ENGLISH)
    goes_on(at)
    after = TAKEN if doing in (Doing.LAID_ASIDE, Doing.THROWN_WHILE_ASIDE) else MOVED
    moved = ROWS[doing].recovers[:1] != () and at.state.turn != YELLOW
    assert at.state.position.to_dict() == {color: sorted(row) for color, row in (after if moved else BEFORE).items()}
    assert at.pipeline.referee.standing is None


def ringed(scene: Scene) -> list[tuple[str, MarkKind]]:
    return [(mark.field, mark.kind) for mark in scene.marks]


RINGED = [
    (Doing.KNOCKED_OVER, [("T27", MarkKind.MISSING)]),
    (Doing.TWO_KNOCKED_OVER, [("T33", MarkKind.MISSING), ("T27", MarkKind.MISSING)]),
    (Doing.OWN_KNOCKED_OVER, [("T3", MarkKind.MISSING)]),
    (Doing.LAID_ASIDE, [("green:B3", MarkKind.MISSING)]),
]


@pytest.mark.parametrize(("doing", "rings"), RINGED, ids=[doing.value for doing, _ in RINGED])
def test_where_it_stood_or_belongs_is_ringed(doing: Doing, rings: list[tuple[str, MarkKind]]) -> None:
    at, _, _ = PLAYED[doing](Language.GERMAN)
    assert sorted(ringed(at.pipeline.scene())) == sorted(rings)


def test_of_a_board_that_was_tidied_away_every_place_is_ringed() -> None:
    at, _, _ = _tidied_away(Language.GERMAN)
    assert len(at.pipeline.scene().marks) == sum(len(row) for row in BEFORE.values())
    assert all(kind is MarkKind.MISSING for _, kind in ringed(at.pipeline.scene()))


def test_pieces_that_come_back_leave_their_rings_behind() -> None:
    at, _, _ = _tidied_away(Language.GERMAN)
    at.until(1.0, {**BEFORE, "yellow": [-1, -1, 3]})
    assert ringed(at.pipeline.scene()) == [("T11", MarkKind.MISSING)]


def test_house_pieces_may_stand_on_any_field_of_their_house() -> None:
    at, _, _ = _packed(Language.GERMAN)
    assert all(spot == HOME for _, spot in at.table.arrangement)
