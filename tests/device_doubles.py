"""Recordings, clocks and stand-ins for the tests of devices."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np

from hardware.ports import BgrImage


class ManualClock:
    """Seconds that pass only when told to; also the `wait` of a simulated camera."""

    def __init__(self, now_s: float = 100.0) -> None:
        self.now_s = now_s

    def __call__(self) -> float:
        return self.now_s

    def wait(self, seconds: float) -> None:
        self.now_s += seconds


class GreyPainter:
    """Paints the time as a grey."""

    def paint(self, time_s: float) -> BgrImage:
        return np.full((36, 64, 3), int(time_s) % 256, dtype=np.uint8)


def write_recording(
    folder: Path,
    lines: Sequence[Mapping[str, object] | str] = (
        {"file": "a.png", "t": 0.0, "throw": 6},
        {"file": "a.png", "t": 0.2},
        {"file": "b.png", "t": 0.4},
    ),
    session: object = None,
) -> Path:
    """A recording with two pictures; lines may be given as raw text."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, grey in (("a.png", 10), ("b.png", 200)):
        cv2.imwrite(str(folder / name), np.full((36, 64, 3), grey, dtype=np.uint8))
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / "frames.jsonl").write_text(text + "\n", "utf-8")
    whole = {"board": "schmidt-4", "rules": "schmidt-2016", "first": "yellow", "fps": 5} if session is None else session
    (folder / "session.json").write_text(whole if isinstance(whole, str) else json.dumps(whole), "utf-8")
    return folder


def write_video(path: Path, frames: int = 4, size: tuple[int, int] = (64, 48)) -> Path:
    """A small MJPG video of growing brightness, five frames a second."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, size)
    for number in range(frames):
        writer.write(np.full((size[1], size[0], 3), 40 * number, dtype=np.uint8))
    writer.release()
    return path


class FakeCapture:
    """A `cv2.VideoCapture` of a camera that gives `size` whatever it is asked for, and stops after `frames` pictures."""

    def __init__(self, size: tuple[int, int] = (1280, 720), frames: int = 1000, opened: bool = True) -> None:
        self.size, self.frames, self.opened = size, frames, opened
        self.asked: dict[int, float] = {}
        self.has: dict[int, float] = {}
        self.refuses: set[int] = set()
        self.released = False
        self.failing = 0

    def isOpened(self) -> bool:  # noqa: N802
        return self.opened

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        self.asked[propId] = value
        return propId not in self.refuses

    def get(self, propId: int) -> float:  # noqa: N803
        return {cv2.CAP_PROP_FRAME_WIDTH: self.size[0], cv2.CAP_PROP_FRAME_HEIGHT: self.size[1], **self.has}.get(propId, 0.0)

    def read(self) -> tuple[bool, Any]:
        if self.failing or self.frames == 0:
            self.failing = max(0, self.failing - 1)
            return False, None
        self.frames -= 1
        return True, np.zeros((self.size[1], self.size[0], 3), dtype=np.uint8)

    def release(self) -> None:
        self.released = True


CONTROLS = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "AfMode", "LensPosition")


class FakePicamera2:
    """Behaves as the released picamera2 does where the driver touches it; refuses what the real one refuses."""

    cameras: Sequence[Mapping[str, object]] = ({"Model": "imx708", "Num": 0, "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a"},)
    changed_format: str | None = None
    busy = False
    last: FakePicamera2 | None = None

    def __init__(self, camera_num: int = 0) -> None:
        if type(self).busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.camera_num = camera_num
        self.camera_controls = dict.fromkeys(CONTROLS, (0, 1, 0))
        self.set_to: dict[str, Any] = {}
        self.asked: dict[str, Any] = {}
        self.metadata: dict[str, Any] = dict(METADATA)
        self.started = self.closed = self.lost = False
        self.waiting_jobs = 0
        self._streams: dict[str, dict[str, Any]] = {}
        FakePicamera2.last = self

    @classmethod
    def global_camera_info(cls) -> Sequence[Mapping[str, object]]:
        return cls.cameras

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        assert asked["buffer_count"] >= 2
        assert all(side % 2 == 0 for stream in ("main", "lores") for side in asked[stream]["size"])
        self.asked = asked
        return {"main": dict(asked["main"]), "lores": dict(asked["lores"])}

    def configure(self, camera_config: Mapping[str, Any]) -> None:
        self._streams = {name: dict(stream) for name, stream in camera_config.items()}
        if type(self).changed_format:
            self._streams["main"]["format"] = type(self).changed_format

    def camera_configuration(self) -> dict[str, Any]:
        return dict(self._streams)

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        unknown = set(controls) - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown.pop()} is not advertised by libcamera")
        self.set_to |= controls

    def start(self) -> None:
        self.started = True

    def cancel_all_and_flush(self) -> None:
        self.waiting_jobs = 0

    def close(self) -> None:
        assert not self.closed
        assert self.waiting_jobs == 0, "the real one would wait behind them for ever"
        self.started, self.closed = False, True

    def capture_arrays(self, names: Sequence[str], wait: float | None = None) -> tuple[list[BgrImage], dict[str, Any]]:
        assert wait is not None
        if self.lost or not self.started:
            self.waiting_jobs += 1
            raise TimeoutError
        return [self._array(name) for name in names], dict(self.metadata)

    def _array(self, name: str) -> BgrImage:
        width, height = self._streams[name]["size"]
        # Rows are padded in memory.
        if self._streams[name]["format"] == "YUV420":
            planes = np.full((height * 3 // 2, width + 64), 128, dtype=np.uint8)
            planes[:height, :width] = 77
            return planes
        return np.zeros((height, width + 16, 3), dtype=np.uint8)[:, :width]


METADATA = {"ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.9), "LensPosition": 1.8, "AfState": 2, "Lux": 300.0}


def fake_picamera2_module() -> SimpleNamespace:
    """A module `picamera2` with a fresh class, so that tests do not share its settings."""
    return SimpleNamespace(Picamera2=type("Picamera2", (FakePicamera2,), {}))
