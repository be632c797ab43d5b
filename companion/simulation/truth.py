"""What really happened at a simulated table, in the form of a recording's `truth.jsonl`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.events import MissedCaptureEvent, PenaltyEvent, event_json
from companion.rules import Color, Game, Move, Reason, State, places


@dataclass(frozen=True, slots=True, eq=False)
class TruthStep:
    """One step of a ply: the events that must come out, and the position (progress values by colour) it leaves.

    The hand is away at `done_s`; nothing moves until `until_s`.
    """

    ply: int
    color: Color
    throw: int
    events: tuple[Mapping[str, object], ...]
    reasons: tuple[Reason, ...]
    position: Mapping[str, Sequence[int]]
    done_s: float
    until_s: float

    def to_dict(self, first_frame_line: int) -> dict[str, object]:
        """A line of `truth.jsonl`."""
        return {
            "ply": self.ply,
            "color": self.color,
            "throw": self.throw,
            "events": [dict(event) for event in self.events],
            "reasons": [reason.value for reason in self.reasons],
            "position": {color: list(row) for color, row in self.position.items()},
            "first_frame_line": first_frame_line,
        }


def throw_event(value: int) -> dict[str, object]:
    """The event of a throw."""
    return {"kind": "throw", "value": value}


def illegal_event(reasons: Sequence[Reason]) -> dict[str, object]:
    """The event of an illegal move."""
    return {"kind": "illegal", "reasons": [reason.value for reason in reasons]}


def penalty_event(event: PenaltyEvent) -> dict[str, object]:
    """The event of a piece that goes home for a missed capture, or is let off."""
    return event_json(event)


def move_events(game: Game, before: State, after: State, move: Move) -> list[dict[str, object]]:
    """The event of a legal move, and of colours that came home and a game that ended with it."""
    return [{"kind": "move", **move.to_dict()}, *_homecomings(game, before, after)]


def missed_events(game: Game, before: State, after: State, missed: MissedCaptureEvent) -> list[dict[str, object]]:
    """The event of a missed capture, and what ended with it."""
    return [event_json(missed), *_homecomings(game, before, after)]


def _homecomings(game: Game, before: State, after: State) -> list[dict[str, object]]:
    home = [color for color in after.finished if color != game.seats.neutral]
    events: list[dict[str, object]] = [
        {"kind": "finish", "color": color, "place": home.index(color) + 1} for color in home if color not in before.finished
    ]
    if after.over:
        events.append({"kind": "end", "places": [color for side in places(game, after) for color in side]})
    return events
