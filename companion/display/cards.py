"""Cards: answers that can be touched. Like buttons they have the thick lower edge; the one that holds now has a tick."""

from __future__ import annotations

from calibration.profile import Srgb
from companion.display import parts
from companion.display.canvas import Canvas, Rect
from companion.display.palette import BLACK, mix

EDGE = 0.3
"""The lower edge in u."""


def card(c: Canvas, box: Rect, chosen: bool = False, pressed: bool = False, face: Srgb | None = None) -> Rect:
    """A card; gives the room of its face. `face`: another colour than a card's own, then without a line round it."""
    u, theme = c.u, c.theme
    sunk = u * 0.2 if pressed else 0.0
    high = Rect(box.x, box.y + sunk, box.w, box.h - u * EDGE - (0 if not pressed else u * 0.1))
    if face is not None:
        c.box(Rect(box.x, box.y + u * EDGE, box.w, box.h - u * EDGE), mix(face, theme.ink, 0.45), u * 1.1)
        c.box(high, face, u * 1.1)
        return high
    edge = mix(theme.accent, BLACK, 0.3) if chosen else mix(theme.line, theme.ink, 0.12)
    c.box(Rect(box.x, box.y + u * EDGE, box.w, box.h - u * EDGE), edge, u * 0.9)
    ground, line, pen = (theme.accent_light, theme.accent, 0.24) if chosen else (theme.card, edge, 0.12)
    c.box(high, ground, u * 0.9, line=line, line_width=u * pen)
    return high


def tick(c: Canvas, x: float, y: float) -> None:
    """The sign that something holds."""
    c.disc(x, y, c.u * 0.95, c.theme.accent)
    parts.icon(c, "yes", x, y, c.u * 1.25, c.theme.on_accent, part="tick")
