"""Whole games played by the rules and written down, without any table: for the tests of records, exports and lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from unittest.mock import patch

from calibration.profile import load_profile
from companion.events import AnswerEvent, CorrectionEvent, Event, IllegalEvent, QuestionEvent, TakebackEvent, ThrowEvent
from companion.history import History, begin
from companion.places import rules_board
from companion.record import RecordFile, header_of
from companion.referee import Referee, Refusal, on_sighting, on_throw
from companion.rules import Game, Reason, Sighting, apply_move, choices, parse_game
from tests.wall_time import NOON

FAIR = (1.0,) * 6


@dataclass(frozen=True)
class Played:
    """A game with its lines after the header and when (seconds) each was written."""

    game: Game
    start: History
    events: tuple[Event, ...]
    times: tuple[float, ...]
    end: History


def agreed(rules: object = "schmidt-family", board: str = "schmidt-4", colors: object = None, seats: object = None) -> Game:
    """A game on a printed board."""
    return parse_game(rules, board, colors, seats, boards={board: rules_board(load_profile(board))})


def play_through(
    game: Game,
    random: Random,
    *,
    plies: int = 4000,
    weights: Sequence[float] = FAIR,
    greedy: bool = False,
    slips: float = 0.0,
    source: str = "button",
    missed: float = 0.2,
) -> Played:
    """Plays until the end, or for so many throws. `slips`: how often something goes wrong and is put right before a move."""
    start = begin(game, game.players[0])
    referee, events, times, t = Referee(start), list[Event](), list[float](), 0.0
    for _ in range(plies):
        if referee.history.over:
            break
        taken = on_throw(referee, random.choices(range(1, 7), weights)[0], source)
        if isinstance(taken, Refusal):  # a penalty that must be paid first
            owed = referee.history.now.owed
            assert owed is not None
            paid = owed.paid(game, random.choice(owed.choice.pieces))
            taken = on_sighting(referee, Sighting.of_position(paid.position))
        referee, happened = taken
        t = _keep(happened, events, times, t + random.uniform(1, 6))
        referee, t = _slip(referee, random, slips, events, times, t)
        now = referee.history.now
        if now.throw is not None and now.state.turn is not None:
            found = choices(game, now.state.position, now.state.turn, now.throw)
            among = found.missed if found.missed and random.random() < missed else found.legal
            capturing = [move for move in among if move.captures is not None]
            move = random.choice(capturing if greedy and capturing else among)
            referee, happened = on_sighting(referee, Sighting.of_position(apply_move(game, now.state.position, move)))
            t = _keep(happened, events, times, t + random.uniform(1, 9))
    return Played(game, start, tuple(events), tuple(times), referee.history)


def _keep(happened: tuple[Event, ...], events: list[Event], times: list[float], t: float) -> float:
    events += happened
    times += [round(t, 3)] * len(happened)
    return t


def _slip(
    referee: Referee, random: Random, slips: float, events: list[Event], times: list[float], t: float
) -> tuple[Referee, float]:
    """Now and then a wrong move that is taken back, a question, or a throw that was misread and is put right."""
    now = referee.history.now
    if now.throw is None or now.state.turn is None or random.random() >= slips:
        return referee, t
    n = referee.history.now.n
    wrong: tuple[Event, ...] = random.choice(
        (
            (IllegalEvent(now.state.turn, (Reason.WRONG_COUNT,)), TakebackEvent(n)),
            (QuestionEvent("How far?"), AnswerEvent("three")),
            (CorrectionEvent(n, ThrowEvent(now.state.turn, now.throw, "keyboard")),),
        )
    )
    history = referee.history
    for event in wrong:
        history = history.after(event)
    return Referee(history), _keep(wrong, events, times, t + 1.0)


def write_game(
    path: Path, played: Played, players: dict[str, object] | None = None, begun: datetime = NOON, board: str = "schmidt-4"
) -> Path:
    """Writes the game through the record's own writer; no test cuts the power, so nothing waits for the disk."""
    clock = _Clock(begun)
    with patch("os.fsync"):
        file = RecordFile.create(path, header_of(played.game, played.start, board, "test 1.0", players or {}), clock)
        for event, t in zip(played.events, played.times, strict=True):
            clock.t = t
            file.append(event, t)
        file.close()
    return path


class _Clock:
    def __init__(self, begun: datetime) -> None:
        self._begun, self.t = begun, 0.0

    def __call__(self) -> datetime:
        return self._begun + timedelta(seconds=self.t)
