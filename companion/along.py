"""Counting along in a game: which move is counted, and when it begins and ends. Frozen; time is an argument.

came                                     then
───────────────────────────────────────  ──────────────────────────────────────────────────────────
a throw that moves only one piece        that piece's way is counted, for a player of level *count*
one of several pieces is touched         that piece's way, likewise
"count together" after a wrong count     the way that is right, whoever plays
"from the start"                         from the start
a touch, time, the piece on its way      as `companion.counting` says
what was open is taken back              it goes on: the piece stands where its way begins
anything else that is recorded           over
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion import counting
from companion.belief.arrangement import Arrangement, arrangement_of, difference
from companion.counting import Counting
from companion.events import Event, TakebackEvent, ThrowEvent
from companion.helping import LEVELS, USUAL, help_with
from companion.places import HOME, Places
from companion.referee import Referee
from companion.rules import HOUSE, Color, Move, legal_moves
from companion.scene import Scene, WrongWay
from companion.scenes import SceneMaker
from companion.wish import CountAlong, FromStart, Touch, Wish

DONE_S = 3.0
"""How long "exactly counted" stands before the screen is again what it was: longer than it is spoken."""


@dataclass(frozen=True, slots=True)
class Along:
    """What is counted. `stands`: the field on which a wrong count left the piece; None: it stands where its way begins."""

    counting: Counting
    stands: str | None = None


def wished(
    along: Along | None, wish: Wish, maker: SceneMaker, referee: Referee, wrong: WrongWay | None, now_s: float
) -> Along | None:
    """What is counted after the wish; `wrong`: a wrong count that stands on the board."""
    match wish:
        case CountAlong(None) if wrong is not None:
            return _put_right(maker.places, wrong, now_s)
        case CountAlong(field) if wrong is None:
            moves = [move for move in _counted(maker, referee) if maker.places.shown(move.color, move.source) == field]
            return _of_move(maker.places, moves[0], now_s) if moves else along
        case FromStart() if along is not None:
            return replace(along, counting=counting.again(along.counting, now_s))
        case Touch() if along is not None:
            return replace(along, counting=counting.tapped(along.counting, now_s))
    return along


def after(along: Along | None, events: Sequence[Event], maker: SceneMaker, referee: Referee, now_s: float) -> Along | None:
    """What is counted after something was recorded."""
    if any(isinstance(event, ThrowEvent) for event in events):
        return _only(maker, referee, now_s)
    taken_back = all(isinstance(event, TakebackEvent) for event in events)
    waits = along is not None and referee.history.now.throw == along.counting.steps
    return replace(along, stands=None) if along is not None and taken_back and waits else None


def passed(along: Along | None, now_s: float) -> Along | None:
    """Time has gone by."""
    if along is None or (along.counting.done and now_s - along.counting.lit_s >= DONE_S):
        return None
    return replace(along, counting=counting.waited(along.counting, now_s))


def seen(along: Along, maker: SceneMaker, referee: Referee, arrangement: Arrangement, now_s: float) -> Along | None:
    """Counted as far as the piece was seen to have come; None when what is seen is no step of its way."""
    before = arrangement_of(referee.game, referee.history.now.state.position, maker.places)
    lacking, extra = difference(before, arrangement)
    way, color = along.counting.path, along.counting.color
    if along.counting.done or len(lacking) != 1 or len(extra) != 1 or {lacking[0][0], extra[0][0]} != {color}:
        return None
    if HOME in (lacking[0][1], extra[0][1]):
        return None
    left, reached = maker.places.field_name(lacking[0][1]), maker.places.field_name(extra[0][1])
    if left != way[0] or reached not in way[1:-1]:
        return None
    if reached == along.stands:
        return along
    return Along(counting.stood(along.counting, reached, now_s))


def along_scene(maker: SceneMaker, base: Scene, along: Along) -> Scene:
    """The screen while it is counted, made from the one of the throw or the wrong count."""
    return counting.counting_scene(base, along.counting, maker.language, along.stands)


def _only(maker: SceneMaker, referee: Referee, now_s: float) -> Along | None:
    """The only move there is, if its player is helped so."""
    now = referee.history.now
    if now.throw is None or now.state.turn is None:
        return None
    level = maker.helpers.get(now.state.turn, USUAL)
    move = help_with(level, referee.game, now.state.position, now.state.turn, now.throw).counted
    return None if move is None else _of_move(maker.places, move, now_s)


def _counted(maker: SceneMaker, referee: Referee) -> tuple[Move, ...]:
    """The moves that are counted when their piece is touched."""
    now = referee.history.now
    if referee.standing is not None or now.throw is None or now.state.turn is None:
        return ()
    if not LEVELS[maker.helpers.get(now.state.turn, USUAL)].counting:
        return ()
    moves = legal_moves(referee.game, now.state.position, now.state.turn, now.throw)
    return tuple(move for move in moves if move.source != HOUSE)


def _of_move(places: Places, move: Move, now_s: float) -> Along | None:
    way = counting.counted_way(places, move)
    return None if way is None else Along(counting.begin(move.color, way, now_s))


def _put_right(places: Places, wrong: WrongWay, now_s: float) -> Along | None:
    """From where the piece stood to the field that is right."""
    color = Color(wrong.color)
    source = places.place(color, places.profile.field_names.index(wrong.path[0]))
    right = places.place(color, places.profile.field_names.index(wrong.right_field))
    if not isinstance(source, int) or not isinstance(right, int) or right <= source:
        return None
    way = tuple(places.shown(color, progress) for progress in range(source, right + 1))
    return Along(counting.begin(wrong.color, way, now_s, walked=wrong.walked), wrong.path[-1])
