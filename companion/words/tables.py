"""Every message with its words, for one language."""

from __future__ import annotations

from functools import lru_cache

from companion.words.calibrating_words import add_calibrating
from companion.words.catalogue import catalogue
from companion.words.evening_words import add_evening
from companion.words.helping_words import add_helping
from companion.words.language import Language, Table
from companion.words.library_words import add_library
from companion.words.looks_words import add_looks
from companion.words.people_words import add_people
from companion.words.sayings import add_game
from companion.words.verdict_sayings import add_verdicts


@lru_cache
def table_of(language: Language) -> Table:
    """A table with the words of that language's catalogue."""
    table = Table(catalogue(language))
    for add in (add_game, add_verdicts, add_calibrating, add_helping, add_evening, add_people, add_library, add_looks):
        add(table)
    return table
