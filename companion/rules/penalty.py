"""What a missed capture costs (option `missed_capture`)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.board import HOUSE, Color
from companion.rules.errors import RulesError, shown
from companion.rules.game import Game
from companion.rules.move import Move
from companion.rules.moves import apply_move, choices, mobile, replaced
from companion.rules.options import MissedCapture
from companion.rules.position import Position


@dataclass(frozen=True, slots=True)
class Penalty:
    """One piece goes to its house: colour and progress where it stands after the move."""

    color: Color
    source: int


@dataclass(frozen=True, slots=True)
class PenaltyChoice:
    """`pieces` to pick one from; `may_pass`: it may also be let pass, as it is when there is none to pick."""

    rule: MissedCapture
    pieces: tuple[Penalty, ...]
    may_pass: bool


def could_capture(game: Game, position: Position, turn: Color, throw: int) -> tuple[tuple[Color, int], ...]:
    """The pieces that a legal capture would move: colour and progress before the move."""
    legal = choices(game, position, turn, throw).legal
    return tuple(dict.fromkeys((move.color, move.source) for move in legal if move.captures is not None))


def penalty_choice(game: Game, position: Position, turn: Color, throw: int, move: Move) -> PenaltyChoice:
    """What may be sent home for the missed capture `move`, made from `position`. Raises `RulesError` if it is none."""
    if move not in choices(game, position, turn, throw).missed:
        raise RulesError(
            f"move {shown(move.to_dict())} is no missed capture in the position {position.text(turn)} with a {throw}"
        )
    after = apply_move(game, position, move)
    if game.options.missed_capture is MissedCapture.HUFF_ANY:
        return PenaltyChoice(MissedCapture.HUFF_ANY, _on_track(game, position, after, turn), may_pass=True)
    pieces = _capturers(game, position, turn, throw, move)
    return PenaltyChoice(MissedCapture.RETURN_CAPTURER, pieces, may_pass=not pieces)


def _capturers(game: Game, position: Position, turn: Color, throw: int, move: Move) -> tuple[Penalty, ...]:
    """ "the piece that could have captured goes to its house, from wherever it then stands"."""
    found: list[Penalty] = []
    for color, source in could_capture(game, position, turn, throw):
        # "a capturer that never left the house cannot be picked unless it is the only one (then nothing happens)"
        if (color, source) == (move.color, move.source):
            found.append(Penalty(color, move.target))
            # Of two pieces on one field either could have captured.
            left = position.pieces(color).count(source) > 1 and source != HOUSE
            found += [Penalty(color, source)] if left else []
        elif source != HOUSE:
            found.append(Penalty(color, source))
    return tuple(found)


def _on_track(game: Game, position: Position, after: Position, turn: Color) -> tuple[Penalty, ...]:
    """ "the opponents may send back one piece of their choice that is on the track": one of the player who missed it."""
    colors = [game.colors[index] for index in mobile(game, position.rows, turn)]
    own = [color for color in colors if color != game.seats.neutral] or colors
    return tuple(Penalty(color, p) for color in own for p in dict.fromkeys(after.pieces(color)) if 0 <= p < game.track)


def penalised(game: Game, position: Position, penalty: Penalty) -> Position:
    """The position with that piece in its house. Raises `RulesError` if no such piece stands there."""
    index = game.index(penalty.color)
    if penalty.source == HOUSE or penalty.source not in position.rows[index]:
        raise RulesError(f"penalty names {penalty.color} at {penalty.source}; expected a piece in {position.text()}")
    rows = list(position.rows)
    rows[index] = replaced(rows[index], penalty.source, HOUSE)
    return Position(position.track, position.colors, tuple(rows))
