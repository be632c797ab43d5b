"""What was asked for on the command line of `companion play`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.words import Language


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line; None: the settings, else what is there."""

    camera: str | None = None
    throws: str | None = None
    board: str | None = None
    rules: object = None
    first: str | None = None
    data: Path | None = None
    language: Language | None = None
    size: tuple[int, int] = (1280, 720)
    fullscreen: bool = False
    seed: int | None = None
    headless: bool = False
    seconds: float | None = None
    out: Path = Path("out/play")
    real: bool = False
    """A table is simulated only where that was asked for: a service waits for its camera."""
    quick: bool = False
    """Nothing is asked before a new game."""
    resumed: Path | None = None
    """The record of the game to go on with, whatever else there is."""
