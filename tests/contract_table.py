"""Prints what every implementation of a port was tried for: `python -m tests.contract_table` runs the contract suites.

Markdown for the README: a table a port, behaviour by implementation; what was skipped has its reason below.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

SUITES = ("test_devices_contract.py", "test_throws_contract.py")
PORTS = {"camera": "Cameras", "pushed": "Buttons", "rig": "Sources of throws"}
"""The fixture through which a suite gets the implementations of a port."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One behaviour tried with one implementation; `reason` for what was skipped."""

    port: str
    behaviour: str
    implementation: str
    how: str
    reason: str = ""


class Collector:
    """A pytest plugin that keeps the outcomes of parametrised contract tests."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self._items: dict[str, tuple[str, str, str]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Which port and implementation each test is about."""
        for item in items:
            port = next((name for name in PORTS if name in getattr(item, "fixturenames", ())), None)
            match = re.fullmatch(r"test_(\w+)\[(.+)\]", item.name)
            if port is not None and match is not None:
                self._items[item.nodeid] = (port, match[1].replace("_", " "), match[2])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One phase of one test."""
        if report.nodeid not in self._items or (report.when != "call" and report.passed):
            return
        reason = report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else ""
        self.outcomes.append(Outcome(*self._items[report.nodeid], report.outcome, reason))


def markdown(outcomes: Iterable[Outcome]) -> str:
    """A table for each port that was tried."""
    told = list(outcomes)
    return "\n\n".join(_table(title, [o for o in told if o.port == port]) for port, title in PORTS.items() if told)


def _table(title: str, outcomes: list[Outcome]) -> str:
    implementations = list(dict.fromkeys(outcome.implementation for outcome in outcomes))
    reasons: dict[str, int] = {}
    rows: dict[str, dict[str, str]] = {}
    for outcome in outcomes:
        cell = outcome.how
        if outcome.how == "skipped":
            cell = f"skipped ({reasons.setdefault(outcome.reason, len(reasons) + 1)})"
        rows.setdefault(outcome.behaviour, {})[outcome.implementation] = cell
    head = [f"| {title} | " + " | ".join(implementations) + " |", "| --- |" + " --- |" * len(implementations)]
    body = [
        f"| {behaviour} | " + " | ".join(row.get(name, "") for name in implementations) + " |" for behaviour, row in rows.items()
    ]
    notes = [f"({number}) {reason}" for reason, number in reasons.items()]
    return "\n".join([*head, *body]) + ("\n\nSkipped: " + "; ".join(notes) + "." if notes else "")


def main() -> int:
    """Runs the suites; the exit status is pytest's."""
    collector = Collector()
    folder = Path(__file__).parent
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard):
        status = pytest.main(["-q", "-p", "no:xdist", *(str(folder / suite) for suite in SUITES)], plugins=[collector])
    print(markdown(collector.outcomes))
    if status:
        print(heard.getvalue(), file=sys.stderr)
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
