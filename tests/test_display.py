"""Every screen at every size, in both languages: nothing cut off, nothing on top of each other, everything touchable."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import pygame
import pytest

from calibration.profile import load_profile
from companion.app.screenshots import Samples
from companion.display.alone import FULL, draw_full
from companion.display.canvas import Canvas, Part, Rect, Word
from companion.display.icons import ICONS, REASON_ICONS
from companion.display.layout import Size, layout
from companion.display.palette import DAY, theme, tone
from companion.display.panel import SETTINGS, Touch
from companion.display.parts import icon
from companion.display.podium import draw_end
from companion.display.render import Picture, Renderer, render
from companion.display.screens import draw_panel
from companion.scene import Mode, Scene, SceneButton, ScenePlayer, WrongWay
from companion.words import Facts, Label, Language, Lines, color_name, label, lines, verdict
from companion.words import messages as m
from companion.words.verdicts import REASONS

SIZES: tuple[Size, ...] = ((1280, 720), (800, 480), (480, 800), (1920, 1080))
ALSO: tuple[Size, ...] = ((1024, 600), (1024, 768), (1080, 1920), (640, 480), (1366, 768))
# The function `render` hides its module in the package.
render_module = sys.modules["companion.display.render"]
SAMPLES = {language: Samples(language).all() for language in Language}
NAMES = tuple(SAMPLES[Language.GERMAN])
SIX = ("yellow", "green", "red", "black", "blue", "purple")


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only places are checked, nobody looks at the edges."""
    monkeypatch.setattr(Canvas, "oversize", 1)


@lru_cache
def renderer(size: Size) -> Renderer:
    return Renderer(size)


def faults(
    words: tuple[Word, ...], parts: tuple[Part, ...], touches: tuple[Touch, ...], size: Size, large: bool = False
) -> list[str]:
    """Everything a person would call cut off, too small or in the way."""
    u, screen = min(size) / 30, Rect(0, 0, *size)
    found = [f"off the screen: {word.text}" for word in words if not _within(word.box, screen)]
    found += [f"off the screen: {part.name}" for part in parts if not _within(part.box, screen)]
    found += [f"too wide: {word.text}" for word in words if word.room is not None and word.box.w > word.room + 1]
    least = 1.3 * (1.25 if large else 1.0) * u
    found += [f"too small: {word.text}" for word in words if not word.part and word.size < least - 0.01]
    found += [f"{a.text} runs into {b.text}" for a, b in combinations(words, 2) if a.box.meets(b.box)]
    found += [f"{w.text} runs into {p.name}" for w in words for p in parts if w.part != p.name and p.box.grown(-1).meets(w.box)]
    found += [
        f"{a.name} runs into {b.name}"
        for a, b in combinations(parts, 2)
        if a.name != b.name and a.box.grown(-1).meets(b.box.grown(-1))
    ]
    found += [f"{t.id} is small: {t.box}" for t in touches if min(t.box.w, t.box.h) < 4 * u or not _within(t.box, screen)]
    found += [f"{a.id} lies on {b.id}" for a, b in combinations(touches, 2) if a.box.grown(0.25 * u).meets(b.box.grown(0.25 * u))]
    return found


def _within(box: Rect, screen: Rect) -> bool:
    return box.x >= -1 and box.y >= -1 and box.right <= screen.right + 1 and box.bottom <= screen.bottom + 1


def panel_faults(scene: Scene, size: Size) -> list[str]:
    """Only the panel (at the end: the screen) is drawn."""
    at = layout(size)
    if scene.mode is Mode.END:
        canvas, touches = draw_end(at, theme(scene.night), scene, None)
    elif scene.mode in FULL:
        full = draw_full(at, theme(scene.night), scene, None)
        canvas, touches = full.c, full.touches
    else:
        panel = draw_panel(at, theme(scene.night), scene, None)
        canvas, touches = panel.c, panel.touches
    return faults(tuple(canvas.words), tuple(canvas.parts), tuple(touches), size, scene.large)


def picture_faults(picture: Picture, size: Size) -> list[str]:
    return faults(picture.words, picture.parts, picture.touches, size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", NAMES)
def test_a_screen_is_whole(name: str, size: Size) -> None:
    picture = renderer(size).draw(SAMPLES[Language.GERMAN][name])
    assert picture.surface.get_size() == size
    assert picture_faults(picture, size) == []


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("size", (*SIZES, *ALSO), ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", NAMES)
def test_other_sizes_and_english_work_too(name: str, size: Size) -> None:
    for samples in SAMPLES.values():
        for large in (False, True):
            assert panel_faults(replace(samples[name], large=large), size) == []


@pytest.mark.parametrize("name", NAMES)
def test_at_night_everything_lies_at_the_same_place(name: str) -> None:
    day, night = (renderer((800, 480)).draw(replace(SAMPLES[Language.GERMAN][name], night=night)) for night in (False, True))
    assert (day.words, day.parts, day.touches) == (night.words, night.parts, night.touches)
    # The corner of the screen is paper or panel: dark by night.
    assert sum(day.surface.get_at((799, 479))[:3]) > 450 > 250 > sum(night.surface.get_at((799, 479))[:3])


BUTTONS = {
    language: (
        SceneButton("count", label(language, Label.COUNT_TOGETHER), "count", main=True),
        SceneButton("different", label(language, Label.WAS_DIFFERENT)),
    )
    for language in Language
}


def scene_of(mode: Mode, words: Lines, language: Language, on: str = "purple", players: int = 6) -> Scene:
    seats = tuple(ScenePlayer(color, color_name(language, color), 2) for color in SIX[:players])
    board = load_profile("schmidt-4")
    return Scene(board, mode, seats, on=on, title=words.title, sentence=words.sentence, throw=6, settings=True)


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_room(reason: str, size: Size) -> None:
    for language in Language:
        words = lines(language, verdict(reason, Facts("purple", None, 6, 12, "black", "black", 3)))
        for count in range(3):
            scene = replace(scene_of(Mode.WRONG, words, language), reason=reason, buttons=BUTTONS[language][:count])
            for large in (False, True):
                assert panel_faults(replace(scene, large=large), size) == []


MESSAGES: tuple[tuple[Mode, m.Message], ...] = (
    (Mode.TURN, m.Turn("purple", "Großmutter")),
    (Mode.TURN, m.Turn("black")),
    (Mode.TURN, m.TriesLeft(2)),
    (Mode.TURN, m.Captured("black", "Großmutter")),
    (Mode.TURN, m.Captured("black")),
    (Mode.TURN, m.TakenBack()),
    (Mode.TURN, m.PieceHome(2)),
    (Mode.TURN, m.CountingDone(6)),
    (Mode.THROW, m.Thrown(6, choice=False)),
    (Mode.SIX_AGAIN, m.SixAgain()),
    (Mode.NO_MOVE, m.NoMove("black", "Großmutter")),
    (Mode.NO_MOVE, m.NoMove()),
    (Mode.WRONG, m.MissedCapture("black", m.MissedRule.HUFF_ANY, name="Großmutter")),
    (Mode.LOST, m.BoardLost()),
    (Mode.LOOKING, m.BoardNotFound()),
    (Mode.LOOKING, m.Resumed()),
    (Mode.LOOKING, m.LearningPieces()),
    (Mode.START_CHECK, m.StartMissing("black", 4, m.StartPlace.START)),
    (Mode.START_CHECK, m.StartExtra("black", 3, m.StartPlace.START)),
    (Mode.START_CHECK, m.StartReady()),
    (Mode.END, m.Win("black", "Großmutter")),
    (Mode.END, m.GameOver("purple")),
)


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("mode", "message"), MESSAGES, ids=lambda x: type(x).__name__ if isinstance(x, m.Message) else str(x))
def test_long_words_and_six_players_have_room(mode: Mode, message: m.Message, size: Size) -> None:
    for language in Language:
        plain = scene_of(mode, lines(language, message), language)
        called = tuple(replace(player, name="Großmutter") for player in plain.players)
        for buttons in (BUTTONS[language][:count] for count in range(3)):
            for large in (False, True):
                assert panel_faults(replace(plain, players=called, buttons=buttons, large=large), size) == []


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("thrown", range(1, 7))
def test_every_comparison_has_room(thrown: int, size: Size) -> None:
    for walked in (1, 2, 7, 12, 30):
        words = lines(Language.GERMAN, verdict("wrong_count", Facts("yellow", thrown=thrown, walked=walked)))
        way = WrongWay("yellow", tuple(f"T{k}" for k in range(walked + 1)), f"T{thrown}", thrown, walked)
        scene = replace(scene_of(Mode.WRONG, words, Language.GERMAN, "yellow", 4), wrong=way, buttons=BUTTONS[Language.GERMAN])
        for large in (False, True):
            assert panel_faults(replace(scene, large=large), size) == []


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("home", range(7))
def test_the_podium_holds_everybody(home: int, size: Size) -> None:
    seats = tuple(ScenePlayer(c, c, 4 if i < home else i, i + 1 if i < home else None) for i, c in enumerate(SIX))
    scene = replace(scene_of(Mode.END, Lines("Gelb gewinnt!"), Language.GERMAN), players=seats, buttons=BUTTONS[Language.GERMAN])
    for large in (False, True):
        assert panel_faults(replace(scene, large=large), size) == []


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("name", NAMES)
def test_a_name_without_end_loses_its_end(name: str) -> None:
    scene = SAMPLES[Language.GERMAN][name]
    players = tuple(replace(player, name="Donaudampfschifffahrtsgesellschaftskapitän") for player in scene.players)
    for size in SIZES:
        assert panel_faults(replace(scene, players=players), size) == []
        if scene.mode is Mode.TURN:
            titled = replace(scene, players=players, title=f"{players[0].name} ist dran.")
            assert panel_faults(titled, size) == []


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("mode", Mode)
def test_a_scene_that_says_nothing_is_drawn(mode: Mode) -> None:
    scene = Scene(load_profile("schmidt-4"), mode, ())
    for size in SIZES:
        assert panel_faults(scene, size) == []
        assert panel_faults(replace(scene, players=SAMPLES[Language.GERMAN]["turn"].players, on="red"), size) == []


def test_a_scene_has_room_for_two_buttons() -> None:
    scene = SAMPLES[Language.GERMAN]["wrong"]
    with pytest.raises(ValueError, match="2 buttons; got count, different, count"):
        replace(scene, buttons=(*scene.buttons, scene.buttons[0]))


def test_every_mode_is_among_the_samples() -> None:
    assert {scene.mode for scene in SAMPLES[Language.GERMAN].values()} == set(Mode)


@pytest.mark.parametrize("name", ICONS)
def test_every_sign_draws(name: str) -> None:
    canvas = Canvas(Rect(0, 0, 48, 48), 16, theme(night=False), theme(night=False).paper)
    icon(canvas, name, 24, 24, 44)
    flat = canvas.flatten()
    dark = sum(sum(flat.get_at((x, y))[:3]) < 200 for x in range(48) for y in range(48))
    assert 40 < dark < 1400


def test_every_reason_has_a_sign() -> None:
    assert set(REASON_ICONS) == set(REASONS)
    assert set(REASON_ICONS.values()) <= set(ICONS)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_flat_colours_come_out_as_they_are_in_the_palette(size: Size) -> None:
    picture = renderer(size).draw(SAMPLES[Language.GERMAN]["turn"])
    assert picture.board is not None
    x, y = picture.board.at("T1")
    places = (((2, 2), DAY.paper), ((size[0] - 2, size[1] - 2), DAY.tint(tone("green"))), ((round(x), round(y)), DAY.field))
    for place, colour in places:
        assert picture.surface.get_at(place) == pygame.Color(*colour)


def test_buttons_are_found_by_touching_them() -> None:
    scene = SAMPLES[Language.GERMAN]["wrong"]
    picture = renderer((800, 480)).draw(scene)
    for button in scene.buttons:
        box = next(touch.box for touch in picture.touches if touch.id == button.id)
        assert picture.hit(box.cx, box.cy) == button.id
    assert picture.hit(5, 5) is None


def test_the_main_answer_is_on_top_or_on_the_right() -> None:
    for size in SIZES:
        picture = renderer(size).draw(SAMPLES[Language.GERMAN]["wrong"])
        main, other = (next(t.box for t in picture.touches if t.id == name) for name in ("count", "different"))
        assert main.y < other.y or main.x > other.x


def test_the_settings_sign_has_room_for_a_finger() -> None:
    picture = renderer((800, 480)).draw(SAMPLES[Language.GERMAN]["turn"])
    assert picture.hit(770, 30) == SETTINGS


def test_fields_are_found_by_touching_them() -> None:
    scene = SAMPLES[Language.GERMAN]["turn"]
    for turns in range(4):
        picture = renderer((800, 480)).draw(replace(scene, quarter_turns=turns))
        assert picture.board is not None
        for field in scene.board.field_names:
            assert picture.field_at(*picture.board.at(field)) == field
        assert picture.field_at(700, 100) is None


def test_a_quarter_turn_is_clockwise() -> None:
    scene = SAMPLES[Language.GERMAN]["turn"]
    corners = []
    for turns in range(4):
        board = renderer((800, 480)).draw(replace(scene, quarter_turns=turns)).board
        assert board is not None
        x, y = board.at("yellow:B1")
        corners.append((x < board.square.cx, y < board.square.cy))
    # Yellow's corner: upper left, upper right, lower right, lower left.
    assert corners == [(True, True), (False, True), (False, False), (True, False)]


def test_more_than_three_moves_get_no_arcs() -> None:
    many = SAMPLES[Language.GERMAN]["many"]
    bare = renderer((800, 480)).draw(many).surface
    advised = renderer((800, 480)).draw(replace(many, focus="T24")).surface
    assert bare.get_buffer().raw != advised.get_buffer().raw


def test_what_is_drawn_twice_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: Counter[str] = Counter()

    def counting(name: str) -> None:
        draw = getattr(render_module, name)
        monkeypatch.setattr(render_module, name, lambda *given: (drawn.update([name]), draw(*given))[1])

    for name in ("print_board", "draw_overlay", "draw_panel"):
        counting(name)
    own, scene = Renderer((800, 480)), SAMPLES[Language.GERMAN]["throw"]
    first = own.draw(scene)
    assert own.draw(replace(scene)).surface.get_buffer().raw == first.surface.get_buffer().raw
    own.draw(replace(scene, title="Drei!"))
    own.draw(replace(scene, moves=scene.moves[:1]))
    assert drawn == {"print_board": 1, "draw_overlay": 2, "draw_panel": 2}


def test_render_opens_no_window() -> None:
    assert render(SAMPLES[Language.GERMAN]["end"], (480, 800)).get_size() == (480, 800)
