"""Writes what every implementation of a port was tried for into the manual: `make contracts` runs the contract suites.

A table a port, behaviour by implementation; what was skipped has its reason below. With `--print` nothing is written.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

SUITES = ("test_devices_contract.py", "test_throws_contract.py")
MANUAL = Path(__file__).parents[1] / "companion" / "manual" / "hardware.md"
BEGIN, END = "<!-- contracts: written by make contracts -->", "<!-- contracts end -->"
PASSED = "✓"
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
        # Where a test keeps its files is nobody's business.
        reason = re.sub(r"^(folder|picture|video):\S+", "what is recorded", reason)
        self.outcomes.append(Outcome(*self._items[report.nodeid], report.outcome, reason))

    @property
    def tried(self) -> list[Outcome]:
        """All that was collected, whether it ran or not."""
        return [Outcome(*item, "collected") for item in self._items.values()]


def markdown(outcomes: Iterable[Outcome]) -> str:
    """A table for each port that was tried."""
    tried = list(outcomes)
    by_port = {title: [outcome for outcome in tried if outcome.port == port] for port, title in PORTS.items()}
    return "\n\n".join(_table(title, told) for title, told in by_port.items() if told)


def _table(title: str, outcomes: list[Outcome]) -> str:
    implementations = list(dict.fromkeys(outcome.implementation for outcome in outcomes))
    reasons: dict[str, int] = {}
    rows: dict[str, dict[str, str]] = {}
    for outcome in outcomes:
        cell = PASSED if outcome.how == "passed" else outcome.how
        if outcome.how == "skipped":
            cell = f"({reasons.setdefault(outcome.reason, len(reasons) + 1)})"
        rows.setdefault(outcome.behaviour, {})[outcome.implementation] = cell
    head = [f"| {title} | " + " | ".join(implementations) + " |", "| --- |" + " --- |" * len(implementations)]
    body = [
        f"| {behaviour} | " + " | ".join(row.get(name, "") for name in implementations) + " |" for behaviour, row in rows.items()
    ]
    notes = [f"({number}) {reason}" for reason, number in reasons.items()]
    return "\n".join([*head, *body]) + ("\n\nSkipped: " + "; ".join(notes) + "." if notes else "")


def headings(table: str) -> tuple[set[str], set[str]]:
    """Implementations and behaviours of tables in Markdown."""
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines() if line.startswith("|")]
    heads = [row for row in rows if row[0] in PORTS.values()]
    return {name for row in heads for name in row[1:]}, {row[0] for row in rows if row not in heads and row[0] != "---"}


def with_table(page: str, table: str) -> str:
    """The page with another table between its marks."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def run(collector: Collector, *more: str) -> tuple[int, str]:
    """Runs the suites, or only collects them; pytest's status and what it said."""
    folder, heard = Path(__file__).parent, io.StringIO()
    with contextlib.redirect_stdout(heard):
        suites = (str(folder / suite) for suite in SUITES)
        status = pytest.main(["-q", "-p", "no:xdist", "-p", "no:cacheprovider", *more, *suites], plugins=[collector])
    return int(status), heard.getvalue()


def main(argv: Sequence[str]) -> int:
    """Runs the suites; the exit status is pytest's, and nothing is written when one fails."""
    parser = argparse.ArgumentParser(description="Which implementation of a device was tried with which behaviour.")
    parser.add_argument("--print", action="store_true", help=f"instead of writing into {MANUAL.name}")
    args = parser.parse_args(argv)
    collector = Collector()
    status, said = run(collector)
    table = markdown(collector.outcomes)
    if status:
        print(said, file=sys.stderr)
    elif not args.print:
        MANUAL.write_text(with_table(MANUAL.read_text("utf-8"), table), "utf-8")
    if status or args.print:
        print(table)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
