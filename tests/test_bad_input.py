"""Whatever is put into the commands: one sentence on standard error and status 2, or an error line in the place of a line."""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.main import main
from tests.device_doubles import write_recording, write_video

SCHMIDT = (resources.files("calibration") / "profiles" / "schmidt-4.toml").read_text("utf-8")
DEEP = "[" * 100_000
DIGITS = "9" * 5000
LONG = "1" + "0" * 400
NAMELESS = "n" * 300
"""Longer than a file's name can be."""
CONTENTS = {
    "empty": b"",
    "zero bytes": b"\0" * 40,
    "no UTF-8": b"\xff\xfe\xfa",
    "null": b"null",
    "a list": b"[]",
    "a number": b"7",
    "a text": b'"x"',
    "open": b'{"a": ',
    "deep": DEEP.encode(),
    "digits": DIGITS.encode(),
    "digits inside": b'{"board": "schmidt-4", "first": "yellow", "fps": ' + DIGITS.encode() + b"}",
    "an empty object": b"{}",
}

Capture = pytest.CaptureFixture[str]


def refused(capsys: Capture, *arguments: str | Path) -> str:
    """The sentence with which the command refuses."""
    assert main([str(argument) for argument in arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith("companion: ")
    assert told.count("\n") == 1, told
    assert len(told) < 1000, told
    return told


def picture(path: Path, height: int = 36, width: int = 64) -> Path:
    cv2.imwrite(str(path), np.full((height, width, 3), 90, np.uint8))
    return path


@pytest.fixture(params=CONTENTS)
def bad(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file that is nothing that was asked for."""
    path = tmp_path / "bad"
    path.write_bytes(CONTENTS[request.param])
    return path


@pytest.fixture(params=["missing", "a folder", "a name too long", "no permission"])
def no_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """What cannot be read at all."""
    path = tmp_path / (NAMELESS if request.param == "a name too long" else "none")
    if request.param == "a folder":
        path.mkdir()
    elif request.param == "no permission":
        if os.geteuid() == 0:
            pytest.skip("root may read everything")
        path.touch(0)
    return path


def test_see_refuses_what_is_no_picture(bad: Path, capsys: Capture) -> None:
    assert "expected a picture" in refused(capsys, "see", bad)


def test_see_refuses_what_cannot_be_read(no_file: Path, capsys: Capture) -> None:
    assert "cannot be read" in refused(capsys, "see", no_file)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 5000), (5000, 1), (36, 64)])
def test_see_finds_no_board_in_a_picture_of_any_shape(tmp_path: Path, height: int, width: int, capsys: Capture) -> None:
    assert "no schmidt-4 board" in refused(capsys, "see", picture(tmp_path / "a.png", height, width))


def test_see_goes_on_after_what_it_cannot_use(tmp_path: Path, capsys: Capture) -> None:
    grey = picture(tmp_path / "a.png")
    assert main(["see", "--json", str(tmp_path / "none"), str(tmp_path), str(grey)]) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(line) for line in lines] == [{"error"}] * 3


def test_see_refuses_a_calibration_that_is_none(tmp_path: Path, bad: Path, capsys: Capture) -> None:
    refused(capsys, "see", picture(tmp_path / "a.png"), "--calibration", bad)


def test_see_refuses_a_calibration_that_cannot_be_read(tmp_path: Path, no_file: Path, capsys: Capture) -> None:
    refused(capsys, "see", picture(tmp_path / "a.png"), "--calibration", no_file)


BOARDS: dict[str, str | bytes] = {
    "empty": "",
    "zero bytes": b"\0\0",
    "no UTF-8": b"id = '\xe4'",
    "digits": f"width_mm = {DIGITS}",
    "deep": f"width_mm = {DEEP}",
    "a start off the track": SCHMIDT.replace('yellow = "T0"', 'yellow = "X0"'),
    "too large": SCHMIDT.replace("track = 40", "track = 1000000000"),
    "too wide": SCHMIDT.replace("width_mm = 390.0", "width_mm = 1e300"),
    "no number": SCHMIDT.replace("height_mm = 27.0", "height_mm = nan"),
}
COMMANDS: dict[str, Callable[[Path, Path], list[str | Path]]] = {
    "see": lambda board, folder: ["see", picture(folder / "a.png"), "--board", board],
    "watch": lambda board, folder: ["watch", write_recording(folder / "game"), "--board", board],
    "simulate": lambda board, folder: ["simulate", "--out", folder / "out", "--board", board],
    "perft": lambda board, _: ["rules", "perft", "--depth", "1", "--board", board],
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("content", BOARDS)
def test_a_board_of_ones_own_is_refused_by_every_command(tmp_path: Path, command: str, content: str, capsys: Capture) -> None:
    path, text = tmp_path / "own.toml", BOARDS[content]
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert "own.toml: " in refused(capsys, *COMMANDS[command](path, tmp_path))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["", "none.toml", NAMELESS + ".toml", "a\0.toml", "/", "."])
def test_a_board_that_is_not_there_is_refused_by_every_command(tmp_path: Path, command: str, name: str, capsys: Capture) -> None:
    refused(capsys, *COMMANDS[command](Path(name) if name == "." else name, tmp_path))  # type: ignore[arg-type]


def test_a_colour_that_cannot_be_read_is_refused(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "own.toml").write_text(SCHMIDT.replace("yellow", "orange"), "utf-8")
    told = refused(capsys, "see", picture(tmp_path / "a.png"), "--board", tmp_path / "own.toml")
    assert "expected yellow, green, red, black, blue, purple" in told


@pytest.mark.parametrize("part", ["session.json", "frames.jsonl"])
def test_watch_refuses_a_recording_with_a_bad_file(tmp_path: Path, bad: Path, part: str, capsys: Capture) -> None:
    folder = write_recording(tmp_path / "game")
    bad.rename(folder / part)
    assert part in refused(capsys, "watch", folder)


@pytest.mark.parametrize("part", ["session.json", "frames.jsonl"])
def test_watch_refuses_a_recording_with_an_unreadable_file(tmp_path: Path, no_file: Path, part: str, capsys: Capture) -> None:
    folder = write_recording(tmp_path / "game")
    (folder / part).unlink()
    if os.path.isdir(no_file):  # noqa: PTH112  # Path.is_dir raises for a name that is too long
        no_file.rename(folder / part)
    assert part in refused(capsys, "watch", folder)


@pytest.mark.parametrize(
    "value", ["null", "7", "-1", "true", "[]", "{}", '""', '"\\u0000"', '"\\ud800"', LONG, "1e999", "NaN", '"x"']
)
@pytest.mark.parametrize("key", ["board", "rules", "colors", "seats", "first", "position", "fps", "wrong"])
def test_watch_refuses_wrong_values_in_a_session(tmp_path: Path, key: str, value: str, capsys: Capture) -> None:
    """Some are right, or as if not given; the recording shows no board then."""
    good = {"board": '"schmidt-4"', "rules": '"schmidt-2016"', "first": '"yellow"'}
    session = "{" + ", ".join(f'"{name}": {text}' for name, text in {**good, key: value}.items()) + "}"
    refused(capsys, "watch", write_recording(tmp_path, session=session))


@pytest.mark.parametrize(
    "value", ["null", "true", "[]", "{}", '""', '"\\u0000"', '"\\ud800"', '"x"', LONG, DIGITS, "1e999", "NaN", "-1", "1e15"]
)
@pytest.mark.parametrize("key", ["file", "t", "throw", "wrong"])
def test_watch_refuses_wrong_values_in_frames(tmp_path: Path, key: str, value: str, capsys: Capture) -> None:
    line = "{" + ", ".join(f'"{name}": {text}' for name, text in {"file": '"a.png"', "t": "0", key: value}.items()) + "}"
    refused(capsys, "watch", write_recording(tmp_path, [line]))


def test_watch_refuses_throws_that_are_none(tmp_path: Path, bad: Path, capsys: Capture) -> None:
    refused(capsys, "watch", write_recording(tmp_path / "game"), "--throws", bad)


def test_watch_refuses_throws_that_cannot_be_read(tmp_path: Path, no_file: Path, capsys: Capture) -> None:
    refused(capsys, "watch", write_recording(tmp_path / "game"), "--throws", no_file)


def test_watch_refuses_what_is_no_recording(bad: Path, capsys: Capture) -> None:
    refused(capsys, "watch", bad)
    refused(capsys, "watch", bad, "--board", "schmidt-4")


def test_watch_refuses_a_recording_that_cannot_be_read(no_file: Path, capsys: Capture) -> None:
    refused(capsys, "watch", no_file, "--board", "schmidt-4")


def still_game(folder: Path) -> Path:
    return write_recording(folder, [{"file": "a.png", "t": 0.0}, {"file": "a.png", "t": 1.0}])


def test_watch_refuses_a_recording_that_shows_no_board(tmp_path: Path, capsys: Capture) -> None:
    assert "no schmidt-4 board in the 64x36 picture: expected the whole board" in refused(capsys, "watch", still_game(tmp_path))


def test_watch_refuses_a_recording_that_never_keeps_still(tmp_path: Path, capsys: Capture) -> None:
    assert "expected a picture that keeps still" in refused(capsys, "watch", write_recording(tmp_path / "game"))
    video = write_video(tmp_path / "game.avi")
    assert "expected a picture that keeps still" in refused(capsys, "watch", video, "--board", "schmidt-4")


def no_recording(folder: Path) -> Path:
    return folder / "none"


def recording_without_a_picture(folder: Path) -> Path:
    return write_recording(folder, [{"file": "c.png", "t": 0.0}])


def recording_with_a_broken_picture(folder: Path) -> Path:
    write_recording(folder, [{"file": "a.png", "t": 0.0}, {"file": "b.png", "t": 1.0}])
    (folder / "b.png").write_bytes(b"no picture")
    return folder


def recording_of_unknown_rules(folder: Path) -> Path:
    return write_recording(folder, session={"board": "schmidt-4", "rules": "chess", "first": "yellow"})


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (no_recording, "expected a recording"),
        (recording_without_a_picture, 'the picture "c.png" is not in'),
        (recording_with_a_broken_picture, "expected b.png to be a picture, it cannot be decoded"),
        (recording_of_unknown_rules, "chess"),
        (still_game, "no schmidt-4 board"),
    ],
)
def test_watch_tells_programs_too(tmp_path: Path, make: Callable[[Path], Path], said: str, capsys: Capture) -> None:
    """Whatever the reason: the last line out is the error."""
    assert main(["watch", "--json", str(make(tmp_path))]) == 2
    out, err = capsys.readouterr()
    last = json.loads(out.splitlines()[-1])
    assert set(last) == {"error"}
    assert said in last["error"]
    assert err == f"companion: {last['error']}\n"


RULES = [
    "",
    "chess",
    "{",
    "[]",
    '"x"',
    '{"preset": 7}',
    '{"throws": ' + DIGITS + "}",
    DEEP,
    '{"a": ' * 100_000,
    "\0",
    '{"barriers": 1e999}',
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("command", ["watch", "simulate", "perft"])
def test_rules_as_an_argument_are_refused(tmp_path: Path, command: str, rules: str, capsys: Capture) -> None:
    commands: dict[str, list[str | Path]] = {
        "watch": ["watch", write_recording(tmp_path / "game")],
        "simulate": ["simulate", "--out", tmp_path / "out"],
        "perft": ["rules", "perft", "--depth", "1"],
    }
    refused(capsys, *commands[command], "--rules", rules)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--colors", "[" + DIGITS + "]"),
        ("--colors", "{}"),
        ("--colors", ""),
        ("--seats", "two"),
        ("--seats", "[]"),
        ("--seats", DEEP),
        ("--first", ""),
        ("--position", ""),
        ("--position", "yellow:" + DIGITS),
        ("--seed", DIGITS[:100] + "x"),
        ("--plies", "-1"),
        ("--fps", "nan"),
        ("--mistakes", "inf"),
        ("--size", "1x1"),
    ],
)
def test_simulate_refuses(tmp_path: Path, arguments: tuple[str, str], capsys: Capture) -> None:
    refused(capsys, "simulate", "--out", tmp_path / "out", *arguments)
    assert not (tmp_path / "out").exists()


def test_simulate_refuses_a_folder_that_cannot_be_one(tmp_path: Path, capsys: Capture) -> None:
    for folder in (picture(tmp_path / "a.png"), tmp_path / NAMELESS, tmp_path / "a\0"):
        refused(capsys, "simulate", "--out", folder, "--plies", "1")


@pytest.mark.parametrize("command", ["moves", "judge", "turn"])
def test_rules_answer_a_bad_line_with_an_error(command: str, bad: Path, capsys: Capture) -> None:
    status = main(["rules", command, "--json", str(bad)])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(line) for line in lines] == [{"error"}] * len(lines)
    assert status == (2 if lines else 0)
    assert bool(lines) == bool(bad.stat().st_size)


@pytest.mark.parametrize("command", ["moves", "judge", "turn"])
def test_rules_refuse_a_file_that_cannot_be_read(command: str, no_file: Path, capsys: Capture) -> None:
    refused(capsys, "rules", command, "--json", no_file)


@pytest.mark.parametrize(
    "value", ["null", "7", "-1", "true", "[]", "{}", '""', '"\\u0000"', '"\\ud800"', LONG, "1e999", "NaN", '"none.toml"']
)
@pytest.mark.parametrize("key", ["rules", "board", "colors", "seats", "position", "turn", "throw", "observed", "done", "wrong"])
def test_rules_answer_wrong_values_with_an_error(tmp_path: Path, key: str, value: str, capsys: Capture) -> None:
    good = {"position": "{}", "turn": '"yellow"', "throw": "6", "observed": "{}"}
    line = "{" + ", ".join(f'"{name}": {text}' for name, text in {**good, key: value}.items()) + "}"
    (tmp_path / "lines").write_text(line + "\n", "utf-8")
    assert main(["rules", "judge", "--json", str(tmp_path / "lines")]) == 2
    (answer,) = capsys.readouterr().out.splitlines()
    assert set(json.loads(answer)) == {"error"}


def test_a_board_that_cannot_be_read_spoils_only_its_line(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "own.toml").write_bytes(b"\xff")
    boards = ["four", str(tmp_path / "own.toml"), NAMELESS + ".toml", "four"]
    lines = [json.dumps({"board": board, "position": START, "turn": "yellow", "throw": 6}) for board in boards]
    (tmp_path / "lines").write_text("\n".join(lines) + "\n", "utf-8")
    assert main(["rules", "moves", "--json", str(tmp_path / "lines")]) == 2
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, True, False]


START = {color: [-1, -1, -1, 0] for color in ("yellow", "green", "red", "black")}


def png_header(path: Path, width: int, height: int) -> Path:
    """A PNG of which there is little more than the head."""
    chunks = [b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), b"IDAT" + zlib.compress(b"\0" * 100)]
    told = [struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk in chunks]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(told))
    return path


@pytest.mark.parametrize("command", ["see", "calibrate"])
@pytest.mark.parametrize(("width", "height"), [(10_000, 6_001), (20_000, 20_000), (100_000, 1_000)])
def test_a_picture_of_too_many_pixels_is_refused_by_its_header(
    tmp_path: Path, command: str, width: int, height: int, capsys: Capture
) -> None:
    path = png_header(tmp_path / "huge.png", width, height)
    assert main([command, str(path), "--board", "schmidt-4"]) == 2
    assert "has more than 60 million pixels" in "".join(capsys.readouterr())


@pytest.mark.parametrize("command", ["see", "calibrate"])
def test_a_pipe_is_not_waited_for(tmp_path: Path, command: str, capsys: Capture) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    assert main([command, str(tmp_path / "pipe.jpg"), "--board", "schmidt-4"]) == 2
    assert "is no regular file" in "".join(capsys.readouterr())


def test_a_file_too_large_for_a_picture_is_not_read(tmp_path: Path, capsys: Capture) -> None:
    with (tmp_path / "film.jpg").open("wb") as file:
        file.truncate(10_000_000_000)  # takes no room on the disk
    assert "has 10000 megabytes; expected at most 250" in refused(capsys, "see", tmp_path / "film.jpg")
