"""A question about the board: each answer is a piece of it with the way drawn in, and a number (mock-up *ask*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from companion.display import fonts, parts
from companion.display.board import print_board
from companion.display.canvas import Rect
from companion.display.cards import card
from companion.display.full import FullScreen, Inset, centred
from companion.display.layout import BoardGeometry
from companion.display.overlay import draw_overlay
from companion.display.panel import Touch, fit
from companion.scene import Scene, SceneChoice

ZOOM = 2.0
"""Side of the whole board, in heights of the window onto it."""
GREATEST = 1500
"""Pixels of that side: more would not be seen, only cost memory."""


def draw_question(s: FullScreen) -> None:
    """The sign, the question, two pictures; below them the way out."""
    u = s.u
    parts.icon(s.c, "ask", 3 * u, 2.9 * u, 3.4 * u, s.c.theme.accent)
    s.title(5.4, 2.1)
    _way_out(s)
    # In portrait the question takes two lines.
    top, gap = (6.3 if s.portrait else 5.6) * u, 1.2 * u
    room = Rect(1.2 * u, top, s.w - 2.4 * u, s.floor - top)
    count = max(1, len(s.scene.choices))
    for number, choice in enumerate(s.scene.choices):
        if s.portrait:
            height = (room.h - gap * (count - 1)) / count
            box = Rect(room.x, room.y + number * (height + gap), room.w, height)
        else:
            width = (room.w - gap * (count - 1)) / count
            box = Rect(room.x + number * (width + gap), room.y, width, room.h)
        s.touches.append(Touch(choice.id, box))
        card(s.c, box, pressed=choice.id == s.pressed)
        _answer(s, choice, box)


def _way_out(s: FullScreen) -> None:
    """A single button in the middle: no answer is the main one."""
    u = s.u
    for button in s.scene.buttons[:1]:
        box = Rect(s.w / 2 - 7.5 * u, s.h - 5.0 * u, 15 * u, 4.2 * u)
        parts.button(s.c, button, box, 1.4 * s.t, button.id == s.pressed)
        s.touches.append(Touch(button.id, box))
    s.floor = s.h - (5.8 if s.scene.buttons else 1.4) * u


def _answer(s: FullScreen, choice: SceneChoice, box: Rect) -> None:
    u, pad = s.u, 0.6 * s.u
    if s.portrait:
        window = Rect(box.x + pad, box.y + pad, box.w * 0.64, box.h - 0.3 * u - 2 * pad)
        x = (window.right + box.right) / 2
        if choice.steps is not None:
            s.c.text(x, box.y + box.h * 0.52, str(choice.steps), 5 * u, bold=True, anchor="centre")
        room = box.right - window.right - pad
        lines, size = fit(choice.label, (2 * s.t, 1.6 * s.t, 1.3 * s.t), room, 2, bold=False)
        middle = box.h * (0.5 if choice.steps is None else 0.72)
        s.c.paragraph(x, box.y + middle, lines, size, room, anchor="centre")
    else:
        window = Rect(box.x + pad, box.y + pad, box.w - 2 * pad, box.h - 5.2 * u)
        baseline = box.bottom - 1.85 * u
        value = choice.steps if choice.steps in range(1, 7) else None
        shift = 1.5 * u if value is not None else 0.0
        centred(s, choice.label, box.cx + shift, baseline, (2.3, 1.8, 1.4), box.w - 6 * u, False, True)
        if value is not None:
            width = fonts.width(choice.label, 2.3 * s.t, True)
            parts.die(s.c, box.cx + shift - width / 2 - 2.5 * u, baseline - 0.75 * u, 3 * u, value)
    s.insets.append(Inset(_window(s, choice, window), window.x, window.y))


def _window(s: FullScreen, choice: SceneChoice, at: Rect) -> pygame.Surface:
    """A part of the board, drawn large, around the ways of all answers; all of it where no answer is a way."""
    scene = s.scene
    ways = [one.way.path for one in scene.choices if one.way is not None]
    side = min(GREATEST, round(max(at.w, at.h) * ZOOM)) if ways else round(min(at.w, at.h))
    geometry = BoardGeometry(scene.board, Rect(0, 0, side, side), scene.quarter_turns % 4)
    x, y = _middle(geometry, ways)
    left, top = _inside(x - at.w / 2, side - at.w), _inside(y - at.h / 2, side - at.h)
    shown: Scene = replace(scene, pieces=choice.pieces, way=choice.way, choices=())
    picture = pygame.Surface((round(at.w), round(at.h)), pygame.SRCALPHA, 32)
    for canvas in (print_board(geometry, s.u, s.c.theme, False), draw_overlay(geometry, s.u, s.c.theme, shown)):
        picture.blit(canvas.flatten(), (-round(left), -round(top)))
    return _rounded(picture, 0.7 * s.u)


def _inside(start: float, room: float) -> float:
    """`start` so that the window stays on the board; a window that is larger has the board in its middle."""
    return room / 2 if room < 0 else min(max(0.0, start), room)


def _middle(geometry: BoardGeometry, paths: Sequence[Sequence[str]]) -> tuple[float, float]:
    points = [geometry.at(field) for path in paths for field in path] or [(geometry.square.cx, geometry.square.cy)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _rounded(picture: pygame.Surface, corner: float) -> pygame.Surface:
    """The picture with round corners."""
    width, height = picture.get_size()
    mask = pygame.Surface((4 * width, 4 * height), pygame.SRCALPHA, 32)
    mask.fill((255, 255, 255, 0))
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=round(4 * corner))
    picture.blit(pygame.transform.smoothscale(mask, (width, height)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture
