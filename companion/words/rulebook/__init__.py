"""The rules in sentences, German and English, each with its source: for `companion rules explain` and for the manual.

The sentences stand here only. `rule_sentence(key)` finds one; the keys of the rules that explain a single move are the values of
`companion.rules.Rule`.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.rulebook.options import OPTIONS, SEATS
from companion.words.rulebook.sentence import Sentence, Source, source_meaning, source_name
from companion.words.rulebook.throw import DUTIES, MOVES, TURN

__all__ = [
    "DUTIES",
    "MOVES",
    "OPTIONS",
    "SEATS",
    "TURN",
    "Sentence",
    "Source",
    "all_sentences",
    "rule_sentence",
    "source_meaning",
    "source_name",
]


def all_sentences() -> tuple[Sentence, ...]:
    """Every sentence, in the order of the manual."""
    return (*MOVES, *DUTIES, *TURN, *(sentence for row in OPTIONS.values() for sentence in row), *SEATS)


_BY_KEY: Mapping[str, Sentence] = {sentence.key: sentence for sentence in all_sentences()}


def rule_sentence(key: str) -> Sentence:
    """The sentence of that key. A key without one is a mistake in the program: `KeyError`."""
    return _BY_KEY[key]
