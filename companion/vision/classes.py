"""The classes that the reader tells apart: fixed for all boards, so that one model reads them all."""

from __future__ import annotations

EMPTY = 0
PAWN_COLOURS = ("yellow", "green", "red", "black", "blue", "purple")
COVERED = 1 + len(PAWN_COLOURS)
CLASS_COUNT = COVERED + 1


def class_of(color: str) -> int:
    """The class of a pawn of that colour. Raises ValueError for a colour that no board of ours has."""
    return 1 + PAWN_COLOURS.index(color)
