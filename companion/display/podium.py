"""The end of the game: the pawns on the podium, who is not among the first three beside it."""

from __future__ import annotations

from calibration.profile import Srgb
from companion.display import fonts, parts
from companion.display.canvas import Canvas, Rect
from companion.display.layout import Layout, text_unit
from companion.display.palette import Theme, mix, tone
from companion.display.panel import SETTINGS, Text, Touch, fit, row_of_buttons
from companion.scene import Scene, ScenePlayer

_COLUMNS = {False: {1: 7.2, 2: 5.2, 3: 4.0}, True: {1: 10.0, 2: 6.4, 3: 4.4}}
"""Height of the columns in u by place, in landscape and in portrait."""
_PAWNS = {False: (8.9, 6.0, 4.8), True: (12.0, 8.0, 4.4)}
"""Height of the pawns in u: winner, second and third, the others."""
_STARS = (
    *((0.06, 0.22, 0.9), (0.13, 0.40, 0.55), (0.21, 0.17, 0.6), (0.045, 0.56, 0.5), (0.27, 0.33, 0.42), (0.155, 0.60, 0.8)),
    *((0.94, 0.20, 0.8), (0.86, 0.34, 0.55), (0.79, 0.16, 0.6), (0.955, 0.48, 0.55), (0.73, 0.31, 0.4), (0.885, 0.53, 0.42)),
)
"""Shapes of the winner in the sky: place in parts of the screen, size in u."""

SIDE_BY_SIDE, ROW = 2, 5.2
"""So many buttons stand beside each other in portrait; of more the main one has a row of its own, that many u above."""


def draw_end(at: Layout, theme: Theme, scene: Scene, pressed: str | None) -> tuple[Canvas, list[Touch]]:
    """The whole screen at the end."""
    w, h = at.size
    placed = [player for player in scene.placed() if (player.place or 9) <= 3]
    others = [player for player in scene.players if player not in placed]
    winner = placed[0].color if placed else scene.on
    tint = theme.hush if winner is None else theme.tint(tone(winner))
    end = _End(Canvas(Rect(0, 0, w, h), at.u, theme, tint), at, scene, tint, placed, others)
    if winner is not None:
        end.sky(winner)
    end.title()
    end.podium()
    return end.c, end.buttons(pressed)


class _End:
    """Draws the parts of the screen, farthest first."""

    def __init__(
        self, c: Canvas, at: Layout, scene: Scene, tint: Srgb, placed: list[ScenePlayer], others: list[ScenePlayer]
    ) -> None:
        self.c, self.scene, self.tint, self.portrait = c, scene, tint, at.portrait
        self.placed, self.others = placed, others
        self.u, (self.w, self.h) = at.u, at.size
        self.t = text_unit(at.u, scene.large)
        self.two_rows = at.portrait and len(scene.buttons) > SIDE_BY_SIDE
        self.base = self.h - self.u * (13 + (ROW if self.two_rows else 0) if at.portrait else 7.4)
        """The ground on which everybody stands."""
        self.column = at.u * (6.6 if at.portrait else 7.2)
        self.slot = 0.0 if at.portrait or not others else at.u * (6.4 if len(others) == 1 else 5.0)
        width = len(placed) * (self.column + at.u * 0.3) + self.slot * len(others)
        self.left = self.w / 2 - width / 2

    def sky(self, winner: str) -> None:
        c, u, of = self.c, self.u, tone(winner)
        parts.ribbon(c, of, Rect(0, 0, self.w, u * 0.8), u)
        c.box(Rect(0, u * 0.73, self.w, u * 0.14), c.theme.rim)
        spark = mix(self.tint, of.normal, 0.4 if c.theme.is_night else 0.55)
        high = self.h * (0.8 if self.portrait else 1)
        crowded = Rect(self.left - u, self.base - 10 * u, self.w - 2 * (self.left - u), 10 * u)
        for x, y, size in _STARS:
            if self.portrait or not crowded.holds(x * self.w, y * high):
                parts.glyph(c, of, x * self.w, y * high, size * u, spark, self.tint)

    def title(self) -> None:
        u, c = self.u, self.c
        room = self.w - u * (8 if self.scene.settings else 4)
        lines, title = fit(self.scene.title, [part * self.t for part in (3.1, 2.6, 2.2, 1.8, 1.5)], room, 1)
        lifted = 0.4 * u if self.scene.sentence and not self.portrait else 0
        y = u * (5.6 if self.portrait else 4.5) - lifted
        y = c.paragraph(self.w / 2, y, lines, title, room, bold=True, anchor="centre")
        if self.scene.sentence:
            text = Text(self.scene.sentence, (1.5, 1.3))
            small, size = fit(text.text, [s * self.t for s in text.sizes], room, 1, bold=False)
            below = y - title * fonts.LINE + max(2.5 * u, size + 0.4 * title)
            c.paragraph(self.w / 2, below, small[:1], size, room, anchor="centre")

    def podium(self) -> None:
        """Second, first, third; in landscape the others stand on the ground to the right, in portrait below."""
        u, step = self.u, self.column + self.u * 0.3
        order = [player for place in (2, 1, 3) for player in self.placed if player.place == place]
        for i, player in enumerate(order):
            self._column(player, self.left + step * (i + 0.5), self.column)
        if not self.portrait:
            start = self.left + len(order) * step
            for i, player in enumerate(self.others):
                self._beside(player, start + self.slot * (i + 0.5))
        self.c.box(Rect(0, self.base, self.w, self.h - self.base), self.tint)
        self.c.box(Rect(0, self.base, self.w, u * 0.2), self.c.theme.rim)
        if self.portrait:
            self._below(self.others)

    def _column(self, player: ScenePlayer, x: float, width: float) -> None:
        c, u, place = self.c, self.u, player.place or 3
        high = _COLUMNS[self.portrait][place]
        top = self.base - high * u
        c.box(Rect(x - width / 2, top, width, high * u + u * 0.6), c.theme.rim, u * 0.6)
        c.box(Rect(x - width / 2 + u * 0.14, top + u * 0.14, width - u * 0.28, high * u + u * 0.4), c.theme.card, u * 0.5)
        bar = Rect(x - width / 2 + u * 0.14, top + u * 0.55, width - u * 0.28, u * 0.6)
        parts.ribbon(c, tone(player.color), bar, u * 0.8)
        for y in (top + u * 0.48, top + u * 1.12):
            c.box(Rect(bar.x, y, bar.w, u * 0.1), c.theme.rim)
        size, middle = u * 2.4, (top + u * 1.2 + self.base) / 2
        c.text(x, middle + size * fonts.CAP_MIDDLE, str(place), size, bold=True, anchor="centre", part="podium")
        height = _PAWNS[self.portrait][min(place, 2) - 1] * (0.85 if self.two_rows else 1.0)
        if place == 1 and self.scene.sentence and not self.portrait:
            height -= 1.0
        parts.pawn(c, tone(player.color), x, top + u * 0.05, u * height)

    def _beside(self, player: ScenePlayer, x: float) -> None:
        height = _PAWNS[False][2] * self.u
        parts.pawn(self.c, tone(player.color), x, self.base, height)
        self._home(player, x, self.base - height - self.u * 1.3)

    def _home(self, player: ScenePlayer, x: float, y: float) -> None:
        u = self.u * 1.15
        if player.place is not None:
            size = self.u * 1.6
            self.c.text(x, y + size * fonts.CAP_MIDDLE, str(player.place), size, bold=True, anchor="centre", part="podium")
            return
        for k in range(4):
            at = x + (k - 1.5) * u * 0.72
            self.c.disc(at, y, u * 0.29, self.c.theme.rim)
            if k >= player.home:
                self.c.disc(at, y, u * 0.29 - max(1.2, u * 0.08), self.tint)

    def _below(self, others: list[ScenePlayer]) -> None:
        """In portrait: a row between the podium and the buttons."""
        u = self.u
        if not others:
            return
        if len(others) == 1:
            parts.pawn(self.c, tone(others[0].color), self.w / 2 - u * 3.6, self.base + u * 5.3, u * 4.4)
            self._home(others[0], self.w / 2 + u * 1.2, self.base + u * 3.4)
            return
        slot = min(7 * u, (self.w - 2 * u) / len(others))
        for i, player in enumerate(others):
            x = self.w / 2 + (i - (len(others) - 1) / 2) * slot
            parts.pawn(self.c, tone(player.color), x, self.base + u * 4.6, u * 3.8)
            self._home(player, x, self.base + u * 5.6)

    def buttons(self, pressed: str | None) -> list[Touch]:
        """Along the lower edge: the main one on the right."""
        u, scene = self.u, self.scene
        touches = []
        ordered = sorted(scene.buttons, key=lambda button: not button.main)
        if ordered:
            for button, box in zip(ordered, self._boxes(), strict=True):
                parts.button(self.c, button, box, self._size(), button.id == pressed)
                touches.append(Touch(button.id, box))
        if scene.settings:
            parts.icon(self.c, SETTINGS, self.w - 2.4 * u, 3.0 * u, 1.8 * u, self.c.theme.soft)
            touches.append(Touch(SETTINGS, Rect(self.w - 4.6 * u, 0.8 * u, 4.4 * u, 4.4 * u)))
        return touches

    def _size(self) -> float:
        """Of the words on the buttons: the largest with which they have room beside each other."""
        size = self.t * (1.4 if self.portrait else 1.6)
        row = self.scene.buttons[1:] if self.two_rows else self.scene.buttons
        wanted = sum(parts.button_width(button, self.u, size) + self.u for button in row)
        return size * min(1.0, (self.w - 2.8 * self.u) / wanted) if len(self.scene.buttons) > SIDE_BY_SIDE else size

    def _boxes(self) -> list[Rect]:
        u, margin = self.u, self.u * 1.4
        ordered = sorted(self.scene.buttons, key=lambda button: not button.main)
        if self.portrait:
            row = Rect(margin, self.h - u * 6, self.w - 2 * margin, u * 4.6)
            if not self.two_rows:
                return row_of_buttons(row, ordered, u, self.t * 1.4)
            return [row._replace(y=row.y - ROW * u), *row_of_buttons(row, ordered[1:], u, self.t * 1.4)]
        if len(ordered) > SIDE_BY_SIDE:
            return row_of_buttons(Rect(margin, self.h - u * 5.6, self.w - 2 * margin, u * 4.4), ordered, u, self._size())
        wide = [18.0 if button.main else 14.0 for button in ordered]
        top, boxes, right = self.h - u * 5.6, [], self.w - margin
        for width in wide:
            boxes.append(Rect(right - width * u, top, width * u, u * 4.4))
            right = margin + 14 * u if len(ordered) == 2 else right - width * u - u
        return boxes
