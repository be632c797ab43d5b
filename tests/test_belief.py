"""The belief by itself: what is compared with what, and when it is enough."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from companion.belief.arrangement import Arrangement, arrangement_of, changed, difference, sighting_of
from companion.belief.away import AWAY_S, AwayWatch
from companion.belief.believer import THROWN_ON, Believer
from companion.belief.candidates import Kind, Known, displacements, expected
from companion.belief.deciding import (
    AGAINST_NATS,
    CLEAR_NATS,
    FREE_NATS,
    HOME_S,
    LIKELY_NATS,
    MISSING_S,
    MORE_S,
    PATIENT_NATS,
    SEEN_S,
    SETTLE_S,
    SLIGHT_NATS,
    Reading,
    decide,
)
from companion.belief.evidence import NO_GUEST, house_column, read_evidence
from companion.belief.free import free_reading
from companion.belief.futures import futures
from companion.belief.weighing import Weighing
from companion.places import HOME, Places
from companion.rules import Color, ForeignPlace, Position, Sighting, initial_position, initial_state
from companion.vision.observation import Observation
from hardware.ports import Frame
from tests.fake_table import Confusion, FakeTable, schmidt, schmidt_game

YELLOW, GREEN, RED, BLACK = (Color(name) for name in ("yellow", "green", "red", "black"))
GAME = schmidt_game()
PLACES = Places(schmidt())
START = initial_position(GAME)
BASE = arrangement_of(GAME, START, PLACES)


def seen(arrangement: Arrangement, noise: float = 0.5, covered: frozenset[int] = frozenset()) -> Observation:
    table = FakeTable(schmidt(), Confusion(Random(4), sure_by=9.0, noise=noise), arrangement, covered=covered)
    frame = Frame(np.zeros((1, 1, 3), dtype=np.uint8), 0.0, 0)
    return table.read(frame, table(frame.bgr, schmidt()))


@pytest.mark.parametrize("color", GAME.colors)
def test_every_place_has_its_field_and_every_field_its_place(color: Color) -> None:
    fields = [PLACES.spot(color, p) for p in range(44)]
    assert len(set(fields)) == 44
    assert [PLACES.place(color, spot) for spot in fields] == list(range(44))
    assert PLACES.spot(color, -1) == HOME
    assert all(PLACES.place(color, spot) == -1 for spot in PLACES.house(color))


def test_foreign_fields_are_foreign_places() -> None:
    names = schmidt().field_names
    assert PLACES.place(YELLOW, names.index("green:b")) == ForeignPlace(GREEN, "goal", 1)
    assert PLACES.place(YELLOW, names.index("green:B3")) == ForeignPlace(GREEN, "house", 0)
    assert PLACES.spot(YELLOW, ForeignPlace(GREEN, "goal", 1)) == names.index("green:b")
    assert PLACES.field_name(PLACES.spot(RED, 0)) == schmidt().start["red"]


def test_arrangement_and_sighting_tell_the_same() -> None:
    assert sighting_of(GAME, BASE, PLACES) == Sighting.of_position(START)
    lifted = changed(BASE, [(YELLOW, 0)], [])
    assert difference(BASE, lifted) == (((YELLOW, 0),), ())
    assert sighting_of(GAME, lifted, PLACES).places(YELLOW) == (-1, -1, -1)


def test_which_house_field_a_piece_stands_on_does_not_matter() -> None:
    evidence = read_evidence(seen(BASE, noise=0.0), PLACES)
    row = evidence.houses[0]
    best = [row[house_column(count, NO_GUEST)] for count in range(5)]
    assert int(np.argmax(best)) == 3
    assert best[4] == pytest.approx(best[2])


@pytest.mark.parametrize("spot", [7, 25, 42, 57])
def test_the_free_reading_finds_a_piece_anywhere(spot: int) -> None:
    moved = changed(BASE, [(BLACK, 30), (YELLOW, HOME)], [(BLACK, spot)])
    assert free_reading(read_evidence(seen(moved), PLACES), BASE, GAME.colors) == moved


def test_the_free_reading_never_sees_five_of_a_colour() -> None:
    five = changed(BASE, [], [(YELLOW, 20), (YELLOW, 25)])
    read = free_reading(read_evidence(seen(five), PLACES), BASE, GAME.colors)
    assert sum(color == YELLOW for color, _ in read) == 4


def test_covered_fields_say_nothing_and_keep_what_stood_there() -> None:
    gone = changed(BASE, [(YELLOW, 0)], [])
    read = free_reading(read_evidence(seen(gone, covered=frozenset({0, 60})), PLACES), BASE, GAME.colors)
    assert (YELLOW, 0) in read


def test_every_single_wrong_move_is_a_candidate() -> None:
    every = displacements(GAME, PLACES, BASE)
    changes = {(candidate.removed, candidate.added) for candidate in every}
    assert len(changes) == len(every)
    assert (((GREEN, 10), (RED, 20)), ((GREEN, 20), (RED, HOME))) in changes
    assert (((YELLOW, HOME),), ((YELLOW, 3),)) in changes
    assert (((BLACK, 30),), ()) in changes


def test_what_is_expected_depends_on_the_throw() -> None:
    state = initial_state(GAME, YELLOW)
    kinds = [[c.kind for c in expected(GAME, Known(state, throw), PLACES)] for throw in (None, 5)]
    assert kinds == [[Kind.UNCHANGED], [Kind.UNCHANGED, Kind.LEGAL]]


def test_chains_of_moves_follow_the_turn() -> None:
    chains = list(futures(GAME, initial_state(GAME, YELLOW), 5, (2,)))
    assert [len(chain) for chain in chains] == [1, 2]
    assert chains[1][-1].pieces(GREEN)[-1] == 2


WEIGHT = Weighing(Kind.LEGAL, BASE, CLEAR_NATS, free_agrees=True, moved=1)


@pytest.mark.parametrize(
    ("kind", "margin", "agrees", "moved", "after_s"),
    [
        (Kind.LEGAL, CLEAR_NATS, False, 1, 0.0),
        (Kind.LEGAL, SLIGHT_NATS, False, 1, SETTLE_S),
        (Kind.LEGAL, SLIGHT_NATS - 0.1, True, 1, None),
        (Kind.UNCHANGED, LIKELY_NATS, True, 1, None),
        (Kind.DISPLACED, AGAINST_NATS, True, 1, SETTLE_S),
        (Kind.DISPLACED, AGAINST_NATS, False, 1, None),
        (Kind.DISPLACED, AGAINST_NATS - 0.1, True, 1, MISSING_S),
        (Kind.DISPLACED, PATIENT_NATS - 0.1, True, 1, None),
        (Kind.FREE, 50.0, True, 5, None),
        (Kind.MISSING, CLEAR_NATS, True, 1, MISSING_S),
    ],
)
def test_how_much_is_enough(kind: Kind, margin: float, agrees: bool, moved: int, after_s: float | None) -> None:
    weighing = replace(WEIGHT, kind=kind, margin=margin, free_agrees=agrees, moved=moved)
    reading, times = Reading(), [0.0, SETTLE_S, MISSING_S, 60.0]
    decided = []
    for time_s in times:
        reading, decision = decide(reading, weighing, time_s)
        decided += [time_s] if decision is not None else []
    assert (decided[0] if decided else None) == after_s


@pytest.mark.parametrize(
    ("moved", "gone", "told_moved", "after_s"),
    [
        (2, 0, None, SETTLE_S),
        (2, 2, None, MISSING_S),
        (3, 1, None, MISSING_S),
        (2, 0, 1, MORE_S),
        (2, 0, 2, SETTLE_S),
    ],
    ids=["two moved", "two gone", "one gone, others moved", "more than was told", "as many as were told"],
)
def test_pieces_that_are_gone_or_still_being_moved_are_waited_for(
    moved: int, gone: int, told_moved: int | None, after_s: float
) -> None:
    weighing = replace(WEIGHT, kind=Kind.FREE, margin=FREE_NATS, moved=moved, gone=gone)
    reading, decided = Reading(), []
    for time_s in (0.0, SETTLE_S, MISSING_S):
        reading, decision = decide(reading, weighing, time_s, told_moved)
        decided += [time_s] if decision is not None else []
    assert decided[0] == after_s


@pytest.mark.parametrize(
    ("apart", "still_s", "taken"),
    [(PATIENT_NATS, HOME_S, True), (PATIENT_NATS, HOME_S - 0.1, False), (PATIENT_NATS - 0.1, MISSING_S, False)],
)
def test_a_capture_does_not_wait_for_what_is_home_to_be_seen(apart: float, still_s: float, taken: bool) -> None:
    weighing = replace(WEIGHT, margin=SLIGHT_NATS / 2, apart=apart)
    reading, _ = decide(Reading(), weighing, 0.0)
    assert (decide(reading, weighing, still_s)[1] is not None) is taken


@pytest.mark.parametrize(
    ("margin", "agrees", "rival", "taken"),
    [
        (LIKELY_NATS, True, Kind.UNCHANGED, True),
        (LIKELY_NATS - 0.1, True, Kind.UNCHANGED, False),
        (LIKELY_NATS, False, Kind.UNCHANGED, False),
        (LIKELY_NATS, True, Kind.LEGAL, False),
    ],
    ids=["likely", "too little", "not seen freely", "another move as likely"],
)
def test_a_likely_move_is_taken_after_a_while(margin: float, agrees: bool, rival: Kind, taken: bool) -> None:
    weighing = replace(WEIGHT, margin=margin, free_agrees=agrees, rival=(rival, BASE[1:]))
    reading, first = decide(Reading(), weighing, 0.0)
    assert first is None
    assert (decide(reading, weighing, HOME_S)[1] is not None) is taken


@pytest.mark.parametrize(
    ("rival", "taken"), [(Kind.DISPLACED, True), (Kind.MISSING, True), (Kind.LEGAL, False), (Kind.HALF, False)]
)
def test_a_move_seen_for_a_second_is_taken_unless_another_move_is_near(rival: Kind, taken: bool) -> None:
    weighing = replace(WEIGHT, margin=LIKELY_NATS, free_agrees=True, rival=(rival, BASE[1:]))
    reading, first = decide(Reading(), weighing, 0.0)
    assert first is None
    assert decide(reading, weighing, SEEN_S - 0.1)[1] is None
    assert (decide(reading, weighing, SEEN_S)[1] is not None) is taken


def test_the_same_capture_half_done_is_no_other_move() -> None:
    before = initial_state(GAME, YELLOW)
    position = Position.of(GAME, {**START.to_dict(), "green": [-1, -1, -1, 35]})
    base = arrangement_of(GAME, position, PLACES)
    hit = PLACES.spot(GREEN, 35)
    start = PLACES.place(YELLOW, hit)
    assert start == 5
    taken = changed(base, [(YELLOW, 0), (GREEN, hit)], [(YELLOW, hit), (GREEN, HOME)])
    weighing = Believer(GAME, PLACES).weigh(seen(taken), Known(replace(before, position=position), 5))
    assert weighing.arrangement == taken
    assert weighing.rival is not None and weighing.rival[0] is Kind.HALF
    assert weighing.apart > weighing.margin


def test_a_throw_decides_no_move_of_which_nothing_can_be_seen() -> None:
    known = Known(initial_state(GAME, YELLOW), 5)
    moved = changed(BASE, [(YELLOW, 0)], [(YELLOW, 5)])
    for covered, kind in ((frozenset({0, 5}), Kind.UNCHANGED), (frozenset({5}), Kind.LEGAL)):
        weighing = Believer(GAME, PLACES).weigh(seen(moved, covered=covered), known, thrown_on=True)
        assert weighing.kind is kind
    assert THROWN_ON[Kind.LEGAL] >= CLEAR_NATS


TIDY = tuple((color, HOME) for color, _ in BASE)
AWAY = [
    ("many pieces elsewhere", BASE[4:], 4, Kind.FREE, True),
    ("two put into their houses", TIDY, 2, Kind.FREE, True),
    ("two moved", BASE[1:], 2, Kind.FREE, False),
    ("taken back that far", TIDY, 4, Kind.EARLIER, False),
]


@pytest.mark.parametrize(("arrangement", "moved", "kind", "away"), [row[1:] for row in AWAY], ids=[row[0] for row in AWAY])
def test_when_the_board_shows_no_game(arrangement: Arrangement, moved: int, kind: Kind, away: bool) -> None:
    watch = AwayWatch(BASE)
    weighing = replace(WEIGHT, kind=kind, arrangement=arrangement, moved=moved)
    assert not watch.seen(weighing, 0.0)
    assert watch.seen(weighing, AWAY_S) is away


def test_a_reading_that_changes_begins_again() -> None:
    doubtful = replace(WEIGHT, margin=SLIGHT_NATS)
    reading, _ = decide(Reading(), doubtful, 0.0)
    reading, _ = decide(reading, replace(doubtful, arrangement=BASE[1:]), SETTLE_S)
    assert decide(reading, doubtful, 2 * SETTLE_S)[1] is None


def test_what_was_misread_before_is_no_news() -> None:
    believer = Believer(GAME, PLACES)
    observation = seen(changed(BASE, [(RED, 20)], []))
    known = Known(initial_state(GAME, YELLOW), 5)
    assert believer.weigh(observation, known).kind is Kind.MISSING
    believer.learn(observation, START)
    assert believer.weigh(observation, known).kind is Kind.UNCHANGED


def test_two_pieces_on_one_field_count_as_two_while_it_shows_their_colour() -> None:
    game = schmidt_game({"barriers": True})
    places = {**START.to_dict(), "yellow": [-1, -1, 5, 5]}
    wall = arrangement_of(game, Position.of(game, places), PLACES)
    read = free_reading(read_evidence(seen(wall), PLACES), wall, game.colors)
    assert read == wall
