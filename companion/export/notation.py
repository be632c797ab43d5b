"""The notation of the game sheet, in German and English.

A turn is one line: its number, who plays, and its throws one after the other. A throw is the number thrown, a colon and what was
done with it:

    4:7-11     a piece went from its step 7 to its step 11 (steps are counted from the colour's own start field A)
    6:H-A      from the house (H) to the start field (A)
    3:38-b     onto the goal field b (a, b, c, d)
    5:2x7 Ro   captured a red piece there
    2:-        no move was possible
    3:4-7?     a capture was missed; what it cost follows: !12-H the piece at step 12 went home, !0 it was let pass
    1:Sc 5-6   a piece of another colour was moved: the neutral one, the partner's, the player's second
    3:         the game ends (so far) with a throw that waits for its move
    #1         that colour is home with its four pieces, as the first

Colours are the shortest beginnings of their names that differ: Ge Gr Ro Sc, Ye Gr Re Bl.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.diagram import codes
from companion.library.plies import Ply
from companion.rules import GOAL_LETTERS, HOUSE, Color, Game
from companion.words import Language, color_name

NOBODY = "0"


class Notation:
    """Writes plies of one game."""

    def __init__(self, game: Game, language: Language) -> None:
        self._game = game
        names = {color: color_name(language, color) for color in game.board.colors}
        self.codes: Mapping[Color, str] = codes(names)

    def ply(self, ply: Ply) -> str:
        """One throw and what came of it."""
        if ply.done_s is None:
            return f"{ply.throw}:"
        if ply.move is None:
            return f"{ply.throw}:-"
        move = ply.move
        whose = "" if move.color == ply.player else f"{self.codes[move.color]} "
        sign, taken = ("-", "") if move.captures is None else ("x", f" {self.codes[move.captures]}")
        text = f"{ply.throw}:{whose}{self.place(move.source)}{sign}{self.place(move.target)}{taken}"
        return text + ("?" if ply.missed else "") + self._penalty(ply) + self._home(ply)

    def place(self, progress: int) -> str:
        """`H`, `A`, steps, or the letter of a goal field."""
        if progress == HOUSE:
            return "H"
        if progress == 0:
            return "A"
        return str(progress) if progress < self._game.track else GOAL_LETTERS[progress - self._game.track]

    def _penalty(self, ply: Ply) -> str:
        if ply.penalty is None:
            return ""
        if ply.penalty.source is None:
            return f" !{NOBODY}"
        whose = "" if ply.penalty.color == ply.player else f"{self.codes[ply.penalty.color]} "
        return f" !{whose}{self.place(ply.penalty.source)}-H"

    def _home(self, ply: Ply) -> str:
        home = [color for color in ply.after.finished if color != self._game.seats.neutral]
        return "".join(f" #{home.index(color) + 1}" for color in home if color not in ply.before.finished)
