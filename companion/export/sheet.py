"""The game sheet: a text that can be read, printed and typed in again; one line a turn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby

from companion.events import CorrectionEvent, TakebackEvent
from companion.export.notation import Notation
from companion.export.texts import TEXTS, SheetTexts, board_title, rules_title
from companion.library.loading import LoadedGame, printable
from companion.library.plies import Ply, plies_of
from companion.rules import places
from companion.words import Language, color_name

WIDTH = 100
"""Columns; a turn of many sixes goes on below."""


def game_sheet(loaded: LoadedGame, language: Language) -> str:
    """The whole sheet, with the key of its signs at the end."""
    texts, notation = TEXTS[language].sheet, Notation(loaded.game, language)
    plies = plies_of(loaded)
    lines = [*_head(loaded, texts, language), ""]
    width = max(len(_player(loaded, color, language)) for color in loaded.game.players)
    for turn, throws in groupby(plies, key=lambda ply: ply.turn):
        lines += _turn(turn, tuple(throws), notation, loaded, language, width)
    lines += ["", _result(loaded, texts, language), *put_right(loaded, language), ""]
    return "\n".join([*lines, *_key(texts, notation, language)]) + "\n"


def put_right(loaded: LoadedGame, language: Language) -> Iterator[str]:
    """How often something was corrected or taken back, where it was: the sheet has only what counts in the end."""
    events = [entry.event for entry in loaded.entries]
    corrections = sum(isinstance(event, CorrectionEvent) for event in events)
    takebacks = sum(isinstance(event, TakebackEvent) for event in events)
    if corrections or takebacks:
        yield TEXTS[language].report.corrected.format(corrections=corrections, takebacks=takebacks)


def _head(loaded: LoadedGame, texts: SheetTexts, language: Language) -> Iterator[str]:
    yield "Mensch ärgere Dich nicht"
    yield f"{texts.date}: {date_text(loaded, language)}"
    yield f"{texts.board}: {board_title(loaded.board, language)}"
    yield f"{texts.rules}: {rules_title(loaded.game.options, language)}"
    yield f"{texts.players}: " + ", ".join(_player(loaded, color, language) for color in loaded.game.players)


def _turn(
    turn: int, throws: tuple[Ply, ...], notation: Notation, loaded: LoadedGame, language: Language, width: int
) -> Iterator[str]:
    head = f"{turn:4d}. {_player(loaded, throws[0].player, language):{width}}  "
    line = head
    for text in map(notation.ply, throws):
        if len(line) + len(text) > WIDTH:
            yield line.rstrip()
            line = " " * len(head)
        line += text + "   "
    yield line.rstrip()


def _result(loaded: LoadedGame, texts: SheetTexts, language: Language) -> str:
    state = loaded.history.now.state
    if state.turn is not None:
        return texts.unfinished.format(turn=_player(loaded, state.turn, language))
    placed = places(loaded.game, state)
    told = (f"{number}. " + ", ".join(_player(loaded, c, language) for c in side) for number, side in enumerate(placed, start=1))
    return f"{texts.result}: " + "  ".join(told)


def _key(texts: SheetTexts, notation: Notation, language: Language) -> Iterator[str]:
    colours = ", ".join(f"{code} {color_name(language, color)}" for color, code in notation.codes.items())
    yield f"{texts.key}: {colours}"
    yield from texts.signs


def _player(loaded: LoadedGame, color: str, language: Language) -> str:
    name = loaded.names.get(color)
    return f"{color_name(language, color)} ({name})" if name else color_name(language, color)


def date_text(loaded: LoadedGame, language: Language) -> str:
    """When the game began, as people write it; as it stands in the record where it is no date."""
    try:
        at = datetime.fromisoformat(loaded.entries[0].at)
    except ValueError:
        return printable(loaded.entries[0].at)
    return at.strftime("%d.%m.%Y, %H:%M" if language is Language.GERMAN else "%Y-%m-%d, %H:%M")
