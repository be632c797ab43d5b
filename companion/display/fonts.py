"""Andika at any size; the files ship with the program under the SIL Open Font Licence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from io import BytesIO

import pygame

LINE = 1.24
"""Distance of two baselines in em (LOOK section 3; the font's own 1.61 is too wide)."""
CAP_MIDDLE = 0.36
"""How far below the middle of its capitals a line's baseline lies, in em."""


@lru_cache
def _file(bold: bool) -> bytes:
    name = "Andika-Bold.ttf" if bold else "Andika-Regular.ttf"
    return (resources.files("companion.display") / "fonts" / name).read_bytes()


@lru_cache(maxsize=128)
def font(size_px: int, bold: bool) -> pygame.font.Font:
    """The font at that size in pixels per em."""
    pygame.font.init()
    return pygame.font.Font(BytesIO(_file(bold)), size_px)


NOTHING = "\uffff"
"""No character, and never will be one: every font draws its empty box for it."""


@lru_cache(maxsize=1024)
def _has(char: str) -> bool:
    """Whether the font has that character. pygame says so by its metrics; pygame-ce gives the empty box's."""
    face = font(20, False)
    if (metrics := face.metrics(char)[0]) is None:
        return False
    if metrics != face.metrics(NOTHING)[0]:
        return True
    drawn, empty = (face.render(each, True, (0, 0, 0)) for each in (char, NOTHING))
    return pygame.image.tobytes(drawn, "RGBA") != pygame.image.tobytes(empty, "RGBA")


@lru_cache(maxsize=512)
def drawable(text: str) -> str:
    """The text without what the font lacks, as the little pictures in names: an empty box says nothing to anybody."""
    if text.isascii():
        return text
    kept = (char for char in text if _has(char))
    return "".join(kept).strip() if text.strip() == text else "".join(kept)


def width(text: str, size: float, bold: bool) -> int:
    """The width of a line in pixels."""
    return font(round(size), bold).size(drawable(text))[0]


def wrap(text: str, size: float, room: float, bold: bool) -> list[str]:
    """The text in as few lines as `room` pixels allow, balanced: the narrowest column with that number of lines."""
    fewest = _fill(text, size, room, bold)
    best, column = fewest, room
    while column > 40:
        column -= 4
        tighter = _fill(text, size, column, bold)
        if len(tighter) > len(fewest) or max(width(line, size, bold) for line in tighter) > room:
            break
        best = tighter
    return best


def shorten(line: str, size: float, room: float, bold: bool) -> str:
    """The line with an ellipsis for what does not fit."""
    if width(line, size, bold) <= room:
        return line
    return next(
        (line[:n].rstrip() + "…" for n in range(len(line), 0, -1) if width(line[:n].rstrip() + "…", size, bold) <= room), ""
    )


def _fill(text: str, size: float, room: float, bold: bool) -> list[str]:
    lines, current = [], ""
    for space, word in _pieces(text, size, room, bold):
        longer = f"{current}{space if current else ''}{word}"
        if current and width(longer, size, bold) > room:
            lines.append(current)
            current = word
        else:
            current = longer
    return [*lines, current]


def _pieces(text: str, size: float, room: float, bold: bool) -> Iterator[tuple[str, str]]:
    """The words, each with what stands before it on a line; one that is too long for a line may break at its own hyphens."""
    for word in text.split():
        if "-" not in word or width(word, size, bold) <= room:
            yield " ", word
            continue
        first, *others = word.split("-")
        yield " ", f"{first}-"
        for number, part in enumerate(others, start=1):
            yield "", part + ("-" if number < len(others) else "")
