"""Writes a simulated game as a recording folder, with the truth beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TextIO

import cv2

from companion.rules import State
from companion.simulation.painter import SimulatedPainter
from companion.simulation.table import SimulatedTable, TableMoment
from companion.simulation.truth import TruthStep
from hardware.errors import DeviceError, InputError

JPEG_QUALITY = 90
PAUSE_S = (0.3, 1.0)
"""From the end of a ply to the next throw."""


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """`session.json`: raw JSON values as given; None is left out. `begin` is the state before the first throw."""

    board: str
    rules: object
    colors: object
    seats: object
    begin: State
    own_position: bool

    def to_dict(self, fps: float) -> dict[str, object]:
        """As in the machine interfaces."""
        given = {"board": self.board, "rules": self.rules, "colors": self.colors, "seats": self.seats}
        facts = {key: value for key, value in given.items() if value is not None}
        facts["first"] = self.begin.turn
        if self.own_position:
            facts["position"] = self.begin.position.to_dict()
        return {**facts, "fps": fps}


class RecordingWriter:
    """Writes frame lines one by one; a picture only when something has changed."""

    def __init__(self, folder: Path, painter: SimulatedPainter) -> None:
        self._folder, self._painter = folder, painter
        self._shown: TableMoment | None = None
        self._pictures = 0
        self._file_since = 0
        self.lines = 0
        """Lines written so far."""

    def add(self, moment: TableMoment, time_s: float, throw: int | None, frames: TextIO) -> None:
        """One line of `frames.jsonl`. Raises `DeviceError` when the picture cannot be written."""
        if moment != self._shown:
            self._pictures += 1
            self._shown, self._file_since = moment, self.lines
            self._write_picture(self._painter.paint_moment(moment, time_s))
        line: dict[str, object] = {"file": self._name, "t": round(time_s, 3)}
        print(json.dumps(line if throw is None else {**line, "throw": throw}), file=frames)
        self.lines += 1

    @property
    def file_since(self) -> int:
        """The number of the line (from 0) at which the last picture began."""
        return self._file_since

    @property
    def _name(self) -> str:
        return f"{self._pictures:06d}.jpg"

    def _write_picture(self, picture: cv2.typing.MatLike) -> None:
        good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if not good:
            raise DeviceError(f"{self._folder / self._name}: the picture could not be encoded")
        (self._folder / self._name).write_bytes(data.tobytes())


def record_game(
    folder: Path,
    facts: SessionFacts,
    table: SimulatedTable,
    painter: SimulatedPainter,
    rng: Random,
    plies: int,
    fps: float,
    told: Callable[[int, int], None],
) -> int:
    """Plays and writes `plies` plies, or fewer when the game is over sooner. Returns the number played.

    `folder` is there (`make_recording_folder`). `told` is called after each ply with the plies done and the lines written.
    """
    (folder / "session.json").write_text(json.dumps(facts.to_dict(fps), indent=1) + "\n", "utf-8")
    writer = RecordingWriter(folder, painter)
    played = 0
    with (
        (folder / "frames.jsonl").open("w", encoding="utf-8") as frames,
        (folder / "truth.jsonl").open("w", encoding="utf-8") as truth,
    ):
        while played < plies and not table.state.over:
            value = rng.randint(1, 6)
            steps = table.throw(value, writer.lines / fps)
            _write_ply(writer, table, steps, value, fps, frames, truth, table.busy_until_s + rng.uniform(*PAUSE_S))
            played += 1
            told(played, writer.lines)
    return played


def make_recording_folder(folder: Path) -> None:
    """Makes the folder. Raises `InputError` when that is not possible or it holds a recording already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        why = getattr(error, "strerror", None) or error
        raise InputError(f"{folder}: expected a folder to write into, it cannot be made: {why}") from None
    if any((folder / name).exists() for name in ("frames.jsonl", "session.json", "truth.jsonl")):
        raise InputError(f"{folder}: expected an empty folder, it holds a recording already")


def _write_ply(
    writer: RecordingWriter,
    table: SimulatedTable,
    steps: tuple[TruthStep, ...],
    value: int,
    fps: float,
    frames: TextIO,
    truth: TextIO,
    until_s: float,
) -> None:
    """The lines from a throw until `until_s`, and the truth of each step once it has rested."""
    begin, waiting = writer.lines, list(steps)
    while writer.lines / fps < until_s:
        time_s = writer.lines / fps
        if time_s >= waiting[0].until_s and len(waiting) > 1:
            _tell(truth, writer, waiting.pop(0), begin)
        writer.add(table.moment(time_s), time_s, value if writer.lines == begin else None, frames)
    _tell(truth, writer, waiting[0], begin)


def _tell(truth: TextIO, writer: RecordingWriter, step: TruthStep, begin: int) -> None:
    print(json.dumps(step.to_dict(max(writer.file_since, begin))), file=truth)
