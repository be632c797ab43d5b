"""How far everybody is, who leads, and what the die gave: all measured in pips.

*Way left* of a colour: the pips it still has to throw to have its four pieces on the goal fields a to d. A piece on the way
needs as many as fields lie before it; a piece in the house needs a six for the start field first, so it counts 6 more than one
that stands there. Blockades, captures to come and throws that cannot be used are not in it: it is the pip count of backgammon.

*Lead* of a side (a player, or two that play together): the mean way left of the other sides less its own, divided by the 4.2
pips that a turn brings on average (3.5 a throw, and with a six, one in six, another throw: 3.5 x 6/5). So a lead is in turns.

*Gain* of a move: by how many pips it raises the lead: the pips its piece walks and the others' loss by a capture, shared out
among them. *Luck* of a throw: the gain of the best move it allows, less the mean of that over all six throws. Whoever plays it
worse than the best move has had the luck all the same.

*Swing* of a ply: by how many turns it changed the lead of the side whose lead it changed most. The turning points of a game are
its largest swings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.library.plies import Ply
from companion.rules import HOUSE, Color, Game, Move, Position, State, legal_moves

ENTRY_PIPS = 6
TURN_PIPS = 4.2
FACES = range(1, 7)
Side = tuple[Color, ...]


@dataclass(frozen=True, slots=True)
class Swing:
    """A turning point: the lead of `side` in turns before and after the ply."""

    ply: Ply
    side: Side
    before: float
    after: float

    @property
    def size(self) -> float:
        """By how many turns the lead changed, whichever way."""
        return abs(self.after - self.before)


def sides(game: Game) -> tuple[Side, ...]:
    """Who plays together: one colour each, or opposite ones; the neutral colour plays for nobody."""
    if not (game.seats.two or game.options.partners):
        return tuple((color,) for color in game.players)
    both = (tuple(c for c in game.players if c in (color, game.board.opposite(color))) for color in game.players)
    return tuple(dict.fromkeys(both))


def way_left(game: Game, position: Position, color: Color) -> int:
    """Pips the colour still has to throw."""
    whole = sum(range(game.track, game.track + 4))
    return max(0, whole - sum(_walked(p) for p in position.pieces(color)))


def whole_way(game: Game) -> int:
    """Pips from four pieces in the house to four in the goal."""
    return sum(range(game.track, game.track + 4)) + 4 * ENTRY_PIPS


def leads(game: Game, position: Position) -> Mapping[Side, float]:
    """The lead of every side in turns; they add up to nothing."""
    left = {side: sum(way_left(game, position, color) for color in side) for side in sides(game)}
    total, others = sum(left.values()), max(1, len(left) - 1)
    return {side: ((total - own) / others - own) / TURN_PIPS for side, own in left.items()}


def best_gain(game: Game, state: State, throw: int) -> float:
    """Pips by which the best move with the throw raises the lead of who is on; 0 without a move."""
    assert state.turn is not None
    moves = legal_moves(game, state.position, state.turn, throw)
    return max((_gain(game, move, state.turn) for move in moves), default=0.0)


def luck(game: Game, state: State, throw: int) -> float:
    """Pips that the throw gave beyond what a throw gave on average there."""
    return best_gain(game, state, throw) - sum(best_gain(game, state, face) for face in FACES) / len(FACES)


def swings(game: Game, plies: tuple[Ply, ...]) -> tuple[Swing, ...]:
    """What each ply did to the lead of the side it moved most, in the order of the plies."""
    return tuple(_swing(game, ply) for ply in plies)


def turning_points(game: Game, plies: tuple[Ply, ...], most: int = 5, least: float = 2.0) -> tuple[Swing, ...]:
    """The largest swings of at least so many turns, in the order of the game."""
    large = sorted((swing for swing in swings(game, plies) if swing.size >= least), key=lambda swing: -swing.size)[:most]
    return tuple(sorted(large, key=lambda swing: swing.ply.number))


def _swing(game: Game, ply: Ply) -> Swing:
    before, after = leads(game, ply.before.position), leads(game, ply.after.position)
    side = max(before, key=lambda side: abs(after[side] - before[side]))
    return Swing(ply, side, before[side], after[side])


def _walked(progress: int) -> int:
    return -ENTRY_PIPS if progress == HOUSE else progress


def _gain(game: Game, move: Move, player: Color) -> float:
    own = next(side for side in sides(game) if player in side)
    gain = 0.0 if move.color not in own else float(move.target - _walked(move.source))
    if move.captures is None or move.captures == game.seats.neutral:
        return gain
    taken = game.index(move.captures)
    lost = game.views[game.index(move.color)][move.target][taken] + ENTRY_PIPS
    return gain - lost if move.captures in own else gain + lost / max(1, len(sides(game)) - 1)
