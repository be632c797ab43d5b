"""A scripted afternoon with mistakes, take-backs and passes: the events have to come out in the order of its truth."""

from __future__ import annotations

import errno
import json
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from calibration.registration import Registration
from companion.app import headless, show
from companion.app.recording import Recording
from companion.app.watch import Playback
from companion.cli.main import main
from companion.history import begin
from companion.measuring.games import compare_with_truth
from companion.record import history_of, parse_record
from companion.rules import Color, Position
from companion.sight import Eyes
from companion.vision.observation import Observation
from companion.words import Language
from hardware.errors import DeviceError
from hardware.ports import Frame
from hardware.throws.recorded import RecordedThrows
from tests.fake_table import Confusion, FakeTable, schmidt, schmidt_game
from tests.wall_time import NOON

AFTERNOON = Path(__file__).parents[1] / "companion" / "demo" / "schmidt-afternoon"


def read_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (AFTERNOON / name).read_text("utf-8").splitlines()]


@dataclass
class ScriptedCamera:
    """The lines of `frames.jsonl`; equal files are equal pictures."""

    lines: list[dict[str, Any]]
    name: str = "scripted"
    number: int = 0

    def open(self) -> None:
        self.pictures = {line["file"]: np.zeros((1, 1, 3), dtype=np.uint8) for line in self.lines}

    def read(self) -> Frame | None:
        if self.number == len(self.lines):
            return None
        line = self.lines[self.number]
        self.number += 1
        return Frame(self.pictures[line["file"]], line["t"], self.number - 1)

    def close(self) -> None:
        """Nothing to give back."""


class ScriptedEyes(FakeTable):
    """Sees what the truth says; pictures between the last ones of two steps show a hand."""

    def prepare(self, lines: list[dict[str, Any]], start: dict[str, list[int]], steps: list[dict[str, Any]]) -> None:
        self.position_of: dict[int, dict[str, list[int]] | None] = {}
        standing, nth = start, 0
        for number, line in enumerate(lines):
            if nth < len(steps) and number >= steps[nth]["first_frame_line"]:
                standing, since, nth = steps[nth]["position"], number, nth + 1
            shown = nth == 0 or line["file"] == lines[since]["file"]
            self.position_of[number] = standing if shown else None

    def read(self, frame: Frame, registration: Registration) -> Observation:
        position = self.position_of[frame.sequence]
        if position is None:
            return replace(super().read(frame, registration), clear=False)
        spots = [(Color(c), self.places.spot(Color(c), p)) for c, row in position.items() for p in row]
        self.arrangement = tuple(sorted(spots))
        return super().read(frame, registration)


class StillWhenSame:
    """Still when the picture is the one before."""

    def __init__(self) -> None:
        self._last: object = None

    def update(self, frame: Frame, _area_px: object) -> bool:
        same = self._last is frame.bgr
        self._last = frame.bgr
        return same


def scripted(noise: float, frames: int | None = None) -> tuple[Recording, Eyes, list[dict[str, Any]]]:
    """The recording, the eyes that see it, and the events that should come."""
    session = json.loads((AFTERNOON / "session.json").read_text("utf-8"))
    lines, truth = read_lines("frames.jsonl"), read_lines("truth.jsonl")
    game = schmidt_game(session["rules"])
    eyes = ScriptedEyes(schmidt(), Confusion(Random(3), noise=noise), ())
    eyes.prepare(lines, session["position"], truth)
    history = begin(game, Color(session["first"]), Position.of(game, session["position"]))
    throws = RecordedThrows(AFTERNOON)
    recording = Recording(schmidt(), history, ScriptedCamera(lines[:frames]), throws, NOON, lines[-1]["t"])
    wanted = [event for step in truth for event in step["events"]]
    return recording, Eyes(eyes, eyes, StillWhenSame(), eyes.follow), wanted


def afternoon(noise: float) -> tuple[Playback, list[dict[str, Any]]]:
    recording, eyes, wanted = scripted(noise)
    return Playback(recording, eyes), wanted


def test_the_events_come_out_in_the_order_of_the_truth() -> None:
    playback, wanted = afternoon(noise=0.8)
    seen = [entry.to_json() for entry in playback.events()][1:]
    assert [{key: line[key] for key in event} for event, line in zip(wanted, seen, strict=True)] == wanted


def test_the_record_gives_the_last_position_back() -> None:
    playback, _ = afternoon(noise=0.8)
    raw = b"".join(json.dumps(entry.to_json()).encode() + b"\n" for entry in playback.events())
    entries, taken = parse_record(raw, "afternoon")
    assert taken == len(raw)
    again = history_of(entries, {"schmidt-4": playback.recording.game.board})
    assert again == playback.pipeline.referee.history


def test_the_same_recording_gives_the_same_lines() -> None:
    first, second = (list(afternoon(noise=1.2)[0].events()) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("driver", ["dummy", "x11"])
def test_a_recording_is_shown_with_and_without_a_screen(
    driver: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(show, "video_driver", lambda _: driver)
    monkeypatch.setattr(show, "WINDOW", (320, 240))
    monkeypatch.setattr(headless, "SIZE", (320, 240))
    recording, eyes, _ = scripted(noise=0.8, frames=50)
    assert show.show_recording(recording, eyes, tmp_path, 1e6, Language.GERMAN) == 0
    kinds = [json.loads(line)["kind"] for line in (tmp_path / "record.jsonl").read_text("utf-8").splitlines()]
    assert kinds == ["header", "throw", "move", "throw", "move", "throw", "illegal", "takeback", "move", "throw", "pass", "throw"]
    told = capsys.readouterr().out
    assert "Red moves from step 12 to step 14" in told
    assert str(tmp_path) in told
    assert bool(list(tmp_path.glob("*-wrong-*.png"))) == (driver == "dummy")


def test_only_what_goes_wrong_with_the_record_is_told_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what the camera says, and not a reader of our output who has had enough (no complaint at all, see `main`)."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(headless, "SIZE", (320, 240))

    def shown(out: Path) -> None:
        recording, eyes, _ = scripted(noise=0.8, frames=5)
        show.show_recording(recording, eyes, out, 1e6, Language.GERMAN)

    with monkeypatch.context() as patch:
        patch.setattr(ScriptedCamera, "read", Mock(side_effect=DeviceError("picture 1.jpg: expected a JPEG")))
        with pytest.raises(DeviceError, match=r"^picture 1\.jpg"):
            shown(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(show, "say_line", Mock(side_effect=BrokenPipeError(errno.EPIPE, "Broken pipe")))
        with pytest.raises(BrokenPipeError):
            shown(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(DeviceError, match=r"^cannot write .*record\.jsonl"):
        shown(tmp_path / "file")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_recording_whose_record_finds_a_full_disk_gets_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (tmp_path / "record.jsonl").symlink_to("/dev/full")
    recording, eyes, _ = scripted(noise=0.8, frames=5)
    with pytest.raises(DeviceError, match=r"^cannot write .*record\.jsonl: No space"):
        show.show_recording(recording, eyes, tmp_path, 1e6, Language.GERMAN)


def test_the_whole_afternoon_is_recognised_from_its_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole way: pictures (made smaller), the board found in them, read, believed, judged, written."""
    assert main(["watch", str(AFTERNOON), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    wanted = [event for step in read_lines("truth.jsonl") for event in step["events"]]
    assert [{key: line[key] for key in event} for event, line in zip(wanted, lines[1:], strict=True)] == wanted
    assert [line["n"] for line in lines] == list(range(len(wanted) + 1))


def test_each_take_back_names_the_event_that_is_valid_again(capsys: pytest.CaptureFixture[str]) -> None:
    main(["watch", str(AFTERNOON), "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    backs = [line for line in lines if line["kind"] == "takeback"]
    assert len(backs) == 4
    assert [lines[line["to"]]["kind"] for line in backs] == ["throw"] * 4


@pytest.mark.parametrize("seed", [5, 6])
def test_a_game_of_the_simulated_camera_is_recognised(seed: int, tmp_path: Path) -> None:
    """Hands that come, carry and leave, wrong moves and their take-backs; `make simulated-games` plays longer ones."""
    folder = tmp_path / "game"
    assert main(["simulate", "--seed", str(seed), "--plies", "24", "--mistakes", "0.1", "--out", str(folder)]) == 0
    assert compare_with_truth(folder).difference is None
