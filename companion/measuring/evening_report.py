"""What came of evenings at the simulated table, and what makes one a bad one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.measuring.people import FEW_TOUCHES, Asked


@dataclass(frozen=True, slots=True)
class Happened:
    """How often an act of that name was watched, and what went wrong because of it."""

    watched: int = 0
    false: int = 0
    missed: int = 0


@dataclass(frozen=True)
class Played:
    """What came of one game. `different`: what its final record has that the script has not, None: it is the same."""

    plies: int
    over: bool
    different: str | None
    asked: tuple[Asked, ...]
    touches: tuple[int, ...]
    given_up: int
    refused: int
    told_again: int
    acts: dict[str, Happened] = field(default_factory=dict)
    faults: tuple[str, ...] = ()


def wrong(game: Played) -> bool:
    """Whether the evening was not as it has to be."""
    slow = any(touches > FEW_TOUCHES for touches in game.touches)
    return game.different is not None or slow or game.given_up > 0 or any(asked.could_be_seen for asked in game.asked)


def table(evenings: Sequence[Sequence[Played]]) -> list[str]:
    """The lines of the report."""
    games = [game for played in evenings for game in played]
    plies = sum(game.plies for game in games)
    asked = [question for game in games for question in game.asked]
    seen = sum(question.could_be_seen for question in asked)
    touches = [number for game in games for number in game.touches]
    equal = sum(game.different is None for game in games)
    lines = [
        f"{len(evenings)} evenings, {len(games)} games ({sum(game.over for game in games)} to their end), {plies} plies",
        f"final records equal to the script: {equal} of {len(games)}",
        f"questions: {len(asked)} ({100 * len(asked) / max(plies, 1):.2f} per 100 plies), {seen} of what the camera could see",
        f"put right on the screen: {len(touches)} times, {_spread(touches)}, "
        f"{sum(game.given_up for game in games)} times no card said it",
        f"second throws refused: {sum(game.refused for game in games)}; "
        f"throws that had to be told again: {sum(game.told_again for game in games)}",
        "",
        f"{'what happened':26} {'n':>5} {'false':>6} {'missed':>7}",
    ]
    names = sorted({name for game in games for name in game.acts})
    return lines + [_row(name, games) for name in names]


def _spread(touches: Sequence[int]) -> str:
    counted = sorted(Counter(touches).items())
    return ", ".join(f"{n} with {number} touches" for number, n in counted) or "none"


def _row(name: str, games: Sequence[Played]) -> str:
    acts = [game.acts.get(name, Happened()) for game in games]
    sums = (sum(act.watched for act in acts), sum(act.false for act in acts), sum(act.missed for act in acts))
    return f"{name:26} {sums[0]:5} {sums[1]:6} {sums[2]:7}"


def tell(seed: int, games: Sequence[Played]) -> None:
    """Prints what came of one evening."""
    for number, game in enumerate(games, start=1):
        end = "to its end" if game.over else "broken off"
        verdict = "the record is the script's" if game.different is None else game.different
        print(f"evening {seed}, game {number}: {game.plies} plies, {end}: {verdict}", flush=True)
        for fault in game.faults[1:]:
            print(f"    {fault}", flush=True)
        for asked in game.asked:
            print(f"    {asked.sentence()}", flush=True)
