"""Everything the companion says, by gettext: English sentences are the keys, catalogues translate them.

`say(language, message)` gives the spoken words, `lines(language, message)` the same for the screen: a large title and a
sentence below it. Messages are the dataclasses of `messages` and `verdicts`; `verdict(reason, facts)` finds the one for a
reason of the rules. Tone: LOOK section 9.
"""

from __future__ import annotations

from companion.words.catalogue import catalogue
from companion.words.language import Language, Lines, spoken
from companion.words.messages import Label, Message
from companion.words.phrases import who
from companion.words.sayings import LABELS
from companion.words.tables import table_of
from companion.words.verdicts import Facts, verdict

__all__ = ["Facts", "Label", "Language", "Lines", "color_name", "label", "lines", "number_word", "say", "verdict"]


def say(language: Language, message: Message) -> str:
    """The message as it is spoken."""
    return spoken(message, lines(language, message))


def lines(language: Language, message: Message) -> Lines:
    """The message as it stands on the screen."""
    return table_of(language).lines(message)


def label(language: Language, of: Label) -> str:
    """The words on a button."""
    return catalogue(language).text(LABELS[of])


def color_name(language: Language, color: str) -> str:
    """The colour as a player's name: `Gelb`, `Yellow`."""
    return who(catalogue(language), color)


def number_word(language: Language, number: int) -> str:
    """0 … 99 as a word, larger numbers as digits."""
    return catalogue(language).number(number)
