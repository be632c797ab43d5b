"""Section 5: a position in one line of text, read back."""

from __future__ import annotations

from companion.rules.board import GOAL_LETTERS, HOUSE, Color
from companion.rules.errors import RulesError, shown
from companion.rules.game import Game
from companion.rules.position import Position

MOST_DIGITS = 9
"""More are no progress; Python itself refuses to convert thousands."""


def parse_position_text(game: Game, text: str) -> tuple[Position, Color | None]:
    """Reads `yellow:B,B,B,0 green:B,B,3,a … turn=yellow`; the turn may be missing. Raises `RulesError`."""
    places: dict[str, object] = {}
    turn: Color | None = None
    for part in text.split():
        key, separator, values = part.partition(":")
        if part.startswith("turn="):
            if turn is not None:
                raise RulesError(f"position text has {shown(part)} as a second turn; expected one")
            turn = game.player(Color(part.removeprefix("turn=")))
        elif not separator or key in places:
            raise RulesError(
                f"position text has {shown(part)}; expected each colour once, like {game.colors[0]}:B,B,3,a, and turn=…"
            )
        else:
            places[key] = [_progress(game, part, value) for value in values.split(",")]
    return Position.of(game, places), turn


def _progress(game: Game, part: str, text: str) -> int:
    if text == "B":
        return HOUSE
    if text in GOAL_LETTERS[: game.board.goal] and len(text) == 1:
        return game.track + GOAL_LETTERS.index(text)
    if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text) < game.track:
        return int(text)
    raise RulesError(
        f"position text has {shown(text)} in {shown(part)}; expected B, a number 0 to {game.track - 1}"
        f" or a letter a to {GOAL_LETTERS[game.board.goal - 1]}"
    )
