"""Throws of a recording: from the folder's `frames.jsonl`, or from a file of lines `{"t", "throw"}`."""

from __future__ import annotations

from pathlib import Path

from hardware.errors import DeviceError, InputError
from hardware.ports import ThrowReport
from hardware.recording import FRAME_KEYS, json_lines, seconds_of, throw_of


class RecordedThrows:
    """Gives each throw once the asked time has reached it."""

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)
        self._reports: tuple[ThrowReport, ...] | None = None
        self._next = 0

    @property
    def name(self) -> str:
        """`recorded:` and the path."""
        return f"recorded:{self._path}"

    def open(self) -> None:
        """Reads the file. Raises `InputError` naming file and line, `DeviceError` when open already."""
        if self._reports is not None:
            raise DeviceError(f"throws {self.name} are already open")
        self._reports, self._next = read_throws(self._path), 0

    def poll(self, time_s: float) -> tuple[ThrowReport, ...]:
        """The recorded throws since the last call and not after `time_s`."""
        if self._reports is None:
            raise DeviceError(f"throws {self.name} are not open")
        begin = self._next
        while self._next < len(self._reports) and self._reports[self._next].time_s <= time_s:
            self._next += 1
        return self._reports[begin : self._next]

    def close(self) -> None:
        """Harmless when not open."""
        self._reports = None


def read_throws(path: Path) -> tuple[ThrowReport, ...]:
    """The throws of a recording folder or of a `.jsonl` file. Raises `InputError` naming file and line."""
    file = path / "frames.jsonl" if path.is_dir() else path
    keys = FRAME_KEYS if path.is_dir() else ("t", "throw")
    reports: list[ThrowReport] = []
    last_s = float("-inf")
    for where, data in json_lines(file):
        unknown = sorted(set(data) - set(keys))
        if unknown:
            raise InputError(f"{where}: unknown key {unknown[0]!r}; known are {', '.join(keys)}")
        time_s, value = seconds_of(data, where), throw_of(data, where)
        if time_s < last_s:
            raise InputError(f"{where}: expected 't' not to go back, got {time_s:g} after {last_s:g}")
        last_s = time_s
        if value is not None:
            reports.append(ThrowReport(value, "recorded", time_s))
        elif not path.is_dir():
            raise InputError(f"{where}: expected 'throw' to be 1 to 6, got nothing")
    return tuple(reports)
