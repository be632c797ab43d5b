"""The figures of a game or an evening as a table, and the hall of fame."""

from __future__ import annotations

from companion.display import fonts, parts
from companion.display.canvas import Rect
from companion.display.full import FullScreen
from companion.display.medal import medal
from companion.display.palette import tone
from companion.display.panel import fit
from companion.display.tabs import subtitle, title_and_tabs, unit
from companion.scene import SceneFame, SceneFigures, ScenePlayer, SceneTable

LABELS_WIDEST = 0.46
"""Of the width: what the words before the numbers may take."""


def draw_figures(s: FullScreen) -> None:
    """Title, tabs, a column for each player, buttons."""
    top = subtitle(s, title_and_tabs(s))
    s.buttons()
    if s.scene.table is None:
        parts.icon(s.c, "ask", s.w / 2, (top + s.floor) / 2, min(10 * s.u, (s.floor - top) * 0.7), s.c.theme.soft)
    else:
        (_upright if s.portrait else _across)(s, s.scene.table, top)


def _across(s: FullScreen, table: SceneTable, top: float) -> None:
    """The words left of the numbers."""
    u = s.u
    widest = max((fonts.width(row.label, 1.3 * unit(s), False) for row in table.rows), default=0)
    words = min(widest + 3.4 * u, s.w * LABELS_WIDEST)
    left = 1.4 * u + words
    step = min(9.0 * u, (s.w - 1.8 * u - left) / max(1, len(table.players)))
    xs = [left + step * (number + 0.5) for number in range(len(table.players))]
    head = 3.3 * u + 1.75 * unit(s)
    _heads(s, table.players, xs, top, step)
    height = min(2.9 * u, (s.floor + 0.5 * u - top - head) / max(1, len(table.rows)))
    for number, row in enumerate(table.rows):
        box = Rect(1.4 * u, top + head + number * height, s.w - 2.8 * u, height)
        _stripe(s, number, box)
        parts.icon(s.c, row.icon, box.x + 1.5 * u, box.cy, min(1.7 * u, height * 0.85))
        size, room = 1.3 * unit(s), words - 3.2 * u
        text = fonts.shorten(row.label, size, room, False)
        s.c.text(box.x + 2.9 * u, box.cy + size * fonts.CAP_MIDDLE, text, size, room=room)
        _values(s, row, xs, box.cy, max(1.3 * unit(s), min(1.6 * unit(s), height * 0.75)))


def _upright(s: FullScreen, table: SceneTable, top: float) -> None:
    """The words above the numbers."""
    u = s.u
    step = (s.w - 2.8 * u) / max(1, len(table.players))
    xs = [1.4 * u + step * (number + 0.5) for number in range(len(table.players))]
    head = 3.3 * u + 1.75 * unit(s)
    _heads(s, table.players, xs, top, step)
    height = min(5.4 * u, (s.floor + 0.5 * u - top - head) / max(1, len(table.rows)))
    for number, row in enumerate(table.rows):
        box = Rect(1.4 * u, top + head + number * height, s.w - 2.8 * u, height)
        _stripe(s, number, box)
        size = 1.3 * unit(s)
        parts.icon(s.c, row.icon, box.x + 1.5 * u, box.y + height * 0.3, 1.7 * u)
        s.c.text(
            box.x + 2.9 * u, box.y + height * 0.3 + size * fonts.CAP_MIDDLE, row.label, size, s.c.theme.soft, room=box.w - 3 * u
        )
        _values(s, row, xs, box.y + height * 0.72, 1.6 * unit(s))


def _stripe(s: FullScreen, number: int, box: Rect) -> None:
    if number % 2 == 0:
        s.c.box(box, s.c.theme.card, s.u * 0.6)


def _values(s: FullScreen, row: SceneFigures, xs: list[float], middle: float, size: float) -> None:
    for x, value in zip(xs, row.values, strict=True):
        s.c.text(x, middle + size * fonts.CAP_MIDDLE, value, size, bold=True, anchor="centre")


def _heads(s: FullScreen, players: tuple[ScenePlayer, ...], xs: list[float], top: float, step: float) -> None:
    u = s.u
    for x, player in zip(xs, players, strict=True):
        middle = x - (0.9 * u if player.place is not None else 0)
        parts.pawn(s.c, tone(player.color), middle, top + 3.1 * u, 3.0 * u)
        if player.place is not None:
            medal(s, x + 1.1 * u, top + 1.7 * u, 0.9 * u, player.place)
        name = fonts.shorten(player.name, 1.3 * unit(s), step - 0.4 * u, False)
        s.c.text(x, top + 3.3 * u + 1.25 * unit(s), name, 1.3 * unit(s), anchor="centre", room=step - 0.2 * u)


def draw_hall(s: FullScreen) -> None:
    """Title, tabs, a row for each player, buttons."""
    top = title_and_tabs(s)
    s.buttons()
    fame, u = s.scene.fame, s.u
    if not fame:
        lines, size = fit(s.scene.sentence, (1.8 * unit(s), 1.5 * unit(s), 1.3 * unit(s)), s.w - 4 * u, 2, bold=False)
        s.c.paragraph(s.w / 2, (top + s.floor) / 2, lines, size, s.w - 3 * u, s.c.theme.soft, anchor="centre")
        return
    height = min((s.floor + 0.4 * u - top) / len(fame), (7.2 if s.portrait else 5.2) * u)
    for number, one in enumerate(fame):
        box = Rect(1.4 * u, top + height * number, s.w - 2.8 * u, height)
        if number % 2 == 0:
            s.c.box(Rect(box.x, box.y + 0.1 * u, box.w, box.h - 0.2 * u), s.c.theme.card, u * 0.8)
        tall = min(box.h * 0.82, 4.4 * u)
        parts.pawn(s.c, tone(one.color), 3.3 * u, box.cy + tall * 0.5, tall)
        (_famous_upright if s.portrait else _famous)(s, one, box)


def _famous(s: FullScreen, one: SceneFame, box: Rect) -> None:
    u, right = s.u, box.right - 0.8 * s.u
    small = 1.3 * unit(s)
    widest = max(9.8 * u, *(fonts.width(other.about, small, False) for other in s.scene.fame))
    count = right - widest - 0.8 * u
    _lines(s, [one.about], count + 0.8 * u, box.cy, small, widest)
    s.c.text(count, box.cy + 2.4 * u * fonts.CAP_MIDDLE, str(one.wins), 2.4 * u, bold=True, anchor="right")
    parts.icon(s.c, "win", count - 4.4 * u, box.cy, 2.0 * u)
    left, end = 5.8 * u, count - 6.0 * u
    middle = left + (end - left) * (0.42 if one.feat else 1.0)
    name, size = fit(one.name, (1.7 * unit(s), 1.4 * unit(s), 1.3 * unit(s)), middle - left - 0.5 * u, 1)
    name = [fonts.shorten(line, size, middle - left - 0.5 * u, True) for line in name[:1]]
    _lines(s, name, left, box.cy, size, middle - left, bold=True)
    feat = fit(one.feat, (1.3 * unit(s),), end - middle - 0.4 * u, 2, bold=False)[0] if one.feat else []
    if len(feat) * 1.3 * unit(s) * fonts.LINE <= box.h:
        _lines(s, feat, middle, box.cy, 1.3 * unit(s), end - middle, soft=True)


def _famous_upright(s: FullScreen, one: SceneFame, box: Rect) -> None:
    u, right = s.u, box.right - 0.8 * s.u
    room = right - 6.2 * u - 5.8 * u
    name, size = fit(one.name, (1.7 * unit(s), 1.4 * unit(s), 1.3 * unit(s)), room, 1)
    name = [fonts.shorten(line, size, room, True) for line in name[:1]]
    s.c.text(right, box.cy - 1.0 * u + 2.4 * u * fonts.CAP_MIDDLE, str(one.wins), 2.4 * u, bold=True, anchor="right")
    parts.icon(s.c, "win", right - 4.8 * u, box.cy - 1.0 * u, 2.0 * u)
    s.c.paragraph(5.8 * u, box.cy - (0.9 if one.feat else -0.5) * u, name, size, room, bold=True)
    small = 1.3 * unit(s)
    about = fonts.shorten(one.about, small, right - 5.8 * u, False)
    s.c.text(right, box.cy + 1.8 * u, about, small, s.c.theme.soft, anchor="right")
    room = right - fonts.width(about, small, False) - 6.4 * u
    if one.feat and box.h > 5 * u:
        feat = fit(one.feat, (small,), room, 2, bold=False)[0]
        if len(feat) <= 2:
            first = box.cy + 0.95 * u + (0.4 * u if len(feat) == 1 else 0)
            s.c.paragraph(5.8 * u, first, feat, small, room, s.c.theme.soft)


def _lines(
    s: FullScreen, lines: list[str], x: float, middle: float, size: float, room: float, bold: bool = False, soft: bool = False
) -> None:
    """Lines around a middle."""
    first = middle + size * (fonts.CAP_MIDDLE - fonts.LINE * (len(lines) - 1) / 2)
    s.c.paragraph(x, first, lines, size, room, s.c.theme.soft if soft else None, bold)
