"""What moves for a moment: where, for how long, and that afterwards everything is as it was drawn. The clock is the test's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from companion.app.screenshots import Samples
from companion.display import Screen
from companion.display.effects import DIE_FROM, DIE_OVER, DIE_S, NUMBER_FROM, NUMBER_S, RIBBON_S, RINGS_END_S, VERDICT_S, Swell
from companion.display.render import Renderer
from companion.scene import Scene
from companion.words import Language

SIZES = ((800, 480), (480, 800))
SAMPLES = Samples(Language.GERMAN)
THROW = SAMPLES.throw()
WAITING = replace(SAMPLES.turn(), on="yellow")


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture(params=SIZES, ids=str)
def at(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Screen, Clock]]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("companion.display.screen.FRAMES_A_SECOND", 0)  # as fast as it goes
    clock = Clock()
    screen = Screen(request.param, clock=clock)
    yield screen, clock
    screen.close()


def after(screen: Screen, clock: Clock, seconds: float) -> NDArray[np.int16]:
    """(width, height, 3): what is seen so long from now."""
    clock.now_s += seconds
    screen.poll()
    return np.asarray(pygame.surfarray.array3d(pygame.display.get_surface()), np.int16)


def drawn(screen: Screen, scene: Scene) -> NDArray[np.int16]:
    return np.asarray(pygame.surfarray.array3d(Renderer(screen.size).draw(scene).surface), np.int16)


def settled(screen: Screen, clock: Clock, scene: Scene) -> None:
    screen.show(scene)
    after(screen, clock, 60.0)


def box_of_change(one: NDArray[np.int16], other: NDArray[np.int16]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of where two pictures differ."""
    xs, ys = np.nonzero((one != other).any(axis=2))
    return int(xs.min()), int(ys.min()), int(xs.max()), int(ys.max())


CHANGES = {
    "the die comes up": (WAITING, replace(THROW, moves=()), DIE_S),
    "the number comes up": (replace(SAMPLES.count(), count=replace(SAMPLES.count().count, count=2)), SAMPLES.count(), NUMBER_S),  # type: ignore[type-var]
    "the panel changes player": (WAITING, SAMPLES.turn(), RIBBON_S),
    "a verdict": (replace(THROW, moves=()), replace(SAMPLES.wrong(), pieces=THROW.pieces), VERDICT_S),
    "the ring calls": (replace(THROW, moves=()), THROW, RINGS_END_S),
}


@pytest.mark.parametrize("what", CHANGES)
def test_it_moves_for_its_time_and_then_all_is_as_drawn(at: tuple[Screen, Clock], what: str) -> None:
    (screen, clock), (before, new, seconds) = at, CHANGES[what]
    settled(screen, clock, before)
    screen.show(new)
    final = drawn(screen, new)
    assert (after(screen, clock, min(0.3, 0.3 * seconds)) != final).any()
    frames = screen.frames
    assert (after(screen, clock, seconds) == final).all()
    assert screen.frames == frames + 1
    after(screen, clock, 1.0)
    assert screen.frames == frames + 1


@pytest.mark.parametrize("what", CHANGES)
def test_with_reduced_motion_nothing_but_a_fade(at: tuple[Screen, Clock], what: str) -> None:
    (screen, clock), (before, new, _) = at, CHANGES[what]
    screen.calm = True
    settled(screen, clock, before)
    screen.show(new)
    assert (after(screen, clock, 0.16) == drawn(screen, new)).all()


def test_only_the_die_moves(at: tuple[Screen, Clock]) -> None:
    """Within five hundredths of its side, and a line."""
    screen, clock = at
    new = replace(THROW, moves=())
    (die,) = [part.box for part in Renderer(screen.size).draw(new).parts if part.name == "die"]
    settled(screen, clock, WAITING)
    screen.show(new)
    room = die.grown(0.05 * die.w)
    for _ in range(8):
        left, top, right, bottom = box_of_change(after(screen, clock, DIE_S / 10), drawn(screen, new))
        assert room.x <= left and room.y <= top and right <= room.right and bottom <= room.bottom


def test_a_die_that_rolls_only_changes_its_face(at: tuple[Screen, Clock]) -> None:
    screen, clock = at
    settled(screen, clock, replace(THROW, throw=3, moves=()))
    screen.show(replace(THROW, throw=4, moves=()))
    assert (after(screen, clock, 0.0) == drawn(screen, replace(THROW, throw=4, moves=()))).all()


def test_the_ring_breathes_round_the_pieces_that_may_move_and_nowhere_else(at: tuple[Screen, Clock]) -> None:
    screen, clock = at
    settled(screen, clock, replace(THROW, moves=()))
    screen.show(THROW)
    board, final = Renderer(screen.size).draw(THROW).board, drawn(screen, THROW)
    assert board is not None
    reach = 1.9 * board.piece_radius
    seen = [after(screen, clock, 0.1) for _ in range(14)]
    assert any((one != other).any() for one, other in pairwise(seen))
    for picture in seen:
        xs, ys = np.nonzero((picture != final).any(axis=2))
        away = [np.hypot(xs - x, ys - y) for x, y in (board.at("T3"), board.at("T11"))]
        assert (np.minimum(*away) <= reach).all()


def test_the_live_view_has_no_ring_that_breathes(at: tuple[Screen, Clock]) -> None:
    """Its marks are drawn into the camera's picture."""
    screen, clock = at
    settled(screen, clock, replace(THROW, moves=()))
    screen.live = True
    screen.show(THROW)
    frames = screen.frames
    after(screen, clock, 1.0)
    assert screen.frames == frames


@pytest.mark.parametrize(
    ("start", "over", "highest"), [(DIE_FROM, DIE_OVER, 1 + DIE_OVER), (NUMBER_FROM, 0.0, 1.0)], ids=["die", "number"]
)
def test_the_size_of_what_comes_up(start: float, over: float, highest: float) -> None:
    swell = Swell(pygame.Surface((1, 1)), pygame.Color(0, 0, 0), (0, 0), 0.0, 1.0, start, over)
    sizes = [swell.scale(k / 100) for k in range(101)]
    assert (sizes[0], sizes[-1]) == pytest.approx((start, 1.0))
    assert max(sizes) == pytest.approx(highest, abs=0.004)
