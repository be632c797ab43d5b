"""`companion calibrate` of pictures and recordings: says what is wrong, stores what is good, ends with 1 otherwise."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.drawing_view import Pose
from calibration.lens import Lens
from calibration.stored import Calibration, load_calibration, save_calibration
from companion.app import calibrate_live
from companion.app.calibrate_live import LensCollector
from companion.app.calibrated_eyes import calibrated
from companion.app.eyes import make_eyes
from companion.cli.main import main
from hardware.cameras.simulated import SimulatedCamera
from hardware.ports import BgrImage, Frame
from tests.seen_tables import DrawnTable, schmidt, start_position
from tests.test_calibrate_screen import Pictures

LIVE_POSES = tuple(
    Pose(*pose, 0.8, k1=-0.1, k2=0.02)
    for pose in ((25, 0, 0), (28, 90, 50), (22, 200, 100), (5, 0, 150), (30, 270, 200), (20, 45, 260))
)
POSES = (Pose(25, 0, 0, 0.8), Pose(28, 90, 50, 0.8), Pose(22, 200, 100, 0.8), Pose(5, 0, 150, 0.8))


@pytest.fixture(scope="module")
def good() -> BgrImage:
    return DrawnTable().picture(start_position())


def write(path: Path, bgr: BgrImage) -> Path:
    assert cv2.imwrite(str(path), bgr)
    return path


def test_a_good_picture_is_told_and_stored(tmp_path: Path, good: BgrImage, capsys: pytest.CaptureFixture[str]) -> None:
    picture, out = write(tmp_path / "table.png", good), tmp_path / "place.json"
    assert main(["calibrate", str(picture), "--board", "schmidt-4", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "table.png: good, schmidt-4 found, all 72 fields" in told and f"Stored: {out}" in told
    true = DrawnTable().registration().print_to_px(schmidt().corners_mm)
    assert np.abs(load_calibration(out, "schmidt-4").corners_px - true).max() < 4
    dark = write(tmp_path / "dark.png", np.asarray(good * 0.12, np.uint8))
    assert main(["calibrate", str(dark), "--out", str(tmp_path / "none.json"), "--board", "schmidt-4"]) == 1
    assert "too dark: brightness" in capsys.readouterr().out
    assert not (tmp_path / "none.json").exists()


def test_findings_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = write(tmp_path / "night.png", np.full((720, 1280, 3), 5, np.uint8))
    assert main(["calibrate", str(picture), "--json", "--out", str(tmp_path / "x.json")]) == 1
    line = json.loads(capsys.readouterr().out)
    assert line["findings"] == [{"problem": "too_dark", "side": None, "value": 5.0, "limit": 40.0}]
    assert (line["good"], line["board"], line["corners"]) == (False, None, None)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing.png"], "nothing.png: expected a picture or a recording, there is nothing"),
        (["{here}/text.txt"], "text.txt: expected a picture, it cannot be decoded"),
        (["--charuco"], "expected --lens with it"),
        (["--sheet", "{here}/text.txt/a.pdf"], "cannot write"),
        (["--camera", "simulated"], "there is no camera to calibrate"),
        (["--lens", "{here}/grey.png"], "expected at least 4 pictures in which enough is seen, got 0"),
        (["{here}/grey.png", "--board", "chess"], "chess"),
    ],
)
def test_what_cannot_be_used_is_told(tmp_path: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.txt").write_text("no picture", "utf-8")
    write(tmp_path / "grey.png", np.full((90, 160, 3), 128, np.uint8))
    filled = [argument.format(here=tmp_path) for argument in arguments]
    assert main(["calibrate", *filled, "--data", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err


def test_sheets_are_written(tmp_path: Path) -> None:
    assert main(["calibrate", "--sheet", str(tmp_path / "a" / "lens.pdf"), "--marks", str(tmp_path / "marks.pdf")]) == 0
    assert all(path.read_bytes().startswith(b"%PDF") for path in (tmp_path / "a" / "lens.pdf", tmp_path / "marks.pdf"))


@pytest.fixture(scope="module")
def bent() -> list[BgrImage]:
    """One table by one camera whose lens bends, from four sides."""
    poses = [Pose(p.tilt_deg, p.tilt_towards_deg, p.turn_deg, 0.8, k1=-0.1, k2=0.02) for p in POSES]
    return [DrawnTable(pose).picture(start_position()) for pose in poses]


def test_the_lens_by_pictures_of_the_board(tmp_path: Path, bent: list[BgrImage], capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(write(tmp_path / f"{k}.png", bgr)) for k, bgr in enumerate(bent)]
    out = tmp_path / "place.json"
    assert main(["calibrate", "--lens", *files, "--out", str(out), "--board", "schmidt-4"]) == 0
    assert "The lens: focal length" in capsys.readouterr().out
    lens = load_calibration(out, "schmidt-4").lens
    true = DrawnTable(POSES[0]).painter.view.camera[0, 0]
    assert lens is not None and lens.focal_px[0] == pytest.approx(true, rel=0.03)
    assert lens.k1 == pytest.approx(-0.1, abs=0.03)


@pytest.mark.parametrize(
    ("camera", "stored"), [([], []), (["--camera", "usb:0"], ["usb-0.json"])], ids=["no camera named", "for that camera"]
)
def test_a_lens_by_files_is_stored_only_where_it_was_said_whose_it_is(
    camera: list[str], stored: list[str], tmp_path: Path, bent: list[BgrImage], capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(write(tmp_path / f"{k}.png", bgr)) for k, bgr in enumerate(bent)]
    assert main(["calibrate", "--lens", *files, *camera, "--data", str(tmp_path), "--board", "schmidt-4"]) == 0
    told = capsys.readouterr().out
    assert "The lens: focal length" in told
    assert ("Nothing was stored: name its camera with --camera" in told) == (not camera)
    assert [path.name for path in (tmp_path / "calibration").glob("*")] == stored


class Tilting:
    """A board that somebody tilts another way as soon as its picture has been taken."""

    def __init__(self, pictures: list[BgrImage]) -> None:
        self.pictures, self.shown = pictures, 0

    def paint(self, time_s: float) -> BgrImage:
        """What the camera shows."""
        del time_s
        return self.pictures[min(self.shown, len(self.pictures) - 1)]


def test_the_lens_is_worked_out_live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each view is asked for and taken, once; with the sixth the lens is known, and stored with the board's place."""
    board = Tilting([DrawnTable(pose).picture(start_position()) for pose in LIVE_POSES])

    class Watched(LensCollector):
        def look(self, bgr: BgrImage) -> None:
            super().look(bgr)
            board.shown = len(self.views)

    monkeypatch.setattr(calibrate_live, "LensCollector", Watched)
    monkeypatch.setattr(calibrate_live, "make_camera", lambda _: SimulatedCamera(board))
    assert main(["calibrate", "--lens", "--camera", "usb:7", "--data", str(tmp_path), "--board", "schmidt-4"]) == 0
    told = capsys.readouterr().out
    asked = [line.split(":")[0] for line in told.splitlines() if line.startswith("Picture")]
    assert asked == [f"Picture {number}" for number in range(1, 7)]
    lens = load_calibration(tmp_path / "calibration" / "usb-7.json", "schmidt-4").lens
    true = DrawnTable(POSES[0]).painter.view.camera[0, 0]
    assert lens is not None and lens.focal_px[0] == pytest.approx(true, rel=0.03)


def test_live_without_a_screen(
    tmp_path: Path, good: BgrImage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    camera = Pictures(good)
    monkeypatch.setattr(calibrate_live, "make_camera", lambda _: camera)
    out = tmp_path / "place.json"
    arguments = ["calibrate", "--camera", "usb:7", "--headless", "--seconds", "300", "--out", str(out), "--board", "schmidt-4"]
    assert main(arguments) == 0
    assert camera.said == ["unlock", "lock"]
    assert "camera: good, schmidt-4 found" in capsys.readouterr().out
    assert load_calibration(out).lock == {"exposure": (80.0,)}


def test_a_lens_view_is_taken_when_it_lies_still_and_otherwise(bent: list[BgrImage]) -> None:
    collector = LensCollector(schmidt())
    counts = []
    for bgr in (bent[0], bent[0], bent[0], bent[1], bent[1]):
        collector.look(bgr)
        counts.append(len(collector.views))
    assert counts == [0, 1, 1, 1, 2]


def test_a_game_plays_in_straight_pixels_by_what_is_stored(tmp_path: Path, bent: list[BgrImage]) -> None:
    view = DrawnTable(Pose(25, 0, 0, 0.8, k1=-0.1, k2=0.02)).painter.view
    focal, middle = float(view.camera[0, 0]), (float(view.camera[0, 2]), float(view.camera[1, 2]))
    lens = Lens((focal, focal), middle, -0.1, 0.02, (1280, 720))
    seen = view.project_flat(schmidt().corners_mm)
    save_calibration(tmp_path / "x.json", Calibration("schmidt-4", (1280, 720), seen, lens))
    eyes = calibrated(make_eyes(schmidt()), load_calibration(tmp_path / "x.json"))
    found = eyes.find(bent[0], schmidt())
    assert np.linalg.norm(lens.seen_px(found.print_to_px(schmidt().corners_mm)) - seen, axis=1).max() < 1.5
    observation = eyes.reader.read(Frame(bent[0], 0.0, 0), found)
    assert observation.clear
    assert eyes.follow is not None and eyes.follow(Frame(bent[0], 0.5, 1), found) is not None


def test_pictures_store_nothing_by_themselves(
    tmp_path: Path, good: BgrImage, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is stored for the table's camera, its lock and lens, is not lost to a photograph."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    picture = write(tmp_path / "table.png", good)
    assert main(["calibrate", str(picture), "--board", "schmidt-4", "--camera", "usb:0"]) == 0
    assert "Stored" not in capsys.readouterr().out
    assert not (tmp_path / "home").exists()


def test_what_cannot_be_read_has_its_line_and_the_rest_is_looked_at(
    tmp_path: Path, good: BgrImage, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "text.jpg"
    bad.write_text("no picture", "utf-8")
    picture = write(tmp_path / "table.png", good)
    assert main(["calibrate", str(bad), str(picture), "--json", "--board", "schmidt-4"]) == 2
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert "text.jpg" in first["error"]
    assert second["good"]


def grey_of(bgr: BgrImage) -> BgrImage:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("grey", "no colours: pawns are told apart by them"),
        ("thin", "the picture is too small: its shorter side has 5 pixels, at least 150 are needed"),
        ("none", "no schmidt-4 board found: the whole board has to be in the picture"),
        ("half", "cut off at the bottom: "),
    ],
)
def test_what_is_wrong_with_a_picture_is_said_in_words_that_help(
    tmp_path: Path, good: BgrImage, name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pictures = {
        "grey": grey_of(good),
        "thin": np.full((5, 900, 3), 90, np.uint8),
        "none": np.random.default_rng(1).integers(0, 255, (480, 640, 3), dtype=np.uint8),
        "half": np.ascontiguousarray(good[:400]),
    }
    assert main(["calibrate", str(write(tmp_path / "a.png", pictures[name])), "--board", "schmidt-4"]) == 1
    told = capsys.readouterr().out
    assert said in told and "-" not in told.split(said)[1].replace("--board", "")
    assert ("--board auto" in told) == (name == "none")


def stored_elsewhere(path: Path, lens: Lens | None = None) -> Path:
    """A calibration of a board in the upper left corner of the picture."""
    corners = np.array([[20.0, 20.0], [300.0, 20.0], [300.0, 300.0], [20.0, 300.0]])
    save_calibration(path, Calibration("schmidt-4", (1280, 720), corners, lens))
    return path


def test_a_lens_of_pictures_of_another_size_is_not_used(tmp_path: Path, good: BgrImage) -> None:
    lens = Lens((1200.0, 1200.0), (640.0, 360.0), -0.3, 0.0, (1280, 720))
    out = stored_elsewhere(tmp_path / "place.json", lens)
    small = write(tmp_path / "a.png", np.asarray(cv2.resize(good, (960, 540), interpolation=cv2.INTER_AREA), np.uint8))
    assert main(["calibrate", str(small), "--board", "schmidt-4", "--out", str(out)]) == 0
    stored = load_calibration(out)
    assert (stored.size, stored.lens) == ((960, 540), None)
    true = DrawnTable().registration().print_to_px(schmidt().corners_mm) * 0.75
    assert np.abs(stored.corners_px - true).max() < 4


def test_a_damaged_file_is_written_anew_when_it_was_asked_for(
    tmp_path: Path, good: BgrImage, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "place.json"
    out.write_text("{", "utf-8")
    assert main(["calibrate", str(write(tmp_path / "a.png", good)), "--board", "schmidt-4", "--out", str(out)]) == 0
    assert "place.json" in capsys.readouterr().err
    assert load_calibration(out).board == "schmidt-4"
