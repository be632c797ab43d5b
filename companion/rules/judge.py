"""Section 4: the verdict on what was done on the real board."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from companion.rules.board import HOUSE, Color
from companion.rules.difference import difference
from companion.rules.game import Game
from companion.rules.move import Move
from companion.rules.moves import Choices, apply_move, choices
from companion.rules.penalty import could_capture
from companion.rules.position import Position
from companion.rules.reasons import own_walks, reasons
from companion.rules.sighting import Place, Sighting
from companion.rules.verdict import Judgement, Reason, Verdict


class _Stage(Enum):
    """How far a move has been carried out."""

    MOVED = auto()
    """The moving piece stands on its target, the captured one is not yet in its house."""
    LIFTED = auto()
    """A piece is in a hand."""
    CLEARED = auto()
    """The captured piece is in its house, the moving one has not moved: nothing wrong yet, but no move if it stays so."""


def judge(game: Game, position: Position, turn: Color, throw: int | None, sighting: Sighting, done: bool = False) -> Judgement:
    """What the position now on the board (`sighting`) is, coming from `position`. `throw` None: nobody has thrown.

    `done`: the ply is declared over, waiting is no answer any more. Raises `RulesError` for a bad throw or colour.
    """
    game.player(turn)
    offered = Choices((), ()) if throw is None else choices(game, position, turn, throw)
    if sighting == Sighting.of_position(position):
        return _unchanged(throw, offered, done)
    for move in offered.legal:
        if sighting == Sighting.of_position(apply_move(game, position, move)):
            return Judgement(Verdict.LEGAL, move)
    for move in offered.missed:
        if throw is not None and sighting == Sighting.of_position(apply_move(game, position, move)):
            return Judgement(Verdict.MISSED_CAPTURE, move, could_capture=could_capture(game, position, turn, throw))
    stages = {
        stage for move in offered.legal + offered.missed for stage, middle in _middles(game, position, move) if middle == sighting
    }
    if stages and not done:
        return Judgement(Verdict.INCOMPLETE)
    if _Stage.MOVED in stages:
        return Judgement(Verdict.ILLEGAL, reasons=(Reason.CAPTURED_NOT_RETURNED,))
    if _Stage.LIFTED in stages:
        return Judgement(Verdict.ILLEGAL, reasons=(Reason.PIECE_MISSING,))
    return _illegal(game, position, turn, throw, sighting)


def _unchanged(throw: int | None, offered: Choices, done: bool) -> Judgement:
    """ "once the ply is declared over (`done`), it is `legal` with no move if there was none to make, else `illegal`"."""
    if not done or throw is None:
        return Judgement(Verdict.UNCHANGED)
    if offered.legal:
        return Judgement(Verdict.ILLEGAL, reasons=(Reason.MUST_MOVE,))
    return Judgement(Verdict.LEGAL)


def _illegal(game: Game, position: Position, turn: Color, throw: int | None, sighting: Sighting) -> Judgement:
    seen = difference(game, position, sighting)
    own = own_walks(game, position, turn, seen)
    walk = own[0] if len(own) == 1 else None
    return Judgement(Verdict.ILLEGAL, reasons=reasons(game, position, turn, throw, seen), walk=walk)


def _middles(game: Game, position: Position, move: Move) -> Iterator[tuple[_Stage, Sighting]]:
    """ "the own piece lifted; the captured piece lifted or still lying beside; both on one field"."""
    yield _Stage.LIFTED, _with(game, position, move, (), None)
    if move.captures is None:
        return
    for captured in ((), (HOUSE,)):
        yield _Stage.LIFTED, _with(game, position, move, (), captured)
    yield _Stage.LIFTED, _with(game, position, move, (move.source,), ())
    yield _Stage.CLEARED, _with(game, position, move, (move.source,), (HOUSE,))
    yield _Stage.MOVED, _with(game, position, move, (move.target,), ())
    yield _Stage.MOVED, _with(game, position, move, (move.target,), None)


def _with(game: Game, position: Position, move: Move, own: tuple[int, ...], captured: tuple[int, ...] | None) -> Sighting:
    """The position with the moving piece at `own` and the captured one at `captured`; () nowhere, None where it was."""
    rows: dict[Color, tuple[Place, ...]] = dict(zip(position.colors, position.rows, strict=True))
    rows[move.color] = (*_without(position.pieces(move.color), move.source), *own)
    if move.captures is not None and captured is not None:
        index, taken = game.index(move.color), game.index(move.captures)
        there = game.views[index][move.target][taken]
        rows[move.captures] = (*_without(position.pieces(move.captures), there), *captured)
    return Sighting.of(position.colors, rows)


def _without(row: tuple[int, ...], place: int) -> tuple[int, ...]:
    at = row.index(place)
    return row[:at] + row[at + 1 :]
