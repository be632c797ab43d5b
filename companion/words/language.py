"""The languages, and the tables in which each says the messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from companion.words.messages import Message, Verdict

if TYPE_CHECKING:
    from companion.words.catalogue import Catalogue

M = TypeVar("M", bound=Message)


class Language(StrEnum):
    """The languages the companion speaks, by their ISO 639-1 codes."""

    GERMAN = "de"
    ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Lines:
    """A message on the screen and in the voice: `title` stands large, `sentence` below it, `offer` is only spoken."""

    title: str
    sentence: str = ""
    offer: str = ""


class Table:
    """One language's words. `add` binds a kind of message to the function that says it, in the language of `catalogue`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._say: dict[type[Message], Callable[[Any], Lines]] = {}

    def add(self, kind: type[M], lines: Callable[[M], Lines]) -> None:
        """Says messages of that kind with `lines`."""
        self._say[kind] = lines

    def always(self, kind: type[Message], title: str, sentence: str = "") -> None:
        """Says messages of that kind with the same words always: keys of the catalogue."""
        self._say[kind] = lambda _: Lines(self.catalogue.text(title), self.catalogue.text(sentence) if sentence else "")

    def verdict(self, kind: type[M], sentence: Callable[[M], str], offer: str = "") -> None:
        """Says a verdict: its title is the language's friendly call."""
        self._say[kind] = lambda message: Lines(self.catalogue.text("Have a look!"), sentence(message), offer)

    def lines(self, message: Message) -> Lines:
        """The words of the message. A kind nobody added is a mistake in the program: `KeyError`."""
        return self._say[type(message)](message)


def spoken(message: Message, lines: Lines) -> str:
    """What the voice says: a verdict without its title, everything else whole."""
    parts = (lines.sentence, lines.offer) if isinstance(message, Verdict) else (lines.title, lines.sentence, lines.offer)
    return " ".join(part for part in parts if part)
