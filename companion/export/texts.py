"""The words of the exports in each language. The tone is that of LOOK section 9: short, no blame, no praise for luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.export.texts_english import ENGLISH
from companion.export.texts_german import GERMAN
from companion.export.texts_kinds import ReportTexts, SheetTexts
from companion.words import Language

__all__ = ["TEXTS", "ReportTexts", "SheetTexts", "Texts"]


@dataclass(frozen=True, slots=True)
class Texts:
    """All the words of one language."""

    sheet: SheetTexts
    report: ReportTexts


TEXTS: Mapping[Language, Texts] = {Language.GERMAN: Texts(*GERMAN), Language.ENGLISH: Texts(*ENGLISH)}
