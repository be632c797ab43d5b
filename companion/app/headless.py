"""Without a screen: moves are printed as they are recognised, and each kind of screen is written once as a picture."""

from __future__ import annotations

from pathlib import Path

from companion.app.tell import tell
from companion.display import save_picture
from companion.events import Entry
from companion.journal import say
from companion.rules import Reason
from companion.scene import Mode, Scene

SIZE = (1280, 720)
MOST_PICTURES = 12


class Album:
    """Writes at most `MOST_PICTURES` screens, the first of each kind, into a folder.

    Those of the last run make room; whatever else is in the folder stays.
    """

    def __init__(self, folder: Path, size: tuple[int, int] | None = None) -> None:
        self._folder, self._size = folder, size or SIZE
        for old in folder.glob("[0-9][0-9]-*.png"):
            if old.stem[3:] in KINDS:
                old.unlink()
        self._kinds: set[str] = set()
        self.pictures: list[Path] = []

    def add(self, scene: Scene) -> None:
        """Keeps the scene if its kind is new. Raises `DeviceError` when it cannot be written."""
        kind = _kind(scene.mode, scene.reason)
        if kind in self._kinds or len(self.pictures) == MOST_PICTURES:
            return
        self._kinds.add(kind)
        path = self._folder / f"{len(self.pictures) + 1:02d}-{kind}.png"
        save_picture(scene, self._size, path)
        self.pictures.append(path)


def _kind(mode: Mode, reason: str | None) -> str:
    return str(mode) if reason is None else f"{mode}-{reason}"


KINDS = frozenset(_kind(mode, reason) for mode in Mode for reason in (None, *Reason))
"""All there are, as the names of pictures have them."""


def say_line(entry: Entry, track: int) -> None:
    """Prints what happened, at once."""
    say(tell(entry, track))
