"""What moves for a moment over a drawn screen: the die and the number that come, the ribbon that slides, the ring that calls.

Each is laid over the finished picture, so that nothing else is drawn for it; once it is over the picture is as it was drawn.
Times and easing are those of LOOK section 7. With reduced motion there are none of them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame

from companion.display import palette
from companion.display.alone import FULL
from companion.display.canvas import Canvas, Rect
from companion.display.overlay import CALL, call_width
from companion.display.render import Picture
from companion.display.shapes import Point
from companion.scene import Mode, Scene

DIE_S, DIE_FROM, DIE_OVER = 0.2, 0.9, 0.05
NUMBER_S, NUMBER_FROM = 0.15, 0.85
RIBBON_S, VERDICT_S = 0.3, 0.25
RING_S, RING_SHARE, RINGS_END_S = 1.4, 0.06, 10.0
RING_STEPS = 6
"""So many sizes of the ring on each side of its own: a step is below a pixel and a half on the largest screen."""
HOLE, NEAR, TOKEN = 1.19, 3.3, 1.16
"""In radii of a piece: what of the ring's inside is left as it is; pieces so near are laid over it; a piece with its halo."""
PEAK = 0.57
"""The greatest value of part times its half sine, less what the cube still lacks there."""
RIBBON = 0.94
"""Width of the ribbon with its lines, in u."""
VERDICTS = frozenset({Mode.WRONG, Mode.NO_MOVE})
THROWN = frozenset({Mode.THROW, Mode.SIX_AGAIN, Mode.NO_MOVE})
ALONE = frozenset({Mode.END, *FULL})
"""Screens without a panel."""


class Effect(Protocol):
    """Something that moves over the finished picture."""

    def draw(self, window: pygame.Surface, now: float) -> bool:
        """Lays it over the window; False once it is over, and then nothing was laid."""


@dataclass(frozen=True, slots=True)
class Swell:
    """A thing on even ground that comes up to its size, and a little beyond it."""

    thing: pygame.Surface
    """At its own size, transparent beside it, with as much room round it as the greatest size takes."""
    ground: pygame.Color
    at: tuple[int, int]
    since: float
    seconds: float
    start: float
    over: float

    def draw(self, window: pygame.Surface, now: float) -> bool:
        """Covers the thing by itself at another size."""
        part = (now - self.since) / self.seconds
        if part >= 1:
            return False
        width, height = self.thing.get_size()
        scale = self.scale(max(0.0, part))
        size = (round(width * scale), round(height * scale))
        cover = pygame.Surface((width, height))
        cover.fill(self.ground)
        cover.blit(pygame.transform.smoothscale(self.thing, size), ((width - size[0]) // 2, (height - size[1]) // 2))
        window.blit(cover, self.at)
        return True

    def scale(self, part: float) -> float:
        """Out back: from `start` over 1 + `over` to 1; out cubic where `over` is 0."""
        return 1 - (1 - self.start) * (1 - part) ** 3 + self.over / PEAK * math.sin(math.pi * part) * part


@dataclass(frozen=True, slots=True)
class Emerging:
    """What is shown in the panel comes out of the colour it had, so that no words ever lie on others; with `slides` the strip
    along the board comes in along its length, over the old one."""

    before: pygame.Surface
    after: pygame.Surface
    panel: pygame.Rect
    strip: pygame.Rect
    since: float
    seconds: float
    slides: bool

    def draw(self, window: pygame.Surface, now: float) -> bool:
        """Lays what is left of it over the new panel."""
        part = (now - self.since) / self.seconds
        if part >= 1:
            return False
        veil = pygame.Surface(self.panel.size)
        veil.fill(_ground(self.before, self.panel))
        veil.set_alpha(round(255 * (1 - max(0.0, part))))
        window.blit(veil, self.panel.topleft)
        if self.slides:
            self._slide(window, 1 - (1 - max(0.0, part)) ** 3)
        return True

    def _slide(self, window: pygame.Surface, part: float) -> None:
        """The new ribbon comes from above, in portrait from the left, over the old one."""
        strip, upright = self.strip, self.strip.h > self.strip.w
        length = strip.h if upright else strip.w
        gone = length - round(length * part)
        window.blit(self.before, strip.topleft, strip)
        shown = pygame.Rect(strip)
        if upright:
            shown.y, shown.h = strip.y + gone, strip.h - gone
        else:
            shown.x, shown.w = strip.x + gone, strip.w - gone
        window.blit(self.after, strip.topleft, shown)


@dataclass(frozen=True, slots=True)
class Calling:
    """The rings round the pieces that may move breathe; whatever stands near them stays on top."""

    rings: Sequence[pygame.Surface]
    """From the smallest to the largest, all of one size in pixels."""
    places: Sequence[Point]
    near: Sequence[tuple[pygame.Surface, Point]]
    """What stands near a ring, as it was drawn."""
    since: float

    @property
    def rects(self) -> list[pygame.Rect]:
        """All that is ever drawn on, in pixels."""
        drawn = [(self.rings[0], place) for place in self.places] + list(self.near)
        return [sprite.get_rect(topleft=_top_left(sprite, place)) for sprite, place in drawn]

    def size(self, now: float) -> int:
        """Which of the rings is seen."""
        return RING_STEPS + round(RING_STEPS * math.sin(2 * math.pi * (now - self.since) / RING_S))

    def draw(self, window: pygame.Surface, now: float) -> bool:
        """Lays the rings of this moment over those that stand still."""
        if now - self.since >= RINGS_END_S:
            return False
        if now < self.since:
            return True
        for place in self.places:
            _put(window, self.rings[self.size(now)], place)
        for piece, place in self.near:
            _put(window, piece, place)
        return True


@dataclass(frozen=True, slots=True)
class Change:
    """One scene after another. `old` is the window as it was, `picture` what is drawn now, `u` the unit it is drawn in."""

    before: Scene | None
    new: Scene
    old: pygame.Surface
    picture: Picture
    u: float
    now: float

    def effects(self, rings: bool = True, rings_after_s: float = 0.0) -> list[Effect]:
        """What moves. `rings`: those round pieces as well, once what walks has arrived."""
        if self.picture.board is None or (self.before is not None and self.before.board != self.new.board):
            return []
        panel, calling = self._panel(), self._calling(rings_after_s) if rings else None
        # What comes up in the panel needs even ground, which a panel that changes its colour is not.
        inside = (self._die(), self._number()) if panel is None else ()
        found: tuple[Effect | None, ...] = (panel, *inside, calling)
        return [one for one in found if one is not None]

    def _die(self) -> Effect | None:
        """It comes up once; while it rolls its faces only change."""
        before, new = self.before, self.new
        if new.throw is None or new.mode not in THROWN:
            return None
        another = (
            before is None
            or before.on != new.on
            or (before.throw != new.throw and (before.throw is None or before.mode is not new.mode))
        )
        boxes = [part.box for part in self.picture.parts if part.name == "die"]
        return self._swell(boxes[0], DIE_S, DIE_FROM, DIE_OVER) if another and boxes else None

    def _number(self) -> Effect | None:
        before, new = self.before, self.new
        if new.count is None or (before is not None and before.count is not None and before.count.count == new.count.count):
            return None
        boxes = [word.box for word in self.picture.words if word.part == "hero"]
        return self._swell(boxes[0], NUMBER_S, NUMBER_FROM, 0.0) if boxes else None

    def _swell(self, box: Rect, seconds: float, start: float, over: float) -> Swell:
        whole = self.picture.surface
        shape = _pixels(box.grown(max(box.w, box.h) * (over / 2 + 0.02))).clip(whole.get_rect())
        ground, thing = _ground(whole, self.picture.panel), pygame.Surface(shape.size, pygame.SRCALPHA, 32)
        thing.fill((ground.r, ground.g, ground.b, 0))
        cut = whole.subsurface(shape).copy()
        cut.set_colorkey(ground)
        thing.blit(cut, (0, 0))
        return Swell(thing, ground, shape.topleft, self.now, seconds, start, over)

    def _panel(self) -> Effect | None:
        """Somebody else is on, or something is said about the board."""
        before, new, panel = self.before, self.new, self.picture.panel
        if before is None or panel is None or self.old.get_size() != self.picture.surface.get_size():
            return None
        other = before.mode not in ALONE and None not in (before.on, new.on) and before.on != new.on
        if not other and not (new.mode in VERDICTS and before.mode is not new.mode):
            return None
        width = RIBBON * self.u
        strip = Rect(panel.x, panel.y, panel.w, width) if panel.x == 0 else Rect(panel.x, panel.y, width, panel.h)
        return Emerging(
            self.old, self.picture.surface, _pixels(panel), _pixels(strip), self.now, RIBBON_S if other else VERDICT_S, other
        )

    def _calling(self, after_s: float) -> Effect | None:
        """Not where two pieces share a field, nor where the aim is next to the piece: there is no room to breathe."""
        g, new = self.picture.board, self.new
        if g is None or not new.moves or (self.before is not None and self.before.moves == new.moves):
            return None
        reach, standing = NEAR * g.piece_radius, Counter(piece.field for piece in new.pieces)
        aims = [g.at(move.target_field) for move in new.moves]
        alone = [g.at(field) for field in dict.fromkeys(move.source_field for move in new.moves) if standing[field] == 1]
        places = [place for place in alone if all(math.dist(place, aim) > reach for aim in aims)]
        near = {at: standing[field] for field in standing if any(0 < math.dist(at := g.at(field), one) < reach for one in places)}
        if not places or any(number > 1 for number in near.values()):
            return None
        cut = [(_round(self.picture.surface, at, TOKEN * g.piece_radius), at) for at in near]
        return Calling(_rings(g.piece_radius, call_width(g), self.u, new.night), places, cut, self.now + after_s)


def _round(surface: pygame.Surface, at: Point, radius: float) -> pygame.Surface:
    """A disc cut out of the picture, so that `_put` lays it exactly where it was."""
    half = math.ceil(radius) + 1
    disc = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA, 32)
    pygame.draw.circle(disc, (255, 255, 255, 255), (half, half), radius)
    left, top = round(at[0] - half), round(at[1] - half)
    whole = pygame.Surface(disc.get_size())
    whole.blit(surface, (-left, -top))
    disc.blit(whole, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return disc


def _ground(surface: pygame.Surface, panel: Rect | pygame.Rect | None) -> pygame.Color:
    """The panel's colour: nothing ever stands in its lower right corner."""
    right, bottom = surface.get_size() if panel is None else (round(panel.right), round(panel.bottom))
    return surface.get_at((right - 1, bottom - 1))


def _pixels(box: Rect) -> pygame.Rect:
    return pygame.Rect(round(box.x), round(box.y), round(box.w), round(box.h))


def _rings(r: float, width: float, u: float, night: bool) -> list[pygame.Surface]:
    theme, rings = palette.theme(night), []
    outer = r * CALL * (1 + RING_SHARE) + width * 0.9
    half = round(outer) + 2
    for step in range(-RING_STEPS, RING_STEPS + 1):
        c = Canvas(Rect(0, 0, 2 * half, 2 * half), u, theme, None)
        middle, breadth = (outer + HOLE * r) / 2, outer - HOLE * r
        c.ring(half, half, middle, breadth, theme.halo)
        c.ring(half, half, r * CALL * (1 + RING_SHARE * step / RING_STEPS), width, theme.accent)
        rings.append(c.flatten())
    return rings


def _put(window: pygame.Surface, sprite: pygame.Surface, at: Point) -> None:
    window.blit(sprite, _top_left(sprite, at))


def _top_left(sprite: pygame.Surface, at: Point) -> tuple[int, int]:
    return round(at[0] - sprite.get_width() / 2), round(at[1] - sprite.get_height() / 2)
