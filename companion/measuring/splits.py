"""Which labelled sets are for what: what was trained on is never summed with what was not.

`companion/vision/models/README.md` says how each set was used; whoever trains on a set puts its name here.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

SHARED = Path(__file__).parents[3] / "shared"
TEST_DATA = Path(__file__).parents[2] / "tests" / "data"

TRAINED_ON = frozenset({"schmidt-4-more", "schmidt-4-sequence", "six-48-more", "ludo-40-more"})
"""Sets whose pictures, or some of them, the reader was trained on."""
COPIES = frozenset({"tests/renders"})
"""Sets in the repository that are pictures of other sets: for machines without those, never counted twice."""


class Use(StrEnum):
    """What a set's figures are worth."""

    HELD_OUT = "held out"
    TRAINED = "trained on"
    COPY = "copy"


def use_of(name: str) -> Use:
    """What the figures of the set of that name are worth."""
    if name in TRAINED_ON:
        return Use.TRAINED
    return Use.COPY if name in COPIES else Use.HELD_OUT


def default_sets(shared: Path = SHARED) -> list[Path]:
    """Every labelled set of boards that is there: beside the project and in the repository."""
    renders = ("schmidt-4", "schmidt-4-more", "schmidt-4-sequence", "six-48", "six-48-more", "ludo-40", "ludo-40-more")
    recordings = sorted(path.parent for path in (shared / "recordings").glob("*/truth.jsonl"))
    wanted = [*(shared / "renders" / name for name in renders), shared / "photos" / "boards.jsonl", *recordings]
    wanted += [TEST_DATA / "renders"]
    return [path for path in wanted if path.exists()]


def dice_photographs(shared: Path = SHARED) -> Path | None:
    """The labelled photographs of dice, where they are."""
    path = shared / "photos" / "dice.jsonl"
    return path if path.exists() else None
