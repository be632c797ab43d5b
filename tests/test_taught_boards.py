"""Taught boards are known by their names, like those that ship; a game keeps its board with all it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.auto import recognise_board
from calibration.profile import load_profile
from calibration.taught import board_file, taught_boards, taught_folder
from calibration.teaching_profile import BoardWishes, save_board, teach_board
from companion.app.game import choose_game
from hardware.errors import UnknownNameError
from tests.seen_tables import DrawnTable, start_position
from tests.test_teaching import printed


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The Schmidt board, taught under another name."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    load_profile.cache_clear()
    board, picture, lesson = printed("schmidt-4")
    save_board(teach_board(picture, lesson, BoardWishes("ours", None, board.colors, None)), taught_folder())
    return "ours"


def test_a_taught_board_is_known_by_its_name(ours: str) -> None:
    assert taught_boards() == (ours,)
    board = load_profile(ours)
    assert board.id == ours
    assert board.reference is not None and board.reference.is_file()


def test_a_taught_board_is_recognised_beside_those_that_ship(ours: str) -> None:
    found, _ = recognise_board(DrawnTable().picture(start_position()), ("six-48", ours))
    assert found.id == ours


@pytest.mark.parametrize("name", ["theirs", "../ours", "boards/ours", ""])
def test_other_names_are_told_with_those_that_are_known(ours: str, name: str) -> None:
    assert board_file(name) is None
    with pytest.raises(UnknownNameError, match=f"known boards are .*schmidt-4, six-48, {ours}, or give a .toml file"):
        load_profile(name)


def test_a_game_keeps_its_board_and_the_picture_it_is_found_by(ours: str, tmp_path: Path) -> None:
    picture = load_profile(ours).reference
    assert picture is not None
    looks = picture.read_bytes()
    choose_game(tmp_path / "data", ours, None, None, {}, new=True).begin().record.close()
    for path in (board_file(ours), picture):
        assert path is not None
        path.unlink()
    load_profile.cache_clear()
    resumed = choose_game(tmp_path / "data", None, None, None, {}).begin()
    resumed.record.close()
    kept = resumed.board.reference
    assert resumed.board.id == ours
    assert kept is not None and kept.read_bytes() == looks
