"""Going through a record, one line at a time: where one is, and what that place says as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from companion.diagram import draw
from companion.library.loading import LoadedGame, Moment
from companion.rules import Color, Game
from companion.words import Language, color_name

FAR = 10
"""Lines of a long step."""


class Turn(Enum):
    """What a key asks for."""

    NEXT = "next"
    BACK = "back"
    FAR_ON = "far on"
    FAR_BACK = "far back"
    FIRST = "first"
    LAST = "last"
    QUIT = "quit"


KEYS: Mapping[str, Turn] = {
    **dict.fromkeys(("n", " ", "\r", "\n", "\033[C", "\033OC"), Turn.NEXT),
    **dict.fromkeys(("b", "p", "\x7f", "\033[D", "\033OD"), Turn.BACK),
    **dict.fromkeys(("\033[B", "\033OB", "\033[6~"), Turn.FAR_ON),
    **dict.fromkeys(("\033[A", "\033OA", "\033[5~"), Turn.FAR_BACK),
    **dict.fromkeys(("f", "\033[H", "\033OH", "\033[1~"), Turn.FIRST),
    **dict.fromkeys(("l", "\033[F", "\033OF", "\033[4~"), Turn.LAST),
    **dict.fromkeys(("q", "\033", "\x04", ""), Turn.QUIT),
}
"""Keys as a terminal sends them; an empty one: there is nobody at it any more."""

HELP = "n next  b back  down/up ten lines  f first  l last  q quit"


@dataclass(frozen=True, slots=True)
class Place:
    """Where one is among `count` lines; `left`: one has had enough."""

    count: int
    at: int = 0
    left: bool = False

    def after(self, turn: Turn) -> Place:
        """Where one is then; never beyond either end."""
        if turn is Turn.QUIT:
            return replace(self, left=True)
        steps = {
            Turn.NEXT: self.at + 1,
            Turn.BACK: self.at - 1,
            Turn.FAR_ON: self.at + FAR,
            Turn.FAR_BACK: self.at - FAR,
            Turn.FIRST: 0,
            Turn.LAST: self.count - 1,
        }
        return replace(self, at=max(0, min(self.count - 1, steps[turn])))


def diagram(game: Game, moment: Moment, language: Language) -> list[str]:
    """The board after the moment, seen from the first colour, and who is on."""

    def name(color: Color) -> str:
        return color_name(language, color)

    state = moment.step.state
    on = "The game is over." if state.turn is None else f"{name(state.turn)} is on"
    waits = "" if moment.step.throw is None else f" and has thrown {moment.step.throw}"
    return [*draw(game, state.position, game.board.colors[0], name), "", on + waits]


def page(loaded: LoadedGame, place: Place, told: str, language: Language) -> list[str]:
    """What a terminal shows there; `told` is the line in words."""
    moment = loaded.moments[place.at]
    head = f"{loaded.path.name}  line {place.at + 1} of {place.count}"
    end = f"The record cannot go on: {loaded.problem}" if loaded.problem and place.at == place.count - 1 else ""
    return [head, told, "", *diagram(loaded.game, moment, language), end, HELP]
