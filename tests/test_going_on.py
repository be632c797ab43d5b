"""Games that are begun, broken off in every way, and gone on with."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from companion.app.game import LiveGame, choose_game
from companion.cli.main import main
from companion.events import MoveEvent, PassEvent, ThrowEvent
from companion.pipeline import Pipeline
from companion.record import read_record
from companion.referee import Referee
from companion.resume import board_beside, games_folder, resume
from companion.rules import Color, apply_move, legal_moves
from companion.scene import Mode
from hardware.errors import InputError
from tests.fake_table import Confusion, Player, schmidt
from tests.wall_time import noon

YELLOW, GREEN = Color("yellow"), Color("green")
LONG_S = 10.0
"""Longer than any of these tests should ever wait."""


def live_game(
    data: Path, board: str | None, rules: object, first: str | None, names: dict[str, str], new: bool = False
) -> LiveGame:
    return choose_game(data, board, rules, first, names, new=new).begin()


@pytest.mark.parametrize("devices", [["--camera", "moon"], ["--throws", "moon"], ["--camera", "usb:/dev/nowhere/to/be/found"]])
def test_a_device_that_is_not_there_leaves_no_empty_game(
    tmp_path: Path, devices: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signal, "signal", Mock())
    asked = ["play", "--headless", "--data", str(tmp_path), "--out", str(tmp_path), *devices]
    assert main([*asked, "--board", "schmidt-4"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(games_folder(tmp_path).glob("*")) == []
    live_game(tmp_path, None, None, None, {}).record.close()
    assert main(asked) == 2
    (path,) = games_folder(tmp_path).glob("*")
    resume(path, noon).file.close()


@pytest.mark.parametrize("error", [ZeroDivisionError("no size"), InputError("what came is no picture")])
def test_a_game_that_broke_off_does_not_end_as_if_all_were_well(
    tmp_path: Path, error: Exception, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pipeline, "step", Mock(side_effect=error))
    monkeypatch.setattr(signal, "signal", Mock())
    asked = ["play", "--camera", "simulated", "--headless", "--data", str(tmp_path), "--out", str(tmp_path), "--seconds", "60"]
    if isinstance(error, InputError):
        assert main(asked) == 2
    else:
        with pytest.raises(ZeroDivisionError):
            main(asked)
    told = capsys.readouterr()
    assert "Nothing is lost" not in told.out
    assert ("no picture" in told.err) == isinstance(error, InputError)


def test_the_last_game_goes_on_unless_another_is_asked_for(tmp_path: Path) -> None:
    first = live_game(tmp_path, None, None, None, {"yellow": "Anna"})
    first.record.append(ThrowEvent(YELLOW, 5, "keyboard"), 3.0)
    first.record.close()
    again = live_game(tmp_path, None, None, None, {})
    assert again.record.path == first.record.path
    assert again.history.now.throw == 5
    assert "Going on" in again.told[0]
    again.record.close()
    other = live_game(tmp_path, None, "wikipedia", "green", {}, new=True)
    assert other.record.path != first.record.path
    assert other.history.now.state.turn == GREEN
    other.record.close()


@pytest.mark.parametrize("content", [b"", b"{oops\n", b'{"n": 0}\n'])
@pytest.mark.parametrize("new", [False, True])
def test_a_last_record_that_is_broken_never_keeps_a_game_from_beginning(tmp_path: Path, content: bytes, new: bool) -> None:
    games_folder(tmp_path).mkdir()
    broken = games_folder(tmp_path) / "2026-01-01-120000.jsonl"
    broken.write_bytes(content)
    game = live_game(tmp_path, "schmidt-4" if new else None, None, None, {}, new=new)
    game.record.close()
    assert game.record.path != broken
    assert broken.read_bytes() == content
    assert [str(broken) in line for line in game.told] == ([False] * 2 if new else [True, False, False])
    assert live_game(tmp_path, None, None, None, {}).record.path == game.record.path


@pytest.mark.parametrize("board_id", ["schmidt-4", "grandmothers-board"])
def test_a_game_on_a_board_of_ones_own_goes_on_without_its_file(tmp_path: Path, board_id: str) -> None:
    shipped = (Path(__file__).parents[1] / "calibration" / "profiles" / "schmidt-4.toml").read_text("utf-8")
    own = tmp_path / "my-board.toml"
    changed = shipped.replace('id = "schmidt-4"', f'id = "{board_id}"')
    own.write_text(re.sub(r"(?m)^width_mm = .*$", "width_mm = 361.5", changed), "utf-8")
    live_game(tmp_path, str(own), None, None, {}, new=True).record.close()
    own.unlink()
    again = live_game(tmp_path, None, None, None, {})
    again.record.close()
    assert "Going on" in again.told[0]
    assert (again.board.id, again.board.width_mm) == (board_id, 361.5)


def test_a_copied_board_of_another_game_is_told(tmp_path: Path) -> None:
    game = live_game(tmp_path, None, None, None, {})
    game.record.close()
    shipped = (Path(__file__).parents[1] / "calibration" / "profiles" / "schmidt-4.toml").read_text("utf-8")
    board_beside(game.record.path).write_text(shipped.replace('id = "schmidt-4"', 'id = "moon"'), "utf-8")
    with pytest.raises(InputError, match=r"moon.*expected 'schmidt-4'"):
        resume(game.record.path, noon)


WRITER = """
import sys
from pathlib import Path
from companion.app.game import choose_game
from companion.events import QuestionEvent
game = choose_game(Path(sys.argv[1]), None, None, None, {}).begin()
while True:
    entry = game.record.append(QuestionEvent("x" * 500), 1.0)
    print(entry.n, flush=True)
"""


def test_nothing_that_was_shown_is_lost_to_kill_9(tmp_path: Path) -> None:
    with at_most_a_minute([sys.executable, "-c", WRITER, str(tmp_path)]) as writer:
        shown = [int(writer.readline()) for _ in range(20)]
        writer.kill()
        shown += [int(line) for line in writer.rest()]
    (path,) = games_folder(tmp_path).glob("*.jsonl")
    resumed = resume(path, noon)
    resumed.file.close()
    assert len(read_record(path)) > shown[-1]


AT_THE_TABLE = """
import sys
from pathlib import Path
from random import Random
from companion.app.game import choose_game
from companion.record import ListLog
from tests.fake_table import Player, schmidt
from tests.test_pipeline import play_script, quiet
game = choose_game(Path(sys.argv[1]), None, None, None, {}).begin()
class Telling(ListLog):
    def append_all(self, events, t):
        entries = game.record.append_all(events, t)
        for entry in entries:
            print(entry.n, flush=True)
        return entries
player = Player(game.history.game, "yellow", schmidt(), quiet())
player.pipeline._log = Telling(None)
play_script(player, game.history.game, 10**6, Random(3))
"""


def test_a_game_killed_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    with at_most_a_minute([sys.executable, "-c", AT_THE_TABLE, str(tmp_path)]) as process:
        shown = [int(process.readline()) for _ in range(30)]
        process.kill()
        shown += [int(line) for line in process.rest()]
    game = live_game(tmp_path, None, None, None, {})
    lines = len(game.record.entries)
    assert lines > shown[-1]
    player = Player(game.history.game, "yellow", schmidt(), Confusion(Random(1)), check_start=True)
    player.pipeline.referee, player.pipeline._log = Referee(game.history), game.record
    state = game.history.now.state
    player.put(state.position)
    player.frames(3)
    assert player.step().scene.mode is not Mode.START_CHECK
    if game.history.now.throw is None:
        player.frames(1, 1)
    throw, state = player.pipeline.referee.history.now.throw, player.state
    if throw is not None and state.turn is not None:
        player.put(apply_move(player.game, state.position, legal_moves(player.game, state.position, state.turn, throw)[0]))
        assert [type(event) for event in player.frames(6)] == [MoveEvent]
    game.record.close()
    assert len(read_record(game.record.path)) > lines


class Told:
    """A program whose output is read line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def readline(self) -> str:
        """The next line; empty at the end."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def until(self, word: str, times: int = 1) -> None:
        """Reads so many lines with the word. Fails when the program ends before."""
        for _ in range(times):
            while word not in (line := self.readline()):
                assert line, f"ended before it said {word!r}"

    def rest(self) -> list[str]:
        """The whole lines that are left."""
        assert self._process.stdout is not None
        return self._process.stdout.read().split("\n")[:-1]

    def kill(self) -> None:
        """Without warning."""
        os.kill(self._process.pid, signal.SIGKILL)

    def end(self) -> int:
        """Asks it to end and gives its exit status."""
        self._process.terminate()
        return self._process.wait(LONG_S)


@contextmanager
def at_most_a_minute(command: list[str], **environment: str) -> Iterator[Told]:
    """Runs a program from the project's folder; one that hangs is killed, so that what waits for its lines fails."""
    root, env = Path(__file__).parents[1], {**os.environ, **environment}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root, env=env) as process:
        watch = threading.Timer(60.0, process.kill)
        watch.start()
        try:
            yield Told(process)
        finally:
            watch.cancel()
            process.kill()


@pytest.mark.slow
def test_a_live_game_killed_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    """The whole program at a simulated table: what was recorded stays, the table is set up by it, the next line follows."""
    command = [sys.executable, "-m", "companion.cli.main", "play", "--camera", "simulated", "--headless", "--seed", "3"]
    command += ["--data", str(tmp_path), "--out", str(tmp_path / "out")]
    with at_most_a_minute(command, XDG_CONFIG_HOME=str(tmp_path)) as process:
        process.until("moves", times=2)
        process.kill()
    (path,) = games_folder(tmp_path).glob("*.jsonl")
    before = read_record(path)
    with at_most_a_minute(command, XDG_CONFIG_HOME=str(tmp_path)) as process:
        process.until(f"Going on with the last game ({len(before)} lines)")
        process.until("moves")
        assert process.end() == 0
    after = read_record(path)
    assert after[: len(before)] == before
    assert [entry.n for entry in after] == list(range(len(after)))
    assert {type(entry.event) for entry in after[len(before) :]} <= {ThrowEvent, MoveEvent, PassEvent}
    assert list(games_folder(tmp_path).glob("*.jsonl")) == [path]
    resumed = resume(path, noon)
    resumed.file.close()
