"""What must have happened for the board to stand as it is believed to: the steps between what is known and what is seen. Pure."""

from __future__ import annotations

from dataclasses import replace

from companion.belief.arrangement import Arrangement, arrangement_of, arrangement_seen, sighting_of
from companion.belief.candidates import TAKEN_BACK, Kind, Known
from companion.belief.deciding import Decision
from companion.belief.futures import LOOK_AHEAD, futures, inferences
from companion.events import Event
from companion.places import Places
from companion.referee import Referee, Refusal, Step, on_sighting, on_throw
from companion.rules import Game, Position, Sighting

MOVED = (Kind.LEGAL, Kind.LATER)


def known_of(referee: Referee, places: Places, held: tuple[int, ...], infer: bool) -> Known:
    """What is known before the picture is looked at; `held`: throws that came before their moves were seen."""
    now = referee.history.now
    return Known(
        state=now.state,
        throw=now.throw,
        held=held,
        earlier=referee.history.earlier_positions(TAKEN_BACK),
        standing=None if referee.standing is None else arrangement_seen(referee.standing.sighting, places),
        infer=infer,
        paid=() if now.owed is None else now.owed.payments(referee.game),
    )


def worked_out(referee: Referee, places: Places, known: Known, decision: Decision) -> Step:
    """The throws and moves that explain a move nobody threw for, and the throws that must have allowed no move before it."""
    events: tuple[Event, ...] = ()
    if not known.infer or known.throw is not None or decision.kind not in MOVED:
        return referee, events
    chains = (c for c in inferences(referee.game, known.state) if _stands(referee.game, c[-1][1], places) == decision.arrangement)
    # A piece that stood wrong may be moved straight to where it is right: what was open is over then.
    after = replace(referee, standing=None)
    for throw, position in next(chains, ()):
        taken = on_throw(after, throw, "inferred")
        if isinstance(taken, Refusal):
            break
        after, events = taken[0], (*events, *taken[1])
        if position is not None:
            after, following = on_sighting(after, Sighting.of_position(position))
            events = (*events, *following)
    return (after if events else referee), events


def steps_to(referee: Referee, places: Places, known: Known, decision: Decision) -> tuple[Sighting, ...]:
    """What was seen, and before it the moves that must have gone unseen."""
    if decision.kind is Kind.LATER and known.throw is not None:
        for chain in futures(referee.game, known.state, known.throw, known.held[:LOOK_AHEAD]):
            if _stands(referee.game, chain[-1], places) == decision.arrangement and len(chain) > 1:
                return tuple(Sighting.of_position(position) for position in chain)
    return (sighting_of(referee.game, decision.arrangement, places),)


def _stands(game: Game, position: Position | None, places: Places) -> Arrangement | None:
    return None if position is None else arrangement_of(game, position, places)
