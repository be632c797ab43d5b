"""Which of the legal moves the old printed hints would choose, and why. Pure.

The hints, in the order in which they decide:

    1  capture, best of all close to the other's goal
    2  keep out of the six fields in front of an opponent
    3  clear the start
    4  go on with the piece that is furthest (ours: the hints leave it open)

Among equal moves the first in the order of the rules is taken, so that the same table gets the same advice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.rules import HOUSE, Color, Game, Move, Position, apply_move, legal_moves

REACH = 6
"""The most a throw can be."""
CLOSE = 10
"""So many fields before its goal a piece is close to it: the last side of the board."""


class Why(StrEnum):
    """Which hint decided."""

    ONLY = "only"
    """There is no other move."""
    CAPTURE_CLOSE = "capture_close"
    """It captures a piece that is close to its goal."""
    CAPTURE = "capture"
    HOME = "home"
    """It brings a piece to where nobody can capture it, the goal."""
    ESCAPE = "escape"
    """The piece stands in front of an opponent and gets out of its reach."""
    SAFE = "safe"
    """Another move would end in front of an opponent."""
    CLEAR_START = "clear_start"
    FURTHEST = "furthest"


@dataclass(frozen=True, slots=True)
class Advice:
    """A legal move, and why it. `other`: the colour that is captured, or that the piece gets away from."""

    move: Move
    why: Why
    other: Color | None = None


@dataclass(frozen=True, slots=True, order=True)
class _Worth:
    """What the hints say of a move; more is better, the first difference decides."""

    capture: int
    calm: int
    """Progress at risk after the move, below zero."""
    clears: bool
    progress: int


def advise(game: Game, position: Position, turn: Color, throw: int) -> Advice | None:
    """The best move of the throw by the hints; None when there is none. Raises `RulesError` for a bad throw or colour.

    Only legal moves are advised: with Schlagzwang those that capture, where one does.
    """
    moves = legal_moves(game, position, turn, throw)
    if not moves:
        return None
    worths = [_worth(game, position, turn, move) for move in moves]
    best = max(range(len(moves)), key=lambda k: (worths[k], -k))
    others = [worth for k, worth in enumerate(worths) if k != best]
    return _told(game, position, turn, moves[best], worths[best], others)


def threats(game: Game, position: Position, turn: Color, color: Color, progress: int) -> tuple[Color, ...]:
    """The opponents of `turn` that could capture a piece of `color` at that place with one throw: those it stands in front of.

    Nobody is captured outside the track. An opponent turns off into its goal, and reaches nothing behind it.
    """
    if not 0 <= progress < game.track or _is_pair(game, position, color, progress):
        return ()
    view = game.views[game.colors.index(color)][progress]
    found = []
    for index, row in enumerate(position.rows):
        behind = range(max(0, view[index] - REACH), view[index])
        if game.colors[index] not in own_side(game, turn) and any(place in behind for place in row):
            found.append(game.colors[index])
    return tuple(found)


def own_side(game: Game, turn: Color) -> tuple[Color, ...]:
    """The colours that win together with `turn`: its own, and the one across where two play together or one plays both."""
    across = game.board.opposite(turn)
    together = game.options.partners or game.seats.two
    return (turn, across) if together and across is not None else (turn,)


def _is_pair(game: Game, position: Position, color: Color, progress: int) -> bool:
    """Whether two pieces stand there, which nobody captures."""
    view = game.views[game.colors.index(color)][progress]
    return sum(row.count(view[index]) for index, row in enumerate(position.rows)) > 1


def _worth(game: Game, position: Position, turn: Color, move: Move) -> _Worth:
    after = apply_move(game, position, move)
    mine = move.color in own_side(game, turn)
    progress = move.target if mine else 0
    return _Worth(_captured(game, turn, move), -_at_risk(game, after, turn), mine and move.source == 0, progress)


def _captured(game: Game, turn: Color, move: Move) -> int:
    """How far the captured piece had come; below zero when it is one of the own side, 0 for the neutral colour."""
    if move.captures is None or move.captures == game.seats.neutral:
        return 0
    view = game.views[game.colors.index(move.color)][move.target]
    gone = view[game.colors.index(move.captures)] + 1
    return -gone if move.captures in own_side(game, turn) else gone


def _at_risk(game: Game, position: Position, turn: Color) -> int:
    """The fields that would be lost if every piece of the own side in front of an opponent were captured."""
    pieces = [(color, place) for color in own_side(game, turn) if color in game.colors for place in position.pieces(color)]
    return sum(place + 1 for color, place in pieces if threats(game, position, turn, color, place))


def _told(game: Game, position: Position, turn: Color, move: Move, worth: _Worth, others: list[_Worth]) -> Advice:
    """The hint that made the difference."""
    if not others:
        return Advice(move, Why.ONLY)
    if worth.capture > 0:
        left = game.track - worth.capture
        return Advice(move, Why.CAPTURE_CLOSE if left < CLOSE else Why.CAPTURE, move.captures)
    rest = [other for other in others if other.capture == worth.capture]
    if any(other.calm < worth.calm for other in rest):
        return _safer(game, position, turn, move)
    if worth.clears and any(not other.clears for other in rest):
        return Advice(move, Why.CLEAR_START)
    return Advice(move, Why.HOME if _comes_home(game, move) else Why.FURTHEST)


def _safer(game: Game, position: Position, turn: Color, move: Move) -> Advice:
    if _comes_home(game, move):
        return Advice(move, Why.HOME)
    before = threats(game, position, turn, move.color, move.source) if move.source != HOUSE else ()
    after = threats(game, apply_move(game, position, move), turn, move.color, move.target)
    return Advice(move, Why.ESCAPE, before[0]) if before and not after else Advice(move, Why.SAFE)


def _comes_home(game: Game, move: Move) -> bool:
    return move.source < game.track <= move.target
