"""What it may have been instead, beside the board (mock-up *correct*): three answers as cards, or the six faces of the die."""

from __future__ import annotations

from collections.abc import Sequence

from companion.display import fonts, parts
from companion.display.canvas import Rect
from companion.display.cards import card
from companion.display.palette import tone
from companion.display.panel import Panel, Touch, fit
from companion.scene import SceneChoice

GAP = 0.7
FACES = 6
SMALLEST = 0.56
"""The picture on a card, above words of several lines, against its usual size."""


def draw_choices(p: Panel) -> None:
    """Title and answers; the buttons below them are there already."""
    top = _title(p)
    choices = p.scene.choices
    if len(choices) == FACES:
        _faces(p, choices, Rect(p.inner.x, top, p.inner.w, p.floor - top))
    elif p.portrait:
        _across(p, choices, Rect(p.inner.x, top, p.inner.w, p.floor - top))
    else:
        _down(p, choices, Rect(p.inner.x, top, p.inner.w, p.floor - top))


def _title(p: Panel) -> float:
    u, t = p.u, p.t
    room = p.inner.w - u * (p.corner + 1.4)
    lines, size = fit(p.scene.title, (2.1 * t, 1.8 * t, 1.5 * t, 1.3 * t), room, 1)
    p.c.paragraph(p.inner.x, p.inner.y + u * 2.5 - (u if len(lines) > 1 else 0), lines, size, room, bold=True)
    return p.inner.y + u * 4.0


def _down(p: Panel, choices: Sequence[SceneChoice], box: Rect) -> None:
    """Cards below each other: pawn, die, words."""
    u = p.u
    height = min(5.3 * u, (box.h - GAP * u * 2) / 3)
    for number, choice in enumerate(choices):
        at = Rect(box.x, box.y + number * (height + GAP * u), box.w, height)
        middle = _card(p, choice, at).cy
        left = at.x + u * (5.9 if p.wide else 5.3)
        if choice.color is not None:
            parts.pawn(p.c, tone(choice.color), at.x + u * (2.6 if p.wide else 2.1), middle + u * 1.9, u * 4.0)
        if choice.throw is not None:
            parts.die(p.c, left, middle, u * 2.9, choice.throw)
        text = left + u * (2.4 if p.wide else 2.0)
        room = at.right - text - 0.5 * u
        sizes = [1.65 * p.t, 1.4 * p.t, 1.3 * p.t]
        lines, size = fit(choice.label, sizes, room, 2 - bool(choice.sentence), choice.chosen)
        while size > sizes[-1] and size * fonts.LINE * len(lines) > height - 0.3 * u:
            sizes = sizes[1:]
            lines, size = fit(choice.label, sizes, room, 2, choice.chosen)
        most = int((height - 0.3 * u) / (size * fonts.LINE))
        second = bool(choice.sentence) and len(lines) < most and fonts.width(choice.sentence, 1.3 * p.t, False) <= room
        # Of a name that is too long the pawn tells.
        lines = lines[-most:]
        first = middle + size * (fonts.CAP_MIDDLE - fonts.LINE * (len(lines) + second - 1) / 2)
        below = p.c.paragraph(text, first, lines, size, room, bold=choice.chosen)
        if second:
            p.c.text(text, below, choice.sentence, 1.3 * p.t, p.c.theme.soft, room=room)


def _across(p: Panel, choices: Sequence[SceneChoice], box: Rect) -> None:
    """Cards beside each other, the words below pawn and die: pictures and letters of one size on all of them."""
    u, gap = p.u, GAP * p.u
    width, height = (box.w - 2 * gap) / 3, min(9.2 * u, box.h)
    told = [_below(p, choice, width, height) for choice in choices]
    size = min((size for _, size in told), default=0.0)
    most = max((len(lines) for lines, _ in told), default=0)
    k = max(SMALLEST * u, min(u, (height - 0.6 * u - size * fonts.LINE * most) / 5.2))
    for number, (choice, (lines, _)) in enumerate(zip(choices, told, strict=True)):
        at = Rect(box.x + number * (width + gap), box.y, width, height)
        _card(p, choice, at)
        # Of a name that is too long the pawn tells.
        lines = lines[-max(1, int((height - 0.6 * u - k * 5.2) / (size * fonts.LINE) + 0.01)) :]
        if choice.color is not None:
            parts.pawn(p.c, tone(choice.color), at.x + width * 0.3, at.y + k * 4.4, k * 3.7)
        if choice.throw is not None:
            parts.die(p.c, at.x + width * 0.68, at.y + k * 2.7, k * 2.9, choice.throw)
        p.c.paragraph(at.cx, at.y + k * 5.2 + size * 0.8, lines, size, width - 0.6 * u, bold=choice.chosen, anchor="centre")


def _below(p: Panel, choice: SceneChoice, width: float, height: float) -> tuple[tuple[str, ...], float]:
    """The words of a card as lines, and their size: label and sentence, or the label alone where that would be too much."""
    u, whole = p.u, f"{choice.label} {choice.sentence}".strip()
    for words, largest in ((whole, 1.4), (whole, 1.3), (choice.label, 1.4)):
        lines, size = fit(words, (largest * p.t, 1.3 * p.t), width - 0.8 * u, 2, choice.chosen)
        # More than two lines leave less room for the picture.
        if height - 0.6 * u - size * fonts.LINE * len(lines) >= SMALLEST * 5.2 * u:
            break
    return tuple(lines), size


def _faces(p: Panel, choices: Sequence[SceneChoice], box: Rect) -> None:
    """The faces of the die, two beside each other, in portrait six."""
    u, gap, columns = p.u, GAP * p.u, 6 if p.portrait else 2
    rows = len(choices) // columns
    width, height = (box.w - gap * (columns - 1)) / columns, min(5.6 * u, (box.h - gap * (rows - 1)) / rows)
    top = box.y + max(0.0, (box.h - rows * height - gap * (rows - 1)) / 2) if p.portrait else box.y
    for number, choice in enumerate(choices):
        row, column = divmod(number, columns)
        at = Rect(box.x + column * (width + gap), top + row * (height + gap), width, height)
        face = _card(p, choice, at)
        parts.die(p.c, face.cx, face.cy, min(3.4 * u, face.w - 1.2 * u, face.h - 1.0 * u), choice.throw)


def _card(p: Panel, choice: SceneChoice, at: Rect) -> Rect:
    p.touches.append(Touch(choice.id, at))
    return card(p.c, at, choice.chosen, choice.id == p.pressed)
