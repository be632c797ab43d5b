"""The panel beside the board: it wears the colour of who is on. Its frame, and the parts that several screens share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.profile import Srgb
from companion.display import fonts, parts
from companion.display.canvas import Anchor, Canvas, Rect
from companion.display.layout import Layout, text_unit
from companion.display.palette import Theme, mix, tone
from companion.scene import Scene, SceneButton

SETTINGS, CLOSE, DIFFERENT = "settings", "close", "different"
"""The ids of the signs in the corner."""
BUTTON_HEIGHT, LARGE_BUTTON, BUTTON_GAP = 4.2, 5.2, 0.6
"""In u; in large print a button has room for two lines."""
GAP = 0.5
"""Between two texts of a block, in u."""
ORDER_HEIGHT = 4.9
SIGN_STEP = 5.0
"""From one sign in the corner to the next, in u: a finger's 4.4 and the gap."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A place that can be pressed."""

    id: str
    box: Rect


class Panel:
    """Draws into the panel of a layout. `inner` is what padding and ribbon leave; `floor` the upper edge of what stands
    at the bottom (order row, buttons) and sinks as they are added."""

    def __init__(self, at: Layout, theme: Theme, scene: Scene, neutral: bool, pressed: str | None) -> None:
        self.scene, self.portrait, self.u = scene, at.portrait, at.u
        self.t = text_unit(at.u, scene.large)
        self.color = None if neutral else scene.on
        self.tint = theme.hush if self.color is None else theme.tint(tone(self.color))
        self.c = Canvas(at.panel, at.u, theme, self.tint)
        self.touches: list[Touch] = []
        self.pressed = pressed
        self.inner = self._frame(at.panel, theme)
        self.floor = self.inner.bottom
        self.wide = self.inner.w > 20 * at.u
        """Whether there is room for the larger sizes."""

    def _frame(self, rect: Rect, theme: Theme) -> Rect:
        """The ribbon along the board, and the room inside."""
        u, pad, bar = self.u, self.u * 1.1, 0.0
        if self.color is not None:
            bar, of, pen = u * 0.8, tone(self.color), u * 0.14
            edge = mix(of.normal, theme.ink, 0.35) if theme.is_night else theme.rim
            strip = Rect(rect.x, rect.y, rect.w, bar) if self.portrait else Rect(rect.x, rect.y, bar, rect.h)
            parts.ribbon(self.c, of, strip, u)
            for far in (pen / 2, bar):
                line = Rect(rect.x, rect.y + far - pen / 2, rect.w, pen)
                self.c.box(line if self.portrait else Rect(rect.x + far - pen / 2, rect.y, pen, rect.h), edge)
        left = rect.x + pad + (0 if self.portrait else bar)
        top = rect.y + pad * 0.9 + (bar if self.portrait else 0)
        return Rect(left, top, rect.right - pad - left, rect.bottom - pad * 0.9 - top)

    # ---- what stands at the bottom ----

    def order(self) -> None:
        """Who is on, who is next, how many are home; six players share the width."""
        players, u = self.scene.players, self.u
        if not players:
            return
        width = self.inner.w if self.portrait else min(self.inner.w, u * 17)
        left, step = self.inner.cx - width / 2, width / len(players)
        y = self.floor - u * 2.5
        for i, player in enumerate(players):
            x, on = left + step * (i + 0.5), player.color == self.scene.on
            if on:
                tile = min(step * 0.94, u * 6.6)
                self.c.box(Rect(x - tile / 2, y - u * 1.75, tile, u * 4.1), self.c.theme.card, u * 0.8)
            parts.token(self.c, tone(player.color), x, y, u * (1.12 if on else 0.95))
            parts.home_places(self.c, x, y + u * 1.72, u, player.home, self.c.theme.card if on else self.tint)
        self.c.claim("order", Rect(left, y - u * 1.75, width, u * 4.1))
        self.floor -= u * ORDER_HEIGHT

    def buttons(self) -> None:
        """The scene's buttons: below each other with the main one on top, in portrait side by side with it on the right."""
        buttons = sorted(self.scene.buttons, key=lambda button: not button.main)
        if not buttons:
            return
        size = self.t * (1.6 if self.wide and not self.portrait else 1.4)
        for button, box in zip(buttons, self._button_boxes(buttons, size), strict=True):
            self.button(button, box, size)
        self.floor = min(touch.box.y for touch in self.touches) - self.u * 0.9

    def _button_boxes(self, buttons: Sequence[SceneButton], size: float) -> list[Rect]:
        height, gap = self.u * (LARGE_BUTTON if self.scene.large else BUTTON_HEIGHT), self.u * BUTTON_GAP
        if not self.portrait:
            top = self.floor - len(buttons) * height - (len(buttons) - 1) * gap
            return [Rect(self.inner.x, top + i * (height + gap), self.inner.w, height) for i in range(len(buttons))]
        return row_of_buttons(Rect(self.inner.x, self.floor - height, self.inner.w, height), buttons, self.u, size)

    def button(self, button: SceneButton, box: Rect, size: float) -> None:
        """One button, drawn and touchable."""
        parts.button(self.c, button, box, size, button.id == self.pressed)
        self.touches.append(Touch(button.id, box))

    @property
    def corner(self) -> float:
        """The width in u that the signs in the corner take."""
        count = (self.scene.settings or self.scene.closable) + self.scene.correctable
        return 2.2 + (SIGN_STEP if count == 2 and self.portrait else 0.0) if count else 0.0

    def settings(self) -> None:
        """The quiet signs in the corner, each with room for a finger: closing cross or settings, then the arrow back, below it or
        in portrait to the left."""
        u, scene = self.u, self.scene
        corner = Rect(self.c.rect.right - 4.4 * u, self.inner.y - u, 4.4 * u, 4.4 * u)
        signs = [(CLOSE, "no")] if scene.closable else [(SETTINGS, SETTINGS)] if scene.settings else []
        signs += [(DIFFERENT, "undo")] if scene.correctable else []
        for number, (name, sign) in enumerate(signs):
            left, down = (number * SIGN_STEP * u, 0.0) if self.portrait else (0.0, number * SIGN_STEP * u)
            parts.icon(self.c, sign, self.inner.right - u - left, self.inner.y + u * 1.1 + down, u * 1.7, self.c.theme.soft)
            self.touches.append(Touch(name, corner._replace(x=corner.x - left, y=corner.y + down)))

    # ---- what stands on top ----

    def who(self) -> float:
        """A small pawn and the name of who is on. Returns the lower edge."""
        u, player = self.u, self.scene.player(self.scene.on or "")
        if player is None:
            return self.inner.y
        parts.pawn(self.c, tone(player.color), self.inner.x + u * 1.5, self.inner.y + u * 4.2, u * 4.2)
        room = self.inner.w - u * (3.7 + self.corner)
        lines, size = fit(player.name, (2 * self.t, 1.7 * self.t, 1.4 * self.t, 1.3 * self.t), room, 1)
        if len(lines) > 1:
            lines, size = fit(player.name, (1.3 * self.t,), room, 1)
        first = self.inner.y + u * 3.0 - size * fonts.LINE * (len(lines) - 1)
        first = max(first, self.inner.y + 0.8 * size)
        below = self.c.paragraph(self.inner.x + u * 3.6, first, lines, size, room, bold=True)
        return max(self.inner.y + u * 4.2, below - size * 0.9)

    def heading(self) -> float:
        """The eye and the title. Returns the lower edge."""
        u = self.u
        parts.icon(self.c, "look", self.inner.x + u * 1.6, self.inner.y + u * 1.9, u * 2.8, self.c.theme.error)
        room = self.inner.w - u * (4.0 + self.corner)
        lines, size = fit(self.scene.title, (2 * self.t, 1.75 * self.t, 1.5 * self.t, 1.3 * self.t), room, 1)
        first = self.inner.y + u * 1.9 + size * (fonts.CAP_MIDDLE - fonts.LINE * (len(lines) - 1) / 2)
        below = self.c.paragraph(self.inner.x + u * 3.9, max(first, self.inner.y + size * 0.8), lines, size, room, bold=True)
        return max(self.inner.y + u * 3.4, below - size * 0.7)

    def block(self, box: Rect, texts: Sequence[Text], anchor: Anchor = "centre", gap: float = GAP) -> None:
        """Texts below each other, together in the middle of `box`, each at the largest size that fits; `gap` in u."""
        laid = fit_block(texts, box, self.t, gap)
        y = box.y + max(0.0, (box.h - block_height(laid, self.t, gap)) / 2)
        x = box.cx if anchor == "centre" else box.x
        for text, lines, size in laid:
            self.c.paragraph(x, y + size * 0.9, lines, size, box.w, text.colour, text.bold, anchor)
            y += size * fonts.LINE * len(lines) + self.t * gap


@dataclass(frozen=True, slots=True)
class Text:
    """A text to be laid out: sizes in u, the best first."""

    text: str
    sizes: tuple[float, ...]
    bold: bool = False
    colour: Srgb | None = None
    lines: int = 2
    """Lines it should not exceed; at the smallest size one more is allowed."""
    yields: bool = False
    """It gives way where not even the smallest sizes of all texts fit: a picture, or the voice, says it too."""


Laid = tuple[Text, list[str], float]


def fit(text: str, sizes: Sequence[float], room: float, lines: int, bold: bool = True) -> tuple[list[str], float]:
    """The text wrapped at the first of `sizes` (pixels) that needs no more than `lines` lines; else one line more.

    At the smallest size any number of lines is taken, and a word too long for a line loses its end.
    """
    for most in (lines, lines + 1):
        for size in sizes:
            wrapped = fonts.wrap(text, size, room, bold)
            if len(wrapped) <= most and all(fonts.width(line, size, bold) <= room for line in wrapped):
                return wrapped, size
    return [fonts.shorten(line, sizes[-1], room, bold) for line in fonts.wrap(text, sizes[-1], room, bold)], sizes[-1]


def fit_block(texts: Sequence[Text], box: Rect, u: float, gap: float = GAP) -> list[Laid]:
    """The texts at the largest sizes with which all of them fit into the box, else without those that give way."""
    shown = [text for text in texts if text.text]
    laid: list[Laid] = []
    for kept in (shown, [text for text in shown if not text.yields]):
        for skip in range(max((len(text.sizes) for text in kept), default=0)):
            laid = [_lay(text, skip, box.w, u) for text in kept]
            if block_height(laid, u, gap) <= box.h:
                return laid
    return laid


def _lay(text: Text, skip: int, room: float, u: float) -> Laid:
    """The text without its `skip` largest sizes."""
    sizes = [size * u for size in text.sizes[min(skip, len(text.sizes) - 1) :]]
    return text, *fit(text.text, sizes, room, text.lines, text.bold)


def block_height(laid: Sequence[Laid], u: float, gap: float = GAP) -> float:
    """How high the texts are together."""
    return sum(size * fonts.LINE * len(lines) for _, lines, size in laid) + u * gap * max(0, len(laid) - 1)


def row_of_buttons(row: Rect, buttons: Sequence[SceneButton], u: float, size: float) -> list[Rect]:
    """Side by side, the first on the right, each as wide as its label wants plus an equal share of what is left."""
    gap = u * BUTTON_GAP
    wanted = [parts.button_width(button, u, size) for button in buttons]
    if sum(wanted) + gap * (len(buttons) - 1) > row.w:
        wanted = [parts.button_width(button, u, size, lines=2) for button in buttons]
    spare = (row.w - gap * (len(buttons) - 1) - sum(wanted)) / len(buttons)
    boxes, right = [], row.right
    for width in wanted:
        boxes.append(Rect(right - width - spare, row.y, width + spare, row.h))
        right -= width + spare + gap
    return boxes
