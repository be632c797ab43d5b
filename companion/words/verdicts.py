"""What is said about an open move: one message for each reason of RULES section 4."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.words.messages import Verdict


@dataclass(frozen=True, slots=True)
class NotThrown(Verdict):
    """A piece was moved and nobody has thrown."""


@dataclass(frozen=True, slots=True)
class WrongColour(Verdict):
    """A piece of `moved` was moved while `on` is on turn."""

    moved: str
    on: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class SeveralMoves(Verdict):
    """`count` pieces of the colour on were moved."""

    count: int = 2


@dataclass(frozen=True, slots=True)
class ForeignGoal(Verdict):
    """A piece stands in the goal or the house of `owner`."""

    owner: str | None = None


@dataclass(frozen=True, slots=True)
class EnterNeedsSix(Verdict):
    """A piece left the house without a six."""


@dataclass(frozen=True, slots=True)
class Backward(Verdict):
    """Moved backwards without the right to."""


@dataclass(frozen=True, slots=True)
class GoalOvershot(Verdict):
    """No goal field at that distance."""


@dataclass(frozen=True, slots=True)
class WrongCount(Verdict):
    """`walked` fields instead of `thrown`; `walked` None when it cannot be said."""

    thrown: int
    walked: int | None


@dataclass(frozen=True, slots=True)
class OwnPieceThere(Verdict):
    """The move ends on an own piece."""


@dataclass(frozen=True, slots=True)
class BarrierInTheWay(Verdict):
    """Two pieces on one field are not jumped over."""


@dataclass(frozen=True, slots=True)
class JumpedInGoal(Verdict):
    """A piece in the goal was jumped over."""


@dataclass(frozen=True, slots=True)
class MustEnter(Verdict):
    """The six had to bring a piece in."""


@dataclass(frozen=True, slots=True)
class MustClearStart(Verdict):
    """The piece on the start field had to go on."""


@dataclass(frozen=True, slots=True)
class MustCapture(Verdict):
    """`captured` could have been captured, and had to be."""

    captured: str | None = None


@dataclass(frozen=True, slots=True)
class CapturedNotReturned(Verdict):
    """The captured piece of `captured` does not stand in its house."""

    captured: str | None = None


@dataclass(frozen=True, slots=True)
class MustMove(Verdict):
    """Passed although a move was possible."""


@dataclass(frozen=True, slots=True)
class PieceMissing(Verdict):
    """Only `seen` of four pieces of `color` are to be seen; None when it cannot be said."""

    color: str | None = None
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class PieceExtra(Verdict):
    """More than four pieces of `color` are to be seen."""

    color: str | None = None
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Unexplained(Verdict):
    """Nothing else fits."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known about an open move; what is None is left out of the words."""

    on: str
    name: str | None = None
    thrown: int | None = None
    walked: int | None = None
    moved: str | None = None
    """The colour of the piece that was moved, is missing or is too many; also the owner of a foreign field."""
    captured: str | None = None
    pieces: int | None = None
    """How many pieces moved, or how many of `moved` are seen."""


def _wrong_colour(facts: Facts) -> Verdict:
    return WrongColour(facts.moved, facts.on, facts.name) if facts.moved else Unexplained()


def _wrong_count(facts: Facts) -> Verdict:
    return WrongCount(facts.thrown, facts.walked) if facts.thrown else Unexplained()


_MESSAGES: Mapping[str, Callable[[Facts], Verdict]] = {
    "not_thrown": lambda _: NotThrown(),
    "wrong_colour": _wrong_colour,
    "several_moves": lambda facts: SeveralMoves(facts.pieces or 2),
    "foreign_goal": lambda facts: ForeignGoal(facts.moved),
    "enter_needs_six": lambda _: EnterNeedsSix(),
    "backward": lambda _: Backward(),
    "goal_overshot": lambda _: GoalOvershot(),
    "wrong_count": _wrong_count,
    "own_piece_there": lambda _: OwnPieceThere(),
    "barrier_in_the_way": lambda _: BarrierInTheWay(),
    "jumped_in_goal": lambda _: JumpedInGoal(),
    "must_enter": lambda _: MustEnter(),
    "must_clear_start": lambda _: MustClearStart(),
    "must_capture": lambda facts: MustCapture(facts.captured),
    "captured_not_returned": lambda facts: CapturedNotReturned(facts.captured),
    "must_move": lambda _: MustMove(),
    "piece_missing": lambda facts: PieceMissing(facts.moved, facts.pieces),
    "piece_extra": lambda facts: PieceExtra(facts.moved, facts.pieces),
    "unexplained": lambda _: Unexplained(),
}

REASONS: tuple[str, ...] = tuple(_MESSAGES)
"""The reasons that have words, in the order in which they are told."""


def verdict(reason: str, facts: Facts) -> Verdict:
    """The message for a reason of the rules; one that has no words yet is `Unexplained`."""
    say = _MESSAGES.get(reason)
    return Unexplained() if say is None else say(facts)
