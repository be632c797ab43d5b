"""Without a screen: moves are printed as they are recognised, and each kind of screen is written once as a picture."""

from __future__ import annotations

from pathlib import Path

from companion.app.tell import tell
from companion.display import save_picture
from companion.events import Entry
from companion.scene import Scene

SIZE = (1280, 720)
MOST_PICTURES = 12


class Album:
    """Writes at most `MOST_PICTURES` screens, the first of each kind, into a folder; those of the last run make room."""

    def __init__(self, folder: Path, size: tuple[int, int] | None = None) -> None:
        self._folder, self._size = folder, size or SIZE
        for old in folder.glob("[0-9][0-9]-*.png"):
            old.unlink()
        self._kinds: set[str] = set()
        self.pictures: list[Path] = []

    def add(self, scene: Scene) -> None:
        """Keeps the scene if its kind is new. Raises `DeviceError` when it cannot be written."""
        kind = str(scene.mode) if scene.reason is None else f"{scene.mode}-{scene.reason}"
        if kind in self._kinds or len(self.pictures) == MOST_PICTURES:
            return
        self._kinds.add(kind)
        path = self._folder / f"{len(self.pictures) + 1:02d}-{kind}.png"
        save_picture(scene, self._size, path)
        self.pictures.append(path)


def say_line(entry: Entry, track: int) -> None:
    """Prints what happened, at once."""
    print(tell(entry, track), flush=True)
