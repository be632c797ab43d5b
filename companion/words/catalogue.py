"""The words of one language, by gettext: English sentences are the keys, `locale/<language>/…/companion.mo` translates them.

Sentences are keys as a whole, never put together of parts whose grammar another language orders differently. Placeholders are
named: `{player}`, `{piece}`, `{number}`; each also exists with a capital (`{Number}`) for the beginning of a sentence.
`companion/manual/languages.md` says how a language is added.
"""

from __future__ import annotations

import gettext
from functools import lru_cache
from pathlib import Path

from companion.words.language import Language

DOMAIN = "companion"
LOCALE = Path(__file__).parent / "locale"

Plural = tuple[str, str]
"""One, and several."""


def N_(text: str) -> str:  # noqa: N802 (gettext's own name for a text that is translated later)
    """Marks a text as a key."""
    return text


def NN_(one: str, several: str) -> Plural:  # noqa: N802 (as above, with the plural)
    """Marks a text and its plural as a key."""
    return one, several


class Catalogue:
    """Looks texts up. What a catalogue lacks is said in English: gettext's own rule, and the tests let none be lacking."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._found = gettext.translation(DOMAIN, LOCALE, [language], fallback=True)

    def text(self, text: str, **values: str) -> str:
        """The text with its values set in."""
        return _filled(self._found.gettext(text), values)

    def about(self, context: str, text: str, **values: str) -> str:
        """A short text that means different things in different places: `context` says where it stands."""
        return _filled(self._found.pgettext(context, text), values)

    def plural(self, forms: Plural, count: int, **values: str) -> str:
        """The form for `count`, which is set in as `{number}`, a word."""
        return _filled(self._found.ngettext(*forms, count), {"number": self.number(count), **values})

    def number(self, number: int) -> str:
        """0 … 99 as a word, larger numbers as digits."""
        return self._found.gettext(NUMBERS[number]) if 0 <= number < len(NUMBERS) else str(number)


def capital(text: str) -> str:
    """As a sentence begins."""
    return text[:1].upper() + text[1:]


def _filled(text: str, values: dict[str, str]) -> str:
    if not values:
        return text
    return text.format(**values, **{capital(name): capital(value) for name, value in values.items()})


@lru_cache
def catalogue(language: Language) -> Catalogue:
    """The language's catalogue, read once."""
    return Catalogue(language)


# fmt: off
NUMBERS = (
    N_("zero"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"), N_("nine"),
    N_("ten"), N_("eleven"), N_("twelve"), N_("thirteen"), N_("fourteen"), N_("fifteen"), N_("sixteen"), N_("seventeen"),
    N_("eighteen"), N_("nineteen"), N_("twenty"), N_("twenty-one"), N_("twenty-two"), N_("twenty-three"), N_("twenty-four"),
    N_("twenty-five"), N_("twenty-six"), N_("twenty-seven"), N_("twenty-eight"), N_("twenty-nine"), N_("thirty"),
    N_("thirty-one"), N_("thirty-two"), N_("thirty-three"), N_("thirty-four"), N_("thirty-five"), N_("thirty-six"),
    N_("thirty-seven"), N_("thirty-eight"), N_("thirty-nine"), N_("forty"), N_("forty-one"), N_("forty-two"), N_("forty-three"),
    N_("forty-four"), N_("forty-five"), N_("forty-six"), N_("forty-seven"), N_("forty-eight"), N_("forty-nine"), N_("fifty"),
    N_("fifty-one"), N_("fifty-two"), N_("fifty-three"), N_("fifty-four"), N_("fifty-five"), N_("fifty-six"), N_("fifty-seven"),
    N_("fifty-eight"), N_("fifty-nine"), N_("sixty"), N_("sixty-one"), N_("sixty-two"), N_("sixty-three"), N_("sixty-four"),
    N_("sixty-five"), N_("sixty-six"), N_("sixty-seven"), N_("sixty-eight"), N_("sixty-nine"), N_("seventy"), N_("seventy-one"),
    N_("seventy-two"), N_("seventy-three"), N_("seventy-four"), N_("seventy-five"), N_("seventy-six"), N_("seventy-seven"),
    N_("seventy-eight"), N_("seventy-nine"), N_("eighty"), N_("eighty-one"), N_("eighty-two"), N_("eighty-three"),
    N_("eighty-four"), N_("eighty-five"), N_("eighty-six"), N_("eighty-seven"), N_("eighty-eight"), N_("eighty-nine"),
    N_("ninety"), N_("ninety-one"), N_("ninety-two"), N_("ninety-three"), N_("ninety-four"), N_("ninety-five"),
    N_("ninety-six"), N_("ninety-seven"), N_("ninety-eight"), N_("ninety-nine"),
)
# fmt: on
"""Numbers as words, counted from zero."""
