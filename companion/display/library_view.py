"""The games that were played, one below the other, and above them by what they are chosen."""

from __future__ import annotations

from companion.display import fonts, parts
from companion.display.canvas import Rect
from companion.display.cards import card
from companion.display.full import FullScreen
from companion.display.palette import tone
from companion.display.panel import Touch, fit
from companion.display.tabs import between_buttons, filters, unit
from companion.scene import ScenePlayer, SceneRow

ROWS = 4
"""So many have room on the smallest screen, each large enough for a finger."""
GAP = 0.6


def draw_library(s: FullScreen) -> None:
    """Filters, games, how many there are, buttons."""
    top = filters(s)
    s.buttons()
    between_buttons(s)
    u = s.u
    height = min((s.floor + 0.65 * u - top - GAP * u * (ROWS - 1)) / ROWS, (8.4 if s.portrait else 5.4) * u)
    for number, row in enumerate(s.scene.rows):
        box = Rect(1.4 * u, top + number * (height + GAP * u), s.w - 2.8 * u, height)
        s.touches.append(Touch(row.id, box))
        face = card(s.c, box, pressed=row.id == s.pressed)
        (_upright if s.portrait else _across)(s, row, face)


def _across(s: FullScreen, row: SceneRow, face: Rect) -> None:
    u, small = s.u, 1.3 * unit(s)
    when, about = 8.4 * u * unit(s) / s.u, 11.5 * u
    lines = fit(row.when, (small,), when - 0.8 * u, 2, bold=False)[0]
    _around(s, lines, face.x + 0.9 * u, face.cy, small, when)
    parts.icon(s.c, row.icon, face.right - 1.7 * u, face.cy, 2.0 * u)
    told = [
        fonts.shorten(line, small, about - 3.4 * u, False) for line in fit(row.about, (small,), about - 3.4 * u, 2, False)[0][:2]
    ]
    _around(s, told, face.right - about, face.cy, small, about - 3.2 * u)
    left = face.x + when + 0.6 * u
    _players(s, row.players, Rect(left, face.y, face.right - about - 0.6 * u - left, face.h))


def _upright(s: FullScreen, row: SceneRow, face: Rect) -> None:
    u, small = s.u, 1.3 * unit(s)
    first = face.y + face.h * 0.2 + small * fonts.CAP_MIDDLE
    parts.icon(s.c, row.icon, face.right - 1.7 * u, face.y + 1.6 * u, 1.8 * u)
    when = fonts.shorten(row.when, small, face.w - 4 * u, False)
    s.c.text(face.x + 0.9 * u, first, when, small, room=face.w - 4 * u)
    last = fonts.shorten(row.about, small, face.w - 1.8 * u, False)
    lowest = face.y + face.h * 0.8 + small * fonts.CAP_MIDDLE
    s.c.text(face.x + 0.9 * u, lowest, last, small, s.c.theme.soft, room=face.w - 1.6 * u)
    _players(s, row.players, Rect(face.x + 0.9 * u, face.y + face.h * 0.33, face.w - 1.8 * u, face.h * 0.34))


def _around(s: FullScreen, lines: list[str], x: float, middle: float, size: float, room: float) -> None:
    first = middle + size * (fonts.CAP_MIDDLE - fonts.LINE * (len(lines) - 1) / 2)
    s.c.paragraph(x, first, lines, size, room)


def _players(s: FullScreen, players: tuple[ScenePlayer, ...], box: Rect) -> None:
    """A piece and a name for each, in one line or two; the winner's name is bold."""
    if not players:
        return
    u, size = s.u, 1.3 * unit(s)
    rows = 2 if box.h >= 3.6 * u and len(players) > 2 else 1
    columns = -(-len(players) // rows)
    width, height = box.w / columns, box.h / rows
    r = min(0.8 * u, height * 0.4)
    for number, player in enumerate(players):
        row, column = divmod(number, columns)
        x, y = box.x + column * width, box.cy + (row - (rows - 1) / 2) * min(height, 1.85 * unit(s))
        parts.token(s.c, tone(player.color), x + r * 1.2, y, r)
        won, room = player.place == 1, width - 2.4 * r - 0.9 * u
        name = fonts.shorten(player.name, size, room, won)
        if name and name != "…":
            s.c.text(x + 2.4 * r + 0.4 * u, y + size * fonts.CAP_MIDDLE, name, size, bold=won, room=room)
