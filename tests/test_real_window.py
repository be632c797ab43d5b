"""A real window under a virtual display: a short game is thrown by keys, the mouse sets the screen and begins the next game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import cv2
import pytest

from companion.app.screenshots import Samples
from companion.app.watch import program
from companion.display.alone import draw_full
from companion.display.layout import layout
from companion.display.palette import DAY
from companion.display.panel import Touch
from companion.display.podium import draw_end
from companion.display.screens import draw_panel
from companion.history import begin
from companion.look_page import LookPage, page_scene
from companion.places import rules_board
from companion.record import header_of
from companion.resume import games_folder, new_record
from companion.rules import Color, Position, parse_game
from companion.screen_look import ScreenLook
from companion.words import Language
from tests.fake_table import schmidt

SIZE = (800, 480)
NEEDED = ("Xvfb", "xdotool", "import")
NEARLY = {"yellow": [35, 41, 42, 43], "red": [-1, -1, -1, 3]}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason=f"a real window needs {', '.join(NEEDED)}"),
]


@pytest.fixture
def display() -> Iterator[dict[str, str]]:
    """The environment in which programs find a display of 800x480."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x480x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    kept = {key: value for key, value in os.environ.items() if key not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
    yield {**kept, "DISPLAY": f":{number}", "SDL_AUDIODRIVER": "dummy"}
    server.terminate()
    server.wait()


class Person:
    """Throws by keys, touches by mouse, and looks."""

    def __init__(self, display: dict[str, str], folder: Path) -> None:
        self._display, self._folder = display, folder

    def key(self, name: str) -> None:
        self._xdotool("search", "--class", ".", "windowfocus", "--sync")
        self._xdotool("key", name)

    def touch(self, touches: list[Touch], name: str) -> None:
        box = next(one.box for one in touches if one.id == name)
        self._xdotool("mousemove", str(round(box.cx)), str(round(box.cy)), "sleep", "0.1", "click", "1")

    def corner(self) -> int:
        """How bright the lower right corner of the screen is, 0 … 255."""
        path = self._folder / "seen.png"
        subprocess.run(["import", "-window", "root", str(path)], env=self._display, check=True)
        seen = cv2.imread(str(path))
        assert seen is not None
        return int(seen[470:, 790:].mean())

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._display, check=True, stdout=subprocess.DEVNULL, timeout=20)


def waited(until: Callable[[], bool], seconds: float = 60.0) -> None:
    """Waits until something is so; that is never waited for longer."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.2)


def nearly_over(folder: Path) -> Path:
    """The record of a game in which yellow needs five more."""
    game = parse_game("schmidt-2016", "schmidt-4", ["yellow", "red"], None, boards={"schmidt-4": rules_board(schmidt())})
    history = begin(game, Color("yellow"), Position.of(game, {Color(c): p for c, p in NEARLY.items()}))
    folder.mkdir(parents=True)
    record = new_record(folder, header_of(game, history, "schmidt-4", program(), {}), lambda: datetime.now(UTC))
    record.close()
    return record.path


def test_a_game_in_a_real_window(display: dict[str, str], tmp_path: Path) -> None:
    path = nearly_over(games_folder(tmp_path))
    command = [sys.executable, "-m", "companion.cli.main", "play", "--camera", "simulated", "--throws", "keyboard"]
    command += ["--data", str(tmp_path), "--size", "800x480", "--seed", "1", "--lang", "de"]
    at = layout(SIZE)
    samples = Samples(Language.GERMAN).all()
    page = draw_full(at, DAY, page_scene(LookPage(ScreenLook(), Language.GERMAN, 0), samples["turn"]), None).touches
    playing = subprocess.Popen(command, env=display, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        person = Person(display, tmp_path)

        def told(what: str, times: int = 1) -> Callable[[], bool]:
            return lambda: path.read_text("utf-8").count(f'"{what}"') >= times

        waited(lambda: not playing.poll() and subprocess.run(["xdotool", "search", "--class", "."], env=display).returncode == 0)
        time.sleep(12)
        person.touch(draw_panel(at, DAY, samples["turn"], None).touches, "settings")
        for name in ("look:night", "look:back"):
            time.sleep(0.5)
            person.touch(page, name)
        waited(lambda: person.corner() < 100)
        person.key("5")
        waited(told("move"))
        waited(told("end"))
        time.sleep(1)
        person.touch(draw_end(at, DAY, samples["end"], None)[1], "new")
        waited(lambda: len(list(path.parent.glob("*.jsonl"))) == 2)
        assert playing.poll() is None
    finally:
        playing.terminate()
        assert playing.wait(30) == 0
