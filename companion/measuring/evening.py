"""Whole evenings at the simulated table: three games in a row, with everything people do.  `make evening SEEDS=10`.

Each game is drawn in memory and goes through the same pipeline as `companion play`: the board is checked first, the record is a
new file of its own, the companion is killed now and then and goes on from that file, and what is wrong is put right on the
screen by touching what is shown there. The first game is whole (of four players, who need three times as long, the last third);
the revenge is set up from where it ended. Camera and light are drawn from the seed, and are what `companion calibrate` finds
nothing wrong with. Printed: what happened and what went wrong because of it, questions for every 100 plies, touches for a
correction. Exit status 1 when a final record is not the script's, when something was asked that the camera could see, or when a
correction took more than two touches.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache, partial
from itertools import count
from pathlib import Path
from random import Random

import cv2

from calibration.finder import find_board
from calibration.profile import load_profile
from calibration.quality import judge_picture
from companion.app.watch import program
from companion.events import EndEvent
from companion.history import History, begin
from companion.measuring.evening_report import Happened, Played, table, tell, wrong
from companion.measuring.judging import Fault
from companion.measuring.scenes import save_scene
from companion.measuring.watching import NOON, Watched, true_events, true_history, watch_performance
from companion.places import rules_board
from companion.record import EventLog, RecordFile, header_of, read_record
from companion.resume import last_unfinished, new_record, replay, resume
from companion.rules import Game, after_throw, initial_state, legal_moves, parse_game
from companion.simulation.director import Director, Performance
from companion.simulation.evening import AT_TABLE, Mix, random_evening
from companion.simulation.script import Script
from hardware.errors import BoardNotFoundError, CompanionError, InputError

BOARD = "schmidt-4"
GAMES = 3
WHOLE = ("children", {"preset": "children", "capture": "compulsory"}, {"preset": "children", "missed_capture": "huff_any"})
"""Rules of the first game: short, so that it can be played from its first throw to its last."""
LATE: Sequence[object] = ("schmidt-2016", "schmidt-family", "wikipedia-huff", "wikipedia", "children")
"""Rules of the others, which begin near their end."""
PLAYERS = (("yellow", "red"), ("yellow", "green", "black"), ("yellow", "red"), ("yellow", "green", "red", "black"))
LEFT, LEFT_OF_FIRST = (25, 45), (90, 130)
"""Plies that were left of a game when it is entered near its end."""
MANY = 4
LONGEST = 1000
VIEWS = 100


class Shelf:
    """The records of an evening, a file for each game, as `companion play` keeps them."""

    live = True

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._clock = count()
        self._file: RecordFile | None = None

    def _now(self) -> datetime:
        return NOON + timedelta(seconds=next(self._clock))

    def begin(self, performance: Performance, since: int) -> EventLog:
        """A new file, with what a perfect watcher has written before expectation `since`."""
        self.close()
        turn, board = performance.begin.turn, performance.board.id
        assert turn is not None
        history = begin(performance.game, turn, performance.begin.position)
        file = new_record(self._folder, header_of(performance.game, history, board, program(), {}), self._now)
        file.append_all(true_events(performance, since), 0.0)
        self._file = file
        return file

    def again(self) -> tuple[History, EventLog, float]:
        """The game that is found unfinished. Raises `InputError` when none is."""
        self.close()
        path = last_unfinished(self._folder)
        if path is None:
            raise CompanionError(f"{self._folder}: expected an unfinished game to go on with, there is none")
        resumed = resume(path, self._now)
        self._file = resumed.file
        return resumed.history, resumed.file, resumed.file.entries[-1].t

    def close(self) -> None:
        """Gives the file back."""
        if self._file is not None:
            self._file.close()

    def different(self, performance: Performance) -> str | None:
        """In what the last game's file differs from a perfect record, None when it tells the same game."""
        self.close()
        assert self._file is not None
        entries, true = read_record(self._file.path), true_history(performance, len(performance.truth))
        history, _ = replay(entries, self._file.path)
        for number, (seen, right) in enumerate(zip(history.steps, true.steps, strict=False)):
            if (seen.state, seen.throw) != (right.state, right.throw):
                return f"step {number}: expected {right.state.position.text(right.state.turn)}, throw {right.throw}"
        if len(history.steps) != len(true.steps):
            return f"expected {len(true.steps)} steps that count, got {len(history.steps)}"
        ends = [event for event in true_events(performance, len(performance.truth)) if isinstance(event, EndEvent)]
        told = [entry.event for entry in entries if isinstance(entry.event, EndEvent)]
        return None if ends[-1:] == told[-1:] else f"expected {ends[-1:]} at the end, got {told[-1:]}"


def evening(seed: int, fps: float, plies: int, disturb: float, save: Path | None) -> list[Played]:
    """An evening drawn from the seed, in a folder of its own."""
    cv2.setNumThreads(1)
    games: list[Played] = []
    stands = None
    with tempfile.TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder))
        for number in range(GAMES):
            performance = random_evening(game_script(seed, number, stands), plies, Mix(disturb, AT_TABLE)).performance
            watched = watch_performance(performance, fps, shelf)
            games.append(_played(watched, shelf))
            for which in range(len(watched.failures) if save is not None else 0):
                assert save is not None
                save_scene(save / f"evening-{seed}-game-{number + 1}-{which + 1}", watched, which)
            stands = true_history(performance, len(performance.truth)).now.state.position.text()
    return games


def game_script(seed: int, number: int, stands: str | None) -> Script:
    """The table of game `number` (0 …) of an evening, without acts; `stands`: where the last game has left the pieces."""
    rng = Random(f"game {seed} {number}")
    colors = PLAYERS[seed % len(PLAYERS)]
    rules = rng.choice(WHOLE if number == 0 else LATE)
    view = good_view(seed)
    table = Script((), board=BOARD, rules=rules, colors=list(colors), seed=GAMES * seed + number, view_seed=view, stands=stands)
    if number == 0 and len(colors) < MANY:
        return table
    profile = load_profile(BOARD)
    game = parse_game(rules, BOARD, list(colors), None, {BOARD: rules_board(profile)})
    return replace(table, position=near_the_end(game, rng, LEFT_OF_FIRST if number == 0 else LEFT))


@lru_cache(maxsize=64)
def good_view(seed: int) -> int:
    """The first view of an evening at which a family is sent to no lamp: no reflection over a house, not too dark, not too far.

    Raises `InputError` when there is none among so many.
    """
    for view in range(VIEWS * seed, VIEWS * (seed + 1)):
        performance = Director(Script((), board=BOARD, seed=seed, view_seed=view)).performance()
        _, picture = next(performance.pictures_at([0.0]))
        try:
            registration = find_board(picture, performance.board)
        except BoardNotFoundError:
            continue
        if not judge_picture(picture, performance.board, registration):
            return view
    raise InputError(f"expected a good view among {VIEWS} of evening {seed}, found none")


def near_the_end(game: Game, rng: Random, left: tuple[int, int] = LEFT) -> str:
    """A position some plies before somebody's chance game was over, with whose turn it was."""
    state = initial_state(game, rng.choice(game.players))
    passed = [state]
    while not state.over and len(passed) < LONGEST:
        value = rng.randint(1, 6)
        assert state.turn is not None
        moves = legal_moves(game, state.position, state.turn, value)
        state = after_throw(game, state, value, rng.choice(moves) if moves else None)
        passed.append(state)
    found = passed[max(0, len(passed) - 1 - rng.randint(*left))]
    return found.position.text(found.turn)


def _played(watched: Watched, shelf: Shelf) -> Played:
    performance = watched.performance
    different = watched.failures[0].sentence() if watched.failures else shelf.different(performance)
    state = true_history(performance, len(performance.truth)).now.state
    return Played(
        plies=watched.plies,
        over=state.over,
        different=different,
        asked=tuple(watched.asked),
        touches=tuple(one.touches for one in watched.put_right if one.done),
        given_up=sum(not one.done for one in watched.put_right),
        refused=watched.refused,
        told_again=watched.told_again,
        acts=dict(_acts(watched)),
        faults=tuple(failure.sentence() for failure in watched.failures),
    )


def _acts(watched: Watched) -> Iterator[tuple[str, Happened]]:
    names = Counter(watched.performance.truth[at].name for at in watched.judged)
    for name in sorted(names.keys() | {failure.cause for failure in watched.failures}):
        own = [failure.fault for failure in watched.failures if failure.cause == name]
        yield name, Happened(names[name], own.count(Fault.FALSE), own.count(Fault.MISSING))


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10, help="so many evenings (default 10)")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=LONGEST, help="throws a game at most (default: to its end)")
    parser.add_argument("--disturb", type=float, default=0.4, help="chance that something happens, a throw (default 0.4)")
    parser.add_argument("--fps", type=float, default=5.0, help="frames a second (default 5)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--save", type=Path, metavar="DIR", help="keep a script and pictures of every scene that failed")
    args = parser.parse_args(argv)
    seeds = range(args.first_seed, args.first_seed + args.seeds)
    play = partial(evening, fps=args.fps, plies=args.plies, disturb=args.disturb, save=args.save)
    evenings: list[list[Played]] = []
    try:
        with ProcessPoolExecutor(args.jobs) as pool:
            for seed, games in zip(seeds, pool.map(play, seeds), strict=True):
                evenings.append(games)
                tell(seed, games)
    except CompanionError as error:
        print(f"evening: {error}", file=sys.stderr)
        return 2
    print("\n".join(table(evenings)))
    return 1 if any(wrong(game) for games in evenings for game in games) else 0


if __name__ == "__main__":
    sys.exit(main())
