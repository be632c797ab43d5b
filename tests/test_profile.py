"""Board profiles: what they hold, and what is said of wrong ones."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from calibration.print import draw_print
from calibration.profile import known_boards, load_profile, parse_profile
from companion.vision.reader import BoardReader
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
            ink = board.print_colours.named(field.ink)[::-1]
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
        ("width_mm = 390.0", 'width_mm = "wide"', 'width_mm is "wide"; expected a number above 0'),
        ("T7 = ", "T77 = ", 'unknown field "T77"; expected T0 … black:B4'),
        ("T7 = [0.4134, 0.1605]\n", "", "the profile needs the key 'T7'"),
        ("ground = [255, 232, 87]", "ground = [255, 232]", "print.srgb.ground is .*; expected three whole numbers 0 … 255"),
        ("height_mm = 27.0", "height_mm = 0", "pawn.height_mm is 0; expected a number above 0"),
        ("[start]", "[start", "not valid TOML"),
        ("width_mm = 390.0", "width_mm = nan", "width_mm is NaN; expected a number above 0"),
        ("width_mm = 390.0", "width_mm = inf", "width_mm is Infinity; expected a number above 0"),
        ("width_mm = 390.0", "width_mm = true", "width_mm is true; expected a number above 0"),
        ("width_mm = 390.0", "width_mm = 1e300", "width_mm is 1e.300; expected a number 0 to 5000"),
        ("width_mm = 390.0", "width_mm = 1" + "0" * 400, "width_mm is 100*…; expected a number above 0"),
        ("width_mm = 390.0", "width_mm = " + "9" * 5000, "not valid TOML: a number has too many digits$"),
        ("width_mm = 390.0", "width_mm = " + "[" * 100_000, "not valid TOML: nested too deeply$"),
        ("width_mm = 390.0", "width_mm = 390.0\naspect = 1000", "aspect is 1000; expected a number 0.25 to 4"),
        ('id = "schmidt-4"', "id = 4", "id is 4; expected a text"),
        ('title = "Schmidt, four players"', 'title = ""', 'title is ""; expected a text'),
        ('["yellow", "green", "red", "black"]', '"yellow"', 'colors is "yellow"; expected a list of names of letters and digits'),
        ('["yellow", "green", "red", "black"]', "[1, 2, 3, 4]", "colors is .*; expected a list of names of letters and digits"),
        ('["yellow", "green", "red", "black"]', '["yellow", "a:b"]', "colors is .*; expected a list of names of letters"),
        ('["yellow", "green", "red", "black"]', '["yellow", "yellow"]', "colors is .*; expected 2 to 12 different names"),
        ('["yellow", "green", "red", "black"]', "[]", "colors is .*; expected 2 to 12 different names"),
        ('["yellow", "green", "red", "black"]', '["yellow", "white"]', 'colors holds "white", which names something else'),
        ("track = 40", "track = 40.5", "track is 40.5; expected a whole number 4 to 200"),
        ("track = 40", 'track = "40"', 'track is "40"; expected a whole number'),
        ("track = 40", "track = 1000000000", "track is 1000000000; expected a whole number 4 to 200"),
        ("track = 40", "track = 42", "track is 42; expected a multiple of the 4 colours"),
        ("goal = 4", "goal = -4", "goal is -4; expected a whole number 1 to 8"),
        ("goal = 4", "goal = 1e9", "goal is 1000000000.0; expected a whole number 1 to 8"),
        ('yellow = "T0"', 'yellow = "X0"', 'start.yellow is "X0"; expected a track field, T0 … T39'),
        ('yellow = "T0"', 'yellow = "T40"', 'start.yellow is "T40"; expected a track field, T0 … T39'),
        ('yellow = "T0"', 'yellow = "yellow:a"', 'start.yellow is "yellow:a"; expected a track field'),
        ('yellow = "T0"', "yellow = 0", "start.yellow is 0; expected a track field"),
        ('green = "T10"', 'green = "T0"', 'start.green is "T0"; expected T10, 10 fields after the one before'),
        ('green = "T10"', "", "the profile needs the key 'green'"),
        ("[start]", "start = 3\n[begin]", "start is 3; expected a table"),
        ("track_disc = 0.0295", "track_disc = [0.0295]", r"print.radii.track_disc is \[0.0295\]; expected a number above 0"),
        ("track_disc = 0.0295", "track_disc = 7", "print.radii.track_disc is 7; expected a number 0 to 0.5"),
        ("[print.radii]", "radii = 3\n[print.circles]", "print.radii is 3; expected a table"),
        ("frame_line = [0.0265, 0.0305]", "frame_line = 0.0265", "print.frame_line is 0.0265; expected two numbers"),
        ("border_width = 0.012", "border_width = nan", "print.border_width is NaN; expected a number 0 to 0.5"),
        ("border = [218, 53, 49]", "border = [218, 53, true]", "print.srgb.border is .*; expected three whole numbers"),
        ("T7 = [0.4134, 0.1605]", "T7 = 0.4134", "fields.T7 is 0.4134; expected two numbers"),
        ("T7 = [0.4134, 0.1605]", "T7 = [0.4134, 0.1605, 0]", "fields.T7 is .*; expected two numbers"),
        ("T7 = [0.4134, 0.1605]", "T7 = [0.4134, nan]", "fields.T7 is NaN; expected a number 0 to 1"),
        ("T7 = [0.4134, 0.1605]", 'T7 = [0.4134, "0.1605"]', 'fields.T7 is "0.1605"; expected a number 0 to 1'),
        ("T7 = [0.4134, 0.1605]", "T7 = [0.4134, 390.0]", "fields.T7 is 390.0; expected a number 0 to 1"),
        ("T7 = [0.4134, 0.1605]", "T7 = [0.4134, 0.2447]", "fields.T6 and fields.T7 lie at the same place"),
        ('["Mensch", 0.130, 0.300, 0.045]', '["Mensch", 0.130]', "print.script is .*; expected a list of .text, x, y"),
    ],
)
def test_a_wrong_profile_is_told_with_key_and_value(old: str, new: str, said: str) -> None:
    assert old in SCHMIDT
    with pytest.raises(InputError, match=f"^board.toml: .*{said}"):
        parse_profile(SCHMIDT.replace(old, new, 1), "board.toml")


def test_fields_in_one_line_are_told() -> None:
    names = [line.split(" = ")[0] for line in SCHMIDT[SCHMIDT.index("[fields]") :].splitlines()[1:] if " = " in line]
    line = "\n".join(f"{name} = [{0.01 * k + 0.1}, {0.01 * k + 0.1}]" for k, name in enumerate(names))
    with pytest.raises(InputError, match="fields lie in one line"):
        parse_profile(f"{SCHMIDT[: SCHMIDT.index('[fields]')]}[fields]\n{line}\n", "board.toml")


@pytest.mark.parametrize("shift", [1, 15])
def test_the_track_may_be_counted_from_anywhere(shift: int) -> None:
    text = SCHMIDT
    for color, number in (("yellow", 0), ("green", 10), ("red", 20), ("black", 30)):
        text = text.replace(f'{color} = "T{number}"', f'{color} = "T{(number + shift) % 40}"')
    assert parse_profile(text, "board.toml").start["red"] == f"T{(20 + shift) % 40}"


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"id = \x00", b"id = '\xe4'"])
def test_a_file_that_is_no_profile_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"own\.toml: "):
        load_profile(str(path))


@pytest.mark.parametrize("name", ["", "a" * 5000 + ".toml", "a\0.toml", "/", "..toml"])
def test_a_name_that_no_file_can_have_is_an_unknown_board(name: str) -> None:
    with pytest.raises(UnknownNameError, match=r"unknown board|expected the file of a board"):
        load_profile(name)


def test_a_colour_that_cannot_be_read_is_told_with_those_that_can() -> None:
    board = parse_profile(SCHMIDT.replace("yellow", "orange"), "board.toml")
    with pytest.raises(InputError, match='board schmidt-4: pawns of the colour "orange" cannot be read; expected yellow, green'):
        BoardReader(board)


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


def test_a_file_that_is_not_there_is_no_unknown_name() -> None:
    with pytest.raises(UnknownNameError, match=r"^\"./nothere.toml\": expected the file of a board, there is none$"):
        load_profile("./nothere.toml")
