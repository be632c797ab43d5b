"""The pictograms as data, on a square of 24 units (origin top left, y down), strokes 2.4 wide with round ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A stroke along points."""

    points: Points
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled polygon with slightly rounded corners."""

    points: Points


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle."""

    x: float
    y: float
    r: float


@dataclass(frozen=True, slots=True)
class Ring:
    """A stroked circle."""

    x: float
    y: float
    r: float
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Arc:
    """A stroked part of a circle; degrees clockwise from three o'clock."""

    x: float
    y: float
    r: float
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Box:
    """A stroked rectangle with round corners."""

    left: float
    top: float
    right: float
    bottom: float
    corner: float


@dataclass(frozen=True, slots=True)
class Pawn:
    """A filled pawn; (x, y) is the middle of its foot."""

    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Sign:
    """A digit or sign (never a word), centred at x on its baseline."""

    x: float
    baseline: float
    text: str
    size: float


Stroke = Line | Fill | Dot | Ring | Arc | Box | Pawn | Sign

ICONS: Mapping[str, tuple[Stroke, ...]] = {
    "throw": (
        Box(3, 9, 15, 21, 2.8),
        Dot(6.6, 12.6, 1.4),
        Dot(11.4, 17.4, 1.4),
        Dot(9, 15, 1.4),
        Arc(13, 11, 8.2, -85, -8),
        Fill(((18.6, 9), (23.4, 9), (21.2, 12.8))),
    ),
    "your_turn": (
        Pawn(12, 23, 15),
        Fill(((8.2, 1.5), (15.8, 1.5), (12, 6))),
    ),
    "wait": (
        Line(((7.8, 13), (7.8, 6.6))),
        Line(((10.9, 12), (10.9, 3.4))),
        Line(((14, 12), (14, 3.8))),
        Line(((17.1, 13), (17.1, 6.8))),
        Fill(((7.2, 11.8), (17.7, 11.8), (17.7, 15.8), (7.2, 15.8))),
        Dot(12.45, 16.2, 5.85),
        Line(((8.6, 18.4), (3.4, 12.4))),
        Line(((9.4, 17.6), (4.6, 13.8))),
    ),
    "count": (
        Dot(4, 19, 2.3),
        Dot(12, 19, 2.3),
        Ring(20, 19, 2),
        Arc(8, 14, 4.6, 195, 345),
        Arc(16, 14, 4.6, 195, 330),
        Fill(((18.2, 13.6), (22.4, 11.8), (21.6, 16))),
    ),
    "wrong_count": (
        Dot(3.6, 18.4, 2.5),
        Dot(11, 18.4, 2.5),
        Ring(19.6, 18.4, 3.6, dashed=True),
        Arc(7.3, 12.6, 4.4, 200, 340),
        Sign(18.6, 12, "?", 13),
    ),
    "wrong_piece": (
        Pawn(5.6, 22, 13.5),
        Arc(11.6, 9.6, 6.2, 195, 322),
        Fill(((14.4, 6.6), (19.4, 5), (18.4, 10.2))),
        Ring(18.4, 18.2, 4.2, dashed=True),
        Sign(18.4, 21, "?", 8),
    ),
    "wrong_colour": (
        Pawn(6.4, 22.4, 13),
        Fill(((3.4, 2.2), (9.4, 2.2), (6.4, 6))),
        Ring(17.8, 12.2, 2.6),
        Line(((15.9, 15), (14.4, 21.2), (21.2, 21.2), (19.7, 15))),
        Arc(17.2, 8.4, 5, 215, 330),
        Fill(((20, 5.2), (23.4, 3.6), (23, 8.2))),
    ),
    "enter_six": (
        Box(2.4, 2.6, 12, 12.2, 2.2),
        Dot(5.2, 5, 1),
        Dot(9.2, 5, 1),
        Dot(5.2, 7.4, 1),
        Dot(9.2, 7.4, 1),
        Dot(5.2, 9.8, 1),
        Dot(9.2, 9.8, 1),
        Pawn(18, 14.6, 11),
        Line(((5, 19.5), (16, 19.5))),
        Fill(((16, 16.4), (20.8, 19.5), (16, 22.6))),
    ),
    "clear_start": (
        Ring(7, 17.2, 5),
        Pawn(7, 18, 13),
        Line(((13.6, 12), (18, 12))),
        Fill(((18, 8.8), (22.6, 12), (18, 15.2))),
    ),
    "capture": (
        Pawn(5.4, 22, 12.5),
        Arc(11.4, 10, 6.2, 190, 322),
        Fill(((14.4, 7), (19.2, 5.4), (18.2, 10.4))),
        Pawn(18.4, 22, 9),
        Line(((14.6, 13.4), (15.6, 15))),
        Line(((22.2, 13.4), (21.2, 15))),
    ),
    "night": (
        Fill(
            (
                (19.4, 15.2),
                (18.5, 16.9),
                (17.3, 18.4),
                (15.7, 19.6),
                (14.0, 20.5),
                (12.1, 20.9),
                (10.1, 21.0),
                (8.2, 20.6),
                (6.4, 19.7),
                (4.8, 18.6),
                (3.6, 17.1),
                (2.6, 15.4),
                (2.1, 13.5),
                (2.0, 11.5),
                (2.3, 9.6),
                (3.1, 7.8),
                (4.2, 6.1),
                (5.6, 4.8),
                (7.3, 3.8),
                (9.1, 3.2),
                (11.1, 3.0),
                (9.5, 4.2),
                (8.3, 5.9),
                (7.6, 7.8),
                (7.4, 9.8),
                (7.8, 11.8),
                (8.7, 13.6),
                (10.1, 15.1),
                (11.8, 16.1),
                (13.7, 16.7),
                (15.7, 16.7),
                (17.7, 16.2),
            )
        ),
    ),
    "large": (
        Sign(4.2, 19.5, "A", 11),
        Sign(15.9, 19.5, "A", 20),
    ),
    "calm": (
        Pawn(12, 17.5, 15),
        Line(((3.4, 21.2), (20.6, 21.2))),
    ),
    "take_back": (
        Pawn(18.6, 22, 12.5),
        Ring(5.6, 18.2, 4.2, dashed=True),
        Arc(12.4, 10.2, 6.2, 218, 350),
        Fill(((4.8, 5.2), (9.6, 6.8), (5.8, 10.4))),
    ),
    "ask": (
        Ring(12, 12, 10),
        Arc(12, 9.6, 3.3, 190, 405),
        Line(((14.1, 12), (12, 14))),
        Dot(12, 17.8, 1.5),
    ),
    "camera_lost": (
        Box(2.4, 7, 21.6, 20, 2.6),
        Ring(12, 13.5, 3.6),
        Line(((7.6, 6.6), (9.4, 4), (14.6, 4), (16.4, 6.6))),
        Line(((3, 22), (21, 2))),
    ),
    "board_moved": (
        Line(((7.2, 9.4), (14.6, 7.2), (16.8, 14.6), (9.4, 16.8), (7.2, 9.4))),
        Arc(12, 12, 10, -80, -25),
        Fill(((18.4, 9.6), (23.2, 8.2), (21.4, 12.8))),
        Arc(12, 12, 10, 100, 155),
        Fill(((5.6, 14.4), (0.8, 15.8), (2.6, 11.2))),
    ),
    "pass": (
        Pawn(4.4, 22, 12),
        Line(((9, 13.4), (11.6, 13.4))),
        Fill(((11.6, 10.6), (15.2, 13.4), (11.6, 16.2))),
        Ring(20, 12.6, 2.2),
        Line(((18.6, 15.4), (17.4, 21.2), (22.6, 21.2), (21.4, 15.4))),
    ),
    "home": (
        Line(((3, 12), (12, 3.6), (21, 12))),
        Line(((5.6, 11), (5.6, 20.6), (18.4, 20.6), (18.4, 11))),
        Pawn(12, 19.2, 8.6),
    ),
    "win": (
        Fill(((7, 3), (17, 3), (16.4, 10), (14, 13), (10, 13), (7.6, 10))),
        Arc(6.8, 6.6, 3.2, 90, 250),
        Arc(17.2, 6.6, 3.2, -70, 90),
        Line(((12, 13), (12, 18))),
        Line(((7.4, 20.4), (16.6, 20.4))),
    ),
    "undo": (
        Arc(12.6, 13.2, 7.2, -150, 120),
        Fill(((3.2, 5.4), (10.2, 5.8), (5.2, 11.6))),
    ),
    "space": (Line(((4, 11), (4, 15.6), (20, 15.6), (20, 11))),),
    "delete": (
        Line(((8.6, 5.4), (20.4, 5.4), (20.4, 18.6), (8.6, 18.6), (3.2, 12), (8.6, 5.4))),
        Line(((10.8, 9.2), (16.4, 14.8))),
        Line(((16.4, 9.2), (10.8, 14.8))),
    ),
    "next": (
        Line(((3.5, 12), (17, 12))),
        Line(((12.5, 5.4), (19.6, 12), (12.5, 18.6))),
    ),
    "settings": (
        Line(((3, 6.5), (21, 6.5))),
        Dot(15.5, 6.5, 3),
        Line(((3, 12), (21, 12))),
        Dot(8, 12, 3),
        Line(((3, 17.5), (21, 17.5))),
        Dot(17, 17.5, 3),
    ),
    "sound": (
        Fill(((3, 9.4), (7, 9.4), (11.6, 5), (11.6, 19), (7, 14.6), (3, 14.6))),
        Arc(11, 12, 5.4, -45, 45),
        Arc(11, 12, 9.8, -48, 48),
    ),
    "sound_off": (
        Fill(((3, 9.4), (7, 9.4), (11.6, 5), (11.6, 19), (7, 14.6), (3, 14.6))),
        Line(((16, 9), (22, 15))),
        Line(((22, 9), (16, 15))),
    ),
    "language": (
        Line(
            (
                (4, 4),
                (20, 4),
                (21.6, 5.6),
                (21.6, 15.4),
                (20, 17),
                (11, 17),
                (6.4, 21.4),
                (6.4, 17),
                (4, 17),
                (2.4, 15.4),
                (2.4, 5.6),
                (4, 4),
            )
        ),
        Line(((7, 8.6), (17, 8.6))),
        Line(((7, 12.6), (13, 12.6))),
    ),
    "helper_level": (
        Pawn(7.6, 22, 18),
        Pawn(17.6, 22, 11.5),
        Line(((11, 15.4), (14.6, 17))),
    ),
    "yes": (Line(((4, 12.6), (9.6, 18.4), (20, 6))),),
    "no": (
        Line(((5.4, 5.4), (18.6, 18.6))),
        Line(((18.6, 5.4), (5.4, 18.6))),
    ),
    "add": (
        Line(((12, 4), (12, 20))),
        Line(((4, 12), (20, 12))),
    ),
    "again": (
        Arc(12, 12, 8, -60, 210),
        Fill(((12.6, 1.6), (18.6, 4.6), (13, 8.6))),
    ),
    "camera": (
        Box(2.4, 7, 21.6, 20, 2.6),
        Ring(12, 13.5, 3.6),
        Line(((7.6, 6.6), (9.4, 4), (14.6, 4), (16.4, 6.6))),
    ),
    "turn_board": (
        Box(6, 6, 18, 18, 1.6),
        Dot(9.4, 9.4, 1.7),
        Arc(12, 12, 10.4, -80, -12),
        Fill(((19.4, 9.6), (24, 9.2), (22.4, 13.6))),
    ),
    "evening": (
        Line(((4, 3), (4, 20.6), (21, 20.6))),
        Line(((8.4, 17), (8.4, 12))),
        Line(((13, 17), (13, 7))),
        Line(((17.6, 17), (17.6, 10))),
    ),
    "look": (
        Arc(12, 17.33, 11.33, 208, 332),
        Arc(12, 6.67, 11.33, 28, 152),
        Dot(12, 12, 3.3),
    ),
}

REASON_ICONS: Mapping[str, str] = {
    "not_thrown": "throw",
    "wrong_colour": "wrong_colour",
    "several_moves": "wrong_piece",
    "foreign_goal": "home",
    "enter_needs_six": "enter_six",
    "backward": "next",
    "goal_overshot": "home",
    "wrong_count": "wrong_count",
    "own_piece_there": "wrong_piece",
    "barrier_in_the_way": "wrong_piece",
    "jumped_in_goal": "home",
    "must_enter": "enter_six",
    "must_clear_start": "clear_start",
    "must_capture": "capture",
    "captured_not_returned": "home",
    "must_move": "your_turn",
    "piece_missing": "ask",
    "piece_extra": "ask",
    "unexplained": "ask",
}
"""The sign of each reason of RULES section 4."""
