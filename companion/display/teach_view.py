"""The pictures of teaching a board: the photograph above, what is asked in a bar below (LOOK sections 4 and 5)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from calibration.teaching import Lesson, lattice_to_px, mapped, places_on_lattice, unit_px
from calibration.teaching_kinds import KINDS, BoardKind, Point
from companion.display import fonts, parts
from companion.display.canvas import Anchor, Canvas, Part, Rect, Word
from companion.display.layout import Size
from companion.display.palette import Theme, mix, theme, tone
from companion.scene import SceneButton
from companion.teaching import Step, Teaching, arm_tokens
from companion.words import Language
from companion.words.teaching import TeachLabel, teaching_label, teaching_lines
from hardware.ports import BgrImage

BAR_U, BAR_PORTRAIT_U = 7.0, 12.5
TOKEN_U = 1.75
"""Radius of an arm's colour: with its halo four units across, as large as anything that is touched."""
RING = 0.36
"""Radius of the rings drawn round the fields, in lattice units."""
LOUPE_U, LOUPE_TIMES = 9.0, 3.0
CLOSEST = 4.0
"""Screen pixels a pixel of the photograph at most."""
KIND_PREFIX = "kind:"
BACK, NEXT = "back", "next"


@dataclass(frozen=True)
class TeachLayout:
    """A screen divided: the photograph's room above and the bar below.

    `region` is the part of the photograph that is shown, in its pixels; `photo` is where that part lies on the screen.
    """

    size: Size
    region: Rect

    @property
    def u(self) -> float:
        """The unit of LOOK."""
        return min(self.size) / 30

    @property
    def portrait(self) -> bool:
        """Whether the screen is taller than wide."""
        return self.size[0] < self.size[1]

    @property
    def bar(self) -> Rect:
        """What is asked, and the buttons."""
        height = round(self.u * (BAR_PORTRAIT_U if self.portrait else BAR_U))
        return Rect(0, self.size[1] - height, self.size[0], height)

    @property
    def room(self) -> Rect:
        """Everything above the bar."""
        return Rect(0, 0, self.size[0], self.bar.y)

    @property
    def scale(self) -> float:
        """Screen pixels a pixel of the photograph."""
        return min(self.room.w / self.region.w, self.room.h / self.region.h)

    @property
    def photo(self) -> Rect:
        """Where the region lies on the screen."""
        w, h = round(self.region.w * self.scale), round(self.region.h * self.scale)
        return Rect(round(self.room.cx - w / 2), round(self.room.cy - h / 2), w, h)

    def on_screen(self, at: Point) -> Point:
        """A pixel of the photograph → a pixel of the screen."""
        x, y = at[0] + 0.5 - self.region.x, at[1] + 0.5 - self.region.y
        return self.photo.x + x * self.scale, self.photo.y + y * self.scale

    def in_picture(self, x: float, y: float) -> Point:
        """A pixel of the screen → the pixel of the photograph, inside the region."""
        part = self.region
        at = (x - self.photo.x) / self.scale - 0.5 + part.x, (y - self.photo.y) / self.scale - 0.5 + part.y
        return min(max(at[0], part.x), part.right - 1), min(max(at[1], part.y), part.bottom - 1)


@dataclass(frozen=True, slots=True)
class TeachPicture:
    """A drawn screen, and where what can be touched lies, by its id; words and parts for checking that nothing is cut off."""

    surface: pygame.Surface
    buttons: Mapping[str, Rect]
    words: tuple[Word, ...]
    parts: tuple[Part, ...]

    def hit(self, x: float, y: float) -> str | None:
        """The id of what lies there."""
        return next((name for name, box in self.buttons.items() if box.holds(x, y)), None)


class TeachView:
    """Draws the states of teaching over one photograph (height, width, 3) BGR."""

    def __init__(self, bgr: BgrImage, size: Size, language: Language, night: bool = False) -> None:
        self._whole = Rect(0, 0, bgr.shape[1], bgr.shape[0])
        self._language, self._theme = language, theme(night)
        self._photo = pygame.image.frombuffer(bgr[..., ::-1].tobytes(), (bgr.shape[1], bgr.shape[0]), "RGB")
        self._lay_out(TeachLayout(size, self._whole))

    def _lay_out(self, layout: TeachLayout) -> None:
        self.layout = layout
        box, part = layout.photo, layout.region
        seen = self._photo.subsurface((int(part.x), int(part.y), int(part.w), int(part.h)))
        self._ground = pygame.Surface(layout.size, 0, 32)
        self._ground.fill(self._theme.hush)
        self._ground.blit(pygame.transform.smoothscale(seen, (int(box.w), int(box.h))), (box.x, box.y))

    def draw(self, state: Teaching, pressed: str | None = None) -> TeachPicture:
        """The screen for that state; the button `pressed` is down. What a finger holds does not shift the picture under it."""
        layout = TeachLayout(self.layout.size, _region(self._whole, state, self.layout.room))
        if state.held is None and layout != self.layout:
            self._lay_out(layout)
        surface = self._ground.copy()
        over = Canvas(self.layout.room, self.layout.u, self._theme, None)
        buttons = self._draw_over(over, state, pressed)
        surface.blit(over.flatten(), (0, 0))
        if state.finger is not None:
            self._draw_loupe(surface, state.finger)
        bar = Canvas(self.layout.bar, self.layout.u, self._theme, self._theme.paper)
        buttons |= self._draw_bar(bar, state, pressed)
        surface.blit(bar.flatten(), (self.layout.bar.x, self.layout.bar.y))
        return TeachPicture(surface, buttons, (*over.words, *bar.words), (*over.parts, *bar.parts))

    # ---- over the photograph ----

    def _draw_over(self, c: Canvas, state: Teaching, pressed: str | None) -> dict[str, Rect]:
        if state.step is Step.KIND:
            return self._draw_kinds(c, pressed)
        if state.step is Step.MARK:
            for at in state.marks:
                self._draw_mark(c, self.layout.on_screen(at))
        elif state.lesson is not None:
            self._draw_fields(c, state.lesson)
        if state.lesson is not None and state.step not in (Step.MARK, Step.FIELDS):
            self._draw_colours(c, state)
        return {}

    def _draw_kinds(self, c: Canvas, pressed: str | None) -> dict[str, Rect]:
        c.veil(self._theme.paper, 190)
        boxes = _cards(self.layout)
        for kind, box in zip(KINDS.values(), boxes, strict=True):
            name = KIND_PREFIX + kind.name
            parts.button(c, SceneButton(name, ""), box, c.u, pressed == name)
            _draw_kind(c, kind, box, self._theme, c.u * (0.2 if pressed == name else 0))
        return {KIND_PREFIX + name: box for name, box in zip(KINDS, boxes, strict=True)}

    def _draw_mark(self, c: Canvas, at: Point) -> None:
        r, width = c.u * 1.0, c.u * 0.22
        c.ring(*at, r, width * 2.2, self._theme.halo)
        c.ring(*at, r, width, self._theme.accent)
        c.disc(*at, width * 1.1, self._theme.halo)
        c.disc(*at, width * 0.65, self._theme.accent)

    def _draw_fields(self, c: Canvas, lesson: Lesson) -> None:
        """A ring round each field as it lies in the picture, and a line along the track."""
        homography, places = lattice_to_px(lesson), places_on_lattice(lesson)
        accent, halo = self._petrol, self._casing
        track = [self.layout.on_screen(at) for at in mapped(homography, list(places.values())[: lesson.kind.track])]
        rings = [[self.layout.on_screen(at) for at in mapped(homography, _circle(place))] for place in places.values()]
        width = max(1.5, c.u * 0.12)
        for across, colour in ((width * 2.4, halo), (width, accent)):
            c.stroke(track, across * 0.7, colour, closed=True)
        for across, colour in ((width * 2.4, halo), (width, accent)):
            for ring in rings:
                c.stroke(ring, across, colour, closed=True)

    @property
    def _petrol(self) -> tuple[int, int, int]:
        """Lines over a photograph are petrol with a white casing by day and by night (LOOK section 5)."""
        return theme(False).accent

    @property
    def _casing(self) -> tuple[int, int, int]:
        return theme(False).halo

    def _draw_colours(self, c: Canvas, state: Teaching) -> None:
        assert state.lesson is not None
        r = c.u * TOKEN_U
        for arm, at in enumerate(arm_tokens(state.lesson)):
            x, y = self._inside(self.layout.on_screen(at), r * 1.3)
            parts.token(c, tone(state.colors[arm]), x, y, r)
            if arm in state.doubtful and state.step is Step.COLOURS:
                bx, by, br = x + r * 0.95, y - r * 0.8, c.u * 0.95
                c.disc(bx, by, br + c.u * 0.2, self._theme.halo)
                c.disc(bx, by, br, self._theme.error)
                size = c.u * 1.4
                c.text(bx, by + size * fonts.CAP_MIDDLE, "?", size, self._theme.halo, True, "centre", part="token")

    def _inside(self, at: Point, by: float) -> Point:
        room = self.layout.room
        return min(max(at[0], room.x + by), room.right - by), min(max(at[1], room.y + by), room.bottom - by)

    def _draw_loupe(self, surface: pygame.Surface, finger: Point) -> None:
        """What lies under the finger, enlarged, in the upper corner that the finger is farther from."""
        u, side = self.layout.u, round(self.layout.u * LOUPE_U)
        x, _ = self.layout.on_screen(finger)
        left = round(u) if x > self.layout.room.cx else round(self.layout.room.right - u - side)
        seen = side / (self.layout.scale * LOUPE_TIMES)
        tile = pygame.Surface((max(2, round(seen)), max(2, round(seen))), 0, 32)
        tile.blit(self._photo, (round(seen / 2 - finger[0] - 0.5), round(seen / 2 - finger[1] - 0.5)))
        c = Canvas(Rect(left, round(u), side, side), u, self._theme, self._casing)
        surface.blit(c.flatten(), (left, round(u)))
        edge = max(2, round(u * 0.2))
        surface.blit(pygame.transform.smoothscale(tile, (side - 2 * edge, side - 2 * edge)), (left + edge, round(u) + edge))
        cross = Canvas(Rect(left, round(u), side, side), u, self._theme, None)
        middle, arm = (left + side / 2, round(u) + side / 2), u * 1.3
        for width, colour in ((u * 0.4, self._casing), (u * 0.16, self._petrol)):
            cross.ring(*middle, arm, width, colour)
            cross.disc(*middle, width * 0.8, colour)
        surface.blit(cross.flatten(), (left, round(u)))

    # ---- the bar ----

    def _draw_bar(self, c: Canvas, state: Teaching, pressed: str | None) -> dict[str, Rect]:
        u, bar = c.u, self.layout.bar
        size, height = u * 1.5, u * 4.4
        made = self._buttons(state)
        row = bar.bottom - u - height if self.layout.portrait else bar.cy - height / 2
        placed: dict[str, Rect] = {}
        for button in made:
            width = max(4 * u, parts.button_width(button, u, size) + u * 1.6)
            left = u if button.id == BACK else bar.right - u - width
            placed[button.id] = Rect(left, row, width, height)
            parts.button(c, button, placed[button.id], size, pressed == button.id)
        first = u if BACK not in placed or self.layout.portrait else placed[BACK].right + u
        last = bar.right - u if NEXT not in placed or self.layout.portrait else placed[NEXT].x - u
        text = Rect(first, bar.y, last - first, row - bar.y if self.layout.portrait else bar.h)
        self._draw_words(c, state, text)
        return placed

    def _buttons(self, state: Teaching) -> list[SceneButton]:
        def label(of: TeachLabel) -> str:
            return teaching_label(self._language, of)

        made = []
        if state.step in (Step.MARK, Step.FIELDS, Step.COLOURS):
            made.append(SceneButton(BACK, label(TeachLabel.BACK)))
        if state.can_go_on:
            of = {Step.COLOURS: TeachLabel.KEEP, Step.SAVED: TeachLabel.DONE}.get(state.step, TeachLabel.NEXT)
            made.append(SceneButton(NEXT, label(of), "next" if of is TeachLabel.NEXT else "yes", main=True))
        return made

    def _draw_words(self, c: Canvas, state: Teaching, box: Rect) -> None:
        said = teaching_lines(self._language, state.message())
        size = next((k * c.u for k in (1.9, 1.75, 1.6) if fonts.width(said.title, k * c.u, True) <= box.w), 1.45 * c.u)
        title = fonts.wrap(said.title, size, box.w, True)
        small = 1.3 * c.u
        sentence = fonts.wrap(said.sentence, small, box.w, False)
        height = size * 0.72 + (len(title) - 1) * size * fonts.LINE + len(sentence) * small * fonts.LINE
        anchor: Anchor = "centre" if self.layout.portrait else "left"
        x = box.cx if self.layout.portrait else box.x
        below = c.paragraph(x, box.cy - height / 2 + size * 0.72, title, size, box.w, bold=True, anchor=anchor)
        first = below - size * fonts.LINE + small * 1.34
        c.paragraph(x, first, sentence, small, box.w, self._theme.soft, anchor=anchor)


def _region(whole: Rect, state: Teaching, room: Rect) -> Rect:
    """The part of the photograph to show: all of it while it is marked, then the board, as much as the room takes."""
    if state.lesson is None or state.step in (Step.KIND, Step.MARK):
        return whole
    points = mapped(lattice_to_px(state.lesson), list(state.lesson.kind.places.values()))
    margin = 2 * unit_px(state.lesson)
    left, right = min(x for x, _ in points) - margin, max(x for x, _ in points) + margin
    top, bottom = min(y for _, y in points) - margin, max(y for _, y in points) + margin
    scale = min(room.w / (right - left), room.h / (bottom - top), CLOSEST)
    w, h = min(whole.w, round(room.w / scale)), min(whole.h, round(room.h / scale))
    x = min(max(0, round((left + right - w) / 2)), whole.w - w)
    y = min(max(0, round((top + bottom - h) / 2)), whole.h - h)
    return Rect(x, y, w, h)


def _cards(layout: TeachLayout) -> list[Rect]:
    """The kinds' cards: in one row, on a tall screen in two."""
    u, columns = layout.u, 3 if layout.portrait else len(KINDS)
    rows = math.ceil(len(KINDS) / columns)
    gap = 0.9 * u
    width = min((layout.room.w - 2 * u - gap * (columns - 1)) / columns, 10 * u)
    height = min((layout.room.h - 2 * u - gap * (rows - 1)) / rows, width + 4 * u)
    top = layout.room.cy - (rows * height + (rows - 1) * gap) / 2
    boxes = []
    for k in range(len(KINDS)):
        row, column = divmod(k, columns)
        here = min(columns, len(KINDS) - row * columns)
        left = layout.room.cx - (here * width + (here - 1) * gap) / 2
        boxes.append(Rect(left + column * (width + gap), top + row * (height + gap), width, height))
    return boxes


def _draw_kind(c: Canvas, kind: BoardKind, box: Rect, of: Theme, sunk: float) -> None:
    """The track as dots, goals and houses paler, and how many fields the track has."""
    side = box.w - 1.6 * c.u
    reach = max(max(abs(x), abs(y)) for x, y in kind.places.values()) + 0.6
    unit = side / 2 / reach
    for name, (x, y) in kind.places.items():
        colour = of.ink if name.startswith("T") else mix(of.card, of.ink, 0.35)
        c.disc(box.cx + x * unit, box.y + sunk + 0.8 * c.u + side / 2 + y * unit, unit * 0.4, colour)
    size = c.u * 2.1
    baseline = (box.y + 0.8 * c.u + side + box.bottom) / 2 + sunk - 0.15 * c.u + size * fonts.CAP_MIDDLE
    c.text(box.cx, baseline, str(kind.track), size, of.ink, True, "centre", box.w - c.u, part=f"button:{KIND_PREFIX}{kind.name}")


def _circle(at: Point) -> list[Point]:
    return [(at[0] + RING * math.cos(k * math.tau / 20), at[1] + RING * math.sin(k * math.tau / 20)) for k in range(20)]
