"""The ring and the strip for tables without a touch screen: on every screen, at every size, in the way of nothing."""

from __future__ import annotations

import pygame
import pytest

from companion.app.screenshots import Samples
from companion.display.canvas import Canvas
from companion.display.guided import GuidedRenderer
from companion.display.palette import theme
from companion.display.render import Picture
from companion.display.screen import KeyPressed, Quit, Screen
from companion.focus import Guide, things
from companion.scene import Scene
from companion.words import Language
from tests.test_display import SIZES, picture_faults

SCENES = Samples(Language.GERMAN).all()
TEXT = "Kurz drücken: weiter. Lang drücken: wählen."


def drawn(scene: Scene, thing: str | None, size: tuple[int, int] = (800, 480)) -> Picture:
    return GuidedRenderer(size).draw(scene, None, Guide(thing, TEXT))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", ["setup", "rules", "rules_options", "ask", "correct", "turn", "start_check", "end", "evening"])
def test_a_guided_screen_is_whole(name: str, size: tuple[int, int]) -> None:
    picture = drawn(SCENES[name], things(SCENES[name])[0], size)
    assert picture.surface.get_size() == size
    # A screen that is a little lower has a smaller unit; what is measured by it was checked at its own size.
    assert [fault for fault in picture_faults(picture, size) if "small" not in fault] == []
    assert TEXT in [word.text for word in picture.words]


@pytest.mark.parametrize("name", SCENES)
def test_whatever_can_have_the_focus_gets_a_ring(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Canvas, "oversize", 1)
    scene, own = SCENES[name], GuidedRenderer((800, 480))
    bare = own.draw(scene, None, Guide(None, TEXT))
    seen = {bare.surface.get_buffer().raw}
    for thing in things(scene):
        ringed = own.draw(scene, None, Guide(thing, TEXT))
        assert ringed.touches == bare.touches
        seen.add(ringed.surface.get_buffer().raw)
    assert len(seen) == 1 + len(things(scene))


def test_the_ring_is_accent_with_a_halo() -> None:
    picture = drawn(SCENES["setup"], "color:green")
    box = next(touch.box for touch in picture.touches if touch.id == "color:green")
    edge = [tuple(picture.surface.get_at((round(box.cx), y))[:3]) for y in range(round(box.y) - 14, round(box.y) + 8)]
    assert theme(night=False).accent in edge
    assert theme(night=False).halo in edge


def test_without_a_guide_nothing_changes() -> None:
    own = GuidedRenderer((800, 480))
    before = own.draw(SCENES["setup"]).surface.get_buffer().raw
    own.draw(SCENES["setup"], None, Guide("start", TEXT))
    assert own.draw(SCENES["setup"]).surface.get_buffer().raw == before


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return Screen((800, 480))


def test_a_finger_finds_what_is_ringed(screen: Screen) -> None:
    screen.show(SCENES["setup"], Guide("start", TEXT))
    assert screen.hit(700, 395) == "start"
    assert screen.hit(700, 470) is None, "the strip is nothing to touch"
    frames = screen.frames
    screen.show(SCENES["setup"], Guide("start", TEXT))
    assert screen.frames == frames
    screen.show(SCENES["setup"], Guide("color:red", TEXT))
    assert screen.frames == frames + 1
    screen.close()


@pytest.mark.parametrize(("ends", "event"), [(True, Quit()), (False, KeyPressed("escape"))])
def test_escape_ends_the_program_or_goes_back(screen: Screen, ends: bool, event: object) -> None:
    screen.escape_ends = ends
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0))
    assert screen.poll() == (event,)
    screen.close()
