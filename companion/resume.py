"""The games in the data folder: a new one begins its file there, an unfinished one is gone on with."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from glob import escape
from itertools import takewhile
from pathlib import Path

import platformdirs

from calibration.profile import BoardProfile, known_boards, load_profile
from calibration.taught import board_file, taught_boards
from companion.events import EndEvent, Entry, Event, FinishEvent, Header
from companion.history import History
from companion.places import rules_board
from companion.record import Now, RecordFile, history_of, read_record, write_whole
from companion.referee import consequences
from hardware.errors import DeviceError, InputError, UnknownNameError
from hardware.json_text import quoted
from hardware.program import PROGRAM

GAMES = "games"
SIMULATED_GAMES = "simulated"


@dataclass(frozen=True)
class Resumed:
    """A game to go on with; `torn_bytes` of a last line that a crash had torn were cut off.

    `completed`: lines that belong to the last step but had not been written when the plug was pulled; they were added.
    """

    file: RecordFile
    history: History
    board: BoardProfile
    torn_bytes: int
    completed: tuple[Entry, ...] = ()


def games_folder(data: Path | None) -> Path:
    """Where the records are: below `data`, or where programs keep their data on this machine."""
    return (data or platformdirs.user_data_path(PROGRAM)) / GAMES


def simulated_data() -> Path:
    """Where games at the simulated table are kept, where nobody says: a real board never goes on with them."""
    return platformdirs.user_data_path(PROGRAM) / SIMULATED_GAMES


def new_record(folder: Path, header: Header, now: Now, board: str | None = None) -> RecordFile:
    """Begins a record named after the moment, and always after those that are there. Raises `DeviceError`.

    `board` is what a person named it by: of a board given as a file a copy is kept beside the record, for the header keeps only
    its id, and the file may change or go before the game is gone on with.
    """
    last = max((path.stem for path in folder.glob("*.jsonl")), default="")
    stem = now().strftime("%Y-%m-%d-%H%M%S")
    # A Raspberry Pi has no clock of its own: it may say an earlier day, and the last name is the game that is gone on with.
    path = folder / f"{stem if stem > last else _next_stem(last)}.jsonl"
    while path.exists() or board_beside(path).exists():
        path = path.with_stem(_next_stem(path.stem))
    file = None if board is None else board_file(board)
    if file is not None:
        _keep_board(file, board_beside(path))
    return RecordFile.create(path, header, now)


def _next_stem(stem: str) -> str:
    """The same name with the next number: sorted as text it comes after `stem`."""
    name, dash, number = stem.rpartition("-")
    if dash and len(number) == 2 and number.isdecimal() and number != "99":
        return f"{name}-{int(number) + 1:02}"
    return f"{stem}-01"


def board_beside(record: Path) -> Path:
    """Where the copy of a record's board is, if it was given as a file."""
    return record.with_suffix(".board.toml")


def board_files(record: Path) -> tuple[Path, ...]:
    """That copy and its reference picture, as far as they are there; the picture has the same name with another ending."""
    return tuple(sorted(record.parent.glob(f"{escape(board_beside(record).stem)}.*")))


def attempt_beside(record: Path) -> Path:
    """Where attempts to go on with a game are counted, as long as none has succeeded."""
    return record.with_suffix(".resuming")


def _keep_board(board: Path, copy: Path) -> None:
    """Copies the board's file, and its reference picture, if it has one, under the copy's name."""
    picture = load_profile(str(board)).reference
    text = board.read_bytes()
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        if picture is not None:
            kept = copy.with_suffix(picture.suffix)
            os.close(write_whole(kept, picture.read_bytes()))
            text = text.replace(f'"{picture.name}"'.encode(), f'"{kept.name}"'.encode())
        os.close(write_whole(copy, text))
    except OSError as error:
        raise DeviceError(f"cannot keep the board {board} as {copy}: {error.strerror or error}") from None


def last_record(folder: Path) -> Path | None:
    """The newest record; None where there is none."""
    return max(folder.glob("*.jsonl"), key=lambda path: path.stem, default=None) if folder.is_dir() else None


def last_unfinished(folder: Path) -> Path | None:
    """The newest record, if its game is not over or its end not written. Raises `InputError` when it cannot be played again."""
    last = last_record(folder)
    if last is None:
        return None
    entries = read_record(last)
    history, _ = replay(entries, last)
    return None if history.over and not _unwritten(entries, history) else last


def resume(path: Path, now: Now) -> Resumed:
    """Rebuilds position, turn, attempts left and a throw that waits, and opens the record to go on.

    Raises `InputError` with the line that cannot follow, `DeviceError` when the file cannot be written.
    """
    replay(read_record(path), path)
    file, torn = RecordFile.resume(path, now)
    try:
        history, board = replay(file.entries, path)
        completed = file.append_all(_unwritten(file.entries, history), file.entries[-1].t)
    except BaseException:
        file.close()
        raise
    for entry in completed:
        history = history.after(entry.event)
    return Resumed(file, history, board, torn, completed)


def _unwritten(entries: Sequence[Entry], history: History) -> tuple[Event, ...]:
    """What follows of itself from the last step and is not in the record: the plug was pulled between two lines of the step.

    A throw without a legal move would keep the game waiting for ever, so its pass is due whatever was written after it; finish
    and end follow their move directly, or it was taken back and they are not due.
    """
    following = consequences(history)
    if history.now.throw is not None:
        return following
    written = len(list(takewhile(lambda entry: isinstance(entry.event, FinishEvent | EndEvent), reversed(entries))))
    return following[written:] if entries[-1 - written].n == history.now.n else ()


def replay(entries: Sequence[Entry], path: Path) -> tuple[History, BoardProfile]:
    """Plays the lines of the record again. Raises `InputError` naming file and line, `UnknownNameError` for its board."""
    header = entries[0].event if entries else None
    if not isinstance(header, Header):
        raise InputError(f"{path}: expected a game record that begins with its header")
    board = board_of(header, board_beside(path))
    try:
        return history_of(entries, {board.id: rules_board(board)}), board
    except InputError as error:
        raise InputError(f"{path}, {error}") from None


def board_of(header: Header, copy: Path) -> BoardProfile:
    """The board a record was played on: the `copy` beside it, else the one known by its name. Raises `CompanionError`.

    A record may come from anywhere: its word is taken for a name and never for a file to open.
    """
    if not copy.exists():
        if header.board not in (*known_boards(), *taught_boards()):
            known = ", ".join((*known_boards(), *taught_boards()))
            raise UnknownNameError(f"unknown board {quoted(header.board)}; known are {known}, or put the board's file at {copy}")
        return load_profile(header.board)
    board = load_profile(str(copy))
    if board.id != header.board:
        raise InputError(f"{copy} is the board {board.id!r}; expected {header.board!r}, which the record beside it was played on")
    return board
