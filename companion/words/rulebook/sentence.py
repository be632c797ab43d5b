"""What a sentence of the rulebook is: its words in both languages and where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.words.language import Language


class Source(StrEnum):
    """Who says so."""

    GRUNDREGEL = "grundregel"
    EXTRA = "extra"
    CLASSIC = "classic"
    PAIRS = "pairs"
    ENCYCLOPEDIA = "encyclopedia"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule in words. `key`: a value of `companion.rules.Rule` where a single move can be explained by it."""

    key: str
    source: Source
    german: str
    english: str
    value: str | None = None
    """The option's value with which the sentence holds; None where it belongs to the sentence before it, or to no option."""

    def text(self, language: Language) -> str:
        """The sentence."""
        return self.german if language is Language.GERMAN else self.english


_NAMES: dict[Source, tuple[str, str]] = {
    Source.GRUNDREGEL: ("Grundregel", "Grundregel"),
    Source.EXTRA: ("Zusatzregel", "additional rule"),
    Source.CLASSIC: ("alte Regel", "old rule"),
    Source.PAIRS: ("Partnerspiel", "partner game"),
    Source.ENCYCLOPEDIA: ("Enzyklopädie", "encyclopedia"),
    Source.DECIDED: ("entschieden", "decided"),
}
_MEANINGS: dict[Source, tuple[str, str]] = {
    Source.GRUNDREGEL: (
        "die Grundregel der Anleitung von Schmidt Spiele (49021, 2016)",
        "the basic rule (“Grundregel”) of the instructions by Schmidt Spiele (49021, 2016)",
    ),
    Source.EXTRA: (
        "eine Regel, die neben der Grundregel gespielt wird, nach den Zusatzregeln der Anleitung oder der Enzyklopädie",
        "a rule played beside the Grundregel, after the instructions' additional rules or the encyclopedia",
    ),
    Source.CLASSIC: (
        "der Nachdruck der alten Regel (Schmidt Spiele 49058, 2013)",
        "the reprint of the old rule (Schmidt Spiele 49058, 2013)",
    ),
    Source.PAIRS: (
        "die Anleitung des Partnerspiels (Schmidt Spiele 49147)",
        "the partner game's instructions (Schmidt Spiele 49147)",
    ),
    Source.ENCYCLOPEDIA: (
        "die Beschreibung des klassischen Spiels in der Enzyklopädie",
        "the encyclopedia's description of the classic game",
    ),
    Source.DECIDED: (
        "die Quellen sagen dazu nichts; so haben wir entschieden",
        "the sources do not say; this is what we decided",
    ),
}


def source_name(language: Language, source: Source) -> str:
    """The source in a word or two, for brackets behind a sentence."""
    return _NAMES[source][0 if language is Language.GERMAN else 1]


def source_meaning(language: Language, source: Source) -> str:
    """What the short name stands for."""
    return _MEANINGS[source][0 if language is Language.GERMAN else 1]
