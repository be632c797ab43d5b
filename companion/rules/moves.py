"""Section 2, one throw: the candidates, then the duties and the Schlagzwang that narrow them.

    candidates ──duties 4, 5──► allowed ──Schlagzwang──► legal + missed captures
    (each colour by itself)                  (over all colours the player may move)

Rows are the pieces of the colours in the order of `game.colors`; `index` is a place in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.board import HOUSE, Color
from companion.rules.errors import RulesError, shown
from companion.rules.game import Game
from companion.rules.move import Move
from companion.rules.options import Capture, MissedCapture
from companion.rules.position import Position, Row

SIX_THROWN = 6
Rows = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """What a throw offers: `legal` moves and `missed`, those that Schlagzwang punishes; both sorted."""

    legal: tuple[Move, ...]
    missed: tuple[Move, ...]


def legal_moves(game: Game, position: Position, turn: Color, throw: int) -> tuple[Move, ...]:
    """The legal moves, sorted by board order of colour, then source, then target. Raises `RulesError`."""
    return choices(game, position, turn, throw).legal


def missed_captures(game: Game, position: Position, turn: Color, throw: int) -> tuple[Move, ...]:
    """ "A non-capturing move that the duties allow can still be made on a real board: it is a *missed capture*"."""
    return choices(game, position, turn, throw).missed


def choices(game: Game, position: Position, turn: Color, throw: int) -> Choices:
    """Legal moves and missed captures at once. Raises `RulesError` for a bad throw or colour."""
    if type(throw) is not int or throw not in range(1, SIX_THROWN + 1):
        raise RulesError(f"throw is {shown(throw)}; expected a whole number 1 to {SIX_THROWN}")
    found: list[Move] = []
    allowed: list[Move] = []
    for index in mobile(game, position.rows, turn):
        own = candidates(game, position.rows, index, throw)
        found += own
        allowed += dutiful(position.rows[index], own)
    return _schlagzwang(game, found, allowed)


def mobile(game: Game, rows: Rows, turn: Color) -> tuple[int, ...]:
    """The colours whose pieces the player on turn moves."""
    index = game.player_index.get(turn)
    if index is None:
        index = game.index(game.player(turn))
    home = game.is_home(rows[index])
    if game.seats.neutral is not None:
        # "who is on moves an own or a neutral piece"; "a player whose four are home stays on and moves neutral pieces"
        neutral = game.index(game.seats.neutral)
        return (neutral,) if home else tuple(sorted((index, neutral)))
    if not home:
        return (index,)
    partner = game.partner[index]
    if partner is None or not game.options.help_partner or game.is_home(rows[partner]):
        return ()
    # "a player whose four are home plays on with the partner's pieces on his own throws"
    return (partner,)


def candidates(game: Game, rows: Rows, index: int, throw: int) -> list[Move]:
    """The candidates of one colour, sorted by source, then target."""
    found: list[Move | None] = []
    before = None
    for source in rows[index]:
        if source == before:
            continue
        before = source
        if source == HOUSE:
            found.append(_enter(game, rows, index) if throw == SIX_THROWN else None)
        else:
            if game.options.backward_capture:
                found.append(_backward(game, rows, index, source, throw))
            found.append(advance(game, rows, index, source, throw))
    return [move for move in found if move is not None]


def dutiful(row: Row, own: list[Move]) -> list[Move]:
    """What duties 4 and 5 leave of a colour's candidates; "they bind as long as an own piece is in the house"."""
    source = duty(row, own)
    return own if source is None else [move for move in own if move.source == source]


def duty(row: Row, own: list[Move]) -> int | None:
    """Progress of the piece that duties 4 and 5 bind; None if they bind none."""
    if row[0] != HOUSE or not own:
        return None
    # Candidates are sorted by source, and the house has one with a 6 only.
    # "With a 6 a piece must be entered (*Enter* if it is a candidate: then nothing else is legal)."
    # "If an own piece holds A, that piece must first go on with the 6."; "With another throw, an own piece on A must leave it"
    lowest = own[0].source
    return lowest if lowest in (HOUSE, 0) else None


def _enter(game: Game, rows: Rows, index: int) -> Move | None:
    """ "`r = 6`, a piece in the house, own A not held by an own piece → house to `0`"."""
    # barriers: "if an own piece holds A and cannot leave with the 6, entering onto it is a candidate"
    if 0 in rows[index] and (not game.doubles or advance(game, rows, index, 0, SIX_THROWN)):
        return None
    return landing(game, rows, index, HOUSE, 0)


def advance(game: Game, rows: Rows, index: int, source: int, throw: int) -> Move | None:
    """ "a piece on the track or in the goal goes from `p` to `q = p + r`, `q ≤ L+3`"."""
    target = source + throw
    if target > game.last or barrier_between(game, rows, index, source, target):
        return None
    if not game.options.jump_in_goal and goal_jumped(game, rows[index], source, target):
        return None
    return landing(game, rows, index, source, target)


def _backward(game: Game, rows: Rows, index: int, source: int, throw: int) -> Move | None:
    """ "a piece on the track may go back exactly `r` fields if a foreign piece that can be captured stands there"."""
    target = source - throw
    # "from `p` to `p - r ≥ 1` (never onto or over the own A, never out of the goal)"
    if target < 1 or source >= game.track or barrier_between(game, rows, index, target, source):
        return None
    move = landing(game, rows, index, source, target)
    return move if move is not None and move.captures is not None else None


def landing(game: Game, rows: Rows, index: int, source: int, target: int) -> Move | None:
    """The move that ends on `target`; None when it may not end there."""
    may_end, captures = _ending(game, rows, index, target)
    return Move(game.colors[index], source, target, captures) if may_end else None


def _ending(game: Game, rows: Rows, index: int, target: int) -> tuple[bool, Color | None]:
    """Whether a move of colour `index` may end on `target`, and whom it captures there."""
    if target >= game.track:
        return target not in rows[index], None
    held = holders(game, rows, index, target)
    if not held:
        return True, None
    # "Such a barrier is not jumped over, landed on or captured by anybody"; "never three"
    if len(held) > 1:
        return False, None
    other = held[0]
    if other == index:
        # "A move may not end on a piece of the own colour"; barriers: "two pieces of one colour may share a track field"
        return game.doubles, None
    # "partners never capture each other"; "two pieces of the pair … on one track field form a wall"
    return True, None if game.partner[index] == other else game.colors[other]


def holders(game: Game, rows: Rows, index: int, progress: int) -> list[int]:
    """Who stands on the track field at that progress of colour `index`: an index for every piece."""
    held: list[int] = []
    for other, place in enumerate(game.views[index][progress]):
        if place in rows[other]:
            held += [other] * rows[other].count(place)
    return held


def barrier_between(game: Game, rows: Rows, index: int, low: int, high: int) -> bool:
    """Whether a barrier stands on the track strictly between two places of a colour."""
    if not game.doubles:
        return False
    return any(len(holders(game, rows, index, p)) > 1 for p in range(low + 1, min(high, game.track)))


def goal_jumped(game: Game, row: Row, source: int, target: int) -> bool:
    """Whether an own piece on a goal field stands strictly between."""
    return any(p in row for p in range(max(source + 1, game.track), target))


def _schlagzwang(game: Game, found: list[Move], allowed: list[Move]) -> Choices:
    """ "if a legal move (after duties 4 and 5) captures, it has to be one that captures"."""
    if game.options.capture is Capture.OPTIONAL:
        return Choices(tuple(allowed), ())
    # capture_first: "`true` lets a capture go before duties 4 and 5"
    capturing = [move for move in (found if game.options.capture_first else allowed) if move.captures is not None]
    if not capturing:
        return Choices(tuple(allowed), ())
    # `none`: "the move counts as illegal"
    punished = game.options.missed_capture is not MissedCapture.NONE
    return Choices(tuple(capturing), tuple(move for move in allowed if move.captures is None) if punished else ())


def apply_move(game: Game, position: Position, move: Move) -> Position:
    """The position after the move; "it goes back to its house". Raises `RulesError` if the move does not fit the position.

    Asks only whether the move gives a valid position, not whether throw and duties allow it: that is `legal_moves`.
    """
    rows, index = position.rows, game.index(move.color)
    fits = move.source in rows[index] and 0 <= move.target <= game.last and move.source != move.target
    if not fits or _ending(game, rows, index, move.target) != (True, move.captures):
        raise RulesError(f"move {shown(move.to_dict())} does not fit the position {position.text()}")
    after = list(rows)
    after[index] = replaced(rows[index], move.source, move.target)
    if move.captures is not None:
        taken = game.index(move.captures)
        after[taken] = replaced(rows[taken], game.views[index][move.target][taken], HOUSE)
    return Position(position.track, position.colors, tuple(after))


def replaced(row: Row, old: int, new: int) -> Row:
    """The row with one piece moved."""
    pieces = list(row)
    pieces.remove(old)
    pieces.append(new)
    pieces.sort()
    return tuple(pieces)
