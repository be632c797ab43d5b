"""A whole evening: set up, game, end, revenge, end, score. Each step takes at most one press, and nothing is opened twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import companion.app.game as game_module
from calibration.profile import load_profile
from companion.app.attempt import MOST, Attempt
from companion.app.evening import Evening
from companion.app.game import ChosenGame, choose_game
from companion.app.other_board import Boards
from companion.app.wanted import Wishes
from companion.display import Pressed, UiEvent
from companion.events import EndEvent, Entry, Header, MoveEvent, PassEvent, ThrowEvent
from companion.helping import HelperLevel
from companion.history import History, begin
from companion.library.people import KnownPerson, People
from companion.record import read_record
from companion.resume import games_folder
from companion.rules import Color, Game, Position
from companion.scene import Mode, Scene
from companion.settings import Settings
from companion.sight import Eyes
from hardware.parts import Press
from tests.evening_table import LATE, EveningTable, ScriptedScreen, Step, Way, by_button, by_finger, by_keys, late
from tests.fake_table import AlwaysStill, Confusion, FakeTable

SETTING_UP = (Step("next", Mode.RULES), Step("start", Mode.SETUP), Step("begins:chosen"), Step("color:yellow", Mode.RULES))
REVENGE = Step("new", Mode.END)
LAST = (Step("evening", Mode.END), Step("back"), Step("evening", Mode.END))
GAME = (1, 3, 1, 1, 1)
"""Yellow is home; green cannot move with a three and passes; red and black are home; green is."""


@pytest.fixture(autouse=True)
def short_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every game begins a step before its end."""

    def late_begin(game: Game, first: Color, position: Position | None = None) -> History:
        return begin(game, first, position or late(game))

    monkeypatch.setattr(game_module, "begin", late_begin)
    yield


def evening(tmp_path: Path, screen: ScriptedScreen, values: tuple[int, ...] = GAME * 3, **asked: object) -> EveningTable:
    """Plays an evening to its end."""
    wishes = Wishes(**asked)  # type: ignore[arg-type]
    chosen = choose_game(tmp_path, wishes.board, wishes.rules, wishes.first, {}, new=bool(asked) and set(asked) != {"quick"})
    table = EveningTable(games_folder(tmp_path), screen, values)
    Evening(table.open(chosen.history.now.state), wishes, Settings()).play(chosen)
    return table


def records(tmp_path: Path) -> list[tuple[Entry, ...]]:
    return [read_record(path) for path in sorted(games_folder(tmp_path).glob("*.jsonl"), key=lambda path: path.stem)]


def header(record: tuple[Entry, ...]) -> Header:
    assert isinstance(record[0].event, Header)
    return record[0].event


@pytest.mark.parametrize("way", [by_finger, by_keys, by_button])
def test_an_evening_of_two_games(tmp_path: Path, way: Way) -> None:
    screen = ScriptedScreen([*SETTING_UP, REVENGE, *LAST], way)
    table = evening(tmp_path, screen)
    first, second = records(tmp_path)
    assert [header(game).first for game in (first, second)] == ["yellow", "green"], "the next one begins the revenge"
    assert all(isinstance(game[-1].event, EndEvent) for game in (first, second))
    assert table.people.set_up == 2, "the pieces were put up for each game, and its start was looked at"
    assert screen.touched == len(SETTING_UP) + 1 + len(LAST), "one press for each step, none in between"
    if way is by_finger:
        assert set(screen.guides) == {None} or all(guide is None or guide.thing is None for guide in screen.guides)
    else:
        assert any(guide is not None and guide.thing is not None for guide in screen.guides)


def test_no_move_passes_on_by_itself(tmp_path: Path) -> None:
    evening(tmp_path, ScriptedScreen([*SETTING_UP, Step("evening", Mode.END)]))
    (game,) = records(tmp_path)
    green = [entry.event for entry in game if isinstance(entry.event, ThrowEvent | PassEvent) and entry.event.color == "green"]
    assert green[:2] == [ThrowEvent(Color("green"), 3, "keyboard"), PassEvent(Color("green"))]


def test_the_score_lists_the_games_of_the_evening(tmp_path: Path) -> None:
    screen = ScriptedScreen([*SETTING_UP, REVENGE, Step("evening", Mode.END), Step("tab:evening"), Step("back"), REVENGE])
    evening(tmp_path, screen, GAME * 2)
    scores = next(scene.scores for scene in reversed(screen.shown) if scene.mode is Mode.EVENING)
    assert [len(score.places) for score in scores] == [2] * 4
    assert len(records(tmp_path)) == 3, "a revenge from there as well"


def test_who_plays_is_remembered_and_helped(tmp_path: Path) -> None:
    name = (Step("color:green", Mode.SETUP), Step("name:Oma"), Step("level:advise"))
    screen = ScriptedScreen([SETTING_UP[0], *name, *SETTING_UP[1:], REVENGE, Step("evening", Mode.END)])
    evening(tmp_path, screen)
    assert [header(game).players for game in records(tmp_path)] == [{"green": "Oma"}] * 2
    people = People(tmp_path / "companion.sqlite3")
    assert people.remembered() == (KnownPerson("Oma", "green", False, HelperLevel.ADVISE),)
    people.close()
    assert any(scene.title.startswith("Oma ") for scene in screen.shown), "and is told about by name"
    again = ScriptedScreen([SETTING_UP[0], Step("start", Mode.SETUP)])
    evening(tmp_path, again)
    setup = next(scene for scene in again.shown if scene.mode is Mode.SETUP)
    assert ("Oma", "mit Tipps") in [(choice.label, choice.sentence) for choice in setup.choices]


OUT = (Step("color:red", Mode.SETUP), Step("out"), Step("color:black", Mode.SETUP), Step("out"))
"""Red and black are played by nobody."""


def test_two_people_play_two_colours_each(tmp_path: Path) -> None:
    """Yellow is home, green passes, red is home: that is both of one player's, and the end."""
    steps = [SETTING_UP[0], *OUT, Step("two", Mode.SETUP), *SETTING_UP[1:], REVENGE, Step("players", Mode.END)]
    screen = ScriptedScreen([*steps, Step("one", Mode.SETUP), Step("start", Mode.SETUP)])
    evening(tmp_path, screen, (1, 3, 1) + (1,) * 3)
    games = records(tmp_path)
    assert [header(game).seats for game in games] == [{"two": True}] * 2, "the revenge as well"
    moved = [str(entry.event.move.color) for entry in games[0] if isinstance(entry.event, MoveEvent)]
    assert (moved, type(games[0][-1].event)) == (["yellow", "red"], EndEvent)


def test_other_players_are_asked_for_with_one_press(tmp_path: Path) -> None:
    steps = [*SETTING_UP, Step("players", Mode.END), Step("start", Mode.SETUP), Step("begins:highest"), Step("color:black")]
    evening(tmp_path, ScriptedScreen([*steps, Step("evening", Mode.END)]))
    assert [header(game).first for game in records(tmp_path)] == ["yellow", "black"]


def test_the_board_is_looked_at_for_who_plays(tmp_path: Path) -> None:
    """Only yellow and green stand there."""
    screen = ScriptedScreen([SETTING_UP[0], Step("start", Mode.SETUP)])
    table = EveningTable(games_folder(tmp_path), screen, GAME)
    chosen = choose_game(tmp_path, None, None, None, {})
    opened = table.open(chosen.history.now.state)
    table.people.table.arrangement = tuple(piece for piece in table.people.table.arrangement if piece[0] in ("yellow", "green"))
    Evening(opened, Wishes(), Settings()).play(chosen)
    setup = next(scene for scene in reversed(screen.shown) if scene.mode is Mode.SETUP)
    assert [choice.id for choice in setup.choices if choice.taken] == ["color:yellow", "color:green"]
    assert setup.sentence == "Ich sehe Gelb und Grün."


def test_whoever_turns_the_board_over_plays_with_six(tmp_path: Path) -> None:
    """The known board is nowhere, another one is: it is taken, and purple can begin."""
    six = load_profile("six-48")
    steps = (
        Step("next"),
        Step("color:blue", Mode.SETUP),
        Step("back"),
        Step("start"),
        Step("begins:chosen"),
        Step("color:purple"),
    )
    screen = ScriptedScreen([*steps, Step("start", Mode.START_CHECK)])
    table = EveningTable(games_folder(tmp_path), screen, ())
    chosen = choose_game(tmp_path, None, None, None, {})
    opened = table.open(chosen.history.now.state)
    opened = replace(opened, devices=replace(opened.devices, table=None))
    table.people.table.there = False
    turned = FakeTable(six, Confusion(Random(1), sure_by=10.0, noise=0.5), ())
    boards = Boards(lambda *_: six, lambda _: Eyes(turned, turned, AlwaysStill(), turned.follow))
    Evening(replace(opened, boards=boards), Wishes(), Settings()).play(chosen)
    (game,) = records(tmp_path)
    assert (header(game).board, header(game).first, tuple(header(game).colors)) == ("six-48", "purple", six.colors)


@pytest.mark.parametrize(
    ("asked", "steps"),
    [
        ({"quick": True}, ()),
        ({"board": "schmidt-4", "rules": "wikipedia", "first": "red"}, ()),
        ({"rules": "wikipedia", "first": "red"}, (Step("start", Mode.SETUP),)),
        ({"rules": "wikipedia"}, (Step("start", Mode.SETUP), Step("begins:chosen"), Step("color:red"))),
        ({"first": "red"}, (Step("next", Mode.RULES), Step("start", Mode.SETUP))),
    ],
)
def test_what_was_told_is_not_asked(tmp_path: Path, asked: dict[str, object], steps: tuple[Step, ...]) -> None:
    screen = ScriptedScreen([*steps, Step("evening", Mode.END)])
    evening(tmp_path, screen, (1,) * 20, **asked)
    (game,) = records(tmp_path)
    assert header(game).first == ("yellow" if "quick" in asked else "red")
    assert screen.touched == len(steps) + 1


def test_closed_while_it_is_asked_nothing_is_left_behind(tmp_path: Path) -> None:
    evening(tmp_path, ScriptedScreen([SETTING_UP[0]]))
    assert records(tmp_path) == []


# ---- a game that was broken off ----


def broken_off(tmp_path: Path) -> ChosenGame:
    """A game in which yellow has thrown a one and not moved."""
    game = choose_game(tmp_path, None, None, None, {"yellow": "Mia"}, new=True).begin()
    game.record.append(ThrowEvent(Color("yellow"), 1, "keyboard"), 3.0)
    game.record.close()
    chosen = choose_game(tmp_path, None, None, None, {})
    assert chosen.attempt is not None
    return chosen


def resumed(tmp_path: Path, screen: ScriptedScreen, pieces: dict[str, list[int]] | None = None) -> EveningTable:
    """It is gone on with; meanwhile somebody has put the pieces otherwise."""
    chosen = broken_off(tmp_path)
    table = EveningTable(games_folder(tmp_path), screen, GAME)
    opened = table.open(chosen.history.now.state)
    if pieces is not None:
        game = chosen.history.game
        table.people.state = begin(game, Color("yellow"), Position.of(game, pieces)).now.state
        table.people._put()
    Evening(opened, Wishes(), Settings()).play(chosen)
    return table


HOME = [40, 41, 42, 43]
OTHERWISE = {"yellow": [36, 41, 42, 43], "green": [5, 41, 42, 43], "red": [39, 41, 42, 43], "black": [39, 41, 42, 43]}


def test_a_game_whose_board_is_untouched_goes_on_without_a_word(tmp_path: Path) -> None:
    screen = ScriptedScreen([Step("different")])
    resumed(tmp_path, screen)
    assert screen.shown[0].mode is not Mode.RULES
    assert Mode.START_CHECK not in {scene.mode for scene in screen.shown}
    assert len(records(tmp_path)) == 1
    assert list(games_folder(tmp_path).glob("*.resuming")) == []


def test_a_board_that_is_not_as_it_was_is_shown_and_asked_about(tmp_path: Path) -> None:
    screen = ScriptedScreen([Step("otherwise", Mode.START_CHECK)])
    resumed(tmp_path, screen, OTHERWISE)
    asked = next(scene for scene in screen.shown if scene.mode is Mode.START_CHECK)
    assert {mark.field for mark in asked.marks} == {"T39", "T36", "T15", "T9"}
    assert [button.label for button in asked.buttons] == ["Weiter", "Es war anders"]


def test_it_goes_on_as_it_was(tmp_path: Path) -> None:
    resumed(tmp_path, ScriptedScreen([Step("start", Mode.START_CHECK), Step("different")]), OTHERWISE)
    assert len(records(tmp_path)) == 1


def test_it_goes_on_from_the_board_as_it_stands(tmp_path: Path) -> None:
    steps = (Step("otherwise", Mode.START_CHECK), Step("as_it_stands"), Step("different"))
    resumed(tmp_path, ScriptedScreen(steps), OTHERWISE)
    before, after = records(tmp_path)
    assert len(before) == 2, "what was recorded stays"
    assert (header(after).position, header(after).first) == (OTHERWISE, "yellow")
    assert header(after).players == {"yellow": "Mia"}


def test_a_board_on_which_the_game_is_over_is_set_up_anew(tmp_path: Path) -> None:
    home = {"yellow": HOME, "green": HOME, "red": HOME, "black": list(LATE)}
    steps = (Step("otherwise", Mode.START_CHECK), Step("as_it_stands"), Step("start", Mode.SETUP), *SETTING_UP[2:])
    resumed(tmp_path, ScriptedScreen([*steps, Step("different")]), home)
    assert [header(game).first for game in records(tmp_path)] == ["yellow", "yellow"]


def test_or_a_new_game_is_set_up(tmp_path: Path) -> None:
    steps = (Step("otherwise", Mode.START_CHECK), Step("new_game"), Step("start", Mode.SETUP), *SETTING_UP[2:])
    resumed(tmp_path, ScriptedScreen([*steps, Step("different")]), OTHERWISE)
    assert [header(game).players for game in records(tmp_path)] == [{"yellow": "Mia"}] * 2


def test_from_otherwise_one_comes_back(tmp_path: Path) -> None:
    steps = (Step("otherwise", Mode.START_CHECK), Step("back"), Step("start", Mode.START_CHECK), Step("different"))
    resumed(tmp_path, ScriptedScreen(steps), OTHERWISE)
    assert len(records(tmp_path)) == 1


def test_a_game_that_was_left_alone_is_told_on_the_screen(tmp_path: Path) -> None:
    broken_off(tmp_path).give_back()
    for _ in range(MOST):
        Attempt(next((tmp_path / "games").glob("*.jsonl"))).begin()
    screen = ScriptedScreen([*SETTING_UP, Step("evening", Mode.END)])
    evening(tmp_path, screen)
    assert screen.shown[0].sentence == "Das letzte Spiel ging nicht weiter. Ich hebe es auf."
    assert len(records(tmp_path)) == 2


def test_a_finger_that_touches_twice_begins_one_game(tmp_path: Path) -> None:
    def twice(screen: ScriptedScreen, scene: Scene, thing: str) -> tuple[UiEvent, ...]:
        del screen, scene
        return (Pressed(thing), Pressed(thing)) if thing == "new" else (Pressed(thing),)

    evening(tmp_path, ScriptedScreen([*SETTING_UP, REVENGE, Step("evening", Mode.END)], twice))
    assert len(records(tmp_path)) == 2


def test_the_button_is_told_how_it_is_used_before_it_is(tmp_path: Path) -> None:
    screen = ScriptedScreen([*SETTING_UP[:1]], by_button)
    assert Press.NEXT in screen.button.fitted
    evening(tmp_path, screen)
    first = screen.guides[0]
    assert first is not None and (first.thing, first.text) == (None, "Kurz drücken: weiter. Lang drücken: wählen.")
