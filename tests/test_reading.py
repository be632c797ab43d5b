"""Reading the fields of a board whose kind is known: photo-like pictures, drawn tables, real photographs."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.drawing_hand import HandAt
from calibration.finder import find_board
from calibration.profile import FieldName
from companion.cli.main import main
from companion.measuring.labelled import LabelledPicture, labelled_pictures
from companion.measuring.tally import mistaken
from companion.vision.assignment import assign
from companion.vision.inks import fit_inks, ink_names
from companion.vision.network import trained_network
from companion.vision.observation import Observation
from companion.vision.reader import BoardReader
from companion.vision.single import Reading, read_freely
from companion.vision.stillness import Stillness
from hardware.ports import BgrImage, Frame
from tests.seen_tables import RENDERS, SHARED, DrawnTable, schmidt, start_position

RENDERED = list(labelled_pictures(RENDERS))
PHOTOGRAPHS = pytest.mark.skipif(not (SHARED / "photos").exists(), reason="the photographs are not beside the project")


def read(bgr: BgrImage) -> tuple[Reading, Observation]:
    registration = find_board(bgr, schmidt())
    observation = BoardReader(schmidt(), views=6).read(Frame(bgr, 1.5, 0), registration)
    return read_freely(observation, schmidt(), registration), observation


def seen(reading: Reading) -> dict[str, str]:
    return {str(piece.field): piece.color for piece in reading.pieces}


@pytest.mark.parametrize("picture", RENDERED, ids=lambda picture: picture.path.name)
def test_photo_like_pictures_are_read(picture: LabelledPicture) -> None:
    """At most one field of 72 wrong in any of them; over all far less (`make accuracy`)."""
    reading, _ = read(picture.load())
    assert len(mistaken(picture, reading)) <= 1


def test_most_photo_like_pictures_are_read_without_a_mistake() -> None:
    whole = sum(not mistaken(picture, read(picture.load())[0]) for picture in RENDERED)
    assert whole >= len(RENDERED) - 1


@PHOTOGRAPHS
def test_the_photograph_with_pawns_on_fields_of_their_own_colour() -> None:
    """T15 and T16 are painted over: covered, never guessed."""
    reading, observation = read(picture_of("niklnkl-w2fieldsCovered.jpg"))
    assert seen(reading) == {"T2": "green", "T10": "green", "T20": "red", "T31": "red"}
    covered = {str(name) for name, hidden in zip(observation.fields, observation.covered, strict=True) if hidden}
    assert covered == {"T15", "T16"}


@PHOTOGRAPHS
def test_no_pawn_on_the_empty_board_of_the_photograph() -> None:
    reading, _ = read(picture_of("niklnkl-reallife_frame.jpg"))
    assert seen(reading) == {}


def picture_of(name: str) -> BgrImage:
    picture = cv2.imread(str(SHARED / "photos" / "boards" / name))
    assert picture is not None
    return np.asarray(picture, dtype=np.uint8)


def test_the_start_position_of_a_drawn_table() -> None:
    reading, observation = read(DrawnTable().picture(start_position()))
    assert seen(reading) == {field: color for color, fields in start_position().items() for field in fields}
    assert reading.clear
    assert observation.time_s == 1.5


def test_the_empty_board_of_a_drawn_table() -> None:
    reading, _ = read(DrawnTable().picture({}))
    assert seen(reading) == {}
    assert reading.clear


@pytest.mark.parametrize("color", ["yellow", "green", "red", "black"])
@pytest.mark.parametrize("kind", ["house", "start", "goal"])
def test_pawns_on_fields_of_their_own_colour(color: str, kind: str) -> None:
    fields = {
        "house": [f"{color}:B1", f"{color}:B4"],
        "start": [str(schmidt().start[color])],
        "goal": [f"{color}:a", f"{color}:d"],
    }[kind]
    reading, _ = read(DrawnTable().picture({color: fields}))
    assert seen(reading) == dict.fromkeys(fields, color)


@pytest.mark.parametrize("color", ["yellow", "green", "red", "black"])
def test_never_more_than_four_of_a_colour(color: str) -> None:
    reading, _ = read(DrawnTable().picture({color: ["T2", "T12", "T16", "T25", "T28", "T33"]}))
    assert sum(piece.color == color for piece in reading.pieces) == 4


def test_fields_under_a_hand_are_covered_and_the_board_is_not_clear() -> None:
    table = DrawnTable()
    reading, observation = read(table.picture(start_position(), HandAt(195, 195, 25, from_deg=100)))
    assert not reading.clear
    assert not observation.clear
    covered = {name for name, hidden in zip(observation.fields, observation.covered, strict=True) if hidden}
    assert len(covered) >= 3
    assert not any(piece.field in covered for piece in reading.pieces)


def test_evidence_is_probability_and_no_field_outweighs_a_game() -> None:
    _, observation = read(DrawnTable().picture(start_position()))
    assert np.allclose(np.exp(observation.log_evidence).sum(axis=1), 1)
    assert observation.log_evidence.min() > np.log(0.0003)


def test_the_same_frame_is_read_the_same() -> None:
    bgr = DrawnTable().picture(start_position())
    registration = find_board(bgr, schmidt())
    reader = BoardReader(schmidt())
    first, second = (reader.read(Frame(bgr, 0.0, n), registration) for n in range(2))
    assert np.array_equal(first.log_evidence, second.log_evidence)


@pytest.mark.parametrize("gain", [(0.5, 0.5, 0.5), (0.7, 0.85, 1.0), (1.0, 0.9, 0.7)])
def test_inks_are_told_from_light(gain: tuple[float, float, float]) -> None:
    """Dim, warm and cool light change the light, not the inks."""
    table = DrawnTable()
    bgr = table.picture(start_position())
    lit = np.clip(bgr * np.array(gain), 0, 255).astype(np.uint8)
    plain, changed = (fit_inks(picture, schmidt(), table.registration()) for picture in (bgr, lit))
    off = np.abs(plain.inks - changed.inks).max(axis=1)
    assert dict(zip(ink_names(schmidt()), off < 12, strict=True)) == dict.fromkeys(ink_names(schmidt()), True)


def test_quotas_are_kept_by_the_weakest_giving_way() -> None:
    scores = np.log(np.array([[0.1, 0.9], [0.2, 0.8], [0.4, 0.6], [0.9, 0.1]]))
    assert assign(scores, np.array([4, 2])).tolist() == [1, 1, 0, 0]
    assert assign(scores, np.array([4, 0])).tolist() == [0, 0, 0, 0]
    assert assign(scores, np.array([4, 4])).tolist() == [1, 1, 1, 0]


def test_the_network_is_small_and_needs_nothing_but_numpy() -> None:
    from importlib import resources

    assert (resources.files("companion.vision") / "models" / "reader.npz").stat().st_size < 1_000_000  # type: ignore[attr-defined]  # a file on disk
    network = trained_network()
    nothing = network.expectation(np.zeros((3, 32, 32, 5), np.float32))
    logits = network.logits(np.zeros((3, 32, 32, 3), np.float32), nothing)
    assert logits.shape == (3, 8)
    assert np.allclose(logits[0], logits[1])


def frames(*levels: int) -> list[Frame]:
    """One grey picture for each level, five a second; -1 is the same picture again."""
    out: list[Frame] = []
    for number, level in enumerate(levels):
        bgr = out[-1].bgr if level < 0 else np.full((72, 128, 3), level, np.uint8)
        out.append(Frame(bgr, number / 5, number))
    return out


@pytest.mark.parametrize(
    ("levels", "still"),
    [
        ((90, -1, -1, -1), [False, False, True, True]),
        ((90, 92, 91, 90), [False, False, True, True]),
        ((90, 90, 150, 150, 150), [False, False, False, False, True]),
        ((90, 150, 90, 150), [False, False, False, False]),
    ],
    ids=["the same picture again", "noise", "something moved", "always moving"],
)
def test_stillness(levels: tuple[int, ...], still: list[bool]) -> None:
    watch = Stillness()
    assert [watch.update(frame) for frame in frames(*levels)] == still


def test_one_pawn_that_moves_is_motion() -> None:
    table = DrawnTable()
    watch = Stillness()
    pictures = [table.picture({"red": [field]}) for field in ("T2", "T2", "T3")]
    told = [watch.update(Frame(bgr, time_s, n)) for n, (bgr, time_s) in enumerate(zip(pictures, (0.0, 0.5, 1.0), strict=True))]
    assert told == [False, True, False]


# --- companion see ---


def write_picture(path: Path, bgr: BgrImage) -> str:
    cv2.imwrite(str(path), bgr)
    return str(path)


def test_see_tells_a_line_for_each_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = DrawnTable()
    good = write_picture(
        tmp_path / "table.png", table.picture({**start_position(), "green": ["T7", "green:c", "yellow:a", "green:B1"]})
    )
    status = main(["see", "--json", good, good])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert status == 0
    assert [line["file"] for line in lines] == [good, good]
    line = lines[0]
    assert set(line) == {"file", "corners", "pieces", "position", "clear", "die"}
    assert line["position"]["yellow"] == [-1, -1, -1, 0]
    assert line["position"]["green"] == [-1, 37, 42, "yellow:a"]
    assert np.allclose(line["corners"], table.registration().print_to_px(schmidt().corners_mm), atol=4)
    piece = next(piece for piece in line["pieces"] if piece["field"] == "T7")
    assert piece["color"] == "green"
    assert 0.5 < piece["confidence"] <= 1
    middle = table.registration().print_to_px(schmidt().centres_mm)[schmidt().field_names.index(FieldName("T7"))]
    assert np.allclose(piece["px"], middle, atol=3)


def test_see_puts_errors_in_their_place_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write_picture(tmp_path / "table.png", DrawnTable().picture(start_position()))
    empty = write_picture(tmp_path / "grey.png", np.full((480, 640, 3), 128, np.uint8))
    text = tmp_path / "text.png"
    text.write_text("no picture", "utf-8")
    status = main(["see", "--json", str(tmp_path / "none.jpg"), empty, str(text), good])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert status == 2
    assert "none.jpg: cannot be read: No such file or directory" in lines[0]["error"]
    assert "grey.png: no schmidt-4 board in the 640x480 picture" in lines[1]["error"]
    assert "text.png: expected a picture" in lines[2]["error"]
    assert len(lines[3]["pieces"]) == 16


def test_see_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write_picture(tmp_path / "table.png", DrawnTable().picture({"red": ["T2"]}))
    assert main(["see", good, str(tmp_path / "none.png")]) == 2
    captured = capsys.readouterr()
    assert "1 pieces" in captured.out
    assert "red     T2" in captured.out
    assert captured.err.startswith("companion: ")
    assert "none.png: cannot be read" in captured.err


def test_see_with_an_unknown_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["see", "--board", "chess", "x.png"]) == 2
    told = capsys.readouterr().err
    assert "chess" in told and "known boards are" in told


def test_see_with_a_calibration_does_not_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = DrawnTable()
    good = write_picture(tmp_path / "table.png", table.picture(start_position()))
    corners = table.registration().print_to_px(schmidt().corners_mm).tolist()
    place = tmp_path / "place.json"
    place.write_text(json.dumps({"board": "schmidt-4", "size": [1280, 720], "corners": corners, "camera": None}), "utf-8")
    assert main(["see", "--json", "--calibration", str(place), good]) == 0
    line = json.loads(capsys.readouterr().out)
    assert np.allclose(line["corners"], corners, atol=0.1)
    assert len(line["pieces"]) == 16
