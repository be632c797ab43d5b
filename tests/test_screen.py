"""The window, without any display: drawn only when something changed, touches and keys told as events."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from companion.app import screenshots
from companion.app.screenshots import Samples
from companion.display import BoardTouched, KeyPressed, Pressed, Quit, Screen, video_driver
from companion.display.canvas import Rect
from companion.display.layout import BoardGeometry
from companion.display.motion import movement
from companion.display.render import Renderer
from companion.scene import Mode, Scene, ScenePiece
from companion.words import Language
from hardware.errors import DeviceError

SAMPLES = Samples(Language.GERMAN)


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def screen(clock: Clock) -> Iterator[Screen]:
    opened = Screen((800, 480), clock=clock)
    pygame.event.clear()
    yield opened
    opened.close()


def finger(kind: int, at: tuple[float, float]) -> None:
    pygame.event.post(pygame.event.Event(kind, button=1, pos=(round(at[0]), round(at[1])), touch=True))


def tap(at: tuple[float, float]) -> None:
    finger(pygame.MOUSEBUTTONDOWN, at)
    finger(pygame.MOUSEBUTTONUP, at)


def middle_of(screen: Screen, button: str) -> tuple[float, float]:
    """Found by trying, as a finger would."""
    spots = [(x, y) for y in range(0, 480, 4) for x in range(0, 800, 4) if screen.hit(x, y) == button]
    return spots[len(spots) // 2]


def test_an_equal_scene_draws_nothing(screen: Screen) -> None:
    screen.show(SAMPLES.turn())
    assert screen.frames == 1
    screen.show(SAMPLES.turn())
    assert screen.frames == 1
    screen.show(replace(SAMPLES.turn(), on="red"))
    assert screen.frames == 2


def test_a_button_is_pressed_and_let_go(screen: Screen) -> None:
    screen.show(SAMPLES.wrong())
    at = middle_of(screen, "count")
    finger(pygame.MOUSEBUTTONDOWN, at)
    assert screen.poll() == ()
    assert screen.frames == 2, "the button sinks"
    finger(pygame.MOUSEBUTTONUP, at)
    assert screen.poll() == (Pressed("count"),)
    assert screen.frames == 3, "and comes up again"


def test_a_finger_that_slides_off_presses_nothing(screen: Screen) -> None:
    screen.show(SAMPLES.wrong())
    finger(pygame.MOUSEBUTTONDOWN, middle_of(screen, "count"))
    finger(pygame.MOUSEBUTTONUP, (10, 10))
    assert screen.poll() == ()


def test_the_board_can_be_touched(screen: Screen) -> None:
    scene = SAMPLES.throw()
    screen.show(scene)
    # T3 of the Schmidt board lies at (0.3296, 0.4124) of its width; the board is 448 pixels wide and begins at 16.
    tap((16 + 0.3296 * 448, 16 + 0.4124 * 448))
    assert screen.poll() == (BoardTouched("T3"),)


def test_keys(screen: Screen) -> None:
    for key in (pygame.K_SPACE, pygame.K_5, pygame.K_ESCAPE):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert screen.poll() == (KeyPressed("space"), KeyPressed("5"), Quit(), Quit())


def test_f11_goes_to_the_whole_screen_and_back(screen: Screen) -> None:
    screen.show(SAMPLES.turn())
    for _ in range(2):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="", scancode=0))
        assert [event for event in screen.poll() if isinstance(event, KeyPressed)] == []
    assert screen.size == (800, 480)


def test_what_is_shown_can_be_saved(screen: Screen, tmp_path: Path) -> None:
    screen.show(SAMPLES.turn())
    screen.save(tmp_path / "new" / "turn.png")
    assert pygame.image.load(tmp_path / "new" / "turn.png").get_size() == (800, 480)
    with pytest.raises(DeviceError, match="cannot be written"):
        screen.save(tmp_path / "new" / "turn.png" / "turn.png")


def moved(scene: Scene, *pieces: tuple[str, str, str]) -> Scene:
    """The scene with pieces moved: colour, from, to."""
    standing = list(scene.pieces)
    for color, source, target in pieces:
        standing[standing.index(ScenePiece(color, source))] = ScenePiece(color, target)
    return replace(scene, pieces=tuple(standing), moves=())


WALKS: tuple[tuple[str, tuple[tuple[str, str, str], ...], tuple[str, ...] | None, str | None], ...] = (
    ("three fields", (("green", "T27", "T30"),), ("T27", "T28", "T29", "T30"), None),
    ("into play", (("green", "green:B2", "T10"),), ("green:B2", "T10"), None),
    ("past the end of the track", (("red", "T34", "T0"),), ("T34", "T35", "T36", "T37", "T38", "T39", "T0"), None),
    ("back", (("red", "T34", "T30"),), ("T34", "T30"), None),
    ("a capture", (("yellow", "T11", "T16"), ("red", "T16", "red:B1")), ("T11", "T12", "T13", "T14", "T15", "T16"), "red:B1"),
    ("two moves", (("yellow", "T11", "T15"), ("red", "T34", "T36")), None, None),
    ("two of a colour", (("yellow", "T11", "T12"), ("yellow", "T3", "T4")), None, None),
    ("nothing", (), None, None),
)


@pytest.mark.parametrize(("what", "pieces", "path", "home"), WALKS, ids=[walk[0] for walk in WALKS])
def test_which_piece_walks(
    what: str, pieces: tuple[tuple[str, str, str], ...], path: tuple[str, ...] | None, home: str | None
) -> None:
    scene = SAMPLES.turn()
    walk = movement(scene, moved(scene, *pieces))
    if path is None:
        assert walk is None, what
        return
    assert walk is not None
    assert walk.path == path
    assert (walk.captured.field if walk.captured else None) == home
    assert walk.seconds <= 1.2 + 0.45


def test_a_walk_begins_and_ends_on_its_fields() -> None:
    scene = SAMPLES.turn()
    walk = movement(scene, moved(scene, ("yellow", "T11", "T16"), ("red", "T16", "red:B1")))
    assert walk is not None
    board = BoardGeometry(scene.board, Rect(16, 16, 448, 448))
    (red, red_at), (yellow, yellow_at) = walk.positions(board, 0)
    assert (red.color, yellow.color) == ("red", "yellow")
    assert red_at == pytest.approx(board.at("T16"))
    assert yellow_at == pytest.approx(board.at("T11"))
    assert [at for _, at in walk.positions(board, walk.walk_s)] == [pytest.approx(board.at("T16"))] * 2
    ends = [at for _, at in walk.positions(board, walk.seconds)]
    assert ends == [pytest.approx(board.at("red:B1")), pytest.approx(board.at("T16"))]


@pytest.mark.parametrize("mode", (Mode.HAND, Mode.LOST, Mode.LOOKING, Mode.END))
def test_nothing_walks_on_a_resting_board(mode: Mode) -> None:
    scene = SAMPLES.turn()
    assert movement(scene, replace(moved(scene, ("green", "T27", "T30")), mode=mode)) is None
    assert movement(None, scene) is None


def test_a_move_is_shown_while_it_lasts(screen: Screen, clock: Clock) -> None:
    still = SAMPLES.turn()
    screen.show(still)
    screen.show(moved(still, ("green", "T27", "T30")))
    assert screen.poll() == ()
    pictures = []
    for _ in range(3):
        clock.now += 0.2
        screen.poll()
        pictures.append(pygame.display.get_surface().get_buffer().raw)
    assert len(set(pictures)) == 3
    frames = screen.frames
    screen.poll()
    assert screen.frames == frames, "it stands: nothing more is drawn"
    assert pictures[-1] == Renderer((800, 480)).draw(moved(still, ("green", "T27", "T30"))).surface.get_buffer().raw


def test_without_motion_a_piece_is_there_at_once(clock: Clock) -> None:
    screen = Screen((800, 480), motion=False, clock=clock)
    screen.show(SAMPLES.turn())
    screen.show(moved(SAMPLES.turn(), ("green", "T27", "T30")))
    screen.poll()
    assert screen.frames == 2
    screen.close()


@pytest.mark.parametrize(
    ("environ", "expected"),
    (
        ({"DISPLAY": ":0"}, None),
        ({"WAYLAND_DISPLAY": "wayland-0"}, None),
        ({"SDL_VIDEODRIVER": "x11"}, "x11"),
        ({}, "dummy"),
        ({"DISPLAY": ""}, "dummy"),
    ),
)
def test_the_driver(environ: dict[str, str], expected: str | None, tmp_path: Path) -> None:
    assert video_driver(environ, dri=tmp_path, platform="linux") == expected


def test_the_bare_screen_is_used_when_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "card0").touch()
    assert video_driver({}, dri=tmp_path, platform="linux") == "kmsdrm"


def test_elsewhere_sdl_chooses(tmp_path: Path) -> None:
    assert video_driver({}, dri=tmp_path, platform="darwin") is None


def test_screenshots_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert screenshots.main([str(tmp_path), "end"]) == 0
    assert len(list(tmp_path.glob("end-*.png"))) == 12
    assert screenshots.main([]) == 2
    assert "OUTDIR" in capsys.readouterr().err


@pytest.mark.parametrize("wait_s", [0.0, 1e-9, 0.0004, 0.001])
def test_the_shortest_waits_end(wait_s: float) -> None:
    screen = Screen((320, 240))
    try:
        assert screen.poll(wait_s) == ()
    finally:
        screen.close()
