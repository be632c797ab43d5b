"""The screens beside the board, one function each. Measures are those of the mock-ups, in u; long texts take smaller sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.display import compare, count, fonts, icons, parts
from companion.display.canvas import Anchor, Rect
from companion.display.choosing import draw_choices
from companion.display.layout import Layout
from companion.display.palette import Theme, tone
from companion.display.panel import Panel, Text, block_height, fit, fit_block
from companion.scene import Mode, Scene, WrongWay

LEAST_PAWN, LEAST_DIE = 5.0, 5.0
"""In u: so far the picture gives way to long words."""
SMALL_ROWS = 0.74
"""The comparison at its smallest, against its size beside the board."""
_NEUTRAL = frozenset({Mode.HAND, Mode.LOST, Mode.LOOKING, Mode.CORRECT})
"""At rest nobody's colour is shown except in the order row."""


def draw_panel(at: Layout, theme: Theme, scene: Scene, pressed: str | None) -> Panel:
    """The panel of any scene that shows the board."""
    panel = Panel(at, theme, scene, scene.mode in _NEUTRAL or scene.on is None, pressed)
    panel.buttons()
    panel.settings()
    if not _orderless(at, scene):
        panel.order()
    _SCREENS[scene.mode](panel)
    return panel


def _orderless(at: Layout, scene: Scene) -> bool:
    """Whether the buttons need the room of the order row."""
    few = bool(scene.buttons) and (at.portrait or len(scene.buttons) > 1 or scene.mode in _WITHOUT_ORDER)
    return few or scene.mode is Mode.CORRECT


def _turn(p: Panel) -> None:
    """The player's pawn, a third of the height, and whose turn it is."""
    u, scene = p.u, p.scene
    room = p.floor - p.inner.y
    of = tone(scene.on) if scene.on else None
    if p.portrait:
        height = min(10.8 * u, room - 0.4 * u)
        if of is not None:
            parts.pawn(p.c, of, p.inner.x + u * 4.2, p.inner.y + 0.4 * u + height, height)
        box = Rect(p.inner.x + u * 8.8, p.inner.y + u * 1.2, p.inner.w - u * 8.8, room - u * 1.2)
        box = box._replace(w=box.w - u * p.corner)
        player = scene.player(scene.on or "")
        if player is not None and scene.title.startswith(player.name + " ") and _is_short(p, box, player.name):
            _name_and_sign(p, box, player.name)
        else:
            _title_and_sign(p, box, (2.5, 2.1, 1.8, 1.5, 1.3), "left")
        return
    sizes = (2.6, 2.1, 1.8, 1.5, 1.3) if p.wide else (2.1, 1.8, 1.5, 1.3)
    wanted = _title_and_sign_height(p, p.inner.w, sizes, room - (LEAST_PAWN + 1.4) * u)
    height = min(12.2 * u if p.wide else 11.4 * u, room - max(9.4 * u, wanted + 1.4 * u))
    if of is not None:
        parts.pawn(p.c, of, p.inner.cx, p.inner.y + 0.7 * u + height, height)
    top = p.inner.y + 1.4 * u + height
    box = Rect(p.inner.x, top, p.inner.w, p.floor - top)
    _title_and_sign(p, box, sizes, "centre")


def _title_and_sign(p: Panel, box: Rect, sizes: tuple[float, ...], anchor: Anchor) -> None:
    """Title, and below it the sentence behind the sign for throwing."""
    lines, size, small, small_size = _laid(p, box, sizes)
    u, gap = p.u, 0.9 * p.u
    below = gap + small_size * fonts.LINE * len(small) if small else 0.0
    y = box.y + max(0.0, (box.h - below - size * fonts.LINE * len(lines)) / 2)
    centred = anchor == "centre"
    y = p.c.paragraph(box.cx if centred else box.x, y + size * 0.9, lines, size, box.w, bold=True, anchor=anchor)
    if small:
        width = max(fonts.width(line, small_size, False) for line in small) + 3.1 * u
        _throwing(p, box.cx - width / 2 if centred else box.x, y + gap - size * 0.9, small, small_size)


def _laid(p: Panel, box: Rect, sizes: tuple[float, ...]) -> tuple[list[str], float, list[str], float]:
    """Title and sentence with their sizes; the sentence gives way where the two find no room below each other."""
    t, gap = p.t, 0.9 * p.u
    for small, small_size in (*_sentences(p, box), ([], 0.0)):
        below = gap + small_size * fonts.LINE * len(small) if small else 0.0
        laid = fit_block([Text(p.scene.title, sizes, True, lines=1)], box._replace(h=box.h - below), t)
        lines, size = (laid[0][1], laid[0][2]) if laid else ([], 0.0)
        if size * fonts.LINE * len(lines) + below <= box.h:
            break
    return lines, size, small, small_size


def _sentences(p: Panel, box: Rect) -> list[tuple[list[str], float]]:
    """The sentence as it may stand beside the sign for throwing."""
    if not p.scene.sentence:
        return []
    room, t = box.w - 3.1 * p.u, p.t
    return [fit(p.scene.sentence, [1.6 * t, 1.4 * t], room, 1, False), fit(p.scene.sentence, [1.3 * t], room, 1, False)]


def _title_and_sign_height(p: Panel, width: float, sizes: tuple[float, ...], most: float) -> float:
    """How high the two are together, in a box no higher than `most`."""
    lines, size, small, small_size = _laid(p, Rect(0, 0, width, most), sizes)
    return size * fonts.LINE * len(lines) + (0.9 * p.u + small_size * fonts.LINE * len(small) if small else 0.0)


def _throwing(p: Panel, left: float, top: float, lines: list[str], size: float) -> None:
    """The sign for throwing before a sentence."""
    baseline = top + size * 0.9
    middle = baseline + size * (fonts.LINE * (len(lines) - 1) / 2 - fonts.CAP_MIDDLE)
    parts.icon(p.c, "throw", left + 1.05 * p.u, middle, 2.1 * p.u)
    p.c.paragraph(left + 3.1 * p.u, baseline, lines, size, p.inner.right - left - 3.1 * p.u)


def _is_short(p: Panel, box: Rect, name: str) -> bool:
    """Whether the title without the name is a line."""
    return fonts.width(p.scene.title.removeprefix(name).strip(), 2.1 * p.t, False) <= box.w


def _name_and_sign(p: Panel, box: Rect, name: str) -> None:
    """The name large, the rest of the title below it, then the sentence behind the sign for throwing."""
    u, t = p.u, p.t
    lines, size = fit(name, (3.0 * t, 2.5 * t, 2.1 * t, 1.8 * t, 1.5 * t, 1.3 * t), box.w, 1)
    # Below the signs in the corner.
    small, small_size = fit(p.scene.sentence, [1.6 * t, 1.4 * t], box.w + (p.corner - 3.1) * u, 1, False)
    height = 3.0 * t + 2.8 * t + 1.0 * u + small_size * fonts.LINE * len(small)
    y = box.y + max(0.0, (box.h - height) / 2) + 2.5 * t
    p.c.paragraph(box.x, y, lines[:1], size, box.w, bold=True)
    p.c.text(box.x, y + 2.8 * t, p.scene.title.removeprefix(name).strip(), 2.1 * t, room=box.w)
    if p.scene.sentence and height <= box.h:
        _throwing(p, box.x, y + 4.4 * t, small, small_size)


def _throw(p: Panel) -> None:
    """The die, and what can be done with it."""
    u, scene = p.u, p.scene
    value = 6 if scene.mode is Mode.SIX_AGAIN else scene.throw
    top = p.who()
    if p.portrait:
        side = min(6.6 * u, p.floor - top - 1.0 * u)
        middle = (top + p.floor) / 2
        parts.die(p.c, p.inner.x + u * 4.4, middle, side, value)
        box = Rect(p.inner.x + u * 9.4, top + 0.4 * u, p.inner.w - u * 9.4, p.floor - top - 0.8 * u)
        sizes = (1.85, 1.6, 1.4, 1.3)
        joined = [Text(f"{scene.title} {scene.sentence}".strip(), sizes, True)]
        apart = [Text(scene.title, sizes, True), Text(scene.sentence, sizes, True, yields=True)]
        p.block(box, joined if block_height(fit_block(joined, box, p.t), p.t) <= box.h else apart, "left")
        return
    big = 2.1 if p.wide else 1.75
    texts = [Text(scene.title, (big, 1.6, 1.4), True), Text(scene.sentence, (big, 1.6, 1.4, 1.3), True, yields=True)]
    most = Rect(0, 0, p.inner.w, p.floor - top - (LEAST_DIE + 2.0) * u)
    height = block_height(fit_block(texts, most, p.t, 0), p.t, 0)
    side = min((10 if p.wide else 9) * u, p.floor - top - max(7.4 * u, height + 2.0 * u))
    parts.die(p.c, p.inner.cx, top + 1.4 * u + side / 2, side, value)
    below = top + 2.0 * u + side
    p.block(Rect(p.inner.x, below, p.inner.w, p.floor - below), texts, gap=0)


def _no_move(p: Panel) -> None:
    """The die, and the sign for passing on."""
    u, scene = p.u, p.scene
    top = p.who()
    if p.portrait:
        middle = (top + p.floor) / 2
        parts.die(p.c, p.inner.x + u * 3.0, middle, u * 5.2, scene.throw)
        parts.icon(p.c, "pass", p.inner.x + u * 9.4, middle, u * 5.4)
        box = Rect(p.inner.x + u * 13.0, top + 0.2 * u, p.inner.w - u * 13.0, p.floor - top - 0.4 * u)
        p.block(box, [Text(scene.title, (1.85, 1.6, 1.4), True), Text(scene.sentence, (1.6, 1.4, 1.3), yields=True)], "left")
        return
    middle = top + 6.0 * u
    parts.die(p.c, p.inner.cx - u * 3.6, middle, u * 6.2, scene.throw)
    parts.icon(p.c, "pass", p.inner.cx + u * 4.0, middle, u * 6.4)
    below = middle + 4.2 * u
    big = 2.1 if p.wide else 1.9
    texts = [Text(scene.title, (big, 1.75, 1.5), True), Text(scene.sentence, (1.6, 1.4, 1.3), yields=True)]
    p.block(Rect(p.inner.x, below, p.inner.w, p.floor - below), texts)


def _wrong(p: Panel) -> None:
    """What is open: the counted way, or the sign of the reason, and one sentence."""
    sizes = (1.65, 1.5, 1.45, 1.3) if p.wide else (1.5, 1.45, 1.3)
    sentence = [Text(p.scene.sentence, sizes, yields=p.scene.wrong is not None)]
    top = p.heading()
    if p.scene.wrong is not None:
        _counted(p, p.scene.wrong, top, sentence)
    else:
        _open(p, top, sentence)


def _counted(p: Panel, wrong: WrongWay, top: float, sentence: list[Text]) -> None:
    u = p.u
    if p.portrait:
        compare.draw(p, wrong, Rect(p.inner.x, top + 0.7 * u, u * 11.4, p.floor - top - 0.7 * u), 0.74)
        p.block(Rect(p.inner.x + u * 12.6, top, p.inner.w - u * 12.6, p.floor - top), sentence, "left")
        return
    room = p.floor - top - 1.4 * u
    high = block_height(fit_block(sentence, Rect(0, 0, p.inner.w, room - SMALL_ROWS * 8.4 * u), p.t), p.t)
    scale = min(1.0, max(SMALL_ROWS, (room - high) / (8.4 * u)))
    low = compare.draw(p, wrong, Rect(p.inner.x, top + 1.0 * u * scale, p.inner.w, u * 8.6), scale)
    p.block(Rect(p.inner.x, low + 0.4 * u, p.inner.w, p.floor - low - 0.4 * u), sentence, "left")


def _open(p: Panel, top: float, sentence: list[Text]) -> None:
    """The sign of the reason with the sentence below it (portrait: beside it), together in the middle."""
    u, room = p.u, p.floor - top
    sign = icons.REASON_ICONS.get(p.scene.reason or "", "home" if p.scene.mode is Mode.START_CHECK else "ask")
    if p.portrait:
        parts.icon(p.c, sign, p.inner.x + 5.0 * u, top + room / 2, min(8 * u, room - 1.0 * u))
        p.block(Rect(p.inner.x + u * 11, top, p.inner.w - u * 11, room), sentence, "left")
        return
    height = block_height(fit_block(sentence, Rect(0, 0, p.inner.w, room - 6.0 * u), p.t), p.t)
    side = min(10 * u, room - height - 2.4 * u)
    spare = (room - height - side) / 3
    parts.icon(p.c, sign, p.inner.cx, top + spare + side / 2, side)
    p.block(Rect(p.inner.x, top + 2 * spare + side, p.inner.w, height), sentence)


def _hand(p: Panel) -> None:
    """An open hand: the companion waits."""
    u = p.u
    soft = p.c.theme.soft
    texts = [Text(p.scene.title, (2.6, 2.2, 1.9, 1.6), True), Text(p.scene.sentence, (1.6, 1.4, 1.3), colour=soft, yields=True)]
    if p.portrait:
        side = min(10.4 * u, p.floor - p.inner.y - 0.6 * u)
        parts.icon(p.c, "wait", p.inner.x + u * 5, (p.inner.y + p.floor) / 2, side)
        p.block(Rect(p.inner.x + u * 11, p.inner.y, p.inner.w - u * (11 + p.corner), p.floor - p.inner.y), texts, "left")
        return
    side = min((13 if p.wide else 11.5) * u, p.floor - p.inner.y - 9 * u)
    parts.icon(p.c, "wait", p.inner.cx, p.inner.y + u * 0.8 + side / 2, side)
    top = p.inner.y + u * 1.4 + side
    p.block(Rect(p.inner.x, top, p.inner.w, p.floor - top), texts)


def _resting(p: Panel) -> None:
    """The camera or the board is not there: a large sign, what it is, what helps."""
    u, theme = p.u, p.c.theme
    lost = p.scene.mode is Mode.LOST
    sign, ink = ("camera_lost", theme.error) if lost else ("camera", theme.ink)
    texts = [
        Text(p.scene.title, (2.2, 1.9, 1.7, 1.5), True),
        Text(p.scene.sentence, (1.5, 1.4, 1.3), colour=theme.soft, yields=True),
    ]
    if p.portrait:
        side = min(9.2 * u, p.floor - p.inner.y - 0.6 * u)
        parts.icon(p.c, sign, p.inner.x + u * 5, (p.inner.y + p.floor) / 2, side, ink)
        p.block(Rect(p.inner.x + u * 11, p.inner.y, p.inner.w - u * (11 + p.corner), p.floor - p.inner.y), texts, "left")
        return
    side = min(9.2 * u, p.floor - p.inner.y - 10 * u)
    parts.icon(p.c, sign, p.inner.cx, p.inner.y + u * 1.4 + side / 2, side, ink)
    top = p.inner.y + u * 1.8 + side
    p.block(Rect(p.inner.x, top, p.inner.w, p.floor - top), texts)


_SCREENS: Mapping[Mode, Callable[[Panel], None]] = {
    Mode.TURN: _turn,
    Mode.THROW: _throw,
    Mode.SIX_AGAIN: _throw,
    Mode.NO_MOVE: _no_move,
    Mode.WRONG: _wrong,
    Mode.START_CHECK: _wrong,
    Mode.HAND: _hand,
    Mode.LOST: _resting,
    Mode.LOOKING: _resting,
    Mode.CORRECT: draw_choices,
    Mode.COUNT: count.draw,
}
_WITHOUT_ORDER = frozenset({Mode.WRONG, Mode.START_CHECK, Mode.LOST, Mode.LOOKING, Mode.COUNT, Mode.CORRECT})
"""Where one button needs the room of the order row; two always do, and in portrait any."""
