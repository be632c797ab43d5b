"""Wall time for tests: a noon that never was."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

NOON = datetime(2026, 2, 3, 12, 0, tzinfo=timezone(timedelta(hours=1)))


def noon() -> datetime:
    """Always the same moment."""
    return NOON


def noon_plus(t: float) -> datetime:
    """So many seconds later."""
    return NOON + timedelta(seconds=t)
