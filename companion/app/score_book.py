"""The score, as the library has it: read when somebody wants to see it, and put away after.

Records the library has not read yet (copied from elsewhere, or its database was lost) are read newest first, only for a moment;
the others one after the other while the score is looked at. Nobody waits for a thousand games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from calibration.profile import BoardProfile
from companion.evening.score import Scores, score_picked
from companion.evening.score_scenes import score_scene
from companion.library.games import Library
from companion.scene import Scene
from companion.words import Language

FIRST_S, MORE_S = 1.0, 0.05
"""Reading takes so long when the score is opened, and between two looks for fingers; a record that was begun is read whole."""


class NewestFirst:
    """Lets records be read for `seconds`, at least one of them; names sort by when a game was begun."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._clock, self._until_s = clock, clock() + seconds
        self.left = 0

    def __call__(self, records: Sequence[Path]) -> Iterator[Path]:
        """The records to read, as long as there is time."""
        for read, path in enumerate(reversed(records)):
            if read and self._clock() >= self._until_s:
                self.left = len(records) - read
                return
            yield path


class ScoreBook:
    """The score of the games in a folder."""

    def __init__(
        self, folder: Path, board: BoardProfile, language: Language, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._folder, self._board, self._language, self._clock = folder, board, language, clock
        self._scores: Scores | None = None
        self._scene: Scene | None = None
        self.unread = 0
        """Records that were not read yet."""

    def scene(self) -> Scene:
        """The page that is open; each call may read some more. Raises `DeviceError` when the records cannot be read."""
        if self._scores is None:
            self._scores = self._read(FIRST_S)
        elif self.unread:
            now, more = self._scores, self._read(MORE_S)
            page = now.page if now.page in more.pages else more.page
            self._scores, self._scene = replace(more, page=page, at=min(now.at, len(more.halls) - 1)), None
        if self._scene is None:
            self._scene = score_scene(self._scores, self._board, self._language)
        return self._scene

    def picked(self, answer: str) -> None:
        """Somebody has touched something on the page."""
        if self._scores is not None:
            self._scores, self._scene = score_picked(self._scores, answer), None

    def close(self) -> None:
        """The next time it is read anew."""
        self._scores = self._scene = None

    def _read(self, seconds: float) -> Scores:
        library, newest = Library(self._folder), NewestFirst(seconds, self._clock)
        try:
            library.refresh(newest)
            return Scores.of(library)
        finally:
            self.unread = newest.left
            library.close()
