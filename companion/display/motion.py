"""A piece walks to where it was seen: field by field, with a flat hop on each; a captured one goes home in a straight line.

Pure: which way and how far along at which moment. LOOK section 7 gives times and easing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.display.layout import BoardGeometry
from companion.display.shapes import Point
from companion.scene import Mode, Scene, ScenePiece

FIELD_S, LONGEST_S, HOME_S = 0.18, 1.2, 0.45
HOP = 0.4
"""Height of a hop in piece radii."""
_RESTING = frozenset({Mode.LOST, Mode.LOOKING, Mode.HAND, Mode.END})


@dataclass(frozen=True, slots=True)
class Movement:
    """`mover` stands where it goes to; `path` are the fields from where it stood. `captured` goes from there to its field."""

    mover: ScenePiece
    path: tuple[str, ...]
    captured: ScenePiece | None = None

    @property
    def walk_s(self) -> float:
        """How long the mover takes."""
        return min(LONGEST_S, FIELD_S * (len(self.path) - 1)) if len(self.path) > 2 else HOME_S

    @property
    def seconds(self) -> float:
        """How long all of it takes."""
        return self.walk_s + (HOME_S if self.captured else 0.0)

    def positions(self, g: BoardGeometry, at_s: float) -> tuple[tuple[ScenePiece, Point], ...]:
        """Where the pieces are, in pixels, `at_s` seconds after the start; the last one lies on top."""
        home: tuple[tuple[ScenePiece, Point], ...] = ()
        if self.captured is not None:
            part = _out_cubic(max(0.0, at_s - self.walk_s) / HOME_S)
            home = ((self.captured, _between(g.at(self.path[-1]), g.at(self.captured.field), part)),)
        return (*home, (self.mover, self._walked(g, min(1.0, at_s / self.walk_s))))

    def _walked(self, g: BoardGeometry, part: float) -> Point:
        done = _in_out_cubic(part) * (len(self.path) - 1)
        step = min(int(done), len(self.path) - 2)
        x, y = _between(g.at(self.path[step]), g.at(self.path[step + 1]), done - step)
        return x, y - 4 * HOP * g.piece_radius * (done - step) * (1 - done + step)


def movement(old: Scene | None, new: Scene) -> Movement | None:
    """The one move between two scenes; None when they differ in anything else, or when the board rests."""
    if old is None or old.board != new.board or old.quarter_turns != new.quarter_turns or new.mode in _RESTING or new.wrong:
        return None
    before, after = Counter(old.pieces), Counter(new.pieces)
    gone, come = list((before - after).elements()), list((after - before).elements())
    for mover in come:
        left = [piece for piece in gone if piece.color == mover.color]
        others_gone, others_come = [p for p in gone if p.color != mover.color], [p for p in come if p.color != mover.color]
        if len(left) != 1 or len(come) - len(others_come) != 1:
            continue
        path = _path(new, left[0].field, mover.field)
        if not others_gone and not others_come:
            return Movement(mover, path)
        if len(others_gone) == len(others_come) == 1 and others_gone[0] == ScenePiece(others_come[0].color, mover.field):
            return Movement(mover, path, others_come[0])
    return None


def _path(scene: Scene, start: str, end: str) -> tuple[str, ...]:
    """Along the track where both ends are on it and near each other, else straight."""
    if start[0] == end[0] == "T" and start[1:].isdigit() and end[1:].isdigit():
        first, track = int(start[1:]), scene.board.track
        steps = (int(end[1:]) - first) % track
        if steps <= 6:
            return tuple(f"T{(first + k) % track}" for k in range(steps + 1))
    return start, end


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _in_out_cubic(t: float) -> float:
    return 4 * t * t * t if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


def _out_cubic(t: float) -> float:
    return 1 - (1 - min(1.0, t)) ** 3
