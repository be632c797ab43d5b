"""How the doctor asks the machine: files below a root, programs, the environment. A test puts its own machine here."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

ASK_S = 5.0
"""No program that is asked here takes as long."""


def _run(command: Sequence[str]) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=ASK_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _place(package: str) -> str | None:
    try:
        return str(importlib.metadata.distribution(package).locate_file(""))
    except importlib.metadata.PackageNotFoundError:
        return None


def _importable(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _now() -> datetime:
    return datetime.now().astimezone()


@dataclass(frozen=True)
class Machine:
    """`run` gives a program's output, None when it is not there or fails; `version` a package's and `place` its
    folder, None when it is not there.
    """

    root: Path = Path("/")
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    which: Callable[[str], str | None] = shutil.which
    run: Callable[[Sequence[str]], str | None] = _run
    version: Callable[[str], str | None] = _version
    place: Callable[[str], str | None] = _place
    importable: Callable[[str], bool] = _importable
    may_open: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    now: Callable[[], datetime] = _now
    architecture: str = platform.machine()
    python: str = platform.python_version()

    def text(self, path: str) -> str | None:
        """A small file of text below the root, without what surrounds it; None when it cannot be read."""
        return contents(self.root / path.lstrip("/"))

    def files(self, folder: str, pattern: str) -> tuple[Path, ...]:
        """The files of a folder below the root, by name."""
        return tuple(sorted((self.root / folder.lstrip("/")).glob(pattern)))


def contents(path: Path) -> str | None:
    """A small file of text, without what surrounds it; None when it cannot be read."""
    try:
        return path.read_text("utf-8", "replace").strip("\0 \n")
    except OSError:
        return None
