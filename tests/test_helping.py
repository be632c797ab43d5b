"""Helper levels: what is shown at each, as the table says, and the words of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.advice import Why
from companion.helping import LEVELS, USUAL, Help, HelperLevel, help_with
from companion.history import begin
from companion.places import Places
from companion.referee import Referee, Refusal, on_throw
from companion.rules import Color, parse_game
from companion.scene import Scene
from companion.scenes import Notice, SceneMaker
from companion.settings import load_settings
from companion.sight import Status
from companion.words import Language, lines, say
from companion.words import messages as m
from companion.words.helping import Advised, ChooseYourself, CountTogether
from hardware.errors import InputError
from tests.fake_table import schmidt, schmidt_game
from tests.rules_play import position_of

YELLOW = Color("yellow")
GAME = parse_game("schmidt-2016")
TWO_MOVES, ONE_MOVE, ENTERS = "yellow:B,B,5,20 green:B,B,B,0", "yellow:B,B,B,5", "yellow:B,B,B,5"
MESSAGES = (
    *(Advised(str(why), other, name) for why in Why for other in ("green", "purple") for name in (None, "Großmutter")),
    *(ChooseYourself(n) for n in range(1, 7)),
    *(CountTogether(n, walked) for n in range(1, 7) for walked in (None, *range(1, 13))),
)


def helped(level: HelperLevel, position: str, throw: int) -> Help:
    return help_with(level, GAME, position_of(GAME, position), YELLOW, throw, lambda color: {"green": "Oma"}.get(color))


# level, moves shown, counted at once, advised, message
TABLE: tuple[tuple[HelperLevel, str, int, int, bool, bool, m.Message], ...] = (
    (HelperLevel.WATCH, TWO_MOVES, 5, 0, False, False, ChooseYourself(5)),
    (HelperLevel.WATCH, ONE_MOVE, 3, 0, False, False, ChooseYourself(3)),
    (HelperLevel.SHOW, TWO_MOVES, 5, 2, False, False, m.Thrown(5)),
    (HelperLevel.SHOW, ONE_MOVE, 3, 1, False, False, m.Thrown(3, choice=False)),
    (HelperLevel.COUNT, TWO_MOVES, 5, 2, False, False, m.Thrown(5)),
    (HelperLevel.COUNT, ONE_MOVE, 3, 1, True, False, m.Thrown(3, choice=False)),
    (HelperLevel.COUNT, ENTERS, 6, 1, False, False, m.Thrown(6, choice=False)),
    (HelperLevel.ADVISE, TWO_MOVES, 5, 2, False, True, Advised("capture", "green", "Oma")),
    (HelperLevel.ADVISE, ONE_MOVE, 3, 1, False, True, Advised("only")),
)


@pytest.mark.parametrize(("level", "position", "throw", "moves", "counted", "advised", "message"), TABLE)
def test_what_is_shown(
    level: HelperLevel, position: str, throw: int, moves: int, counted: bool, advised: bool, message: m.Message
) -> None:
    help_ = helped(level, position, throw)
    assert (len(help_.moves), help_.counted is not None, help_.advice is not None) == (moves, counted, advised)
    assert help_.message == message


def test_every_level_is_in_both_tables() -> None:
    assert {row[0] for row in TABLE} == set(LEVELS) == set(HelperLevel)
    assert USUAL in LEVELS


@pytest.mark.parametrize("language", Language)
def test_the_words_are_short_and_calm(language: Language) -> None:
    for message in MESSAGES:
        text = say(language, message)
        for sentence in re.split(r"(?<=[.!?])\s+", text):
            assert 0 < len(sentence.split()) <= 9, sentence
        assert not re.search(r"\d|None|\{|\s\s|falsch|fehler|leider|wrong|mistake", text.lower()), text


@pytest.mark.parametrize("language", Language)
def test_every_reason_has_words_of_its_own(language: Language) -> None:
    assert len({lines(language, Advised(str(why), "green")) for why in Why}) == len(Why)


def test_the_words() -> None:
    assert say(Language.GERMAN, Advised("escape", "green")) == "Hinter dir steht Grün. Weiter vorn bist du sicherer."
    assert say(Language.ENGLISH, Advised("capture_close", "red", "Ben")) == "You can capture Ben. That piece is nearly home."
    assert say(Language.GERMAN, CountTogether(5, 4)) == "Wir zählen zusammen. Du bist vier gegangen, gewürfelt waren fünf."
    assert say(Language.ENGLISH, CountTogether(1, 2)) == "Let's count together. You moved two, but the throw was one."


# ---- on the screen, and in the settings ----


def thrown_scene(level: HelperLevel | None) -> Scene:
    """A five, with a capture and a quiet move."""
    board = schmidt()
    game = schmidt_game()
    referee = Referee(begin(game, YELLOW, position_of(game, TWO_MOVES)))
    taken = on_throw(referee, 5, "keyboard")
    assert not isinstance(taken, Refusal)
    helpers = {} if level is None else {"yellow": level}
    maker = SceneMaker(board, Places(board), {"green": "Oma"}, Language.GERMAN, helpers=helpers)
    return maker.scene(taken[0], Status.CLEAR, Notice())


@pytest.mark.parametrize(
    ("level", "moves", "focus", "spoken"),
    [
        (None, 2, None, "Fünf! Welche Figur zieht?"),
        (HelperLevel.WATCH, 0, None, "Fünf! Welche Figur zieht?"),
        (HelperLevel.SHOW, 2, None, "Fünf! Welche Figur zieht?"),
        (HelperLevel.COUNT, 2, None, "Fünf! Welche Figur zieht?"),
        (HelperLevel.ADVISE, 2, "T5", "Du kannst Oma schlagen."),
    ],
)
def test_the_screen_of_each_level(level: HelperLevel | None, moves: int, focus: str | None, spoken: str) -> None:
    scene = thrown_scene(level)
    assert (len(scene.moves), scene.focus, scene.spoken, scene.throw) == (moves, focus, spoken, 5)


def test_levels_are_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('[helpers]\nyellow = "count"\ngreen = "advise"\n[sound]\nvoice = 30\n', "utf-8")
    settings = load_settings(path)
    assert settings.helpers == {"yellow": HelperLevel.COUNT, "green": HelperLevel.ADVISE}
    assert settings.sound.voice == 30


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("helpers = 3", "helpers are 3; expected a table"),
        ('[helpers]\npink = "count"', "helpers has 'pink'; expected colours"),
        ('[helpers]\nred = "much"', "helpers.red is 'much'; expected one of watch, show, count, advise"),
        ("[sound]\nvoice = 300", "sound.voice is 300"),
    ],
)
def test_settings_that_cannot_be_used(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=told):
        load_settings(path)
