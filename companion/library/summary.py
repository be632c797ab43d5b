"""A game in a few figures: what a list of games, and statistics over many of them, are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.library.lead import luck, sides
from companion.library.loading import LoadedGame, printable
from companion.library.plies import Ply, plies_of
from companion.rules import PRESETS, Color, Options, places

OWN_RULES = "own"
LONGEST_MOVE_S = 600.0
"""A move that took longer was a break: somebody made tea, or the game went on the next day."""


class Result(StrEnum):
    """How a game ended, as far as its record says."""

    FINISHED = "finished"
    UNFINISHED = "unfinished"
    UNREADABLE = "unreadable"
    """The record is broken, or cannot be played to its last line."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One colour of a game. `place` 1 is the winner, None: not home; `won` counts for both colours of a pair.

    `throws`: how often 1 … 6 was told by a device or a person, `luck` what those throws gave beyond the average (in pips, see
    `companion.library.lead`); `move_s`: seconds from throw to move in all, over `timed` moves.
    """

    color: str
    name: str
    place: int | None
    won: bool
    throws: tuple[int, ...]
    luck: float
    moves: int
    captures: int
    captured: int
    move_s: float
    timed: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A game's figures. `file` is its name in the folder, `begun` ISO 8601 or empty, `problem`: why it cannot be read."""

    file: str
    begun: str
    seconds: float
    board: str
    rules: str
    result: Result
    plies: int
    turns: int
    seats: tuple[Seat, ...]
    problem: str | None = None

    @property
    def winners(self) -> tuple[str, ...]:
        """Names of who won, colours for those without a name; empty while nobody has."""
        return tuple(seat.name or seat.color for seat in self.seats if seat.won)


def summary_of(loaded: LoadedGame) -> Summary:
    """The figures of a game, of a broken one as far as it goes."""
    plies = plies_of(loaded)
    over = loaded.history.over
    result = Result.UNREADABLE if loaded.problem else Result.FINISHED if over else Result.UNFINISHED
    return Summary(
        file=loaded.path.name,
        begun=printable(loaded.entries[0].at),
        seconds=loaded.moments[-1].entry.t,
        board=loaded.board.id,
        rules=rules_name(loaded.game.options),
        result=result,
        plies=len(plies),
        turns=plies[-1].turn if plies else 0,
        seats=_seats(loaded, plies),
        problem=loaded.problem,
    )


def unreadable(file: str, problem: str) -> Summary:
    """What is left of a record that is none."""
    return Summary(file, "", 0.0, "", "", Result.UNREADABLE, 0, 0, (), problem)


def rules_name(options: Options) -> str:
    """The first preset with these options, or `own`."""
    return next((name for name, preset in PRESETS.items() if preset == options), OWN_RULES)


def throw_counts(plies: Iterable[Ply]) -> tuple[int, ...]:
    """How often 1 … 6 was thrown, of the throws that were told: those worked out from the moves are no witness of a die."""
    told = [ply.throw for ply in plies if ply.told]
    return tuple(told.count(face) for face in range(1, 7))


def _seats(loaded: LoadedGame, plies: tuple[Ply, ...]) -> tuple[Seat, ...]:
    placed = places(loaded.game, loaded.history.now.state)
    place = {color: number for number, side in enumerate(placed, start=1) for color in side}
    winners = {color for side in sides(loaded.game) for color in side if any(place.get(c) == 1 for c in side)}
    return tuple(_seat(loaded, plies, color, place.get(color), color in winners) for color in loaded.game.players)


def _seat(loaded: LoadedGame, plies: tuple[Ply, ...], color: Color, place: int | None, won: bool) -> Seat:
    own = [ply for ply in plies if ply.player == color]
    moved = [ply for ply in own if ply.move is not None]
    times = [ply.done_s - ply.thrown_s for ply in moved if ply.done_s is not None]
    timed = [seconds for seconds in times if seconds <= LONGEST_MOVE_S]
    return Seat(
        color=color,
        name=loaded.names.get(color, ""),
        place=place,
        won=won,
        throws=throw_counts(own),
        luck=sum(luck(loaded.game, ply.before, ply.throw) for ply in own if ply.told),
        moves=len(moved),
        captures=sum(ply.move is not None and ply.move.captures is not None for ply in own),
        captured=sum(ply.move is not None and ply.move.captures == color for ply in plies),
        move_s=sum(timed),
        timed=len(timed),
    )
