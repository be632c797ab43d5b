"""The lens is worked out from flat things seen from several sides, stored and undone; printed sheets are true to size."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.drawing_view import Pose, View, place_camera
from calibration.lens import Lens
from calibration.lens_fit import CHARUCO_SQUARE_MM, CHARUCO_SQUARES, LensView, charuco_view, fit_lens
from calibration.marks import PAPER_MM, find_board_by_marks, find_marks, mark_places_mm
from calibration.pdf import A4_MM
from calibration.sheets import lens_sheet, marks_sheet
from calibration.stored import Calibration, load_calibration, save_calibration
from hardware.errors import BoardNotFoundError, DeviceError, InputError
from hardware.ports import BgrImage
from tests.seen_tables import SIZE, schmidt

LENSES = st.builds(
    lambda focal, k1, k2: Lens((focal, focal), (639.5, 359.5), k1, k2, SIZE),
    st.floats(800, 1300),
    st.floats(-0.15, 0.12),
    st.floats(-0.02, 0.02),
)
POINTS = st.lists(st.tuples(st.floats(0, 1279), st.floats(0, 719)), min_size=1, max_size=8)


@given(LENSES, POINTS)
@settings(max_examples=60, deadline=None)
def test_straight_pixels_and_back(lens: Lens, points: list[tuple[float, float]]) -> None:
    straight = np.array(points, dtype=np.float64)
    assert np.allclose(lens.straight_px(lens.seen_px(straight)), straight, atol=0.05)


def test_a_straightened_picture_shows_things_where_straight_pixels_say() -> None:
    lens = Lens((900.0, 900.0), (639.5, 359.5), -0.12, 0.01, SIZE)
    spots = np.array([(100.0, 80.0), (1180.0, 90.0), (640.0, 360.0), (1100.0, 640.0)])
    bgr = np.zeros((720, 1280, 3), np.uint8)
    for x, y in lens.seen_px(spots):
        cv2.circle(bgr, (round(x), round(y)), 6, (255, 255, 255), -1)
    straight = lens.straighten(bgr)[..., 0]
    for x, y in spots:
        rows, columns = np.nonzero(straight[int(y) - 20 : int(y) + 20, int(x) - 20 : int(x) + 20] > 127)
        assert abs(columns.mean() - 20) < 1 and abs(rows.mean() - 20) < 1


def test_a_straight_lens_gives_the_very_same_picture() -> None:
    bgr = np.zeros((720, 1280, 3), np.uint8)
    assert Lens((900.0, 900.0), (639.5, 359.5), 0.0, 0.0, SIZE).straighten(bgr) is bgr


def camera(tilt: float, towards: float, turn: float) -> View:
    pose = Pose(tilt, towards, turn, board_share=0.85, field_of_view_deg=72, k1=-0.1, k2=0.02)
    return place_camera(schmidt(), pose, SIZE)


TILTED = ((0, 0, 10), (25, 0, 0), (30, 90, 40), (25, 180, 80), (30, 270, 200), (15, 45, 0))


def view(tilt: float, towards: float, turn: float, noise_px: float = 0.2) -> LensView:
    seen = camera(tilt, towards, turn).project_flat(schmidt().centres_mm)
    noise = np.random.default_rng(int(tilt + towards)).normal(0, noise_px, seen.shape)
    return LensView(schmidt().centres_mm, seen + noise)


def test_six_views_of_the_board_tell_the_lens() -> None:
    fit = fit_lens([view(*pose) for pose in TILTED], SIZE)
    true = camera(*TILTED[0])
    assert fit.lens.focal_px[0] == pytest.approx(true.camera[0, 0], rel=0.01)
    assert (fit.views, fit.points) == (6, 6 * 72) and fit.rms_px < 0.4
    seen = true.project_flat(schmidt().corners_mm)
    straight = fit.lens.straight_px(seen)
    mapping = cv2.findHomography(schmidt().centres_mm, fit.lens.straight_px(true.project_flat(schmidt().centres_mm)))[0]
    there = cv2.perspectiveTransform(schmidt().corners_mm.reshape(-1, 1, 2), mapping).reshape(-1, 2)
    assert np.linalg.norm(there - straight, axis=1).max() < 1.0
    bent = cv2.findHomography(schmidt().centres_mm, true.project_flat(schmidt().centres_mm))[0]
    without = cv2.perspectiveTransform(schmidt().corners_mm.reshape(-1, 1, 2), bent).reshape(-1, 2)
    assert np.linalg.norm(without - seen, axis=1).max() > 3.0


@pytest.mark.parametrize(
    ("views", "said"),
    [
        ([view(*pose) for pose in TILTED[:3]], "expected at least 4 pictures in which enough is seen, got 3"),
        ([view(0, 0, turn) for turn in (0, 20, 40, 60, 80)], "focal length open: 0 of 5 are tilted"),
        ([view(*pose, noise_px=3.0) for pose in TILTED], "no lens explains all 6 pictures"),
    ],
    ids=["too few", "from above", "not one camera"],
)
def test_views_that_do_not_tell_the_lens_are_told(views: list[LensView], said: str) -> None:
    with pytest.raises(InputError, match=said):
        fit_lens(views, SIZE)


# ---- stored ----


def stored(**more: object) -> Calibration:
    corners = np.array([(400, 100), (900, 100), (900, 600), (400, 600)], dtype=np.float64)
    return Calibration("schmidt-4", SIZE, corners, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "calibration",
    [
        stored(),
        stored(lens=Lens((900.0, 900.0), (639.5, 359.5), -0.1, 0.02, SIZE)),
        stored(corner_marks=True, lock={"ExposureTime": (8000.0,), "ColourGains": (1.5, 2.25)}),
    ],
    ids=["place", "lens", "marks and lock"],
)
def test_what_is_stored_comes_back(tmp_path: Path, calibration: Calibration) -> None:
    path = tmp_path / "deep" / "camera.json"
    save_calibration(path, calibration)
    back = load_calibration(path, "schmidt-4", SIZE)
    assert (back.lens, back.corner_marks, back.lock) == (calibration.lens, calibration.corner_marks, calibration.lock)
    assert np.allclose(back.corners_px, calibration.corners_px)
    assert [file.name for file in path.parent.iterdir()] == ["camera.json"]


def test_a_registration_is_in_straight_pixels() -> None:
    lens = Lens((900.0, 900.0), (639.5, 359.5), -0.1, 0.02, SIZE)
    calibration = stored(lens=lens)
    corners = calibration.registration(schmidt()).print_to_px(schmidt().corners_mm)
    assert np.allclose(lens.seen_px(corners), calibration.corners_px, atol=0.05)


@pytest.mark.parametrize(("k1", "k2"), [(-0.1, 0.02), (-0.3, 0.1), (-0.4, 0.15), (0.2, 0.1)])
def test_what_is_straightened_and_bent_again_is_where_it_was(k1: float, k2: float) -> None:
    lens = Lens((832.0, 832.0), (639.5, 359.5), k1, k2, SIZE)
    seen = np.array([[x, y] for x in np.linspace(0, 1279, 9) for y in np.linspace(0, 719, 7)])
    assert np.abs(lens.seen_px(lens.straight_px(seen)) - seen).max() < 1e-6


GOOD = '{"board": "schmidt-4", "size": [1280, 720], "corners": [[400, 100], [900, 100], [900, 600], [400, 600]]'
FOLDED = '"camera": [[300, 0, 640], [0, 300, 360], [0, 0, 1]]'
LENS = '"camera": [[900, 0, 640], [0, 900, 360], [0, 0, 1]]'


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('"distortion": [0.1, 0]', "has distortion but no camera"),
        (f'{LENS}, "distortion": [0.1]', "distortion is .*; expected 1 rows of 2 numbers"),
        (f'{LENS}, "distortion": [0.1, 3]', "distortion is .*; expected two numbers between -1 and 1"),
        (f'{FOLDED}, "distortion": [-0.9, 0.0]', "distortion is .*; expected one that can be undone at the corners"),
        ('"camera": [[1e-300, 0, 640], [0, 900, 360], [0, 0, 1]]', "camera is .*; expected .* fx and fy 256 to 25600"),
        ('"camera": [[1e6, 0, 640], [0, 900, 360], [0, 0, 1]]', "camera is .*; expected .* fx and fy 256 to 25600"),
        ('"corner_marks": 1', "corner_marks is 1; expected true or false"),
        ('"lock": [1]', "lock is .*; expected an object of lists of numbers"),
        ('"lock": {"exposure": ["x"]}', "lock is .*; expected an object of lists of numbers"),
        ('"colour": 1', "expected an object with the keys"),
    ],
)
def test_what_is_wrong_in_a_file_is_told(tmp_path: Path, more: str, said: str) -> None:
    path = tmp_path / "camera.json"
    path.write_text(f"{GOOD}, {more}}}", "utf-8")
    with pytest.raises(InputError, match=said):
        load_calibration(path)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DeviceError, match="the calibration cannot be written to"):
        save_calibration(tmp_path / "file" / "camera.json", stored())


# ---- printed sheets ----

PX_PER_MM = 4.0


def printed(pdf: bytes) -> BgrImage:
    """The black boxes of a page as a printer would print them, four pixels a millimetre."""
    page = np.full((round(A4_MM[1] * PX_PER_MM), round(A4_MM[0] * PX_PER_MM), 3), 255, np.uint8)
    to_px = PX_PER_MM * 25.4 / 72
    for x, y, width, height in re.findall(rb"^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f$", pdf, re.MULTILINE):
        left, right = float(x) * to_px, (float(x) + float(width)) * to_px
        bottom, top = len(page) - float(y) * to_px, len(page) - (float(y) + float(height)) * to_px
        page[round(top) : round(bottom), round(left) : round(right)] = 0
    return page


@pytest.mark.parametrize("make", [lens_sheet, marks_sheet])
def test_a_sheet_is_a_pdf_of_a_page_that_is_not_scaled(make: object) -> None:
    pdf = make()  # type: ignore[operator]
    assert pdf.startswith(b"%PDF-1.4") and pdf.endswith(b"%%EOF\n")
    assert b"/MediaBox [0 0 595.276 841.890]" in pdf and b"/PrintScaling /None" in pdf
    start = int(re.search(rb"startxref\n(\d+)", pdf)[1])  # type: ignore[index]
    for offset in re.findall(rb"(\d{10}) 00000 n", pdf[start:]):
        assert re.match(rb"\d+ 0 obj", pdf[int(offset) :])


def test_the_bar_is_ten_centimetres() -> None:
    bars = [float(width) for width, height in re.findall(rb"([\d.]+) ([\d.]+) re f", lens_sheet()) if float(height) < 1.2]
    assert max(bars) * 25.4 / 72 == pytest.approx(100.0, abs=0.01)


def test_the_lens_sheet_is_seen_whole_and_true_to_size() -> None:
    seen = charuco_view(printed(lens_sheet()))
    assert seen is not None and len(seen.flat_mm) == (CHARUCO_SQUARES[0] - 1) * (CHARUCO_SQUARES[1] - 1)
    one = np.linalg.norm(seen.seen_px[1] - seen.seen_px[0])
    assert one / PX_PER_MM == pytest.approx(CHARUCO_SQUARE_MM, abs=0.2)


# ---- corner marks ----


def table_with_marks(hidden: tuple[int, ...] = (), tilt: float = 20.0) -> tuple[BgrImage, View]:
    """A board without any print to be found by, with the printed and cut out marks round it."""
    board, scale = schmidt(), 3.0
    margin = 70.0
    flat = np.full((round((board.height_mm + 2 * margin) * scale), round((board.width_mm + 2 * margin) * scale), 3), 90, np.uint8)
    sheet = printed(marks_sheet())
    for k, corner in enumerate(find_marks(sheet).items()):
        number, px = corner
        if number in hidden:
            continue
        quiet = round(PX_PER_MM * 6)
        x0, y0 = px[0].round().astype(int) - quiet
        side = round(PAPER_MM * PX_PER_MM)
        paper = cv2.resize(sheet[y0 : y0 + side, x0 : x0 + side], None, fx=scale / PX_PER_MM, fy=scale / PX_PER_MM)
        left, top = ((mark_places_mm(board)[number, 0] - 6 + margin) * scale).round().astype(int)
        flat[top : top + len(paper), left : left + len(paper)] = paper
        assert k < 4
    view = place_camera(board, Pose(tilt_deg=tilt, tilt_towards_deg=70, turn_deg=110, board_share=0.65), SIZE)
    mm_to_flat = np.array([[scale, 0, margin * scale], [0, scale, margin * scale], [0, 0, 1]])
    warp = view.registration(board).board_to_px @ np.linalg.inv(mm_to_flat)
    return np.asarray(cv2.warpPerspective(flat, warp, SIZE, borderValue=(70, 70, 70)), dtype=np.uint8), view


@pytest.mark.parametrize(("hidden", "share"), [((), 0.015), ((2,), 0.015), ((0, 2), 0.03)], ids=["all four", "three", "two"])
def test_a_board_is_found_by_its_marks(hidden: tuple[int, ...], share: float) -> None:
    """Without any print to make it exact; the corners of two small papers tell the rest of the board less well."""
    bgr, true = table_with_marks(hidden)
    found = find_board_by_marks(bgr, schmidt())
    corners = true.project_flat(schmidt().corners_mm)
    away = np.linalg.norm(found.print_to_px(schmidt().corners_mm) - corners, axis=1).max()
    assert away < share * np.linalg.norm(corners[0] - corners[1])


def test_one_mark_is_too_few() -> None:
    with pytest.raises(BoardNotFoundError, match="at least 2 of the 4 printed marks, found 1"):
        find_board_by_marks(table_with_marks((0, 1, 2))[0], schmidt())
