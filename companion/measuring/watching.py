"""A scripted game watched in memory through the pipeline of `companion watch`, judged as it goes, begun again after a fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import numpy as np

from calibration.registration import Registration
from companion.app.eyes import make_eyes
from companion.events import event_from_json
from companion.history import History, begin
from companion.measuring.judging import Failure, Judge
from companion.pipeline import Pipeline, Table
from companion.record import ListLog
from companion.referee import Referee
from companion.sight import Reader
from companion.simulation.director import Performance
from companion.simulation.expected import Expectation
from companion.vision.observation import Observation
from companion.words import Language
from hardware.ports import BgrImage, Frame, ThrowReport

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
RIGHT_SHARE = 0.015
"""The board counts as found when its corners are off by less than this share of its width (a field is 8 %, found ones 0.3 %)."""
MOVED = ("push", "turn", "knock")


@dataclass(frozen=True, slots=True)
class Reading:
    """A frame that was read: when, and how far off the board's corners were (share of its width)."""

    time_s: float
    off: float


@dataclass
class Watched:
    """What came of one game. `judged` are the numbers of the expectations that were watched without a fault before them."""

    performance: Performance
    failures: list[Failure] = field(default_factory=list)
    judged: set[int] = field(default_factory=set)
    readings: list[Reading] = field(default_factory=list)
    waits: list[tuple[str, float]] = field(default_factory=list)
    questions: int = 0
    named: int = 0
    shots: list[tuple[float, BgrImage]] = field(default_factory=list)
    """The picture at each fault."""

    @property
    def plies(self) -> int:
        """Throws that were watched."""
        return sum(self.performance.truth[at].act == "throw" for at in self.judged)

    def recoveries(self) -> Iterator[tuple[str, float | None]]:
        """For each judged disturbance its name and the seconds until the board was read in its right place; None: not before
        the next time it moved."""
        truth = self.performance.truth
        moves = [e.begin_s for e in truth if e.act in MOVED]
        for at in sorted(self.judged):
            told = truth[at]
            if told.disturbance and told.act not in ("wrong", "take_back"):
                until = min((begin_s for begin_s in moves if begin_s > told.begin_s), default=float("inf"))
                right = (r.time_s for r in self.readings if told.readable_s <= r.time_s < until and r.off < RIGHT_SHARE)
                first = next(right, None)
                yield told.name, None if first is None else first - told.readable_s


class _Witness:
    """A reader that notes where the board was held to be."""

    def __init__(self, reader: Reader, performance: Performance, readings: list[Reading]) -> None:
        self._reader, self._performance, self._readings = reader, performance, readings

    def read(self, frame: Frame, registration: Registration) -> Observation:
        """Reads."""
        p = self._performance
        moment = p.timeline.moment(frame.time_s)
        true = p.camera.corners_px(moment.nudge, moment.knock)
        off = np.linalg.norm(registration.print_to_px(p.board.corners_mm) - true, axis=1).max()
        self._readings.append(Reading(frame.time_s, float(off / np.linalg.norm(true[0] - true[1]))))
        return self._reader.read(frame, registration)


def watch_performance(performance: Performance, fps: float) -> Watched:
    """Watches a whole game. After a fault it is begun again, with the true record, at the next throw that finds all in order."""
    watched, session = Watched(performance), _Session(performance, 0)
    throws = list(performance.throws)
    for number, (time_s, picture) in enumerate(performance.pictures(fps)):
        now = [value for at_s, value in throws if at_s <= time_s]
        throws = throws[len(now) :]
        if session.start_s > time_s:
            continue
        session.step(Frame(picture, time_s, number), now)
        if session.judge.failure is not None:
            watched.shots.append((time_s, picture))
            _close(watched, session, time_s)
            at = _next_sound(performance.truth, time_s)
            if at is None:
                return watched
            session = _Session(performance, at)
    _close(watched, session, float("inf"))
    return watched


class _Session:
    """One unbroken stretch of watching, from expectation `since` on."""

    def __init__(self, performance: Performance, since: int) -> None:
        self.since = since
        self.start_s = 0.0 if since == 0 else performance.truth[since - 1].readable_s
        self.judge = Judge(performance.truth, since)
        self.readings: list[Reading] = []
        eyes = make_eyes(performance.board)
        eyes = replace(eyes, reader=_Witness(eyes.reader, performance, self.readings))
        history = true_history(performance, since)
        log = ListLog(lambda t: NOON + timedelta(seconds=t))
        self._pipeline = Pipeline(Table(performance.board, {}, Language.ENGLISH), eyes, Referee(history), log)

    def step(self, frame: Frame, throws: list[int]) -> None:
        """One frame."""
        reports = tuple(ThrowReport(value, "recorded", frame.time_s) for value in throws)
        for entry in self._pipeline.step(frame, reports).events:
            self.judge.take(entry.to_json(), frame.time_s)
        self.judge.pass_time(frame.time_s)


def true_history(performance: Performance, until: int) -> History:
    """The record of a perfect watcher before expectation number `until`."""
    turn = performance.begin.turn
    assert turn is not None
    history = begin(performance.game, turn, performance.begin.position)
    for expectation in performance.truth[:until]:
        for event in expectation.events:
            source = {"source": "recorded"} if event["kind"] == "throw" else {}
            history = history.after(event_from_json({**event, **source}))
    return history


def _close(watched: Watched, session: _Session, time_s: float) -> None:
    judge = session.judge
    watched.judged |= {at for at, e in enumerate(watched.performance.truth) if at >= session.since and e.begin_s <= time_s}
    watched.readings += session.readings
    watched.waits += judge.waits
    watched.questions += judge.questions
    watched.named += judge.named
    if judge.failure is not None:
        watched.failures.append(_laid_to_lost_board(judge.failure, session.readings, watched.performance.truth))


def _laid_to_lost_board(failure: Failure, readings: list[Reading], truth: tuple[Expectation, ...]) -> Failure:
    """A board that was pushed and has not been found since is the cause, however long ago that was."""
    moved = [(at, e) for at, e in enumerate(truth) if e.act in MOVED and e.readable_s <= failure.time_s]
    if not moved:
        return failure
    at, cause = moved[-1]
    found = any(r.time_s >= cause.readable_s and r.off < RIGHT_SHARE for r in readings)
    return failure if found else replace(failure, cause=cause.name, at=at)


def _next_sound(truth: tuple[Expectation, ...], time_s: float) -> int | None:
    """The next throw before which everything stood as the game has it."""
    for at in range(1, len(truth)):
        before = truth[at - 1]
        if truth[at].act == "throw" and before.state is not None and before.readable_s > time_s:
            return at
    return None
