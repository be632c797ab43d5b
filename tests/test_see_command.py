"""`companion see` where a picture does not show what it should: said, never made up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.stored import Calibration, save_calibration
from companion.cli.main import main
from hardware.ports import BgrImage
from tests.seen_tables import DrawnTable, schmidt, start_position

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def table() -> BgrImage:
    return DrawnTable().picture(start_position())


def write(path: Path, bgr: BgrImage) -> str:
    assert cv2.imwrite(str(path), bgr)
    return str(path)


def test_a_board_that_is_cut_off_is_said_to_be_and_its_other_half_is_not_guessed(
    tmp_path: Path, table: BgrImage, capsys: Capture
) -> None:
    assert main(["see", write(tmp_path / "half.png", np.ascontiguousarray(table[:400]))]) == 0
    told = capsys.readouterr().out
    assert "the board is cut off: " in told and "fields are not in the picture" in told
    registration = DrawnTable().registration()
    beyond = [
        str(name)
        for name, (_, y) in zip(schmidt().field_names, registration.print_to_px(schmidt().centres_mm), strict=True)
        if y > 405
    ]
    assert len(beyond) > 20
    assert not [name for name in beyond if f"{name} (" in told.replace(",", "")]


def test_a_picture_without_colours_is_refused(tmp_path: Path, table: BgrImage, capsys: Capture) -> None:
    assert main(["see", write(tmp_path / "grey.png", np.asarray(cv2.cvtColor(table, cv2.COLOR_BGR2GRAY), np.uint8))]) == 2
    heard = capsys.readouterr()
    assert "the picture has no colours" in heard.err and heard.out == ""


@pytest.mark.parametrize(("board", "named"), [("six-48", "no six-48 board"), ("auto", "no known board")])
def test_a_board_that_is_not_found_is_named_and_auto_is_offered(tmp_path: Path, board: str, named: str, capsys: Capture) -> None:
    noise = np.random.default_rng(2).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    assert main(["see", write(tmp_path / "a.png", noise), "--board", board]) == 2
    told = capsys.readouterr().err
    assert named in told and "%" not in told
    assert told.count("--board auto tries every known board") == (board != "auto")


def test_no_pieces_are_made_up_where_the_stored_place_shows_no_board(tmp_path: Path, table: BgrImage, capsys: Capture) -> None:
    corners = DrawnTable().registration().print_to_px(schmidt().corners_mm)
    picture, place = write(tmp_path / "a.png", table), tmp_path / "place.json"
    save_calibration(place, Calibration("schmidt-4", (1280, 720), corners))
    assert main(["see", picture, "--calibration", str(place)]) == 0
    save_calibration(place, Calibration("schmidt-4", (1280, 720), corners + np.array([150.0, 40.0])))
    assert main(["see", picture, "--calibration", str(place)]) == 2
    assert "no schmidt-4 board lies where" in capsys.readouterr().err


def test_a_closed_output_is_no_accident(tmp_path: Path, table: BgrImage) -> None:
    picture = write(tmp_path / "a.png", table)
    program = [sys.executable, "-m", "companion.cli.main", "see", picture]
    ended = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *program], stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
