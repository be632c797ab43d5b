"""The words of the exports in each language. The tone is that of LOOK section 9: short, no blame, no praise for luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.profile import BoardProfile
from companion.export.texts_english import ENGLISH
from companion.export.texts_german import GERMAN
from companion.export.texts_kinds import ReportTexts, SheetTexts
from companion.library.summary import OWN_RULES, rules_name
from companion.rules import Options
from companion.words import Language, lines
from companion.words.evening import RuleCard, Rules
from companion.words.library import OwnRules

__all__ = ["TEXTS", "ReportTexts", "SheetTexts", "Texts", "board_title", "rules_title"]


@dataclass(frozen=True, slots=True)
class Texts:
    """All the words of one language."""

    sheet: SheetTexts
    report: ReportTexts


TEXTS: Mapping[Language, Texts] = {Language.GERMAN: Texts(*GERMAN), Language.ENGLISH: Texts(*ENGLISH)}

_BOARDS_DE: Mapping[str, str] = {
    "schmidt-4": "Schmidt, vier Spieler",
    "six-48": "Sechs Spieler, sechseckige Bahn",
    "chinczyk-48": "Chińczyk, eckige Felder, 48 Felder",
    "ludo-40": "Ludo, eckige Felder",
    "ludo-mdga56": "Holzkreuz, 56 Felder, je fünf Zielfelder",
}
"""The boards that ship; a taught one is called as whoever taught it called it."""


def board_title(board: BoardProfile, language: Language) -> str:
    """What a board is called."""
    return _BOARDS_DE.get(board.id, board.title) if language is Language.GERMAN else board.title


def rules_title(options: Options, language: Language) -> str:
    """The rules by the name of their card, and by the preset's, which commands take."""
    name = rules_name(options)
    if name == OWN_RULES:
        return lines(language, OwnRules()).title
    return f"{lines(language, Rules(RuleCard(name))).title} ({name})" if name in [*RuleCard] else name
