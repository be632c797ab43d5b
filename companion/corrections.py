"""What may have happened instead of what was recognised, likeliest first; pure, like the referee.

recognised                  what it may have been                                  what is recorded
──────────────────────────  ─────────────────────────────────────────────────────  ──────────────────────────────────────────
a throw that waits          another value                                          correction of the throw
                            no throw                                               takeback of it
                            a move that was made and not seen                      move
a pass                      another throw                                          takeback to the throw, its correction
a move, also the last       another move with the same throw                       correction of the move
                            a move with another throw                              takeback to the throw, its correction, move
                            no move yet                                            takeback to the throw
a missed capture            its penalty paid unseen, or let pass                   penalty
a penalty                   another piece, or let pass                             correction of the penalty
                            another move before it                                 takeback to the throw, move
something open              the move it is by another throw                        correction of the throw (or a throw), move
                            a legal move that was misread                          move
                            everything as before, only misread                     takeback of what was open
a move before the last one  another move with the same throw, where all that       correction of that move
                            followed can have followed of it too
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
    PenaltyEvent,
    TakebackEvent,
    ThrowEvent,
)
from companion.history import History, Owed, Step
from companion.referee import Referee, Standing
from companion.rules import HOUSE, Color, Game, Move, State, Verdict, could_capture, judge, legal_moves, missed_captures
from hardware.errors import InputError

FACES = (1, 2, 3, 4, 5, 6)
EARLIER = 4
"""So many moves before the last one can still be put right: a round of the table."""
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
    ago: int = 0
    """So many moves lie between it and what happened last."""
    penalty: bool = False
    """`move` goes home for a missed capture; none: it was let pass."""

    @property
    def recognised(self) -> bool:
        """Whether this is what the companion thinks already."""
        return not self.events


def correctable(referee: Referee) -> bool:
    """Whether anything has happened that could be put right."""
    known = (ThrowEvent, PassEvent, MoveEvent, MissedCaptureEvent, PenaltyEvent)
    return referee.standing is not None or isinstance(referee.history.now.event, known)


def corrections(referee: Referee) -> tuple[Correction, ...]:
    """All that can be put right now, what was recognised first; empty when nothing has happened that could be."""
    return (*_of_now(referee), *_of_earlier(referee.history)) if correctable(referee) else ()


def _of_now(referee: Referee) -> Iterator[Correction]:
    """Of what happened last."""
    history, now, turn = referee.history, referee.history.now, referee.history.now.state.turn
    if referee.standing is not None and turn is not None:
        yield from _of_open(referee, referee.standing, turn)
        return
    match now.event:
        case ThrowEvent():
            yield from _of_throw(history, now.event)
        case PassEvent():
            yield from _of_pass(history)
        case MoveEvent() | MissedCaptureEvent():
            yield from _of_move(history, len(history.steps) - 1)
        case PenaltyEvent():
            yield from _of_penalty(history, now.event)


def _of_throw(history: History, thrown: ThrowEvent) -> Iterator[Correction]:
    yield Correction(thrown.color, thrown.value, None, ())
    for value in _near(thrown.value):
        yield Correction(thrown.color, value, None, (_other_throw(history.now, value),))
    yield Correction(thrown.color, None, None, (TakebackEvent(history.steps[-2].n),))
    for move, event in _moves(history.game, history.now.state, thrown.color, thrown.value):
        yield Correction(thrown.color, thrown.value, move, (event,))


def _of_pass(history: History) -> Iterator[Correction]:
    step = history.steps[-2]
    thrown = step.event
    if not isinstance(thrown, ThrowEvent):
        return
    yield Correction(thrown.color, thrown.value, None, ())
    for value in _near(thrown.value):
        yield Correction(thrown.color, value, None, (TakebackEvent(step.n), _other_throw(step, value)))
    yield Correction(thrown.color, None, None, (TakebackEvent(history.steps[-3].n),))


def _of_move(history: History, at: int) -> Iterator[Correction]:
    """Of the move of that step: another piece with the same throw first, then the same piece with a throw one more or less, then
    all the rest."""
    step, event = history.steps[at - 1], history.steps[at].event
    thrown, before = step.event, step.state
    if not isinstance(thrown, ThrowEvent) or not isinstance(event, MoveEvent | MissedCaptureEvent):
        return
    made, last = event.move, at == len(history.steps) - 1
    if last:
        yield Correction(thrown.color, thrown.value, made, ())
        yield from _payments(history.now.owed, thrown.color, None)
    found = [
        (_distance(made, move) + _throw_distance(thrown.value, value), Correction(thrown.color, value, move, events))
        for value in FACES
        for move, event in _moves(history.game, before, thrown.color, value)
        if move != made
        for events in (_instead(history, step, value, event, last),)
    ]
    yield from (correction for _, correction in sorted(found, key=lambda pair: pair[0]))
    yield Correction(thrown.color, thrown.value, None, (TakebackEvent(step.n),))


def _instead(history: History, throw: Step, value: int, event: Event, last: bool) -> tuple[Event, ...]:
    """A correction of the last move where it is one by the same throw and nothing followed of it, else from the throw on."""
    if value != throw.throw:
        return TakebackEvent(throw.n), _other_throw(throw, value), event
    if not last or history.now.state.finished != throw.state.finished:
        return TakebackEvent(throw.n), event
    return (CorrectionEvent(history.now.n, event),)


def _of_penalty(history: History, paid: PenaltyEvent) -> Iterator[Correction]:
    home = None if paid.source is None else Move(paid.color, paid.source, HOUSE)
    yield Correction(paid.color, None, home, (), penalty=True)
    yield from _payments(history.steps[-2].owed, paid.color, history.now.n, (paid.color, paid.source))
    yield from _of_move(history, len(history.steps) - 2)


def _payments(
    owed: Owed | None, color: Color, of: int | None, paid: tuple[Color, int | None] | None = None
) -> Iterator[Correction]:
    """The penalty paid with each piece, or let pass, in the place of line `of` if it was recorded; not with the one that was."""
    if owed is None:
        return
    sources = [(piece.color, piece.source) for piece in owed.choice.pieces]
    for whose, source in [*sources, (color, None)]:
        if (whose, source) != paid:
            event = PenaltyEvent(str(owed.choice.rule), whose, source)
            home = None if source is None else Move(whose, source, HOUSE)
            yield Correction(whose, None, home, (event if of is None else CorrectionEvent(of, event),), penalty=True)


def _of_earlier(history: History) -> Iterator[Correction]:
    """Moves before the last one; the last first, and only what leaves everything that followed possible."""
    finished = history.now.state.finished
    if len(history.steps) < 2 or history.steps[-2].state.finished != finished:
        return
    latest = len(history.steps) - 1
    moved = [n for n in range(latest, 0, -1) if isinstance(history.steps[n].event, MoveEvent)]
    earlier = [n for n in moved if n != latest][:EARLIER]
    for ago, at in enumerate(earlier, start=1):
        made, step, before = history.steps[at].event, history.steps[at], history.steps[at - 1]
        if not isinstance(made, MoveEvent) or before.throw is None or before.state.turn is None:
            continue
        for move in legal_moves(history.game, before.state.position, before.state.turn, before.throw):
            event = CorrectionEvent(step.n, MoveEvent(move))
            if move != made.move and _can_follow(history, event):
                yield Correction(before.state.turn, before.throw, move, (event,), ago)


def _can_follow(history: History, event: CorrectionEvent) -> bool:
    """Whether the rest of the game can have followed of it, with the same places."""
    try:
        return history.after(event).now.state.finished == history.now.state.finished
    except InputError:
        return False


def _of_open(referee: Referee, standing: Standing, turn: Color) -> Iterator[Correction]:
    history, now = referee.history, referee.history.now
    yield from () if now.owed is None else _payments(now.owed, now.owed.move.color, None)
    for value in FACES if now.throw is None else _near(now.throw):
        judged = judge(referee.game, now.state.position, turn, value, standing.sighting, False)
        if judged.move is not None and judged.verdict in (Verdict.LEGAL, Verdict.MISSED_CAPTURE):
            made = _made(referee.game, now.state, turn, value, judged.move)
            yield Correction(turn, value, judged.move, (_throw(now, turn, value), made))
    if now.throw is not None:
        for move, event in _moves(referee.game, now.state, turn, now.throw):
            yield Correction(turn, now.throw, move, (event,))
    yield Correction(turn, now.throw, None, (TakebackEvent(history.now.n),))


def _throw(now: Step, turn: Color, value: int) -> Event:
    return ThrowEvent(turn, value, BY_HAND) if now.throw is None else _other_throw(now, value)


def _other_throw(step: Step, value: int) -> CorrectionEvent:
    assert isinstance(step.event, ThrowEvent)
    return CorrectionEvent(step.n, ThrowEvent(step.event.color, value, BY_HAND))


def _made(game: Game, state: State, turn: Color, value: int, move: Move) -> Event:
    return next(event for other, event in _moves(game, state, turn, value) if other == move)


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
