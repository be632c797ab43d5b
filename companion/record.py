"""The game record: an append-only JSON Lines file that survives `kill -9` and a pulled plug.

The lines of one step are written with one call, flushed to the disk and only then given back to be shown. A line that was torn
by a crash was never shown; it is cut off when the file is opened again.
"""

from __future__ import annotations

import fcntl
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from companion.events import Entry, Event, Header, entry_from_json
from companion.history import History, begin
from companion.rules import Game, Position, RulesBoard, RulesError, parse_game
from hardware.errors import DeviceError, InputError
from hardware.json_text import parse_json

LARGEST_BYTES = 4_000_000
"""Thirty times the longest game anybody has simulated; whatever is larger is no record and is not read into memory."""

Now = Callable[[], datetime]
"""Wall time with offset."""


class EventLog(Protocol):
    """Where events go before they are shown."""

    def append(self, event: Event, t: float) -> Entry:
        """Keeps the event for good and gives its line; `t` is seconds since the start, raised if it would go back."""

    def append_all(self, events: Sequence[Event], t: float) -> tuple[Entry, ...]:
        """Keeps what happened in one step, all of it or, if that fails, nothing."""


class ListLog:
    """Keeps the lines in memory: for recordings played through the pipeline."""

    def __init__(self, now: Callable[[float], datetime]) -> None:
        self._now = now
        self.entries: list[Entry] = []

    def append(self, event: Event, t: float) -> Entry:
        """See `EventLog`; wall time is worked out from `t`."""
        t = max([round(t, 3)] + [entry.t for entry in self.entries[-1:]])
        entry = Entry(len(self.entries), _written(self._now(t)), t, event)
        self.entries.append(entry)
        return entry

    def append_all(self, events: Sequence[Event], t: float) -> tuple[Entry, ...]:
        """See `EventLog`."""
        return tuple(self.append(event, t) for event in events)


class RecordFile:
    """A record open for appending, by this program alone. Create one with `create` or `resume`; close it when done."""

    def __init__(self, path: Path, descriptor: int, now: Now, entries: Iterable[Entry]) -> None:
        self.path = path
        self.entries = list(entries)
        self._descriptor: int | None = descriptor
        self._now = now

    @classmethod
    def create(cls, path: Path, header: Header, now: Now) -> RecordFile:
        """Starts a record with its header; the file appears whole or not at all. Raises `DeviceError` if it exists already."""
        entry = Entry(0, _written(now()), 0.0, header)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return cls(path, write_whole(path, _line(entry)), now, [entry])
        except OSError as error:
            raise DeviceError(f"cannot start the game record {path}: {error.strerror or error}") from None

    @classmethod
    def resume(cls, path: Path, now: Now) -> tuple[RecordFile, int]:
        """Opens a record to go on writing; also tells how many bytes of a torn last line were cut off.

        Raises `InputError` with the line that cannot be read, `DeviceError` when the file cannot be written or another companion
        has it open.
        """
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
            try:
                _lock(descriptor)
                entries, torn = _cut(path, descriptor)
            except BaseException:
                os.close(descriptor)
                raise
        except BlockingIOError:
            raise DeviceError(f"the game record {path} is being played by another companion; close that one first") from None
        except OSError as error:
            raise DeviceError(f"cannot go on with the game record {path}: {error.strerror or error}") from None
        return cls(path, descriptor, now, entries), torn

    def append(self, event: Event, t: float) -> Entry:
        """See `EventLog`. Raises `DeviceError` when the disk takes no more; the file then ends at its last whole line."""
        return self.append_all((event,), t)[0]

    def append_all(self, events: Sequence[Event], t: float) -> tuple[Entry, ...]:
        """See `EventLog`; raises like `append`. A pulled plug may still keep only the first lines of a step (see `resume`)."""
        at, t, first = _written(self._now()), max(round(t, 3), self.entries[-1].t), len(self.entries)
        entries = tuple(Entry(n, at, t, event) for n, event in enumerate(events, start=first))
        if self._descriptor is None:
            raise DeviceError(f"cannot write the game record {self.path}: it is closed already")
        if entries:
            self._write(self._descriptor, b"".join(_line(entry) for entry in entries))
        self.entries += entries
        return entries

    def _write(self, descriptor: int, lines: bytes) -> None:
        end = os.fstat(descriptor).st_size
        try:
            if os.write(descriptor, lines) != len(lines):
                raise OSError("the disk is full")
            os.fsync(descriptor)
        except OSError as error:
            os.ftruncate(descriptor, end)
            raise DeviceError(f"cannot write the game record {self.path}: {error.strerror or error}") from None

    def close(self) -> None:
        """Gives the file back; harmless when that was done before."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)


def read_record(path: Path) -> tuple[Entry, ...]:
    """All whole lines of a record, a torn last one left out. Raises `InputError` naming file and line."""
    return read_torn(path)[0]


def read_torn(path: Path) -> tuple[tuple[Entry, ...], int]:
    """All whole lines of a record, and how many bytes of a torn last one follow them. Raises `InputError`."""
    raw = read_bytes(path)
    entries, whole = parse_record(raw, str(path))
    return entries, len(raw) - whole


def read_bytes(path: Path) -> bytes:
    """What is in a record's file. Raises `InputError` for what is no file, cannot be read, or is too large to be a record."""
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"cannot read the game record {path}: it is no file")
        with path.open("rb") as file:
            raw = file.read(LARGEST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the path
        if isinstance(error, InputError):
            raise
        raise InputError(f"cannot read the game record {path}: {getattr(error, 'strerror', None) or error}") from None
    if len(raw) > LARGEST_BYTES:
        raise InputError(f"{path}: expected a game record, but the file is larger than {LARGEST_BYTES // 1_000_000} MB")
    return raw


def parse_record(raw: bytes, where: str) -> tuple[tuple[Entry, ...], int]:
    """The whole lines, and how many bytes they take.

    What a crash leaves at the end (half a line, zero bytes of a block that was never written) is no line. Raises `InputError`
    for anything else that cannot be read, and when not even the header is whole.
    """
    entries: list[Entry] = []
    lines, taken = raw.split(b"\n"), 0
    for number, line in enumerate(lines[:-1], start=1):
        try:
            entries.append(_follow(entries, line))
        except InputError as error:
            if number == len(lines) - 1 and entries and not _is_object(line):
                break
            raise InputError(f"{where}, line {number}: {error}") from None
        taken += len(line) + 1
    if not entries:
        raise InputError(f"{where}: expected a game record, found no whole header line")
    return tuple(entries), taken


def history_of(entries: Iterable[Entry], boards: dict[str, RulesBoard]) -> History:
    """Plays a record again; `boards` by profile id. Raises `InputError` naming the line that cannot follow."""
    history: History | None = None
    for entry in entries:
        try:
            history = _begun(entry.event, boards) if history is None else history.after(entry.event)
        except (InputError, RulesError) as error:
            raise InputError(f"line {entry.n + 1} (n {entry.n}): {error}") from None
    if history is None:
        raise InputError("an empty game record, expected a header")
    return history


def header_of(game: Game, history: History, board: str, program: str, players: dict[str, object]) -> Header:
    """The header of a game that begins now."""
    state = history.now.state
    if state.turn is None:
        raise InputError("the game is over before it begins, expected a position with somebody on")
    seats: dict[str, object] = {"two": True} if game.seats.two else {}
    if game.seats.neutral is not None:
        seats["neutral"] = game.seats.neutral
    return Header(
        program=program,
        rules=game.options.to_dict(),
        board=board,
        colors=game.colors,
        seats=seats,
        players=players,
        first=state.turn,
        position=state.position.to_dict(),
    )


def _begun(event: Event, boards: dict[str, RulesBoard]) -> History:
    if not isinstance(event, Header):
        raise InputError("expected the header first")
    game = parse_game(dict(event.rules), event.board, list(event.colors), dict(event.seats), boards=boards)
    return begin(game, event.first, Position.of(game, event.position))


def _follow(entries: list[Entry], line: bytes) -> Entry:
    entry = entry_from_json(parse_json(_text(line), "the line", "a JSON object"))
    if entry.n != len(entries):
        raise InputError(f'"n" is {entry.n}, expected {len(entries)}')
    if (not entries) != isinstance(entry.event, Header):
        raise InputError("expected one header, in the first line")
    if entries and entry.t < entries[-1].t:
        raise InputError(f'"t" is {entry.t}, but the line before has {entries[-1].t}')
    return entry


def _text(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("expected UTF-8 text, got other bytes") from None


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line.decode("utf-8")), dict)
    except (ValueError, RecursionError):
        return False


def _line(entry: Entry) -> bytes:
    return (json.dumps(entry.to_json(), ensure_ascii=False, separators=(", ", ": ")) + "\n").encode("utf-8", "backslashreplace")


def _written(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds")


def _cut(path: Path, descriptor: int) -> tuple[tuple[Entry, ...], int]:
    """The whole lines of a record, and how many bytes of a torn last one were cut off."""
    raw = read_bytes(path)
    entries, whole = parse_record(raw, str(path))
    if whole < len(raw):
        os.ftruncate(descriptor, whole)
        os.fsync(descriptor)
    return entries, len(raw) - whole


def _lock(descriptor: int) -> None:
    """Keeps every other companion from writing there. Raises `BlockingIOError` when one does already."""
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def being_played(path: Path) -> bool:
    """Whether another companion has the record open to write."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        _lock(descriptor)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


def write_whole(path: Path, content: bytes) -> int:
    """Writes beside the target, syncs, then links: a reader sees the whole file or none, and nothing is ever overwritten.

    Gives the open file, locked before anybody could see it, for appending. Raises `OSError`.
    """
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        _lock(descriptor)
        os.write(descriptor, content)
        os.fsync(descriptor)
        os.link(temporary, path)
        _sync_folder(path.parent)
        fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_APPEND)
    except BaseException:
        os.close(descriptor)
        raise
    finally:
        Path(temporary).unlink()
    return descriptor


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
