"""Acts of the game at a scripted table: throws, moves, wrong moves, take-backs, pawns that fall over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import numpy as np

from calibration.drawing_body import PawnAt
from calibration.drawing_die import DieAt
from companion.events import PenaltyEvent
from companion.places import Spot
from companion.rules import (
    HOUSE,
    Color,
    ForeignPlace,
    Move,
    Place,
    RulesError,
    Sighting,
    Verdict,
    after_throw,
    judge,
    legal_moves,
)
from companion.simulation.acts import Act
from companion.simulation.mistakes import make_mistake
from companion.simulation.pawns import PawnId
from companion.simulation.stage import Stage
from companion.simulation.table import CAPTURES_LIKED
from companion.simulation.truth import illegal_event, move_events, penalty_event, throw_event
from hardware.errors import InputError

READ_IN_S = 1.2
"""A wrong move that stands for less than this need not be told: it may have been put back before anyone could be sure."""
TOLD_OF_WRONG = ("illegal", "takeback", "question")
BESIDE_S = (1.0, 4.0)
HOVER_S = (0.6, 2.5)


def throw(stage: Stage, act: Act) -> None:
    """The throw becomes known; who cannot move passes."""
    turn = stage.turn
    _no_wrong_board(stage)
    if stage.throw is not None:
        raise InputError(f"expected the move for the {stage.throw} first, got another throw")
    value = int(act.number("value", stage.rng.randint(1, 6)))
    stage.ply += 1
    let_off = _let_off(stage)
    stage.throws.append((stage.begin_s, value))
    if stage.with_die:
        stage.timeline.die.change(stage.begin_s, _new_die(stage, value))
    stage.throw = value
    stage.ledger.step(stage.state, value, stage.pawns)
    events = [*let_off, {**throw_event(value), "color": turn}]
    if not legal_moves(stage.game, stage.state.position, turn, value):
        stage.state, stage.throw = after_throw(stage.game, stage.state, value, None), None
        stage.ledger.step(stage.state, None, stage.pawns)
        events.append({"kind": "pass", "color": turn})
    stage.expect(act, *events, told={"value": value}, throw=value, color=turn)


def move(stage: Stage, act: Act) -> None:
    """A legal move, carried out by hand."""
    turn, value = stage.turn, _thrown(stage)
    _no_wrong_board(stage)
    made = _chosen(stage, act, legal_moves(stage.game, stage.state.position, turn, value))
    _carry_out(stage, act, made, turn)
    before, stage.state = stage.state, after_throw(stage.game, stage.state, value, made)
    stage.throw = None
    events = move_events(stage.game, before, stage.state, made)
    stage.ledger.step(stage.state, None, stage.pawns)
    stage.ledger.lines(len(events) - 1)
    told = {"color": made.color, "from": made.source, "to": made.target}
    name = _way(act, made)
    stage.expect(act, *events, told=told, name=name, throw=value, color=turn, disturbance=name != "move")


def hesitate(stage: Stage, act: Act) -> None:
    """A pawn is held over fields where it might go, and put back where it was."""
    pawn = stage.pawn_of(act, stage.turn)
    spot = stage.pawns.spots[pawn]
    names = act.get("over") or [_likely_field(stage, pawn)]
    over = [stage.field_named(name) for name in names]
    hover_s = act.number("seconds", stage.rng.uniform(*HOVER_S))
    stage.carry(pawn, spot, stage.begin_s, stage.pawns.colors[pawn], hover=over, hover_s=hover_s)
    told = {**_piece(stage, pawn), "over": names, "seconds": round(hover_s, 2)}
    stage.expect(act, told=told, disturbance=True)


def wrong(stage: Stage, act: Act) -> None:
    """A move the rules do not allow."""
    _no_wrong_board(stage)
    if stage.owed is not None:
        raise InputError("expected the penalty for the missed capture first, got a wrong move")
    before = stage.pawns
    pawn, spot = _told_wrong(stage, act) if act.get("to") is not None else _any_wrong(stage)
    if stage.hides([spot, stage.pawns.spots[pawn]]):
        raise InputError("expected a move on fields that can be seen, something lies before them; take it away first")
    after = stage.pawns.moved(pawn, spot)
    rows: dict[Color, tuple[Place, ...]] = {}
    for other, color in after.colors.items():
        rows[color] = (*rows.get(color, ()), stage.places.place(color, after.spots[other]))
    seen = judge(stage.game, stage.state.position, stage.turn, stage.throw, Sighting.of(stage.game.colors, rows))
    if seen.verdict is not Verdict.ILLEGAL:
        raise InputError(f"expected a move the rules do not allow, the rules call it {seen.verdict.value}")
    color = stage.pawns.colors[pawn]
    place = stage.places.place(color, spot)
    told = {**_piece(stage, pawn), "to": place if isinstance(place, int) else str(place)}
    stage.carry(pawn, spot, stage.begin_s, color)
    stage.wrong = before
    stage.ledger.lines(1)
    event = {**illegal_event(seen.reasons), "color": stage.turn}
    name = "wrong" if act.get("to") is None else "wrong (told)"
    stage.expect(act, event, told=told, name=name, color=stage.turn, throw=stage.throw, disturbance=True)


def back(stage: Stage, act: Act) -> None:
    """The wrong move on the board is taken back."""
    if stage.wrong is None:
        raise InputError("expected a wrong move to take back, there is none on the board")
    told, until_s = stage.truth[-1], float("inf")
    _carry_home(stage, stage.wrong.spots)
    stage.wrong = None
    if stage.begin_s - told.readable_s < READ_IN_S:
        until_s = stage.quiet_s + 4
        stage.ledger.next_n -= 1
        stage.truth[-1] = replace(told, events=(), allowed=TOLD_OF_WRONG, allowed_until_s=until_s, name="wrong (quick)")
        stage.expect(act, color=stage.turn, throw=stage.throw)
        return
    stage.ledger.lines(1)
    stage.expect(act, {"kind": "takeback", "to": stage.ledger.now.n}, color=stage.turn, throw=stage.throw)


def take_back(stage: Stage, act: Act) -> None:
    """The last moves are taken back, one hand movement after the other; the throw of the first of them waits again."""
    _no_wrong_board(stage)
    if stage.owed is not None:
        raise InputError("expected the penalty for the missed capture first, got a move that is taken back")
    count = int(act.number("moves", 1))
    mark = stage.ledger.before_moves(count)
    if mark is None:
        raise InputError(f"expected at least {count} moves to take back, so many were not made")
    _carry_home(stage, mark.pawns.spots)
    stage.ledger.back_to(mark)
    stage.state, stage.throw = mark.state, mark.throw
    event = {"kind": "takeback", "to": mark.n}
    name, allowed = ("take_back", ()) if count == 1 else ("take_back (several)", ("takeback",))
    stage.expect(act, event, name=name, color=stage.state.turn, throw=stage.throw, allowed=allowed, disturbance=True)


def topple(stage: Stage, act: Act) -> None:
    """A hand knocks a pawn over; it lies beside its foot."""
    pawn = stage.pawn_of(act, stage.turn)
    there, side = stage.timeline.pawn(pawn), stage.rng.uniform(0, 2 * np.pi)
    far = stage.rng.uniform(4, 16)
    lying = replace(
        there,
        x_mm=there.x_mm + far * float(np.cos(side)),
        y_mm=there.y_mm + far * float(np.sin(side)),
        lean_deg=90.0,
        lean_towards_deg=float(np.degrees(side)),
    )
    _swept(stage, act, pawn, lying)


def off_board(stage: Stage, act: Act) -> None:
    """A pawn is pushed off the board; it lies on the table."""
    pawn = stage.pawn_of(act, stage.turn)
    there = stage.timeline.pawn(pawn)
    half_x, half_y = stage.board.width_mm / 2, stage.board.height_mm / 2
    dx, dy = there.x_mm - half_x, there.y_mm - half_y
    far = (1.0 + stage.rng.uniform(0.14, 0.22)) / max(abs(dx) / half_x, abs(dy) / half_y, 0.05)
    lying = replace(
        there, x_mm=half_x + far * dx, y_mm=half_y + far * dy, lean_deg=90.0, lean_towards_deg=stage.rng.uniform(0, 360)
    )
    _swept(stage, act, pawn, lying)


def put_right(stage: Stage, act: Act) -> None:
    """All pawns that lie about are put back on their fields."""
    if not stage.out:
        raise InputError("expected pawns that lie about, all stand on their fields")
    start_s, since = stage.begin_s, stage.out_since
    for pawn in in_order(stage, list(stage.out)):
        del stage.out[pawn]
        start_s = stage.carry(pawn, stage.pawns.spots[pawn], start_s, stage.pawns.colors[pawn]).end_s
    told_until_now(stage, since or 0)
    stage.expect(act, color=stage.state.turn, throw=stage.throw)


def in_order(stage: Stage, pawns: list[PawnId]) -> Iterator[PawnId]:
    """Pawns that go to their fields, those first on whose field no other of them stands."""
    reach = 0.6 * stage.board.pawn.foot_mm
    left = list(pawns)
    while left:
        stand = {pawn: stage.timeline.pawn(pawn) for pawn in left if not stage.timeline.away(pawn)}
        for pawn in left:
            x, y = stage.foot_at(stage.pawns.spots[pawn])
            near = (np.hypot(at.x_mm - x, at.y_mm - y) < reach for other, at in stand.items() if other != pawn)
            if not any(near):
                break
        left.remove(pawn)
        yield pawn


def told_until_now(stage: Stage, since: int) -> None:
    """What lay about since expectation `since` stands as it should: it may be told a little longer."""
    for number in range(since, len(stage.truth)):
        told = stage.truth[number]
        if told.allowed and told.allowed_until_s == float("inf"):
            stage.truth[number] = replace(told, allowed_until_s=stage.quiet_s + 4)


def _swept(stage: Stage, act: Act, pawn: PawnId, lying: PawnAt) -> None:
    there = stage.timeline.pawn(pawn)
    stage.visit((there.x_mm, there.y_mm), 20.0, stage.begin_s, 0.2, stage.side_deg(stage.pawns.colors[pawn]))
    stage.timeline.put(pawn, lying, stage.begin_s + 0.5)
    if not stage.out:
        stage.out_since = len(stage.truth)
    told = _piece(stage, pawn)
    stage.out[pawn] = there
    stage.expect(act, told=told, disturbance=True, allowed=TOLD_OF_WRONG, allowed_until_s=float("inf"))


def _let_off(stage: Stage) -> list[dict[str, object]]:
    """Who throws lets a penalty pass that may be let pass."""
    owed = stage.owed
    if owed is None:
        return []
    if not owed.choice.may_pass:
        raise InputError("expected the penalty for the missed capture first, got a throw")
    stage.owed = None
    stage.ledger.step(stage.state, None, stage.pawns)
    return [penalty_event(PenaltyEvent(str(owed.choice.rule), owed.move.color, None))]


def _no_wrong_board(stage: Stage) -> None:
    if stage.wrong is not None:
        raise InputError("expected the wrong move to be taken back first")
    if stage.out:
        raise InputError("expected the pawns that lie about to be put right first")


def _thrown(stage: Stage) -> int:
    if stage.throw is None:
        raise InputError("expected a throw before the move, there was none")
    return stage.throw


def _chosen(stage: Stage, act: Act, moves: tuple[Move, ...]) -> Move:
    told = {"color": act.get("color"), "source": act.get("from"), "target": act.get("to")}
    wanted = {key: value for key, value in told.items() if value is not None}
    fit = [made for made in moves if all(getattr(made, key) == value for key, value in wanted.items())]
    if not fit:
        legal = "; ".join(f"{made.color} {made.source} to {made.target}" for made in moves)
        raise InputError(f"expected a legal move ({legal}), got {wanted}")
    seen = [made for made in fit if not stage.hides(_touched(stage, made))]
    if not seen:
        raise InputError("expected a move on fields that can be seen, something lies before them; take it away first")
    return stage.rng.choices(seen, [CAPTURES_LIKED if made.captures else 1 for made in seen])[0]


def _touched(stage: Stage, made: Move) -> list[Spot]:
    pawn = stage.pawns.find(made.color, made.source)
    spots = [stage.pawns.spots[pawn], stage.pawns.free_spot(made.color, made.target)]
    return spots if made.captures is None else [*spots, stage.pawns.free_spot(made.captures, HOUSE)]


def movable(stage: Stage) -> bool:
    """Whether a legal move of the throw that waits can be seen."""
    moves = legal_moves(stage.game, stage.state.position, stage.turn, _thrown(stage))
    return any(not stage.hides(_touched(stage, made)) for made in moves)


def _carry_out(stage: Stage, act: Act, made: Move, turn: Color) -> None:
    pawn = stage.pawns.find(made.color, made.source)
    target = stage.pawns.free_spot(made.color, made.target)
    victims = [other for other in stage.pawns.on(target) if stage.pawns.colors[other] == made.captures]
    how = act.get("captured") or stage.rng.choice(("home", "first"))
    hover = [stage.field_named(name) for name in act.get("hover") or ()]
    hover_s = act.number("hover_seconds", stage.rng.uniform(*HOVER_S)) if hover else 0.0
    lasts_s = act.get("seconds")
    start_s = stage.begin_s
    for victim in victims if how != "home" else ():
        start_s = _out_of_the_way(stage, victim, how, start_s, turn)
    if act.get("second_hand"):
        other_side = stage.side_deg(turn) + 180 + stage.rng.uniform(-60, 60)
        stage.visit(stage.foot_at(stage.rng.randrange(stage.board.track)), 45.0, start_s, stage.rng.uniform(0.3, 1.0), other_side)
    put = stage.carry(pawn, target, start_s, turn, lasts_s, hover, hover_s)
    for victim in victims if how != "first" else ():
        wait_s = stage.rng.uniform(*BESIDE_S) if how == "beside" else 0.0
        stage.carry(victim, stage.pawns.free_spot(stage.pawns.colors[victim], HOUSE), put.end_s + wait_s, turn)


def _out_of_the_way(stage: Stage, victim: PawnId, how: str, start_s: float, turn: Color) -> float:
    """The captured pawn goes first: home, or beside the board. Returns when the hand is gone."""
    color = stage.pawns.colors[victim]
    if how == "first":
        return stage.carry(victim, stage.pawns.free_spot(color, HOUSE), start_s, turn).end_s
    side = np.radians(stage.side_deg(turn))
    x = stage.board.width_mm * (0.5 + 0.62 * float(np.cos(side)))
    y = stage.board.height_mm * (0.5 + 0.62 * float(np.sin(side)))
    return stage.carry_to(victim, PawnAt(color, x, y), start_s, turn).end_s


def _way(act: Act, made: Move) -> str:
    """Under which name a move is counted."""
    if act.get("captured") == "beside" and made.captures:
        return "move (captured beside)"
    if act.get("hover"):
        return "move (hover)"
    if act.get("second_hand"):
        return "move (second hand)"
    if act.get("meanwhile"):
        return "move (meanwhile)"
    return "move (hurry)" if act.number("after", 1.0) < 0.5 else "move"


def _piece(stage: Stage, pawn: PawnId) -> dict[str, object]:
    color = stage.pawns.colors[pawn]
    place = stage.places.place(color, stage.pawns.spots[pawn])
    return {"color": color, "from": place if isinstance(place, int) else str(place)}


def _likely_field(stage: Stage, pawn: PawnId) -> str:
    place = stage.places.place(stage.pawns.colors[pawn], stage.pawns.spots[pawn])
    steps = stage.throw or stage.rng.randint(1, 6)
    wanted = min(place + steps, stage.game.board.last) if isinstance(place, int) and place != HOUSE else 0
    return stage.places.field_name(stage.places.spot(stage.pawns.colors[pawn], wanted))


def _told_wrong(stage: Stage, act: Act) -> tuple[PawnId, Spot]:
    pawn = stage.pawn_of(act, stage.turn)
    color, to = stage.pawns.colors[pawn], act.get("to")
    if isinstance(to, str):
        try:
            place: Place = next(p for p in Sighting.parse(stage.game, _only(stage, color, to)).places(color))
        except RulesError as error:
            raise InputError(str(error)) from None
        if isinstance(place, ForeignPlace) and place.kind == "house":
            free = [spot for spot in stage.places.house(place.color) if not stage.pawns.on(spot)]
            if not free:
                raise InputError(f"expected an empty field in the house of {place.color}, there is none")
            return pawn, free[0]
    elif to > stage.game.board.last:
        raise InputError(f"expected 'to' to be at most {stage.game.board.last}, got {to}")
    else:
        place = to
    spot = stage.pawns.free_spot(color, place)
    if [other for other in stage.pawns.on(spot) if other != pawn]:
        raise InputError(f"expected {to} to be free, a pawn stands there")
    return pawn, spot


def _only(stage: Stage, color: Color, to: str) -> dict[str, list[str]]:
    return {name: [to] if name == color else [] for name in stage.game.colors}


def _any_wrong(stage: Stage) -> tuple[PawnId, Spot]:
    before = stage.ledger.before_moves(1)
    value = _thrown(stage)
    rows = None if before is None else before.pawns.rows()
    for _ in range(8):
        mistake = make_mistake(stage.game, stage.state, value, stage.pawns, rows, stage.rng)
        if mistake is None:
            continue
        spot = stage.pawns.free_spot(mistake.color, mistake.place)
        if not stage.hides([spot, stage.pawns.spots[mistake.pawn]]):
            return mistake.pawn, spot
    raise InputError("expected a pawn that can make a wrong move, none was found")


def _carry_home(stage: Stage, spots: dict[PawnId, Spot] | object) -> None:
    """Every pawn goes to where it stood, those first whose field is free."""
    wanted = cast(dict[PawnId, Spot], spots)
    left = [pawn for pawn, spot in wanted.items() if stage.pawns.spots[pawn] != spot]
    start_s = stage.begin_s
    while left:
        pawn = next((pawn for pawn in left if not stage.pawns.on(wanted[pawn])), left[0])
        left.remove(pawn)
        start_s = stage.carry(pawn, wanted[pawn], start_s, stage.pawns.colors[pawn], lasts_s=0.9).end_s


def _new_die(stage: Stage, value: int) -> DieAt:
    side = np.radians(stage.side_deg(stage.turn) + stage.rng.uniform(-35, 35))
    away = stage.rng.uniform(0.8, 0.9)
    x = stage.board.width_mm * (0.5 + away * float(np.cos(side)))
    y = stage.board.height_mm * (0.5 + away * float(np.sin(side)))
    return DieAt(x, y, value, stage.rng.uniform(0, 90))
