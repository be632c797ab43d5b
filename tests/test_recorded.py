"""Recordings from outside: good ones play, broken ones are told by file and line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hardware.cameras.recorded import FolderCamera, VideoCamera, read_session
from hardware.errors import InputError
from hardware.throws.recorded import RecordedThrows
from tests.device_doubles import write_recording

GOOD = {"file": "a.png", "t": 0.0}

BROKEN_FRAMES = [
    (["{"], "line 1: expected a JSON object, it is not valid JSON"),
    ([GOOD, "[1]"], r"line 2: expected a JSON object, got \[1\]"),
    ([{"t": 0.0}], "line 1: expected 'file' to be the name of a picture in the folder, got nothing"),
    ([{"file": "../a.png", "t": 0}], "line 1: expected 'file' to be the name of a picture in the folder"),
    ([{"file": "/etc/passwd", "t": 0}], "line 1: expected 'file' to be the name of a picture in the folder"),
    ([{"file": "a.png"}], "line 1: expected 't' to be a number of seconds from 0, got nothing"),
    ([{"file": "a.png", "t": "soon"}], "line 1: expected 't' to be a number of seconds from 0, got \"soon\""),
    (['{"file": "a.png", "t": NaN}'], "line 1: expected 't' to be a number of seconds"),
    ([{**GOOD, "throw": 0}], "line 1: expected 'throw' to be 1 to 6, got 0"),
    ([GOOD, {**GOOD, "throw": 7}], "line 2: expected 'throw' to be 1 to 6, got 7"),
    ([{**GOOD, "throw": True}], "line 1: expected 'throw' to be 1 to 6, got true"),
    ([{**GOOD, "colour": 1}], "line 1: unknown key 'colour'; known are file, t, throw"),
    ([{"file": "c.png", "t": 0}], 'line 1: the picture "c.png" is not in'),
    ([{"file": "c" * 300, "t": 0}], 'line 1: the picture "cccccc.*… is not in'),
    ([{"file": "a\0.png", "t": 0}], r'line 1: the picture "a.u0000.png" is not in'),
    (['{"file": "a.png", "t": 1' + "0" * 400 + "}"], "line 1: expected 't' to be a number of seconds from 0, got 100.*0…$"),
    (['{"file": "a.png", "t": 1e300}'], "line 1: expected 't' to be a number of seconds from 0, got 1e.300$"),
    ([{"file": "a.png", "t": -1}], "line 1: expected 't' to be a number of seconds from 0, got -1"),
    (['{"file": "a.png", "t": ' + "9" * 5000 + "}"], "line 1: .*it is not valid JSON: a number has too many digits$"),
    (["[" * 100_000], "line 1: .*it is not valid JSON: nested too deeply$"),
    ([{"file": "a.png", "t": 2}, {"file": "a.png", "t": 1}], "line 2: expected 't' not to go back, got 1 after 2"),
    ([""], "expected at least one frame, the file has none"),
]


@pytest.mark.parametrize(("lines", "message"), BROKEN_FRAMES)
def test_a_broken_line_is_told(tmp_path: Path, lines: list[dict[str, object] | str], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        FolderCamera(write_recording(tmp_path, lines)).open()
    assert "frames.jsonl" in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"no picture at all", b"\x89PNG\r\n\x1a\n broken off"])
def test_a_picture_that_cannot_be_decoded_is_told(tmp_path: Path, content: bytes) -> None:
    camera = FolderCamera(write_recording(tmp_path))
    (tmp_path / "b.png").write_bytes(content)
    camera.open()
    camera.read()
    camera.read()
    with pytest.raises(InputError, match=r"frames.jsonl, line 3: expected b.png to be a picture"):
        camera.read()


def test_frames_that_are_no_text_are_told(tmp_path: Path) -> None:
    write_recording(tmp_path)
    (tmp_path / "frames.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="expected UTF-8 text"):
        FolderCamera(tmp_path).open()


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected the folder of a recording"):
        FolderCamera(tmp_path / "none").open()


def test_a_folder_plays_line_by_line_and_ends(tmp_path: Path) -> None:
    camera = FolderCamera(write_recording(tmp_path))
    camera.open()
    frames = [camera.read() for _ in range(4)]
    assert [frame and frame.time_s for frame in frames] == [0.0, 0.2, 0.4, None]
    first, second, third = (frame for frame in frames if frame is not None)
    assert first.bgr is second.bgr
    assert int(np.mean(third.bgr)) == 200
    assert not first.bgr.flags.writeable


SESSIONS = [
    ("{", "it is not valid JSON"),
    ([1], "expected a JSON object"),
    ('{"board": "schmidt-4", "fps": ' + "9" * 5000 + "}", "it is not valid JSON: a number has too many digits$"),
    ('{"board": ' * 100_000, "it is not valid JSON: nested too deeply$"),
    ({"first": "yellow"}, "expected 'board' to be a name, got nothing"),
    ({"board": 4, "first": "yellow"}, "expected 'board' to be a name, got 4"),
    ({"board": "schmidt-4"}, "expected 'first' to be a name, got nothing"),
    ({"board": "schmidt-4", "first": "yellow", "colours": []}, "unknown key 'colours'; known are board, rules, colors"),
    ({"board": "schmidt-4", "first": "yellow", "colors": "all"}, "expected 'colors' to be a list of names"),
    ({"board": "schmidt-4", "first": "yellow", "position": [1]}, "expected 'position' to be an object of colours"),
    ({"board": "schmidt-4", "first": "yellow", "fps": 0}, "expected 'fps' to be a number above 0, got 0"),
    ('{"board": "schmidt-4", "first": "yellow", "fps": 1' + "0" * 400 + "}", "'fps' to be a number above 0, got 10+…$"),
]


@pytest.mark.parametrize(("session", "message"), SESSIONS)
def test_a_broken_session_is_told(tmp_path: Path, session: object, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_session(write_recording(tmp_path, session=session))
    assert "session.json" in str(caught.value)


def test_a_session_is_read_as_it_stands(tmp_path: Path) -> None:
    position = {"yellow": [-1, -1, -1, 0]}
    whole = {"board": "schmidt-4", "rules": {"preset": "wikipedia"}, "colors": ["yellow"], "seats": {"two": True}}
    session = read_session(write_recording(tmp_path, session={**whole, "first": "red", "position": position, "fps": 4}))
    assert (session.rules, session.colors, session.seats) == ({"preset": "wikipedia"}, ("yellow",), {"two": True})
    assert (session.first, session.position, session.fps) == ("red", position, 4.0)


def test_what_a_session_does_not_say_is_left_open(tmp_path: Path) -> None:
    """Which rules are played without a word about them is not for devices to know."""
    session = read_session(write_recording(tmp_path, session={"board": "schmidt-4", "first": "red"}))
    assert (session.rules, session.colors, session.seats, session.position) == (None, None, None, None)


def test_a_missing_session_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"session.json: cannot be read"):
        read_session(tmp_path)


@pytest.mark.parametrize("content", [b"", b"this is no video"])
def test_a_file_that_is_no_video_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "game.avi").write_bytes(content)
    with pytest.raises(InputError, match="expected a video, it cannot be decoded"):
        VideoCamera(tmp_path / "game.avi").open()
    with pytest.raises(InputError, match="expected a video file, there is none"):
        VideoCamera(tmp_path / "other.avi").open()


def test_throws_of_a_folder_are_those_of_its_frames(tmp_path: Path) -> None:
    throws = RecordedThrows(write_recording(tmp_path))
    throws.open()
    assert [(report.value, report.source) for report in throws.poll(0.0)] == [(6, "recorded")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"t": 1' + "0" * 400 + ', "throw": 1}', "line 1: expected 't' to be a number of seconds from 0"),
        ('{"t": 1}', "line 1: expected 'throw' to be 1 to 6, got nothing"),
        ('{"t": 1, "throw": 9}', "line 1: expected 'throw' to be 1 to 6, got 9"),
        ('{"t": 1, "throw": 2}\n{"t": 0, "throw": 2}', "line 2: expected 't' not to go back"),
        ('{"t": 1, "throw": 2, "who": "me"}', "line 1: unknown key 'who'; known are t, throw"),
    ],
)
def test_a_broken_file_of_throws_is_told(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "throws.jsonl").write_text(text)
    with pytest.raises(InputError, match=message):
        RecordedThrows(tmp_path / "throws.jsonl").open()


@pytest.mark.parametrize("name", ["garbage.png", "garbage.mp4"])
def test_what_can_be_opened_but_gives_no_picture_is_refused_when_it_is_opened(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"garbage garbage")
    with pytest.raises(InputError, match=f"{name}: expected a video, it cannot be decoded"):
        VideoCamera(path).open()
