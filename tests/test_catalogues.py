"""The catalogues of words: complete, nothing unused, compiled, with every placeholder, and no text too long for its place."""

from __future__ import annotations

import string
from dataclasses import replace
from io import BytesIO

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo

from companion.app.screenshots import Samples
from companion.display.canvas import Canvas
from companion.words import Language, label, lines
from companion.words.catalogue import LOCALE, NUMBERS, Catalogue, catalogue
from companion.words.messages import BoardLost, CameraBright, CameraDark, CameraLost, HandOver, HowFar, Label, Verdict
from companion.words.update_catalogues import keys, po_file, read_catalogue
from tests.test_display import panel_faults
from tests.test_words import all_messages

PLACES = {HowFar: "ask", HandOver: "hand", CameraLost: "lost", CameraDark: "lost", CameraBright: "lost", BoardLost: "lost"}
"""Messages that have a screen of their own."""
TRANSLATED = [language for language in Language if language is not Language.ENGLISH]
"""English sentences are the keys themselves."""
KEYS = {(message.context, message.id) for message in keys() if message.id}


def _entries(language: str) -> list[Message]:
    return [message for message in read_catalogue(po_file(language), language) if message.id]


def _forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_key_is_lacking_and_none_is_unused(language: Language) -> None:
    assert {(message.context, message.id) for message in _entries(language)} == KEYS
    assert [message.id for message in _entries(language) if not all(_forms(message.string))] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_shipped_is_what_people_edit(language: Language) -> None:
    compiled = BytesIO()
    write_mo(compiled, read_catalogue(po_file(language), language))
    assert po_file(language).with_suffix(".mo").read_bytes() == compiled.getvalue()


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_are_those_of_the_key(language: Language) -> None:
    for message in _entries(language):
        offered = {name.lower() for form in _forms(message.id) for name in _placeholders(form)}
        assert {name.lower() for form in _forms(message.string) for name in _placeholders(form)} <= offered, message.id


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_language_of_the_program_has_its_catalogue() -> None:
    assert {path.name for path in LOCALE.iterdir()} == {str(language) for language in TRANSLATED}


def test_a_text_without_words_is_said_in_english() -> None:
    assert catalogue(Language.GERMAN).text("Nobody translated this {thing}.", thing="yet") == "Nobody translated this yet."


def test_a_plural_says_its_number_as_a_word() -> None:
    pieces = ("one piece", "{number} pieces")
    assert [Catalogue(Language.GERMAN).plural(pieces, n) for n in (1, 2)] == ["eine Figur", "zwei Figuren"]
    assert [Catalogue(Language.ENGLISH).plural(pieces, n) for n in (0, 1, 2)] == ["zero pieces", "one piece", "two pieces"]


def test_numbers_go_to_ninety_nine() -> None:
    german = [catalogue(Language.GERMAN).number(n) for n in range(100)]
    assert len(set(german)) == len(NUMBERS) == 100
    assert (german[0], german[31], german[99]) == ("null", "einunddreißig", "neunundneunzig")


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (640, 480)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", Language)
def test_every_message_fits_into_the_panel(language: Language, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Canvas, "oversize", 1)
    samples = Samples(language).all()
    wrong = replace(samples["wrong"], wrong=None, reason="own_piece_there")
    said = {lines(language, m): wrong if isinstance(m, Verdict) else samples[PLACES.get(type(m), "turn")] for m in all_messages()}
    for words, scene in said.items():
        assert panel_faults(replace(scene, title=words.title, sentence=words.sentence), size) == [], words


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (640, 480)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", Language)
def test_every_label_fits_on_a_button(language: Language, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Canvas, "oversize", 1)
    wrong = Samples(language).all()["wrong"]
    first, second = wrong.buttons[:2]
    for of in Label:
        buttons = (replace(first, label=label(language, of)), replace(second, label=label(language, Label.BACK)))
        assert panel_faults(replace(wrong, buttons=buttons), size) == [], of
