"""A game that cannot be gone on with is not tried for ever: whoever sits down plays, and nothing is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

from companion.app.attempt import MOST, Attempt
from companion.app.game import choose_game
from companion.events import ThrowEvent
from companion.record import RecordFile, read_record
from companion.resume import attempt_beside, games_folder
from companion.rules import Color
from hardware.errors import DeviceError, InputError

YELLOW = Color("yellow")


def broken_off(data: Path) -> Path:
    """A game with a throw that waits."""
    game = choose_game(data, None, None, None, {}, new=True).begin()
    game.record.append(ThrowEvent(YELLOW, 5, "keyboard"), 3.0)
    game.record.close()
    return game.record.path


def markers(data: Path) -> list[Path]:
    return list(games_folder(data).glob("*.resuming"))


def test_a_game_that_goes_on_leaves_no_marker(tmp_path: Path) -> None:
    path = broken_off(tmp_path)
    chosen = choose_game(tmp_path, None, None, None, {})
    assert chosen.attempt is not None
    assert not chosen.left_alone
    assert markers(tmp_path) == []
    chosen.attempt.begin()
    assert markers(tmp_path) == [attempt_beside(path)]
    chosen.attempt.done()
    chosen.attempt.done()
    assert markers(tmp_path) == []
    chosen.give_back()


KILLED = """
import os, signal, sys
from pathlib import Path
from unittest.mock import patch
from companion.app import game
name = sys.argv[2]
with patch.object(game, name, lambda *_: os.kill(os.getpid(), signal.SIGKILL)):
    game.choose_game(Path(sys.argv[1]), None, None, None, {})
"""


@pytest.mark.parametrize("step", ["last_unfinished", "resume"])
def test_killed_three_times_while_resuming_the_game_is_left_alone(tmp_path: Path, step: str) -> None:
    path = broken_off(tmp_path)
    before = path.read_bytes()
    killed_often(path, 2)
    command = [sys.executable, "-c", KILLED, str(tmp_path), step]
    assert subprocess.run(command, cwd=Path(__file__).parents[1], timeout=60).returncode == -signal.SIGKILL
    chosen = choose_game(tmp_path, None, None, None, {})
    assert chosen.left_alone
    assert "failed again and again" in chosen.told[0] and f"--resume {path}" in chosen.told[0]
    assert path.read_bytes() == before
    new = chosen.begin().record
    assert new.path != path
    new.close()


def killed_often(path: Path, times: int) -> None:
    """Each time before its first picture."""
    for _ in range(times):
        chosen = choose_game(path.parents[1], None, None, None, {})
        assert chosen.attempt is not None
        chosen.attempt.begin()
        chosen.give_back()


def test_a_plug_pulled_once_or_twice_keeps_the_game(tmp_path: Path) -> None:
    path = broken_off(tmp_path)
    killed_often(path, 2)
    again = choose_game(tmp_path, None, None, None, {})
    assert again.attempt is not None
    again.attempt.begin()
    again.attempt.done()  # its first picture was thought about
    again.give_back()
    killed_often(path, MOST)
    assert choose_game(tmp_path, None, None, None, {}).left_alone


def test_what_says_nothing_about_the_game_keeps_the_count(tmp_path: Path) -> None:
    path = broken_off(tmp_path)
    killed_often(path, 2)
    for failed in (None, DeviceError("no camera")):
        chosen = choose_game(tmp_path, None, None, None, {})
        assert chosen.attempt is not None
        chosen.attempt.begin()
        chosen.attempt.ended(failed)
        chosen.give_back()
    killed_often(path, 1)
    assert Attempt(path).given_up


def test_a_game_that_was_left_alone_is_gone_on_with_where_somebody_asks_for_it(tmp_path: Path) -> None:
    path = broken_off(tmp_path)
    killed_often(path, MOST)
    choose_game(tmp_path, None, None, None, {}).begin().record.close()
    asked = choose_game(tmp_path, None, None, None, {}, resumed=path)
    assert asked.attempt is not None and asked.history.now.throw == 5
    asked.attempt.begin()
    asked.attempt.done()
    asked.give_back()
    assert markers(tmp_path) == []


def test_a_crash_counts_for_good_once_it_is_the_same_twice(tmp_path: Path) -> None:
    broken_off(tmp_path)
    for _ in range(2):
        with patch("companion.app.game.resume", Mock(side_effect=ZeroDivisionError)), pytest.raises(ZeroDivisionError):
            choose_game(tmp_path, None, None, None, {})
    assert choose_game(tmp_path, None, None, None, {}).left_alone


def test_a_crash_after_the_game_went_on_is_no_failed_attempt(tmp_path: Path) -> None:
    path = broken_off(tmp_path)
    attempt = Attempt(path)
    attempt.begin()
    attempt.done()
    attempt.ended(ZeroDivisionError())
    assert markers(tmp_path) == []


def test_a_refusal_is_told_and_remembered_with_its_reason(tmp_path: Path) -> None:
    path = broken_off(tmp_path)
    for _ in range(2):
        with patch("companion.app.game.resume", Mock(side_effect=InputError("line 7: no such move"))):
            refused = choose_game(tmp_path, None, None, None, {})
        assert refused.left_alone and "line 7: no such move" in refused.told[0]
    later = choose_game(tmp_path, None, None, None, {})
    assert later.left_alone and "line 7: no such move" in later.told[0]
    assert len(read_record(path)) == 2


@pytest.mark.parametrize("error", [DeviceError("the disk is full"), KeyboardInterrupt()])
def test_what_has_nothing_to_do_with_the_game_is_no_failed_attempt(tmp_path: Path, error: BaseException) -> None:
    broken_off(tmp_path)
    with patch("companion.app.game.resume", Mock(side_effect=error)), pytest.raises(type(error)):
        choose_game(tmp_path, None, None, None, {})
    again = choose_game(tmp_path, None, None, None, {})
    assert again.attempt is not None
    again.give_back()


def test_an_attempt_that_another_companion_is_making_has_not_failed(tmp_path: Path) -> None:
    path = broken_off(tmp_path)
    record, _ = RecordFile.resume(path, Mock())
    Attempt(path).begin()
    assert not Attempt(path).given_up
    with pytest.raises(DeviceError, match="is being played by another companion"):
        choose_game(tmp_path, None, None, None, {})
    record.close()


@pytest.mark.parametrize("content", [b"", b"moon", b"99999999999\n", b"\xff\xfe", b"1\nline\nby line\n"])
def test_a_marker_with_anything_in_it_is_one_failed_attempt(tmp_path: Path, content: bytes) -> None:
    path = broken_off(tmp_path)
    attempt_beside(path).write_bytes(content)
    assert not Attempt(path).given_up
    assert "\n" not in Attempt(path).why
    killed_often(path, MOST - 1)
    assert Attempt(path).given_up


def test_a_new_game_after_it_is_gone_on_with_as_usual(tmp_path: Path) -> None:
    path = broken_off(tmp_path)
    killed_often(path, MOST)
    new = choose_game(tmp_path, None, None, None, {}).begin()
    new.record.close()
    again = choose_game(tmp_path, None, None, None, {})
    assert again.attempt is not None and again.begin().record.path == new.record.path
    again.give_back()


def test_a_folder_that_takes_no_marker_keeps_nobody_from_playing(tmp_path: Path) -> None:
    path = broken_off(tmp_path)
    attempt_beside(path).mkdir()
    assert Attempt(path).given_up
    Attempt(path).begin()
    Attempt(path).done()
    assert choose_game(tmp_path, None, None, None, {}).left_alone


KILLED_AT_THE_TABLE = """
import os, signal, sys
from unittest.mock import patch
from companion.cli.main import main
with patch("companion.app.evening.Worker.start", lambda _: os.kill(os.getpid(), signal.SIGKILL)):
    main(["play", "--camera", "simulated", "--headless", "--data", sys.argv[1], "--out", sys.argv[2]])
"""


def test_the_program_killed_before_the_first_picture_for_the_third_time_leaves_the_game_alone(tmp_path: Path) -> None:
    """The whole program: its record is open, its threads are about to start."""
    path = broken_off(tmp_path)
    killed_often(path, 2)
    command = [sys.executable, "-c", KILLED_AT_THE_TABLE, str(tmp_path), str(tmp_path / "out")]
    assert subprocess.run(command, cwd=Path(__file__).parents[1], timeout=120).returncode == -signal.SIGKILL
    assert markers(tmp_path) == [attempt_beside(path)]
    assert choose_game(tmp_path, None, None, None, {}).left_alone
    assert len(read_record(path)) == 2
