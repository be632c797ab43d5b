"""Marks the tests of faults, wherever they are, and counts them where only they were asked for (`make faults`)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.faults import FAULTS

_LISTED = frozenset(name for names in FAULTS.values() for name in names)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Adds the marker `fault` to what the list of faults names."""
    for item in items:
        name = f"{item.path.stem}::{getattr(item, 'originalname', item.name)}"
        if name in _LISTED:
            item.add_marker(pytest.mark.fault)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """For each fault how many cases were survived, failed or could not be tried here."""
    if config.getoption("markexpr", "") != "fault":
        return
    outcomes = {
        outcome: Counter(_function(report.nodeid) for report in terminalreporter.stats.get(outcome, ()))
        for outcome in ("passed", "failed", "error", "skipped")
    }
    terminalreporter.section("faults survived")
    for fault, names in FAULTS.items():
        counts = {outcome: sum(counted[name] for name in names) for outcome, counted in outcomes.items()}
        told = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count) or "not run"
        terminalreporter.write_line(f"{fault}: {len(names)} tests, {told}")


def _function(nodeid: str) -> str:
    """A test as the list of faults names it."""
    file, _, name = nodeid.partition("::")
    return f"{file.rpartition('/')[2].removesuffix('.py')}::{name.partition('[')[0]}"
