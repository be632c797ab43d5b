"""Boards that people have taught: a folder of profiles in the user's data, known by their names like those that ship."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from hardware.json_text import is_file
from hardware.program import PROGRAM

SUFFIX = ".toml"


def taught_folder() -> Path:
    """Where `companion teach` keeps boards."""
    return platformdirs.user_data_path(PROGRAM) / "boards"


def taught_boards() -> tuple[str, ...]:
    """Their ids."""
    folder = taught_folder()
    return tuple(sorted(path.stem for path in folder.glob(f"*{SUFFIX}"))) if folder.is_dir() else ()


def board_file(name: str) -> Path | None:
    """The file of a board that does not ship: a path to a .toml, or the name of a taught board; None when there is none."""
    path = Path(name)
    if path.suffix == SUFFIX:
        return path if is_file(path) else None
    return taught_folder() / f"{name}{SUFFIX}" if name in taught_boards() else None
