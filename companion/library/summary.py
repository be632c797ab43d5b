"""A game in a few figures: what a list of games, and statistics over many of them, are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.library.lead import luck, sides
from companion.library.loading import LoadedGame, printable
from companion.library.plies import SIX, Ply, plies_of
from companion.rules import PRESETS, Color, Game, Options, Position, legal_moves, places

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

    `home`: pieces in the goal; `left`: fields that its pieces still have to walk from their start field on; `row`: the longest
    row of sixes; `waited`: throws that only a six could have used, and were none; `thrown`: all throws; `points`: one for each
    side that came in behind, once the game is over.
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
    home: int = 0
    left: int = 0
    row: int = 0
    waited: int = 0
    thrown: int = 0
    points: int = 0


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
    rivals = len(sides(loaded.game)) if loaded.history.over and not loaded.problem else 0
    return tuple(_seat(loaded, plies, color, place.get(color), color in winners, rivals) for color in loaded.game.players)


def _seat(loaded: LoadedGame, plies: tuple[Ply, ...], color: Color, place: int | None, won: bool, rivals: int) -> Seat:
    own = [ply for ply in plies if ply.player == color]
    game, position = loaded.game, loaded.history.now.state.position
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
        home=sum(progress >= game.track for progress in position.pieces(color)),
        left=fields_left(game, position, color),
        row=longest_row(ply.throw for ply in own),
        waited=sum(waits_for_six(game, ply) for ply in own),
        thrown=len(own),
        points=max(0, rivals - place) if place is not None else 0,
    )


def fields_left(game: Game, position: Position, color: Color) -> int:
    """Fields between a colour's pieces and the goal fields a to d; a piece in the house stands before all of them."""
    return max(0, sum(game.track + k - max(0, progress) for k, progress in enumerate(sorted(position.pieces(color)))))


def longest_row(throws: Iterable[int]) -> int:
    """How many sixes came one after the other at most."""
    longest = row = 0
    for throw in throws:
        row = row + 1 if throw == SIX else 0
        longest = max(longest, row)
    return longest


def waits_for_six(game: Game, ply: Ply) -> bool:
    """Whether only a six could have been used there, and it was none."""
    if ply.move is not None or ply.throw == SIX:
        return False
    return all(bool(legal_moves(game, ply.before.position, ply.player, face)) == (face == SIX) for face in range(1, SIX + 1))
