"""Words at the top of a screen that lead to its other pages, or choose among its rows. They can be touched:
they have the thick lower edge."""

from __future__ import annotations

from companion.display import fonts, parts
from companion.display.canvas import Rect
from companion.display.cards import card
from companion.display.full import FullScreen
from companion.display.layout import text_unit
from companion.display.panel import CLOSE, Touch, fit
from companion.scene import SceneChoice

TOP, HEIGHT, GAP = 0.9, 4.2, 0.7
CLOSE_ROOM = 5.2
"""What the closing cross takes of the right edge, in u."""


def unit(s: FullScreen) -> float:
    """What sizes of text are counted in, in pixels."""
    return text_unit(s.u, s.scene.large)


def close_sign(s: FullScreen) -> None:
    """The cross in the corner, where the scene can be closed."""
    if s.scene.closable:
        u = s.u
        parts.icon(s.c, "no", s.w - 2.4 * u, 3.0 * u, 1.7 * u, s.c.theme.soft)
        s.touches.append(Touch(CLOSE, Rect(s.w - 4.6 * u, 0.8 * u, 4.4 * u, 4.4 * u)))


def title_and_tabs(s: FullScreen) -> float:
    """The title on the left with the tabs beside it, in portrait below it; gives the upper edge of what is left, in pixels."""
    u, tabs = s.u, s.scene.tabs
    close_sign(s)
    right = s.w - (CLOSE_ROOM if s.scene.closable else 1.4) * u
    wanted = [max(4.2 * u, fonts.width(tab.label, 1.4 * unit(s), True) + 1.6 * u) for tab in tabs]
    beside = not s.portrait and bool(tabs)
    left = right - sum(wanted) - GAP * u * (len(tabs) - 1) if beside else right
    room = left - (2.6 if beside else 1.6) * u
    lines, size = fit(s.scene.title, [part * unit(s) for part in (2.5, 2.1, 1.75, 1.5, 1.3)], room, 1)
    s.c.paragraph(1.6 * u, 3.9 * u - size * fonts.LINE * (len(lines) - 1) / 2, lines[:2], size, room, bold=True)
    if beside:
        for tab, width in zip(tabs, wanted, strict=True):
            _tab(s, tab, Rect(left, TOP * u, width, HEIGHT * u))
            left += width + GAP * u
    elif tabs:
        spare = (s.w - 2.8 * u - GAP * u * (len(tabs) - 1) - sum(wanted)) / len(tabs)
        left = 1.4 * u
        for tab, width in zip(tabs, wanted, strict=True):
            _tab(s, tab, Rect(left, 5.6 * u, width + spare, HEIGHT * u))
            left += width + spare + GAP * u
        return 10.6 * u
    return 6.0 * u


def subtitle(s: FullScreen, top: float) -> float:
    """The sentence below the title; gives the upper edge of what is left."""
    if not s.scene.sentence:
        return top
    u, size = s.u, 1.3 * unit(s)
    lines = fit(s.scene.sentence, (size,), s.w - 3.2 * u, 2, bold=False)[0]
    below = s.c.paragraph(1.6 * u, 4.2 * u + 1.35 * size, lines, size, s.w - 3.0 * u, s.c.theme.soft)
    return below - size * 0.7


def between_buttons(s: FullScreen) -> None:
    """The sentence between the buttons on the left and on the right; in portrait above them."""
    u, size = s.u, 1.3 * unit(s)
    boxes = [touch.box for touch in s.touches if touch.id in {button.id for button in s.scene.buttons}]
    if s.portrait:
        left, right, middle = 1.6 * u, s.w - 1.6 * u, s.floor - 0.4 * u
        s.floor -= 2.2 * u
    else:
        left = max((box.right + u for box in boxes if box.cx < s.w / 2), default=1.6 * u)
        right = min((box.x - u for box in boxes if box.cx > s.w / 2), default=s.w - 1.6 * u)
        middle = s.h - 3.4 * u
    lines = fit(s.scene.sentence, (size,), right - left, 1 if s.portrait else 2, bold=False)[0]
    first = middle + size * (fonts.CAP_MIDDLE - fonts.LINE * (len(lines) - 1) / 2)
    s.c.paragraph((left + right) / 2, first, lines, size, right - left, s.c.theme.soft, anchor="centre")


def filters(s: FullScreen) -> float:
    """What chooses among the rows, beside each other, in portrait two by two; gives the upper edge of what is left."""
    u, tabs = s.u, s.scene.tabs
    close_sign(s)
    columns = 2 if s.portrait else max(1, len(tabs))
    width = (s.w - (1.4 + CLOSE_ROOM + 0.3) * u - GAP * u * (columns - 1)) / columns
    for number, tab in enumerate(tabs):
        row, column = divmod(number, columns)
        at = Rect(1.4 * u + column * (width + GAP * u), (TOP + row * (HEIGHT + GAP)) * u, width, HEIGHT * u)
        _tab(s, tab, at)
    rows = -(-len(tabs) // columns)
    return (TOP + rows * (HEIGHT + GAP) + 0.1) * u


def _tab(s: FullScreen, tab: SceneChoice, box: Rect) -> None:
    face = card(s.c, box, tab.chosen, tab.id == s.pressed)
    lines, size = fit(tab.label, (1.4 * unit(s), 1.3 * unit(s)), face.w - 0.8 * s.u, 2, tab.chosen)
    lines = [fonts.shorten(line, size, face.w - 0.8 * s.u, tab.chosen) for line in lines[:2]]
    first = face.cy + size * (fonts.CAP_MIDDLE - fonts.LINE * (len(lines) - 1) / 2)
    s.c.paragraph(face.cx, first, lines, size, face.w - 0.6 * s.u, bold=tab.chosen, anchor="centre")
    s.touches.append(Touch(tab.id, box))
