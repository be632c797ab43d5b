"""The README promises nothing that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli.main import make_parser

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_pictures_and_files_it_links_to_exist() -> None:
    linked = re.findall(r"\]\(([^)#:]+)\)", README)
    assert linked
    assert [name for name in linked if not (ROOT / name).is_file()] == []


def test_make_targets_it_names_exist() -> None:
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^)make ([a-z][a-z0-9-]+)", README, re.MULTILINE))
    assert {"run", "test"} <= named
    assert named <= targets


def test_commands_it_names_exist(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        make_parser().parse_args(["--help"])
    known = set(re.findall(r"^    ([a-z]+) ", capsys.readouterr().out, re.MULTILINE))
    named = set(
        re.findall(r"companion (play|watch|see|rules|simulate|calibrate|teach|replay|export|games|doctor|dice)\b", README)
    )
    assert {"play", "watch", "see", "rules", "simulate"} <= named
    assert named <= known


def test_nothing_is_left_to_fill_in() -> None:
    assert not re.findall(r"\b[A-Z]+_TABLE\b", README)
