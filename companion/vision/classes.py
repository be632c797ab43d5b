"""The classes that the reader tells apart: fixed for all boards, so that one model reads them all."""

from __future__ import annotations

from hardware.errors import InputError
from hardware.json_text import quoted

EMPTY = 0
PAWN_COLOURS = ("yellow", "green", "red", "black", "blue", "purple")
COVERED = 1 + len(PAWN_COLOURS)
CLASS_COUNT = COVERED + 1


def class_of(color: str) -> int:
    """The class of a pawn of that colour. Raises `InputError` for a colour that the reader was not trained to see."""
    if color not in PAWN_COLOURS:
        raise InputError(f"pawns of the colour {quoted(color)} cannot be read; expected {', '.join(PAWN_COLOURS)}")
    return 1 + PAWN_COLOURS.index(color)
