"""Which sounds there are, and what each is made of: the table of LOOK section 8."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

MOST_STEPS = 6
"""Pips of a die."""


class CueKind(StrEnum):
    """What a sound stands beside. None tells anything that the screen does not show as well."""

    TURN = "turn"
    """The turn passes: two wooden knocks on the note of who is on (`color`)."""
    THROW = "throw"
    """The throw is known: a dull tock, `count` times where somebody counts along."""
    STEP = "step"
    """The `count`-th step while counting along: a marimba, rising."""
    RIGHT = "right"
    """A move that is right."""
    LOOK = "look"
    """Something is open: two equal soft notes."""
    CAPTURE = "capture"
    HOME = "home"
    """A piece has come into the goal."""
    QUESTION = "question"
    CAMERA_LOST = "camera_lost"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Cue:
    """One sound. `color` matters to `TURN`, `count` (1 … 6) to `THROW` and `STEP`; a number beyond is taken for the nearest."""

    kind: CueKind
    color: str | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Note:
    """A tone: when it begins, how long it sounds, at what pitch (gliding to `end_hz` if that is given).

    `loud` is its share of the sound's level; `knock` the share of a short burst of noise at its beginning, as of wood.
    """

    start_s: float
    length_s: float
    hz: float
    end_hz: float | None = None
    loud: float = 1.0
    knock: float = 0.0


D4, E4, G4, A4 = 293.66, 329.63, 392.00, 440.00
A3, C5, D5, E5, G5, A5, C6 = 220.00, 523.25, 587.33, 659.26, 783.99, 880.00, 1046.50
_GAP_S = 0.09
_TOCK_S, _TOCK_EVERY_S = 0.06, 0.18
PLAYER_NOTES: Mapping[str, float] = {"yellow": C5, "green": D5, "red": E5, "black": A4, "blue": G5, "purple": A5}
"""The second knock of `TURN`: a player can be heard."""
STEPS: Sequence[float] = (C5, D5, E5, G5, A5, C6)


def notes(cue: Cue) -> tuple[Note, ...]:
    """What the sound is made of."""
    count = min(max(cue.count, 1), MOST_STEPS)
    if cue.kind is CueKind.TURN:
        return _turn(PLAYER_NOTES.get(cue.color or "", C5))
    if cue.kind is CueKind.THROW:
        return tuple(Note(k * _TOCK_EVERY_S, _TOCK_S, A3, knock=0.5) for k in range(count))
    if cue.kind is CueKind.STEP:
        return (Note(0.0, 0.16, STEPS[count - 1], knock=0.12),)
    return _FIXED[cue.kind]


def _turn(own_hz: float) -> tuple[Note, ...]:
    """Two knocks: "G4 → each player its own note"."""
    return (Note(0.0, 0.12, G4, knock=0.35), Note(0.12, 0.18, own_hz, knock=0.35))


_FIXED: Mapping[CueKind, tuple[Note, ...]] = {
    CueKind.RIGHT: (Note(0.0, 0.09, C5), Note(0.09, 0.14, E5)),
    CueKind.LOOK: (Note(0.0, 0.16, E4, loud=0.7), Note(0.16 + _GAP_S, 0.16, E4, loud=0.7)),
    CueKind.CAPTURE: (Note(0.0, 0.18, A4, end_hz=E4),),
    CueKind.HOME: tuple(Note(k * 0.12, 0.12, hz) for k, hz in enumerate((C5, E5, G5))),
    CueKind.QUESTION: (Note(0.0, 0.12, G4), Note(0.12, 0.16, D5)),
    CueKind.CAMERA_LOST: (Note(0.0, 0.4, D4),),
    CueKind.WIN: (*(Note(k * 0.15, 0.15, hz) for k, hz in enumerate(STEPS[:-1])), Note(0.75, 0.65, C6)),
}
