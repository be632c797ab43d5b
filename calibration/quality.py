"""Is a picture of the board good enough to play by, and if not, what is wrong with it?

`judge_picture` names everything that is wrong, worst first. Each limit says which measurement set it: pictures of
`schmidt-4-more` (72 renders) made worse step by step, read by the reader of this program; see `calibration.measures` for what
is measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from calibration.measures import BoardMeasures, Side, measure_board, picture_colour, picture_detail, picture_light
from calibration.profile import BoardProfile
from calibration.registration import Registration
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]


class Problem(StrEnum):
    """What can be wrong; the order is the order in which it is told: what hides other things comes first."""

    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    TOO_SMALL = "too_small"
    """No board that could be read has room in the picture."""
    COLOURLESS = "colourless"
    """Grey, as cameras are at night or photocopies: pawns are told apart by their colours."""
    NOT_FOUND = "not_found"
    CUT_OFF = "cut_off"
    """A part of the board is outside the picture, at `side`."""
    TOO_NEAR = "too_near"
    """The board fills the picture: a push of the hand, and it is cut off; or it is cut off at opposite sides."""
    TOO_FAR = "too_far"
    BLURRED = "blurred"
    TILTED = "tilted"
    GLARE = "glare"
    """A lamp mirrors itself in the print, at `side` of the board."""
    COVERED = "covered"
    """Something lies or reaches over the fields."""
    SHAKING = "shaking"
    """The camera, or the table, does not stand still."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong: what was measured, and the limit it should keep. `side` as seen in the picture."""

    problem: Problem
    value: float
    limit: float
    side: Side | None = None


DARKEST = 40.0
"""Grey level of the strongest channel, median over the board: at 31 (with noise of 3 levels) 64 of 65 boards were found and all
fields read, at 21 only 42 were found, at 14 ten; without darkening renders and photographs have 116 to 201."""
BRIGHTEST = 0.25
"""Share of a whole picture that may be burnt out where no board is found in it."""
MOST_BOARD_BURNT = 0.4
"""Share of the board: beyond it is not a lamp that mirrors itself but too much light."""
SMALLEST_PICTURE_PX = 150.0
"""Its shorter side: smaller boards are not found."""
LEAST_COLOUR = 8.0
"""`picture_colour`: 73 and more in 274 renders, photographs and recordings, still 10 when darkened to an eighth; grey ones 0."""
SMALLEST_WIDTH_PX = 240.0
"""Mean length of the board's sides: at 300 px 0.11 % of the fields were read wrongly (n = 64), at 250 0.20 %, at 220 0.32 %."""
LEAST_ROOM = 0.01
"""Share of the board's width between it and the edge of the picture."""
MOST_TILT_DEG = 42.0
"""Of 10 renders tilted by 35 to 41 degrees 9 are read without a mistake; beyond, pawns hide each other's feet."""
LEAST_DETAIL = 0.18
"""Blurred by 2 mm (median 0.20) 65 of 65 pictures were read without a mistake, by 2.5 mm (0.17) 64, by 3 mm (0.14) 57, by
4 mm (0.11) 26; what cameras give in focus has 0.31 to 0.75."""
LEAST_PICTURE_DETAIL = 0.18
"""Without a board: `picture_detail`, 0.36 and more in 163 pictures in focus; 0.22 (median) when blurred by 1 % of the board."""
MOST_GLARE = 0.01
"""Share of the board: 87 of 96 renders show none at all, the others 0.7 to 10 %."""
MOST_COVERED = 3
"""Fields the reader calls covered: none on 76 of 79 settled pictures of five boards (71 renders, 8 photographs), 2 to 4 on the
others; 4 and more on 26 of 43 with a hand."""
MOST_SHAKE = 0.004
"""Share of the board's width by which a corner may move between two looks; two fits of a board that lies still
differ by 0.2 % at most."""


def judge_picture(bgr: BgrImage, board: BoardProfile | None, registration: Registration | None) -> tuple[Finding, ...]:
    """What is wrong with the (height, width, 3) picture, worst first; empty when it is good.

    `registration`: where the board was found in it; `board` and it are None when it was not.
    """
    if registration is None or board is None:
        return _judge_without_board(bgr)
    return in_order([*_judge_colour(bgr), *_judge_board(measure_board(bgr, board, registration))])


def is_colourless(bgr: BgrImage) -> bool:
    """Whether the pawns' colours cannot be told in the picture."""
    return picture_colour(bgr) < LEAST_COLOUR


def in_order(findings: Iterator[Finding] | Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, worst first."""
    order = list(Problem)
    return tuple(sorted(findings, key=lambda finding: order.index(finding.problem)))


def judge_cover(covered: NDArray[np.bool_]) -> tuple[Finding, ...]:
    """`covered` (F,) as the reader tells it."""
    count = int(covered.sum())
    return (Finding(Problem.COVERED, count, MOST_COVERED),) if count > MOST_COVERED else ()


def judge_shaking(looks_px: Sequence[FloatArray]) -> tuple[Finding, ...]:
    """`looks_px`: the board's corners (4, 2) in pixels at the last looks, oldest first. One move is a push, two are a shake."""
    moves = []
    for before, after in pairwise(looks_px):
        width = float(np.linalg.norm(after - np.roll(after, 1, axis=0), axis=1).mean())
        moves.append(float(np.linalg.norm(after - before, axis=1).max()) / width)
    shake = sorted(moves)[-2] if len(moves) > 1 else 0.0
    return (Finding(Problem.SHAKING, shake, MOST_SHAKE),) if shake > MOST_SHAKE else ()


def _judge_without_board(bgr: BgrImage) -> tuple[Finding, ...]:
    """Why no board can be found, if the picture tells."""
    light, burnt = picture_light(bgr)
    if light < DARKEST:
        return (Finding(Problem.TOO_DARK, light, DARKEST),)
    if burnt > BRIGHTEST:
        return (Finding(Problem.TOO_BRIGHT, burnt, BRIGHTEST),)
    if min(bgr.shape[:2]) < SMALLEST_PICTURE_PX:
        return (Finding(Problem.TOO_SMALL, min(bgr.shape[:2]), SMALLEST_PICTURE_PX),)
    if is_colourless(bgr):
        return tuple(_judge_colour(bgr))
    detail = picture_detail(bgr)
    if detail < LEAST_PICTURE_DETAIL:
        return (Finding(Problem.BLURRED, detail, LEAST_PICTURE_DETAIL),)
    return (Finding(Problem.NOT_FOUND, 0.0, 1.0),)


def _judge_colour(bgr: BgrImage) -> Iterator[Finding]:
    colour = picture_colour(bgr)
    if colour < LEAST_COLOUR:
        yield Finding(Problem.COLOURLESS, colour, LEAST_COLOUR)


def _judge_board(seen: BoardMeasures) -> Iterator[Finding]:
    if seen.light < DARKEST:
        yield Finding(Problem.TOO_DARK, seen.light, DARKEST)
    yield from _judge_glare(seen)
    yield from _judge_room(seen)
    if seen.width_px < SMALLEST_WIDTH_PX:
        yield Finding(Problem.TOO_FAR, seen.width_px, SMALLEST_WIDTH_PX)
    if seen.detail < LEAST_DETAIL:
        yield Finding(Problem.BLURRED, seen.detail, LEAST_DETAIL)
    if seen.tilt_deg > MOST_TILT_DEG:
        yield Finding(Problem.TILTED, seen.tilt_deg, MOST_TILT_DEG)


def _judge_glare(seen: BoardMeasures) -> Iterator[Finding]:
    if seen.glare > MOST_BOARD_BURNT:
        yield Finding(Problem.TOO_BRIGHT, seen.glare, MOST_BOARD_BURNT)
    elif seen.glare > MOST_GLARE:
        yield Finding(Problem.GLARE, seen.glare, MOST_GLARE, seen.glare_side)


def _judge_room(seen: BoardMeasures) -> Iterator[Finding]:
    """Cut off at one side or at two that meet: move it. At opposite sides, or all but: it is too near."""
    tight = [side for side, room in seen.room.items() if room < LEAST_ROOM]
    least = min(seen.room.values())
    if {Side.LEFT, Side.RIGHT} <= set(tight) or {Side.TOP, Side.BOTTOM} <= set(tight):
        yield Finding(Problem.TOO_NEAR, least, LEAST_ROOM)
    elif tight:
        side = min(tight, key=lambda side: seen.room[side])
        yield Finding(Problem.CUT_OFF, least, LEAST_ROOM, side)
