"""Plain sentences about a game, in the language of who reads them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.export.texts import TEXTS
from companion.library.fairness import Fairness, Finding
from companion.library.lead import Swing
from companion.library.loading import LoadedGame
from companion.words import Language, color_name

RAREST = 10_000
"""Beyond one game in so many nobody asks how rare it is exactly."""


class Sentences:
    """Says things about one game."""

    def __init__(self, loaded: LoadedGame, language: Language) -> None:
        self.texts = TEXTS[language].report
        self._loaded, self._language = loaded, language

    def who(self, color: str) -> str:
        """The person, if one is known, else the colour."""
        return self._loaded.names.get(color) or color_name(self._language, color)

    def player(self, color: str) -> str:
        """Person and colour."""
        name, of = self._loaded.names.get(color), color_name(self._language, color)
        return f"{name} ({of})" if name and name != of else of

    def together(self, colors: Sequence[str]) -> str:
        """`Mia, Papa and Oma`."""
        names = [self.who(color) for color in colors]
        return self.texts.joined.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def number(self, value: float, digits: int = 1, sign: bool = False) -> str:
        """A number as it is written in the language, with a true minus."""
        text = f"{value:{'+' if sign else ''}.{digits}f}"
        plain = text.lstrip("+-0.") == ""
        return (f"{0:.{digits}f}" if plain else text).replace("-", self.texts.minus).replace(".", self.texts.decimal)

    def result(self, turn: str | None, winners: Sequence[str]) -> str:
        """Who has won, or who is on."""
        if turn is not None:
            return self.texts.unfinished.format(who=self.who(turn))
        return (self.texts.winner if len(winners) == 1 else self.texts.winners).format(who=self.together(winners))

    def turning_point(self, swing: Swing) -> str:
        """What was thrown and done."""
        ply, texts = swing.ply, self.texts
        mover = self.who(ply.player)
        if ply.move is None:
            return texts.turning_pass.format(mover=mover, throw=ply.throw)
        if ply.move.captures is not None:
            return texts.turning_capture.format(mover=mover, throw=ply.throw, victim=self.who(ply.move.captures))
        kind = texts.turning_move if ply.penalty is None or ply.penalty.source is None else texts.turning_penalty
        return kind.format(mover=mover, throw=ply.throw)

    def lead(self, swing: Swing) -> str:
        """What it did to whom."""
        before, after = self._standing(swing.before), self._standing(swing.after)
        return self.texts.lead.format(who=self.together(swing.side), before=before, after=after)

    def _standing(self, lead: float) -> str:
        if abs(lead) < 0.05:
            return self.texts.level
        return (self.texts.ahead if lead > 0 else self.texts.behind).format(turns=self.number(abs(lead)))


def fairness_sentences(language: Language, found: Fairness) -> tuple[str, ...]:
    """What the throws say about the die, and what so many could not say."""
    texts = TEXTS[language].report
    n, one_in = found.throws, min(RAREST, round(1 / found.p_value))
    most = found.counts.index(max(found.counts)) + 1
    told = {
        Finding.TOO_FEW: texts.die_too_few.format(n=n),
        Finding.FAIR: texts.die_fair.format(n=n, share=round(100 * found.p_value)),
        Finding.ODD: texts.die_odd.format(n=n, one_in=one_in),
        Finding.LOADED: texts.die_loaded.format(n=n, one_in=one_in, most=most),
    }[found.finding]
    noticed = found.noticed_six
    if found.finding is Finding.LOADED or noticed is None:
        return (told,)
    return told, texts.die_noticed.format(sixes=math.ceil(100 * noticed))
