"""Counting along with a child: the fields of a way light up one by one, at the child's pace. Pure; time is an argument.

came                                     then
───────────────────────────────────────  ──────────────────────────────────────────────────
a tap                                    the next field, unless the last one lit just now
the piece is seen on a field of the way  that field, never a field back
the pace has gone by                     the next field
any of these after the last field        counted: `done`
"again"                                  from the beginning
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.places import Places
from companion.rules import HOUSE, Move
from companion.scene import Mode, Scene, SceneButton, SceneCount, ScenePiece
from companion.words import Label, Language, label, lines
from companion.words import messages as say
from companion.words import say as say_it
from companion.words.helping import CountTogether

FROM_START = "from_start"
"""The id of the button."""
SHORTEST_S = 0.7
"""A step lasts "at least 700" milliseconds (LOOK section 7): a finger that trembles counts once."""
PACE_S = 1.6
"""After so long without tap or move the next field lights up by itself: a number spoken slowly, and a hand that moves."""


@dataclass(frozen=True, slots=True)
class Counting:
    """`path`: the fields of the way, the one it begins on first, so there are `len(path) - 1` steps; `count` of them are lit.

    `lit_s`: when the last one lit; `walked`: how far the child had gone instead, where counting follows a wrong count.
    """

    color: str
    path: tuple[str, ...]
    lit_s: float
    count: int = 0
    walked: int | None = None
    done: bool = False

    @property
    def steps(self) -> int:
        """How many there are to count: what was thrown."""
        return len(self.path) - 1


def counted_way(places: Places, move: Move) -> tuple[str, ...] | None:
    """Every field of a move, from where it begins on; None for one that is not counted: out of the house."""
    return None if move.source == HOUSE else places.way(move)


def begin(color: str, path: tuple[str, ...], now_s: float, walked: int | None = None) -> Counting:
    """Nothing is counted yet. A way of no step at all is a mistake in the program: `ValueError`."""
    if len(path) < 2:
        raise ValueError(f"a way to count has at least two fields; got {path}")
    return Counting(color, path, now_s, walked=walked)


def tapped(counting: Counting, now_s: float) -> Counting:
    """A finger asks for the next field."""
    return counting if now_s - counting.lit_s < SHORTEST_S else _next(counting, now_s)


def waited(counting: Counting, now_s: float) -> Counting:
    """Time has gone by."""
    return counting if now_s - counting.lit_s < PACE_S else _next(counting, now_s)


def stood(counting: Counting, field: str, now_s: float) -> Counting:
    """The piece is seen on a field: so far it is counted, though the companion may have been asleep on the way."""
    gone = [k for k, on_way in enumerate(counting.path) if on_way == field and k > counting.count]
    if not gone:
        return counting
    return replace(counting, count=gone[0], lit_s=now_s)


def again(counting: Counting, now_s: float) -> Counting:
    """From the beginning."""
    return replace(counting, count=0, lit_s=now_s, done=False)


def _next(counting: Counting, now_s: float) -> Counting:
    if counting.done:
        return counting
    if counting.count == counting.steps:
        return replace(counting, done=True, lit_s=now_s)
    return replace(counting, count=counting.count + 1, lit_s=now_s)


def message(counting: Counting) -> say.Message:
    """What is said and written now: the count so far, before it why there is one, after it that it is right."""
    if counting.done:
        return say.CountingDone(counting.steps)
    return say.CountingStep(counting.count) if counting.count else CountTogether(counting.steps, counting.walked)


def shown(counting: Counting) -> SceneCount:
    """What the screen shows of it."""
    return SceneCount(counting.color, counting.path, counting.count)


def counting_scene(base: Scene, counting: Counting, language: Language, stands: str | None = None) -> Scene:
    """The screen while it is counted, made from the one of the throw or of the wrong count.

    `stands`: the field on which the piece really stands, where that is not the beginning of its way; it is drawn as far as it is
    counted instead. The button `from_start` asks for `again`.
    """
    piece = ScenePiece(counting.color, stands or counting.path[0])
    pieces = list(base.pieces)
    if piece in pieces:
        pieces.remove(piece)
    told = message(counting)
    words = lines(language, told)
    return replace(
        base,
        mode=Mode.COUNT,
        pieces=tuple(pieces),
        on=counting.color,
        throw=counting.steps,
        moves=(),
        marks=(),
        wrong=None,
        focus=None,
        count=shown(counting),
        title=words.title,
        sentence=words.sentence,
        spoken=say_it(language, told),
        buttons=(SceneButton(FROM_START, label(language, Label.FROM_START), "again"),),
    )
