"""Section 2, the turn: who throws next, how often, and when the game is over.

after a throw                                             then on turn                       with attempts
────────────────────────────────────────────────────────  ─────────────────────────────────  ─────────────────────
the game is over                                          nobody                             0
6, and the move did not bring its colour's last piece in  the same player                    judged again: 1 or 3
no 6, no move, attempts are left                          the same player                    one fewer
anything else                                             the next colour clockwise that is  judged: 1 or 3
                                                          in the game and not yet finished
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.board import HOUSE, Color
from companion.rules.errors import RulesError
from companion.rules.game import Game
from companion.rules.move import Move
from companion.rules.moves import SIX_THROWN, Rows, advance, apply_move, mobile
from companion.rules.options import Throws, TwoPlayerWin
from companion.rules.penalty import Penalty, penalised
from companion.rules.position import Position, initial_position


@dataclass(frozen=True, slots=True)
class State:
    """`turn` throws next with `throws_left` attempts, this one included; None and 0 when the game is over.

    `finished`: the colours that are home, in the order in which they came; with a neutral colour the winner is moved to
    the front when the game is over.
    """

    position: Position
    turn: Color | None
    throws_left: int
    finished: tuple[Color, ...] = ()

    @property
    def over(self) -> bool:
        """Whether nobody throws any more."""
        return self.turn is None


def initial_state(game: Game, first: Color, position: Position | None = None) -> State:
    """The beginning of `first`'s turn, in the initial position if none is given. Raises `RulesError`."""
    start = position or initial_position(game)
    finished = tuple(color for color, row in zip(game.colors, start.rows, strict=True) if game.is_home(row))
    if is_over(game, start):
        return State(start, None, 0, finished)
    return State(start, game.player(first), attempts(game, start, first), finished)


def after_throw(game: Game, state: State, throw: int, move: Move | None, penalty: Penalty | None = None) -> State:
    """What follows from a throw and the move made with it; None when none was legal. Raises `RulesError`.

    `move` is taken as one that was legal or a missed capture; its penalty goes with it: "the turn goes on as after any
    move, judged after the penalty".
    """
    if state.turn is None:
        raise RulesError("the game is over; expected no further throw")
    position = state.position if move is None else apply_move(game, state.position, move)
    if penalty is not None:
        position = penalised(game, position, penalty)
    finished = state.finished
    if penalty is not None or (move is not None and move.target >= game.track):
        # Only these change who is home.
        finished = _finished(game, state, position, move)
        if is_over(game, position):
            return State(position, None, 0, finished)
    turn, left = _next(game, state, throw, move, position)
    return State(position, turn, left, finished)


def _next(game: Game, state: State, throw: int, move: Move | None, position: Position) -> tuple[Color, int]:
    """The table at the top of this module, below its first line."""
    assert state.turn is not None
    if throw == SIX_THROWN:
        # "After a 6 the same player throws again … Not, when the move brought the last piece of the moved piece's colour
        # into the goal."
        if move is None or not _brought_home(game, state.position, position, move.color):
            return state.turn, attempts(game, position, state.turn)
    elif move is None and state.throws_left > 1:
        return state.turn, state.throws_left - 1
    turn = _clockwise(game, position.rows, state.turn)
    return turn, attempts(game, position, turn)


def _brought_home(game: Game, before: Position, after: Position, color: Color) -> bool:
    index = game.index(color)
    return game.is_home(after.rows[index]) and not game.is_home(before.rows[index])


def _clockwise(game: Game, rows: Rows, turn: Color) -> Color:
    """ "the next colour clockwise that is in the game and not yet finished"."""
    for color, index in game.clockwise[turn]:
        if not game.is_home(rows[index]) or _stays_on(game):
            return color
    raise RulesError("everybody is home; expected a game that is not over")


def _stays_on(game: Game) -> bool:
    """ "A player whose four are home stays on and moves neutral pieces" or the partner's."""
    return game.seats.neutral is not None or (game.options.partners and game.options.help_partner)


def attempts(game: Game, position: Position, turn: Color) -> int:
    """Throws with which the colour begins: 3 for "dreimal würfeln", else 1."""
    if game.options.throws is Throws.ONE:
        return 1
    moved = _judged(game, position.rows, turn)
    return 3 if moved and all(_stuck(game, position.rows, index) for index in moved) else 1


def _judged(game: Game, rows: Rows, turn: Color) -> tuple[int, ...]:
    """The colours on which three throws are judged."""
    if game.seats.neutral is None:
        # "three throws are then judged on the colour he moves"
        return mobile(game, rows, turn)
    # "Three throws (`throws = 3`) only if both colours fulfil the condition"
    return game.index(turn), game.index(game.seats.neutral)


def _stuck(game: Game, rows: Rows, index: int) -> bool:
    """ "a piece in the house, none on the track and none in the goal that could still advance by some throw"."""
    row, track = rows[index], game.track
    if row[0] != HOUSE or any(0 <= p < track for p in row):
        return False
    return not any(advance(game, rows, index, p, throw) for p in row if p >= track for throw in range(1, SIX_THROWN + 1))


def is_over(game: Game, position: Position) -> bool:
    """Whether the game has ended with this position."""
    home = {color for color, row in zip(game.colors, position.rows, strict=True) if game.is_home(row)}
    if game.seats.neutral is not None:
        # "Who has all own pieces home wins only once the four neutral ones are home too"
        return game.seats.neutral in home and len(home) > 1
    if game.seats.two and game.options.two_player_win is TwoPlayerWin.FIRST and home:
        return True
    if (game.seats.two or game.options.partners) and any(game.board.opposite(color) in home for color in home):
        # "The pair whose eight pieces are home first wins"; "the player whose eight pieces are home first wins"
        return True
    # "the game is over when at most one colour is not home"
    return len(game.colors) - len(home) <= 1


def _finished(game: Game, state: State, position: Position, move: Move | None) -> tuple[Color, ...]:
    rows = position.rows
    kept = tuple(color for color in state.finished if game.is_home(rows[game.index(color)]))
    new = tuple(color for color in game.colors if color not in kept and game.is_home(rows[game.index(color)]))
    finished = kept + new
    by_neutral = move is not None and move.color == game.seats.neutral and game.seats.neutral in new
    if by_neutral and state.turn in finished and is_over(game, position):
        # "if several players are home by then, the one who brought in the last neutral piece wins"
        assert state.turn is not None
        return (state.turn, *(color for color in finished if color != state.turn))
    return finished


def places(game: Game, state: State) -> tuple[tuple[Color, ...], ...]:
    """Who came in first, second …: one colour each, or the two of a pair or player; those not home are left out."""
    home = tuple(color for color in state.finished if color != game.seats.neutral)
    if not (game.seats.two or game.options.partners):
        return tuple((color,) for color in home)
    if game.seats.two and game.options.two_player_win is TwoPlayerWin.FIRST:
        return (_side(game, home[0]),) if home else ()
    sides = dict.fromkeys(_side(game, color) for color in home)
    return tuple(side for side in sides if all(color in home for color in side))


def _side(game: Game, color: Color) -> tuple[Color, ...]:
    return tuple(other for other in game.colors if other in (color, game.board.opposite(color)))
