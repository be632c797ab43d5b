"""What is drawn onto the camera's picture during a game: the scene's moves, counted steps and verdicts as lines in pixels.

Everything is laid out on the print in millimetres and then projected, so that rings are ellipses and ways lie on the board.
Pure: `companion.display.live_view` draws it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.live_picture import Point
from companion.scene import MarkKind, Scene, SceneMark, SceneMove
from hardware.ports import BgrImage

RING_POINTS, WAY_POINTS = 32, 24
RING, WAY, NUMBER = 0.28, 0.24, 0.72
"""Line widths and the radius of a number's disc, in radii of a printed field."""
ARCS_AT_MOST = 3
BULGE = 0.42
""" "bulging away from the middle (0.42 of the chord)" (LOOK section 5)."""


class Ink(Enum):
    """The machine owns two colours: "you can", and "look here"."""

    CAN = "can"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class LiveLine:
    """A polyline with casing; `width_px` is the coloured line's. `tip`: an arrow's head, a filled triangle."""

    points: tuple[Point, ...]
    ink: Ink
    width_px: float
    closed: bool = False
    dashed: bool = False
    tip: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class LiveNumber:
    """A number on a disc, upright, so that it can be read whatever the camera's angle."""

    at: Point
    radius_px: float
    number: int
    ink: Ink


@dataclass(frozen=True, slots=True)
class LiveMarks:
    """All that lies over a picture. `corners`: the board's, clockwise from the first colour's, and whose they are."""

    lines: tuple[LiveLine, ...]
    numbers: tuple[LiveNumber, ...]
    corners: tuple[Point, ...]
    colors: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LiveShot:
    """The camera's newest picture, (height, width, 3), and where the board lies in it once it is straightened by the lens."""

    bgr: BgrImage
    registration: Registration
    lens: Lens | None = None


def live_marks(scene: Scene, registration: Registration, lens: Lens | None = None) -> LiveMarks:
    """The marks of a scene; `lens`: the picture is shown as the camera gives it, bent."""
    painter = _Painter(scene.board, registration, lens)
    corners = painter.seen(scene.board.corners_mm)
    colors = scene.board.colors if len(scene.board.colors) == len(corners) else ()
    lines, numbers = [*_lines(scene, painter)], [*_numbers(scene, painter)]
    return LiveMarks(tuple(lines), tuple(numbers), _points(corners), colors)


def _lines(scene: Scene, painter: _Painter) -> Iterator[LiveLine]:
    for field in dict.fromkeys(move.source_field for move in scene.moves):
        yield painter.ring(field, 1.3, Ink.CAN)
    for move in scene.moves:
        yield painter.ring(move.target_field, 1.05, Ink.CAN, dashed=True)
        if move.source_field == scene.focus or (scene.focus is None and len(scene.moves) <= ARCS_AT_MOST):
            yield from painter.arc(move)
    if scene.wrong is not None:
        yield painter.way(scene.wrong.path, Ink.CAN)
        yield painter.ring(scene.wrong.right_field, 1.3, Ink.LOOK)
    if scene.count is not None:
        if scene.count.count:
            yield painter.way(scene.count.path[: scene.count.count + 1], Ink.CAN)
        yield painter.ring(scene.count.path[scene.count.count], 1.3, Ink.CAN)
    yield from (_mark(mark, painter) for mark in scene.marks)


def _mark(mark: SceneMark, painter: _Painter) -> LiveLine:
    return painter.ring(mark.field, 1.2, Ink.LOOK, dashed=mark.kind is MarkKind.MISSING)


def _numbers(scene: Scene, painter: _Painter) -> Iterator[LiveNumber]:
    if scene.wrong is not None:
        for number, field in enumerate(scene.wrong.path[1:], start=1):
            if field != scene.wrong.right_field:
                yield painter.number(field, number, Ink.CAN)
        yield painter.number(scene.wrong.right_field, scene.wrong.thrown, Ink.LOOK)
    if scene.count is not None:
        for number, field in enumerate(scene.count.path[1 : scene.count.count + 1], start=1):
            yield painter.number(field, number, Ink.CAN)


@dataclass(frozen=True, slots=True)
class _Painter:
    """Lays shapes onto the print and projects them."""

    board: BoardProfile
    registration: Registration
    lens: Lens | None

    def seen(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, 2) millimetres of the print → (N, 2) pixels of the picture."""
        straight = self.registration.print_to_px(points_mm)
        return straight if self.lens is None else self.lens.seen_px(straight)

    def ring(self, field: str, grow: float, ink: Ink, dashed: bool = False) -> LiveLine:
        """Round a field, `grow` of its printed ring wide."""
        x, y, r = self._field(field)
        turn = np.linspace(0, 2 * np.pi, RING_POINTS, endpoint=False)
        circle = np.column_stack([x + grow * r * np.cos(turn), y + grow * r * np.sin(turn)])
        return LiveLine(_points(self.seen(circle)), ink, RING * self._px(x, y, r), closed=True, dashed=dashed)

    def way(self, path: Sequence[str], ink: Ink) -> LiveLine:
        """Through the middles of the fields."""
        middles = np.array([self._field(field)[:2] for field in path])
        return LiveLine(_points(self.seen(middles)), ink, WAY * self._px(*self._field(path[0])))

    def arc(self, move: SceneMove) -> Iterator[LiveLine]:
        """An arrow from field to field, bulging away from the board's middle; none where there is no room for it."""
        (x0, y0, r), (x1, y1, _) = self._field(move.source_field), self._field(move.target_field)
        if math.dist((x0, y0), (x1, y1)) < 4 * r:
            return
        bend = self._bulge((x0, y0), (x1, y1))
        t = np.linspace(0, 1, WAY_POINTS)[:, None]
        curve = (1 - t) ** 2 * np.array([x0, y0]) + 2 * t * (1 - t) * np.array(bend) + t**2 * np.array([x1, y1])
        from_start, to_end = (np.hypot(*(curve - end).T) for end in ((x0, y0), (x1, y1)))
        body = curve[(from_start > 1.4 * r) & (to_end > 2.0 * r)]
        if len(body) >= 2:
            tip = _tip(body[-1], body[-2], r)
            yield LiveLine(_points(self.seen(body)), Ink.CAN, WAY * self._px(x1, y1, r), tip=_points(self.seen(tip)))

    def number(self, field: str, number: int, ink: Ink) -> LiveNumber:
        """On the field."""
        x, y, r = self._field(field)
        return LiveNumber(_points(self.seen(np.array([[x, y]])))[0], NUMBER * self._px(x, y, r), number, ink)

    def _field(self, name: str) -> tuple[float, float, float]:
        """Middle and radius; house and goal fields are drawn as large as those of the track, for pieces are."""
        printed = self.board.field(name)
        return printed.x_mm, printed.y_mm, self.board.field("T0").ring_mm

    def _px(self, x: float, y: float, length_mm: float) -> float:
        """How long a short length is in the picture there, on the mean of both directions."""
        middle, right, down = self.seen(np.array([[x, y], [x + length_mm, y], [x, y + length_mm]]))
        return float((np.linalg.norm(right - middle) + np.linalg.norm(down - middle)) / 2)

    def _bulge(self, start: Point, end: Point) -> Point:
        """The point that pulls the arc: as on the drawn board."""
        mx, my = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        nx, ny = start[1] - end[1], end[0] - start[0]
        outward = (mx - self.board.width_mm / 2) * nx + (my - self.board.height_mm / 2) * ny
        side = BULGE if outward >= 0 else -BULGE
        return mx + nx * side, my + ny * side


def _tip(last: NDArray[np.float64], before: NDArray[np.float64], r: float) -> NDArray[np.float64]:
    """(3, 2): the arrow's head at the end of a way, on the print."""
    along = (last - before) / np.linalg.norm(last - before)
    across = np.array([-along[1], along[0]])
    return np.array([last + along * r * 0.9, last + across * r * 0.55, last - across * r * 0.55])


def _points(points: NDArray[np.float64]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points)
