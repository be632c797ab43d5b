"""The panel while counting along (mock-up *count*): the number large, a stone for every step, the call to count."""

from __future__ import annotations

from companion.display import fonts, parts
from companion.display.canvas import Rect
from companion.display.palette import tone
from companion.display.panel import Panel, Text
from companion.scene import SceneCount

LARGER = 1.25
"""The stone of the last step, against the others."""


def draw(p: Panel) -> None:
    """The whole panel below its head. Before the first step the die says how many there are."""
    count, top = p.scene.count, p.who()
    if count is None:
        return
    if p.portrait:
        _upright(p, count, top)
        return
    u = p.u
    r = u * (1.35 if p.wide else 1.15)
    gap = min(u * (4.0 if p.wide else 3.3), (p.inner.w - LARGER * 2 * r) / max(1, count.steps - 1))
    hero = u * (12.5 if p.wide else 11.5)
    middle = top + 0.4 * u + 0.36 * hero
    _hero(p, count, p.inner.cx, middle, hero)
    row = middle + 0.36 * hero + 2.4 * u
    _stones(p, count, p.inner.cx - gap * (count.steps - 1) / 2, row, r, gap)
    _words(p, Rect(p.inner.x, row + 1.9 * u, p.inner.w, p.floor - row - 1.9 * u), centred=True)


def _upright(p: Panel, count: SceneCount, top: float) -> None:
    """Number on the left, stones and words beside it."""
    u, room = p.u, p.floor - top
    _hero(p, count, p.inner.x + 3.5 * u, top + room / 2, min(10 * u, room * 1.2))
    left, row = p.inner.x + 10.0 * u, top + 1.5 * u
    gap = min(3.4 * u, (p.inner.right - left - 2.6 * u) / max(1, count.steps - 1))
    _stones(p, count, left, row, u * 1.25, gap)
    _words(p, Rect(left - 1.2 * u, row + 1.5 * u, p.inner.right - left + 1.2 * u, p.floor - row - 1.6 * u), centred=False)


def _hero(p: Panel, count: SceneCount, x: float, middle: float, size: float) -> None:
    if count.count == 0:
        parts.die(p.c, x, middle, size * 0.62, count.steps)
        return
    p.c.text(x, middle + fonts.CAP_MIDDLE * size, str(count.count), size, bold=True, anchor="centre", part="hero")


def _stones(p: Panel, count: SceneCount, left: float, y: float, r: float, gap: float) -> None:
    """A stone for every step: those gone filled, the last one larger, those to come open."""
    face = tone(count.color).normal
    for k in range(count.steps):
        x = left + k * gap if count.steps > 1 else left
        if k >= count.count:
            p.c.ring(x, y, r * 0.95, max(1.6, r * 0.1), p.c.theme.line)
            continue
        size = r * LARGER if k == count.count - 1 else r
        p.c.disc(x, y, size, p.c.theme.rim)
        p.c.disc(x, y, size - max(1.8, r * 0.14), face)
    p.c.claim("stones", Rect(left - 1.3 * r, y - 1.3 * r, gap * (count.steps - 1) + 2.6 * r, 2.6 * r))


def _words(p: Panel, box: Rect, centred: bool) -> None:
    texts = [Text(p.scene.title, (2.2, 1.9, 1.6, 1.5), True), Text(p.scene.sentence, (1.6, 1.4, 1.3), yields=True)]
    p.block(box, texts, "centre" if centred else "left", gap=0.3)
