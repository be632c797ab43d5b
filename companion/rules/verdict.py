"""Section 4: the words of a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.rules.board import Color
from companion.rules.move import Move
from companion.rules.sighting import Place


class Verdict(StrEnum):
    """What the position on the board is, compared with the one before."""

    LEGAL = "legal"
    MISSED_CAPTURE = "missed_capture"
    UNCHANGED = "unchanged"
    INCOMPLETE = "incomplete"
    ILLEGAL = "illegal"


class Reason(StrEnum):
    """Why a position is illegal, in the order in which reasons are told."""

    NOT_THROWN = "not_thrown"
    WRONG_COLOUR = "wrong_colour"
    SEVERAL_MOVES = "several_moves"
    FOREIGN_GOAL = "foreign_goal"
    ENTER_NEEDS_SIX = "enter_needs_six"
    BACKWARD = "backward"
    GOAL_OVERSHOT = "goal_overshot"
    WRONG_COUNT = "wrong_count"
    OWN_PIECE_THERE = "own_piece_there"
    BARRIER_IN_THE_WAY = "barrier_in_the_way"
    JUMPED_IN_GOAL = "jumped_in_goal"
    MUST_ENTER = "must_enter"
    MUST_CLEAR_START = "must_clear_start"
    MUST_CAPTURE = "must_capture"
    CAPTURED_NOT_RETURNED = "captured_not_returned"
    MUST_MOVE = "must_move"
    PIECE_MISSING = "piece_missing"
    PIECE_EXTRA = "piece_extra"
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True, slots=True)
class Walk:
    """What one piece of the colour on really did: from where to where."""

    color: Color
    source: int
    target: Place


@dataclass(frozen=True, slots=True)
class Judgement:
    """`move` comes with `legal` and `missed_capture`; `could_capture` (colour, progress before the move) with the latter.

    `walk` is the one piece that was moved, if exactly one of the colour on was: for telling how many fields it went.
    """

    verdict: Verdict
    move: Move | None = None
    reasons: tuple[Reason, ...] = ()
    could_capture: tuple[tuple[Color, int], ...] = ()
    walk: Walk | None = None

    def to_dict(self) -> dict[str, object]:
        """As in the machine interfaces."""
        return {
            "verdict": self.verdict.value,
            "move": None if self.move is None else self.move.to_dict(),
            "reasons": [reason.value for reason in self.reasons],
            "could_capture": [{"color": color, "from": source} for color, source in self.could_capture],
        }
