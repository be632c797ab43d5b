"""The screen with the live picture: the found board drawn over it, and what is to be done below (mock-up *calibrate*)."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from companion.display import palette, parts
from companion.display.canvas import Canvas, Rect
from companion.display.layout import Size
from companion.display.palette import DAY, WHITE, Theme, tone
from companion.display.panel import Text, Touch, fit_block, row_of_buttons
from companion.display.render import Layer, Picture
from companion.live_picture import BoardDrawing, LivePicture, LiveState, Point
from hardware.ports import BgrImage

BAR_HEIGHT, BAR_BUTTON = 7.0, 4.4
"""In u, on wide screens; on high ones the picture takes 1.05 of the width."""
BOARD_MARGIN = 0.12
"""Share of the board's width that is shown round it."""
RING, RING_CASING = 0.13, 0.26
OUTLINE, OUTLINE_CASING = 0.32, 0.62
BADGE = 1.5


class LivePainter:
    """Draws live pictures at one size. What lies over the picture is kept until the board or the words change."""

    def __init__(self, size: Size) -> None:
        self.size = size
        width, height = size
        self.u = min(size) / 30
        self.portrait = width < height
        cut = round(width * 1.05) if self.portrait else round(height - BAR_HEIGHT * self.u)
        self.area = Rect(0, 0, width, cut)
        self.bar = Rect(0, cut, width, height - cut)
        self._kept: dict[str, tuple[object, Layer]] = {}

    def draw(self, live: LivePicture, pressed: str | None = None) -> Picture:
        """The whole screen; `pressed` is the button under the finger."""
        theme = palette.theme(live.night)
        surface = pygame.Surface(self.size, 0, 32)
        surface.fill(theme.hush)
        shown = self._window(live)
        self._put_picture(surface, live.bgr, shown)
        layers = [self._bar(live, theme, pressed)]
        if live.drawing is not None:
            layers.insert(0, self._over(live.drawing, shown, shown.w / live.bgr.shape[1]))
        for layer in layers:
            surface.blit(layer.surface, (round(layer.rect.x), round(layer.rect.y)))
        words = tuple(word for layer in layers for word in layer.words)
        items = tuple(part for layer in layers for part in layer.parts)
        return Picture(surface, words, items, layers[-1].touches, None)

    # ---- the picture ----

    def _window(self, live: LivePicture) -> Rect:
        """Where the whole picture would lie on the screen: it fills the area if the board stays in it, else all of it is seen."""
        height, width = live.bgr.shape[:2]
        whole = min(self.area.w / width, self.area.h / height)
        if live.drawing is None:
            return self._placed(width, height, whole, (width / 2, height / 2))
        xs, ys = ([p[k] for p in live.drawing.corners] for k in (0, 1))
        margin = BOARD_MARGIN * max(max(xs) - min(xs), max(ys) - min(ys))
        fits = min(self.area.w / (max(xs) - min(xs) + 2 * margin), self.area.h / (max(ys) - min(ys) + 2 * margin))
        scale = max(whole, min(fits, max(self.area.w / width, self.area.h / height)))
        return self._placed(width, height, scale, ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))

    def _placed(self, width: int, height: int, scale: float, middle: Point) -> Rect:
        """The picture at that scale with `middle` in the area's middle, as far as no gap opens that need not be."""
        w, h = width * scale, height * scale
        x = _held(self.area.cx - middle[0] * scale, self.area.w - w)
        y = _held(self.area.cy - middle[1] * scale, self.area.h - h)
        return Rect(self.area.x + x, self.area.y + y, w, h)

    def _put_picture(self, surface: pygame.Surface, bgr: BgrImage, at: Rect) -> None:
        height, width = bgr.shape[:2]
        scale = at.w / width
        left, top = max(0, int(-at.x / scale)), max(0, int(-at.y / scale))
        right = min(width, int((self.area.right - at.x) / scale) + 1)
        bottom = min(height, int((self.area.bottom - at.y) / scale) + 1)
        part = bgr[top:bottom, left:right]
        picture = pygame.image.frombuffer(part.tobytes(), (right - left, bottom - top), "BGR")
        size = (round((right - left) * scale), round((bottom - top) * scale))
        surface.set_clip(pygame.Rect(0, 0, round(self.area.w), round(self.area.h)))
        surface.blit(pygame.transform.smoothscale(picture, size), (round(at.x + left * scale), round(at.y + top * scale)))
        surface.set_clip(None)

    # ---- what lies over it ----

    def _over(self, drawing: BoardDrawing, at: Rect, scale: float) -> Layer:
        return self._keep("over", (drawing, at), lambda: Layer.of(self._draw_over(drawing, at, scale)))

    def _draw_over(self, drawing: BoardDrawing, at: Rect, scale: float) -> Canvas:
        """Petrol lines with white casing, in both themes; each corner wears its player's sign, so that a child can check it."""
        c, u = Canvas(self.area, self.u, DAY, None), self.u

        def place(point: Point) -> Point:
            return at.x + (point[0] + 0.5) * scale, at.y + (point[1] + 0.5) * scale

        for width, colour in ((RING_CASING, WHITE), (RING, DAY.accent)):
            for ring in drawing.rings:
                c.stroke([place(point) for point in ring], u * width, colour, closed=True)
        corners = [place(point) for point in drawing.corners]
        c.stroke(corners, u * OUTLINE_CASING, WHITE, closed=True)
        c.stroke(corners, u * OUTLINE, DAY.accent, closed=True)
        for color, (x, y) in zip(drawing.colors, corners, strict=False):
            of = tone(color)
            c.disc(x, y, u * BADGE, WHITE)
            c.disc(x, y, u * (BADGE - 0.22), DAY.accent)
            c.disc(x, y, u * (BADGE - 0.4), of.normal)
            parts.glyph(c, of, x, y, u * 0.6, of.on, of.normal)
        return c

    def _keep(self, name: str, key: object, make: Callable[[], Layer]) -> Layer:
        kept = self._kept.get(name)
        if kept is None or kept[0] != key:
            kept = self._kept[name] = (key, make())
        return kept[1]

    # ---- the bar below ----

    def _bar(self, live: LivePicture, theme: Theme, pressed: str | None) -> Layer:
        key = (live.state, live.title, live.sentence, live.buttons, live.night, pressed)
        return self._keep("bar", key, lambda: self._draw_bar(live, theme, pressed))

    def _draw_bar(self, live: LivePicture, theme: Theme, pressed: str | None) -> Layer:
        u, bar, c = self.u, self.bar, Canvas(self.bar, self.u, theme, theme.paper)
        touches = self._buttons(c, live, pressed)
        if self.portrait:
            floor = min((touch.box.y for touch in touches), default=bar.bottom) - u
            box = Rect(bar.x + 6 * u, bar.y + u, bar.w - 7.4 * u, floor - bar.y - u)
            self._sign(c, live, theme, 3.2 * u, box.cy)
        else:
            right = min((touch.box.x for touch in touches), default=bar.right - 0.4 * u) - 0.8 * u
            box = Rect(bar.x + 5.5 * u, bar.y + 0.6 * u, right - bar.x - 5.5 * u, bar.h - 1.2 * u)
            self._sign(c, live, theme, 2.9 * u, bar.cy)
        self._texts(
            c, box, [Text(live.title, (1.8, 1.7, 1.5, 1.4), True), Text(live.sentence, (1.4, 1.35, 1.3), colour=theme.soft)]
        )
        return Layer.of(c, touches)

    def _sign(self, c: Canvas, live: LivePicture, theme: Theme, x: float, y: float) -> None:
        """A tick on petrol when it is good; the eye in rust when something is to be done; the camera while it looks."""
        u = self.u
        if live.state is LiveState.GOOD:
            c.disc(x, y, u * 1.8, theme.accent)
            parts.icon(c, "yes", x, y, u * 2.4, theme.on_accent)
        elif live.state is LiveState.OPEN:
            parts.icon(c, "look", x, y, u * 3.6, theme.error)
        else:
            parts.icon(c, "camera", x, y, u * 3.6, theme.ink)

    def _texts(self, c: Canvas, box: Rect, texts: list[Text]) -> None:
        """Left, together in the middle of the box, each at the largest size that fits."""
        laid = fit_block(texts, box, self.u, 0.25)
        height = sum(size * 1.24 * len(lines) for _, lines, size in laid) + 0.25 * self.u * max(0, len(laid) - 1)
        y = box.y + max(0.0, (box.h - height) / 2)
        for text, lines, size in laid:
            c.paragraph(box.x, y + size * 0.95, lines, size, box.w, text.colour, text.bold)
            y += size * 1.24 * len(lines) + 0.25 * self.u

    def _buttons(self, c: Canvas, live: LivePicture, pressed: str | None) -> list[Touch]:
        u, bar, size = self.u, self.bar, self.u * 1.6
        buttons = sorted(live.buttons, key=lambda button: not button.main)
        if not buttons:
            return []
        if self.portrait:
            row = Rect(bar.x + 1.4 * u, bar.bottom - 6 * u, bar.w - 2.8 * u, 4.6 * u)
        else:
            width = sum(max(9.0 * u, parts.button_width(button, u, size) + 1.4 * u) for button in buttons)
            width += 0.6 * u * (len(buttons) - 1)
            row = Rect(bar.right - 1.2 * u - width, bar.y + 1.3 * u, width, BAR_BUTTON * u)
        boxes = row_of_buttons(row, buttons, u, size)
        for button, box in zip(buttons, boxes, strict=True):
            parts.button(c, button, box, size, button.id == pressed)
        return [Touch(button.id, box) for button, box in zip(buttons, boxes, strict=True)]


def _held(start: float, slack: float) -> float:
    """`start` so that no gap opens while the picture is larger than the area (slack below 0); in the middle where it is not."""
    return slack / 2 if slack >= 0 else min(0.0, max(slack, start))
