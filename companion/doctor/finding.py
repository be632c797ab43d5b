"""What the doctor says about one thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    """How something is."""

    GOOD = "good"
    HINT = "hint"
    """A game can be played; something is absent, simulated, or could be better."""
    BAD = "bad"
    """A game with this will go wrong."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it is, what was found, and what to do unless it is good."""

    subject: str
    health: Health
    told: str
    do: str | None = None


def good(subject: str, told: str) -> Finding:
    """Nothing to do."""
    return Finding(subject, Health.GOOD, told)


def hint(subject: str, told: str, do: str) -> Finding:
    """It goes without."""
    return Finding(subject, Health.HINT, told, do)


def bad(subject: str, told: str, do: str) -> Finding:
    """It does not go."""
    return Finding(subject, Health.BAD, told, do)
