"""Wrong moves as people make them: miscounted, the wrong colour, backwards; always one pawn, put on a free field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.places import HOME
from companion.rules import HOUSE, Color, Game, Place, Reason, Sighting, State, Verdict, judge
from companion.simulation.pawns import PawnId, PawnSet

TRIES = 40


@dataclass(frozen=True, slots=True)
class Mistake:
    """A pawn put on a place where it must not go, and what the rules say to it."""

    pawn: PawnId
    color: Color
    place: int
    reasons: tuple[Reason, ...]


def make_mistake(game: Game, state: State, throw: int, pawns: PawnSet, before: object, rng: Random) -> Mistake | None:
    """An illegal move, or None when none was hit upon. `before`: what stood before the last move, which would be a take-back."""
    assert state.turn is not None
    for pawn, color, place in _wrong_moves(game, state.turn, throw, pawns, rng):
        if pawns.on(pawns.places.spot(color, place)):
            continue
        after = pawns.moved(pawn, pawns.free_spot(color, place)).rows()
        if after == before:
            continue
        rows: dict[Color, tuple[Place, ...]] = {Color(name): tuple(row) for name, row in after.items()}
        seen = judge(game, state.position, state.turn, throw, Sighting.of(game.colors, rows))
        if seen.verdict is Verdict.ILLEGAL:
            return Mistake(pawn, color, place, seen.reasons)
    return None


def _wrong_moves(game: Game, turn: Color, throw: int, pawns: PawnSet, rng: Random) -> Iterator[tuple[PawnId, Color, int]]:
    for _ in range(TRIES):
        kind = rng.choice(("count", "count", "count", "colour", "backward", "enter"))
        color = rng.choice([other for other in game.colors if other != turn]) if kind == "colour" else turn
        own = [pawn for pawn, its in pawns.colors.items() if its == color]
        pawn = rng.choice(own)
        source = pawns.places.place(color, pawns.spots[pawn])
        assert isinstance(source, int)
        target = _target(game, kind, source, throw, rng)
        if target is not None and pawns.places.spot(color, target) != HOME:
            yield pawn, color, target


def _target(game: Game, kind: str, source: int, throw: int, rng: Random) -> int | None:
    if source == HOUSE:
        return 0 if kind == "enter" else None
    steps = {"count": throw + rng.choice((-2, -1, -1, 1, 1, 2)), "colour": throw, "backward": -throw}.get(kind, 0)
    target = source + steps
    return target if steps != 0 and 0 <= target <= game.board.last else None
