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
RENDERS = ("schmidt-4", "schmidt-4-more", "schmidt-4-sequence", "six-48", "six-48-more", "ludo-40", "ludo-40-more")
"""Sets of renders beside the project."""
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
    recordings = sorted(path.parent for path in (shared / "recordings").glob("*/truth.jsonl"))
    return [path for path in (*_beside(shared), *recordings, TEST_DATA / "renders") if path.exists()]


def missing_sets(shared: Path = SHARED) -> list[Path]:
    """The labelled sets beside the project that are not there; without recordings, their folder."""
    recorded = any((shared / "recordings").glob("*/truth.jsonl"))
    return [path for path in _beside(shared) if not path.exists()] + ([] if recorded else [shared / "recordings"])


def _beside(shared: Path) -> list[Path]:
    return [*(shared / "renders" / name for name in RENDERS), shared / "photos" / "boards.jsonl"]


def dice_photographs(shared: Path = SHARED) -> Path | None:
    """The labelled photographs of dice, where they are."""
    path = shared / "photos" / "dice.jsonl"
    return path if path.exists() else None
