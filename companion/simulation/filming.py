"""Writes a scripted game as a recording folder, with the script and the truth beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import cv2

from companion.simulation.director import Performance
from companion.simulation.recorder import JPEG_QUALITY, SessionFacts
from hardware.errors import DeviceError
from hardware.ports import BgrImage


def film(folder: Path, performance: Performance, told: Callable[[int, int], None]) -> int:
    """Writes the recording into `folder`, which is there. Returns the number of lines of `frames.jsonl`.

    A picture that shows the same as the one before is not written again. `told` is called after each line with lines done and
    lines in all. Raises `DeviceError` when a picture cannot be written.
    """
    script, fps = performance.script, performance.script.fps
    facts = SessionFacts(script.board, script.rules, script.colors, script.seats, performance.begin, script.position is not None)
    (folder / "session.json").write_text(json.dumps(facts.to_dict(fps), indent=1) + "\n", "utf-8")
    (folder / "script.jsonl").write_text("".join(f"{line}\n" for line in script.lines()), "utf-8")
    truth = (json.dumps(line.to_dict(fps)) for line in performance.truth)
    (folder / "truth.jsonl").write_text("".join(f"{line}\n" for line in truth), "utf-8")
    with (folder / "frames.jsonl").open("w", encoding="utf-8") as lines:
        return _film(folder, performance, lines, told)


def _film(folder: Path, performance: Performance, lines: TextIO, told: Callable[[int, int], None]) -> int:
    fps, shown, pictures, written = performance.script.fps, None, 0, 0
    throws = list(performance.throws)
    everything = int(performance.end_s * fps) + 1
    for time_s, picture in performance.pictures(fps):
        if picture is not shown:
            shown, pictures = picture, pictures + 1
            _write(folder / f"{pictures:06d}.jpg", picture)
        line: dict[str, object] = {"file": f"{pictures:06d}.jpg", "t": round(time_s, 3)}
        if throws and throws[0][0] <= time_s:
            line["throw"] = throws.pop(0)[1]
        print(json.dumps(line), file=lines)
        written += 1
        told(written, everything)
    return written


def _write(path: Path, picture: BgrImage) -> None:
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not good:
        raise DeviceError(f"{path}: the picture could not be encoded")
    path.write_bytes(data.tobytes())
