"""A record opened to be looked at: never written to, and looked at as far as it goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.profile import BoardProfile
from companion.events import Entry, Header
from companion.history import History, Step
from companion.places import rules_board
from companion.record import history_of, read_torn
from companion.resume import board_beside, board_of
from companion.rules import Game, RulesError
from hardware.errors import CompanionError, InputError


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of a record, and what holds after it."""

    entry: Entry
    step: Step


@dataclass(frozen=True)
class LoadedGame:
    """A record that was read: `moments` line by line as it was written, `history` as it counts in the end.

    `torn_bytes` of a last line that was never finished were left out; `problem` says at which line the rest cannot follow.
    """

    path: Path
    header: Header
    board: BoardProfile
    entries: tuple[Entry, ...]
    moments: tuple[Moment, ...]
    history: History
    torn_bytes: int = 0
    problem: str | None = None

    @property
    def game(self) -> Game:
        """What was agreed."""
        return self.history.game

    @property
    def names(self) -> dict[str, str]:
        """The players' names by colour, made harmless for a terminal or a page."""
        return {color: printable(str(name)) for color, name in self.header.players.items()}

    def whole(self) -> LoadedGame:
        """The game itself. Raises `InputError` when it does not go on to its last line."""
        if self.problem is not None:
            raise InputError(f"{self.path}, {self.problem}")
        return self


def load_game(path: Path) -> LoadedGame:
    """Reads a record and plays it as far as it goes.

    Raises `InputError` for a file that is no record or whose header cannot begin a game, `UnknownNameError` for its board.
    """
    entries, torn = read_torn(path)
    header = entries[0].event
    assert isinstance(header, Header)  # parse_record takes no other first line
    board = board_of(header, board_beside(path))
    try:
        history = history_of(entries[:1], {board.id: rules_board(board)})
    except InputError as error:
        raise InputError(f"{path}, {error}") from None
    moments = [Moment(entries[0], history.now)]
    problem = None
    for entry in entries[1:]:
        try:
            history = history.after(entry.event)
        except (CompanionError, RulesError) as error:
            problem = f"line {entry.n + 1} (n {entry.n}): {error}"
            break
        moments.append(Moment(entry, history.now))
    return LoadedGame(path, header, board, entries, tuple(moments), history, torn, problem)


def records(folder: Path) -> Sequence[Path]:
    """The record files of a folder, oldest name first; none when there is no folder."""
    return sorted(_listed(folder), key=lambda path: path.stem)


def _listed(folder: Path) -> Iterator[Path]:
    return (path for path in folder.glob("*.jsonl") if not path.name.startswith(".")) if folder.is_dir() else iter(())


def printable(text: str, longest: int = 60) -> str:
    """Text from a file as it may be shown: nothing that drives a terminal, and no longer than a name is."""
    plain = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[: longest + 1])
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"
