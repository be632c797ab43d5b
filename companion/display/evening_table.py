"""The evening: a row for each player with the place in every game, a bar, and the points (mock-up *evening*)."""

from __future__ import annotations

from companion.display import fonts, parts
from companion.display.canvas import Rect
from companion.display.full import FullScreen
from companion.display.medal import medal
from companion.display.palette import tone
from companion.display.panel import fit
from companion.display.tabs import title_and_tabs
from companion.scene import SceneScore

MOST_GAMES = 4
"""Of a longer evening the last games are shown; the points are those of all."""


def draw_evening(s: FullScreen) -> None:
    """Title, rows, buttons."""
    head = title_and_tabs(s)
    s.buttons()
    scores = s.scene.scores
    if not scores:
        return
    u = s.u
    top = max(head, (7.4 if s.portrait else 6.0) * u)
    height = min((s.floor - top + 0.2 * u) / len(scores), (8 if s.portrait else 5.2) * u)
    most = max(1, *(score.points for score in scores))
    for number, score in enumerate(scores):
        row = Rect(1.4 * u, top + height * number, s.w - 2.8 * u, height)
        if number % 2 == 0:
            s.c.box(Rect(row.x, row.y + 0.1 * u, row.w, row.h - 0.2 * u), s.c.theme.card, u * 0.8)
        _row(s, score, row, most)


def _row(s: FullScreen, score: SceneScore, row: Rect, most: int) -> None:
    u, middle = s.u, row.cy
    height = min(row.h * 0.78, 4.4 * u)
    parts.pawn(s.c, tone(score.color), 3.3 * u, middle + height * 0.5, height)
    points = s.w - 2.2 * u
    if s.portrait and row.h > 5.4 * u:
        _name(s, score.name, 6.2 * u, middle - 0.7 * u, points - 11 * u, 1.7)
        _medals(s, score, 7.2 * u, middle + 1.6 * u, 3.0 * u, 1.05 * u)
        s.c.text(points, middle + 1.0 * u, str(score.points), 2.8 * s.t, bold=True, anchor="right")
        return
    wide = s.w > 51 * u
    games, step = (15 * u, 3.8 * u) if wide else (13.4 * u, 3.3 * u)
    if s.portrait:
        games, step = s.w - 14.6 * u, 2.5 * u
    _name(s, score.name, 5.8 * u, middle + 1.7 * u * fonts.CAP_MIDDLE, games - 7.4 * u, 1.7)
    _medals(s, score, games, middle, step, min(1.2 * u, step * 0.42, row.h * 0.4))
    s.c.text(points, middle + 2.4 * u * fonts.CAP_MIDDLE, str(score.points), 2.4 * s.t, bold=True, anchor="right")
    if not s.portrait:
        _bar(s, score, 31 * u if wide else 27.6 * u, points - 4.2 * u, middle, most)


def _name(s: FullScreen, name: str, x: float, baseline: float, room: float, size: float) -> None:
    lines, fitting = fit(name, (size * s.t, 1.4 * s.t, 1.3 * s.t), room, 1)
    s.c.paragraph(x, baseline, lines[:1], fitting, room, bold=True)


def _medals(s: FullScreen, score: SceneScore, x: float, y: float, step: float, r: float) -> None:
    for number, place in enumerate(score.places[-MOST_GAMES:]):
        medal(s, x + step * number, y, r, place, 1.15)


def _bar(s: FullScreen, score: SceneScore, left: float, right: float, middle: float, most: int) -> None:
    u, width = s.u, (right - left) * score.points / most
    if width <= 0:
        return
    height = 1.7 * u
    s.c.box(Rect(left - 0.12 * u, middle - height / 2 - 0.12 * u, width + 0.24 * u, height + 0.24 * u), s.c.theme.rim, 0.2 * u)
    parts.ribbon(s.c, tone(score.color), Rect(left, middle - height / 2, width, height), u)
