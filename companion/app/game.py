"""Begins a live game, or goes on with the last one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
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


@dataclass(frozen=True)
class ChosenGame:
    """A game that is about to be played. A new one leaves nothing on the disk before `begin`: its devices may not be there.

    `give_back` closes the record of a game that is gone on with; harmless for others and after `begin`.
    """

    board: BoardProfile
    history: History
    told: tuple[str, ...]
    open_record: Callable[[], RecordFile]
    give_back: Callable[[], None]

    def begin(self) -> LiveGame:
        """The game with its record open. Raises `DeviceError`."""
        record = self.open_record()
        return LiveGame(self.board, self.history, record, (*self.told, f"The record is {record.path}"))


def choose_game(
    data: Path | None, board: str | None, rules: object, first: str | None, names: Mapping[str, str], *, new: bool = False
) -> ChosenGame:
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
                return _going_on(path)
        except (InputError, UnknownNameError) as error:
            told = (f"The last game cannot be gone on with and is left as it is: {error}",)
    board = board or DEFAULT_BOARD
    profile = load_profile(board)
    game = parse_game(rules or DEFAULT_RULES, profile.id, None, None, boards={profile.id: rules_board(profile)})
    history = begin(game, Color(first or game.players[0]))
    header = header_of(game, history, profile.id, program(), dict(names))
    create = partial(new_record, folder, header, local_now, board)
    return ChosenGame(profile, history, (*told, "A new game"), create, lambda: None)


def _going_on(path: Path) -> ChosenGame:
    found = resume(path, local_now)
    told = [f"Going on with the last game ({len(found.file.entries)} lines), on its own board and by its own rules"]
    if found.torn_bytes:
        told.append(f"Its last line was torn ({found.torn_bytes} bytes) and never shown; it was cut off")
    if found.completed:
        told.append(f"Its last step was written in part; {len(found.completed)} more lines belong to it and were added")
    return ChosenGame(found.board, found.history, tuple(told), lambda: found.file, found.file.close)


def local_now() -> datetime:
    """Wall time with this place's offset."""
    return datetime.now().astimezone()
