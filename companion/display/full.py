"""The screens without a board beside them: who plays, by which rules, a question, the evening (mock-ups *setup*, *rules*, *ask*,
*evening*). One title, cards or rows, buttons along the lower edge with the main one on the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from companion.display import fonts, parts
from companion.display.canvas import Canvas, Rect
from companion.display.layout import Layout, text_unit
from companion.display.palette import Theme
from companion.display.panel import SETTINGS, Touch, fit, row_of_buttons
from companion.scene import Scene

MARGIN, CARD_GAP = 1.4, 0.9
TITLE_BOTTOM, BAR = 5.8, 5.6
"""In u: the lower edge of the title, and the height of the row of buttons with its margin."""
TWO_LINES = 1.5
"""In u: the largest print of which a button holds two lines."""
LEAST_ROOM = 6.0
"""A sentence that has less room in u gives way to the buttons."""
SENTENCE_LINES = 3
"""More than these beside the buttons give way: the title stands above."""


@dataclass(frozen=True)
class Inset:
    """A finished picture that lies on the screen, at its upper left corner."""

    surface: pygame.Surface
    x: float
    y: float


class FullScreen:
    """One of these screens while it is drawn."""

    def __init__(self, at: Layout, theme: Theme, scene: Scene, pressed: str | None) -> None:
        self.scene, self.pressed, self.portrait, self.u = scene, pressed, at.portrait, at.u
        self.w, self.h = at.size
        self.t = text_unit(at.u, scene.large)
        self.c = Canvas(Rect(0, 0, self.w, self.h), at.u, theme, theme.paper)
        self.touches: list[Touch] = []
        self.insets: list[Inset] = []
        self.floor = float(self.h)

    @property
    def room(self) -> Rect:
        """What title and buttons leave."""
        u = self.u
        return Rect(MARGIN * u, TITLE_BOTTOM * u, self.w - 2 * MARGIN * u, self.floor - TITLE_BOTTOM * u)

    def title(self, left: float = 1.6, size: float = 2.5) -> None:
        """The large line at the top; `left` and `size` in u."""
        u = self.u
        room = self.w - (left + 1.4 + (3.6 if self.scene.settings else 0)) * u
        lines, fitting = fit(self.scene.title, [part * self.t for part in (size, size * 0.84, size * 0.7, 1.5, 1.3)], room, 1)
        baseline = 3.9 * u - fitting * fonts.LINE * (len(lines) - 1) / 2
        self.c.paragraph(left * u, baseline, lines, fitting, room, bold=True)
        if self.scene.settings:
            parts.icon(self.c, SETTINGS, self.w - 2.4 * u, 3.0 * u, 1.8 * u, self.c.theme.soft)
            self.touches.append(Touch(SETTINGS, Rect(self.w - 4.6 * u, 0.8 * u, 4.4 * u, 4.4 * u)))

    def buttons(self) -> None:
        """Along the lower edge: the main one on the right, the others on the left; in portrait they share the width."""
        u, ordered = self.u, sorted(self.scene.buttons, key=lambda button: not button.main)
        size = self.t * (1.4 if self.portrait else 1.6)
        if self.portrait and len(ordered) > 2:
            size = min(size, TWO_LINES * u)
        row = Rect(MARGIN * u, self.h - BAR * u, self.w - 2 * MARGIN * u, 4.4 * u)
        boxes = self._apart(row, size)
        if ordered and (self.portrait or sum(box.w for box in boxes) + u * (len(boxes) - 1) > row.w):
            boxes = row_of_buttons(row, ordered, u, size)
        for button, box in zip(ordered, boxes, strict=True):
            parts.button(self.c, button, box, size, button.id == self.pressed)
            self.touches.append(Touch(button.id, box))
        self.floor = (row.y if ordered else self.h) - 1.2 * u

    def _apart(self, row: Rect, size: float) -> list[Rect]:
        u, boxes, left = self.u, [], row.x
        for number, button in enumerate(sorted(self.scene.buttons, key=lambda button: not button.main)):
            width = max(11 * u, parts.button_width(button, u, size) + 2 * u)
            right = number == 0 and (button.main or len(self.scene.buttons) > 1)
            boxes.append(Rect(row.right - width if right else left, row.y, width, row.h))
            left += 0 if right else width + u
        return boxes

    def sentence(self, icon: str = "") -> None:
        """The line above or beside the buttons, behind a quiet sign."""
        u, text = self.u, self.scene.sentence
        if not text:
            return
        left, sign = MARGIN * u, 3.2 * u if icon else 0.2 * u
        if self.portrait:
            left += sign
            room = self.w - left - MARGIN * u
        else:
            boxes = [touch.box for touch in self.touches if touch.id != SETTINGS]
            left = max([left, *(box.right + u for box in boxes if box.cx < self.w / 2)]) + sign
            right = min([box.x - u for box in boxes if box.cx > self.w / 2], default=self.w - (MARGIN + 1) * u)
            room = right - left
        if room < LEAST_ROOM * u:
            return
        lines, size = fit(text, (1.5 * self.t, 1.3 * self.t), room, 2, bold=False)
        if len(lines) > SENTENCE_LINES:
            return
        if self.portrait:
            high = max(2 * 1.5 * u * fonts.LINE, size * fonts.LINE * len(lines))
            middle = self.floor - high / 2 + 0.15 * u
            self.floor -= high + 0.9 * u
        else:
            middle = self.h - BAR * u + 2.2 * u
        if icon:
            parts.icon(self.c, icon, left - 1.9 * u, middle, 2.4 * u, self.c.theme.soft)
        first = middle + size * (fonts.CAP_MIDDLE - fonts.LINE * (len(lines) - 1) / 2)
        self.c.paragraph(left, first, lines, size, room, self.c.theme.soft)

    def grid(self, count: int) -> list[Rect]:
        """Equal cards in the room: four, or up to three beside each other; in portrait two or below each other."""
        u, room = self.u, self.room
        if not count:
            return []
        columns = (1 if count <= 3 else 2) if self.portrait else count if count <= 4 else 3
        rows, gap = -(-count // columns), CARD_GAP * u
        width, height = (room.w - gap * (columns - 1)) / columns, (room.h - gap * (rows - 1)) / rows
        spots = [divmod(number, columns) for number in range(count)]
        return [Rect(room.x + x * (width + gap), room.y + y * (height + gap), width, height) for y, x in spots]


def centred(
    screen: FullScreen, text: str, x: float, baseline: float, sizes: Sequence[float], room: float, soft: bool, bold: bool
) -> None:
    """A line, or two, around x; the last of two lies on the baseline. Sizes in u."""
    lines, size = fit(text, [size * screen.t for size in sizes], room, 2, bold)
    first = baseline - size * fonts.LINE * (len(lines) - 1)
    colour = screen.c.theme.soft if soft else None
    screen.c.paragraph(x, first, lines, size, room, colour, bold, "centre")
