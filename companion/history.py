"""The game so far as a fold over its events: the live game and a replayed record go through the very same steps.

Only steps that count are kept (throws, moves, passes, penalties); a take-back cuts them off again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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
from companion.rules import (
    Color,
    Game,
    Move,
    Penalty,
    PenaltyChoice,
    Position,
    Sighting,
    State,
    after_throw,
    initial_state,
    legal_moves,
    missed_captures,
    penalty_choice,
)
from hardware.errors import InputError


@dataclass(frozen=True, slots=True)
class Owed:
    """A penalty that is still to be paid, and the move it is for: made in state `before` with `throw`."""

    choice: PenaltyChoice
    before: State
    throw: int
    move: Move

    def paid(self, game: Game, penalty: Penalty) -> State:
        """The state once that piece is home. Raises `InputError` for a piece that owes nothing."""
        if penalty not in self.choice.pieces:
            raise InputError(f"a penalty for {penalty.color} at {penalty.source}, but that piece owes nothing")
        return after_throw(game, self.before, self.throw, self.move, penalty)

    def payments(self, game: Game) -> tuple[Position, ...]:
        """Where the pieces may stand once it is paid."""
        return tuple(self.paid(game, piece).position for piece in self.choice.pieces)


@dataclass(frozen=True, slots=True)
class Step:
    """What holds after line `n` of the record. `throw` waits for its move, `owed` for a piece to be sent home."""

    n: int
    event: Event | None
    state: State
    throw: int | None = None
    owed: Owed | None = None


@dataclass(frozen=True, slots=True)
class History:
    """All steps that count, oldest first, and the number of the next line."""

    game: Game
    steps: tuple[Step, ...]
    next_n: int
    void: frozenset[int] = frozenset()
    """Lines that nothing can put right any more: taken back, or themselves a take-back or a correction."""

    @property
    def now(self) -> Step:
        """The last step that counts."""
        return self.steps[-1]

    @property
    def over(self) -> bool:
        """Whether nobody is on any more."""
        return self.now.state.turn is None

    def when_stood(self, sighting: Sighting) -> Step | None:
        """The last step at which the pieces stood so, None when they never did."""
        return next((step for step in reversed(self.steps) if Sighting.of_position(step.state.position) == sighting), None)

    def earlier_positions(self, most: int) -> tuple[Position, ...]:
        """Where the pieces stood before now, latest first: at most so many different positions."""
        found: list[Position] = [self.now.state.position]
        for step in reversed(self.steps):
            if len(found) > most:
                break
            if step.state.position not in found:
                found.append(step.state.position)
        return tuple(found[1:])

    def after(self, event: Event) -> History:
        """The history with one more line. Raises `InputError` when the event cannot follow."""
        n, following = self.next_n, self.next_n + 1
        if isinstance(event, TakebackEvent):
            return replace(self, steps=self._until(event.to), next_n=following, void=self.void | {*range(event.to + 1, n + 1)})
        if isinstance(event, CorrectionEvent):
            return replace(self, steps=self._corrected(event), next_n=following, void=self.void | {n})
        step = _step(self.game, self.now, n, event)
        return replace(self, steps=self.steps if step is None else (*self.steps, step), next_n=following)

    def _until(self, n: int) -> tuple[Step, ...]:
        steps = tuple(step for step in self.steps if step.n <= n)
        if not steps or steps[-1].n != n:
            raise InputError(f"take-back to line {n}, but that is not a line which counts")
        return steps

    def _corrected(self, correction: CorrectionEvent) -> tuple[Step, ...]:
        if not 0 < correction.of < self.next_n:
            raise InputError(f"correction of line {correction.of}, expected one after the header and before line {self.next_n}")
        if correction.of in self.void:
            raise InputError(f"correction of line {correction.of}, which does not count: it was taken back or is no event itself")
        if isinstance(correction.event, TakebackEvent | CorrectionEvent):
            raise InputError(f"correction of line {correction.of} to a take-back or correction, expected what happened instead")
        steps = tuple(step for step in self.steps if step.n < correction.of)
        later = [(step.n, step.event) for step in self.steps if step.n > correction.of and step.event is not None]
        for n, event in [(correction.of, correction.event), *later]:
            step = _step(self.game, steps[-1], n, event)
            steps = steps if step is None else (*steps, step)
        return steps


def begin(game: Game, first: Color, position: Position | None = None) -> History:
    """The history that holds only the header."""
    return History(game, (Step(0, None, initial_state(game, first, position)),), 1)


def _step(game: Game, now: Step, n: int, event: Event) -> Step | None:
    """What holds after the event; None when it changes nothing that counts."""
    match event:
        case ThrowEvent():
            return _thrown(now, n, event)
        case MoveEvent():
            return _moved(game, now, n, event)
        case PassEvent():
            return _passed(game, now, n, event)
        case MissedCaptureEvent():
            return _missed(game, now, n, event)
        case PenaltyEvent():
            return _penalised(game, now, n, event)
    return None


def _thrown(now: Step, n: int, event: ThrowEvent) -> Step:
    if now.throw is not None:
        raise InputError(f"a throw of {event.value}, but the {now.throw} before it was not used yet")
    if event.color != now.state.turn:
        raise InputError(f"a throw of {event.color}, but {now.state.turn or 'nobody'} is on")
    return Step(n, event, now.state, event.value)


def _moved(game: Game, now: Step, n: int, event: MoveEvent) -> Step:
    throw, turn = _pending(now)
    if event.move not in legal_moves(game, now.state.position, turn, throw):
        raise InputError(f"{_told(event.move)} is no legal move of {turn} with a {throw} in {now.state.position.text(turn)}")
    return Step(n, event, after_throw(game, now.state, throw, event.move))


def _passed(game: Game, now: Step, n: int, event: PassEvent) -> Step:
    throw, turn = _pending(now)
    if event.color != turn or legal_moves(game, now.state.position, turn, throw):
        raise InputError(f"{event.color} passes, but {turn} is on and has a legal move with a {throw}")
    return Step(n, event, after_throw(game, now.state, throw, None))


def _missed(game: Game, now: Step, n: int, event: MissedCaptureEvent) -> Step:
    throw, turn = _pending(now)
    if event.move not in missed_captures(game, now.state.position, turn, throw):
        raise InputError(f"{_told(event.move)} misses no capture with a {throw} in {now.state.position.text(turn)}")
    choice = penalty_choice(game, now.state.position, turn, throw, event.move)
    state = after_throw(game, now.state, throw, event.move)
    return Step(n, event, state, owed=Owed(choice, now.state, throw, event.move) if choice.pieces else None)


def _penalised(game: Game, now: Step, n: int, event: PenaltyEvent) -> Step:
    if now.owed is None:
        raise InputError(f"a penalty for {event.color}, but none is owed")
    return Step(n, event, now.state if event.source is None else now.owed.paid(game, Penalty(event.color, event.source)))


def _pending(now: Step) -> tuple[int, Color]:
    if now.throw is None or now.state.turn is None:
        raise InputError("a move or pass, but nobody has thrown before it")
    return now.throw, now.state.turn


def _told(move: Move) -> str:
    return f"{move.color} from {move.source} to {move.target}"
