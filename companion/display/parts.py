"""The things that appear on several screens: glyph, piece, pawn, die, ribbon, sign, button."""

from __future__ import annotations

import math

import pygame

from calibration.profile import Srgb
from companion.display import fonts, icons, shapes
from companion.display.canvas import Canvas, Rect
from companion.display.palette import BLACK, PIP, WHITE, Pattern, Shape, Theme, Tone, mix
from companion.scene import SceneButton

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def glyph(c: Canvas, tone: Tone, x: float, y: float, r: float, colour: Srgb, hole: Srgb) -> None:
    """A player's shape in a circle of radius `r`; `hole` is what shows through it."""
    outlines, holes = shapes.glyph(tone.shape)
    for outline in outlines:
        c.polygon(shapes.placed(outline, x, y, r), colour)
    if tone.shape in (Shape.STAR, Shape.TRIANGLE):
        c.stroke(shapes.placed(outlines[0], x, y + 0.02 * r, r * 0.9), r * 0.16, colour, closed=True)
    for outline in holes:
        c.polygon(shapes.placed(outline, x, y, r), hole)


def token(c: Canvas, tone: Tone, x: float, y: float, r: float) -> None:
    """A piece seen from above."""
    c.disc(x, y, r * 1.16, c.theme.halo)
    c.disc(x, y, r, c.theme.rim)
    c.disc(x, y, r - max(1.8, r * 0.13), tone.normal)
    glyph(c, tone, x, y, r * 0.52, tone.on, tone.normal)


def ghost(c: Canvas, tone: Tone, x: float, y: float, r: float) -> None:
    """Where a piece could go."""
    face = mix(c.theme.tint(tone), c.theme.field, 0.15)
    c.disc(x, y, r * 1.12, c.theme.halo)
    c.disc(x, y, r, face)
    c.ring(x, y, r, max(2.0, r * 0.16), c.theme.rim, dash=(r * 0.42, r * 0.36))
    glyph(c, tone, x, y, r * 0.5, c.theme.ink if c.theme.is_night else tone.dark, face)


def pawn(c: Canvas, tone: Tone, x: float, foot: float, h: float) -> None:
    """A pawn from the side, `h` pixels high; it stands for the player. (x, foot) is the middle of its foot."""
    side = shapes.bezier((0.105, -0.66), (0.13, -0.42), (0.20, -0.30), (0.27, -0.13))
    body = shapes.placed(side + tuple((-a, b) for a, b in reversed(side)), x, foot, h)
    contour = max(2.0, h * 0.028)
    for grow, colour in ((contour, c.theme.rim), (0.0, tone.normal)):
        c.disc(x, foot - 0.795 * h, 0.195 * h + grow, colour)
        c.polygon(body, colour)
        if grow:
            c.stroke(body, 2 * grow, colour, closed=True)
        c.box(Rect(x - 0.3 * h, foot - 0.145 * h, 0.6 * h, 0.145 * h).grown(grow), colour, 0.07 * h + grow)
    shine = mix(tone.normal, WHITE, 0.45 if tone.on == WHITE else 0.7)
    c.stroke(shapes.arc(x, foot - 0.795 * h, 0.105 * h, -165, -104, 12), h * 0.035, shine)
    glyph(c, tone, x, foot - 0.31 * h, h * 0.125, tone.on, tone.normal)
    c.claim("pawn", Rect(x - 0.3 * h - contour, foot - h, 0.6 * h + 2 * contour, h + contour))


def die(c: Canvas, x: float, y: float, side: float, value: int | None) -> None:
    """A die around its centre; without a value it has no pips."""
    box = Rect(x - side / 2, y - side / 2, side, side)
    c.box(box, c.theme.die, side * 0.2, line=PIP, line_width=max(2.0, side * 0.03))
    for across, down in _PIPS.get(value or 0, ()):
        c.disc(x + across * side * 0.255, y + down * side * 0.255, side * 0.092, PIP)
    c.claim("die", box)


def home_places(c: Canvas, x: float, y: float, u: float, home: int, back: Srgb) -> None:
    """Four small places around x, filled as pieces come home; `u` scales them."""
    for k in range(4):
        at = x + (k - 1.5) * u * 0.62
        c.disc(at, y, u * 0.25, c.theme.rim)
        if k >= home:
            c.disc(at, y, u * 0.25 - max(1.2, u * 0.07), back)


def ribbon(c: Canvas, tone: Tone, rect: Rect, scale: float) -> None:
    """A bar in the player's colour and pattern; `scale` is the pattern's unit in pixels."""
    tile = c.tile((rect.w, rect.h))
    tile.fill(tone.normal)
    mark = mix(tone.normal, tone.on, 0.62 if tone.on == WHITE else 0.72)
    draw = {
        Pattern.DOTS: _dots,
        Pattern.DIAGONAL: _diagonal,
        Pattern.LOZENGES: _lozenges,
        Pattern.WAVES: _waves,
        Pattern.UPRIGHT: _upright,
    }.get(tone.pattern)
    if draw is not None:
        draw(tile, mark, scale * c.scale)
    c.paste(tile, rect.x, rect.y)


def _dots(tile: pygame.Surface, mark: Srgb, k: float) -> None:
    w, h = tile.get_size()
    for j in range(int(h / (k * 0.5)) + 2):
        for i in range(-1, int(w / (k * 0.5)) + 2):
            pygame.draw.circle(tile, mark, ((i + 0.5 + (j % 2) * 0.5) * k * 0.5, (j + 0.5) * k * 0.5), k * 0.105)


def _diagonal(tile: pygame.Surface, mark: Srgb, k: float) -> None:
    w, h = tile.get_size()
    step = k * 0.62
    for i in range(-int(h / step) - 2, int(w / step) + 3):
        pygame.draw.line(tile, mark, (i * step, h), (i * step + h, 0), max(1, round(k * 0.15)))


def _lozenges(tile: pygame.Surface, mark: Srgb, k: float) -> None:
    w, h = tile.get_size()
    q = k * 0.17
    for j in range(int(h / (k * 0.5)) + 2):
        for i in range(-1, int(w / (k * 0.55)) + 2):
            x, y = (i + 0.5 + (j % 2) * 0.5) * k * 0.62, (j + 0.5) * k * 0.5
            pygame.draw.polygon(tile, mark, [(x, y - q * 1.2), (x + q, y), (x, y + q * 1.2), (x - q, y)])


def _waves(tile: pygame.Surface, mark: Srgb, k: float) -> None:
    w, h = tile.get_size()
    for j in range(int(h / (k * 0.5)) + 2):
        wave = [(q, (j + 0.5) * k * 0.5 + math.sin(q / k * math.tau / 0.8) * k * 0.1) for q in range(0, w + 4, 4)]
        pygame.draw.lines(tile, mark, False, wave, max(1, round(k * 0.11)))


def _upright(tile: pygame.Surface, mark: Srgb, k: float) -> None:
    w, h = tile.get_size()
    for i in range(int(w / (k * 0.42)) + 2):
        pygame.draw.line(tile, mark, ((i + 0.35) * k * 0.42, 0), ((i + 0.35) * k * 0.42, h), max(1, round(k * 0.1)))


def icon(c: Canvas, name: str, x: float, y: float, side: float, colour: Srgb | None = None, part: str = "icon") -> None:
    """A pictogram around its centre; `side` is the side of its square of 24 units."""
    k, ink = side / 24, colour or c.theme.ink
    left, top = x - 12 * k, y - 12 * k
    for stroke in icons.ICONS[name]:
        _icon_stroke(c, stroke, left, top, k, ink)
    c.claim(part, Rect(x - side * 0.48, y - side * 0.48, side * 0.96, side * 0.96))


def _icon_stroke(c: Canvas, s: icons.Stroke, left: float, top: float, k: float, ink: Srgb) -> None:
    pen = 2.4 * k
    match s:
        case icons.Line(points, dashed):
            c.stroke(shapes.placed(points, left, top, k), pen, ink, dash=(2.2 * k, 3.6 * k) if dashed else None)
        case icons.Fill(points):
            c.polygon(shapes.placed(points, left, top, k), ink)
            c.stroke(shapes.placed(points, left, top, k), pen / 2, ink, closed=True)
        case icons.Dot(x, y, r):
            c.disc(left + x * k, top + y * k, r * k, ink)
        case icons.Ring(x, y, r, dashed):
            dash = (r * k * 0.62, r * k * 0.63) if dashed else None
            c.ring(left + x * k, top + y * k, r * k, pen * (0.72 if dashed else 1), ink, dash)
        case icons.Arc(x, y, r, first, last):
            c.stroke(shapes.placed(shapes.arc(x, y, r, first, last), left, top, k), pen, ink)
        case icons.Box():
            outline = shapes.round_box(s.left, s.top, s.right, s.bottom, s.corner)
            c.stroke(shapes.placed(outline, left, top, k), pen, ink, closed=True)
        case icons.Pawn(x, y, height):
            _icon_pawn(c, left + x * k, top + y * k, height * k, ink)
        case icons.Sign(x, baseline, text, size):
            c.text(left + x * k, top + baseline * k, text, size * k, ink, bold=True, anchor="centre", part="icon")


def _icon_pawn(c: Canvas, x: float, foot: float, h: float, ink: Srgb) -> None:
    side = shapes.bezier((0.105, -0.66), (0.13, -0.42), (0.20, -0.30), (0.28, -0.13), 8)
    c.polygon(shapes.placed(side + tuple((-a, b) for a, b in reversed(side)), x, foot, h), ink)
    c.disc(x, foot - 0.78 * h, 0.21 * h, ink)
    c.box(Rect(x - 0.31 * h, foot - 0.17 * h, 0.62 * h, 0.17 * h), ink, 0.07 * h)


def button_width(button: SceneButton, u: float, size: float, lines: int = 1) -> float:
    """The width the button's sign and label need at that size of text, edges included; with two `lines` that of the wider one."""
    sign = size * 1.35 + u * 0.55 if button.icon else 0.0
    whole = fonts.width(button.label, size, True)
    words = button.label.split()
    if lines > 1 and len(words) > 1:
        halves = ((" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words)))
        whole = min(max(fonts.width(half, size, True) for half in pair) for pair in halves)
    return whole + sign + u * 0.9


def button(c: Canvas, of: SceneButton, rect: Rect, size: float, pressed: bool = False) -> None:
    """Touchable things, and only they, have the thick lower edge; a pressed one sinks into it."""
    u, edge_height = c.u, c.u * (0.1 if pressed else 0.3)
    face, edge, ink = _button_colours(c.theme, of.main)
    top = rect.y + u * (0.2 if pressed else 0)
    height = rect.bottom - edge_height - top
    c.box(Rect(rect.x, top + edge_height, rect.w, rect.bottom - top - edge_height), edge, u * 0.9)
    c.box(Rect(rect.x, top, rect.w, height), face, u * 0.9, line=face if of.main else edge, line_width=u * 0.12)
    _label(c, of, rect, top + height / 2, size, ink)


def _label(c: Canvas, of: SceneButton, rect: Rect, middle: float, size: float, ink: Srgb) -> None:
    """Sign and words of a button, in one line or two; the sign gives way where the words leave no room for it."""
    u, sign, name = c.u, size * 1.35, f"button:{of.id}"
    lines, shown = _label_lines(of, rect.w - u * 0.8, size, sign + u * 0.55)
    beside = sign + u * 0.55 if shown else 0.0
    width = max(fonts.width(line, size, True) for line in lines)
    left = rect.cx - (width + beside) / 2
    if shown and shown != "next":
        icon(c, shown, left + sign / 2, middle, sign, ink, name)
        left += beside
    baseline = middle + size * (fonts.CAP_MIDDLE - fonts.LINE * (len(lines) - 1) / 2)
    for line in lines:
        c.text(left + width / 2, baseline, line, size, ink, True, "centre", rect.w - u * 0.8 - beside, name)
        baseline += size * fonts.LINE
    if shown == "next":
        icon(c, shown, left + width + u * 0.55 + sign / 2, middle, sign, ink, name)
    c.claim(name, rect)


def _label_lines(of: SceneButton, room: float, size: float, sign: float) -> tuple[list[str], str | None]:
    """The lines of a label, and the sign that stands beside them: one line with it, two with it, without it."""
    for shown, lines in ((of.icon, 1), (of.icon, 2), (None, 1), (None, 2)):
        wrapped = fonts.wrap(of.label, size, room - (sign if shown else 0), True)
        fits = all(fonts.width(line, size, True) <= room - (sign if shown else 0) for line in wrapped)
        if len(wrapped) <= lines and fits:
            return wrapped, shown
    return [fonts.shorten(of.label, size, room, True)], None


def _button_colours(theme: Theme, main: bool) -> tuple[Srgb, Srgb, Srgb]:
    """Face, edge and ink."""
    if main:
        return theme.accent, mix(theme.accent, BLACK, 0.38), theme.on_accent
    return theme.card, mix(theme.line, theme.ink, 0.12), theme.ink
