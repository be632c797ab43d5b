"""The settings page on the screen: every touch holds at once, is kept, and a broken file loses nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.drawing_view import Pose
from companion.app.hands import Hands
from companion.app.own_look import OwnLook, keep_look, kept_look, look_left, look_of, look_path
from companion.app.screenshots import Samples
from companion.display import Pressed, Screen
from companion.display.screen import FADE_S, LIVE_EVERY_S
from companion.live_marks import LiveShot
from companion.look_page import LookPage, looked, page_scene
from companion.scene import Mode
from companion.screen_look import VOLUMES, ScreenLook, dressed, stepped, value_of
from companion.settings import Settings
from companion.wish import Back, Correct, GoOn, Pick, ShowSettings
from companion.words import Language
from companion.words.looks import LookOption, LookValue
from tests.seen_tables import DrawnTable

TURN = Samples(Language.GERMAN).all()["turn"]
LOOK = ScreenLook()


class Clock:
    """Time that stands until somebody moves it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> Iterator[Screen]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen = Screen((800, 480), clock=clock)
    yield screen
    screen.close()


@pytest.mark.parametrize("option", LookOption)
def test_every_setting_comes_back_to_where_it_was(option: LookOption) -> None:
    look, told = LOOK, []
    for _ in range(5 if option in (LookOption.VOICE, LookOption.EFFECTS) else 4 if option is LookOption.TURN else 2):
        look = stepped(look, option)
        told.append(value_of(look, option))
    assert look == LOOK and len(set(told)) == len(told)


@given(st.integers(0, 100))
def test_a_volume_has_a_name_and_only_silence_is_off(percent: int) -> None:
    look = replace(LOOK, voice=percent)
    assert (value_of(look, LookOption.VOICE) is LookValue.OFF) == (percent == 0)
    assert stepped(look, LookOption.VOICE).voice in VOLUMES


def test_the_page_opens_turns_and_closes() -> None:
    at = looked(LookPage(LOOK, Language.GERMAN), ShowSettings())
    assert at is not None and at.page == 0
    first = page_scene(at, TURN)
    assert (first.mode, first.title) == (Mode.RULES, "Einstellungen")
    assert [choice.label for choice in first.choices] == ["Stimme", "Klänge", "Nacht", "Große Schrift"]
    second = looked(at, Pick("look:more"))
    assert second is not None
    labels = [choice.label for choice in page_scene(second, TURN).choices]
    assert labels == ["Kamerabild", "Brett drehen", "Weniger Bewegung", "Sprache"]
    back = looked(second, Back())
    assert back is not None and back.page is None
    assert page_scene(back, TURN) == dressed(TURN, LOOK)


@pytest.mark.parametrize("wish", [Back(), Pick("look:night"), Pick("next"), Correct(), GoOn()])
def test_what_is_not_about_the_page_is_left_to_others(wish: object) -> None:
    assert looked(LookPage(LOOK, Language.GERMAN), wish) is None  # type: ignore[arg-type]


def test_another_language_is_told_to_come_later() -> None:
    at = LookPage(replace(LOOK, language=Language.ENGLISH), Language.GERMAN, 1)
    assert page_scene(at, TURN).sentence == "Die Sprache wechselt beim nächsten Start."


def test_a_scene_is_dressed() -> None:
    scene = dressed(TURN, replace(LOOK, night=True, large=True, quarter_turns=2))
    assert (scene.night, scene.large, scene.quarter_turns, scene.settings) == (True, True, 2, True)
    assert not dressed(replace(TURN, mode=Mode.HAND, settings=False), LOOK).settings
    assert not dressed(replace(TURN, closable=True, settings=False), LOOK).settings


def test_touches_hold_at_once_and_are_kept(screen: Screen, tmp_path: Path) -> None:
    path = look_path(tmp_path)
    hands = Hands(screen, Language.GERMAN, look=OwnLook(screen, LOOK, Language.GERMAN, path))
    hands.show(TURN)
    day = screen._window.get_at((799, 479))[:3]
    for button in ("settings", "look:night", "look:more", "look:calm", "look:live", "look:turn"):
        assert hands.heard(Pressed(button)) == ()
    assert screen.calm and screen.live
    assert hands.heard(Pressed("look:back")) == ()
    assert sum(screen._window.get_at((799, 479))[:3]) < sum(day)
    assert kept_look(path, LOOK) == replace(LOOK, night=True, calm=True, live=True, quarter_turns=1)
    assert hands.heard(Pressed("different")) == (Correct(),), "the game has its screen back"


@given(st.builds(ScreenLook, st.sampled_from(Language), *[st.integers(0, 100)] * 2, *[st.booleans()] * 4, st.integers(0, 3)))
def test_a_look_comes_back(tmp_path_factory: pytest.TempPathFactory, look: ScreenLook) -> None:
    path = tmp_path_factory.mktemp("look") / "screen.json"
    keep_look(path, look)
    assert kept_look(path, LOOK) == look


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "\x00\xff", '{"voice": 300}', '{"night": 1}', '{"language": "fr"}', '{"quarter_turns": 9}', "[" * 5000],
)
def test_a_broken_file_is_kept_and_told(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = look_path(tmp_path)
    path.write_text(text, "utf-8")
    assert kept_look(path, LOOK) == LOOK
    assert path.with_suffix(".broken").read_text("utf-8") == text
    told = capsys.readouterr()
    assert "screen.broken" in told.out + told.err


def test_unknown_keys_of_a_later_version_are_left_alone(tmp_path: Path) -> None:
    path = look_path(tmp_path)
    path.write_text(json.dumps({"large": True, "later": 1}), "utf-8")
    assert kept_look(path, LOOK) == replace(LOOK, large=True)


def test_a_full_disk_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    keep_look(tmp_path / "file" / "screen.json", LOOK)
    told = capsys.readouterr()
    assert "cannot be kept" in told.out + told.err


def test_the_settings_file_gives_the_usual_look() -> None:
    assert look_of(Settings(quarter_turns=3), Language.ENGLISH) == ScreenLook(Language.ENGLISH, quarter_turns=3)


# ---- the screen ----


def test_reduced_motion_is_a_fade(screen: Screen, clock: Clock) -> None:
    screen.calm = True
    screen.show(TURN)
    other = replace(TURN, night=True)
    screen.show(other)
    begun = screen._window.get_at((799, 479))
    clock.now = FADE_S / 2
    screen.poll()
    half = screen._window.get_at((799, 479))
    clock.now = FADE_S
    screen.poll()
    done = screen._window.get_at((799, 479))
    assert sum(begun[:3]) > sum(half[:3]) > sum(done[:3])
    frames = screen.frames
    clock.now = 5.0
    screen.poll()
    assert screen.frames == frames, "nothing is drawn that does not change"


def test_the_live_view_lies_where_the_board_is_and_leaves_the_panel(screen: Screen, clock: Clock) -> None:
    table = DrawnTable(Pose(tilt_deg=35, turn_deg=20))
    shots = [LiveShot(np.full((720, 1280, 3), shade, np.uint8), table.registration()) for shade in (40, 200)]
    screen.show(TURN)
    drawn = pygame.surfarray.array3d(screen._window)
    screen.live, screen.live_source = True, lambda: shots[0]
    screen.poll()
    seen = pygame.surfarray.array3d(screen._window)
    assert (seen[480:] == drawn[480:]).all() and (seen[16:464, 16:464] != drawn[16:464, 16:464]).any(axis=2).mean() > 0.9
    screen.live_source = lambda: shots[1]
    clock.now += LIVE_EVERY_S / 2
    screen.poll()
    assert (pygame.surfarray.array3d(screen._window) == seen).all(), "not faster than it is seen"
    clock.now += LIVE_EVERY_S
    screen.poll()
    assert pygame.surfarray.array3d(screen._window)[240, 440].sum() > seen[240, 440].sum()
    assert LIVE_EVERY_S < 0.1


def test_without_a_picture_the_board_is_drawn(screen: Screen) -> None:
    screen.show(TURN)
    drawn = pygame.surfarray.array3d(screen._window)
    screen.live = True
    screen.poll()
    assert (pygame.surfarray.array3d(screen._window) == drawn).all()


@pytest.mark.parametrize(("told", "language"), [(None, Language.ENGLISH), ("de", Language.GERMAN)])
def test_a_screen_beside_the_game_looks_as_it_was_left(tmp_path: Path, told: str | None, language: Language) -> None:
    keep_look(look_path(tmp_path), replace(LOOK, language=Language.ENGLISH, night=True))
    look = look_left(told, tmp_path)
    assert (look.language, look.night) == (language, True)
