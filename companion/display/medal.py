"""A place in a game, as it stands in tables."""

from __future__ import annotations

from companion.display import fonts
from companion.display.full import FullScreen


def medal(s: FullScreen, x: float, y: float, r: float, place: int | None, size: float = 1.25) -> None:
    """A disc with its number (`size` in radii), the first one filled; an empty one for a game in which there was no place."""
    theme, first = s.c.theme, place == 1
    if first:
        s.c.disc(x, y, r, theme.rim)
    else:
        s.c.ring(x, y, r - max(0.8, r * 0.06), max(1.4, r * 0.12), theme.line)
    if place is not None:
        ink = theme.paper if first else theme.ink
        s.c.text(x, y + r * size * fonts.CAP_MIDDLE, str(place), r * size, ink, first, "centre", part="medal")
