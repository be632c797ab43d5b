"""A recorded game, ready to be played through the pipeline: camera, throws, and the game it says it is of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from calibration.profile import BoardProfile, load_profile
from companion.history import History, begin
from companion.places import rules_board
from companion.rules import DEFAULT_PRESET, Color, Game, Position, RulesError, parse_game
from hardware.cameras.recorded import FolderCamera, VideoCamera, read_frame_lines, read_session
from hardware.errors import InputError
from hardware.ports import Camera, ThrowSource
from hardware.throws.camera import CameraThrows
from hardware.throws.recorded import RecordedThrows
from hardware.throws.simulated import NoThrows

SESSION_FILE = "session.json"
RECORD_ENDING = ".jsonl"
UNDER_CAMERA = Path("camera")
"""In the place of a file of throws: they are read from the pictures."""


@dataclass(frozen=True)
class Recording:
    """What a recording is of. `begun` is the wall time at which its clock began, as far as its files tell."""

    board: BoardProfile
    history: History
    camera: Camera
    throws: ThrowSource
    begun: datetime
    length_s: float | None
    """None where only playing it would tell."""
    told_board: str | None = None
    """Of which board it says to be, where another one was asked for."""

    @property
    def game(self) -> Game:
        """What was agreed."""
        return self.history.game


def open_recording(
    path: Path, board: str | None = None, rules: object = None, throws: Path | None = None, first: str | None = None
) -> Recording:
    """A folder of frames, or a video file, which needs `board`. What is given here counts more than the recording's own word.

    Raises `InputError`, `UnknownNameError`, or `RulesError` naming what is wrong and where.
    """
    if path.suffix == RECORD_ENDING:
        raise InputError(f"{path}: that is a game's record, no recording of a camera; companion replay {path} plays it")
    if path.is_dir() and not (path / SESSION_FILE).exists():
        raise InputError(f"{path}: expected a recording (a folder of frames or a video), there is no {SESSION_FILE} in it")
    if path.is_dir():
        return _of_folder(path, board, rules, throws, first)
    if not path.exists():
        raise InputError(f"{path}: expected a recording (a folder of frames or a video), there is nothing")
    if board is None:
        raise InputError(f"{path}: a video does not tell which board it shows; expected --board")
    profile = load_profile(board)
    game = _game(profile, rules, None, None)
    history = begin(game, Color(game.players[0] if first is None else first))
    return Recording(profile, history, VideoCamera(path), _throws(throws), _begun(path), None)


def _of_folder(path: Path, board: str | None, rules: object, throws: Path | None, first: str | None) -> Recording:
    session = read_session(path)
    profile = load_profile(session.board if board is None else board)
    told = None if board in (None, session.board) else session.board
    try:
        game = _game(profile, session.rules if rules is None else rules, session.colors, session.seats)
        position = None if session.position is None else Position.of(game, session.position)
        history = begin(game, Color(session.first if first is None else first), position)
    except RulesError as error:
        if told is None:
            raise
        raise InputError(f"{path}: does not fit {board}, for it is of {told} ({error})") from None
    length_s = read_frame_lines(path)[-1].time_s
    return Recording(profile, history, FolderCamera(path), _throws(throws or path), _begun(path / SESSION_FILE), length_s, told)


def _game(profile: BoardProfile, rules: object, colors: object, seats: object) -> Game:
    agreed = DEFAULT_PRESET if rules is None else rules
    return parse_game(agreed, profile.id, colors, seats, boards={profile.id: rules_board(profile)})


def _throws(path: Path | None) -> ThrowSource:
    if path == UNDER_CAMERA:
        return CameraThrows()
    return NoThrows() if path is None else RecordedThrows(path)


def _begun(path: Path) -> datetime:
    """The same for the same files, so that playing a recording twice gives the same record."""
    return datetime.fromtimestamp(int(path.stat().st_mtime), tz=UTC)
