"""The words of `helping` in both languages. At most nine words a sentence, numbers as words, the reason beside the advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.words.helping import Advised, ChooseYourself, CountTogether
from companion.words.language import Lines, Table

Color = Callable[[str], str]
"""A colour as a player's name."""
Number = Callable[[int], str]
"""A number as a word."""

GERMAN: Mapping[str, tuple[str, str]] = {
    "only": ("Nur eine Figur kann ziehen.", ""),
    "capture_close": ("Du kannst {who} schlagen.", "Die Figur ist fast im Ziel."),
    "capture": ("Du kannst {who} schlagen.", ""),
    "home": ("Im Ziel ist die Figur sicher.", ""),
    "escape": ("Hinter dir steht {who}.", "Weiter vorn bist du sicherer."),
    "safe": ("Dort kann dich niemand so leicht schlagen.", ""),
    "clear_start": ("Mach dein Startfeld frei.", "Dann ist Platz für die nächste."),
    "furthest": ("Diese Figur ist am weitesten.", "Bald ist sie im Ziel."),
}
ENGLISH: Mapping[str, tuple[str, str]] = {
    "only": ("Only one piece can move.", ""),
    "capture_close": ("You can capture {who}.", "That piece is nearly home."),
    "capture": ("You can capture {who}.", ""),
    "home": ("In the goal the piece is safe.", ""),
    "escape": ("Right behind you is {who}.", "Further on you are safer."),
    "safe": ("Nobody can easily capture you there.", ""),
    "clear_start": ("Clear your start field.", "Then there is room for the next one."),
    "furthest": ("This piece is furthest along.", "It will be home soon."),
}


def add_german(table: Table, color: Color, number: Number) -> None:
    """Adds the German words; `color` and `number` are the language's own."""
    table.add(Advised, lambda x: _advised(GERMAN, x, color))
    table.add(ChooseYourself, lambda x: Lines(f"{_capital(number(x.value))}!", "Welche Figur zieht?"))
    table.add(CountTogether, lambda x: Lines("Wir zählen zusammen.", _counted_german(x, number)))


def add_english(table: Table, color: Color, number: Number) -> None:
    """Adds the English words; `color` and `number` are the language's own."""
    table.add(Advised, lambda x: _advised(ENGLISH, x, color))
    table.add(ChooseYourself, lambda x: Lines(f"{_capital(number(x.value))}!", "Which piece moves?"))
    table.add(CountTogether, lambda x: Lines("Let's count together.", _counted_english(x, number)))


def _advised(words: Mapping[str, tuple[str, str]], message: Advised, color: Color) -> Lines:
    """A reason nobody has words for is a mistake in the program: `KeyError`."""
    title, sentence = words[message.why]
    return Lines(title.format(who=message.name or color(message.other or "")), sentence)


def _counted_german(message: CountTogether, number: Number) -> str:
    thrown = "war eine Eins" if message.thrown == 1 else f"waren {number(message.thrown)}"
    if message.walked is None:
        return f"Gewürfelt {thrown}."
    walked = "ein Feld" if message.walked == 1 else number(message.walked)
    return f"Du bist {walked} gegangen, gewürfelt {thrown}."


def _counted_english(message: CountTogether, number: Number) -> str:
    if message.walked is None:
        return f"The throw was {number(message.thrown)}."
    walked = "one field" if message.walked == 1 else number(message.walked)
    return f"You moved {walked}, but the throw was {number(message.thrown)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
