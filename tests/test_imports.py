"""Imports point downwards only: hardware ← calibration ← companion; the rules are pure; only the display knows pygame."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = {"hardware", "calibration", "companion", "tests"}
MAY_IMPORT = {
    "hardware": {"hardware"},
    "calibration": {"calibration", "hardware"},
    "companion": {"companion", "calibration", "hardware"},
}
ONLY_IN = {
    "pygame": ("companion/display/",),
    "picamera2": ("hardware/cameras/pi.py",),
    "libcamera": ("hardware/cameras/pi.py",),
    "gpiozero": ("hardware/",),
    "bleak": ("hardware/bluetooth/radio.py",),
    "torch": ("companion/vision/training/",),
}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Full names of everything a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_import_downwards(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules(package)
        for name in imported(path)
        if name.split(".")[0] in OURS - MAY_IMPORT[package]
    ]
    assert wrong == []


def test_rules_use_only_the_standard_library_and_themselves() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules("companion/rules")
        for name in imported(path)
        if name.split(".")[0] not in sys.stdlib_module_names and not name.startswith("companion.rules")
    ]
    assert wrong == []


def test_rules_know_no_clock_no_chance_and_no_files() -> None:
    banned = {"random", "time", "datetime", "os", "io", "pathlib", "secrets", "subprocess", "socket", "logging"}
    wrong = [f"{path.name}: {name}" for path in modules("companion/rules") for name in imported(path) if name in banned]
    assert wrong == []


@pytest.mark.parametrize("library", ONLY_IN)
def test_vendor_libraries_stay_in_their_drivers(library: str) -> None:
    wrong = [
        str(path.relative_to(ROOT))
        for package in MAY_IMPORT
        for path in modules(package)
        if any(name.split(".")[0] == library for name in imported(path))
        and not str(path.relative_to(ROOT)).startswith(ONLY_IN[library])
    ]
    assert wrong == []


def test_seeing_does_not_know_the_game() -> None:
    """One way: what is believed or recorded is never asked while seeing."""
    later = ("companion.belief", "companion.referee", "companion.record", "companion.scene", "companion.display", "companion.app")
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules("companion/vision")
        for name in imported(path)
        if name.startswith(later)
    ]
    assert wrong == []


def test_no_module_is_too_long() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for package in MAY_IMPORT
        for path in modules(package)
        if (lines := len(path.read_text("utf-8").splitlines())) > 400
    }
    assert long == {}
