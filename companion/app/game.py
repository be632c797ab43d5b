"""Begins a live game, or goes on with the last one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from calibration.profile import BoardProfile, load_profile
from companion.app.watch import program
from companion.events import Header
from companion.history import History, begin
from companion.places import rules_board
from companion.record import RecordFile, header_of
from companion.resume import games_folder, last_unfinished, new_record, resume
from companion.rules import Color, parse_game
from hardware.errors import InputError, UnknownNameError

DEFAULT_BOARD = "schmidt-4"
DEFAULT_RULES = "schmidt-2016"


@dataclass(frozen=True)
class LiveGame:
    """A game with its record; `told` is what a person should know about how it began."""

    board: BoardProfile
    history: History
    record: RecordFile
    told: tuple[str, ...]

    @property
    def names(self) -> dict[str, str]:
        """The players' names by colour, as the record's header has them."""
        header = self.record.entries[0].event
        return {color: str(name) for color, name in header.players.items()} if isinstance(header, Header) else {}


def live_game(
    data: Path | None, board: str | None, rules: object, first: str | None, names: Mapping[str, str], *, new: bool = False
) -> LiveGame:
    """The unfinished game of the data folder, unless a `new` one is asked for or there is none: then one as the rest says.

    A last game that cannot be read must not keep anybody from playing: it is left alone and told.
    Raises `InputError`, `DeviceError`, `UnknownNameError`, `RulesError`.
    """
    folder = games_folder(data)
    told: tuple[str, ...] = ()
    if not new:
        try:
            path = last_unfinished(folder)
            if path is not None:
                return _gone_on_with(path)
        except (InputError, UnknownNameError) as error:
            told = (f"The last game cannot be gone on with and is left as it is: {error}",)
    board = board or DEFAULT_BOARD
    profile = load_profile(board)
    game = parse_game(rules or DEFAULT_RULES, profile.id, None, None, boards={profile.id: rules_board(profile)})
    history = begin(game, Color(first or game.players[0]))
    header = header_of(game, history, profile.id, program(), dict(names))
    record = new_record(folder, header, local_now, board)
    return LiveGame(profile, history, record, (*told, f"A new game; its record is {record.path}"))


def _gone_on_with(path: Path) -> LiveGame:
    found = resume(path, local_now)
    told = [f"Going on with the game in {path} ({len(found.file.entries)} lines)"]
    if found.torn_bytes:
        told.append(f"Its last line was torn ({found.torn_bytes} bytes) and never shown; it was cut off")
    if found.completed:
        told.append(f"Its last step was written in part; {len(found.completed)} more lines belong to it and were added")
    return LiveGame(found.board, found.history, found.file, tuple(told))


def local_now() -> datetime:
    """Wall time with this place's offset."""
    return datetime.now().astimezone()
