"""A position and a throw in words: the diagram, the legal moves, and for every piece the rule that decides."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

from companion.diagram import WIDTH, codes, draw
from companion.rules import HOUSE, Color, Explanation, Game, Outcome, Position, Rule, Trial, explain
from companion.rules.position import place_text
from companion.words import Language, color_name
from companion.words.rulebook import rule_sentence, source_name


@dataclass(frozen=True, slots=True)
class _Words:
    """The words around the sentences of the rulebook, in one language."""

    on: str
    thrown: str
    none: str
    outcomes: Mapping[Outcome, str]
    house: str
    beyond: str
    captures: str
    legend: str


_WORDS: Mapping[Language, _Words] = {
    Language.GERMAN: _Words(
        on="{color} ist dran.",
        thrown="Gewürfelt: {throw}. Erlaubt: {moves}.",
        none="kein Zug",
        outcomes={
            Outcome.LEGAL: "erlaubt",
            Outcome.MISSED_CAPTURE: "versäumt einen Schlag",
            Outcome.ILLEGAL: "nicht erlaubt",
        },
        house="Haus",
        beyond="über das Ziel hinaus",
        captures=", schlägt {color}",
        legend="{codes}. Zahlen: Schritte vom Startfeld A von {color}; * Startfeld; a, b, c …: Zielfelder;"
        " - freier Platz im Haus.",
    ),
    Language.ENGLISH: _Words(
        on="{color} is on.",
        thrown="Thrown: {throw}. Legal: {moves}.",
        none="no move",
        outcomes={
            Outcome.LEGAL: "legal",
            Outcome.MISSED_CAPTURE: "misses a capture",
            Outcome.ILLEGAL: "not legal",
        },
        house="house",
        beyond="past the goal",
        captures=", captures {color}",
        legend="{codes}. Numbers: steps from {color}'s start field A; * start field; a, b, c …: goal fields;"
        " - free place in the house.",
    ),
}


def explained(game: Game, position: Position, turn: Color, throws: tuple[int, ...], language: Language) -> str:
    """The diagram, then each throw with all that could be tried. Raises `RulesError` for a bad throw or colour."""
    names = {color: color_name(language, color) for color in game.board.colors}
    legend = ", ".join(f"{code} {names[color]}" for color, code in codes(names).items() if color in game.colors)
    words = _WORDS[language]
    lines = [
        *draw(game, position, turn, names.__getitem__),
        "",
        *textwrap.wrap(words.legend.format(codes=legend, color=names[turn]), WIDTH),
        "",
        words.on.format(color=names[turn]),
    ]
    for throw in throws:
        lines += ["", *_thrown(game, throw, explain(game, position, turn, throw), language)]
    return "\n".join(lines)


def _thrown(game: Game, throw: int, explanation: Explanation, language: Language) -> list[str]:
    words = _WORDS[language]
    legal = "; ".join(_move(game, trial, language) for trial in explanation.trials if trial.outcome is Outcome.LEGAL)
    lines = textwrap.wrap(words.thrown.format(throw=throw, moves=legal or words.none), WIDTH)
    for trial in explanation.trials:
        lines += textwrap.wrap(f"{_move(game, trial, language)}: {words.outcomes[trial.outcome]}.", WIDTH, initial_indent="  ")
        lines += _sentences(trial.rules, language, "      ")
    return lines + _sentences(explanation.rules, language, "  ")


def _move(game: Game, trial: Trial, language: Language) -> str:
    """`Gelb 12 → 18, schlägt Rot`."""
    words = _WORDS[language]
    source = words.house if trial.source == HOUSE else place_text(game.track, trial.source)
    target = words.beyond if trial.target > game.last else place_text(game.track, trial.target)
    target = "A" if trial.target == 0 else target
    source = "A" if trial.source == 0 else source
    captured = "" if trial.captures is None else words.captures.format(color=color_name(language, trial.captures))
    return f"{color_name(language, trial.color)} {source} → {target}{captured}"


def _sentences(rules: tuple[Rule, ...], language: Language, indent: str) -> list[str]:
    lines: list[str] = []
    for rule in rules:
        sentence = rule_sentence(rule)
        told = f"{sentence.text(language)} [{source_name(language, sentence.source)}]"
        lines += textwrap.wrap(told, WIDTH, initial_indent=indent, subsequent_indent=indent)
    return lines
