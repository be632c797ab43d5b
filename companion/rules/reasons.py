"""Section 4: why a position that no move explains is wrong.

what was done                                reasons looked for
───────────────────────────────────────────  ─────────────────────────────────────────────────────────────
moved and nobody has thrown                  not_thrown, and nothing more
a colour that is not on moved                wrong_colour, and nothing more of the other pieces
more than one piece of the colour on moved   several_moves
exactly one piece of the colour on moved     its kind (house, backward, goal, count), else what it met; duties
pieces too few or too many                   captured_not_returned, piece_missing, piece_extra
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.board import HOUSE, Color
from companion.rules.difference import Difference
from companion.rules.game import Game
from companion.rules.move import Move
from companion.rules.moves import (
    SIX_THROWN,
    barrier_between,
    candidates,
    choices,
    dutiful,
    duty,
    goal_jumped,
    holders,
    landing,
    mobile,
)
from companion.rules.options import MissedCapture
from companion.rules.position import Position
from companion.rules.sighting import Place
from companion.rules.verdict import Reason, Walk


def reasons(game: Game, position: Position, turn: Color, throw: int | None, seen: Difference) -> tuple[Reason, ...]:
    """All the reasons, "most telling first"."""
    found = set(_counts(seen))
    if throw is None:
        found |= {Reason.NOT_THROWN} if seen.walks else set()
    else:
        found |= set(_moved(game, position, turn, throw, seen))
    return tuple(reason for reason in Reason if reason in found) or (Reason.UNEXPLAINED,)


def own_walks(game: Game, position: Position, turn: Color, seen: Difference) -> list[Walk]:
    """The walks of the colours that the player on turn moves."""
    on = [game.colors[index] for index in mobile(game, position.rows, turn)] or [turn]
    return [walk for walk in seen.walks if walk.color in on]


def _counts(seen: Difference) -> Iterator[Reason]:
    if seen.unreturned:
        # "the captured piece is neither on the board nor in its house after the move was completed"
        yield Reason.CAPTURED_NOT_RETURNED
    if seen.missing:
        yield Reason.PIECE_MISSING
    if seen.extra:
        yield Reason.PIECE_EXTRA


def _moved(game: Game, position: Position, turn: Color, throw: int, seen: Difference) -> Iterator[Reason]:
    if seen.foreign:
        yield Reason.FOREIGN_GOAL
    own = own_walks(game, position, turn, seen)
    if len(own) < len(seen.walks):
        yield Reason.WRONG_COLOUR
    if len(own) > 1:
        yield Reason.SEVERAL_MOVES
    elif own:
        yield from _walk(game, position, own[0], throw)
        yield from _duties(game, position, turn, own[0], throw)


def _walk(game: Game, position: Position, walk: Walk, throw: int) -> Iterator[Reason]:
    """The wrong kind of move, or what a move of the right kind met."""
    if not isinstance(walk.target, int):
        return
    kind = _kind(game, position, walk.color, walk.source, walk.target, throw)
    if kind is not None:
        yield kind
    else:
        yield from _met(game, position, walk.color, walk.source, walk.target)


def _kind(game: Game, position: Position, color: Color, source: int, target: int, throw: int) -> Reason | None:
    if source == HOUSE:
        if throw != SIX_THROWN:
            return Reason.ENTER_NEEDS_SIX
        return None if target == 0 else Reason.WRONG_COUNT
    if _went_back(game, source, target, throw):
        return None if _may_go_back(game, position, color, source, target, throw) else Reason.BACKWARD
    # "no goal field at that distance (`p + r > L+3`), or the piece walked on past its own goal"
    if source + throw > game.last or target < source:
        return Reason.GOAL_OVERSHOT
    return None if target - source == throw else Reason.WRONG_COUNT


def _went_back(game: Game, source: int, target: int, throw: int) -> bool:
    """On the ring every walk could be one of either way: the way of the throw is believed, then the shorter one."""
    track = game.track
    if target == HOUSE or source >= track:
        return target < source
    if target >= track:
        return False
    ahead, back = (target - source) % track, (source - target) % track
    return ahead != throw and (back == throw or back < ahead)


def _may_go_back(game: Game, position: Position, color: Color, source: int, target: int, throw: int) -> bool:
    """The right to go back, whatever stands between."""
    if not game.options.backward_capture or source >= game.track or target < 1 or source - target != throw:
        return False
    move = landing(game, position.rows, game.index(color), source, target)
    return move is not None and move.captures is not None


def _met(game: Game, position: Position, color: Color, source: int, target: int) -> Iterator[Reason]:
    """What stands where a move of the right kind ends, and in its way."""
    rows, index = position.rows, game.index(color)
    held = [index] * (target in rows[index]) if target >= game.track else holders(game, rows, index, target)
    if held == [index] and landing(game, rows, index, source, target) is None:
        yield Reason.OWN_PIECE_THERE
    low, high = min(source, target), max(source, target)
    if len(held) > 1 or (source != HOUSE and barrier_between(game, rows, index, low, high)):
        yield Reason.BARRIER_IN_THE_WAY
    if not game.options.jump_in_goal and goal_jumped(game, rows[index], source, target):
        yield Reason.JUMPED_IN_GOAL


def _duties(game: Game, position: Position, turn: Color, walk: Walk, throw: int) -> Iterator[Reason]:
    index = game.index(walk.color)
    row = position.rows[index]
    own = candidates(game, position.rows, index, throw)
    bound = duty(row, own)
    if bound is not None and walk.source != bound:
        yield Reason.MUST_ENTER if throw == SIX_THROWN else Reason.MUST_CLEAR_START
    # "`must_capture`: Schlagzwang with `missed_capture = none`"
    done = _move_of(dutiful(row, own), walk.source, walk.target)
    punished = game.options.missed_capture is not MissedCapture.NONE
    if done is not None and not punished and done not in choices(game, position, turn, throw).legal:
        yield Reason.MUST_CAPTURE


def _move_of(moves: list[Move], source: int, target: Place) -> Move | None:
    return next((move for move in moves if (move.source, move.target) == (source, target)), None)
