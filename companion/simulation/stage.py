"""The scripted table while it is being planned: its clock, its pawns, its hands, and what has to be recorded of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from calibration.drawing_body import PawnAt
from calibration.drawing_thing import ThingAt
from calibration.profile import BoardProfile, FieldName
from companion.history import Owed
from companion.places import HOME, Places, Spot
from companion.rules import Color, Game, Place, Position, Sighting, State
from companion.simulation.acts import Act
from companion.simulation.camera import TableCamera
from companion.simulation.expected import Event, Expectation, Ledger, Mark
from companion.simulation.gestures import Gesture, carry, visit
from companion.simulation.pawns import PawnId, PawnSet, pushed_aside, put_all_down, put_down, set_up
from companion.simulation.timeline import Timeline
from hardware.errors import InputError

CARRY_S = (0.8, 1.5)
ALLOWED_AFTER_S = 4.0
"""What was told of a wrong board may be told so long after it was put right: it has to be believed first."""


@dataclass(frozen=True, slots=True)
class Touch:
    """What somebody says on the screen at `time_s`: the throw was `throw` (None: there was none), and with it a piece went
    from `source` to `target` (None: only the throw is said)."""

    time_s: float
    color: Color
    throw: int | None
    source: int | None = None
    target: int | None = None


class Stage:
    """The world of a script. Acts begin at `begin_s` and set `end_s`; `quiet_s` is when the last hand over the board is gone."""

    def __init__(
        self,
        board: BoardProfile,
        game: Game,
        state: State,
        camera: TableCamera,
        rng: Random,
        die: bool,
        stands: Position | None = None,
    ) -> None:
        """`stands`: where the pawns stand at the beginning, when they are not set up as the game has them."""
        self.board, self.game, self.state, self.camera, self.rng, self.with_die = board, game, state, camera, rng, die
        self.places = Places(board)
        self.pawns = set_up(self.places, state.position)
        begun = self.pawns if stands is None else set_up(self.places, stands)
        self.timeline = Timeline(put_all_down(begun, rng), camera.light)
        self.ledger = Ledger([Mark(0, state, None, self.pawns)])
        self.throw: int | None = None
        self.wrong: PawnSet | None = None
        """Where the pawns stood before the wrong move that stands on the board now."""
        self.owed: Owed | None = None
        """A piece that has still to go home for a missed capture."""
        self.out: dict[PawnId, PawnAt] = {
            pawn: self.timeline.pawn(pawn) for pawn, spot in self.pawns.spots.items() if begun.spots[pawn] != spot
        }
        """Pawns that are not on their fields, and where they stood."""
        self.out_since: int | None = 0 if self.out else None
        self.begin_s, self.end_s, self.quiet_s, self.pause_s = 0.0, 0.0, 0.0, 0.0
        self.ply = 0
        self.truth: list[Expectation] = []
        self.throws: list[tuple[float, int]] = []
        self.slips: list[float] = []
        """When a throw was told that must be refused."""
        self.touches: list[Touch] = []
        self.restarts: list[float] = []

    @property
    def turn(self) -> Color:
        """Who is on. Raises `InputError` when the game is over."""
        if self.state.turn is None:
            raise InputError("expected a game that goes on, it is over")
        return self.state.turn

    def foot_at(self, spot: Spot) -> tuple[float, float]:
        """The middle of a field in mm."""
        field = self.board.fields[spot]
        return field.x_mm, field.y_mm

    def field_named(self, name: FieldName) -> tuple[float, float]:
        """The middle of a field in mm. Raises `InputError` for a name the board does not have."""
        if name not in self.board.field_names:
            raise InputError(f"expected the name of a field of {self.board.id}, like T12 or yellow:B1, got {name!r}")
        field = self.board.field(name)
        return field.x_mm, field.y_mm

    def pawn_of(self, act: Act, default: Color) -> PawnId:
        """The pawn an act names by colour and progress, any of the colour when it names no place. Raises `InputError`."""
        color = Color(act.get("color") or default)
        if color not in self.game.colors:
            raise InputError(f"expected a colour of the game, {', '.join(self.game.colors)}, got {color!r}")
        own = [pawn for pawn, its in self.pawns.colors.items() if its == color and pawn not in self.out]
        told = act.get("from")
        if told is not None:
            own = [pawn for pawn in reversed(own) if self.places.place(color, self.pawns.spots[pawn]) == told]
        if not own:
            raise InputError(f"expected a {color} pawn at {told}, there is none")
        return own[0] if told is not None else self.rng.choice(own)

    def carry(
        self,
        pawn: PawnId,
        spot: Spot,
        start_s: float,
        side: Color,
        lasts_s: float | None = None,
        hover: Sequence[tuple[float, float]] = (),
        hover_s: float = 0.0,
    ) -> Gesture:
        """A hand of the player `side` puts a pawn on a field; what stands there is pushed aside."""
        target = self.put_down(pawn, spot)
        gesture = self.carry_to(pawn, target, start_s, side, lasts_s, hover, hover_s)
        for other in self.pawns.on(spot):
            if other != pawn:
                aside = pushed_aside(self.timeline.pawn(other, gesture.put_s), target, self.board.pawn.foot_mm)
                self.timeline.put(other, aside, gesture.put_s)
        self.pawns = self.pawns.moved(pawn, spot)
        return gesture

    def put_down(self, pawn: PawnId, spot: Spot) -> PawnAt:
        """Where a hand puts the pawn on that field: about its middle, beside another one that stands there."""
        return put_down(self.pawns.without(pawn), self.pawns.colors[pawn], spot, self.rng)

    def carry_to(
        self,
        pawn: PawnId,
        target: PawnAt,
        start_s: float,
        side: Color,
        lasts_s: float | None = None,
        hover: Sequence[tuple[float, float]] = (),
        hover_s: float = 0.0,
    ) -> Gesture:
        """A hand puts a pawn anywhere; on which field it then counts is not touched."""
        begin = self.timeline.pawn(pawn, start_s)
        lasts_s = self.rng.uniform(*CARRY_S) if lasts_s is None else lasts_s
        gesture = carry(self.board, pawn, begin, target, start_s, lasts_s, self.side_deg(side), hover, hover_s)
        self.add(gesture)
        return gesture

    def visit(self, at: tuple[float, float], height_mm: float, start_s: float, rest_s: float, from_deg: float) -> Gesture:
        """A hand without a pawn."""
        gesture = visit(self.board, at, height_mm, start_s, rest_s, from_deg)
        self.add(gesture)
        return gesture

    def add(self, gesture: Gesture) -> None:
        """Plans a gesture; the act lasts at least as long."""
        self.timeline.add_gesture(gesture)
        self.until(gesture.end_s)

    def until(self, time_s: float) -> None:
        """The act lasts at least until then, and nothing is readable before."""
        self.end_s = max(self.end_s, time_s)
        self.quiet_s = max(self.quiet_s, time_s)

    def side_deg(self, color: Color) -> float:
        """The side of the board on which a colour's player sits: behind the middle of its houses."""
        houses = [self.board.fields[spot] for spot in self.places.house(color)]
        x = float(np.mean([field.x_mm for field in houses])) - self.board.width_mm / 2
        y = float(np.mean([field.y_mm for field in houses])) - self.board.height_mm / 2
        return float(np.degrees(np.arctan2(y, x))) + self.rng.gauss(0, 12)

    def things(self) -> tuple[ThingAt, ...]:
        """What lies about when everything planned is done."""
        return tuple(stay.thing for stay in self.timeline.stays if stay.end_s == float("inf"))

    def hidden(self) -> frozenset[FieldName]:
        """Fields nobody sees for the things that lie about."""
        return self.camera.hidden(self.things(), self.timeline.nudge.last, self.timeline.knock.last)

    @property
    def in_view(self) -> bool:
        """Whether the whole board is in the picture."""
        return self.camera.shows_all(self.timeline.nudge.last, self.timeline.knock.last)

    def hides(self, spots: Iterable[Spot]) -> bool:
        """Whether one of these fields is hidden."""
        hidden = self.hidden()
        return any(self.places.field_name(spot) in hidden for spot in spots if spot != HOME)

    def sighting(self) -> Sighting:
        """What stands on the board."""
        rows: dict[Color, tuple[Place, ...]] = {}
        for pawn, color in self.pawns.colors.items():
            if pawn not in self.out:
                rows[color] = (*rows.get(color, ()), self.places.place(color, self.pawns.spots[pawn]))
        return Sighting.of(self.game.colors, rows)

    def expect(
        self,
        act: Act,
        *events: Event,
        told: Mapping[str, object] | None = None,
        name: str | None = None,
        throw: int | None = None,
        color: Color | None = None,
        disturbance: bool = False,
        allowed: tuple[str, ...] = (),
        allowed_until_s: float | None = None,
    ) -> None:
        """Writes down what must be recorded of an act whose hands are all planned; `told` is what chance decided of it."""
        until = self.quiet_s + ALLOWED_AFTER_S if allowed_until_s is None else allowed_until_s
        safe = self.throw is None and self.wrong is None and self.owed is None and not self.out
        after = {} if act.get("meanwhile") else {"after": round(self.pause_s, 3)}
        self.truth.append(
            Expectation(
                act=act.kind,
                ply=self.ply,
                color=color,
                throw=throw,
                events=events,
                position=self.sighting().to_dict(),
                begin_s=self.begin_s,
                readable_s=max(self.quiet_s, self.begin_s),
                disturbance=disturbance,
                allowed=allowed,
                allowed_until_s=until if allowed else 0.0,
                state=self.state if safe else None,
                told=Act(act.kind, {**(told or {}), **after, **act.given}, act.where),
                name=name or act.kind,
            )
        )
