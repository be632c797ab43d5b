"""Disturbed evenings at the scripted table, watched and compared with their truth.  `make disturbed SEEDS=20`.

Games with pushes, knocks, lamps, hands that hesitate, cups, boards partly out of the picture and wrong moves are drawn in memory
and go through the same pipeline as `companion watch`; simulated people answer its questions by the truth. Printed: for each kind
of disturbance how many there were, what went wrong because of it, and how long it took until the board was read again; and the
questions. Exit status 1 when any event was wrong or missing, or something was asked that the camera could see.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import cv2
import numpy as np

from calibration.profile import load_profile
from companion.measuring.judging import Fault
from companion.measuring.scenes import save_scene
from companion.measuring.watching import Watched, watch_performance
from companion.places import rules_board
from companion.rules import DEFAULT_PRESET, after_throw, initial_state, legal_moves, parse_game
from companion.simulation.evening import KINDS, Mix, random_evening
from companion.simulation.script import Script
from hardware.errors import CompanionError, InputError

PLIES_BEFORE = 90
"""Every second game begins as if so many plies at most had been played: full of captures and pieces near home."""


def table_of(seed: int, fps: float, board: str = "schmidt-4") -> Script:
    """A table drawn from the seed, at the beginning of a game or in its middle."""
    rng = Random(f"table {seed}")
    position = _middle_of_a_game(board, rng) if seed % 2 == 0 else None
    return Script((), board=board, seed=seed, fps=fps, position=position)


def _middle_of_a_game(board: str, rng: Random) -> str:
    profile = load_profile(board)
    game = parse_game(DEFAULT_PRESET, board, None, None, {board: rules_board(profile)})
    state = initial_state(game, game.players[0])
    for _ in range(rng.randint(30, PLIES_BEFORE)):
        if state.turn is None:
            break
        value = rng.randint(1, 6)
        moves = legal_moves(game, state.position, state.turn, value)
        after = after_throw(game, state, value, rng.choice(moves) if moves else None)
        if after.over:
            break
        state = after
    return state.position.text(state.turn)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20, help="so many games (default 20)")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=50, help="throws a game (default 50)")
    parser.add_argument("--disturb", type=float, default=0.4, help="chance of a disturbance a throw (default 0.4)")
    parser.add_argument("--kinds", help=f"only these disturbances: {', '.join(KINDS)}")
    parser.add_argument("--fps", type=float, default=8.0, help="frames a second (default 8)")
    parser.add_argument("--board", default="schmidt-4")
    parser.add_argument("--save", type=Path, metavar="DIR", help="keep a script and pictures of every scene that failed")
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    try:
        games = _watch_all(args)
    except CompanionError as error:
        print(f"disturbed: {error}", file=sys.stderr)
        return 2
    print("\n".join(table(games)))
    return 1 if any(game.failures or any(asked.could_be_seen for asked in game.asked) for game in games) else 0


def _watch_all(args: argparse.Namespace) -> list[Watched]:
    """All games, or those watched until Ctrl-C."""
    kinds = KINDS if args.kinds is None else tuple(args.kinds.split(","))
    if unknown := sorted(set(kinds) - set(KINDS)):
        raise InputError(f"expected disturbances among {', '.join(KINDS)}, got {unknown[0]!r}")
    mix = Mix(args.disturb, kinds)
    games: list[Watched] = []
    with suppress(KeyboardInterrupt):
        _watch_into(games, args, mix)
    return games


def _watch_into(games: list[Watched], args: argparse.Namespace, mix: Mix) -> None:
    for seed in range(args.first_seed, args.first_seed + args.seeds):
        evening = random_evening(table_of(seed, args.fps, args.board), args.plies, mix)
        watched = watch_performance(evening.performance, args.fps)
        games.append(watched)
        print(f"seed {seed}: {watched.plies} plies, {len(watched.failures)} faults", flush=True)
        for asked in watched.asked:
            print(f"  {asked.sentence()}", flush=True)
        for number, failure in enumerate(watched.failures, start=1):
            print(f"  {failure.sentence()}", flush=True)
            if args.save is not None:
                save_scene(args.save / f"seed-{seed}-{number}", watched, number - 1)


def table(games: Sequence[Watched]) -> list[str]:
    """The lines of the report."""
    plies = sum(game.plies for game in games)
    failures = [failure for game in games for failure in game.failures]
    questions = sum(game.questions for game in games)
    seen = sum(asked.could_be_seen for game in games for asked in game.asked)
    false = sum(failure.fault is Fault.FALSE for failure in failures)
    events = [wait for game in games for kind, wait in game.waits if kind == "move"]
    lines = [
        f"{len(games)} games, {plies} plies watched: {false} false events, {len(failures) - false} missed, "
        f"{questions} questions ({100 * questions / max(plies, 1):.1f} per 100 plies, {seen} of what the camera could see), "
        f"{sum(game.named for game in games)} times a pawn lying about was told",
        f"moves are recorded {_spread(events)} s after the hand has left (n = {len(events)})",
        "",
        f"{'what happened':26} {'n':>5} {'false':>6} {'missed':>7}   read again after: median, worst s (never)",
    ]
    return lines + [_row(name, games) for name in _names(games)]


def _names(games: Sequence[Watched]) -> list[str]:
    return sorted(
        {game.performance.truth[at].name for game in games for at in game.judged} | {f.cause for g in games for f in g.failures}
    )


def _row(name: str, games: Sequence[Watched]) -> str:
    count = sum(game.performance.truth[at].name == name for game in games for at in game.judged)
    own = [failure.fault for game in games for failure in game.failures if failure.cause == name]
    times = [seconds for game in games for told, seconds in game.recoveries() if told == name]
    found = [seconds for seconds in times if seconds is not None]
    again = f"{_spread(found)} ({len(times) - len(found)})" if found else ""
    return f"{name:26} {count:5} {own.count(Fault.FALSE):6} {own.count(Fault.MISSING):7}   {again}".rstrip()


def _spread(seconds: Sequence[float]) -> str:
    return f"{np.median(seconds):.2f}, {max(seconds):.2f}" if seconds else "-"


if __name__ == "__main__":
    sys.exit(main())
