"""Which rule makes a move legal, and which one forbids it: every piece of the colour on is tried.

how the trial ends                             rules named
─────────────────────────────────────────────  ──────────────────────────────────────────────────────────────
no candidate                                   what stands in its way
a candidate that the duties leave out          the duty
a candidate that the Schlagzwang leaves out    the Schlagzwang and what missing it costs
legal                                          its kind, what it meets on its way, the duty or Schlagzwang behind it

The words for a `Rule` are no business of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.rules.board import HOUSE, Color
from companion.rules.game import Game
from companion.rules.move import Move
from companion.rules.moves import (
    SIX_THROWN,
    Choices,
    advance,
    barrier_between,
    candidates,
    choices,
    dutiful,
    duty,
    goal_jumped,
    holders,
    mobile,
)
from companion.rules.options import Capture, MissedCapture
from companion.rules.position import Position, Row


class Rule(StrEnum):
    """The rules that a single move can be explained by."""

    ENTER = "enter"
    ENTER_NEEDS_SIX = "enter_needs_six"
    START_HELD = "start_held"
    ADVANCE = "advance"
    JUMP = "jump"
    JUMP_IN_GOAL = "jump_in_goal"
    NO_JUMP_IN_GOAL = "no_jump_in_goal"
    GOAL_ENDS = "goal_ends"
    OWN_PIECE_THERE = "own_piece_there"
    CAPTURE = "capture"
    BACKWARD_CAPTURE = "backward_capture"
    DUTY_ENTER = "duty_enter"
    DUTY_START_SIX = "duty_start_six"
    DUTY_START_SIX_BLOCKED = "duty_start_six_blocked"
    DUTY_START = "duty_start"
    DUTY_START_BLOCKED = "duty_start_blocked"
    COMPULSORY = "compulsory"
    CAPTURE_FIRST = "capture_first"
    MISSED_RETURN = "missed_return"
    MISSED_HUFF = "missed_huff"
    MISSED_NONE = "missed_none"
    BARRIER_SHARE = "barrier_share"
    BARRIER_BLOCKS = "barrier_blocks"
    BARRIER_ON_START = "barrier_on_start"
    PARTNERS_SPARE = "partners_spare"
    WALL = "wall"
    WALL_HOLDS = "wall_like_barrier"
    HELP_PARTNER = "help_partner"
    NO_HELP_PARTNER = "no_help_partner"
    NEUTRAL_MOVES = "neutral_moves"
    NEUTRAL_HOME = "neutral_home"
    NEUTRAL_CAPTURES = "neutral_captures"
    MUST_MOVE = "must_move"
    NO_MOVE = "no_move"
    SIX_AGAIN = "six_again"
    SIX_AGAIN_NO_MOVE = "six_again_no_move"


class Outcome(StrEnum):
    """What a trial comes to."""

    LEGAL = "legal"
    MISSED_CAPTURE = "missed_capture"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Trial:
    """A piece of `color` tried from `source` to `target`, which may lie beyond the last goal field; never without a rule."""

    color: Color
    source: int
    target: int
    captures: Color | None
    outcome: Outcome
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """All trials, in board order of colour, then by source, then by target; `rules` are about the throw as a whole."""

    trials: tuple[Trial, ...]
    rules: tuple[Rule, ...]


def explain(game: Game, position: Position, turn: Color, throw: int) -> Explanation:
    """Tries every piece that the player on turn may move with that throw. Raises `RulesError` for a bad throw or colour."""
    offered = choices(game, position, turn, throw)
    trials = tuple(
        _trial(game, position, index, source, target, throw, offered, _seat_rules(game, position, turn, index))
        for index in mobile(game, position.rows, turn)
        for source in dict.fromkeys(position.rows[index])
        for target in _targets(game, position, index, source, throw)
    )
    return Explanation(trials, tuple(_of_the_throw(game, position, turn, throw, offered)))


def _targets(game: Game, position: Position, index: int, source: int, throw: int) -> Iterator[int]:
    """Where a player could want to go: onward, and back where a foreign piece stands in reach."""
    if source == HOUSE:
        yield 0
        return
    back = source - throw
    may_go_back = game.options.backward_capture and source < game.track and back >= 1
    if may_go_back and any(other != index for other in holders(game, position.rows, index, back)):
        yield back
    yield source + throw


def _seat_rules(game: Game, position: Position, turn: Color, index: int) -> tuple[Rule, ...]:
    """Why a colour that is not on is moved."""
    if game.colors[index] == turn:
        return ()
    if game.seats.neutral is None:
        return (Rule.HELP_PARTNER,)
    return (Rule.NEUTRAL_HOME if game.is_home(position.pieces(turn)) else Rule.NEUTRAL_MOVES,)


def _trial(
    game: Game, position: Position, index: int, source: int, target: int, throw: int, offered: Choices, seat: tuple[Rule, ...]
) -> Trial:
    own = candidates(game, position.rows, index, throw)
    move = next((move for move in own if (move.source, move.target) == (source, target)), None)
    color = game.colors[index]
    if move is None:
        hindrances = tuple(dict.fromkeys(_hindrances(game, position, index, source, target, throw)))
        return Trial(color, source, target, None, Outcome.ILLEGAL, hindrances)
    row = position.rows[index]
    bound = _bound(duty(row, own), throw)
    if move in offered.legal:
        rules = (*seat, *_kind(game, position, move), *_grounds(game, move, row, own, throw, offered))
        return Trial(color, source, target, move.captures, Outcome.LEGAL, rules)
    if move in offered.missed:
        return Trial(color, source, target, None, Outcome.MISSED_CAPTURE, _missed(game, bound))
    left_out = move not in dutiful(row, own)
    return Trial(color, source, target, move.captures, Outcome.ILLEGAL, bound if left_out else _missed(game, bound))


def _hindrances(game: Game, position: Position, index: int, source: int, target: int, throw: int) -> Iterator[Rule]:
    """Why the move is not even a candidate."""
    row = position.rows[index]
    if source == HOUSE and throw != SIX_THROWN:
        yield Rule.ENTER_NEEDS_SIX
    elif target > game.last:
        yield Rule.GOAL_ENDS
    elif target >= game.track:
        if target in row:
            yield Rule.OWN_PIECE_THERE
    else:
        yield from _held(game, position, index, source, target)
    if source != HOUSE:
        yield from _in_the_way(game, position, index, min(source, target), max(source, target))


def _held(game: Game, position: Position, index: int, source: int, target: int) -> Iterator[Rule]:
    """The track field is held by pieces that keep the move out."""
    held = holders(game, position.rows, index, target)
    if len(held) > 1:
        yield Rule.WALL_HOLDS if game.options.partners else Rule.BARRIER_BLOCKS
    elif held == [index]:
        if source != HOUSE:
            yield Rule.OWN_PIECE_THERE
        elif game.doubles and advance(game, position.rows, index, 0, SIX_THROWN):
            yield Rule.DUTY_START_SIX
        else:
            yield Rule.START_HELD
    elif held and game.partner[index] == held[0]:
        # Going back is for capturing only.
        yield Rule.PARTNERS_SPARE


def _in_the_way(game: Game, position: Position, index: int, low: int, high: int) -> Iterator[Rule]:
    if barrier_between(game, position.rows, index, low, high):
        yield Rule.WALL if game.options.partners else Rule.BARRIER_BLOCKS
    if not game.options.jump_in_goal and goal_jumped(game, position.rows[index], low, min(high, game.last + 1)):
        yield Rule.NO_JUMP_IN_GOAL


def _kind(game: Game, position: Position, move: Move) -> Iterator[Rule]:
    """What kind of move it is and whom it meets."""
    index = game.index(move.color)
    if move.source == HOUSE:
        yield Rule.BARRIER_ON_START if 0 in position.rows[index] else Rule.ENTER
    elif move.target < move.source:
        yield Rule.BACKWARD_CAPTURE
    else:
        yield Rule.ADVANCE
        yield from _jumps(game, position, index, move)
    if move.captures is not None:
        yield Rule.NEUTRAL_CAPTURES if move.color == game.seats.neutral else Rule.CAPTURE
    elif move.target < game.track and move.source != HOUSE and holders(game, position.rows, index, move.target):
        yield _shares(game, position, index, move.target)
    elif move.source == HOUSE and 0 not in position.rows[index] and holders(game, position.rows, index, 0):
        yield Rule.WALL_HOLDS


def _shares(game: Game, position: Position, index: int, target: int) -> Rule:
    return Rule.BARRIER_SHARE if holders(game, position.rows, index, target) == [index] else Rule.WALL


def _jumps(game: Game, position: Position, index: int, move: Move) -> Iterator[Rule]:
    between = range(move.source + 1, min(move.target, game.track))
    if any(holders(game, position.rows, index, p) for p in between):
        yield Rule.JUMP
    if goal_jumped(game, position.rows[index], move.source, move.target):
        yield Rule.JUMP_IN_GOAL


def _bound(source: int | None, throw: int) -> tuple[Rule, ...]:
    """The duty behind a bound piece: the one in the house, or the one on A."""
    if source is None:
        return ()
    if source == HOUSE:
        return (Rule.DUTY_ENTER,)
    return (Rule.DUTY_START_SIX if throw == SIX_THROWN else Rule.DUTY_START,)


def _grounds(game: Game, move: Move, row: Row, own: list[Move], throw: int, offered: Choices) -> Iterator[Rule]:
    """The duty or the Schlagzwang that stands behind a legal move."""
    source = duty(row, own)
    if source == move.source:
        yield from _bound(source, throw)
    elif source is None and row[0] == HOUSE and 0 in row:
        yield Rule.DUTY_START_SIX_BLOCKED if throw == SIX_THROWN else Rule.DUTY_START_BLOCKED
    if move.captures is not None and game.options.capture is Capture.COMPULSORY:
        yield Rule.COMPULSORY
        if source not in (None, move.source):
            yield Rule.CAPTURE_FIRST
    elif offered.legal == (move,):
        yield Rule.MUST_MOVE


def _missed(game: Game, bound: tuple[Rule, ...]) -> tuple[Rule, ...]:
    cost = {
        MissedCapture.RETURN_CAPTURER: Rule.MISSED_RETURN,
        MissedCapture.HUFF_ANY: Rule.MISSED_HUFF,
        MissedCapture.NONE: Rule.MISSED_NONE,
    }[game.options.missed_capture]
    first = (Rule.CAPTURE_FIRST,) if bound and game.options.capture_first else ()
    return (Rule.COMPULSORY, *first, cost)


def _of_the_throw(game: Game, position: Position, turn: Color, throw: int, offered: Choices) -> Iterator[Rule]:
    if not mobile(game, position.rows, turn) and game.options.partners and not game.options.help_partner:
        yield Rule.NO_HELP_PARTNER
    if not offered.legal:
        yield Rule.NO_MOVE
    if throw == SIX_THROWN:
        yield Rule.SIX_AGAIN if offered.legal else Rule.SIX_AGAIN_NO_MOVE
