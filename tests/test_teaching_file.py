"""`companion teach PICTURE --marks FILE`: from marks to a board that can be used, and what is said of wrong ones."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.drawing_view import Pose
from calibration.finder import find_board
from calibration.profile import load_profile
from calibration.teaching_file import read_marks
from calibration.teaching_kinds import kind_named
from companion.cli.main import main
from hardware.errors import BoardNotFoundError, InputError
from hardware.ports import BgrImage
from tests.seen_tables import DrawnTable, schmidt, start_position
from tests.test_teaching import printed

SIZE = (1280, 720)
MARKS = [[340, 360], [640, 60], [940, 360], [640, 660]]
LOOKS = (
    Pose(tilt_deg=5, turn_deg=80),
    Pose(tilt_deg=25, tilt_towards_deg=60, turn_deg=200, board_share=0.6),
    Pose(tilt_deg=30, tilt_towards_deg=250, turn_deg=310, board_share=0.8),
)


def marks(**other: object) -> dict[str, object]:
    return {"kind": "cross-40", "marks": MARKS, **other}


def write(path: Path, data: object) -> Path:
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return path


def save(path: Path, picture: BgrImage) -> Path:
    assert cv2.imwrite(str(path), picture)
    return path


def test_everything_that_can_be_said_is_read(tmp_path: Path) -> None:
    colors = ["blue", "purple", "green", "black"]
    data = marks(colors=colors, fields={"1:B1": [380, 100], "T3": [520, 300]}, title="Unseres", across_mm=310, cells="square")
    lesson, wishes = read_marks(write(tmp_path / "m.json", data), SIZE, "ours")
    assert lesson.kind is kind_named("cross-40")
    assert lesson.marks == tuple((x, y) for x, y in MARKS)
    assert lesson.moved == {"1:B1": (380, 100), "T3": (520, 300)}
    assert (wishes.id, wishes.title, wishes.colors, wishes.across_mm, wishes.cells) == (
        "ours",
        "Unseres",
        tuple(colors),
        310,
        "square",
    )


@pytest.mark.parametrize("order", permutations(range(1, 4)))
def test_colours_stay_with_the_marks_they_were_given_for(order: tuple[int, ...], tmp_path: Path) -> None:
    colors = ["yellow", "green", "red", "black"]
    given = marks(marks=[MARKS[k] for k in (0, *order)], colors=[colors[k] for k in (0, *order)])
    lesson, wishes = read_marks(write(tmp_path / "m.json", given), SIZE, "ours")
    assert lesson.marks == tuple((x, y) for x, y in MARKS)
    assert wishes.colors == tuple(colors)


def test_a_board_in_the_usual_folder_is_used_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    board, picture, lesson = printed("schmidt-4")
    path = save(tmp_path / "b1_easy_000.png", picture)
    said = write(tmp_path / "m.json", marks(marks=lesson.marks, colors=board.colors))
    assert main(["teach", str(path), "--marks", str(said)]) == 0
    assert capsys.readouterr().out.endswith("; use it with --board b1-easy-000\n")
    assert load_profile("b1-easy-000").colors == board.colors


@pytest.mark.parametrize("display", [None, ":77"])
def test_without_a_screen_marks_are_asked_for(
    display: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if display is None:
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    else:
        monkeypatch.setenv("DISPLAY", display)
    picture = save(tmp_path / "ours.png", printed("schmidt-4")[1])
    assert main(["teach", str(picture), "--out", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "screen" in said and "--marks FILE" in said


WRONG: tuple[tuple[Any, str], ...] = (
    ("{", "expected a JSON object, it is not valid JSON"),
    ("[]", r"expected a JSON object, got \[\]"),
    ({"marks": MARKS}, 'the key "kind" is missing; expected kind and marks'),
    ({"kind": "cross-40"}, 'the key "marks" is missing; expected kind and marks'),
    (marks(corners=[]), 'unknown key "corners"; expected kind, marks, colors'),
    (marks(kind="cross-41"), 'kind is "cross-41"; expected one of cross-40, cross-48, cross-52, cross-56, six-48'),
    (marks(kind=40), "kind is 40; expected one of"),
    (marks(marks="here"), 'marks is "here"; expected 4 pixels'),
    (marks(marks=MARKS[:3]), r"marks is \[\[340.*; expected 4 pixels \[x, y\], one at the end of each arm of cross-40"),
    (marks(marks=[*MARKS[:3], [1, "2"]]), r'marks\[3\] is "2"; expected a number 0 to 720'),
    (marks(marks=[*MARKS[:3], [1300, 2]]), r"marks\[3\] is 1300; expected a number 0 to 1280"),
    (marks(marks=[*MARKS[:3], [float("nan"), 2]]), r"marks\[3\] is NaN; expected a number 0 to 1280"),
    (marks(marks=[*MARKS[:3], [1, 2, 3]]), r"marks\[3\] is \[1, 2, 3\]; expected two numbers"),
    (marks(marks=[[5, 5]] * 4), "do not surround a board"),
    (marks(fields=[]), r"fields is \[\]; expected a table"),
    (marks(fields={"T40": [1, 2]}), 'fields names "T40"; expected T0 … T39, 1:a … 4:B4'),
    (marks(fields={"T9": [1, 2]}), 'fields names "T9", which is the middle at the end of an arm; expected it in marks'),
    (marks(fields={"T3": [1, -2]}), r"fields.T3 is -2; expected a number 0 to 720"),
    (marks(fields={"T3": [5, 5]}), r"field T3 is moved by .* fields; expected 3 at most: check marks and kind"),
    (
        marks(colors=["red", "red", "green", "blue"]),
        r"colors is .*; expected 4 different ones of yellow, green, red, black, blue, purple",
    ),
    (marks(colors=["red", "pink", "green", "blue"]), r"colors is .*; expected 4 different ones"),
    (marks(colors=["red", ["x"], "green", "blue"]), r"colors is .*; expected 4 different ones"),
    (marks(colors="red"), r'colors is "red"; expected 4 different ones'),
    (marks(title=""), 'title is ""; expected a text'),
    (marks(title="\ud800"), "title is .*; expected a text"),
    (marks(across_mm=-3), "across_mm is -3; expected a number above 0"),
    (marks(across_mm=1e9), r"across_mm is 1000000000.0; expected a number 0 to 4000"),
    (marks(cells="hexagon"), 'cells is "hexagon"; expected one of disc, square'),
)


@pytest.mark.parametrize(("data", "said"), WRONG, ids=[said[:40] for _, said in WRONG])
def test_what_is_wrong_is_told_with_file_key_and_value(tmp_path: Path, data: object, said: str) -> None:
    path = write(tmp_path / "m.json", data)
    with pytest.raises(InputError, match=said) as told:
        read_marks(path, SIZE, "ours")
    assert str(told.value).startswith(str(path))
    assert "\n" not in str(told.value)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Schmidt board, drawn with its pieces at the start, taught by the command line without a word about its colours."""
    folder = tmp_path_factory.mktemp("taught")
    table = DrawnTable(Pose(tilt_deg=8, turn_deg=10))
    at = table.registration().print_to_px(schmidt().centres_mm)
    ends = [at[schmidt().field_names.index(name)].round(1).tolist() for name in kind_named("cross-40").marks]
    picture = save(folder / "Unser Brett.jpg", table.picture(start_position()))
    said = write(folder / "marks.json", {"kind": "cross-40", "marks": [ends[0], *ends[:0:-1]]})
    assert main(["teach", str(picture), "--marks", str(said), "--out", str(folder / "boards")]) == 0
    return folder / "boards" / "unser-brett.toml"


def test_the_board_that_was_taught_is_the_one_in_the_picture(taught: Path) -> None:
    board = load_profile(str(taught))
    assert board.colors == schmidt().colors
    assert board.reference == taught.with_suffix(".jpg")
    true = schmidt().centres_mm[:56]
    found = board.centres_mm[:56]
    turn = np.linalg.lstsq(np.column_stack([found, np.ones(56)]), true, rcond=None)[0]
    away = np.linalg.norm(np.column_stack([found, np.ones(56)]) @ turn - true, axis=1)
    assert away.max() < 0.15 * 32.8, "track and goals lie where the print has them, to a seventh of a field"


@pytest.mark.parametrize("pose", LOOKS, ids=lambda pose: f"turned {pose.turn_deg:g}")
def test_it_is_found_however_it_lies_with_other_pieces_on_it(taught: Path, pose: Pose) -> None:
    table = DrawnTable(pose)
    found = find_board(
        table.picture({"red": ["T3", "T17"], "green": ["T30", "green:a"], "black": ["T8"]}), load_profile(str(taught))
    )
    board = load_profile(str(taught))
    true = table.registration().print_to_px(schmidt().centres_mm[:56])
    away = np.linalg.norm(found.print_to_px(board.centres_mm[:56]) - true, axis=1)
    pitch_px = np.linalg.norm(np.diff(true[:2], axis=0))
    assert np.median(away) < 0.1 * pitch_px


def test_it_is_not_found_where_it_is_not(taught: Path) -> None:
    cloth = np.full((360, 640, 3), (60, 160, 220), np.uint8)
    for x in range(30, 640, 60):
        for y in range(30, 360, 60):
            cv2.circle(cloth, (x, y), 18, (240, 240, 240), -1, cv2.LINE_AA)
    with pytest.raises(BoardNotFoundError):
        find_board(cloth, load_profile(str(taught)))


def test_a_reference_picture_that_is_gone_or_broken_is_told(taught: Path, tmp_path: Path) -> None:
    path = write(tmp_path / "unser-brett.toml", taught.read_text("utf-8"))
    with pytest.raises(InputError, match=r"unser-brett.jpg: cannot be read: No such file.*; teach the board again"):
        find_board(DrawnTable().picture({}), load_profile(str(path)))
    write(path.with_suffix(".jpg"), "no picture")
    with pytest.raises(InputError, match=r"unser-brett.jpg: expected the reference picture of a board, but it cannot be decoded"):
        find_board(DrawnTable().picture({}), load_profile(str(path)))


def test_a_board_is_not_written_over_unasked(taught: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = taught.parents[1]
    command = ["teach", str(folder / "Unser Brett.jpg"), "--marks", str(folder / "marks.json"), "--out", str(taught.parent)]
    assert main(command) == 2
    assert "unser-brett.toml is there already; name the board otherwise with --id, or give --replace" in capsys.readouterr().err
    assert main([*command, "--replace"]) == 0
    assert f"use it with --board {taught}" in capsys.readouterr().out


def test_colours_that_are_not_clear_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, print_seen, lesson = printed("schmidt-4")
    picture = save(
        tmp_path / "grey.png",
        np.asarray(cv2.cvtColor(cv2.cvtColor(print_seen, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8),
    )
    said = write(tmp_path / "m.json", marks(marks=lesson.marks))
    command = ["teach", str(picture), "--marks", str(said), "--out", str(tmp_path)]
    assert main(command) == 2
    assert 'are not clear in the picture; expected "colors" in the order of the marks' in capsys.readouterr().err
    assert not (tmp_path / "grey.toml").exists()


@pytest.mark.parametrize(
    ("picture", "more", "said"),
    [
        (None, (), "nothing.jpg: cannot be read: No such file"),
        ("no picture", (), "expected a picture (JPEG, PNG, …), but it cannot be decoded"),
        (np.zeros((40, 40, 3), np.uint8), (), "a picture of 40x40; expected 150 pixels and more each way"),
        (np.zeros((200, 200, 3), np.uint8), ("--id", "six-48"), "--id six-48 is a board the program knows already"),
        (np.zeros((200, 200, 3), np.uint8), ("--id", "auto"), "a board cannot be called auto, for --board auto means any board"),
        (np.zeros((200, 200, 3), np.uint8), ("--size", "big"), "'big' is no size; expected one like 1280x720"),
    ],
)
def test_what_cannot_be_used_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], picture: object, more: tuple[str, ...], said: str
) -> None:
    path = tmp_path / "nothing.jpg"
    if isinstance(picture, str):
        write(path, picture)
    elif picture is not None:
        path = save(tmp_path / "small.png", np.asarray(picture, np.uint8))
    assert main(["teach", str(path), "--marks", str(write(tmp_path / "m.json", marks())), "--out", str(tmp_path), *more]) == 2
    assert said in capsys.readouterr().err
