"""The plies of a game as they count in the end: a throw and what came of it. Corrected and taken back lines are behind them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.events import MissedCaptureEvent, MoveEvent, PassEvent, PenaltyEvent, ThrowEvent
from companion.history import Step
from companion.library.loading import LoadedGame
from companion.rules import Color, Move, State

SIX = 6
INFERRED = "inferred"
"""Source of a throw that nobody told: worked out from the move, and so no witness of the die."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One throw. `number` and `turn` count from 1, `n` is the record line of the throw; times in seconds since the start.

    `done_s`: when the move stood; None while the throw waits for it. `move` None: none was legal, or none was made yet.
    """

    number: int
    turn: int
    n: int
    player: Color
    throw: int
    source: str
    before: State
    after: State
    thrown_s: float
    done_s: float | None = None
    move: Move | None = None
    missed: bool = False
    penalty: PenaltyEvent | None = None

    @property
    def told(self) -> bool:
        """Whether a device or a person told the throw."""
        return self.source != INFERRED

    @property
    def ends_turn(self) -> bool:
        """Whether the next throw belongs to another turn."""
        again = self.throw == SIX or (self.move is None and self.before.throws_left > 1)
        return not again or self.after.turn != self.player


def plies_of(loaded: LoadedGame) -> tuple[Ply, ...]:
    """All plies, oldest first; a last throw that waits for its move is among them."""
    return tuple(_numbered(_bare(loaded)))


def _bare(loaded: LoadedGame) -> Iterator[Ply]:
    ply: Ply | None = None
    for before, step in pairwise(loaded.history.steps):
        event = step.event
        if isinstance(event, ThrowEvent):
            if ply is not None:
                yield ply
            ply = _begun(loaded, before, step, event)
        elif ply is not None:
            ply = _gone_on(loaded, ply, step)
    if ply is not None:
        yield ply


def _begun(loaded: LoadedGame, before: Step, step: Step, event: ThrowEvent) -> Ply:
    thrown_s = loaded.entries[step.n].t
    return Ply(0, 0, step.n, event.color, event.value, event.source, before.state, step.state, thrown_s)


def _gone_on(loaded: LoadedGame, ply: Ply, step: Step) -> Ply:
    done_s = loaded.entries[step.n].t
    match step.event:
        case MoveEvent(move):
            return replace(ply, move=move, after=step.state, done_s=done_s)
        case MissedCaptureEvent(move):
            return replace(ply, move=move, missed=True, after=step.state, done_s=done_s)
        case PassEvent():
            return replace(ply, after=step.state, done_s=done_s)
        case PenaltyEvent() as penalty:
            return replace(ply, penalty=penalty, after=step.state)
    return ply


def _numbered(plies: Iterator[Ply]) -> Iterator[Ply]:
    turn, ended = 0, True
    for number, ply in enumerate(plies, start=1):
        turn += ended
        ended = ply.ends_turn
        yield replace(ply, number=number, turn=turn)
