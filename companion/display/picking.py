"""Who plays and by which rules: one card for each answer."""

from __future__ import annotations

from companion.display import fonts, parts, shapes
from companion.display.canvas import Rect
from companion.display.cards import card, tick
from companion.display.full import FullScreen
from companion.display.palette import Tone, mix, tone
from companion.display.panel import Touch, fit
from companion.scene import RulesPicture, SceneChoice

EXAMPLE = "red"
"""The colour in which rules are drawn."""
THROWS = (6, 2, 4)
LOW = 11.9
"""Cards that are lower, in u, have the pawn beside the words: six of them in two rows, and three rows in portrait."""
TICK_ROOM = 2.7
"""What the tick takes of a card's corner, in u."""


def draw_players(s: FullScreen) -> None:
    """A card for each colour: the pawn, who plays it, how they are helped."""
    s.title()
    s.buttons()
    s.sentence("camera")
    for choice, box in zip(s.scene.choices, s.grid(len(s.scene.choices)), strict=True):
        s.touches.append(Touch(choice.id, box))
        _player(s, choice, box) if choice.taken else _empty(s, choice, box)


def _player(s: FullScreen, choice: SceneChoice, box: Rect) -> None:
    u, of = s.u, tone(choice.color or "")
    card(s.c, box, pressed=choice.id == s.pressed, face=s.c.theme.tint(of))
    tick(s.c, box.right - 1.5 * u, box.y + 1.5 * u)
    if box.h < LOW * u:
        height, words, baseline = _beside(s, box)
        parts.pawn(s.c, of, box.x + 0.8 * u + 0.3 * height, box.cy + 0.5 * height - 0.1 * u, height)
        _named(s, choice, words, baseline)
        return
    foot = box.y + min(box.h * 0.6, box.h - 6.4 * u)
    height = min(box.h * 0.5, 11 * u, box.h - 8.4 * u)
    if 0.6 * height > box.w - 2 * TICK_ROOM * u:
        # A narrow card: the pawn stays below the tick.
        height = min(height, foot - box.y - TICK_ROOM * u)
    parts.pawn(s.c, of, box.cx, foot, height)
    _named(s, choice, box, foot + 2.9 * u)


def _named(s: FullScreen, choice: SceneChoice, box: Rect, baseline: float) -> None:
    """The name, and how that player is helped."""
    lines, size = fit(choice.label, (1.9 * s.t, 1.6 * s.t, 1.4 * s.t, 1.3 * s.t), box.w - s.u, 1)
    s.c.paragraph(box.cx, baseline, lines[:1], size, box.w - 0.6 * s.u, bold=True, anchor="centre")
    _level(s, choice, box, baseline + 2.1 * s.u)


def _level(s: FullScreen, choice: SceneChoice, box: Rect, baseline: float) -> None:
    u, size = s.u, 1.3 * s.t
    width = fonts.width(choice.sentence, size, False)
    if width + (1.9 * u if choice.icon else 0.0) > box.w - 0.4 * u:
        # The sign says it too.
        if choice.icon:
            parts.icon(s.c, choice.icon, box.cx, baseline - size * 0.36, 1.9 * u)
        return
    shift = 0.95 * u if choice.icon else 0.0
    s.c.text(box.cx + shift, baseline, choice.sentence, size, anchor="centre", room=box.w)
    if choice.icon:
        parts.icon(s.c, choice.icon, box.cx + shift - width / 2 - 1.15 * u, baseline - size * 0.36, 1.6 * u)


def _empty(s: FullScreen, choice: SceneChoice, box: Rect) -> None:
    """Nobody plays it: a dashed place with a pale pawn."""
    u, theme = s.u, s.c.theme
    outline = shapes.round_box(box.x, box.y, box.right, box.bottom, u * 1.1)
    s.c.stroke(outline, u * 0.16, theme.line, closed=True, dash=(u * 0.7, u * 0.6))
    of = tone(choice.color or "")
    words, baseline, height = box, box.y + min(box.h * 0.6, box.h - 6.4 * u) + 2.9 * u, min(box.h * 0.44, 9 * u, box.h - 8.4 * u)
    if box.h < LOW * u:
        height, words, baseline = _beside(s, box)
        _pale_pawn(s, of, box.x + 0.8 * u + 0.3 * height, box.cy + 0.5 * height - 0.1 * u, height)
    else:
        _pale_pawn(s, of, box.cx, baseline - 2.9 * u, height)
    s.c.text(words.cx, baseline, choice.label, 1.5 * s.t, theme.soft, True, "centre", words.w)
    if fonts.width(choice.sentence, 1.3 * s.t, False) <= words.w:
        s.c.text(words.cx, baseline + 2.1 * u, choice.sentence, 1.3 * s.t, theme.soft, anchor="centre", room=words.w)


def _beside(s: FullScreen, box: Rect) -> tuple[float, Rect, float]:
    """A low card: the pawn's height, the room right of it, and where the name stands."""
    height = min(box.h - 2.4 * s.u, 0.38 * box.w)
    left = 0.8 * s.u + 0.6 * height
    return height, Rect(box.x + left, box.y, box.w - left, box.h), box.cy + 0.5 * s.u


def _pale_pawn(s: FullScreen, of: Tone, x: float, foot: float, height: float) -> None:
    theme = s.c.theme
    pale = mix(theme.paper, of.normal, 0.32)
    s.c.disc(x, foot - 0.795 * height, 0.195 * height, pale)
    side = shapes.bezier((0.105, -0.66), (0.13, -0.42), (0.20, -0.30), (0.27, -0.13))
    s.c.polygon(shapes.placed(side + tuple((-a, b) for a, b in reversed(side)), x, foot, height), pale)
    s.c.box(Rect(x - 0.3 * height, foot - 0.145 * height, 0.6 * height, 0.145 * height), pale, 0.07 * height)
    parts.glyph(s.c, of, x, foot - 0.31 * height, height * 0.125, theme.paper, pale)


def draw_cards(s: FullScreen) -> None:
    """Answers as cards with a picture and a sentence each."""
    s.title()
    s.buttons()
    s.sentence()
    flat = s.portrait and len(s.scene.choices) <= 3
    for choice, box in zip(s.scene.choices, s.grid(len(s.scene.choices)), strict=True):
        s.touches.append(Touch(choice.id, box))
        card(s.c, box, choice.chosen, choice.id == s.pressed)
        if choice.chosen:
            tick(s.c, box.right - 1.9 * s.u, box.y + 1.9 * s.u)
        if choice.rules is not None and flat:
            _rules_flat(s, choice, choice.rules, box)
        elif choice.rules is not None and box.h > 14 * s.u:
            _rules_high(s, choice, choice.rules, box)
        else:
            _plain(s, choice, box)


def _rules_high(s: FullScreen, choice: SceneChoice, rules: RulesPicture, box: Rect) -> None:
    u = s.u
    lines, size = fit(choice.label, (1.7 * s.t, 1.5 * s.t, 1.3 * s.t), box.w - (4.4 if choice.chosen else 2.0) * u, 1)
    s.c.paragraph(box.x + 1.2 * u, box.y + 2.7 * u, lines, size, box.w - 2 * u, bold=True)
    words, small = fit(choice.sentence, (1.3 * s.t,), box.w - 1.6 * u, 2, bold=False)
    last = box.bottom - 1.5 * u
    first = last - small * fonts.LINE * (len(words) - 1)
    top, room = box.y + 3.4 * u + size * fonts.LINE * (len(lines) - 1), first - small - box.y - 3.4 * u
    _rules_picture(s, rules, Rect(box.x + u, top, box.w - 2 * u, room - size * fonts.LINE * (len(lines) - 1)))
    s.c.paragraph(box.cx, first, words, small, box.w - 1.6 * u, None if choice.chosen else s.c.theme.soft, anchor="centre")


def _rules_picture(s: FullScreen, rules: RulesPicture, box: Rect) -> None:
    """The pieces at the beginning, below them the attempts, and the duty to capture where there is one."""
    u = s.u
    side = min(4.0 * u, box.h * 0.45)
    _house(s, box.cx - (side * 0.6 if rules.one_outside else 0), box.y + box.h * 0.3, side, rules.one_outside)
    widths = rules.attempts + (rules.attempts - 1) * 0.22 + (1.6 if rules.must_capture else 0)
    dice = min(2.5 * u, box.h * 0.3, box.w / widths)
    left, middle = box.cx - widths * dice / 2, box.y + box.h * 0.78
    _dice(s, rules, left + dice / 2, middle, dice)
    if rules.must_capture:
        parts.icon(s.c, "capture", left + (widths - 0.6) * dice, middle, 1.2 * dice)


def _rules_flat(s: FullScreen, choice: SceneChoice, rules: RulesPicture, box: Rect) -> None:
    u = s.u
    s.c.text(box.x + 1.3 * u, box.y + 2.6 * u, choice.label, 1.7 * s.t, bold=True, room=box.w - 4 * u)
    middle = box.y + box.h * 0.52
    _house(s, box.x + 3.2 * u, middle, 3.6 * u, rules.one_outside)
    _dice(s, rules, box.x + 10.6 * u, middle, 2.3 * u)
    if rules.must_capture:
        parts.icon(s.c, "capture", box.x + 20.4 * u, middle, 3.2 * u)
    lines, size = fit(choice.sentence, (1.3 * s.t,), box.w - 2 * u, 1, bold=False)
    s.c.paragraph(box.x + 1.3 * u, box.bottom - 1.5 * u, lines, size, box.w - 2 * u, s.c.theme.soft)


def _dice(s: FullScreen, rules: RulesPicture, x: float, y: float, side: float) -> None:
    for number in range(rules.attempts):
        parts.die(s.c, x + number * side * 1.22, y, side, THROWS[number])


def _house(s: FullScreen, x: float, y: float, side: float, one_outside: bool) -> None:
    """Four pieces at home, or three and one on the start field."""
    c, k, of = s.c, side / 2, tone(EXAMPLE)
    tint, line = c.theme.tint(of), max(1.3, side * 0.03)
    for number, (a, b) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1))):
        at = (x + a * k * 0.5, y + b * k * 0.5)
        if one_outside and number == 1:
            c.disc(*at, k * 0.33, c.theme.rim)
            c.disc(*at, k * 0.33 - line, tint)
        else:
            parts.token(c, of, *at, k * 0.42)
    if one_outside:
        start = x + side * 1.18
        c.stroke([(x + side * 0.6, y), (x + side * 0.74, y)], s.u * 0.16, c.theme.rim)
        tip = ((x + side * 0.72, y - side * 0.1), (x + side * 0.86, y), (x + side * 0.72, y + side * 0.1))
        c.polygon(tip, c.theme.rim)
        c.disc(start, y, k * 0.55, c.theme.rim)
        c.disc(start, y, k * 0.55 - line, tint)
        parts.token(c, of, start, y, k * 0.42)


def _pawn_beside(s: FullScreen, choice: SceneChoice, of: Tone, box: Rect) -> None:
    """A low card: there is no room for the pawn above the words."""
    u, (height, words, _) = s.u, _beside(s, box)
    parts.pawn(s.c, of, box.x + 0.8 * u + 0.3 * height, box.cy + 0.5 * height - 0.1 * u, height)
    room = words.w - (2.4 * u if choice.chosen else u)
    lines, size = fit(choice.label, (1.7 * s.t, 1.5 * s.t, 1.3 * s.t), room, 2)
    first = box.cy - 0.15 * u + size * (fonts.CAP_MIDDLE - fonts.LINE * (len(lines) - 1) / 2)
    s.c.paragraph(words.cx - 0.3 * u, first, lines, size, room, bold=True, anchor="centre")


def _plain(s: FullScreen, choice: SceneChoice, box: Rect) -> None:
    """A pawn or a sign where there is one, the answer, and a sentence below it."""
    u = s.u
    lines, size = fit(choice.label, (1.7 * s.t, 1.5 * s.t, 1.3 * s.t), box.w - 1.6 * u, 2)
    words, second = fit(choice.sentence, (1.4 * s.t, 1.3 * s.t), box.w - 1.6 * u, 2, bold=False)
    text = size * fonts.LINE * len(lines) + (second * fonts.LINE * len(words) + 0.4 * u if choice.sentence else 0.0)
    picture = min(box.h - max(6.6 * u, text + 2.2 * u), 9 * u) if choice.color or choice.icon else 0.0
    small = picture < 3 * u
    if small and choice.color is not None:
        _pawn_beside(s, choice, tone(choice.color), box)
        return
    block = (0.0 if small else picture + 0.8 * u) + text
    y = box.y + max(0.6 * u, (box.h - 0.3 * u - block) / 2)
    if not small:
        if choice.color is not None:
            parts.pawn(s.c, tone(choice.color), box.cx, y + picture, picture)
        elif choice.icon is not None:
            parts.icon(s.c, choice.icon, box.cx, y + picture / 2, picture)
        y += picture + 0.8 * u
    room = box.w - (6.0 if choice.chosen and small and y < box.y + 2.6 * u else 1.6) * u
    lines, size = fit(choice.label, (1.7 * s.t, 1.5 * s.t, 1.3 * s.t), room, 2)
    first = y + 0.85 * size
    fits = first + size * fonts.LINE * (len(lines) - 1) + second * fonts.LINE * len(words) + 0.4 * u <= box.bottom - 0.5 * u
    if not fits and small:
        first = box.cy - 0.15 * u + size * (fonts.CAP_MIDDLE - fonts.LINE * (len(lines) - 1) / 2)
    below = s.c.paragraph(box.cx, first, lines, size, room, bold=True, anchor="centre")
    if choice.sentence and fits:
        s.c.paragraph(box.cx, below + 0.2 * u, words, second, box.w - 1.4 * u, s.c.theme.soft, anchor="centre")
