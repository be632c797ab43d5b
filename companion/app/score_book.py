"""The score, as the library has it: read when somebody wants to see it, and put away after."""

from __future__ import annotations

from pathlib import Path

from calibration.profile import BoardProfile
from companion.evening.score import Scores, score_picked
from companion.evening.score_scenes import score_scene
from companion.library.games import Library
from companion.scene import Scene
from companion.words import Language


class ScoreBook:
    """The score of the games in a folder."""

    def __init__(self, folder: Path, board: BoardProfile, language: Language) -> None:
        self._folder, self._board, self._language = folder, board, language
        self._scores: Scores | None = None
        self._scene: Scene | None = None

    def scene(self) -> Scene:
        """The page that is open. Raises `DeviceError` when the records cannot be read."""
        if self._scores is None:
            self._scores = self._read()
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

    def _read(self) -> Scores:
        library = Library(self._folder)
        try:
            library.refresh()
            return Scores.of(library)
        finally:
            library.close()
