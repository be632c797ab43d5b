"""What is told where a name on the command line is of the wrong thing: what it is, and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.game import choose_game
from companion.cli.main import main
from companion.settings import load_settings
from hardware.errors import InputError

SENTENCES = [
    (["watch", ""], "the name is empty; expected a folder with frames.jsonl, or a video"),
    (["watch", "{here}/game.jsonl"], "game.jsonl plays it"),
    (["watch", "{here}/game.jsonl", "--board", "auto"], "game.jsonl plays it"),
    (["watch", "{here}"], "expected a recording (a folder of frames or a video), there is no session.json in it"),
    (["calibrate", "{here}/empty.png"], "empty.png: expected a picture, it cannot be decoded"),
    (["games", "--data", "{here}/empty.png"], "empty.png, which is no folder; expected the folder where games are kept"),
    (["export", "{here}/game.jsonl", "--to", "gif", "--out", "{here}/x.mp4"], "expected a name that ends with .gif"),
    (["play", "--camera", "simulated", "--headless", "--data", "{here}", "--out", "/proc/x"], ".png: No such file or directory"),
    (["watch", "x" * 300], "it cannot be read or written: File name too long"),
]


@pytest.mark.parametrize(("arguments", "said"), SENTENCES)
def test_what_was_named_instead_is_told(
    tmp_path: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "empty.png").touch()
    (tmp_path / "game.jsonl").touch()
    assert main([argument.format(here=tmp_path) for argument in arguments]) == 2
    errors = capsys.readouterr().err
    assert said in errors
    assert "Errno" not in errors and len(errors.splitlines()) == 1


def test_settings_that_are_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the settings cannot be read: Is a directory; put"):
        load_settings(tmp_path)


def test_one_game_is_one_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    choose_game(tmp_path, None, None, None, {}, new=True).begin().record.close()
    assert main(["games", "--data", str(tmp_path)]) == 0
    assert "1 game in" in capsys.readouterr().out
    assert main(["games", "backup", str(tmp_path / "all.zip"), "--data", str(tmp_path)]) == 0
    assert "1 game is in" in capsys.readouterr().out
