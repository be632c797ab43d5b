"""The list of all games beside a game: gone through by fingers, keys and the one button, like every other page of an evening.

Its records are read as those of the score are (`companion.app.score_book`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

from calibration.profile import BoardProfile
from companion.app.library import deleted
from companion.app.replay import KEYS, PLAY, Film
from companion.app.score_book import FIRST_S, MORE_S, NewestFirst
from companion.display import BoardTouched, KeyPressed, Pressed, UiEvent
from companion.library.games import Library
from companion.library.loading import load_game
from companion.library.shelf import Delete, Open, Shelf, shelf_picked, without
from companion.library.summary import Summary
from companion.library_scenes import library_scene, shelf_closed
from companion.scene import Scene
from companion.wish import Close, Pick, Wish
from companion.words import Language
from hardware.errors import CompanionError


class GamesBook:
    """The games of a folder, and the one that is being looked at."""

    def __init__(
        self, folder: Path, board: BoardProfile, language: Language, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._folder, self._board, self._language, self._clock = folder, board, language, clock
        self._shelf: Shelf | None = None
        self._film: Film | None = None
        self._scene: Scene | None = None
        self._unread = 0

    def scene(self) -> Scene:
        """The page that is open, or the game; each call may read more. Raises `DeviceError` when the games cannot be read."""
        if self._film is not None and not self._film.left:
            return self._film.scene()
        self._film = None
        if self._shelf is None:
            self._turn_to(Shelf(self._read(FIRST_S), date.today()))
        elif self._unread:
            self._turn_to(replace(self._shelf, games=self._read(MORE_S)))
        if self._scene is None:
            assert self._shelf is not None
            self._scene = library_scene(self._shelf, self._board, self._language)
        return self._scene

    def took(self, event: UiEvent) -> bool:
        """Whether it was about the game that is being looked at: its own keys, and its board, which is no table."""
        match event:
            case BoardTouched() | KeyPressed("space") if self._film is not None:
                self._film.heard(event)
            case KeyPressed(key) if self._film is not None and key in KEYS:
                self._film.heard(event)
            case _:
                return False
        return True

    def granted(self, wish: Wish) -> bool:
        """Does what is wanted; False once the list is closed."""
        if self._film is not None:
            self._of_film(self._film, wish)
        elif self._shelf is not None:
            return self._of_shelf(self._shelf, wish)
        return True

    def close(self) -> None:
        """The next time it is read anew."""
        self._shelf = self._film = self._scene = None

    def _of_film(self, film: Film, wish: Wish) -> None:
        match wish:
            case Pick("play"):
                film.heard(Pressed(PLAY))
            case Close():
                self._film = None

    def _of_shelf(self, shelf: Shelf, wish: Wish) -> bool:
        following: Shelf | None = shelf
        match wish:
            case Close():
                following = shelf_closed(shelf)
            case Pick(answer):
                following = self._done(shelf_picked(shelf, answer))
        if following is None:
            self.close()
            return False
        self._turn_to(following)
        return True

    def _turn_to(self, shelf: Shelf) -> None:
        self._shelf, self._scene = shelf, None

    def _done(self, shelf: Shelf) -> Shelf:
        """What the list wants of its caller."""
        match shelf.wants:
            case Open(file):
                try:
                    loaded = load_game(self._folder / file)
                except CompanionError:  # it was there and whole when it was listed
                    return without(shelf, file)
                self._film = Film(loaded, self._language, self._clock, closable=True)
            case Delete(file):
                with self._library() as library:
                    return deleted(shelf, library, file)
        return replace(shelf, wants=None)

    def _read(self, seconds: float) -> tuple[Summary, ...]:
        newest = NewestFirst(seconds, self._clock)
        try:
            with self._library() as library:
                library.refresh(newest)
                return library.games()
        finally:
            self._unread = newest.left

    @contextmanager
    def _library(self) -> Iterator[Library]:
        library = Library(self._folder)
        try:
            yield library
        finally:
            library.close()
