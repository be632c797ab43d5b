"""What a scripted table expects of whoever watches it: the events in order, their lines, and when they can be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.rules import Color, State
from companion.simulation.acts import Act
from companion.simulation.pawns import PawnId, PawnSet

Event = Mapping[str, object]


@dataclass(frozen=True, slots=True, eq=False)
class Expectation:
    """One act and what must be recorded of it.

    It begins at `begin_s`; from `readable_s` on (hands gone, camera and board at rest) everything that belongs to it can be
    seen. `allowed` are kinds of events that are neither needed nor wrong from `begin_s` to `allowed_until_s`: what stands on the
    board then is not told by the script to be right. `position` are progress values by colour. `disturbance`: whoever watches
    may have to find the board again.
    """

    act: str
    ply: int
    color: Color | None
    throw: int | None
    events: tuple[Event, ...]
    position: Mapping[str, Sequence[object]]
    begin_s: float
    readable_s: float
    disturbance: bool = False
    allowed: tuple[str, ...] = ()
    allowed_until_s: float = 0.0
    state: State | None = None
    """The game when this is over, while no throw waits for its move."""
    told: Act = field(default_factory=lambda: Act("wait"))
    """The act with everything that chance decided of it."""
    name: str = ""
    """Under which it is counted: the act, or a special way of it."""

    def to_dict(self, fps: float) -> dict[str, object]:
        """A line of `truth.jsonl`."""
        reasons = next((event["reasons"] for event in self.events if "reasons" in event), [])
        line: dict[str, object] = {
            "ply": self.ply,
            "act": self.act,
            "told": self.told.to_dict(),
            "color": self.color,
            "throw": self.throw,
            "events": [dict(event) for event in self.events],
            "reasons": reasons,
            "position": {color: list(row) for color, row in self.position.items()},
            "first_frame_line": int(self.readable_s * fps) + 1,
            "begin_t": round(self.begin_s, 3),
            "readable_t": round(self.readable_s, 3),
            "disturbance": self.disturbance,
        }
        return line | ({"allowed": list(self.allowed), "allowed_until_t": round(self.allowed_until_s, 3)} if self.allowed else {})


@dataclass(frozen=True, slots=True)
class Mark:
    """What held after line `n` of the record."""

    n: int
    state: State
    throw: int | None
    pawns: PawnSet
    owed: bool = False
    """A piece has still to go home for a missed capture."""


@dataclass
class Ledger:
    """The lines a perfect record has: the steps that still count, and the number of the next line."""

    marks: list[Mark]
    next_n: int = 1
    standing: tuple[tuple[PawnId, ...], PawnSet] | None = field(default=None)

    @property
    def now(self) -> Mark:
        """The last step that counts."""
        return self.marks[-1]

    def lines(self, count: int) -> None:
        """So many lines that change nothing of what holds."""
        self.next_n += count

    def step(self, state: State, throw: int | None, pawns: PawnSet, owed: bool = False) -> None:
        """One line more, after which this holds."""
        self.marks.append(Mark(self.next_n, state, throw, pawns, owed))
        self.next_n += 1

    @property
    def passed(self) -> bool:
        """Whether the last step that counts is that nobody could move."""
        thrown = len(self.marks) > 1 and self.now.throw is None and self.marks[-2].throw is not None
        return thrown and self.marks[-2].state.position == self.now.state.position

    def rethrown(self, value: int) -> None:
        """The last step, a throw, was put right: a line more, under which the same step holds with another value."""
        self.marks[-1] = replace(self.now, throw=value)
        self.next_n += 1

    def before_moves(self, count: int) -> Mark | None:
        """The last step before the last `count` moves; None when there were not so many."""
        at = len(self.marks) - 1
        for _ in range(count):
            position = self.marks[at].state.position
            at = next((i for i in range(at, -1, -1) if self.marks[i].state.position != position), -1)
            if at < 0:
                return None
        return None if self.marks[at].owed else self.marks[at]

    def back_to(self, mark: Mark) -> None:
        """A take-back to that step, which is a line of its own."""
        self.marks = [kept for kept in self.marks if kept.n <= mark.n]
        self.next_n += 1
