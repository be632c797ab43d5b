"""The English words: the catalogue's, and those of modules that bring their own."""

from __future__ import annotations

from companion.words.evening_words import add_english_evening
from companion.words.language import Language
from companion.words.phrases import who
from companion.words.tables import new_table

TABLE = new_table(Language.ENGLISH)
number = TABLE.catalogue.number


def color(name: str) -> str:
    """The colour as a player's name."""
    return who(TABLE.catalogue, name)


add_english_evening(TABLE, number, color)
