"""Recorded sessions as cameras: a folder of frames with its `frames.jsonl` or of plain pictures, a video, a single picture."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np

from hardware.errors import DeviceError, InputError
from hardware.picture_limits import why_no_picture
from hardware.ports import BgrImage, Frame
from hardware.recording import FrameLine, Session, picture_lines, read_frame_lines, read_session

__all__ = [
    "FolderCamera",
    "FrameLine",
    "PictureCamera",
    "Session",
    "VideoCamera",
    "decode_picture",
    "read_frame_lines",
    "read_session",
]


class FolderCamera:
    """Plays a recording folder, line by line, as fast as it is read.

    A folder of pictures that is no recording is played in the order of their names, each for over a second.
    """

    def __init__(self, path: Path | str) -> None:
        self._folder = Path(path)
        self._lines: tuple[FrameLine, ...] | None = None
        self._next = 0
        self._decoded: tuple[Path, BgrImage] | None = None

    @property
    def name(self) -> str:
        """`folder:DIR`."""
        return f"folder:{self._folder}"

    def open(self) -> None:
        """Checks the whole `frames.jsonl`, if there is one. Raises `InputError`, `DeviceError` when open already."""
        if self._lines is not None:
            raise DeviceError(f"camera {self.name} is already open")
        if not self._folder.is_dir():
            raise InputError(f"{self._folder}: expected the folder of a recording, there is none")
        recorded = any((self._folder / file).exists() for file in ("frames.jsonl", "session.json"))
        self._lines, self._next = (read_frame_lines if recorded else picture_lines)(self._folder), 0

    def read(self) -> Frame | None:
        """The next line's frame, None at the end. Raises `InputError` for a picture that cannot be decoded."""
        if self._lines is None:
            raise DeviceError(f"camera {self.name} is not open")
        if self._next == len(self._lines):
            return None
        line = self._lines[self._next]
        frame = Frame(self._picture(line), line.time_s, self._next)
        self._next += 1
        return frame

    def close(self) -> None:
        """Forgets the recording's place; harmless when not open."""
        self._lines, self._decoded = None, None

    def _picture(self, line: FrameLine) -> BgrImage:
        if self._decoded is None or self._decoded[0] != line.file:
            self._decoded = (line.file, decode_picture(line.file, line.where))
        return self._decoded[1]


class PictureCamera(FolderCamera):
    """Shows a single picture for over a second, long enough to be read."""

    @property
    def name(self) -> str:
        """`picture:FILE`."""
        return f"picture:{self._folder}"

    def open(self) -> None:
        """Raises `InputError` when there is no such file, `DeviceError` when open already."""
        if self._lines is not None:
            raise DeviceError(f"camera {self.name} is already open")
        if not self._folder.is_file():
            raise InputError(f"{self._folder}: expected a picture, there is none")
        self._lines, self._next = picture_lines(self._folder), 0


def decode_picture(path: Path, where: str) -> BgrImage:
    """(h, w, 3) picture of a file, not to be written to. Raises `InputError` beginning with `where`."""
    try:
        refused = why_no_picture(path)
        if refused is not None:
            raise InputError(f"{where}: expected {_a_picture(path, where)}, it {refused}")
        data = np.frombuffer(path.read_bytes(), dtype=np.uint8)
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    except OSError as error:
        raise InputError(f"{where}: the picture {path.name} cannot be read: {error.strerror or error}") from None
    except cv2.error:
        picture = None
    if picture is None:
        raise InputError(f"{where}: expected {_a_picture(path, where)}, it cannot be decoded")
    bgr = np.asarray(picture, dtype=np.uint8)
    bgr.setflags(write=False)
    return bgr


def _a_picture(path: Path, where: str) -> str:
    return "a picture" if where == str(path) else f"{path.name} to be a picture"


class VideoCamera:
    """Plays a video file, as fast as it is read; its time is the video's."""

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)
        self._video: cv2.VideoCapture | None = None
        self._first: object = None
        self._sequence = 0
        self._time_s = 0.0

    @property
    def name(self) -> str:
        """`video:FILE`."""
        return f"video:{self._path}"

    def open(self) -> None:
        """Raises `InputError` when the file is missing or gives no picture, `DeviceError` when open already."""
        if self._video is not None:
            raise DeviceError(f"camera {self.name} is already open")
        if not self._path.is_file():
            raise InputError(f"{self._path}: expected a video file, there is none")
        # FFmpeg tells its own users what is wrong with a file; ours get one sentence (AV_LOG_QUIET is -8).
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        video = cv2.VideoCapture(str(self._path))
        # Some files can be opened and give no picture all the same.
        good, first = video.read() if video.isOpened() else (False, None)
        if not good:
            video.release()
            raise InputError(f"{self._path}: expected a video, it cannot be decoded")
        self._video, self._first, self._sequence, self._time_s = video, first, 0, 0.0

    def read(self) -> Frame | None:
        """The next picture, None at the end."""
        if self._video is None:
            raise DeviceError(f"camera {self.name} is not open")
        rate = self._video.get(cv2.CAP_PROP_FPS)
        good, picture = self._video.read() if self._first is None else (True, self._first)
        self._first = None
        if not good:
            return None
        by_rate = self._sequence / rate if rate > 0 else 0.0
        stamped = self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        self._time_s = max(self._time_s, stamped if stamped > 0 else by_rate)
        frame = Frame(np.asarray(picture, dtype=np.uint8), self._time_s, self._sequence)
        self._sequence += 1
        return frame

    def close(self) -> None:
        """Closes the file; harmless when not open."""
        if self._video is not None:
            self._video.release()
        self._video, self._first = None, None
