"""The manual's table of devices by behaviour has every implementation and every behaviour that the contract suites try."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.contract_table import BEGIN, END, MANUAL, Outcome, headings, markdown, with_table

COLLECTED = """
from tests.contract_table import Collector, markdown, run
collector = Collector()
status, said = run(collector, "--collect-only")
print(said if status else markdown(collector.tried))
"""


def test_the_manual_has_the_table_of_todays_tests() -> None:
    done = subprocess.run(
        [sys.executable, "-c", COLLECTED], cwd=Path(__file__).parents[1], capture_output=True, text=True, check=True
    )
    written = MANUAL.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]
    assert headings(written) == headings(done.stdout), "run make contracts"
    assert "failed" not in written
    assert "/tmp" not in written


def test_a_table_takes_the_place_of_the_one_before() -> None:
    outcomes = [
        Outcome("rig", "holding is not throwing", "keyboard", "skipped", "a key is one event"),
        Outcome("rig", "holding is not throwing", "gpio", "passed"),
    ]
    page = with_table(f"Before\n{BEGIN}\nof last year\n{END}\nafter\n", markdown(outcomes))
    assert page.startswith("Before\n")
    assert page.endswith(f"{END}\nafter\n")
    assert "last year" not in page
    assert "| holding is not throwing | (1) | ✓ |" in page
    assert "Skipped: (1) a key is one event." in page
    assert headings(page) == ({"keyboard", "gpio"}, {"holding is not throwing"})
