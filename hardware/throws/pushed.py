"""Throws that are pushed in from outside and wait until they are asked for: what keyboard and simulated die have in common."""

from __future__ import annotations

import threading

from hardware.errors import DeviceError, InputError
from hardware.ports import ThrowReport


class PushedThrows:
    """A queue of throws. Throws may be pushed from another thread than the one that polls."""

    def __init__(self, name: str, source: str) -> None:
        self._name, self._source = name, source
        self._waiting: list[ThrowReport] = []
        self._open = False
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name by which a person chose it."""
        return self._name

    def open(self) -> None:
        """Raises `DeviceError` when open already."""
        if self._open:
            raise DeviceError(f"throws {self.name} are already open")
        self._open, self._waiting = True, []

    def push(self, value: int, time_s: float) -> None:
        """A throw became known. Raises `InputError` for anything but 1 to 6, `DeviceError` when not open."""
        self._check_open()
        if value not in range(1, 7):
            raise InputError(f"throws {self.name}: expected a throw of 1 to 6, got {value!r}")
        with self._lock:
            self._waiting.append(ThrowReport(int(value), self._source, time_s))

    def poll(self, time_s: float) -> tuple[ThrowReport, ...]:
        """The throws since the last call and not after `time_s`, oldest first."""
        self._check_open()
        with self._lock:
            ready = sorted((throw for throw in self._waiting if throw.time_s <= time_s), key=lambda throw: throw.time_s)
            self._waiting = [throw for throw in self._waiting if throw.time_s > time_s]
        return tuple(ready)

    def close(self) -> None:
        """Forgets what waits; harmless when not open."""
        self._open, self._waiting = False, []

    def _check_open(self) -> None:
        if not self._open:
            raise DeviceError(f"throws {self.name} are not open")
