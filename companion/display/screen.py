"""The window: shows scenes, and says what fingers, mouse and keys did."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from companion.display.driver import video_driver
from companion.display.effects import RINGS_END_S, Calling, Change, Effect
from companion.display.guided import GuidedRenderer
from companion.display.layout import Size
from companion.display.live import LivePainter
from companion.display.live_view import live_view
from companion.display.motion import Movement, movement
from companion.display.render import Picture, token_picture
from companion.display.saving import write_surface
from companion.focus import Guide
from companion.live_marks import LiveShot, live_marks
from companion.live_picture import LivePicture
from companion.scene import Scene
from hardware.errors import DeviceError, NoScreenError

SMALLEST = (320, 240)
LIVE_EVERY_S = 0.07
"""The camera's picture is renewed up to fourteen times a second: "10 frames a second or better"."""
FADE_S = 0.15
""" "Reduced motion: all of it becomes a 150 ms fade" (LOOK section 7)."""
FRAMES_A_SECOND = 30
"""Never more: a scene that comes sooner waits for its turn."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed, or Escape was pressed where it ends the program."""


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A key, by its name: `space`, `1`, `return`."""

    key: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button, by its id, pressed and let go."""

    button: str


@dataclass(frozen=True, slots=True)
class BoardTouched:
    """A field of the board, by its name."""

    field: str


UiEvent = Quit | KeyPressed | Pressed | BoardTouched


@dataclass(frozen=True, slots=True)
class _Walk:
    """A move that is being shown."""

    move: Movement
    ground: Picture
    tokens: Mapping[str, pygame.Surface]
    since: float

    def draw(self, window: pygame.Surface, now: float) -> None:
        """The pieces where they are at that moment."""
        window.blit(self.ground.surface, (0, 0))
        assert self.ground.board is not None
        for piece, (x, y) in self.move.positions(self.ground.board, now - self.since):
            token = self.tokens[piece.color]
            window.blit(token, (round(x - token.get_width() / 2), round(y - token.get_height() / 2)))


@dataclass(frozen=True, slots=True)
class _Fade:
    """What was shown before, as it gives way."""

    before: pygame.Surface
    since: float

    def draw(self, window: pygame.Surface, now: float) -> bool:
        """Lays what is left of it over the window; False once nothing is."""
        left = 1.0 - (now - self.since) / FADE_S
        if left <= 0 or self.before.get_size() != window.get_size():
            return False
        self.before.set_alpha(round(255 * left))
        window.blit(self.before, (0, 0))
        return True


def _no_picture() -> LiveShot | None:
    return None


class Screen:
    """One window, or the whole screen. `size` in pixels; fullscreen takes the size of the screen instead.

    With `motion` a piece walks to where it was seen, and what `companion.display.effects` tells moves; `clock` gives seconds.
    Things move while `poll` is called.
    Raises `DeviceError` when no picture can be shown. Use it from one thread, the one that made it.
    """

    def __init__(
        self,
        size: Size,
        fullscreen: bool = False,
        title: str = "Mensch ärgere Dich nicht",
        motion: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._window_size = (max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1]))
        self._fullscreen = fullscreen
        self.frames = 0
        """How often something was drawn."""
        self.escape_ends = True
        """Whether Escape ends the program; else it is a key like others, to go back by."""
        self._scene: Scene | None = None
        self._guide: Guide | None = None
        self._live: LivePicture | None = None
        self._picture: Picture | None = None
        self._pressed: str | None = None
        self._title = title
        self._pace = pygame.time.Clock()
        self._motion, self._clock = motion, clock
        self.calm = False
        """Reduced motion: nothing moves, what is new fades in."""
        self.live = False
        """The camera's picture instead of the drawn board, where `live_source` gives one."""
        self.live_source: Callable[[], LiveShot | None] = _no_picture
        self._live_s = float("-inf")
        self._fade: _Fade | None = None
        self._walk: _Walk | None = None
        self._effects: list[Effect] = []
        self._ring_size: int | None = None
        self._open()

    def _open(self) -> None:
        # A window that leaves full screen keeps its size in SDL: a new one does not.
        pygame.display.quit()
        start_display()
        pygame.display.set_caption(self._title)
        try:
            if self._fullscreen:
                self._window = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            else:
                self._window = pygame.display.set_mode(self._window_size, pygame.RESIZABLE)
        except pygame.error as error:
            raise DeviceError(f"the screen cannot be opened: {error}") from None
        self._renderer = GuidedRenderer(self._window.get_size())
        self._live_painter = LivePainter(self._window.get_size())
        self._walk, self._effects = None, []

    @property
    def size(self) -> Size:
        """Width and height in pixels."""
        return self._window.get_size()

    def show(self, scene: Scene, guide: Guide | None = None) -> None:
        """Shows the scene, for tables without a touch screen with a guide; does nothing when that is shown already.

        Raises `DeviceError` when the screen has gone.
        """
        if scene == self._scene and guide == self._guide:
            return
        moves = self._motion and not self.calm
        move = movement(self._scene, scene) if moves and not self.live else None
        if self.calm and self._scene is not None:
            self._fade = _Fade(self._window.copy(), self._clock())
        before, old = self._scene, self._window.copy()
        self._scene, self._guide, self._live, self._effects, self._ring_size = scene, guide, None, [], None
        with _while_it_is_there():
            self._walk = None if move is None else self._begin(scene, move)
            picture = self._renderer.draw(scene, self._pressed, guide)
            if moves:
                change = Change(before, scene, old, picture, self._renderer.token_u(guide), self._clock())
                self._effects = change.effects(not self.live, 0.0 if move is None else move.seconds)
            self._draw()

    def show_live(self, live: LivePicture) -> None:
        """Shows the camera's picture, at once; the next one replaces it. Raises `DeviceError` when the screen has gone."""
        self._scene, self._walk, self._live, self._effects = None, None, live, []
        with _while_it_is_there():
            self._draw()

    def _begin(self, scene: Scene, move: Movement) -> _Walk:
        """What a walk needs: the picture without the pieces that walk, and those pieces alone."""
        walking = [piece for piece in (move.mover, move.captured) if piece is not None]
        rest = list(scene.pieces)
        for piece in walking:
            rest.remove(piece)
        ground = self._renderer.draw(replace(scene, pieces=tuple(rest)), None, self._guide)
        assert ground.board is not None
        u = self._renderer.token_u(self._guide)
        tokens = {piece.color: token_picture(piece.color, ground.board, u, scene.night) for piece in walking}
        return _Walk(move, ground, tokens, self._clock())

    def _draw(self) -> None:
        if self._live is not None:
            self._picture = self._live_painter.draw(self._live, self._pressed)
            self._window.blit(self._picture.surface, (0, 0))
            self._flip()
        if self._scene is None:
            return
        if self._walk is not None and self._clock() - self._walk.since >= self._walk.move.seconds:
            self._walk = None
        self._picture = self._renderer.draw(self._scene, self._pressed, self._guide)
        if self._walk is None:
            self._window.blit(self._picture.surface, (0, 0))
            self.draw_live()
        else:
            self._walk.draw(self._window, self._clock())
        if self._fade is not None and not self._fade.draw(self._window, self._clock()):
            self._fade = None
        self._effects = [effect for effect in self._effects if effect.draw(self._window, self._clock())]
        self._flip()

    def draw_live(self) -> bool:
        """Lays the camera's picture with the scene's marks over the drawn board; False where there is none."""
        board = None if self._picture is None else self._picture.board
        if not self.live or board is None or self._scene is None or (shot := self.live_source()) is None:
            return False
        at, self._live_s = board.square, self._clock()
        size = (round(at.w), round(at.h))
        marks, turns = live_marks(self._scene, shot.registration, shot.lens), self._scene.quarter_turns
        self._window.blit(live_view(shot.bgr, marks, size, turns), (at.x, at.y))
        return True

    def _next_live(self) -> None:
        """Only the board's place is drawn anew."""
        if self._clock() - self._live_s >= LIVE_EVERY_S and self._live is None and self.draw_live():
            self._flip()

    def _breathe(self, calling: Calling) -> None:
        """Only the rings are drawn anew: 11 % of a core at 1280x720, where the whole screen would cost 25."""
        now = self._clock()
        if 0 <= now - calling.since < RINGS_END_S and calling.size(now) == self._ring_size:
            return
        if self.live or not calling.draw(self._window, now):
            self._effects = []
            self._draw()
            return
        self._ring_size = calling.size(now)
        pygame.display.update(calling.rects)
        self.frames += 1

    def _flip(self) -> None:
        self._pace.tick(FRAMES_A_SECOND)
        pygame.display.flip()
        self.frames += 1

    def hit(self, x: float, y: float) -> str | None:
        """The id of the button at that pixel."""
        return None if self._picture is None else self._picture.hit(x, y)

    def field_at(self, x: float, y: float) -> str | None:
        """The name of the field at that pixel."""
        return None if self._picture is None else self._picture.field_at(x, y)

    def poll(self, wait_s: float = 0.0) -> tuple[UiEvent, ...]:
        """What happened since the last call; when nothing did, what happens within the next `wait_s` seconds, after those.

        Raises `DeviceError` when the screen has gone.
        """
        with _while_it_is_there():
            return self._poll(wait_s)

    def _poll(self, wait_s: float) -> tuple[UiEvent, ...]:
        calling = self._effects[0] if len(self._effects) == 1 else None
        if self._walk is not None or self._fade is not None or (self._effects and not isinstance(calling, Calling)):
            wait_s = 0.0
            self._draw()
        elif isinstance(calling, Calling):
            self._breathe(calling)
        elif self.live:
            self._next_live()
        waiting = pygame.event.get()
        if not waiting and wait_s > 0:
            # SDL's own waiting looks every millisecond: 1.8 % of a core, five times as much as this.
            time.sleep(wait_s)
            waiting = pygame.event.get()
        happened = [self._event(event) for event in waiting]
        return tuple(event for event in happened if event is not None)

    def _event(self, event: pygame.event.Event) -> UiEvent | None:
        if event.type == pygame.QUIT:
            return Quit()
        if event.type == pygame.KEYDOWN:
            return self._key(event.key)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._finger_down(*event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._finger_up(*event.pos)
        if event.type in (pygame.VIDEORESIZE, pygame.WINDOWEXPOSED):
            self._refresh()
        return None

    def _key(self, key: int) -> UiEvent | None:
        if key == pygame.K_ESCAPE:
            return Quit() if self.escape_ends else KeyPressed("escape")
        if key == pygame.K_F11:
            self._fullscreen = not self._fullscreen
            self._open()
            self._draw()
            return None
        return KeyPressed(pygame.key.name(key).strip("[]"))  # the number pad's are [1] … [9]

    def _finger_down(self, x: int, y: int) -> UiEvent | None:
        self._pressed = self.hit(x, y)
        if self._pressed is not None:
            self._draw()
            return None
        field = self.field_at(x, y)
        return None if field is None else BoardTouched(field)

    def _finger_up(self, x: int, y: int) -> UiEvent | None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return None
        self._draw()
        return Pressed(pressed) if self.hit(x, y) == pressed else None

    def _refresh(self) -> None:
        """The window has another size, or lies open again."""
        size = self._window.get_size()
        if size != self._renderer.size and min(size) >= min(SMALLEST):
            self._renderer = GuidedRenderer(size)
            self._live_painter = LivePainter(size)
            self._walk, self._effects = None, []
        self._draw()

    def save(self, path: Path) -> None:
        """Writes what is shown as a PNG file. Raises `DeviceError` when the file cannot be written."""
        write_surface(self._window, path)

    def close(self) -> None:
        """Closes the window."""
        pygame.display.quit()


@contextmanager
def _while_it_is_there() -> Iterator[None]:
    """A screen that is switched off or pulled out may end whatever is asked of it."""
    try:
        yield
    except pygame.error as error:
        raise DeviceError(f"the screen can no longer be drawn on: {error}; check its cable, then start again") from None


INVISIBLE_DRIVERS = ("dummy", "offscreen", "evdev")
"""SDL's drivers that draw for nobody."""


def start_display() -> None:
    """Starts SDL's display with the driver for this machine. Raises `NoScreenError` where nothing could be seen of it.

    SDL itself falls back to drivers that show nothing, without a word: an unreachable DISPLAY would play to nobody.
    """
    given = os.environ.get("SDL_VIDEODRIVER")
    driver = video_driver(os.environ)
    if driver is not None:
        os.environ["SDL_VIDEODRIVER"] = driver
    try:
        pygame.display.init()
    except pygame.error as error:
        _forget_driver(given)
        raise NoScreenError(f"no screen can be used ({_where_looked()}): {error}") from None
    if not given and pygame.display.get_driver() in INVISIBLE_DRIVERS and driver != "dummy":
        pygame.display.quit()
        _forget_driver(given)
        raise NoScreenError(f"no screen can be reached ({_where_looked()})")


def _forget_driver(given: str | None) -> None:
    """What was only a guess must not stand for the next try."""
    if given is None:
        os.environ.pop("SDL_VIDEODRIVER", None)


def _where_looked() -> str:
    names = [f"{name}={os.environ[name]}" for name in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "DISPLAY") if os.environ.get(name)]
    return ", ".join(names) or "no desktop, the bare screen was tried"
