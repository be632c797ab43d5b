"""`companion rules explain`: the diagram and the sentences; the manual is written from the same ones."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from companion.cli.main import main
from companion.diagram import WIDTH, draw
from companion.explaining import explained
from companion.manual.__main__ import FOLDER, chapters
from companion.manual.__main__ import main as write_manual
from companion.rules import HOUSE, PRESETS, Color, Game, Options, Position, Rule, initial_position, parse_game
from companion.words import Language, color_name
from companion.words.rulebook import OPTIONS, Source, all_sentences, rule_sentence, source_meaning, source_name
from tests.rules_play import games, play, position_of, situations
from tests.test_rules_properties import quick

TEXT = "yellow:B,B,B,0 green:B,B,3,a red:B,B,B,B black:B,B,12,d turn=yellow"
CROSS = """\
Ye   Ye             8    9    *10            -    Gr
Ye   -              7    Gr   11             -    Gr
                    6    b    12
                    5    c    Gr
*Ye  1    Bl   3    4    d    14   15   16   17   18
39   a    b    c    d         d    c    b    a    19
38   37   36   35   34   Bl   24   23   22   21   *20
                    33   c    25
                    32   b    26
Bl   -              31   a    27             Re   Re
Bl   -              *30  29   28             Re   Re"""
RING = """\
Yellow  *0   1    2    3    2Bla 5    6    7
        a    Yel  c    d         Yel  Yel  Yel  -
Green   *8   9    10   11   12   13   14   15
Red     *16  17   18   19   20   21   22   23
Black   *Bla 25   26   27   28   29   30   31
        a    b    c    d         Bla  -    -    -
Blue    *32  33   34   35   36   37   38   39
Purple  *40  41   42   43   44   45   46   47"""


def english(color: Color) -> str:
    return color_name(Language.ENGLISH, color)


def long_name(color: Color) -> str:
    """A name that is never its own code."""
    return f"{english(color)}-team"


def explain(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", "explain", *arguments]) == 0
    return capsys.readouterr().out


def test_the_cross() -> None:
    game = parse_game()
    assert "\n".join(draw(game, position_of(game, TEXT), Color("yellow"), english)) == CROSS


def test_the_cross_as_the_colour_on_counts_it() -> None:
    game = parse_game()
    rows = draw(game, initial_position(game), Color("red"), english)
    assert rows[4].split()[:5] == ["*Ye", "21", "22", "23", "24"]


def test_the_ring_of_any_other_board() -> None:
    game = parse_game({"barriers": True}, "six", ["yellow", "black"])
    position = position_of(game, "yellow:B,B,B,b black:B,0,28,28")
    assert "\n".join(draw(game, position, Color("yellow"), english)) == RING


def test_a_pair_on_one_field() -> None:
    game = parse_game("schmidt-pairs")
    rows = draw(game, position_of(game, "yellow:B,B,B,20 red:B,B,B,0"), Color("yellow"), english)
    assert rows[6].split()[-1] == "*Y+R"


@quick
@given(games())
def test_every_board_fits_the_page_and_shows_every_piece(game: Game) -> None:
    position = play(game, Random(7), 60)[-1][0].position
    rows = draw(game, position, game.players[0], long_name)
    assert max(map(len, rows)) <= WIDTH
    outside = sum(p != HOUSE for row in position.rows for p in row)
    inside = sum(p == HOUSE for row in position.rows for p in row)
    names = {long_name(color) for color in game.board.colors}
    cells = [cell for cell in " ".join(rows).split() if any(letter.isupper() for letter in cell) and cell not in names]
    pieces = sum(2 if "+" in cell or "2" in cell else 1 for cell in cells)
    assert pieces == outside + inside


@pytest.mark.parametrize("language", Language)
@quick
@given(situations())
def test_an_explanation_fits_the_page(language: Language, situation: tuple[Game, Position, Color, int]) -> None:
    game, position, turn, throw = situation
    text = explained(game, position, turn, (throw,), language)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert "None" not in text


def test_german_is_what_it_speaks(capsys: pytest.CaptureFixture[str]) -> None:
    said = " ".join(explain(capsys, TEXT, "--throw", "6").split())
    assert "Gelb ist dran. Gewürfelt: 6. Erlaubt: Gelb A → 6." in said
    assert "Gelb Haus → A: nicht erlaubt. Solange eine eigene Figur auf A steht" in said


def test_english_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    said = " ".join(explain(capsys, TEXT, "--throw", "6", "--lang", "en").split())
    assert "Yellow is on. Thrown: 6. Legal: Yellow A → 6." in said
    assert "Yellow house → A: not legal. As long as an own piece stands on A, no second one can be entered. [Grundregel]" in said


def test_without_anything_it_explains_the_beginning_and_every_throw(capsys: pytest.CaptureFixture[str]) -> None:
    said = explain(capsys)
    assert [f"Gewürfelt: {throw}." in said for throw in range(1, 7)] == [True] * 6


def test_a_json_line_as_for_moves(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    position = {"yellow": [-1, -1, 5, 20], "green": [-1, -1, -1, 38]}
    line = json.dumps(
        {"rules": "schmidt-family", "colors": ["yellow", "green"], "position": position, "turn": "yellow", "throw": 3}
    )
    said = explain(capsys, line)
    assert "Erlaubt: Gelb 5 → 8, schlägt Grün." in said
    assert "Gelb 20 → 23: versäumt einen Schlag." in said
    monkeypatch.setattr("sys.stdin", io.StringIO(line + "\n"))
    assert explain(capsys, "-") == said


def test_rules_board_colours_seats_and_turn_as_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    board = '{"track": 56, "goal": 5, "colors": ["red", "blue", "green", "yellow"]}'
    said = explain(capsys, "--board", board, "--rules", '{"barriers": true}', "--turn", "blue", "--seats", '{"neutral": "green"}')
    assert "Blau ist dran." in said
    assert "Grün A →" in said
    six = ("--board", "six", "--colors", '["green", "purple"]', "--lang", "en")
    assert "Green is on." in explain(capsys, *six)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--throw", "7"], '--throw is "7"; expected a whole number 1 to 6'),
        (["--turn", "blue"], '--turn is "blue"; expected one of yellow, green, red, black'),
        (["--turn", "red", "--seats", '{"neutral": "red"}'], '--turn is "red"; expected one of yellow, green, black'),
        (["yellow:B,B,B,B"], "position: green is null; expected 4 progress values; red is null"),
        (['{"turn": "yellow"}'], 'the key "position" is missing; expected position, turn'),
        (['{"turn": "yellow"}', "--throw", "3"], '--throw is "3"; expected it as a key of the JSON line'),
        (["--rules", "{"], "--rules"),
    ],
)
def test_unusable_arguments_are_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    assert main(["rules", "explain", *arguments]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"companion: {sentence}")
    assert said.count("\n") == 1


def test_every_rule_has_one_sentence_in_both_languages() -> None:
    keys = [sentence.key for sentence in all_sentences()]
    assert len(keys) == len(set(keys))
    for rule in Rule:
        sentence = rule_sentence(rule)
        assert all(sentence.text(language).endswith(".") for language in Language)
    assert len({sentence.text(language) for sentence in all_sentences() for language in Language}) == 2 * len(keys)


def test_every_source_is_named_and_used() -> None:
    assert {sentence.source for sentence in all_sentences()} == set(Source)
    assert all(source_name(language, source) and source_meaning(language, source) for language in Language for source in Source)


def test_every_value_of_every_option_has_its_sentence() -> None:
    for name, default in Options().to_dict().items():
        values = {sentence.value for sentence in OPTIONS[name]} - {None}
        written = str(default).lower() if isinstance(default, bool) else str(default)
        assert next(sentence.value for sentence in OPTIONS[name]) == written
        for preset in PRESETS.values():
            given_value = preset.to_dict()[name]
            assert (str(given_value).lower() if isinstance(given_value, bool) else str(given_value)) in values


def test_the_manual_is_up_to_date() -> None:
    assert write_manual(["--check"]) == 0, "python -m companion.manual"
    assert {path.name for path in chapters()} == {path.name for path in FOLDER.glob("rules.*.md")}


@pytest.mark.parametrize("path", chapters(), ids=lambda path: path.name)
def test_the_manual_has_every_sentence_preset_and_option(path: Path) -> None:
    language = Language(path.suffixes[0].removeprefix("."))
    text = path.read_text("utf-8")
    assert [sentence.key for sentence in all_sentences() if sentence.text(language) not in text] == []
    assert [name for name in (*PRESETS, *Options().to_dict()) if f"`{name}`" not in text] == []
