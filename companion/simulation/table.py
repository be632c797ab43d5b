"""People at a table: they answer every throw with hands that move pawns, by the rules or, now and then, by mistake."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from calibration.drawing_body import PawnAt
from calibration.drawing_die import DieAt
from calibration.drawing_painter import BoardScene
from calibration.drawing_view import Nudge
from calibration.profile import BoardProfile
from companion.places import Places, Spot
from companion.rules import Color, Game, Move, RulesError, State, after_throw, legal_moves
from companion.simulation.mistakes import Mistake, make_mistake
from companion.simulation.motion import Carry, at_time, settled
from companion.simulation.pawns import PawnId, pushed_aside, put_all_down, put_down, set_up
from companion.simulation.truth import TruthStep, illegal_event, move_events, throw_event

CAPTURES_LIKED = 3
"""A move that captures is chosen this many times as readily as another."""


IN_SIGHT = (0.6, 0.8)
"""Shares of the board's width from its middle between which a die stays in sight."""
LARGE_MM = 16.0
"""Edge of a die that is to be read under the camera."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How these people play. Pairs are the least and the most, drawn evenly; times in seconds.

    `mistakes` is the chance that a ply begins with a wrong move; `bumps` that a hand shifts a pawn in its way; `nudges` that
    it pushes the board. `rest_s` is how long nothing moves after each step; `die`: a real die lies beside the board.
    """

    mistakes: float = 0.0
    bumps: float = 0.06
    nudges: float = 0.03
    carry_s: tuple[float, float] = (0.8, 1.6)
    think_s: tuple[float, float] = (0.5, 1.2)
    rest_s: tuple[float, float] = (0.9, 1.4)
    die: bool = True
    die_in_sight: bool = False
    """The die always comes to lie left or right of the board, where every camera sees it."""


@dataclass(frozen=True, slots=True)
class TableMoment:
    """The table at one time: what is on it, and how far the board has been pushed."""

    scene: BoardScene
    nudge: Nudge


class SimulatedTable:
    """A game being played by seeded people on a real board. Throws may come from another thread than the one that looks."""

    def __init__(
        self, board: BoardProfile, game: Game, state: State, rng: Random, habits: Habits | None = None, begin_s: float = 0.0
    ) -> None:
        self.board, self.game, self.state = board, game, state
        self.habits = habits or Habits()
        self.busy_until_s = begin_s
        """Until then hands are at work or the table rests from it."""
        self._rng = rng
        self._ply = 0
        self._on: Color | None = state.turn
        self._pawns = set_up(Places(board), state.position)
        self._placed = put_all_down(self._pawns, rng)
        self._base: Mapping[PawnId, PawnAt] = dict(self._placed)
        self._carries: list[Carry] = []
        self._nudges = [(begin_s, Nudge())]
        self._dice: list[tuple[float, DieAt | None]] = [(begin_s, None)]
        self._before: object = None
        self._wanted: Move | None = None
        self._lock = threading.Lock()

    def set_up_anew(self, game: Game, state: State, time_s: float) -> None:
        """The people put all pieces as in `state`, at once, and play that game from now on."""
        with self._lock:
            self.game, self.state, self.busy_until_s = game, state, time_s
            self._ply, self._on, self._wanted, self._before = 0, state.turn, None, None
            self._pawns = set_up(Places(self.board), state.position)
            self._placed = put_all_down(self._pawns, self._rng)
            self._base, self._carries = dict(self._placed), []

    def move_requested(self, move: Move) -> None:
        """The next throw is answered with this move, if it is legal then."""
        self._wanted = move

    def throw(self, value: int, time_s: float) -> tuple[TruthStep, ...]:
        """Somebody threw: plans what hands do, and tells what will have happened. Raises `RulesError` when the game is over."""
        if self.state.turn is None:
            raise RulesError("the game is over; expected no further throw")
        with self._lock:
            self._ply, self._on = self._ply + 1, self.state.turn
            begin_s = max(time_s, self.busy_until_s)
            if self.habits.die:
                self._dice.append((time_s, self._new_die(value)))
            self.busy_until_s = begin_s + self._rng.uniform(*self.habits.think_s)
            return tuple(self._answer(value))

    def moment(self, time_s: float) -> TableMoment:
        """The table at `time_s`; times asked for must not go back."""
        with self._lock:
            while self._carries and self._carries[0].end_s <= time_s:
                self._base = settled(self._base, self._carries.pop(0))
            pawns, hand = at_time(self._base, self._carries, time_s, self.board)
            nudge = next(nudge for since_s, nudge in reversed(self._nudges) if since_s <= time_s or since_s == self._nudges[0][0])
            die = next(die for since_s, die in reversed(self._dice) if since_s <= time_s or since_s == self._dice[0][0])
        return TableMoment(BoardScene(tuple(pawns.values()), hand, die), nudge)

    def _answer(self, value: int) -> list[TruthStep]:
        state = self.state
        moves = legal_moves(self.game, state.position, self._mover, value)
        thrown = throw_event(value)
        if not moves:
            self.state = after_throw(self.game, state, value, None)
            return [self._step(value, [thrown, {"kind": "pass"}])]
        steps: list[TruthStep] = []
        mistake = self._mistake(value)
        if mistake is not None:
            steps = self._make_and_take_back(value, mistake, thrown)
        move = self._choose(moves)
        self._before = self._pawns.rows()
        self._carry_out(move)
        self.state = after_throw(self.game, state, value, move)
        events = move_events(self.game, state, self.state, move)
        return [*steps, self._step(value, events if steps else [thrown, *events])]

    @property
    def _mover(self) -> Color:
        assert self._on is not None
        return self._on

    def _mistake(self, value: int) -> Mistake | None:
        if self._rng.random() >= self.habits.mistakes:
            return None
        return make_mistake(self.game, self.state, value, self._pawns, self._before, self._rng)

    def _make_and_take_back(self, value: int, mistake: Mistake, thrown: Mapping[str, object]) -> list[TruthStep]:
        back = self._pawns.spots[mistake.pawn]
        self._carry(mistake.pawn, self._pawns.places.spot(mistake.color, mistake.place))
        wrong = self._step(value, [thrown, illegal_event(mistake.reasons)], mistake)
        self._carry(mistake.pawn, back)
        return [wrong, self._step(value, [{"kind": "takeback"}])]

    def _choose(self, moves: Sequence[Move]) -> Move:
        wanted, self._wanted = self._wanted, None
        if wanted is not None and wanted in moves:
            return wanted
        return self._rng.choices(moves, [CAPTURES_LIKED if move.captures else 1 for move in moves])[0]

    def _carry_out(self, move: Move) -> None:
        pawn = self._pawns.find(move.color, move.source)
        target = self._pawns.free_spot(move.color, move.target)
        captured = [other for other in self._pawns.on(target) if self._pawns.colors[other] == move.captures]
        first_home = self._rng.random() < 0.5
        for other in captured if first_home else ():
            self._carry(other, self._pawns.free_spot(self._pawns.colors[other], -1))
        self._carry(pawn, target)
        for other in () if first_home else captured:
            self._carry(other, self._pawns.free_spot(self._pawns.colors[other], -1))

    def _carry(self, pawn: PawnId, spot: Spot) -> None:
        """Plans one carry, right after what is planned already."""
        color, foot = self._pawns.colors[pawn], self.board.pawn.foot_mm
        target = put_down(self._pawns, color, spot, self._rng)
        aside = {other: pushed_aside(self._placed[other], target, foot) for other in self._pawns.on(spot)}
        aside |= self._bumped(pawn, aside)
        end_s = self.busy_until_s + self._rng.uniform(*self.habits.carry_s)
        carry = Carry(pawn, target, self.busy_until_s, end_s, self._side_deg(self._mover), tuple(aside.items()))
        self._carries.append(carry)
        self._placed = settled(self._placed, carry)
        self._pawns = self._pawns.moved(pawn, spot)
        self.busy_until_s = end_s
        if self._rng.random() < self.habits.nudges:
            self._nudges.append((carry.put_s, self._pushed(self._nudges[-1][1])))

    def _bumped(self, carried: PawnId, aside: Mapping[PawnId, PawnAt]) -> dict[PawnId, PawnAt]:
        if self._rng.random() >= self.habits.bumps:
            return {}
        other = self._rng.choice([pawn for pawn in self._placed if pawn != carried and pawn not in aside])
        spread = 0.12 * self.board.pawn.foot_mm
        there = self._placed[other]
        x, y = there.x_mm + self._rng.gauss(0, spread), there.y_mm + self._rng.gauss(0, spread)
        return {other: PawnAt(there.color, x, y)}

    def _pushed(self, nudge: Nudge) -> Nudge:
        """A push of some millimetres up to centimetres; people push a board that has gone astray back as well."""
        rng = self._rng
        return Nudge(
            0.5 * nudge.dx_mm + rng.gauss(0, 8), 0.5 * nudge.dy_mm + rng.gauss(0, 8), 0.5 * nudge.turn_deg + rng.gauss(0, 2)
        )

    def _side_deg(self, color: Color) -> float:
        """The side of the board on which a colour's player sits: behind the middle of its houses."""
        houses = [self.board.fields[spot] for spot in self._pawns.places.house(color)]
        x = float(np.mean([field.x_mm for field in houses])) - self.board.width_mm / 2
        y = float(np.mean([field.y_mm for field in houses])) - self.board.height_mm / 2
        return float(np.degrees(np.arctan2(y, x))) + self._rng.gauss(0, 12)

    def _new_die(self, value: int) -> DieAt:
        side = np.radians(self._side_deg(self._mover) + self._rng.uniform(-35, 35))
        away = self.board.width_mm * self._rng.uniform(0.8, 0.9)
        x = self.board.width_mm / 2 + away * float(np.cos(side))
        y = self.board.height_mm / 2 + away * float(np.sin(side))
        if self.habits.die_in_sight:
            aside = self._rng.uniform(*IN_SIGHT)
            x = self.board.width_mm * (0.5 + (aside if np.cos(side) > 0 else -aside))
            y = self.board.height_mm * self._rng.uniform(0.05, 0.95)
            return DieAt(x, y, value, self._rng.uniform(0, 90), LARGE_MM)
        return DieAt(x, y, value, self._rng.uniform(0, 90))

    def _step(self, value: int, events: Sequence[Mapping[str, object]], mistake: Mistake | None = None) -> TruthStep:
        """Ends a step of the plan: nothing moves for a while."""
        done_s = self.busy_until_s
        self.busy_until_s += self._rng.uniform(*self.habits.rest_s)
        reasons = mistake.reasons if mistake is not None else ()
        return TruthStep(self._ply, self._mover, value, tuple(events), reasons, self._pawns.rows(), done_s, self.busy_until_s)
