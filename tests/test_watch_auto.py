"""`companion watch --board auto`: the recording's own pictures say which board lies there."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.main import main
from tests.device_doubles import write_recording
from tests.seen_tables import DrawnTable, start_position

SESSION = {"board": "six-48", "rules": "schmidt-2016", "first": "yellow", "fps": 5}


def recording(folder: Path, *, board_seen: bool) -> Path:
    """A grey picture, then the Schmidt board; what its session says of the board is wrong."""
    grey = np.full((720, 1280, 3), 128, np.uint8)
    cv2.imwrite(str(folder / "a.png"), grey)
    cv2.imwrite(str(folder / "b.png"), DrawnTable().picture(start_position()) if board_seen else grey)
    lines = [{"file": file, "t": 0.2 * number} for number, file in enumerate(("a.png", *["b.png"] * 8))]
    (folder / "frames.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    (folder / "session.json").write_text(json.dumps(SESSION), "utf-8")
    return folder


def test_the_board_that_is_seen_counts_more_than_the_one_that_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", str(recording(tmp_path, board_seen=True)), "--board", "auto", "--json"]) == 0
    header = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (header["kind"], header["board"]) == ("header", "schmidt-4")


def test_no_board_in_any_picture_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(recording(tmp_path, board_seen=False)), "--board", "auto"]) != 0
    told = capsys.readouterr().err
    assert "no known board in its 9 pictures; expected one of chinczyk-48, ludo-40" in told
    assert "Traceback" not in told


@pytest.mark.parametrize("told", [None, {"yellow": [0, 1, 2, 3], "green": [-1] * 4, "red": [-1] * 4, "black": [-1] * 4}])
def test_a_recording_of_another_board_than_the_one_asked_for_says_so(
    tmp_path: Path, told: object, capsys: pytest.CaptureFixture[str]
) -> None:
    session = {"board": "schmidt-4", "first": "yellow", "fps": 5, **({} if told is None else {"position": told})}
    folder = write_recording(tmp_path / "game", [{"file": "a.png", "t": k / 5} for k in range(10)], session)
    assert main(["watch", str(folder), "--board", "six-48"]) == 2
    assert "it is of schmidt-4" in capsys.readouterr().err
