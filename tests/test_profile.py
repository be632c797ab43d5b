"""Board profiles: what they hold, and what is said of wrong ones."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from calibration.print import draw_print
from calibration.profile import known_boards, load_profile, parse_profile
from hardware.errors import InputError, UnknownNameError

SCHMIDT = (resources.files("calibration") / "profiles" / "schmidt-4.toml").read_text("utf-8")


def test_the_schmidt_board() -> None:
    board = load_profile("schmidt-4")
    assert board.colors == ("yellow", "green", "red", "black")
    assert len(board.fields) == 40 + 4 * 4 + 4 * 4
    assert [str(board.start[color]) for color in board.colors] == ["T0", "T10", "T20", "T30"]
    assert board.field("green:a").kind == "goal"
    assert board.field("T20").color == "red"
    assert board.field("T1").color is None


def test_the_lattice_is_as_measured_not_uniform() -> None:
    """The gaps beside the centre line are wider."""
    board = load_profile("schmidt-4")
    inner = board.field("T9").x_mm - board.field("T8").x_mm
    outer = board.field("T2").x_mm - board.field("T1").x_mm
    assert inner == pytest.approx(0.0866 * board.width_mm, abs=0.01)
    assert outer == pytest.approx(0.0842 * board.width_mm, abs=0.01)


@pytest.mark.parametrize("name", known_boards())
def test_every_board_is_drawn_with_its_inks_at_its_fields(name: str) -> None:
    board = load_profile(name)
    picture = draw_print(board, 2.0)
    for field in board.fields:
        if field.kind == "house":
            ink = board.print_colours.players[str(field.color)][::-1]
            assert np.abs(picture[round(field.y_mm * 2), round(field.x_mm * 2)].astype(int) - ink).max() < 8, field.name


def test_no_two_fields_overlap() -> None:
    board = load_profile("schmidt-4")
    apart = np.linalg.norm(board.centres_mm[:, None] - board.centres_mm[None], axis=2) + 1e9 * np.eye(len(board.fields))
    radii = np.array([field.disc_mm for field in board.fields])
    assert (apart > radii[:, None] + radii[None]).all()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("width_mm = 390.0", "", "the profile needs the key 'width_mm'"),
        ("width_mm = 390.0", "width_mm = -1", "width_mm is -1; expected a number above 0"),
        ("width_mm = 390.0", 'width_mm = "wide"', "width_mm is 'wide'; expected a number above 0"),
        ("T7 = ", "T77 = ", "unknown field 'T77'; expected T0 … T39, 4 goal and 4 house fields a colour"),
        ("T7 = [0.4134, 0.1605]\n", "", "the profile needs the key 'T7'"),
        ("ground = [255, 232, 87]", "ground = [255, 232]", "print.srgb.ground is .*; expected three whole numbers 0 … 255"),
        ("height_mm = 27.0", "height_mm = 0", "pawn.height_mm is 0; expected a number above 0"),
        ("[start]", "[start", "not valid TOML"),
    ],
)
def test_a_wrong_profile_is_told_with_key_and_value(old: str, new: str, said: str) -> None:
    assert old in SCHMIDT
    with pytest.raises(InputError, match=f"^board.toml: .*{said}"):
        parse_profile(SCHMIDT.replace(old, new, 1), "board.toml")


def test_an_unknown_board_names_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown board 'ludo'; known boards are .*schmidt-4.*or give a .toml file"):
        load_profile("ludo")


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "wide.toml"
    path.write_text(SCHMIDT.replace("width_mm = 390.0", "width_mm = 360.0"), "utf-8")
    board = load_profile(str(path))
    assert board.width_mm == 360
    assert board.field("T0").x_mm == pytest.approx(0.0775 * 360)


def test_an_unknown_field_is_told() -> None:
    with pytest.raises(UnknownNameError, match="board schmidt-4 has no field 'T40'; expected a name like T0, yellow:a"):
        load_profile("schmidt-4").field("T40")
