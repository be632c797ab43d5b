"""What may stand on the board next, given what stood there and what was thrown.

The priors say how much likelier (in nats) a kind of candidate is before the picture is looked at. They were chosen after the
measurement in SIGHT ("With the game known"): a prior of -4 against unexpected positions lost a take-back, -2 did not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.belief.arrangement import Arrangement, Piece, arrangement_of, changed, difference
from companion.belief.futures import LOOK_AHEAD, futures, inferences
from companion.places import HOME, Places, Spot
from companion.rules import Color, Game, Move, Position, State, legal_moves, missed_captures


class Kind(Enum):
    """Why a candidate is one."""

    UNCHANGED = "unchanged"
    LEGAL = "legal"
    MISSED = "missed capture"
    LATER = "later"
    EARLIER = "earlier"
    STANDING = "standing"
    HALF = "half"
    SHARED = "shared"
    DISPLACED = "displaced"
    FAR = "far"
    MISSING = "missing"
    FREE = "free"


PRIOR_NATS: dict[Kind, float] = {
    Kind.UNCHANGED: 0.0,
    Kind.LEGAL: 0.0,
    # What was told to be open stands there until somebody changes it.
    Kind.STANDING: 0.0,
    Kind.MISSED: -0.5,
    # Take-backs are rarer than moves but happen in every game with children.
    Kind.EARLIER: -1.5,
    # A capture whose victim is still in the hand or beside the board; or shares the field. What both would look like is the
    # same as long as the mover is what is seen: the rarer one must not leave it undecided.
    Kind.HALF: -1.5,
    Kind.SHARED: -4.0,
    Kind.DISPLACED: -1.5,
    # A piece where no miscounting brings it: a thousand of them, so each has to be rarer, or noise finds one that fits.
    Kind.FAR: -6.0,
    # Several moves at once, for throws that came before the moves were seen.
    Kind.LATER: -1.0,
    # A piece nobody sees: more often the reader's mistake (same colour on same colour) than a lifted piece.
    # At -4 the take-back of a pawn to the A of its own colour was waited for in vain, at -6 it is seen.
    Kind.MISSING: -6.0,
    # The free reading, for its first two changed fields; see `FREE_CHANGE_NATS`.
    Kind.FREE: -2.0,
}

REACH = 9
"""Fields by which a piece may be moved in error without being `FAR`: a six, counted wrongly by three."""

TAKEN_BACK = 8
"""Moves that may be taken back at once: two rounds of four players."""

FREE_CHANGE_NATS = -4.0
"""For every field beyond two by which the free reading differs: each has to pay for itself."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the game before the picture is looked at.

    `throw` None: nobody has thrown. `held`: throws that came after it, before its move was seen. `infer`: nobody tells the
    throws, they are worked out from the moves. `paid`: what a penalty that is owed may lead to.
    """

    state: State
    throw: int | None
    held: tuple[int, ...] = ()
    earlier: tuple[Position, ...] = ()
    standing: Arrangement | None = None
    infer: bool = False
    paid: tuple[Position, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """An arrangement by how it differs from the one before."""

    kind: Kind
    removed: Arrangement
    added: Arrangement

    def of(self, base: Arrangement) -> Arrangement:
        """The whole arrangement."""
        return changed(base, self.removed, self.added)


def expected(game: Game, known: Known, places: Places) -> tuple[Candidate, ...]:
    """What the game leads one to look for, `UNCHANGED` first; the likeliest kind where two are the same arrangement."""
    base = arrangement_of(game, known.state.position, places)
    found: dict[tuple[Arrangement, Arrangement], Candidate] = {}
    for kind, removed, added in _expected(game, known, places, base):
        key = difference(removed, added)
        if key not in found or PRIOR_NATS[found[key].kind] < PRIOR_NATS[kind]:
            found[key] = Candidate(kind, *key)
    return tuple(found.values())


def displacements(game: Game, places: Places, base: Arrangement) -> tuple[Candidate, ...]:
    """Every piece of the game put onto every field, and taken off the board: they depend on the position alone."""
    return tuple(
        Candidate(kind, tuple(sorted(removed)), tuple(sorted(added))) for kind, removed, added in _moved(game, places, base)
    )


_Change = tuple[Kind, Arrangement, Arrangement]


def _expected(game: Game, known: Known, places: Places, base: Arrangement) -> Iterator[_Change]:
    yield Kind.UNCHANGED, (), ()
    yield from _moves(game, known, places)
    yield from _later(game, known, places, base)
    yield from _inferred(game, known, places, base)
    for position in known.paid:
        yield Kind.LEGAL, *difference(base, arrangement_of(game, position, places))
    for position in known.earlier:
        yield Kind.EARLIER, *difference(base, arrangement_of(game, position, places))
    if known.standing is not None:
        yield Kind.STANDING, *difference(base, known.standing)


def _later(game: Game, known: Known, places: Places, base: Arrangement) -> Iterator[_Change]:
    if known.throw is None or not known.held:
        return
    for chain in futures(game, known.state, known.throw, known.held[:LOOK_AHEAD]):
        if len(chain) > 1:
            yield Kind.LATER, *difference(base, arrangement_of(game, chain[-1], places))


def _inferred(game: Game, known: Known, places: Places, base: Arrangement) -> Iterator[_Change]:
    if not known.infer or known.throw is not None:
        return
    for chain in inferences(game, known.state):
        position = chain[-1][1]
        if position is not None:
            yield Kind.LEGAL if len(chain) == 1 else Kind.LATER, *difference(base, arrangement_of(game, position, places))


def _moves(game: Game, known: Known, places: Places) -> Iterator[_Change]:
    position, turn = known.state.position, known.state.turn
    if known.throw is None or turn is None:
        return
    for kind, moves in (
        (Kind.LEGAL, legal_moves(game, position, turn, known.throw)),
        (Kind.MISSED, missed_captures(game, position, turn, known.throw)),
    ):
        for move in moves:
            yield from _ways(kind, move, places)


def _ways(kind: Kind, move: Move, places: Places) -> Iterator[_Change]:
    """The move made; for a capture also with the captured piece lifted, or still on the field."""
    source, target = (move.color, places.spot(move.color, move.source)), (move.color, places.spot(move.color, move.target))
    if move.captures is None:
        yield kind, (source,), (target,)
        return
    victim = (move.captures, target[1])
    yield kind, (source, victim), (target, (move.captures, HOME))
    yield Kind.HALF, (source, victim), (target,)
    yield Kind.SHARED, (source,), (target,)


def _moved(game: Game, places: Places, base: Arrangement) -> Iterator[_Change]:
    on_field: dict[Spot, Color] = {spot: color for color, spot in base if spot != HOME}
    own_house = {color: set(places.house(color)) for color in game.colors}
    for piece in sorted(set(base)):
        yield Kind.MISSING, (piece,), ()
        if piece[1] != HOME:
            yield Kind.DISPLACED, (piece,), ((piece[0], HOME),)
        for spot in range(len(places.profile.fields)):
            if spot not in own_house[piece[0]] and spot != piece[1]:
                kind = Kind.DISPLACED if _near(places, piece, spot) else Kind.FAR
                yield from _onto(kind, piece, spot, on_field.get(spot))


def _near(places: Places, piece: Piece, spot: Spot) -> bool:
    """Whether a piece gets there by counting wrongly, walking past its goal, or coming out without a six."""
    start, end = places.place(*piece), places.place(piece[0], spot)
    if not isinstance(start, int) or not isinstance(end, int):
        return False
    track = places.profile.track
    return abs(end - start) <= REACH or (start < track <= start + REACH and end + track - start <= REACH)


def _onto(kind: Kind, piece: Piece, spot: Spot, there: Color | None) -> Iterator[_Change]:
    target = (piece[0], spot)
    if there is None:
        yield kind, (piece,), (target,)
    elif there != piece[0]:
        victim = (there, spot)
        yield kind, (piece, victim), (target, (there, HOME))
        yield Kind.MISSING, (piece, victim), (target,)
