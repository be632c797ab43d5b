"""Begins a live game, or goes on with the last one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from calibration.profile import BoardProfile, load_profile
from companion.app.attempt import Attempt
from companion.app.watch import program
from companion.events import Header
from companion.history import History, begin
from companion.places import rules_board
from companion.record import RecordFile, header_of
from companion.resume import board_beside, games_folder, last_record, last_unfinished, new_record, resume
from companion.rules import Color, Game, Position, parse_game
from hardware.errors import CompanionError, InputError, UnknownNameError

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
        return _names(self.record)


def _names(record: RecordFile) -> dict[str, str]:
    header = record.entries[0].event
    return {color: str(name) for color, name in header.players.items()} if isinstance(header, Header) else {}


@dataclass(frozen=True)
class ChosenGame:
    """A game that is about to be played. A new one leaves nothing on the disk before `begin`: its devices may not be there.

    `give_back` closes the record of a game that is gone on with; harmless for others and after `begin`. `board_name` is what a
    person named the board by. `attempt`: the game was broken off and is gone on with.
    """

    board: BoardProfile
    history: History
    told: tuple[str, ...]
    open_record: Callable[[], RecordFile]
    give_back: Callable[[], None]
    board_name: str = DEFAULT_BOARD
    attempt: Attempt | None = None
    left_alone: bool = False
    """It is a new one because the last one cannot be gone on with."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The players' names by colour, as far as they are known."""

    def begin(self) -> LiveGame:
        """The game with its record open. Raises `DeviceError`."""
        record = self.open_record()
        return LiveGame(self.board, self.history, record, (*self.told, f"The record is {record.path}"))


def choose_game(
    data: Path | None,
    board: str | None,
    rules: object,
    first: str | None,
    names: Mapping[str, str],
    *,
    new: bool = False,
    resumed: Path | None = None,
) -> ChosenGame:
    """The unfinished game of the data folder, unless a `new` one is asked for or there is none: then one as the rest says.

    A last game that cannot be read must not keep anybody from playing: it is left alone and told; so is one with which going on
    has failed again and again. `resumed`: go on with the game of this record and no other, whatever happened before.

    Raises `InputError`, `DeviceError`, `UnknownNameError`, `RulesError`.
    """
    if resumed is not None:
        return _asked_for(resumed)
    folder = games_folder(data)
    going_on, told = (None, ()) if new else _last_game(folder)
    if going_on is not None:
        return going_on
    board = board or DEFAULT_BOARD
    profile = load_profile(board)
    game = parse_game(rules or DEFAULT_RULES, profile.id, None, None, boards={profile.id: rules_board(profile)})
    chosen = new_game(folder, board, profile, game, first or game.players[0], names)
    return replace(chosen, told=(*told, *chosen.told), left_alone=bool(told))


def new_game(
    folder: Path,
    board: str,
    profile: BoardProfile,
    game: Game,
    first: str,
    names: Mapping[str, str],
    position: Position | None = None,
) -> ChosenGame:
    """A game that begins now, at `position` or as the rules say. Raises `RulesError` where `first` does not play."""
    history = begin(game, Color(first), position)
    header = header_of(game, history, profile.id, program(), dict(names))
    create = partial(new_record, folder, header, local_now, board)
    return ChosenGame(profile, history, ("A new game",), create, lambda: None, board, names=names)


def once_more(folder: Path, played: ChosenGame, names: Mapping[str, str]) -> ChosenGame:
    """The same players once more; the one after who began last begins."""
    game, began = played.history.game, played.history.steps[0].state.turn
    players = game.players
    first = players[(players.index(began) + 1) % len(players)] if began in players else players[0]
    return new_game(folder, played.board_name, played.board, game, first, names)


def from_the_board(folder: Path, played: ChosenGame, now: History, position: Position, names: Mapping[str, str]) -> ChosenGame:
    """The game goes on from the pieces as they stand: a new record, for a record is never rewritten. Who was on is on."""
    turn = now.now.state.turn or played.history.game.players[0]
    return new_game(folder, played.board_name, played.board, played.history.game, turn, names, position)


def _last_game(folder: Path) -> tuple[ChosenGame | None, tuple[str, ...]]:
    """The last game, if it can be gone on with, else what is to be told about it."""
    path = last_record(folder)
    if path is None:
        return None, ()
    attempt = Attempt(path)
    if attempt.given_up:
        why = f" ({attempt.why})" if attempt.why else ""
        return None, (
            f"Going on with the last game failed again and again, so {path} is left as it is{why}; "
            f"companion play --resume {path} tries it once more",
        )
    attempt.begin()
    try:
        game = None if last_unfinished(folder) is None else _going_on(path, attempt)
    except (InputError, UnknownNameError) as error:
        attempt.refuse(str(error))
        return None, (f"The last game cannot be gone on with and is left as it is: {error}",)
    except (CompanionError, KeyboardInterrupt):
        # A device, or a person: the game has nothing to do with it.
        attempt.put_off()
        raise
    except Exception as error:
        attempt.ended(error)
        raise
    attempt.put_off()
    return game, ()


def _asked_for(path: Path) -> ChosenGame:
    """The game of this record, if it is not over."""
    chosen = _going_on(path, Attempt(path))
    if chosen.history.over:
        chosen.give_back()
        raise InputError(f"{path}: this game is over; companion replay {path} plays it again")
    return chosen


def _going_on(path: Path, attempt: Attempt) -> ChosenGame:
    found = resume(path, local_now)
    count = len(found.file.entries)
    told = [f"Going on with the last game ({count} line{'' if count == 1 else 's'}), on its own board and by its own rules"]
    if found.torn_bytes:
        told.append(f"Its last line was torn ({found.torn_bytes} bytes) and never shown; it was cut off")
    if found.completed:
        told.append(f"Its last step was written in part; what was missing ({len(found.completed)}) was added")
    beside = board_beside(path)
    name = str(beside) if beside.exists() else found.board.id
    chosen = ChosenGame(found.board, found.history, tuple(told), lambda: found.file, found.file.close, name, attempt)
    return replace(chosen, names=_names(found.file))


def local_now() -> datetime:
    """Wall time with this place's offset."""
    return datetime.now().astimezone()
