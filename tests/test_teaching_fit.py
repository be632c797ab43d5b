"""Teaching looks whether fields lie on print: on boards taught rightly and wrongly, and what is said of it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.picture_file import read_picture
from calibration.profile import load_profile
from calibration.teaching import Lesson, lesson_of, places_in_picture
from calibration.teaching_fit import misfits
from calibration.teaching_kinds import Point, kind_named
from companion.cli.main import main
from hardware.ports import BgrImage
from tests.seen_tables import SHARED
from tests.test_teaching import KIND_OF, printed

RENDERS = SHARED / "renders"
LEFT_AS_THEY_ARE = {"ludo-40": ("house",), "chinczyk-48": ("house",)}
"""Houses of ludo-40 lie elsewhere than the kind expects; those of chinczyk-48 are patches without fields."""


def told(bgr: BgrImage, lesson: Lesson) -> tuple[str, ...]:
    return tuple(misfit.kind for misfit in misfits(bgr, lesson))


def put_right(name: str, at: Mapping[str, Point], lesson: Lesson) -> Lesson:
    """The lesson with each field of the first house put on the printed field nearest to it."""
    color = load_profile(name).colors[0]
    left = [at[f"{color}:B{k}"] for k in range(1, 5)]
    places = places_in_picture(lesson)
    for k in range(1, 5):
        spot = min(left, key=lambda point: math.dist(point, places[f"1:B{k}"]))
        left.remove(spot)
        lesson = lesson.with_moved(f"1:B{k}", spot)
    return lesson


@pytest.mark.parametrize("name", KIND_OF)
def test_of_every_measured_board_only_houses_that_miss_are_told(name: str) -> None:
    board, picture, lesson = printed(name)
    assert told(picture, lesson) == LEFT_AS_THEY_ARE.get(name, ())
    at = {str(field.name): (field.x_mm * 2 - 0.5, field.y_mm * 2 - 0.5) for field in board.fields}
    assert told(picture, put_right(name, at, lesson)) == (("house",) if name == "chinczyk-48" else ())


@pytest.mark.parametrize("name", KIND_OF)
@pytest.mark.parametrize(("across", "down"), [(0.5, 0.3), (-0.4, 0.4)])
def test_marks_half_a_field_aside_are_told(name: str, across: float, down: float) -> None:
    _, picture, lesson = printed(name)
    step = math.dist(places_in_picture(lesson)["T0"], places_in_picture(lesson)["T1"])
    aside = lesson_of(lesson.kind, [(x + across * step, y + down * step) for x, y in lesson.marks])
    assert told(picture, aside)[0] == "track"


def test_a_picture_of_nothing_has_no_fields() -> None:
    _, picture, lesson = printed("schmidt-4")
    assert told(np.full_like(picture, 170), lesson) == ("track", "goal", "house")


def renders() -> list[tuple[str, Path, BgrImage, Lesson]]:
    """Every third still, and what a person would mark in it, pieces and hands and all."""
    if not RENDERS.is_dir():
        pytest.skip(f"no renders at {RENDERS}")
    found = []
    for name in ("schmidt-4", "ludo-40", "six-48"):
        for line in (RENDERS / name / "truth.jsonl").read_text("utf-8").splitlines()[::3]:
            truth = json.loads(line)
            board, kind = load_profile(name), kind_named(KIND_OF[name])
            view = cv2.getPerspectiveTransform(board.corners_mm.astype(np.float32), np.array(truth["corners"], np.float32))
            seen = cv2.perspectiveTransform(board.centres_mm[None], np.asarray(view, dtype=np.float64))[0].tolist()
            at = dict(zip(map(str, board.field_names), ((x, y) for x, y in seen), strict=True))
            lesson = put_right(name, at, lesson_of(kind, [at[mark] for mark in kind.marks]))
            path = RENDERS / name / truth["file"]
            found.append((name, path, read_picture(path), lesson))
    return found


def test_renders_taught_rightly_and_wrongly() -> None:
    """Pieces stand on the fields, hands lie over some: nothing is told of what is right, and all that is wrong."""
    for name, path, picture, lesson in renders():
        assert told(picture, lesson) == (), path
        middle = np.mean(lesson.marks, axis=0)
        inwards = [(float(x), float(y)) for x, y in middle + (np.array(lesson.marks) - middle) * 0.8]
        assert told(picture, lesson_of(lesson.kind, inwards)), path
        assert told(picture, lesson_of(lesson.kind, lesson.marks)) == LEFT_AS_THEY_ARE.get(name, ()), path


def taught(tmp_path: Path, name: str, **said: object) -> int:
    board, picture, lesson = printed(name)
    cv2.imwrite(str(tmp_path / "ours.png"), picture)
    marks = {"kind": lesson.kind.name, "marks": lesson.marks, "colors": board.colors, **said}
    (tmp_path / "marks.json").write_text(json.dumps(marks), "utf-8")
    return main(["teach", str(tmp_path / "ours.png"), "--marks", str(tmp_path / "marks.json"), "--out", str(tmp_path)])


def test_marks_that_do_not_fit_the_picture_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    marks = [[300, 400], [400, 250], [550, 400], [400, 550]]
    assert taught(tmp_path, "schmidt-4", marks=marks, fields={"1:B1": [330, 300]}) == 2
    said = capsys.readouterr().err
    assert "marks.json: the fields of the track do not lie on printed fields (" in said
    assert 'of 40 do); expected them on their print: check "marks" and "kind"' in said
    assert not (tmp_path / "ours.toml").exists()


def test_houses_beside_their_print_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert taught(tmp_path, "ludo-40") == 2
    said = capsys.readouterr().err
    assert "the houses do not lie on printed fields (" in said
    assert 'give "fields", as {"1:B1": [x, y], …} for the first arm' in said
    assert not (tmp_path / "ours.toml").exists()


def test_houses_that_a_person_has_placed_are_kept_with_a_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    x, y = places_in_picture(printed("ludo-40")[2])["1:B1"]
    assert taught(tmp_path, "ludo-40", fields={"1:B1": [x, y]}) == 0
    assert "the houses do not lie on printed fields" in capsys.readouterr().err
    assert (tmp_path / "ours.toml").exists()
