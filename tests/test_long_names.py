"""People have long names: every screen holds them at every size, in both languages, in plain and in large print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from companion.app.screenshots import Samples
from companion.display.canvas import Canvas
from companion.display.layout import Size, layout
from companion.display.palette import DAY
from companion.display.screens import draw_panel
from companion.scene import Mode, Scene, SceneButton, SceneChoice
from companion.words import Facts, Label, Language, Lines, label, lines, verdict
from companion.words import evening as e
from companion.words import messages as m
from companion.words.helping import Advised
from tests.test_display import ALSO, BUTTONS, SIZES, panel_faults, scene_of

LETTERS = "aaeeeiinnrrsstlohudmgäöüßwk"
NAMES = st.one_of(
    st.text(LETTERS, min_size=12, max_size=20).map(str.capitalize),
    st.tuples(st.text(LETTERS, min_size=5, max_size=10), st.text(LETTERS, min_size=5, max_size=9)).map(
        lambda two: "-".join(part.capitalize() for part in two)
    ),
)
LONGEST = "Maximiliane-Sophie"


def told(name: str) -> tuple[tuple[Mode, m.Message], ...]:
    """Everything that is said with a name in it."""
    return (
        (Mode.TURN, m.Turn("purple", name)),
        (Mode.TURN, m.Captured("black", name, "purple", name, again=False)),
        (Mode.TURN, m.Captured("black", name, "purple", name, again=True)),
        (Mode.NO_MOVE, m.NoMove("black", name)),
        (Mode.TURN, m.MissedCapture("black", m.MissedRule.HUFF_ANY, several=True, name=name)),
        (Mode.THROW, Advised("escape", "black", name)),
        (Mode.THROW, Advised("capture_close", "black", name)),
        (Mode.END, m.Win("black", name)),
        (Mode.END, m.GameOver("black", name)),
        (Mode.END, m.Place("black", 3, name)),
        (Mode.ASK, m.HowFar("black", 3, 4, name)),
        (Mode.ASK, e.WhichMove("black", name)),
        (Mode.SETUP, e.HowHelped(name)),
    )


def screens(name: str, language: Language, large: bool) -> Iterator[Scene]:
    """All of them, with as many buttons as they may have."""
    for mode, message in told(name):
        words = lines(language, message)
        plain = replace(scene_of(mode, words, language), large=large)
        called = tuple(replace(player, name=name) for player in plain.players)
        for buttons in (BUTTONS[language][:count] for count in range(3)):
            yield replace(plain, players=called, buttons=buttons, correctable=mode is Mode.TURN and not buttons)
    for reason in ("wrong_colour", "own_piece_there"):
        words = lines(language, verdict(reason, Facts("purple", name, 6, 5, "black", "black", 3)))
        yield replace(scene_of(Mode.WRONG, words, language), reason=reason, buttons=BUTTONS[language], large=large)
    for sample in Samples(language).all().values():
        yield replace(_renamed(sample, name, language), large=large)


def _renamed(scene: Scene, name: str, language: Language) -> Scene:
    """A sample whose people are called so."""
    return replace(
        scene,
        players=tuple(replace(player, name=name) for player in scene.players),
        scores=tuple(replace(score, name=name) for score in scene.scores),
        choices=tuple(_called(choice, scene, name, language) for choice in scene.choices),
    )


def _called(choice: SceneChoice, scene: Scene, name: str, language: Language) -> SceneChoice:
    if scene.mode is Mode.SETUP and choice.taken:
        return replace(choice, label=name)
    if scene.mode is Mode.CORRECT and choice.color and choice.way:
        return replace(choice, label=lines(language, e.Goes("black", 4, name)).title)
    return choice


@pytest.fixture(scope="module", autouse=True)
def coarse() -> Iterator[None]:
    """Only places are checked."""
    before, Canvas.oversize = Canvas.oversize, 1
    yield
    Canvas.oversize = before


@settings(max_examples=4, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(NAMES, st.sampled_from((*SIZES, *ALSO)), st.sampled_from(Language))
@example(LONGEST, (800, 480), Language.GERMAN)
@example(LONGEST, (480, 800), Language.ENGLISH)
def test_every_screen_holds_a_long_name(name: str, size: Size, language: Language) -> None:
    for large in (False, True):
        for scene in screens(name, language, large):
            assert panel_faults(scene, size) == [], (scene.mode, scene.title, scene.sentence, large)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_of_the_first_line_is_left_out(size: Size) -> None:
    """A title of three lines, and "Du darfst noch einmal" below it."""
    words = lines(Language.GERMAN, m.Captured("black", LONGEST, "purple", LONGEST, again=True))
    scene = scene_of(Mode.TURN, words, Language.GERMAN)
    drawn = " ".join(word.text for word in draw_panel(layout(size), DAY, scene, None).c.words)
    assert words.title in drawn and words.sentence in drawn


@pytest.mark.parametrize("large", [False, True])
def test_the_second_line_gives_way_and_nothing_shrinks(large: bool) -> None:
    """A title that takes all the room, above buttons: in large print it has the size of large print."""
    words = Lines("Maximiliane geht nach Hause und fängt neu an.", "Annegret darf noch einmal würfeln.")
    two = enumerate((Label.NEW_GAME, Label.EVENING))
    buttons = tuple(SceneButton(str(number), label(Language.GERMAN, of), "again") for number, of in two)
    scene = replace(scene_of(Mode.TURN, words, Language.GERMAN), buttons=buttons, large=large)
    drawn = draw_panel(layout((800, 480)), DAY, scene, None).c.words
    text = " ".join(word.text for word in drawn)
    assert words.title in text
    assert (words.sentence in text) is not large
    assert min(word.size for word in drawn) >= 1.3 * 16 * (1.25 if large else 1.0)
