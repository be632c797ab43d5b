"""How much a player is helped after a throw. Pure: the table below is all there is to decide.

level      open moves told   legal moves shown   counted along   a move advised, with its reason
─────────  ────────────────  ──────────────────  ──────────────  ───────────────────────────────
watch      yes               no                  no              no
show       yes               yes                 no              no
count      yes               yes                 yes             no
advise     yes               yes                 no              yes
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.advice import Advice, advise
from companion.rules import Color, Game, Move, Position, legal_moves
from companion.words import messages as say
from companion.words.helping import Advised, ChooseYourself


class HelperLevel(StrEnum):
    """What a player wants."""

    WATCH = "watch"
    SHOW = "show"
    COUNT = "count"
    ADVISE = "advise"


@dataclass(frozen=True, slots=True)
class Shown:
    """A row of the table. What is open is told at every level: that is what the companion is for."""

    moves: bool
    counting: bool
    advice: bool


LEVELS: Mapping[HelperLevel, Shown] = {
    HelperLevel.WATCH: Shown(moves=False, counting=False, advice=False),
    HelperLevel.SHOW: Shown(moves=True, counting=False, advice=False),
    HelperLevel.COUNT: Shown(moves=True, counting=True, advice=False),
    HelperLevel.ADVISE: Shown(moves=True, counting=False, advice=True),
}
USUAL = HelperLevel.SHOW


@dataclass(frozen=True, slots=True)
class Help:
    """What is shown of a throw: its moves (none where they are kept back), the advised one, and the words."""

    moves: tuple[Move, ...]
    message: say.Message
    advice: Advice | None = None
    counted: Move | None = None
    """The move that is counted along at once, because there is no other; of several the one whose piece is touched."""


def help_with(
    level: HelperLevel,
    game: Game,
    position: Position,
    turn: Color,
    throw: int,
    name: Callable[[Color], str | None] = lambda _: None,
) -> Help:
    """The help for a throw that allows a move; `name` gives the person playing a colour, if one is known.

    Raises `RulesError` for a bad throw or colour.
    """
    shown = LEVELS[level]
    moves = legal_moves(game, position, turn, throw)
    if not shown.moves:
        return Help((), ChooseYourself(throw))
    if shown.advice and (advice := advise(game, position, turn, throw)) is not None:
        return Help(moves, _advised(advice, name), advice)
    counted = moves[0] if shown.counting and len(moves) == 1 and moves[0].source >= 0 else None
    return Help(moves, say.Thrown(throw, len(moves) > 1), counted=counted)


def _advised(advice: Advice, name: Callable[[Color], str | None]) -> say.Message:
    return Advised(str(advice.why), advice.other, None if advice.other is None else name(advice.other))
