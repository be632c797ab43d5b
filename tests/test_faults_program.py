"""The whole program under faults of the machine (disks, screens, signals): it ends or goes on, with one sentence."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from companion.app.game import choose_game
from companion.events import ThrowEvent
from companion.record import read_record
from companion.resume import games_folder
from tests.simulated_games import play_through
from tests.test_going_on import at_most_a_minute

pytestmark = [pytest.mark.fault, pytest.mark.slow]
ROOT = Path(__file__).parents[1]
LONG_S = 120.0
PLAY = [sys.executable, "-m", "companion.cli.main", "play", "--camera", "simulated", "--seed", "3"]


def play(data: Path, *more: str) -> list[str]:
    """The command for a game at the simulated table."""
    return [*PLAY, "--data", str(data), "--out", str(data / "out"), *more]


def ends(command: list[str], data: Path, **environment: str) -> tuple[int, str, str]:
    """Runs it to its end; exit status, output, errors."""
    environ = {**os.environ, "XDG_CONFIG_HOME": str(data), **environment}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=LONG_S)
    return done.returncode, done.stdout, done.stderr


def one_sentence(errors: str) -> str:
    """The one line on standard error, no traceback."""
    lines = [line for line in errors.splitlines() if line.startswith("companion: ")]
    assert len(lines) == 1, errors
    assert "Traceback" not in errors
    return lines[0]


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A file system that is soon full."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("only root may mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_ends_the_game_and_keeps_every_line_that_was_shown(tmp_path: Path) -> None:
    """A game is gone on with whose next lines need one more block of a disk that has none."""
    with small_disk(tmp_path / "card", 16) as card:
        game = choose_game(card, None, None, None, {}).begin()
        events = play_through(game.history.game, Random(2)).events
        for event in events:
            if game.record.path.stat().st_size > 4096 - 200 and isinstance(event, ThrowEvent):
                break
            game.record.append(event, 1.0)
        game.record.close()
        before = read_record(game.record.path)
        with suppress(OSError):
            (card / "filler").write_bytes(b"x" * 16384)
        status, out, errors = ends([*PLAY, "--headless", "--data", str(card), "--out", str(tmp_path / "out")], tmp_path)
        assert status == 2
        assert "the game record" in (told := one_sentence(errors)) and ("No space left" in told or "disk is full" in told)
        after = read_record(game.record.path)
        assert after[: len(before)] == before
        assert sum(isinstance(entry.event, ThrowEvent) for entry in after[len(before) :]) == out.count(" throws ")


def test_a_disk_that_is_full_from_the_start_is_one_sentence(tmp_path: Path) -> None:
    with small_disk(tmp_path / "card", 8) as card:
        with suppress(OSError):
            (card / "filler").write_bytes(b"x" * 8192)
        status, _, errors = ends([*PLAY, "--headless", "--data", str(card), "--out", str(tmp_path / "out")], tmp_path)
        assert status == 2
        assert "cannot" in one_sentence(errors)


def test_a_data_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with small_disk(tmp_path / "card", 64) as card:
        subprocess.run(["mount", "-o", "remount,ro", str(card)], check=True)
        status, _, errors = ends([*PLAY, "--headless", "--data", str(card), "--out", str(tmp_path / "out")], tmp_path)
        assert status == 2
        assert "Read-only file system" in one_sentence(errors)


def test_a_read_only_system_with_one_data_folder_is_enough(tmp_path: Path) -> None:
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("only root may make a read-only system of its own")
    data = tmp_path / "data"
    data.mkdir()
    script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro / && shift && exec "$@"'
    command = play(data, "--headless", "--seconds", "8")
    environ = {"HOME": "/nowhere", "XDG_DATA_HOME": str(data), "TMPDIR": str(data), "PYTHONDONTWRITEBYTECODE": "1"}
    status, out, errors = ends(["unshare", "-m", "sh", "-ec", script, "sh", str(data), *command], data, **environ)
    if "permission denied" in errors.lower() or "must be superuser" in errors:
        pytest.skip(errors.strip())
    assert status == 0, errors
    assert "Nothing is lost" in out
    assert len(list(games_folder(data).glob("*.jsonl"))) == 1


def test_a_second_companion_at_the_same_game_ends_with_one_sentence(tmp_path: Path) -> None:
    with at_most_a_minute(play(tmp_path, "--headless"), XDG_CONFIG_HOME=str(tmp_path)) as first:
        first.until("The record is")
        status, _, errors = ends(play(tmp_path, "--headless"), tmp_path)
        assert status == 2
        assert "is being played by another companion; close that one first" in one_sentence(errors)
        first.until("throws")
        assert first.end() == 0


PHASES = (
    "companion.app.play.choose_game",
    "companion.app.play.make_devices",
    "companion.app.play.make_eyes",
    "companion.app.play.NewestFrame.start",
    "companion.app.game.ChosenGame.begin",
    "companion.app.evening.Worker.start",
    "companion.app.worker.Worker._once",
    "companion.pipeline.Pipeline.step",
    "companion.record.RecordFile.append_all",
    "companion.app.evening.Worker.stop",
    "companion.app.newest_frame.NewestFrame.stop",
    "companion.record.RecordFile.close",
)
"""Everything a game goes through."""
TERMINATED = """
import importlib, os, signal, sys
from companion.cli.main import entry
import companion.app.play
from unittest.mock import patch
target = sys.argv.pop(1)
module, rest = target, []
while True:
    try:
        owner = importlib.import_module(module)
        break
    except ModuleNotFoundError:
        module, _, name = module.rpartition(".")
        rest.insert(0, name)
for name in rest[:-1]:
    owner = getattr(owner, name)
really, sent = getattr(owner, rest[-1]), []
def slowly(*arguments, **more):
    if not sent:
        sent.append(True)
        os.kill(os.getpid(), signal.SIGTERM)
    return really(*arguments, **more)
setattr(owner, rest[-1], slowly)
entry()
"""


@pytest.mark.parametrize("phase", PHASES)
def test_asked_to_end_in_any_phase_it_ends_well(tmp_path: Path, phase: str) -> None:
    arguments = play(tmp_path, "--headless", "--seconds", "20")[3:]
    began_s = time.monotonic()
    status, out, errors = ends([sys.executable, "-c", TERMINATED, phase, *arguments], tmp_path)
    assert status == 0, errors
    assert errors == ""
    assert "Nothing is lost" in out or phase.endswith(("choose_game", "make_devices"))
    assert time.monotonic() - began_s < LONG_S
    for path in games_folder(tmp_path).glob("*.jsonl"):
        assert read_record(path)


SETTING_UP = ("companion.app.setting_up.SettingUp.run", "companion.app.setting_up.SettingUp._once")


@pytest.mark.parametrize("phase", SETTING_UP)
def test_asked_to_end_while_a_game_is_set_up_it_ends_without_a_game(tmp_path: Path, phase: str) -> None:
    """On a screen nobody sees: SDL's own, for those that are only asked for by name."""
    arguments = ["play", "--data", str(tmp_path), "--camera", "simulated", "--throws", "keyboard"]
    status, _, errors = ends([sys.executable, "-c", TERMINATED, phase, *arguments], tmp_path, SDL_VIDEODRIVER="offscreen")
    assert (status, errors) == (0, "")
    assert list(games_folder(tmp_path).glob("*.jsonl")) == []


@pytest.mark.parametrize("gone", [signal.SIGTERM, signal.SIGKILL])
def test_a_screen_that_goes_ends_the_game_and_loses_nothing(tmp_path: Path, gone: signal.Signals) -> None:
    """An X server that ends takes the program with it or is one sentence: what was shown is in the record either way."""
    if shutil.which("Xvfb") is None:
        pytest.skip("needs Xvfb")
    reading, writing = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL
    ) as server:
        os.close(writing)
        with os.fdopen(reading) as told:
            display = f":{told.readline().strip()}"
        environ = {"DISPLAY": display, "SDL_VIDEODRIVER": "x11", "XDG_CONFIG_HOME": str(tmp_path)}
        with at_most_a_minute(play(tmp_path), **environ) as game:
            game.until("throws", times=2)
            server.send_signal(gone)
            server.wait(LONG_S)
            lines = game.rest()
    shown = 2 + sum("throws" in line for line in lines)
    (path,) = games_folder(tmp_path).glob("*.jsonl")
    assert sum(isinstance(entry.event, ThrowEvent) for entry in read_record(path)) >= shown
    assert "Traceback" not in "".join(lines)
