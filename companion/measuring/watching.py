"""A scripted game watched through the pipeline of `companion watch` or `companion play`, judged as it goes, begun again after
a fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Protocol

import numpy as np

from calibration.registration import Registration
from companion.app.eyes import make_eyes
from companion.events import Event, event_from_json
from companion.history import History, begin
from companion.measuring.judging import Failure, Judge
from companion.measuring.people import Asked, People, PutRight
from companion.pipeline import Pipeline, Table
from companion.record import EventLog, ListLog
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
MOVED = ("push", "turn", "knock", "out_of_view", "into_view")
BEFORE_S, AFTER_S = 1.0, 8.0
"""Every frame is looked at from so long before until so long after something happens."""
SELDOM_S = 20.0
"""While nothing happens for long, a frame is looked at so often."""
TELLS_AGAIN_S = 0.6
"""Who is told that a throw was not taken tells it again after so long."""


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
    asked: list[Asked] = field(default_factory=list)
    put_right: list[PutRight] = field(default_factory=list)
    questions: int = 0
    named: int = 0
    refused: int = 0
    """Second throws that were refused, as they must be."""
    told_again: int = 0
    """Throws that were refused though they counted, and were told again."""
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


class Desk(Protocol):
    """Where the record of a watched game is kept, and how the companion is started."""

    live: bool
    """As `companion play` does: the start is checked, a second throw before the move is refused."""

    def begin(self, performance: Performance, since: int) -> EventLog:
        """A record that holds what a perfect watcher has written before expectation `since`."""

    def again(self) -> tuple[History, EventLog, float]:
        """The companion was killed and started again: what it finds, and the seconds of the record's last line."""


class Memory:
    """Nothing is kept; as `companion watch` looks at recordings."""

    live = False

    def begin(self, performance: Performance, since: int) -> EventLog:
        """See `Desk`."""
        del performance, since
        return ListLog(lambda t: NOON + timedelta(seconds=t))

    def again(self) -> tuple[History, EventLog, float]:
        """See `Desk`."""
        raise ValueError("expected a record that was kept, to go on with it")


def watch_performance(performance: Performance, fps: float, desk: Desk | None = None) -> Watched:
    """Watches a whole game. After a fault it is begun again, with the true record, at the next throw that finds all in order."""
    desk = desk or Memory()
    watched, session = Watched(performance), _Session(performance, 0, desk)
    throws = list(performance.throws)
    for number, (time_s, picture) in enumerate(performance.pictures_at(frame_times(performance, fps))):
        now = [told for told in throws if told[0] <= time_s]
        throws = throws[len(now) :]
        if session.start_s > time_s:
            continue
        session.step(Frame(picture, time_s, number), [value for at_s, value in now if session.counts(at_s)])
        if session.judge.failure is not None:
            watched.shots.append((time_s, picture))
            _close(watched, session, time_s)
            at = _next_sound(performance.truth, time_s)
            if at is None:
                return watched
            session = _Session(performance, at, desk)
    _close(watched, session, float("inf"))
    return watched


def frame_times(performance: Performance, fps: float) -> Iterator[float]:
    """Every frame of a camera; while everybody is away for long, one frame in a while."""
    busy = [(told.begin_s - BEFORE_S, told.readable_s + AFTER_S) for told in performance.truth]
    busy += [(gesture.start_s - BEFORE_S, gesture.end_s + AFTER_S) for gesture in performance.timeline.gestures]
    busy += [(at_s - BEFORE_S, at_s + AFTER_S) for at_s, _ in performance.throws]
    busy.sort()
    last_s, number, until_s = float("-inf"), 0, AFTER_S
    for frame in range(int(performance.end_s * fps) + 1):
        time_s = frame / fps
        while number < len(busy) and busy[number][0] <= time_s:
            until_s, number = max(until_s, busy[number][1]), number + 1
        if time_s <= until_s or time_s - last_s >= SELDOM_S:
            last_s = time_s
            yield time_s


class _Session:
    """One unbroken stretch of watching, from expectation `since` on."""

    def __init__(self, performance: Performance, since: int, desk: Desk) -> None:
        self.since = since
        self.start_s = 0.0 if since == 0 else performance.truth[since - 1].readable_s
        self.judge = Judge(performance.truth, since)
        self.readings: list[Reading] = []
        self.people = People(performance, self.start_s)
        self.refused = self.told_again = 0
        self._performance, self._desk = performance, desk
        self._restarts = [at_s for at_s in performance.restarts if at_s >= self.start_s]
        self._slips = [at_s for at_s in performance.slips if at_s >= self.start_s]
        self._waiting: list[tuple[float, int]] = []
        self._last_throw: int | None = None
        self._pipeline = self._started(true_history(performance, since), desk.begin(performance, since), 0.0)
        self._scene = self._pipeline.scene()

    def counts(self, at_s: float) -> bool:
        """Whether a throw told then is not in the record already with which this stretch begins."""
        return self.since == 0 or at_s > self.start_s

    def step(self, frame: Frame, throws: list[int]) -> None:
        """One frame."""
        if self._restarts and self._restarts[0] <= frame.time_s:
            self._restarts = self._restarts[1:]
            self._pipeline = self._started(*self._desk.again())
            self._scene = self._pipeline.scene()
        wishes = self.people.wishes(self._scene, frame.time_s)
        result = self._pipeline.step(frame, self._reports(throws, frame.time_s), wishes=wishes)
        self._scene = result.scene
        for entry in result.events:
            self.judge.take(entry.to_json(), frame.time_s)
        if result.refused is not None:
            self._was_refused(frame.time_s)
        self.judge.pass_time(frame.time_s)

    def _started(self, history: History, log: EventLog, start_t: float) -> Pipeline:
        p, live = self._performance, self._desk.live
        eyes = make_eyes(p.board)
        eyes = replace(eyes, reader=_Witness(eyes.reader, p, self.readings))
        return Pipeline(
            Table(p.board, {}, Language.ENGLISH),
            eyes,
            Referee(history),
            log,
            check_start=live,
            start_t=start_t,
            zero_s=None if live else 0.0,
            one_at_a_time=live,
            asks=True,
        )

    def _reports(self, throws: list[int], time_s: float) -> tuple[ThrowReport, ...]:
        due = [value for at_s, value in self._waiting if at_s <= time_s]
        self._waiting = [(at_s, value) for at_s, value in self._waiting if at_s > time_s]
        if throws and not (self._slips and self._slips[0] <= time_s and len(throws) == 1):
            self._last_throw = throws[0]
        return tuple(ThrowReport(value, "recorded", time_s) for value in (*throws, *due))

    def _was_refused(self, time_s: float) -> None:
        """A second throw has to be; another one is told again, as people do when the screen says so."""
        if self._slips and self._slips[0] <= time_s:
            self._slips, self.refused = self._slips[1:], self.refused + 1
        elif self._last_throw is not None:
            self.told_again += 1
            self._waiting.append((time_s + TELLS_AGAIN_S, self._last_throw))


def true_history(performance: Performance, until: int) -> History:
    """The record of a perfect watcher before expectation number `until`."""
    turn = performance.begin.turn
    assert turn is not None
    history = begin(performance.game, turn, performance.begin.position)
    for event in true_events(performance, until):
        history = history.after(event)
    return history


def true_events(performance: Performance, until: int) -> tuple[Event, ...]:
    """What a perfect watcher has written before expectation number `until`, without the header."""
    told = [event for expectation in performance.truth[:until] for event in expectation.events]
    return tuple(event_from_json({**({"source": "recorded"} if event["kind"] == "throw" else {}), **event}) for event in told)


def _close(watched: Watched, session: _Session, time_s: float) -> None:
    judge = session.judge
    watched.judged |= {at for at, e in enumerate(watched.performance.truth) if at >= session.since and e.begin_s <= time_s}
    watched.readings += session.readings
    watched.waits += judge.waits
    watched.questions += judge.questions
    watched.asked += session.people.asked
    watched.put_right += session.people.put_right
    watched.refused += session.refused
    watched.told_again += session.told_again
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
