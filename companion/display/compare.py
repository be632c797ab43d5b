"""Thrown against walked: the die and its stones above, the pawn and its stones below, the open place ringed."""

from __future__ import annotations

from calibration.profile import Srgb
from companion.display import fonts, parts
from companion.display.canvas import Rect
from companion.display.palette import tone
from companion.display.panel import Panel
from companion.scene import WrongWay

MOST_STONES = 12
"""More steps than these are not drawn one by one: the sentence says the number."""


def draw(p: Panel, wrong: WrongWay, box: Rect, scale: float) -> float:
    """Draws both rows at the top of `box`; `scale` 1 is the size beside the board. Returns the lower edge."""
    u, columns = p.u * scale, max(wrong.thrown, min(wrong.walked, MOST_STONES))
    r = min(0.95 * u, (box.w - 4.6 * u) / (2.35 * columns))
    gap = min((box.w - 4.4 * u - 2.44 * r) / max(1, columns - 1), 4.2 * u)
    first, upper = box.x + 4.4 * u + r, box.y + 1.9 * u
    lower = upper + 4.6 * u
    parts.die(p.c, box.x + 1.7 * u, upper, 3.2 * u, wrong.thrown)
    for k in range(wrong.thrown):
        _stone(p, first + k * gap, upper, r, p.c.theme.die)
    parts.pawn(p.c, tone(wrong.color), box.x + 1.7 * u, lower + 1.9 * u, 3.8 * u)
    for k in range(columns):
        x = first + k * gap
        if k == wrong.thrown - 1:
            _right_stone(p, x, lower, r, wrong.thrown)
        elif k < wrong.walked:
            _stone(p, x, lower, r, tone(wrong.color).normal)
        else:
            _open_stone(p, x, lower, r)
    right = first + (columns - 1) * gap + 1.3 * r
    p.c.claim("stones", Rect(first - 1.3 * r, upper - 1.9 * u, right - first + 1.3 * r, lower + 1.9 * u - upper + 1.9 * u))
    return lower + 1.9 * u


def _stone(p: Panel, x: float, y: float, r: float, face: Srgb) -> None:
    p.c.disc(x, y, r, p.c.theme.rim)
    p.c.disc(x, y, r - max(1.8, r * 0.14), face)


def _open_stone(p: Panel, x: float, y: float, r: float) -> None:
    p.c.disc(x, y, r * 1.3, p.c.theme.error_light)
    p.c.ring(x, y, r * 1.2, max(2.4, r * 0.24), p.c.theme.error, dash=(r * 0.62, r * 0.44))


def _right_stone(p: Panel, x: float, y: float, r: float, number: int) -> None:
    _open_stone(p, x, y, r)
    size = r * 1.5
    p.c.text(x, y + size * fonts.CAP_MIDDLE, str(number), size, p.c.theme.ink, True, "centre", part="stones")
