"""What throws and sightings mean: a pure step from (what is known, what came) to (what is known, what happened).

came                          while                              happens
────────────────────────────  ─────────────────────────────────  ──────────────────────────────────────────────
a throw                       nobody has thrown                  throw, and pass at once when no move is legal
                              a piece was moved before it        throw, and what stands there is judged with it
                              a penalty may be let pass          penalty (let pass), throw
                              anything else                      refused: told, not recorded
a legal move                  its throw is known                 move, finish, end
a missed capture                                                 missed_capture; its penalty is then watched for
the position before           something was open                 takeback
one before an earlier move                                       takeback of that move and those after it
the middle of a move                                             nothing: the hand is not done
anything else                                                    illegal, once while it stands; where nobody tells the
                                                                 throws, by what is wrong with every throw
"undo"                        a throw was not moved yet          takeback of that throw, with the pass it led to
a person's correction         anything                           what the person says happened, and what follows of it
"no move possible"            nobody tells the throws            the throw that allows no move, and its pass
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
from companion.history import Step as HistoryStep
from companion.rules import (
    Color,
    Game,
    Judgement,
    Penalty,
    Reason,
    Sighting,
    State,
    Verdict,
    judge,
    legal_moves,
    places,
)

FACES = range(1, 7)


class Refusal(Enum):
    """Why a throw was not taken."""

    OVER = "over"
    OPEN = "open"
    """Something on the board has to be put right first."""
    PENDING = "pending"
    """The throw before it was not moved yet."""
    OWED = "owed"
    """A piece has to go home first."""
    CAN_MOVE = "can_move"
    """Every throw allows a move."""


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
        return _thrown_after(referee, referee.standing, ThrowEvent(turn, value, source))
    if now.throw is not None:
        return Refusal.PENDING
    if now.owed is not None and not now.owed.choice.may_pass:
        return Refusal.OWED
    events: list[Event] = [] if now.owed is None else [PenaltyEvent(str(now.owed.choice.rule), now.owed.move.color, None)]
    return _record_whole(referee, *events, ThrowEvent(turn, value, source))


def _thrown_after(referee: Referee, standing: Standing, throw: ThrowEvent) -> Step | Refusal:
    """Who moved before throwing throws now: nobody has to put the piece back for that. What stands there is judged anew."""
    if referee.history.now.throw is not None or referee.history.now.owed is not None:
        return Refusal.OPEN
    if Reason.NOT_THROWN not in standing.judgement.reasons:
        return Refusal.OPEN
    thrown, events = _record_whole(referee, throw)
    moved, following = on_sighting(thrown, standing.sighting)
    return moved, (*events, *following)


def on_sighting(referee: Referee, sighting: Sighting, done: bool = False, infer: bool = False) -> Step:
    """Takes what is believed to stand on the board. `done`: the players hold their move for finished. `infer`: nobody tells
    the throws."""
    now = referee.history.now
    if now.state.turn is None:
        return referee, ()
    if sighting == Sighting.of_position(now.state.position):
        return _stands_again(referee)
    if now.owed is not None and (paid := _payment(referee.game, now.owed, sighting)) is not None:
        return _record(referee, PenaltyEvent(str(now.owed.choice.rule), paid.color, paid.source))
    judgement = _judged(referee.game, now, sighting, done, infer)
    if judgement.verdict in (Verdict.LEGAL, Verdict.MISSED_CAPTURE) and judgement.move is not None:
        return _made(referee, judgement)
    if judgement.verdict is not Verdict.ILLEGAL:
        return referee, ()
    earlier = referee.history.when_stood(sighting)
    if earlier is not None:
        return _record(referee, TakebackEvent(earlier.n))
    return _open(referee, now.state.turn, Standing(sighting, judgement))


def _judged(game: Game, now: HistoryStep, sighting: Sighting, done: bool, infer: bool) -> Judgement:
    """What it is; of a throw nobody told only what holds whatever it was."""
    assert now.state.turn is not None
    if now.throw is not None or not infer:
        return judge(game, now.state.position, now.state.turn, now.throw, sighting, done)
    found = [judge(game, now.state.position, now.state.turn, value, sighting, done) for value in FACES]
    waits = next((one for one in found if one.verdict is Verdict.INCOMPLETE), None)
    if waits is not None:
        return waits
    agreed = tuple(reason for reason in found[0].reasons if all(reason in one.reasons for one in found))
    return Judgement(Verdict.ILLEGAL, reasons=agreed or (Reason.UNEXPLAINED,), walk=found[0].walk)


def unfinished(referee: Referee, sighting: Sighting, infer: bool = False) -> Standing | None:
    """A move of which something is left to do: a piece in somebody's hand, or the captured one beside the board."""
    now = referee.history.now
    if now.state.turn is None or referee.standing is not None:
        return None
    if _judged(referee.game, now, sighting, False, infer).verdict is not Verdict.INCOMPLETE:
        return None
    left = _judged(referee.game, now, sighting, True, infer)
    told = (Reason.CAPTURED_NOT_RETURNED, Reason.PIECE_MISSING)
    return Standing(sighting, left) if left.reasons and left.reasons[0] in told else None


def on_undo(referee: Referee) -> Step:
    """The last throw was a slip: takes it back, with the pass it led to. Moves are taken back on the board, by hand."""
    steps = referee.history.steps
    last = len(steps) - 1 - isinstance(referee.history.now.event, PassEvent)
    if referee.standing is not None or not isinstance(steps[last].event, ThrowEvent):
        return referee, ()
    return _record(referee, TakebackEvent(steps[last - 1].n))


def on_correction(referee: Referee, events: tuple[Event, ...]) -> Step:
    """A person says what happened: recorded as it is, with what follows of it. Raises `InputError` when it cannot follow."""
    return _record_whole(referee, *events)


def on_cannot_move(referee: Referee) -> Step | Refusal:
    """Nobody tells the throws: one that allows no move is taken for thrown, as often as the turn stays where it is."""
    now = referee.history.now
    turn, position = now.state.turn, now.state.position
    if turn is None:
        return Refusal.OVER
    if referee.standing is not None or now.throw is not None:
        return Refusal.OPEN
    stuck = [value for value in range(1, 6) if not legal_moves(referee.game, position, turn, value)]
    if not stuck:
        return Refusal.CAN_MOVE
    events: tuple[Event, ...] = ()
    while referee.history.now.state.turn == turn:
        taken = on_throw(referee, stuck[-1], "inferred")
        if isinstance(taken, Refusal):
            return taken
        referee, events = taken[0], (*events, *taken[1])
    return referee, events


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
    return _record_whole(referee, made)


def consequences(history: History) -> tuple[Event, ...]:
    """What follows of itself from the last line that counts: a pass when no move is legal, finish and end after a move."""
    now, game = history.now, history.game
    if now.throw is not None and now.state.turn is not None:
        stuck = not legal_moves(game, now.state.position, now.state.turn, now.throw)
        return (PassEvent(now.state.turn),) if stuck else ()
    if isinstance(now.event, MoveEvent | MissedCaptureEvent):
        return _homecomings(game, history.steps[-2].state, now.state)
    return ()


def _homecomings(game: Game, before: State, after: State) -> tuple[Event, ...]:
    home = [color for color in after.finished if color != game.seats.neutral]
    events: list[Event] = [FinishEvent(color, home.index(color) + 1) for color in home if color not in before.finished]
    if after.turn is None:
        events.append(EndEvent(tuple(color for side in places(game, after) for color in side)))
    return tuple(events)


def _payment(game: Game, owed: Owed, sighting: Sighting) -> Penalty | None:
    """The piece that has gone home for a missed capture, if exactly that is seen."""
    paid = (piece for piece in owed.choice.pieces if sighting == Sighting.of_position(owed.paid(game, piece).position))
    return next(paid, None)


def _record_whole(referee: Referee, *events: Event) -> Step:
    """Records the events and what follows of itself from the last of them."""
    recorded, _ = _record(referee, *events)
    following = consequences(recorded.history)
    return _record(recorded, *following)[0], (*events, *following)


def _record(referee: Referee, *events: Event) -> Step:
    history = referee.history
    for event in events:
        history = history.after(event)
    return Referee(history), events
