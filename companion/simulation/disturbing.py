"""Acts that have nothing to do with the game: the board is pushed, the camera knocked, the light switched, a cup put down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

import numpy as np

from calibration.drawing_look import Light
from calibration.drawing_thing import ThingAt
from calibration.drawing_view import Knock, Nudge
from companion.simulation.acts import Act
from companion.simulation.gestures import visit
from companion.simulation.stage import Stage
from companion.simulation.timeline import SHAKE_S, ThingStay
from hardware.errors import InputError

T = TypeVar("T")

TRIES = 40
PUSH_MM, PUSH_DEG = 25.0, 5.0
"""Standard deviations of a push nobody tells more exactly: centimetres."""
KNOCK_DEG, KNOCK_ROLL_DEG, KNOCK_MM = 1.2, 2.5, 12.0
SLIDE_S = 0.2
FINGER_ROOM_MM = 4.0
OTHER_THING_MM = 50.0
OUTSIDE_FIELDS = (3, 14)
"""So many of a board's fields are out of the picture when nobody tells how many."""


def push(stage: Stage, act: Act) -> None:
    """A hand at the board's edge pushes it; what is on it goes along."""
    last, rng = stage.timeline.nudge.last, stage.rng
    spread = {"dx_mm": PUSH_MM, "dy_mm": PUSH_MM, "turn_deg": PUSH_DEG}
    given = bool(set(spread) & set(act.given))

    def told() -> Nudge:
        new = {key: act.number(key, 0.0 if given else rng.gauss(0, wide)) for key, wide in spread.items()}
        return Nudge(**{key: getattr(last, key) + value for key, value in new.items()})

    nudge = (
        told() if given else _shown(told, Nudge(), last, lambda nudge: stage.camera.shows_all(nudge, stage.timeline.knock.last))
    )
    moved = {"dx_mm": nudge.dx_mm - last.dx_mm, "dy_mm": nudge.dy_mm - last.dy_mm, "turn_deg": nudge.turn_deg - last.turn_deg}
    _pushed(stage, act, nudge, act.number("seconds", rng.uniform(0.4, 1.0)), 1, moved)


def turn(stage: Stage, act: Act) -> None:
    """Two hands turn the board by any angle."""
    last, rng = stage.timeline.nudge.last, stage.rng

    def told() -> Nudge:
        return replace(last, turn_deg=last.turn_deg + rng.uniform(20, 340))

    if act.get("deg") is not None:
        nudge = replace(last, turn_deg=last.turn_deg + float(act.get("deg")))
    else:
        nudge = _shown(told, Nudge(), last, lambda nudge: stage.camera.shows_all(nudge, stage.timeline.knock.last))
    _pushed(stage, act, nudge, act.number("seconds", rng.uniform(0.8, 2.0)), 2, {"deg": nudge.turn_deg - last.turn_deg})


def knock(stage: Stage, act: Act) -> None:
    """The camera swings and hangs otherwise than before."""
    last, rng = stage.timeline.knock.last, stage.rng
    spread = {"pitch_deg": KNOCK_DEG, "yaw_deg": KNOCK_DEG, "roll_deg": KNOCK_ROLL_DEG, "right_mm": KNOCK_MM, "down_mm": KNOCK_MM}
    given = bool(set(spread) & set(act.given))

    def told() -> Knock:
        new = {key: act.number(key, 0.0 if given else rng.gauss(0, wide)) for key, wide in spread.items()}
        return Knock(**{key: getattr(last, key) + value for key, value in new.items()})

    value = (
        told() if given else _shown(told, Knock(), last, lambda knock: stage.camera.shows_all(stage.timeline.nudge.last, knock))
    )
    stage.timeline.knock.change(stage.begin_s, value, SHAKE_S)
    stage.until(stage.begin_s + SHAKE_S)
    moved = {key: getattr(value, key) - getattr(last, key) for key in spread}
    stage.expect(act, told=_rounded(moved), disturbance=True)


def light(stage: Stage, act: Act) -> None:
    """The light is switched, at once. Without a word more: off or dim, and back to the first light the next time."""
    first, last, rng = stage.camera.light, stage.timeline.light.last, stage.rng
    if not act.given.keys() & {"brightness", "ambient", "warmth"}:
        other = replace(
            first,
            brightness=first.brightness * rng.uniform(0.5, 0.75),
            ambient=rng.uniform(0.3, 0.9),
            tint=_tint(rng.uniform(-0.6, 1)),
        )
        new = other if last == first else first
    else:
        warmth = act.get("warmth")
        new = replace(
            last,
            brightness=act.number("brightness", last.brightness),
            ambient=act.number("ambient", last.ambient),
            tint=last.tint if warmth is None else _tint(warmth),
        )
    _lit(stage, act, new)


def lamp(stage: Stage, act: Act) -> None:
    """A lamp is moved: shadows fall elsewhere."""
    last, rng = stage.timeline.light.last, stage.rng
    strength, x, y, radius = last.glare
    new = replace(
        last,
        azimuth_deg=act.number("azimuth_deg", (last.azimuth_deg + rng.uniform(40, 320)) % 360),
        elevation_deg=act.number("elevation_deg", rng.uniform(30, 80)),
        glare=(act.number("glare", strength), x, y, radius),
    )
    _lit(stage, act, new)


def cloud(stage: Stage, act: Act) -> None:
    """Daylight fades or comes back."""
    last = stage.timeline.shade.last
    shade = act.number("shade", stage.rng.uniform(0.6, 0.85) if last == 1 else 1.0)
    lasts_s = act.number("seconds", stage.rng.uniform(1.5, 5.0))
    stage.timeline.shade.change(stage.begin_s, shade, lasts_s)
    stage.end_s = stage.begin_s + lasts_s
    stage.expect(act, told=_rounded({"shade": shade, "seconds": lasts_s}), disturbance=True)


def rest(stage: Stage, act: Act) -> None:
    """A hand rests: beside the board, where it must not hold anything up, or over it."""
    rng = stage.rng
    side = rng.choice(stage.game.colors)
    from_deg = stage.side_deg(side)
    seconds = act.number("seconds", rng.uniform(1.0, 4.0))
    where = act.get("where") or ("over" if act.get("field") else rng.choice(("beside", "over")))
    told: dict[str, object] = {"where": where, "seconds": round(seconds, 2)}
    if where == "over":
        name = act.get("field") or stage.board.field_names[rng.randrange(stage.board.track)]
        told["field"], at = name, stage.field_named(name)
        stage.visit(at, 22.0, stage.begin_s, seconds, from_deg)
    else:
        angle = np.radians(from_deg)
        reach = 0.62 / max(abs(float(np.cos(angle))), abs(float(np.sin(angle))))
        at = (
            stage.board.width_mm * (0.5 + reach * float(np.cos(angle))),
            stage.board.height_mm * (0.5 + reach * float(np.sin(angle))),
        )
        resting = visit(stage.board, at, 18.0, stage.begin_s, seconds, from_deg)
        stage.timeline.add_gesture(resting)
        stage.end_s = resting.end_s
    stage.expect(act, told=told, name=f"rest {where}", disturbance=True)


def put(stage: Stage, act: Act) -> None:
    """Something is put on the board and stays there."""
    kind = act.get("thing") or stage.rng.choice(("cup", "phone", "card", "sleeve"))
    if any(thing.kind == kind for thing in stage.things()):
        raise InputError(f"expected a {kind} that is not on the board already")
    thing = _placed(stage, act, kind)
    if kind == "sleeve":
        _slide(stage, thing, coming=True)
    else:
        stage.visit((thing.x_mm, thing.y_mm), 60.0, stage.begin_s, 0.2, stage.side_deg(stage.rng.choice(stage.game.colors)))
        stage.timeline.stays.append(ThingStay(thing, stage.begin_s + 0.5))
    where = _rounded({"x_mm": thing.x_mm, "y_mm": thing.y_mm, "turn_deg": thing.turn_deg})
    stage.expect(act, told={"thing": kind, **where}, name=f"put {kind}", disturbance=True)


def take(stage: Stage, act: Act) -> None:
    """What lies on the board is taken away, all or one thing."""
    kind = act.get("thing")
    stays = [stay for stay in stage.timeline.stays if stay.end_s == float("inf") and kind in (None, stay.thing.kind)]
    if not stays:
        raise InputError(f"expected a {kind or 'thing'} on the board, there is none")
    for stay in stays:
        thing, lasts_s = stay.thing, 0.5 if stay.thing.kind != "sleeve" else 0.0
        stage.timeline.stays.remove(stay)
        stage.timeline.stays.append(replace(stay, end_s=stage.begin_s + lasts_s))
        if thing.kind == "sleeve":
            _slide(stage, thing, coming=False)
        else:
            stage.visit((thing.x_mm, thing.y_mm), 60.0, stage.begin_s, 0.2, stage.side_deg(stage.rng.choice(stage.game.colors)))
    stage.expect(act, disturbance=True)


def out_of_view(stage: Stage, act: Act) -> None:
    """The board is pushed until some of its fields are out of the picture."""
    if not stage.in_view:
        raise InputError("expected a board that is in the picture, it is partly out of it already")
    last, fields = stage.timeline.nudge.last, int(act.number("fields", stage.rng.randint(*OUTSIDE_FIELDS)))
    angle = stage.rng.choice((0.0, 90.0, 180.0, 270.0)) + stage.rng.uniform(-15, 15)

    def far(mm: float) -> Nudge:
        along = np.radians(angle)
        return replace(last, dx_mm=last.dx_mm + mm * float(np.cos(along)), dy_mm=last.dy_mm + mm * float(np.sin(along)))

    steps = (far(mm) for mm in np.arange(20.0, 2 * stage.board.width_mm, 10.0))
    found = (nudge for nudge in steps if len(stage.camera.outside(nudge, stage.timeline.knock.last)) >= fields)
    nudge = next(found, None)
    if nudge is None:
        raise InputError(f"expected a push after which {fields} fields are out of the picture, there is none")
    moved = {"dx_mm": nudge.dx_mm - last.dx_mm, "dy_mm": nudge.dy_mm - last.dy_mm, "turn_deg": 0.0}
    _pushed(stage, Act("push", _place_of(act), act.where), nudge, stage.rng.uniform(0.6, 1.2), 1, moved, act.kind)


def into_view(stage: Stage, act: Act) -> None:
    """The board is pushed back to where it lay at first, whole in the picture."""
    if stage.in_view:
        raise InputError("expected a board that is partly out of the picture, it is in it")
    last = stage.timeline.nudge.last
    nudge = Nudge(turn_deg=last.turn_deg)
    if not stage.camera.shows_all(nudge, stage.timeline.knock.last):
        nudge = Nudge(turn_deg=360.0 * round(last.turn_deg / 360))
    moved = {key: getattr(nudge, key) - getattr(last, key) for key in ("dx_mm", "dy_mm", "turn_deg")}
    _pushed(stage, Act("push", _place_of(act), act.where), nudge, stage.rng.uniform(0.6, 1.2), 1, moved, act.kind)


def _place_of(act: Act) -> Mapping[str, object]:
    return {key: act.given[key] for key in ("after", "meanwhile") if key in act.given}


def wait(stage: Stage, act: Act) -> None:
    """Nothing happens."""
    stage.end_s = stage.begin_s + act.number("seconds", 1.0)


def pause(stage: Stage, act: Act) -> None:
    """Everybody is away for minutes or hours."""
    stage.end_s = stage.begin_s + 60 * act.number("minutes", stage.rng.uniform(20, 90))
    stage.expect(act, disturbance=True)


def _shown(told: Callable[[], T], home: T, last: T, shows: Callable[[T], bool]) -> T:
    """A chance value that keeps the whole board in the picture; where chance finds none, the first place again, or no other."""
    return next((value for value in (told() for _ in range(TRIES)) if shows(value)), home if shows(home) else last)


def _pushed(
    stage: Stage, act: Act, nudge: Nudge, seconds: float, hands: int, moved: Mapping[str, float], name: str | None = None
) -> None:
    start_s, side = stage.begin_s + 0.5, stage.side_deg(stage.rng.choice(stage.game.colors))
    for number in range(hands):
        angle = np.radians(side + 180 * number)
        reach = 0.5 / max(abs(float(np.cos(angle))), abs(float(np.sin(angle))))
        at = (
            stage.board.width_mm * (0.5 + reach * float(np.cos(angle))),
            stage.board.height_mm * (0.5 + reach * float(np.sin(angle))),
        )
        stage.visit(at, 10.0, stage.begin_s, seconds + 0.1, side + 180 * number)
    stage.timeline.nudge.change(start_s, nudge, seconds)
    stage.expect(act, told=_rounded({**moved, "seconds": seconds}), name=name, disturbance=True)


def _lit(stage: Stage, act: Act, new: Light) -> None:
    stage.timeline.light.change(stage.begin_s, new)
    stage.until(stage.begin_s)
    keys = ("brightness", "ambient") if act.kind == "light" else ("azimuth_deg", "elevation_deg")
    stage.expect(act, told=_rounded({key: getattr(new, key) for key in keys}), disturbance=True)


def _tint(warmth: float) -> tuple[float, float, float]:
    """Factors for red, green, blue: from a cool window (-1) to a warm lamp (1), as in `random_light`."""
    return 1 + 0.18 * max(-1.0, warmth), 1.0, 1 - 0.3 * max(-0.6, warmth)


def _placed(stage: Stage, act: Act, kind: str) -> ThingAt:
    rng, board = stage.rng, stage.board
    turn_deg = act.number("turn_deg", rng.uniform(0, 360))
    at = _told_place(stage, act)
    if at is not None:
        thing = ThingAt(kind, *at, turn_deg)  # type: ignore[arg-type]
        if not _free(stage, thing):
            raise InputError(f"expected room for a {kind} at ({at[0]:.0f}, {at[1]:.0f}) mm, a pawn or a thing stands in the way")
        return thing
    for _ in range(20 * TRIES):
        x, y = rng.uniform(0.1, 0.9) * board.width_mm, rng.uniform(0.1, 0.9) * board.height_mm
        away = float(np.degrees(np.arctan2(y - board.height_mm / 2, x - board.width_mm / 2)))
        thing = ThingAt(kind, x, y, away if kind == "sleeve" else rng.uniform(0, 360))  # type: ignore[arg-type]
        if _free(stage, thing):
            return thing
    raise InputError(f"expected room for a {kind} on the board, pawns stand everywhere")


def _told_place(stage: Stage, act: Act) -> tuple[float, float] | None:
    if act.get("field") is not None:
        return stage.field_named(act.get("field"))
    if act.get("x_mm") is None and act.get("y_mm") is None:
        return None
    return act.number("x_mm", stage.board.width_mm / 2), act.number("y_mm", stage.board.height_mm / 2)


def _rounded(values: Mapping[str, float]) -> dict[str, object]:
    return {key: round(value, 2) for key, value in values.items()}


def _free(stage: Stage, thing: ThingAt) -> bool:
    if thing.kind == "sleeve":
        return True
    room = stage.board.pawn.foot_mm / 2 + FINGER_ROOM_MM
    stands = (stage.timeline.pawn(pawn) for pawn in stage.pawns.colors)
    pawns_free = not any(thing.takes(at.x_mm, at.y_mm, room) for at in stands)
    others = [other for other in stage.things() if other.kind != "sleeve"]
    return pawns_free and not any(thing.takes(o.x_mm, o.y_mm, OTHER_THING_MM) for o in others)


def _slide(stage: Stage, thing: ThingAt, coming: bool) -> None:
    """A sleeve comes or goes along its own direction, in three pictures."""
    along = np.radians(thing.turn_deg)
    for number in range(3):
        far = 120.0 * (3 - number if coming else number + 1)
        there = replace(thing, x_mm=thing.x_mm + far * float(np.cos(along)), y_mm=thing.y_mm + far * float(np.sin(along)))
        start_s = stage.begin_s + number * SLIDE_S
        stage.timeline.stays.append(ThingStay(there, start_s, start_s + SLIDE_S))
    done_s = stage.begin_s + 3 * SLIDE_S
    if coming:
        stage.timeline.stays.append(ThingStay(thing, done_s))
    stage.until(done_s)
