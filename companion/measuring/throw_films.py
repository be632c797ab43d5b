"""Drawn films of a die on and beside a board: thrown, carried, put away, covered, under light that changes, with their truth.

Everything is drawn from a seed: board, light, camera (with its lens), die and hands. A thrown die rolls some way from the hand;
one that is carried comes to lie under the hand. What is drawn is flat: no die leans.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

import cv2
import numpy as np

from calibration.drawing import pawns_on
from calibration.drawing_body import PawnAt
from calibration.drawing_die import DieAt
from calibration.drawing_hand import HandAt
from calibration.drawing_look import random_light, random_look
from calibration.drawing_painter import BoardScene, TablePainter
from calibration.drawing_view import View
from calibration.profile import BoardProfile, Srgb
from companion.simulation.painter import made_up_pose
from hardware.ports import Frame

FPS = 8.0
SIZE = (1280, 720)
ON_BOARD = 0.25
"""Share of the dice that come to lie on the board."""
MARGIN_PX = 24
"""All of a die is so far inside the picture."""
REST_FRAMES = 24
ARM_MM, ARM_HIGH_MM, CAMERA_FREE_MM = 1300.0, 150.0, 400.0
"""How far arms reach beyond the die, how high; and how far from the camera they stay."""
INKS: tuple[tuple[Srgb, Srgb], ...] = (
    ((238, 234, 224), (30, 28, 28)),
    ((238, 234, 224), (30, 28, 28)),
    ((238, 234, 224), (30, 28, 28)),
    ((180, 40, 35), (240, 240, 235)),
    ((35, 34, 36), (235, 235, 230)),
    ((205, 165, 110), (40, 25, 15)),
)
"""Every second die is white."""


class Act(StrEnum):
    """What people do. Only THROW is one."""

    LIES = "lies"
    THROW = "throw"
    COVER = "cover"
    PAWN = "pawn"
    SLIDE = "slide"
    TAKE = "take away"
    BRING = "put down"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Moment:
    """What is to be seen during an act: a die or none, a hand or none, and how bright it is."""

    act: int
    die: DieAt | None
    hand: HandAt | None = None
    bright: float = 1.0


@dataclass(frozen=True, slots=True)
class Film:
    """A table, its acts with the value of each (None where nothing was thrown), and their moments, one a frame."""

    painter: TablePainter
    pawns: tuple[PawnAt, ...]
    acts: tuple[tuple[Act, int | None], ...]
    moments: tuple[Moment, ...]
    edge_mm: float

    def frames(self) -> Iterator[tuple[int, Frame]]:
        """Each frame with the number of its act."""
        for k, moment in enumerate(self.moments):
            picture = self.painter.paint(BoardScene(self.pawns, moment.hand, moment.die), noise_seed=k)
            bgr = picture if moment.bright == 1 else cv2.convertScaleAbs(picture, alpha=moment.bright)
            yield moment.act, Frame(np.asarray(bgr, np.uint8), k / FPS, k)

    def die_px(self, moment: Moment) -> tuple[float, float, float]:
        """Middle of the top side and edge of the die of a moment, in pixels; it has to have one."""
        assert moment.die is not None
        x, y, edge = moment.die.x_mm, moment.die.y_mm, moment.die.edge_mm
        at = self.painter.view.project(np.array([(x, y, edge), (x - edge / 2, y, edge), (x + edge / 2, y, edge)]))
        return float(at[0, 0]), float(at[0, 1]), float(np.linalg.norm(at[2] - at[1]))


@dataclass
class _Hands:
    """Makes the moments of one film."""

    board: BoardProfile
    view: View
    pawns: tuple[PawnAt, ...]
    rng: Random
    edge_mm: float
    inks: tuple[Srgb, Srgb]
    die: DieAt | None = None

    def lies(self, act: int, frames: int = REST_FRAMES) -> list[Moment]:
        """Nothing happens."""
        return [Moment(act, self.die)] * frames

    def throw(self, act: int) -> list[Moment]:
        """The die is taken if it lies there, shaken, rolls out of the hand and comes to rest; the hand goes when it likes."""
        taken = self._take(act) if self.die is not None else []
        ends, rng = self._fresh(), self.rng
        side, away = self._side(ends), rng.uniform(90, 190)
        hand = self._hand(ends.x_mm + away * np.cos(np.radians(side)), ends.y_mm + away * np.sin(np.radians(side)), side)
        rolls, stays = rng.randint(4, 8), rng.randint(0, 10)
        shaken = [Moment(act, None, self._shifted(hand, 5.0)) for _ in range(3)]
        rolling = []
        for k in range(rolls):
            left = (1 - (k + 1) / (rolls + 1)) ** 1.7
            x, y = (end + (start - end) * left for start, end in ((hand.x_mm, ends.x_mm), (hand.y_mm, ends.y_mm)))
            tumbling = replace(ends, x_mm=x, y_mm=y, value=rng.randint(1, 6), turn_deg=rng.uniform(0, 90))
            rolling.append(Moment(act, tumbling, self._going(hand, k - stays)))
        self.die = ends
        after = [Moment(act, ends, self._going(hand, rolls + k - stays)) for k in range(REST_FRAMES)]
        return [*taken, *self._coming(act, None, hand), *shaken, *rolling, *after]

    def cover(self, act: int) -> list[Moment]:
        """A hand lies over the die for a while."""
        assert self.die is not None
        hand = self._over(self.die)
        return self._visit(act, hand, [Moment(act, self.die, self._shifted(hand, 3.0)) for _ in range(self.rng.randint(2, 8))])

    def pawn(self, act: int) -> list[Moment]:
        """A hand is at work over the board."""
        wide, high = self.board.width_mm, self.board.height_mm
        hand = self._hand(self.rng.uniform(0.2, 0.8) * wide, self.rng.uniform(0.2, 0.8) * high, self.rng.uniform(0, 360))
        return self._visit(act, hand, [Moment(act, self.die, self._shifted(hand, 12.0)) for _ in range(5)])

    def slide(self, act: int) -> list[Moment]:
        """A hand pushes the die aside, the same side up."""
        assert self.die is not None
        begin, end = self.die, self._fresh()
        end = replace(end, value=begin.value, turn_deg=begin.turn_deg + self.rng.uniform(-25, 25))
        hand, moments = self._over(begin), []
        for k in range(1, 7):
            x, y = (a + (b - a) * k / 6 for a, b in ((begin.x_mm, end.x_mm), (begin.y_mm, end.y_mm)))
            turn = begin.turn_deg + (end.turn_deg - begin.turn_deg) * k / 6
            self.die = replace(end, x_mm=x, y_mm=y, turn_deg=turn)
            hand = replace(hand, x_mm=x, y_mm=y)
            moments.append(Moment(act, self.die, hand))
        came = self._coming(act, begin, self._over(begin))
        return [*came, *moments, *self._leaving(act, hand), *self.lies(act)]

    def take(self, act: int) -> list[Moment]:
        """A hand takes the die away."""
        return [*self._take(act), *self.lies(act, 8)]

    def bring(self, act: int) -> list[Moment]:
        """A hand puts the die down, some side up, and lets go."""
        lies = self._fresh()
        hand = self._over(lies)
        came = self._coming(act, None, hand)
        self.die = lies
        return [
            *came,
            *[Moment(act, lies, self._shifted(hand, 2.0)) for _ in range(2)],
            *self._leaving(act, hand),
            *self.lies(act),
        ]

    def light(self, act: int) -> list[Moment]:
        """It gets darker or brighter, at once or slowly, and stays so for a while."""
        ends, steps = self.rng.choice((0.75, 0.85, 1.15, 1.25)), self.rng.choice((1, 6))
        there = [1 + (ends - 1) * k / steps for k in range(1, steps + 1)]
        return [Moment(act, self.die, None, bright) for bright in (*there, *[ends] * 12, *there[::-1], *[1.0] * 12)]

    def _take(self, act: int) -> list[Moment]:
        assert self.die is not None
        hand, before = self._over(self.die), self.die
        self.die = None
        return [*self._coming(act, before, hand), Moment(act, before, hand), *self._leaving(act, hand)]

    def _visit(self, act: int, hand: HandAt, moments: list[Moment]) -> list[Moment]:
        return [*self._coming(act, self.die, hand), *moments, *self._leaving(act, hand), *self.lies(act, 12)]

    def _coming(self, act: int, die: DieAt | None, hand: HandAt) -> list[Moment]:
        return [Moment(act, die, self._going(hand, steps)) for steps in (3, 2, 1)]

    def _leaving(self, act: int, hand: HandAt) -> list[Moment]:
        return [Moment(act, self.die, self._going(hand, steps)) for steps in (1, 2, 3, 4)]

    def _going(self, hand: HandAt, steps: int) -> HandAt | None:
        """The hand so many steps on its way back; None when it is out of sight."""
        if steps <= 0:
            return hand
        far = 60.0 * steps + 25 * steps**2
        side = np.radians(hand.from_deg)
        away = replace(hand, x_mm=hand.x_mm + far * float(np.cos(side)), y_mm=hand.y_mm + far * float(np.sin(side)))
        return None if steps > 6 else away

    def _over(self, die: DieAt) -> HandAt:
        """Fingers that hold the die."""
        return replace(self._hand(die.x_mm, die.y_mm, self._side(die)), height_mm=self.rng.uniform(0.5, 0.9) * die.edge_mm)

    def _side(self, die: DieAt) -> float:
        """From outside, as arms come."""
        middle_x, middle_y = self.board.width_mm / 2, self.board.height_mm / 2
        straight = float(np.degrees(np.arctan2(die.y_mm - middle_y, die.x_mm - middle_x)))
        for spread in (25, 25, 25, 60, 60, 90, 90, 120, 180, 180, 180):
            side = straight + self.rng.gauss(0, spread)
            if self._arm_is_seen_whole(die, side):
                return side
        return side

    def _arm_is_seen_whole(self, die: DieAt, side: float) -> bool:
        """An arm that passes close by the camera hides all of the table."""
        x, y = die.x_mm + ARM_MM * np.cos(np.radians(side)), die.y_mm + ARM_MM * np.sin(np.radians(side))
        return float(self.view.rotation[2] @ (x, y, -ARM_HIGH_MM) + self.view.translation_mm[2]) > CAMERA_FREE_MM

    def _hand(self, x_mm: float, y_mm: float, from_deg: float) -> HandAt:
        rng = self.rng
        bend, grip, size = rng.uniform(-1, 1), rng.uniform(0.3, 0.9), rng.uniform(0.75, 1.05)
        return HandAt(float(x_mm), float(y_mm), rng.uniform(18, 40), from_deg, bend, grip, size, rng.choice((20.0, 110.0, 260.0)))

    def _shifted(self, hand: HandAt, mm: float) -> HandAt:
        return replace(hand, x_mm=hand.x_mm + self.rng.gauss(0, mm), y_mm=hand.y_mm + self.rng.gauss(0, mm))

    def _fresh(self) -> DieAt:
        """A die where there is room for it, in sight, and not where it lies now."""
        rng, board = self.rng, self.board
        inside = rng.random() < ON_BOARD
        while True:
            reach = 0.0 if inside else 0.45
            x, y = (rng.uniform(-reach, 1 + reach) * side for side in (board.width_mm, board.height_mm))
            die = DieAt(x, y, rng.randint(1, 6), rng.uniform(0, 90), self.edge_mm, *self.inks)
            on_board = -25 < x < board.width_mm + 25 and -25 < y < board.height_mm + 25
            if inside == on_board and self._has_room(die):
                return die

    def _has_room(self, die: DieAt) -> bool:
        here = np.array([die.x_mm, die.y_mm])
        others = [(pawn.x_mm, pawn.y_mm) for pawn in self.pawns] + ([(self.die.x_mm, self.die.y_mm)] if self.die else [])
        pixels = self.view.project(np.array([(*here, height) for height in (0.0, die.edge_mm)]))
        wide, high = self.view.size
        seen = (pixels > MARGIN_PX).all() and (pixels[:, 0] < wide - MARGIN_PX).all() and (pixels[:, 1] < high - MARGIN_PX).all()
        return bool(seen and min(np.hypot(*(here - other)) for other in others) > 2.2 * die.edge_mm)


def make_film(board: BoardProfile, seed: int, edge_mm: float | None = None, bend: float = 1.0) -> Film:
    """The film of a seed: three throws or four and whatever else is done with a die. Its edges are 14 to 18 mm if not given.

    `bend`: times the distortion of ordinary lenses.
    """
    rng = Random(f"throws {seed}")
    painter = TablePainter(board, random_look(board, rng, foreign_ground=0.0), random_light(rng), made_up_pose(rng, bend), SIZE)
    edge = edge_mm or (16.0 if rng.random() < 0.5 else rng.uniform(14, 18))
    pawns = tuple(pawns_on(board, _position(board, rng), rng))
    hands = _Hands(board, painter.view, pawns, rng, edge, rng.choice(INKS))
    if rng.random() < 0.5:
        hands.die = hands._fresh()
    acts = _acts(rng)
    moments: list[Moment] = []
    told: list[tuple[Act, int | None]] = []
    for number, act in enumerate(acts):
        moments += _played(hands, act, number)
        told.append((act, hands.die.value if act is Act.THROW and hands.die is not None else None))
    return Film(painter, pawns, tuple(told), tuple(moments), edge)


def _played(hands: _Hands, act: Act, number: int) -> list[Moment]:
    ways = {
        Act.LIES: hands.lies,
        Act.THROW: hands.throw,
        Act.COVER: hands.cover,
        Act.PAWN: hands.pawn,
        Act.SLIDE: hands.slide,
        Act.TAKE: hands.take,
        Act.BRING: hands.bring,
        Act.LIGHT: hands.light,
    }
    return ways[act](number)


def _acts(rng: Random) -> tuple[Act, ...]:
    """Four throws with everything else once between them."""
    others = [(Act.COVER,), (Act.PAWN,), (Act.SLIDE,), (Act.TAKE, Act.BRING), (Act.LIGHT,), (Act.TAKE,)]
    rng.shuffle(others)
    acts = [Act.LIES, Act.THROW, *others[0], Act.PAWN]
    for between in (others[1:3], others[3:5], others[5:]):
        acts += [Act.THROW, *(act for some in between for act in some if _can(some, between))]
    return tuple(acts)


def _can(some: tuple[Act, ...], between: list[tuple[Act, ...]]) -> bool:
    """A die that has been taken away is neither covered nor pushed nor taken before it is thrown again."""
    gone = between.index((Act.TAKE,)) if (Act.TAKE,) in between else len(between)
    return between.index(some) <= gone


def _position(board: BoardProfile, rng: Random) -> dict[str, list[str]]:
    """Four pawns a colour, each on a field of its own."""
    free = list(board.field_names)
    rng.shuffle(free)
    return {color: [free.pop() for _ in range(4)] for color in board.colors}
