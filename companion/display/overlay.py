"""What changes on the board: pieces, moves, the way counted, fields to look at. A transparent layer over the print."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from calibration.profile import Srgb
from companion.display import fonts, parts, shapes
from companion.display.canvas import Canvas
from companion.display.layout import BoardGeometry
from companion.display.palette import Theme, tone
from companion.display.shapes import Point
from companion.scene import MarkKind, Mode, Scene, SceneCount, SceneMark, SceneMove, SceneWay, WrongWay

RESTING = {Mode.HAND: 120, Mode.LOST: 170, Mode.LOOKING: 170}
"""Modes in which the board rests, and the veil (of 255) over its pieces."""
CALL = 1.42
"""Radius of the ring round a piece that can move, in radii of the piece."""
ARCS_AT_MOST = 3
"""Of more moves only those from the touched or advised piece get an arc (LOOK section 5)."""


def draw_overlay(g: BoardGeometry, u: float, theme: Theme, scene: Scene) -> Canvas:
    """Everything on the board that this scene adds to the print."""
    c = Canvas(g.square, u, theme, None)
    painter = _Painter(c, g, scene)
    if scene.wrong is not None:
        painter.way(scene.wrong.color, scene.wrong.path)
    if scene.count is not None:
        painter.way(scene.count.color, scene.count.path[: scene.count.count + 1])
    if scene.way is not None:
        painter.way(scene.way.color, scene.way.path)
    painter.arcs()
    painter.pieces()
    painter.targets()
    if scene.wrong is not None:
        painter.way_end(scene.wrong)
    if scene.way is not None:
        painter.arrived(scene.way)
    if scene.count is not None:
        painter.counted(scene.count)
    for mark in scene.marks:
        painter.mark(mark)
    return c


def call_width(g: BoardGeometry) -> float:
    """Width of the line of the ring that calls, in pixels."""
    return max(2.5, g.track_radius * 0.252)


class _Painter:
    """Draws the layers of one scene, lowest first."""

    def __init__(self, c: Canvas, g: BoardGeometry, scene: Scene) -> None:
        self.c, self.g, self.scene = c, g, scene
        self.t = c.theme
        self.r = g.piece_radius
        self.standing = Counter((piece.field, piece.color) for piece in scene.pieces)

    def pieces(self) -> None:
        """All pieces; two on one field stand smaller, side by side on the diagonal."""
        for field in dict.fromkeys(piece.field for piece in self.scene.pieces):
            here = [piece.color for piece in self.scene.pieces if piece.field == field]
            x, y = self.g.at(field)
            if len(here) == 1:
                parts.token(self.c, tone(here[0]), x, y, self.r)
                continue
            for color, (dx, dy) in zip(here, _beside(len(here)), strict=True):
                parts.token(self.c, tone(color), x + dx * self.r, y + dy * self.r, self.r * 0.78)

    # ---- moves ----

    def arcs(self) -> None:
        """Rings around the pieces that can move, and arcs to where they can go."""
        moves = self.scene.moves
        for move in moves:
            if (self.scene.focus is None and len(moves) <= ARCS_AT_MOST) or move.source_field == self.scene.focus:
                self._arc(move)
        for field in dict.fromkeys(move.source_field for move in moves):
            self._call(field, CALL, self.t.accent)

    def targets(self) -> None:
        """Ghosts where a move ends; a piece that would be captured keeps its colour inside a dashed ring."""
        for move in self.scene.moves:
            x, y = self.g.at(move.target_field)
            if move.captures is None:
                if not any(field == move.target_field for field, _ in self.standing):
                    parts.ghost(self.c, tone(move.color), x, y, self.r * 1.1)
                continue
            side = self.g.track_radius / 0.0337
            self.c.disc(x, y, self.r * 1.5, self.t.halo)
            parts.token(self.c, tone(move.captures), x, y, self.r)
            self.c.ring(x, y, self.r * 1.32, side * 0.007, self.t.rim, dash=(side * 0.016, side * 0.013))

    def _call(self, field: str, grow: float, colour: Srgb) -> None:
        (x, y), width = self.g.at(field), call_width(self.g)
        self.c.disc(x, y, self.r * grow + width * 0.9, self.t.halo)
        self.c.ring(x, y, self.r * grow, width, colour)

    def _arc(self, move: SceneMove) -> None:
        """From piece to target, bulging away from the middle; where there is no room for an arc, none."""
        start, end = self.g.at(move.source_field), self.g.at(move.target_field)
        curve = shapes.hop(start, self._bulge(start, end), end)
        points = [p for p in curve if math.dist(p, start) > self.r * 0.9 and math.dist(p, end) > self.r * 1.42]
        if math.dist(start, end) < 4 * self.g.track_radius or len(points) < 6:
            return
        unit = self.g.track_radius / 0.0337
        w, head, body = unit * 0.0135, _head(points[-1], points[-4], unit * 0.024), points[:-2]
        self.c.stroke(body, w * 2.5, self.t.halo)
        self.c.stroke(head, w * 1.5, self.t.halo, closed=True)
        self.c.stroke(body, w * 1.7, self.t.rim)
        self.c.polygon(head, self.t.rim)
        self.c.stroke(head, w * 0.55, self.t.rim, closed=True)
        self.c.stroke(body, w * 0.95, tone(move.color).normal)

    def _bulge(self, start: Point, end: Point) -> Point:
        """The point that pulls the arc: 0.42 of the chord aside, on the side away from the middle of the board."""
        mx, my = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        nx, ny = start[1] - end[1], end[0] - start[0]
        cx, cy = self.g.square.cx, self.g.square.cy
        if math.dist((mx + nx * 0.1, my + ny * 0.1), (cx, cy)) < math.dist((mx - nx * 0.1, my - ny * 0.1), (cx, cy)):
            nx, ny = -nx, -ny
        return mx + nx * 0.42, my + ny * 0.42

    # ---- the way counted ----

    def way(self, color: str, path: Sequence[str]) -> None:
        """The way really gone: a band in the player's colour, each field with its number."""
        of, r = tone(color), self.g.track_radius
        line, points = max(1.6, r * 0.12), [self.g.at(field) for field in path]
        disc = r * 1.04
        self.c.stroke(points, r * 0.95 + 5 * line, self.t.halo)
        for x, y in points:
            self.c.disc(x, y, disc + 1.4 * line, self.t.halo)
        self.c.stroke(points, r * 0.95 + 2 * line, self.t.rim)
        self.c.stroke(points, r * 0.95, of.normal)
        for x, y in points[1:]:
            self.c.disc(x, y, disc, self.t.rim)
            self.c.disc(x, y, disc - line, of.normal)
        x, y = points[0]
        self.c.disc(x, y, disc + 1.4 * line, self.t.halo)
        self.c.disc(x, y, disc, self.t.field)
        self.c.ring(x, y, disc - line / 2, line, self.t.rim, dash=(disc * 0.4, disc * 0.33))

    def arrived(self, way: SceneWay) -> None:
        """The numbers of a way, and the piece at its end a little larger, ringed on the board."""
        self._numbers(way.color, way.path)
        last = way.path[-1]
        if self.scene.mode is Mode.CORRECT:
            self._call(last, 1.5, self.t.accent)
        if self.standing[last, way.color]:
            parts.token(self.c, tone(way.color), *self.g.at(last), self.r * 1.15)

    def _numbers(self, color: str, path: Sequence[str], but: str = "") -> None:
        of = tone(color)
        for n, field in enumerate(path[1:-1], start=1):
            if field == but:
                continue
            if self._occupied(field):
                self._badge(field, n, of.normal, of.on)
            else:
                self._number(field, n, of.on)

    def way_end(self, wrong: WrongWay) -> None:
        """The numbers, the piece at the end a little larger, and the place that is right."""
        of = tone(wrong.color)
        self._numbers(wrong.color, wrong.path, wrong.right_field)
        last = wrong.path[-1]
        if self.standing[last, wrong.color]:
            parts.token(self.c, of, *self.g.at(last), self.r * 1.12)
        self._right_place(wrong.right_field, wrong.thrown)

    def counted(self, count: SceneCount) -> None:
        """Numbers in the fields gone and in those to come, the piece at the last one, its place at the end still open."""
        of, last = tone(count.color), len(count.path) - 1
        for n, field in enumerate(count.path[1:], start=1):
            lit = n < count.count
            if n == count.count or (n == last and not self._occupied(field)):
                continue
            if self._occupied(field):
                self._badge(field, n, of.normal if lit else self.t.field, of.on if lit else self.t.ink)
            else:
                self._number(field, n, of.on if lit else self.t.ink)
        if count.count < last and not self._occupied(count.path[-1]):
            parts.ghost(self.c, of, *self.g.at(count.path[-1]), self.r)
        here = count.path[count.count]
        self._call(here, 1.55, self.t.accent)
        parts.token(self.c, of, *self.g.at(here), self.r * 1.2)

    def _right_place(self, field: str, number: int) -> None:
        x, y = self.g.at(field)
        self._call(field, 1.32, self.t.error)
        if not self._occupied(field):
            self.c.disc(x, y, self.g.track_radius * 1.1, self.t.error_light)
            self._number(field, number, self.t.ink)
            return
        for color in (piece.color for piece in self.scene.pieces if piece.field == field):
            parts.token(self.c, tone(color), x, y, self.r)
        self._badge(field, number, self.t.error_light, self.t.ink)

    def _occupied(self, field: str) -> bool:
        return any(where == field for where, _ in self.standing)

    def _number(self, field: str, number: int, ink: Srgb) -> None:
        (x, y), size = self.g.at(field), self.g.track_radius * 1.42
        self.c.text(x, y + size * fonts.CAP_MIDDLE, str(number), size, ink, True, "centre", part="field")

    def _badge(self, field: str, number: int, face: Srgb, ink: Srgb) -> None:
        """The number beside a piece that is jumped over."""
        (x, y), r = self._free_side(field), self.r
        self.c.disc(x, y, r * 0.8, self.t.halo)
        self.c.disc(x, y, r * 0.72, self.t.rim)
        self.c.disc(x, y, r * 0.72 - 1.5, face)
        size = r * 0.95
        self.c.text(x, y + size * fonts.CAP_MIDDLE, str(number), size, ink, True, "centre", part="field")

    def _free_side(self, field: str) -> Point:
        """Beside a field, to the left if there is room, else on the side farthest from other fields."""
        (x, y), away = self.g.at(field), self.r * 1.12
        others = [self.g.at(name) for name in self.g.profile.field_names if name != field]
        sides = [(x - away, y), (x, y - away), (x + away, y), (x, y + away)]
        inside = [side for side in sides if self.g.outline.grown(-self.r * 0.8).holds(*side)]
        return max(inside or sides, key=lambda side: round(min(math.dist(side, other) for other in others) / self.r, 1))

    # ---- fields to look at ----

    def mark(self, mark: SceneMark) -> None:
        """A rust ring: dashed around an open place, whole around a piece."""
        (x, y), width = self.g.at(mark.field), max(2.5, self.g.track_radius * 0.252)
        if mark.kind is MarkKind.EXTRA:
            self._call(mark.field, 1.32, self.t.error)
            for color in (piece.color for piece in self.scene.pieces if piece.field == mark.field):
                parts.token(self.c, tone(color), x, y, self.r)
            return
        r = self.r * 1.06
        self.c.disc(x, y, r + width * 1.1, self.t.halo)
        self.c.disc(x, y, r, self.t.error_light)
        self.c.ring(x, y, r, width * 0.8, self.t.error, dash=(r * 0.5, r * 0.42))
        if mark.color is not None:
            ink = self.t.ink if self.t.is_night else tone(mark.color).dark
            parts.glyph(self.c, tone(mark.color), x, y, r * 0.46, ink, self.t.error_light)


def _beside(count: int) -> Iterable[Point]:
    """Where `count` pieces on one field stand, in piece radii from its middle."""
    step = 0.9 / max(1, count - 1)
    return [(-0.45 + step * k, -0.45 + step * k) for k in range(count)]


def _head(tip: Point, behind: Point, q: float) -> list[Point]:
    d = math.dist(tip, behind)
    dx, dy = (tip[0] - behind[0]) / d, (tip[1] - behind[1]) / d
    x, y = tip
    return [
        (x + dx * q * 0.55, y + dy * q * 0.55),
        (x - dx * q - dy * q * 0.95, y - dy * q + dx * q * 0.95),
        (x - dx * q + dy * q * 0.95, y - dy * q - dx * q * 0.95),
    ]
