"""What throws and sightings mean: a pure step from (what is known, what came) to (what is known, what happened).

came                          while                              happens
────────────────────────────  ─────────────────────────────────  ──────────────────────────────────────────────
a throw                       nobody has thrown                  throw, and pass at once when no move is legal
                              a penalty may be let pass          penalty (let pass), throw
                              anything else                      refused: told, not recorded
a legal move                  its throw is known                 move, finish, end
a missed capture                                                 missed_capture; its penalty is then watched for
the position before           something was open                 takeback
the one before the last move                                     takeback of that move
the middle of a move                                             nothing: the hand is not done
anything else                                                    illegal, once while it stands
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.events import (
    EndEvent,
    Event,
    FinishEvent,
    IllegalEvent,
    MissedCaptureEvent,
    MoveEvent,
    PassEvent,
    PenaltyEvent,
    TakebackEvent,
    ThrowEvent,
)
from companion.history import History, Owed
from companion.rules import (
    Color,
    Game,
    Judgement,
    Penalty,
    Sighting,
    Verdict,
    judge,
    legal_moves,
    places,
)


class Refusal(Enum):
    """Why a throw was not taken."""

    OVER = "over"
    OPEN = "open"
    """Something on the board has to be put right first."""
    PENDING = "pending"
    """The throw before it was not moved yet."""
    OWED = "owed"
    """A piece has to go home first."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A position that was told to be open, and why."""

    sighting: Sighting
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Referee:
    """Everything that is known of the game; `standing` is open on the board."""

    history: History
    standing: Standing | None = None

    @property
    def game(self) -> Game:
        """What was agreed."""
        return self.history.game


Step = tuple[Referee, tuple[Event, ...]]


def on_throw(referee: Referee, value: int, source: str) -> Step | Refusal:
    """Takes a throw, or says why not."""
    now = referee.history.now
    turn = now.state.turn
    if turn is None:
        return Refusal.OVER
    if referee.standing is not None:
        return Refusal.OPEN
    if now.throw is not None:
        return Refusal.PENDING
    if now.owed is not None and not now.owed.choice.may_pass:
        return Refusal.OWED
    events: list[Event] = [] if now.owed is None else [PenaltyEvent(str(now.owed.choice.rule), now.owed.move.color, None)]
    events.append(ThrowEvent(turn, value, source))
    if not legal_moves(referee.game, now.state.position, turn, value):
        events.append(PassEvent(turn))
    return _record(referee, *events)


def on_sighting(referee: Referee, sighting: Sighting, done: bool = False) -> Step:
    """Takes what is believed to stand on the board. `done`: the players hold their move for finished."""
    now = referee.history.now
    if now.state.turn is None:
        return referee, ()
    if sighting == Sighting.of_position(now.state.position):
        return _stands_again(referee)
    if now.owed is not None and (paid := _payment(referee.game, now.owed, sighting)) is not None:
        return _record(referee, PenaltyEvent(str(now.owed.choice.rule), paid.color, paid.source))
    judgement = judge(referee.game, now.state.position, now.state.turn, now.throw, sighting, done)
    if judgement.verdict in (Verdict.LEGAL, Verdict.MISSED_CAPTURE) and judgement.move is not None:
        return _made(referee, judgement)
    if judgement.verdict is not Verdict.ILLEGAL:
        return referee, ()
    earlier = referee.history.before_last_move()
    if earlier is not None and sighting == Sighting.of_position(earlier.state.position):
        return _record(referee, TakebackEvent(earlier.n))
    return _open(referee, now.state.turn, Standing(sighting, judgement))


def _stands_again(referee: Referee) -> Step:
    if referee.standing is None:
        return referee, ()
    return _record(referee, TakebackEvent(referee.history.now.n))


def _open(referee: Referee, turn: Color, standing: Standing) -> Step:
    if referee.standing is not None and referee.standing.sighting == standing.sighting:
        return referee, ()
    told, events = _record(referee, IllegalEvent(turn, standing.judgement.reasons))
    return replace(told, standing=standing), events


def _made(referee: Referee, judgement: Judgement) -> Step:
    move = judgement.move
    assert move is not None
    if judgement.verdict is Verdict.MISSED_CAPTURE:
        made: Event = MissedCaptureEvent(move, judgement.could_capture)
    else:
        made = MoveEvent(move)
    state = referee.history.now.state
    after = referee.history.after(made).now.state
    neutral = referee.game.seats.neutral
    home = [color for color in after.finished if color != neutral]
    events: list[Event] = [made]
    events += [FinishEvent(color, home.index(color) + 1) for color in home if color not in state.finished]
    if after.turn is None:
        events.append(EndEvent(tuple(color for side in places(referee.game, after) for color in side)))
    return _record(referee, *events)


def _payment(game: Game, owed: Owed, sighting: Sighting) -> Penalty | None:
    """The piece that has gone home for a missed capture, if exactly that is seen."""
    paid = (piece for piece in owed.choice.pieces if sighting == Sighting.of_position(owed.paid(game, piece).position))
    return next(paid, None)


def _record(referee: Referee, *events: Event) -> Step:
    history = referee.history
    for event in events:
        history = history.after(event)
    return Referee(history), events
