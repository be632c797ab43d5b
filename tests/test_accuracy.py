"""Measuring single pictures: what counts as wrong, how sets add up, what a confidence is worth, and the manual's table."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.profile import FieldName, load_profile
from companion.measuring import accuracy
from companion.measuring.accuracy import MANUAL, main
from companion.measuring.accuracy_report import BEGIN, END, as_text, manual_table, write_manual
from companion.measuring.goals import GOALS, DiceFigures, held_out, rows
from companion.measuring.labelled import Kind, LabelledPicture, labelled_pictures
from companion.measuring.reliability import bins, expected_calibration_error, reliability_plot, right_of_the_sure
from companion.measuring.splits import Use, default_sets, missing_sets, use_of
from companion.measuring.tally import Tally, judged, mistaken, summed
from companion.vision.single import Reading, SeenPiece
from hardware.errors import InputError
from tests.seen_tables import RENDERS, SHARED

CORNERS = np.array([[100.0, 100.0], [500.0, 100.0], [500.0, 500.0], [100.0, 500.0]])


def picture(pieces: dict[str, str], unknown: tuple[str, ...] = ()) -> LabelledPicture:
    return LabelledPicture(
        path=Path("picture.png"),
        set_name="schmidt-4",
        kind=Kind.RENDERED,
        difficulty="easy",
        board=load_profile("schmidt-4"),
        corners_px=CORNERS,
        pieces={FieldName(name): color for name, color in pieces.items()},
        unknown=frozenset(FieldName(name) for name in unknown),
        settled=True,
    )


def reading(pieces: dict[str, str], confidence: float = 0.9) -> Reading:
    seen = tuple(SeenPiece(color, FieldName(name), (0.0, 0.0), confidence) for name, color in pieces.items())
    return Reading(CORNERS, seen, True)


@pytest.mark.parametrize(
    ("true", "read", "unknown", "wrong"),
    [
        ({"T1": "red"}, {"T1": "red"}, (), []),
        ({"T1": "red"}, {"T1": "green"}, (), [("T1", "red", "green")]),
        ({"T1": "red"}, {}, (), [("T1", "red", "empty")]),
        ({}, {"T1": "red"}, (), [("T1", "empty", "red")]),
        ({"T1": "red"}, {"T2": "red"}, (), [("T1", "red", "empty"), ("T2", "empty", "red")]),
        ({"T1": "red"}, {}, ("T1",), []),
        ({}, {"T1": "red"}, ("T1",), []),
    ],
)
def test_what_is_a_mistake(
    true: dict[str, str], read: dict[str, str], unknown: tuple[str, ...], wrong: list[tuple[str, str, str]]
) -> None:
    assert list(mistaken(picture(true, unknown), reading(read))) == wrong


def test_a_board_that_is_not_found_is_wrong_in_every_known_field() -> None:
    tally = Tally()
    tally.count_lost(picture({}, ("T1", "T2")))
    assert (tally.pictures, tally.found, tally.fields, tally.wrong, tally.whole) == (1, 0, 70, 70, 0)


def test_only_pieces_on_known_fields_are_judged() -> None:
    read = reading({"T1": "red", "T2": "red", "T3": "red"}, 0.8)
    assert judged(picture({"T1": "red"}, ("T3",)), read) == [(0.8, True), (0.8, False)]


def test_sums_of_sets() -> None:
    total = summed([Tally(pictures=2, wrong=1, judged=[(0.9, True)]), Tally(pictures=3, wrong=4, judged=[(0.7, False)])])
    assert (total.pictures, total.wrong, total.judged) == (5, 5, [(0.9, True), (0.7, False)])


def test_what_was_trained_on_is_never_summed_with_the_rest() -> None:
    tallies = {("schmidt-4", "easy"): Tally(pictures=8), ("schmidt-4-more", "easy"): Tally(pictures=18)}
    assert use_of("schmidt-4-more") is Use.TRAINED
    assert held_out(tallies, GOALS[0]).pictures == 8


@pytest.mark.parametrize(
    ("wrong", "whole", "holds"), [(0, 8, True), (1, 8, True), (2, 8, False), (1, 7, False)]
)  # 0.2 % of 576 fields is 1.15, 90 % of 8 boards is 7.2
def test_a_goal_holds_when_both_its_shares_do(wrong: int, whole: int, holds: bool) -> None:
    tally = Tally(pictures=8, found=8, fields=576, wrong=wrong, whole=whole, corner_errors=[0.002])
    tally.finding_ms, tally.one_look_ms, tally.six_looks_ms = [50.0], [20.0], [60.0]
    assert rows({("schmidt-4", "easy"): tally}, None, None)[0].holds is holds


def test_dice_are_a_row_of_their_own() -> None:
    row = next(row for row in rows({}, DiceFigures(pictures=31, dice=86, wrong_or_missed=7, false=7), None))
    assert (row.holds, row.reached) == (False, "8.1% (7) / 0.23 (7)")


def test_confidences_of_which_nine_in_ten_are_right() -> None:
    told = [(0.9, True)] * 9 + [(0.9, False)]
    assert expected_calibration_error(told) == pytest.approx(0.0)
    assert right_of_the_sure(told) == (9, 10)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60))
def test_every_piece_is_in_one_bin(told: list[tuple[float, bool]]) -> None:
    assert sum(part.pieces for part in bins(told)) == len(told)
    assert 0 <= expected_calibration_error(told) <= 1
    assert all(part.low - 1e-9 <= part.confidence <= part.high + 1e-9 for part in bins(told))


def test_the_plot_shows_each_kind_in_a_colour_of_its_own() -> None:
    plot = reliability_plot({"rendered": [(0.95, True)] * 5, "photograph": [(0.6, False), (0.65, True)]})
    assert len(np.unique(plot.reshape(-1, 3), axis=0)) > 4
    assert plot.shape[2] == 3


def table() -> str:
    tally = Tally(pictures=1, found=1, fields=72, whole=1, corner_errors=[0.003], finding_ms=[50.0])
    tally.one_look_ms, tally.six_looks_ms = [20.0], [60.0]
    tallies = {("schmidt-4", "easy"): tally, ("tests/renders", "easy"): tally}
    return manual_table(tallies, rows(tallies, None, None))


def test_the_manual_has_a_place_for_the_table_and_rows_of_equal_length() -> None:
    text = MANUAL.read_text("utf-8")
    assert text.count(BEGIN) == text.count(END) == 1
    between = text[text.index(BEGIN) + len(BEGIN) : text.index(END)]
    for made in (between, table()):
        blocks = [block.splitlines() for block in made.strip().split("\n\n") if block]
        for block in blocks:
            assert len({line.count("|") for line in block}) == 1
            assert re.fullmatch(r"(\| --- )+\|", block[1])


def test_the_table_is_written_anew_and_the_rest_stays(tmp_path: Path) -> None:
    path = tmp_path / "accuracy.md"
    path.write_text(f"before\n\n{BEGIN}\nold\n{END}\nafter\n", "utf-8")
    write_manual(path, table())
    write_manual(path, table())
    assert path.read_text("utf-8") == f"before\n\n{BEGIN}\n\n{table()}\n\n{END}\nafter\n"
    assert "tests/renders" not in table()


@pytest.mark.parametrize("text", ["no marks", f"{END}\n{BEGIN}", f"{BEGIN}\n{BEGIN}\n{END}"])
def test_a_chapter_without_a_place_for_the_table_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "accuracy.md"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match="expected one line <!-- table: begin -->"):
        write_manual(path, table())


def test_one_picture_measured_from_end_to_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A label that is made wrong by one pawn: exactly that is told, drawn, and in the JSON."""
    label = json.loads((RENDERS / "truth.jsonl").read_text("utf-8").splitlines()[0])
    shutil.copy(RENDERS / label["file"], tmp_path)
    true = next(labelled_pictures(RENDERS))
    pawn = next(pawn for pawn in label["pawns"] if not (pawn["held"] or pawn["lying"]))
    pawn["color"] = next(color for color in true.board.colors if color != pawn["color"])
    (tmp_path / "truth.jsonl").write_text(json.dumps(label), "utf-8")
    assert main([str(tmp_path), "--json", "--save", str(tmp_path / "save"), "--plot", str(tmp_path / "plot.png")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["sets"][0]["found"], told["sets"][0]["wrong"]) == (1, 1)
    assert sum(told["sets"][0]["confusions"].values()) == 1
    assert len(list((tmp_path / "save").rglob("*.png"))) == 1
    assert (tmp_path / "plot.png").is_file()


def test_a_folder_without_labels_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "expected a folder with truth.jsonl" in capsys.readouterr().err


@pytest.mark.skipif(not (SHARED / "recordings").exists(), reason="the recordings are not beside the project")
def test_positions_of_a_recording_are_labels() -> None:
    """The first step's truth: yellow [-1, 12, 42, 43], green [0, 12, 39, 43], red [6, 11, 12, 42], black [-1, -1, -1, 43]."""
    first = next(labelled_pictures(SHARED / "recordings" / "schmidt-afternoon"))
    assert {str(name) for name, color in first.pieces.items() if color == "yellow"} == {"T12", "yellow:c", "yellow:d"}
    assert {str(name) for name in first.unknown} == {f"{color}:B{n}" for color in ("yellow", "black") for n in range(1, 5)}


def test_sets_that_are_missing_are_named(tmp_path: Path) -> None:
    (tmp_path / "renders" / "six-48").mkdir(parents=True)
    missing = [path.relative_to(tmp_path).as_posix() for path in missing_sets(tmp_path)]
    assert "renders/schmidt-4" in missing and "photos/boards.jsonl" in missing and "recordings" in missing
    assert "renders/six-48" not in missing
    assert tmp_path / "renders" / "six-48" in default_sets(tmp_path)


def test_the_manual_is_not_written_without_the_sets_it_is_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(accuracy, "missing_sets", lambda: [tmp_path / "schmidt-4", tmp_path / "boards.jsonl"])
    before = MANUAL.read_text("utf-8")
    assert main(["--manual"]) == 2
    told = capsys.readouterr().err
    assert "schmidt-4, boards not there" in told and "README" in told
    assert MANUAL.read_text("utf-8") == before


def test_no_summary_of_nothing() -> None:
    assert "held-out" not in as_text({("tests/renders", "easy"): Tally(pictures=1, fields=72)}, {}, [], [])
