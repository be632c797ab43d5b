"""Acts by which pawns leave the board and come back: a board is tidied away, set up again, a lost pawn is a button."""

from __future__ import annotations

from dataclasses import replace

from calibration.drawing_thing import ThingAt
from companion.simulation.acts import Act
from companion.simulation.playing import TOLD_OF_WRONG, in_order, told_until_now
from companion.simulation.stage import Stage
from companion.simulation.timeline import ThingStay
from hardware.errors import InputError

TAKEN_S = 0.5
"""A hand has a pawn so long after it has come."""
NEXT_S = 0.7
"""So long after one hand the next one comes: two are over the board at once."""


def clear(stage: Stage, act: Act) -> None:
    """All pawns go into their box, one after the other."""
    if stage.wrong is not None or stage.out:
        raise InputError("expected a board that stands right before it is tidied away")
    stage.out_since = len(stage.truth)
    for number, pawn in enumerate(stage.pawns.colors):
        start_s, there = stage.begin_s + number * NEXT_S, stage.timeline.pawn(pawn)
        stage.visit((there.x_mm, there.y_mm), 14.0, start_s, 0.1, stage.side_deg(stage.pawns.colors[pawn]))
        stage.timeline.take_away(pawn, start_s + TAKEN_S)
        stage.out[pawn] = there
    stage.expect(act, disturbance=True, allowed=TOLD_OF_WRONG, allowed_until_s=float("inf"))


def set_up(stage: Stage, act: Act) -> None:
    """Every pawn that is not on its field is put there: out of the box, or from where it stands."""
    if not stage.out:
        raise InputError("expected pawns that are not on their fields, all are")
    start_s = stage.begin_s
    for pawn in in_order(stage, list(stage.out)):
        spot, color = stage.pawns.spots[pawn], stage.pawns.colors[pawn]
        del stage.out[pawn]
        if not stage.timeline.away(pawn):
            start_s = stage.carry(pawn, spot, start_s, color, lasts_s=0.9).end_s
            continue
        stage.timeline.put(pawn, stage.put_down(pawn, spot), start_s + TAKEN_S)
        stage.visit(stage.foot_at(spot), 14.0, start_s, 0.1, stage.side_deg(color))
        start_s += NEXT_S
    told_until_now(stage, stage.out_since or 0)
    stage.expect(act, color=stage.state.turn, throw=stage.throw, disturbance=True)


def swap(stage: Stage, act: Act) -> None:
    """A pawn is lost; a button lies on its field until `swap_back`."""
    pawn = stage.pawn_of(act, stage.turn)
    there, color = stage.timeline.pawn(pawn), stage.pawns.colors[pawn]
    if stage.hides([stage.pawns.spots[pawn]]):
        raise InputError("expected a pawn that can be seen, something lies before it; take it away first")
    stage.visit((there.x_mm, there.y_mm), 14.0, stage.begin_s, 0.3, stage.side_deg(color))
    stage.timeline.take_away(pawn, stage.begin_s + TAKEN_S)
    stage.timeline.stays.append(ThingStay(ThingAt("button", there.x_mm, there.y_mm), stage.begin_s + TAKEN_S))
    if not stage.out:
        stage.out_since = len(stage.truth)
    place = stage.places.place(color, stage.pawns.spots[pawn])
    stage.out[pawn] = there
    told = {"color": color, "from": place if isinstance(place, int) else str(place)}
    stage.expect(act, told=told, disturbance=True, allowed=TOLD_OF_WRONG, allowed_until_s=float("inf"))


def swap_back(stage: Stage, act: Act) -> None:
    """The lost pawns are found: each takes its button's place."""
    stays = [stay for stay in stage.timeline.stays if stay.thing.kind == "button" and stay.end_s == float("inf")]
    if not stays:
        raise InputError("expected a button that stands for a pawn, there is none")
    for stay in stays:
        at_s = stage.begin_s + TAKEN_S
        stage.timeline.stays.remove(stay)
        stage.timeline.stays.append(replace(stay, end_s=at_s))
    start_s = stage.begin_s
    for pawn in [pawn for pawn in stage.out if stage.timeline.away(pawn)]:
        there = stage.out.pop(pawn)
        stage.visit((there.x_mm, there.y_mm), 14.0, start_s, 0.3, stage.side_deg(stage.pawns.colors[pawn]))
        stage.timeline.put(pawn, there, start_s + TAKEN_S)
        start_s = stage.end_s
    if not stage.out:
        told_until_now(stage, stage.out_since or 0)
    stage.expect(act, color=stage.state.turn, throw=stage.throw)
