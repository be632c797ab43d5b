"""A name is put together from letters: the name large at the top, below it the letters in their order, each for a finger."""

from __future__ import annotations

from companion.display import fonts, parts
from companion.display.canvas import Rect
from companion.display.cards import card
from companion.display.full import BAR, FullScreen
from companion.display.palette import tone
from companion.display.panel import Touch, fit
from companion.display.tabs import unit
from companion.scene import SceneChoice

EDGE, GAP, TOP, FIELD = 1.0, 0.6, 0.7, 4.2
"""In u: margin, gap between letters, upper edge of the name, its height."""
ACROSS, UPRIGHT = 8, 6
"""Letters beside each other on a wide and on a high screen."""
HIGHEST = 6.4
"""A letter's height at most, in u."""


def draw_letters(s: FullScreen) -> None:
    """Question, name, letters, buttons."""
    s.buttons()
    u = s.u
    if s.portrait:
        _question(s, Rect(EDGE * u, TOP * u, s.w - 2 * EDGE * u, FIELD * u))
        name = Rect(EDGE * u, (TOP + FIELD + GAP) * u, s.w - 2 * EDGE * u, FIELD * u)
    else:
        left = s.w * 0.42
        _question(s, Rect(EDGE * u, TOP * u, left - (EDGE + GAP) * u, FIELD * u))
        name = Rect(left, TOP * u, s.w - left - EDGE * u, FIELD * u)
    _name(s, name)
    top = name.bottom + GAP * u
    _letters(s, Rect(EDGE * u, top, s.w - 2 * EDGE * u, s.h - (BAR + GAP) * u - top))


def _question(s: FullScreen, box: Rect) -> None:
    """Whose name it is: the pawn, and the words beside it."""
    u, left = s.u, box.x
    if s.scene.on is not None:
        parts.pawn(s.c, tone(s.scene.on), box.x + 1.3 * u, box.bottom - 0.2 * u, 3.8 * u)
        left += 3.0 * u
    room = box.right - left
    lines, size = fit(s.scene.title, [part * unit(s) for part in (2.0, 1.7, 1.5, 1.3)], room, 2)
    _around(s, lines, left, box.cy, size, room)


def _around(s: FullScreen, lines: list[str], x: float, middle: float, size: float, room: float) -> None:
    first = middle + size * (fonts.CAP_MIDDLE - fonts.LINE * (len(lines) - 1) / 2)
    s.c.paragraph(x, first, lines, size, room, bold=True)


def _name(s: FullScreen, box: Rect) -> None:
    """What was typed so far, and where the next letter comes."""
    u, theme = s.u, s.c.theme
    s.c.box(box, theme.card, 0.7 * u, line=theme.line, line_width=0.14 * u)
    room, name = box.w - 2.4 * u, s.scene.typed
    end = box.x + 1.0 * u
    if name:
        lines, size = fit(name.rstrip(), [part * unit(s) for part in (2.6, 2.2, 1.8, 1.5, 1.3)], room, 1)
        shown = lines[0] if len(lines) == 1 else fonts.shorten(name, size, room, True)
        s.c.text(end, box.cy + size * fonts.CAP_MIDDLE, shown, size, bold=True, room=room)
        end += fonts.width(shown, size, True) + (0.7 * u if name.endswith(" ") else 0.25 * u)
    s.c.box(Rect(end, box.y + 0.7 * u, 0.24 * u, box.h - 1.4 * u), theme.accent, 0.1 * u)


def _letters(s: FullScreen, box: Rect) -> None:
    """Row by row; on a high screen the last row belongs to what is no letter."""
    u, columns = s.u, UPRIGHT if s.portrait else ACROSS
    rows = -(-len(s.scene.letters) // columns)
    if rows == 0:
        return
    height = min(HIGHEST * u, (box.h - GAP * u * (rows - 1)) / rows)
    for row in range(rows):
        there = s.scene.letters[row * columns : (row + 1) * columns]
        width = (box.w - GAP * u * (len(there) - 1)) / len(there)
        for column, letter in enumerate(there):
            at = Rect(box.x + column * (width + GAP * u), box.y + row * (height + GAP * u), width, height)
            _letter(s, letter, at)


def _letter(s: FullScreen, letter: SceneChoice, box: Rect) -> None:
    s.touches.append(Touch(letter.id, box))
    face = card(s.c, box, pressed=letter.id == s.pressed)
    if letter.icon is not None:
        parts.icon(s.c, letter.icon, face.cx, face.cy, min(2.4 * s.u, face.h - 0.8 * s.u))
        return
    size = min(2.1 * unit(s), 0.62 * face.h)
    s.c.text(face.cx, face.cy + size * fonts.CAP_MIDDLE, letter.label, size, bold=True, anchor="centre", room=face.w)
