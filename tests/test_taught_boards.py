"""Taught boards are known by their names, like those that ship; a game keeps its board with all it needs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.auto import recognise_board
from calibration.finder import find_board
from calibration.picture_file import read_picture
from calibration.print import draw_print
from calibration.profile import FieldName, load_profile
from calibration.taught import board_file, taught_boards, taught_folder
from calibration.teaching import lesson_of
from calibration.teaching_kinds import kind_named
from calibration.teaching_profile import BoardWishes, save_board, teach_board
from companion.app.game import choose_game
from hardware.errors import UnknownNameError
from tests.seen_tables import SHARED, DrawnTable, start_position
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


@pytest.mark.parametrize("first", range(4))
def test_a_board_that_ships_is_preferred_to_itself_taught(first: int, ours: str) -> None:
    """A picture of the very board fits better than any drawn print, and says nothing about the houses that were marked."""
    board, picture, lesson = printed("schmidt-4")
    turned = lesson_of(lesson.kind, [*lesson.marks[first:], *lesson.marks[:first]])
    save_board(teach_board(picture, turned, BoardWishes(ours, None, board.colors, None)), taught_folder())
    found, place = recognise_board(picture, (ours, "six-48", "schmidt-4"))
    assert found.id == "schmidt-4"
    away = np.linalg.norm(place.print_to_px(board.centres_mm) - (board.centres_mm * 2 - 0.5), axis=1)
    assert away.max() < 2


def test_a_taught_board_wins_where_none_that_ships_surely_lies(ours: str) -> None:
    """The fields of schmidt-4 in other inks, as another maker prints them."""
    board, _, lesson = printed("schmidt-4")
    inks = {"ground": (60, 120, 150), "border": (30, 60, 80), "white": (230, 210, 160), "ink": (90, 20, 20)}
    players = dict(zip(board.colors, ((120, 40, 130), (240, 120, 30), (20, 60, 180), (90, 200, 90)), strict=True))
    picture = draw_print(board.with_inks({**inks, **players}), 2.0)
    save_board(teach_board(picture, lesson, BoardWishes(ours, None, board.colors)), taught_folder())
    assert recognise_board(picture)[0].id == ours


@pytest.mark.parametrize("picture", ["b3_easy_000", "b3_hard_000"])
def test_a_board_taught_with_wrong_houses_does_not_hide_the_one_that_ships(picture: str, ours: str) -> None:
    """Colours alone do not find ludo-40 in the first of the pictures."""
    folder = SHARED / "renders" / "ludo-40"
    if not folder.is_dir():
        pytest.skip(f"no renders at {folder}")
    teacher, board = read_picture(folder / "b3_medium_000.jpg"), load_profile("ludo-40")
    at = find_board(teacher, board).print_to_px(board.centres_mm).tolist()
    kind = kind_named("cross-40")
    marks = [(at[k][0], at[k][1]) for k in (board.field_names.index(FieldName(name)) for name in kind.marks)]
    save_board(teach_board(teacher, lesson_of(kind, marks), BoardWishes(ours, None, board.colors)), taught_folder())
    assert recognise_board(read_picture(folder / f"{picture}.jpg"))[0].id == "ludo-40"


@pytest.mark.parametrize(
    ("suffix", "content", "said"),
    [
        (".toml", b"[[[", "not valid TOML"),
        (".toml", b"\xff\xfe\x00", "theirs.toml"),
        (".jpg", b"no picture", "cannot be decoded"),
        (".jpg", None, "cannot be read"),
    ],
)
def test_a_broken_board_is_left_out_and_told_once(
    suffix: str, content: bytes | None, said: str, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for kept in (".toml", ".jpg"):
        text = (taught_folder() / f"{ours}{kept}").read_bytes()
        (taught_folder() / f"theirs{kept}").write_bytes(text.replace(b'"ours', b'"theirs'))
    broken = taught_folder() / f"theirs{suffix}"
    broken.unlink() if content is None else broken.write_bytes(content)
    picture = DrawnTable().picture(start_position())
    assert [recognise_board(picture)[0].id for _ in range(2)] == ["schmidt-4"] * 2
    told = capsys.readouterr().err
    assert told.count("the taught board theirs is left out: ") == 1
    assert said in told


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
