"""The window in which a board is taught: fingers and mouse become events of `companion.teaching`, its states pictures."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from companion.display.layout import Size
from companion.display.screen import SMALLEST, start_display
from companion.display.teach_view import BACK, KIND_PREFIX, NEXT, TeachLayout, TeachPicture, TeachView
from companion.teaching import Back, Down, Kept, Look, Moved, Next, Picked, Step, TeachEvent, Teaching, Up, after
from companion.words import Language
from hardware.errors import DeviceError
from hardware.ports import BgrImage

REACH_U = 2.0
"""Half of the least thing to be touched (LOOK section 4: 4 u)."""

Keep = Callable[[Teaching], bool]
"""Writes the board down; whether that was possible."""


class TeachWindow:
    """One window over one photograph (height, width, 3) BGR. `look` asks it, `keep` writes the board down.

    Raises `DeviceError` when no picture can be shown. Use it from one thread.
    """

    def __init__(self, bgr: BgrImage, size: Size, language: Language, look: Look, keep: Keep, fullscreen: bool = False) -> None:
        self.state = Teaching()
        self.closed = False
        self._bgr, self._language, self._look, self._keep = bgr, language, look, keep
        start_display()
        pygame.display.set_caption("Mensch ärgere Dich nicht")
        try:
            if fullscreen:
                self._window = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            else:
                wanted = max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])
                self._window = pygame.display.set_mode(wanted, pygame.RESIZABLE)
        except pygame.error as error:
            raise DeviceError(f"the screen cannot be opened: {error}") from None
        self._pressed: str | None = None
        self._view = TeachView(bgr, self._window.get_size(), language)
        self.picture: TeachPicture = self._draw()

    @property
    def layout(self) -> TeachLayout:
        """Where everything lies that is shown."""
        return self._view.layout

    def run(self) -> bool:
        """Until the board is kept and the person is done (True) or the window is closed (False)."""
        while not self.closed and self.state.step is not Step.OVER:
            self.poll(pygame.event.wait())
        kept = self.state.step in (Step.SAVED, Step.OVER)
        self.close()
        return kept

    def poll(self, *first: pygame.event.Event) -> None:
        """Takes in what happened, and draws once."""
        for event in _newest_moves([*first, *pygame.event.get()]):
            self._take(event)
        if self.state.step is Step.SAVING:
            self._tell(Kept(self._keep(self.state)))
        self.picture = self._draw()

    def close(self) -> None:
        """Closes the window."""
        pygame.display.quit()

    def _take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.closed = True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._finger_down(*event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._tell(Moved(self.layout.in_picture(*event.pos)))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._finger_up(*event.pos)
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWEXPOSED):
            self._resized()

    def _finger_down(self, x: int, y: int) -> None:
        self._pressed = self.picture.hit(x, y)
        layout = self.layout
        if self._pressed is None and layout.photo.holds(x, y):
            self._tell(Down(layout.in_picture(x, y), REACH_U * layout.u / layout.scale))

    def _finger_up(self, x: int, y: int) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            self._tell(Up())
        elif self.picture.hit(x, y) == pressed:
            self._press(pressed)
        self.picture = self._draw()  # what is touched next must lie where the new state has it

    def _press(self, button: str) -> None:
        if button.startswith(KIND_PREFIX):
            self._tell(Picked(button.removeprefix(KIND_PREFIX)))
        elif button in (BACK, NEXT):
            self._tell(Next() if button == NEXT else Back())

    def _tell(self, event: TeachEvent) -> None:
        self.state = after(self.state, event, self._look)

    def _resized(self) -> None:
        size = self._window.get_size()
        if size != self.layout.size and min(size) >= min(SMALLEST):
            self._view = TeachView(self._bgr, size, self._language)

    def _draw(self) -> TeachPicture:
        picture = self._view.draw(self.state, self._pressed)
        self._window.blit(picture.surface, (0, 0))
        pygame.display.flip()
        return picture


def _newest_moves(events: list[pygame.event.Event]) -> list[pygame.event.Event]:
    """Without moves that another follows at once: they come faster than a picture is drawn."""
    kept = []
    for k, event in enumerate(events):
        follows = k + 1 < len(events) and events[k + 1].type == pygame.MOUSEMOTION
        if not (event.type == pygame.MOUSEMOTION and follows):
            kept.append(event)
    return kept
