"""Kills a game again and again and looks for lines that were lost.  `make kill KILLS=500`.

Evenings are played by the rules, with corrections, as fast as the disk takes their records, in a process that is killed (SIGKILL)
at a random moment: after a random time, right before a random write, sync or link, or before one of the first of them once a game
was set up, a correction was touched, or a revenge was asked for. Then the folder is looked at twice: as the kill left it, and as
a power cut would have, with any part of what was not synced dropped (`companion.measuring.power_cut`). Every line that had been
given back to be shown has to be there, unchanged, both times. The next process goes on with what the power cut left.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from companion.app.game import LiveGame, choose_game, once_more
from companion.corrections import corrections
from companion.events import Event
from companion.measuring.power_cut import Card, Journal
from companion.record import read_record
from companion.referee import Referee, Refusal, on_correction, on_sighting, on_throw
from companion.resume import games_folder
from companion.rules import Sighting, apply_move, legal_moves
from hardware.errors import CompanionError

LONGEST_S = 0.12
MOST_STEPS = 400
"""Writes, syncs and links before a kill that is counted in them: some 130 lines."""
SOON_STEPS = 16
"""A new record takes four of them, a line two."""
WEIGHTS = (7, 1, 1, 1)
"""How often each moment is taken, in their order."""
CORRECTED = 0.03
"""Share of the steps after which somebody puts something right."""


class Moment(StrEnum):
    """From when on the steps before a kill are counted."""

    START = "at any moment"
    SET_UP = "between setting up and the first throws"
    CORRECTION = "in a correction"
    REVENGE = "in a revenge that begins"


@dataclass
class Count:
    """What was tried and what came of it. `confirmed`: lines that were given back before a kill, each counted once."""

    kills: int = 0
    confirmed: int = 0
    unsynced_bytes: int = 0
    games: int = 0
    moments: Counter[str] = field(default_factory=Counter)
    """How many kills were counted from which moment."""


class LostLineError(Exception):
    """A line that was shown is not there."""


def kill_games(folder: Path, kills: int, chance: Random, only: Moment | None = None) -> Count:
    """Plays below `folder` and kills so often, at all moments or only that one. Raises `LostLineError` naming record and line."""
    count, shown = Count(), dict[str, list[str]]()
    games = games_folder(folder)
    for _ in range(kills):
        card, before = Card(games), sum(map(len, shown.values()))
        moment = only or chance.choices([*Moment], WEIGHTS)[0]
        count.moments[moment] += 1
        for line in _killed(folder, chance, moment):
            told = json.loads(line)
            if "shown" in told:
                shown.setdefault(told["record"], []).extend(told["shown"])
            else:
                card.hear(line)
        count.kills += 1
        count.unsynced_bytes += card.unsynced
        count.confirmed += sum(map(len, shown.values())) - before
        # Games that are over are looked at once more at the end.
        last = {name: shown[name] for name in sorted(shown)[-2:]}
        _look(games, last, "after the kill")
        card.cut_power(chance)
        _look(games, last, "after the power cut")
        # Lines that were kept but never shown are told by the process that goes on with them.
        (folder / "shown.json").write_text(json.dumps({name: len(lines) for name, lines in shown.items()}), "utf-8")
    _look(games, shown, "in the end")
    count.games = len(shown)
    return count


def _killed(folder: Path, chance: Random, moment: Moment) -> Iterator[str]:
    """Starts an evening, kills it, and gives the whole lines of its journal."""
    by_steps: int | None = chance.randint(1, SOON_STEPS)
    if moment is Moment.START:
        by_steps = chance.randint(1, MOST_STEPS) if chance.random() < 0.5 else None
    seed, after_s = chance.randrange(2**32), chance.uniform(0, LONGEST_S)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with suppress(BaseException):
            _play(folder, Random(seed), writing, by_steps, moment)
        os._exit(3)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        first = told.readline()
        if by_steps is None:
            time.sleep(after_s)
            os.kill(child, signal.SIGKILL)
        lines = (first + told.read()).split(b"\n")[:-1]
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        raise LostLineError(f"the game ended by itself, with the last lines {lines[-3:]!r}")
    yield from (line.decode() for line in lines)


def _play(folder: Path, chance: Random, channel: int, steps: int | None, moment: Moment) -> None:
    """Plays game after game, telling every change before it is made and every line that could be shown, until killed."""
    left = steps
    counting = moment is Moment.START

    def come(now: Moment) -> None:
        nonlocal counting
        counting |= now is moment

    def tell(what: Mapping[str, Any]) -> None:
        nonlocal left
        _write_whole(channel, json.dumps(what).encode() + b"\n")
        if left is not None and counting and "op" in what:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    with patch("companion.record.os", Journal(tell)):
        known: dict[str, int] = {}
        chosen = choose_game(folder, None, None, None, {}, new=moment is Moment.SET_UP)
        while True:
            come(Moment.SET_UP)
            game = chosen.begin()
            name, entries = game.record.path.name, game.record.entries
            shown = [json.dumps(entry.to_json()) for entry in entries[_shown_before(folder, name, known) :]]
            tell({"record": name, "shown": shown})
            for entry_lines in _steps(game, chance, come):
                tell({"record": name, "shown": entry_lines})
            game.record.close()
            come(Moment.REVENGE)
            chosen = once_more(games_folder(folder), chosen, {"yellow": "Mia"})


def _shown_before(folder: Path, name: str, known: dict[str, int]) -> int:
    """How many lines of a record the process before has told of: those are written beside the games."""
    if name not in known:
        path = folder / "shown.json"
        known.update(json.loads(path.read_text("utf-8")) if path.exists() else {})
    return known.get(name, 0)


def _steps(game: LiveGame, chance: Random, come: Callable[[Moment], None]) -> Iterator[list[str]]:
    """Random throws, legal moves and corrections to the end of the game; gives the lines of each step once they are kept."""
    referee, t = Referee(game.history), game.record.entries[-1].t
    while not referee.history.over:
        t += 2.0
        if chance.random() < CORRECTED and (offered := corrections(referee)):
            come(Moment.CORRECTION)
            referee, events = on_correction(referee, chance.choice(offered).events)
        else:
            referee, events = _played(referee, chance)
        yield [json.dumps(entry.to_json()) for entry in game.record.append_all(events, t)]


def _played(referee: Referee, chance: Random) -> tuple[Referee, tuple[Event, ...]]:
    """The next throw, or the move it asks for."""
    now = referee.history.now
    if now.throw is None:
        taken = on_throw(referee, chance.randint(1, 6), "button")
        assert not isinstance(taken, Refusal)
        return taken
    assert now.state.turn is not None
    move = chance.choice(legal_moves(referee.game, now.state.position, now.state.turn, now.throw))
    return on_sighting(referee, Sighting.of_position(apply_move(referee.game, now.state.position, move)))


def _write_whole(channel: int, data: bytes) -> None:
    while data:
        data = data[os.write(channel, data) :]


def _look(games: Path, shown: Mapping[str, Sequence[str]], when: str) -> None:
    for name, lines in shown.items():
        try:
            entries = read_record(games / name)
        except CompanionError as error:
            raise LostLineError(f"{when}: {error}") from None
        there = [json.dumps(entry.to_json()) for entry in entries]
        for number, line in enumerate(lines):
            if number >= len(there) or there[number] != line:
                raise LostLineError(f"{when}: line {number + 1} of {name} was shown and is not there: {line}")


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; exit status 1 when a line was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        try:
            count = kill_games(Path(folder), args.kills, Random(args.seed))
        except LostLineError as lost:
            print(f"kill: {lost}", file=sys.stderr)
            return 1
    print(
        f"{count.kills} kills in {count.games} games: {count.confirmed} lines were shown, none of them was lost; "
        f"{count.unsynced_bytes} unsynced bytes dropped, torn or zeroed"
    )
    print(", ".join(f"{number} {moment}" for moment, number in count.moments.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
