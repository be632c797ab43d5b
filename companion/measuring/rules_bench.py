"""Our rules beside other engines of the game, in one run: `make bench`, or `python -m companion.measuring.rules_bench [GAMES]`.

Every engine plays full random games of four players in this one process, one after the other, until somebody has won; each is
driven the way its documentation says. They do not play the same game: ludopy plays Danish Ludo, ludo-king-engine Ludo King;
OpenSpiel's `maedn` is this game with all pieces in the house and one throw a turn, and ours plays exactly that. So throws a
second are told too. The peers are optional: `pip install .[peers]`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.rules import after_throw, initial_state, legal_moves, parse_game

GAMES = 40
PLAYERS = 4
ROUNDS = 3
"""Each engine plays in turns with the others, so many rounds; its best counts: what else runs on the machine only slows down."""

PlayGame = Callable[[Random], int]
"""Plays one full random game and gives the number of throws."""


@dataclass(frozen=True, slots=True)
class Engine:
    """`compiled`: not written in Python. `make` raises `ImportError` if the engine is not installed."""

    name: str
    make: Callable[[], PlayGame]
    compiled: bool = False


@dataclass(frozen=True, slots=True)
class Speed:
    """Games and throws a second of one process."""

    games: float
    throws: float


def ours() -> PlayGame:
    """The rules of this project."""
    game = parse_game({"setup": "all_in_house"})

    def play(rng: Random) -> int:
        state, throws = initial_state(game, game.players[0]), 0
        while not state.finished and state.turn is not None:
            throw = rng.randint(1, 6)
            moves = legal_moves(game, state.position, state.turn, throw)
            state = after_throw(game, state, throw, rng.choice(moves) if moves else None)
            throws += 1
        return throws

    return play


def ludopy() -> PlayGame:
    """PyPI `ludopy`; it throws its own die, from NumPy's global generator."""
    library: Any = importlib.import_module("ludopy")

    def play(rng: Random) -> int:
        game, throws, won = library.Game(), 0, False
        while not won:
            (_, pieces, _, _, _, won), _ = game.get_observation()
            game.answer_observation(rng.choice(list(pieces)) if len(pieces) else -1)
            won = game.get_winner_of_game() != -1
            throws += 1
        return throws

    return play


def ludo_king() -> PlayGame:
    """PyPI `ludo-king-engine`, turn by turn; it throws its own die, from the global generator."""
    library: Any = importlib.import_module("ludo_engine")

    def play(rng: Random) -> int:
        game, throws = library.LudoGame(list(library.PlayerColor)[:PLAYERS]), 0
        while not game.game_over:
            throw = game.roll_dice()
            moves = game.get_valid_moves(game.get_current_player(), throw)
            game.play_turn(token_id=rng.choice(moves).token_id if moves else None, dice_value=throw)
            throws += 1
        return throws

    return play


def openspiel() -> PlayGame:
    """PyPI `open_spiel`: `maedn`, compiled, asked and told from Python; its default is two players."""
    library: Any = importlib.import_module("pyspiel")
    game = library.load_game(f"maedn(players={PLAYERS})")

    def play(rng: Random) -> int:
        state, throws = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.randint(0, 5))
            state.apply_action(rng.choice(state.legal_actions()))
            throws += 1
        return throws

    return play


ENGINES = (
    Engine("this project", ours),
    Engine("ludopy", ludopy),
    Engine("ludo-king-engine", ludo_king),
    Engine("OpenSpiel maedn", openspiel, compiled=True),
)


def speed(play: PlayGame, games: int, seed: int) -> Speed:
    """Plays so many games; time is that of this process, whatever else runs on the machine."""
    rng = Random(seed)
    begin = time.process_time()
    throws = sum(play(rng) for _ in range(games))
    took = time.process_time() - begin
    return Speed(games / took, throws / took)


def measured(engines: Sequence[Engine], games: int) -> tuple[dict[str, Speed], dict[str, str]]:
    """The best round of each engine by games a second, and why the missing ones are missing."""
    playing: dict[str, PlayGame] = {}
    missing: dict[str, str] = {}
    for engine in engines:
        try:
            playing[engine.name] = engine.make()
        except ImportError as error:
            missing[engine.name] = str(error)
    rounds = [{name: speed(play, games, seed) for name, play in playing.items()} for seed in range(ROUNDS)]
    return {name: max((each[name] for each in rounds), key=lambda found: found.games) for name in playing}, missing


def table(speeds: dict[str, Speed], missing: dict[str, str]) -> list[str]:
    """A line an engine: games and throws a second, and how many times as many ours plays."""
    own = speeds[ENGINES[0].name]
    lines = []
    for engine in ENGINES:
        if engine.name in missing:
            lines.append(f"  {engine.name:17s} skipped: {missing[engine.name]}; pip install .[peers]")
        elif engine.name in speeds:
            found = speeds[engine.name]
            ratio = f"ours: {own.games / found.games:5.2f} x the games, {own.throws / found.throws:5.2f} x the throws"
            kind = "compiled" if engine.compiled else "Python"
            ratio = "" if engine is ENGINES[0] else f"  {ratio}"
            lines.append(f"  {engine.name:17s} {kind:8s} {found.games:6.1f} games/s {found.throws:8.0f} throws/s{ratio}")
    return lines


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=GAMES, help=f"games a round and engine; default {GAMES}")
    games = parser.parse_args(argv).games
    if games < 1:
        print(f"rules_bench: games is {games}; expected a whole number from 1", file=sys.stderr)
        return 2
    print(f"random games of {PLAYERS} players to the first winner, one process, best of {ROUNDS} rounds of {games}:")
    for line in table(*measured(ENGINES, games)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
