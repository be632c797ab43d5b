"""Acts at the screen and the die of a live table; a recording has no screen, and what it tells is believed.

what was recognised      what is said          what is recorded
───────────────────────  ────────────────────  ─────────────────────────────────────────────────────
a throw that waits       another throw         its correction, and the pass it leads to
                         no throw              take-back of it
a pass                   another throw         take-back to the throw, its correction
an open move             the throw it is for   the throw's correction (or the throw), the move
"""

from __future__ import annotations

from companion.rules import Move, State, Verdict, after_throw, judge, legal_moves
from companion.simulation.acts import Act
from companion.simulation.expected import Event
from companion.simulation.stage import Stage, Touch
from companion.simulation.truth import move_events, throw_event
from hardware.errors import InputError

TOUCHING_S = 2.5
"""Somebody reads the cards and touches one."""
BY_HAND = "keyboard"
FACES = (1, 2, 3, 4, 5, 6)


def again(stage: Stage, act: Act) -> None:
    """A second throw is told before the first was moved: it is refused."""
    if stage.throw is None or stage.wrong is not None or stage.out:
        raise InputError("expected a throw that waits for its move, there is none")
    value = int(act.number("value", stage.rng.randint(1, 6)))
    stage.throws.append((stage.begin_s, value))
    stage.slips.append(stage.begin_s)
    stage.until(stage.begin_s)
    stage.expect(act, told={"value": value}, color=stage.turn, throw=stage.throw, disturbance=True)


def throw_after(stage: Stage, act: Act) -> None:
    """Who moved before throwing throws now, what the move is for: nobody has to put it back."""
    if stage.wrong is None or stage.throw is not None:
        raise InputError("expected a move that nobody has thrown for, there is none")
    values = [value for value in FACES if open_move(stage, value) is not None]
    value = int(act.number("value", stage.rng.choice(values or FACES)))
    before, turn, move = stage.state, stage.turn, open_move(stage, value)
    if move is None:
        raise InputError(f"expected a throw that allows what stands on the board, a {value} does not")
    stage.throws.append((stage.begin_s, value))
    stage.ply += 1
    stage.ledger.step(before, value, stage.wrong)
    events = [{**throw_event(value), "color": turn}, *_made(stage, before, value, move)]
    stage.until(stage.begin_s)
    stage.expect(act, *events, told={"value": value}, color=turn, throw=value, disturbance=True)


def restart(stage: Stage, act: Act) -> None:
    """The companion is killed and started again."""
    if stage.wrong is not None or stage.out:
        raise InputError("expected a board that stands right before the companion is started again")
    stage.restarts.append(stage.begin_s)
    stage.until(stage.begin_s + TOUCHING_S)
    stage.expect(act, color=stage.state.turn, throw=stage.throw, disturbance=True)


def correct(stage: Stage, act: Act) -> None:
    """Somebody says on the screen what was thrown, in two touches; `throw` 0: nothing."""
    if stage.out or stage.owed is not None:
        raise InputError("expected a board that stands right before something is corrected")
    value = int(act.number("throw", stage.rng.randint(1, 6)))
    if stage.wrong is not None:
        name, events = "correct (open move)", _open_move(stage, value)
    elif stage.throw is not None:
        name, events = ("correct (no throw)", _no_throw(stage)) if value == 0 else ("correct (throw)", _throw(stage, value))
    elif stage.ledger.passed and value:
        name, events = "correct (pass)", _pass(stage, value)
    else:
        raise InputError("expected a throw that waits, a pass or an open move to correct, there is none")
    stage.until(stage.begin_s + TOUCHING_S)
    color = stage.touches[-1].color
    stage.expect(act, *events, told={"throw": value}, name=name, color=color, throw=stage.throw, disturbance=True)


def _throw(stage: Stage, value: int) -> list[Event]:
    if value == stage.throw:
        raise InputError(f"expected another throw than the {value} that was told")
    turn = stage.turn
    stage.touches.append(Touch(stage.begin_s, turn, value))
    events: list[Event] = [_rethrown(stage, value)]
    stage.throw = value
    if not legal_moves(stage.game, stage.state.position, turn, value):
        stage.state, stage.throw = after_throw(stage.game, stage.state, value, None), None
        stage.ledger.step(stage.state, None, stage.pawns)
        events.append({"kind": "pass", "color": turn})
    return events


def _pass(stage: Stage, value: int) -> list[Event]:
    thrown = stage.ledger.marks[-2]
    if value == thrown.throw:
        raise InputError(f"expected another throw than the {value} that was told")
    stage.ledger.back_to(thrown)
    stage.state, stage.throw = thrown.state, thrown.throw
    return [{"kind": "takeback", "to": thrown.n}, *_throw(stage, value)]


def _no_throw(stage: Stage) -> list[Event]:
    before = stage.ledger.marks[-2]
    stage.touches.append(Touch(stage.begin_s, stage.turn, None))
    stage.ledger.back_to(before)
    stage.throw = None
    return [{"kind": "takeback", "to": before.n}]


def _open_move(stage: Stage, value: int) -> list[Event]:
    before, turn, move = stage.state, stage.turn, open_move(stage, value)
    if move is None:
        raise InputError(f"expected a throw that allows what stands on the board, a {value} does not")
    stage.touches.append(Touch(stage.begin_s, turn, value, move.source, move.target))
    if stage.throw is None:
        events: list[Event] = [{"kind": "throw", "color": turn, "value": value, "source": BY_HAND}]
        stage.ledger.step(before, value, stage.wrong or stage.pawns)
        stage.ply += 1
    else:
        events = [_rethrown(stage, value)]
    return [*events, *_made(stage, before, value, move)]


def _made(stage: Stage, before: State, value: int, move: Move) -> list[dict[str, object]]:
    """What stands on the board already counts as made."""
    stage.state = after_throw(stage.game, before, value, move)
    stage.throw, stage.wrong = None, None
    made = move_events(stage.game, before, stage.state, move)
    stage.ledger.step(stage.state, None, stage.pawns)
    stage.ledger.lines(len(made) - 1)
    return made


def open_move(stage: Stage, value: int) -> Move | None:
    """The legal move that stands on the board if `value` was thrown."""
    judged = judge(stage.game, stage.state.position, stage.turn, value, stage.sighting())
    return judged.move if judged.verdict is Verdict.LEGAL else None


def _rethrown(stage: Stage, value: int) -> Event:
    thrown = {"kind": "throw", "color": stage.turn, "value": value, "source": BY_HAND}
    event = {"kind": "correction", "of": stage.ledger.now.n, "event": thrown}
    stage.ledger.rethrown(value)
    return event
