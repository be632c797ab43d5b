"""The events of a pipeline against what a scripted table expects, event by event, as they come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.simulation.expected import Expectation

SETTLED_S = 2.5
"""Within this after its hands are gone a disturbance is held for the cause of what goes wrong."""
LATE_S = 4.0
"""An event that has not come by then, seconds after it could be seen, is missing."""
ASKED = ("question", "answer")
LINE_KEYS: Mapping[str, str] = {"takeback": "to", "correction": "of"}
"""Where an event names a line of the record, which a question before it has moved."""


class Fault(StrEnum):
    """What can go wrong."""

    FALSE = "false event"
    MISSING = "missed"


@dataclass(frozen=True, slots=True)
class Failure:
    """One wrong or missing event; `cause` is the act it is laid to, `at` its number in the truth."""

    fault: Fault
    time_s: float
    cause: str
    at: int
    expected: Mapping[str, object] | None
    got: Mapping[str, object] | None

    def sentence(self) -> str:
        """For people."""
        wanted = "nothing" if self.expected is None else _short(self.expected)
        got = "nothing" if self.got is None else _short(self.got)
        return f"{self.time_s:.1f} s, {self.cause}: {self.fault}: expected {wanted}, got {got}"


@dataclass(frozen=True, slots=True)
class _Due:
    """An expected event; its line in a perfect record is its place among all of them, from 1."""

    event: Mapping[str, object]
    at: int
    begin_s: float
    readable_s: float


class Judge:
    """Takes a game's events in their order. `failure` is set at the first that is wrong or missing; then nothing more counts."""

    def __init__(self, truth: Sequence[Expectation], since: int = 0) -> None:
        """`since`: the first expectation that counts; the record holds what was expected before."""
        self._truth = truth
        self._due = [_Due(event, at, e.begin_s, e.readable_s) for at, e in enumerate(truth) for event in e.events]
        self._next = sum(len(e.events) for e in truth[:since])
        self._lines = {line: line for line in range(self._next + 1)}
        self._seen_line = self._next + 1
        self.failure: Failure | None = None
        self.waits: list[tuple[str, float]] = []
        """Kind of event, and seconds from when it could be seen until it was recorded."""
        self.questions = 0
        self.named = 0
        """Events that were neither needed nor wrong: a pawn that lies about was told."""

    def take(self, event: Mapping[str, Any], time_s: float) -> None:
        """One event of the record, as JSON, at a time of the camera."""
        seen_line, self._seen_line = self._seen_line, self._seen_line + 1
        if event["kind"] in ASKED:
            self.questions += event["kind"] == "question"
            return
        due = self._due[self._next] if self._next < len(self._due) else None
        if due is not None and time_s >= due.begin_s and self._fits(due.event, event):
            self._next += 1
            self._lines[self._next] = seen_line
            self.waits.append((str(event["kind"]), time_s - due.readable_s))
        elif self._allowed(event, time_s):
            self.named += 1
        elif self.failure is None:
            self.failure = Failure(Fault.FALSE, time_s, *self._cause(time_s), None if due is None else due.event, event)

    def pass_time(self, time_s: float) -> None:
        """The camera's time: what should have been recorded long ago is missing."""
        if self.failure is None and self._next < len(self._due):
            due = self._due[self._next]
            if time_s > due.readable_s + LATE_S:
                self.failure = Failure(Fault.MISSING, time_s, *self._cause(due.readable_s), due.event, None)

    def _fits(self, expected: Mapping[str, object], event: Mapping[str, Any]) -> bool:
        wanted = dict(expected)
        key = LINE_KEYS.get(str(expected["kind"]))
        line = None if key is None else wanted.get(key)
        if key is not None and isinstance(line, int):
            wanted[key] = self._lines[line]
        return all(event.get(key) == value for key, value in wanted.items())

    def _allowed(self, event: Mapping[str, Any], time_s: float) -> bool:
        return any(e.begin_s <= time_s <= e.allowed_until_s and event["kind"] in e.allowed for e in self._truth)

    def _cause(self, time_s: float) -> tuple[str, int]:
        """The last disturbance that may still have to do with it, else what lies on the board, else the act that was on."""
        begun = [(at, e) for at, e in enumerate(self._truth) if e.begin_s <= time_s]
        near = [(at, e) for at, e in begun if e.disturbance and time_s <= max(e.readable_s, e.allowed_until_s) + SETTLED_S]
        at, e = (near or _lying(begun) or begun or [(0, self._truth[0])])[-1]
        return e.name, at


def _lying(begun: Sequence[tuple[int, Expectation]]) -> list[tuple[int, Expectation]]:
    """What was put on the board since things were last taken from it."""
    taken = max((at for at, e in begun if e.act == "take"), default=-1)
    return [(at, e) for at, e in begun if e.act == "put" and at > taken]


def _short(event: Mapping[str, object]) -> str:
    keys = ("kind", "color", "value", "from", "to", "captures", "reasons")
    return " ".join(str(event[key]) for key in keys if event.get(key) is not None)
