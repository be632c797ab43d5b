"""What may have happened instead of what was recognised, likeliest first; pure, like the referee.

recognised                  what it may have been                                  what is recorded
──────────────────────────  ─────────────────────────────────────────────────────  ──────────────────────────────────────────
a throw that waits          another value                                          correction of the throw
                            no throw                                               takeback of it
a pass                      another throw                                          takeback to the throw, its correction
a move                      another move with the same throw                       correction of the move
                            a move with another throw                              takeback to the throw, its correction, move
                            no move yet                                            takeback to the throw
something open              the move it is by another throw                        correction of the throw (or a throw), move
                            a legal move that was misread                          move
                            everything as before, only misread                     takeback of what was open
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.events import (
    CorrectionEvent,
    Event,
    MissedCaptureEvent,
    MoveEvent,
    PassEvent,
    TakebackEvent,
    ThrowEvent,
)
from companion.history import History, Step
from companion.referee import Referee, Standing
from companion.rules import Color, Game, Move, State, Verdict, could_capture, judge, legal_moves, missed_captures

FACES = (1, 2, 3, 4, 5, 6)
BY_HAND = "keyboard"
"""The source of a throw that a person gives on the screen."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What may really have happened: `move` with `throw`; no move: only the throw, or that nothing was thrown or moved.

    `events` are recorded when it is chosen; none for what was recognised already.
    """

    color: Color
    throw: int | None
    move: Move | None
    events: tuple[Event, ...]

    @property
    def recognised(self) -> bool:
        """Whether this is what the companion thinks already."""
        return not self.events


def corrections(referee: Referee) -> tuple[Correction, ...]:
    """All that can be put right now, what was recognised first; empty when nothing has happened that could be."""
    now, turn = referee.history.now, referee.history.now.state.turn
    if referee.standing is not None and turn is not None:
        return tuple(_of_open(referee, referee.standing, turn))
    match now.event:
        case ThrowEvent():
            return tuple(_of_throw(referee.history, now.event))
        case PassEvent():
            return tuple(_of_pass(referee.history))
        case MoveEvent() | MissedCaptureEvent():
            return tuple(_of_move(referee.history, now.event.move))
    return ()


def _of_throw(history: History, thrown: ThrowEvent) -> Iterator[Correction]:
    yield Correction(thrown.color, thrown.value, None, ())
    for value in _near(thrown.value):
        yield Correction(thrown.color, value, None, (_other_throw(history.now, value),))
    yield Correction(thrown.color, None, None, (TakebackEvent(history.steps[-2].n),))


def _of_pass(history: History) -> Iterator[Correction]:
    step = history.steps[-2]
    thrown = step.event
    if not isinstance(thrown, ThrowEvent):
        return
    yield Correction(thrown.color, thrown.value, None, ())
    for value in _near(thrown.value):
        yield Correction(thrown.color, value, None, (TakebackEvent(step.n), _other_throw(step, value)))
    yield Correction(thrown.color, None, None, (TakebackEvent(history.steps[-3].n),))


def _of_move(history: History, made: Move) -> Iterator[Correction]:
    """Another piece with the same throw first, then the same piece with a throw one more or less, then all the rest."""
    step = history.steps[-2]
    thrown, before = step.event, step.state
    if not isinstance(thrown, ThrowEvent):
        return
    yield Correction(thrown.color, thrown.value, made, ())
    found = [
        (_distance(made, move) + _throw_distance(thrown.value, value), Correction(thrown.color, value, move, events))
        for value in FACES
        for move, event in _moves(history.game, before, thrown.color, value)
        if move != made
        for events in (_instead(history, step, value, event),)
    ]
    yield from (correction for _, correction in sorted(found, key=lambda pair: pair[0]))
    yield Correction(thrown.color, thrown.value, None, (TakebackEvent(step.n),))


def _instead(history: History, throw: Step, value: int, event: Event) -> tuple[Event, ...]:
    """A correction of the last move where it is one by the same throw and nothing followed of it, else from the throw on."""
    if value != throw.throw:
        return TakebackEvent(throw.n), _other_throw(throw, value), event
    if history.now.state.finished != throw.state.finished:
        return TakebackEvent(throw.n), event
    return (CorrectionEvent(history.now.n, event),)


def _of_open(referee: Referee, standing: Standing, turn: Color) -> Iterator[Correction]:
    history, now = referee.history, referee.history.now
    for value in FACES if now.throw is None else _near(now.throw):
        judged = judge(referee.game, now.state.position, turn, value, standing.sighting, False)
        if judged.move is not None and judged.verdict in (Verdict.LEGAL, Verdict.MISSED_CAPTURE):
            yield Correction(
                turn, value, judged.move, (_throw(now, turn, value), _made(referee.game, now.state, value, judged.move))
            )
    if now.throw is not None:
        for move, event in _moves(referee.game, now.state, turn, now.throw):
            yield Correction(turn, now.throw, move, (event,))
    yield Correction(turn, now.throw, None, (TakebackEvent(history.now.n),))


def _throw(now: Step, turn: Color, value: int) -> Event:
    return ThrowEvent(turn, value, BY_HAND) if now.throw is None else _other_throw(now, value)


def _other_throw(step: Step, value: int) -> CorrectionEvent:
    assert isinstance(step.event, ThrowEvent)
    return CorrectionEvent(step.n, ThrowEvent(step.event.color, value, BY_HAND))


def _made(game: Game, state: State, value: int, move: Move) -> Event:
    return next(event for other, event in _moves(game, state, move.color, value) if other == move)


def _moves(game: Game, state: State, turn: Color, value: int) -> Iterator[tuple[Move, Event]]:
    """What can be made with a throw, as the events that tell it."""
    yield from ((move, MoveEvent(move)) for move in legal_moves(game, state.position, turn, value))
    for move in missed_captures(game, state.position, turn, value):
        yield move, MissedCaptureEvent(move, could_capture(game, state.position, turn, value))


def _near(value: int) -> Iterable[int]:
    """The other faces, those that are nearly the same first."""
    return sorted((face for face in FACES if face != value), key=lambda face: (abs(face - value), face))


def _distance(made: Move, move: Move) -> int:
    """How different two moves are; the same piece is likelier to be right."""
    return 0 if (move.color, move.source) == (made.color, made.source) else 2


def _throw_distance(thrown: int, value: int) -> int:
    """A piece beside the right one is mistaken for it more often than a throw is."""
    return 0 if value == thrown else 2 + abs(value - thrown)
