"""Acts of a table where captures must be made: one is missed, and a piece goes home for it."""

from __future__ import annotations

from companion.events import MissedCaptureEvent, PenaltyEvent
from companion.history import Owed
from companion.places import Spot
from companion.rules import (
    HOUSE,
    Color,
    MissedCapture,
    Move,
    Penalty,
    after_throw,
    could_capture,
    missed_captures,
    penalty_choice,
)
from companion.simulation.acts import Act
from companion.simulation.stage import Stage
from companion.simulation.truth import missed_events, penalty_event
from hardware.errors import InputError


def miss(stage: Stage, act: Act) -> None:
    """A move that the duty to capture punishes."""
    turn, value, made = stage.turn, stage.throw, _chosen(stage, act)
    assert value is not None
    position, before = stage.state.position, stage.state
    stage.carry(stage.pawns.find(made.color, made.source), stage.pawns.free_spot(made.color, made.target), stage.begin_s, turn)
    choice = penalty_choice(stage.game, position, turn, value, made)
    stage.state, stage.throw = after_throw(stage.game, before, value, made), None
    stage.owed = Owed(choice, before, value, made) if choice.pieces else None
    events = missed_events(
        stage.game, before, stage.state, MissedCaptureEvent(made, could_capture(stage.game, position, turn, value))
    )
    stage.ledger.step(stage.state, None, stage.pawns, owed=stage.owed is not None)
    stage.ledger.lines(len(events) - 1)
    told = {"color": made.color, "from": made.source, "to": made.target}
    stage.expect(act, *events, told=told, color=turn, throw=value, disturbance=True)


def penalty(stage: Stage, act: Act) -> None:
    """The piece goes home; with several to pick from, any when none is told."""
    owed = stage.owed
    if owed is None:
        raise InputError("expected a missed capture that has not been paid for, there is none")
    paid = _picked(stage, act, owed)
    stage.carry(
        stage.pawns.find(paid.color, paid.source), stage.pawns.free_spot(paid.color, HOUSE), stage.begin_s, owed.move.color
    )
    stage.owed, stage.state = None, owed.paid(stage.game, paid)
    stage.ledger.step(stage.state, None, stage.pawns)
    told = {"color": paid.color, "from": paid.source}
    event = penalty_event(PenaltyEvent(str(owed.choice.rule), paid.color, paid.source))
    stage.expect(act, event, told=told, color=owed.move.color, disturbance=True)


def missable(stage: Stage) -> tuple[Move, ...]:
    """The moves by which a capture would be missed now, and which can be seen."""
    if stage.throw is None or stage.game.options.missed_capture is MissedCapture.NONE:
        return ()
    moves = missed_captures(stage.game, stage.state.position, stage.turn, stage.throw)
    return tuple(move for move in moves if not stage.hides(_touched(stage, move.color, move.source, move.target)))


def payable(stage: Stage) -> tuple[Penalty, ...]:
    """The pieces that may go home for a missed capture, and whose way can be seen."""
    pieces = () if stage.owed is None else stage.owed.choice.pieces
    return tuple(piece for piece in pieces if not stage.hides(_touched(stage, piece.color, piece.source, HOUSE)))


def _chosen(stage: Stage, act: Act) -> Move:
    if stage.wrong is not None or stage.out:
        raise InputError("expected a board that stands right before a capture is missed")
    told = {"color": act.get("color"), "source": act.get("from"), "target": act.get("to")}
    fit = [
        move for move in missable(stage) if all(getattr(move, key) == value for key, value in told.items() if value is not None)
    ]
    if not fit:
        raise InputError("expected a throw by which a capture can be missed, and a move that misses it")
    return stage.rng.choice(fit)


def _picked(stage: Stage, act: Act, owed: Owed) -> Penalty:
    color, source = act.get("color"), act.get("from")
    fit = [piece for piece in payable(stage) if color in (None, piece.color) and source in (None, piece.source)]
    if not fit:
        known = ", ".join(f"{piece.color} at {piece.source}" for piece in owed.choice.pieces)
        raise InputError(f"expected one of the pieces that may go home ({known}), got {color or 'any'} at {source}")
    return stage.rng.choice(fit)


def _touched(stage: Stage, color: Color, source: int, target: int) -> list[Spot]:
    return [stage.pawns.spots[stage.pawns.find(color, source)], stage.pawns.free_spot(color, target)]
