"""Pictures of the table beside a record, for whoever wants to see why something was read wrongly: a ring of limited size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2

from companion.events import (
    CorrectionEvent,
    Entry,
    Event,
    IllegalEvent,
    MissedCaptureEvent,
    MoveEvent,
    PassEvent,
    TakebackEvent,
)
from hardware.ports import BgrImage, Frame

QUALITY = 85
"""JPEG: letters on the printed fields stay readable, 1280x720 takes some 200 kB."""
AFTER_S = 1.0
"""How long after something was put right the table is looked at once more."""
PLY = (MoveEvent, PassEvent, MissedCaptureEvent)
DOUBT = (CorrectionEvent, TakebackEvent, IllegalEvent)
"""What may mean that the table was misread: the pictures before, at and after it are kept."""


class PictureRing:
    """Keeps one picture a ply and three around each doubt in a folder, the oldest making room for the newest.

    `most_bytes` is never exceeded by more than a picture. A disk that takes no more ends the pictures, never the game: `tell`
    gets one sentence. Use it from one thread.
    """

    def __init__(self, folder: Path, most_bytes: int, tell: Callable[[str], None]) -> None:
        self._folder, self._most, self._tell = folder, most_bytes, tell
        self._last: Frame | None = None
        self._due: tuple[str, float] | None = None
        self._kept: list[tuple[Path, int]] | None = None
        self.stopped = False

    def saw(self, frame: Frame, entries: Sequence[Entry]) -> None:
        """Takes what the camera showed when these lines were written."""
        if self.stopped:
            return
        try:
            self._keep_due(frame)
            for entry in entries:
                self._keep_for(frame, entry)
        except OSError as error:
            self.stopped = True
            self._tell(f"No more pictures are kept in {self._folder}: {error.strerror or error}; the game goes on")
        self._last = frame

    def _keep_due(self, frame: Frame) -> None:
        if self._due is not None and frame.time_s >= self._due[1]:
            self._keep(f"{self._due[0]}-after", frame.bgr)
            self._due = None

    def _keep_for(self, frame: Frame, entry: Entry) -> None:
        name = f"{entry.n:06d}-{_kind(entry.event)}"
        if isinstance(entry.event, DOUBT):
            if self._last is not None:
                self._keep(f"{name}-before", self._last.bgr)
            self._due = name, frame.time_s + AFTER_S
        if isinstance(entry.event, PLY + DOUBT):
            self._keep(name, frame.bgr)

    def _keep(self, name: str, bgr: BgrImage) -> None:
        done, jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not done:
            raise OSError("the picture cannot be packed")
        kept = self._ring()
        path = self._folder / f"{name}.jpg"
        path.write_bytes(jpeg.tobytes())
        kept.append((path, len(jpeg)))
        while len(kept) > 1 and sum(size for _, size in kept) > self._most:
            kept.pop(0)[0].unlink(missing_ok=True)

    def _ring(self) -> list[tuple[Path, int]]:
        """What is kept, oldest first; at the first picture that is what an earlier sitting left."""
        if self._kept is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._kept = [(path, path.stat().st_size) for path in pictures_in(self._folder)]
        return self._kept


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a game, oldest first."""
    found = [path for path in folder.glob("*.jpg") if path.is_file()] if folder.is_dir() else []
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name))


def _kind(event: Event) -> str:
    return type(event).__name__.removesuffix("Event").lower()
