"""`companion replay`: the same lines, a walk through them, or the line at which it cannot go on."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.app import replay as on_screen
from companion.app.replay import Player, on_event, with_buttons
from companion.cli.main import main
from companion.display import BoardTouched, KeyPressed, Pressed, Quit, UiEvent
from companion.library.loading import load_game
from companion.library.reel import Reel
from companion.library.stepping import FAR, KEYS, Place, Turn
from companion.scene import Mode, Scene
from companion.words import Language
from hardware.errors import NoScreenError
from tests.simulated_games import agreed, play_through, write_game

NAMES: dict[str, object] = {"yellow": "Mia", "green": "Oma"}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    return write_game(folder / "game.jsonl", play_through(agreed(), Random(1), plies=12, slips=0.3), NAMES)


@pytest.fixture
def broken(record: Path, tmp_path: Path) -> Path:
    """Line 4 takes back to a line that is not there."""
    lines = record.read_bytes().splitlines(keepends=True)
    wrong = {"n": 3, "at": "2026-02-03T12:00:09+01:00", "t": 9.0, "kind": "takeback", "to": 99}
    path = tmp_path / "broken.jsonl"
    path.write_bytes(b"".join([*lines[:3], json.dumps(wrong).encode() + b"\n"]))
    return path


def test_json_gives_the_same_lines(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", str(record)]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        json.loads(line) for line in record.read_text("utf-8").splitlines()
    ]


def test_without_a_terminal_everything_is_printed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    out = capsys.readouterr().out
    assert "Yellow throws" in out
    assert "Ye   Ye" in out
    assert main(["replay", "--lang", "de", str(record)]) == 0
    assert "Gelb ist" not in out
    assert "Ge   Ge" in capsys.readouterr().out


@pytest.mark.parametrize("json_lines", [False, True])
def test_a_replay_that_cannot_go_on_says_where_and_why(
    broken: Path, capsys: pytest.CaptureFixture[str], json_lines: bool
) -> None:
    assert main(["replay", *(["--json"] if json_lines else []), str(broken)]) == 1
    out, err = capsys.readouterr()
    assert "line 4 (n 3): take-back to line 99" in err
    if json_lines:
        lines = [json.loads(line) for line in out.splitlines()]
        assert [line.get("n") for line in lines] == [0, 1, 2, None]
        assert "line 4" in lines[-1]["error"]


def test_a_torn_last_line_is_told_and_the_rest_replayed(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_bytes(record.read_bytes()[:-9])
    assert main(["replay", "--json", str(path)]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == record.read_bytes().count(b"\n") - 1
    assert "torn" in err


@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_what_is_no_record_has_status_two(tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: list[str]) -> None:
    assert main(["replay", *as_json, str(tmp_path / "none.jsonl")]) == 2
    out, err = capsys.readouterr()
    assert "none.jsonl" in err
    assert bool(out) == bool(as_json)


def test_on_a_terminal_keys_step_through(record: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.cli.main", "replay", str(record)], stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    seen = b""
    for awaited, key in ((b"line 1 of", b"n"), (b"line 2 of", b"l"), (b"Yellow", b"\033[H"), (b"line 1 of", b"q")):
        begun = len(seen)
        while awaited not in seen[begun:] or not seen.endswith(b"last  q quit\r\n"):
            seen += os.read(ours, 4096)
        os.write(ours, key)
    assert process.wait(timeout=20) == 0
    os.close(ours)
    count = record.read_bytes().count(b"\n")
    assert f"line {count} of {count}".encode() in seen


@pytest.mark.parametrize(
    ("turn", "start", "end"),
    [
        (Turn.NEXT, 0, 1),
        (Turn.NEXT, 29, 29),
        (Turn.BACK, 0, 0),
        (Turn.BACK, 7, 6),
        (Turn.FAR_ON, 3, 3 + FAR),
        (Turn.FAR_BACK, 3, 0),
        (Turn.FIRST, 20, 0),
        (Turn.LAST, 0, 29),
    ],
)
def test_steps_end_at_both_ends(turn: Turn, start: int, end: int) -> None:
    assert Place(30, start).after(turn) == Place(30, end)


def test_every_step_has_a_key() -> None:
    assert set(KEYS.values()) == set(Turn)
    assert Place(3).after(Turn.QUIT).left


@pytest.fixture(scope="module")
def reel(record: Path) -> Reel:
    return Reel(load_game(record), Language.GERMAN)


@pytest.mark.parametrize(
    ("event", "at", "playing"),
    [
        (KeyPressed("right"), 6, False),
        (KeyPressed("left"), 4, False),
        (KeyPressed("home"), 0, False),
        (KeyPressed("space"), 5, True),
        (Pressed("play"), 5, True),
        (Pressed("back"), 4, False),
        (BoardTouched("T14"), 6, False),
        (BoardTouched("T0"), 4, False),
        (KeyPressed("x"), 5, False),
    ],
)
def test_keys_and_fingers(reel: Reel, event: UiEvent, at: int, playing: bool) -> None:
    player = on_event(Player(Place(20, 5)), event, reel.scene(5), 1.0)
    assert (player.place.at, player.playing) == (at, playing)


def test_it_plays_itself_to_the_end_and_again() -> None:
    player = Player(Place(3)).toggled(0.0)
    times = [player := player.later(now) for now in (0.5, 1.0, 1.5, 2.0, 9.0)]
    assert [p.place.at for p in times] == [0, 1, 1, 2, 2]
    assert [p.playing for p in times] == [True, True, True, False, False]
    assert player.toggled(10.0).place.at == 0


def test_a_hand_on_the_keys_stops_it(reel: Reel) -> None:
    player = on_event(Player(Place(9, 4), playing=True), KeyPressed("left"), reel.scene(4), 1.0)
    assert not player.playing
    assert on_event(player, Quit(), reel.scene(4), 1.0).place.left


def test_every_line_has_its_scene(record: Path) -> None:
    loaded = load_game(record)
    reel = Reel(loaded, Language.GERMAN)
    scenes = [reel.scene(number) for number in range(len(reel))]
    for scene, moment in zip(scenes, loaded.moments, strict=True):
        assert scene.throw == moment.step.throw or scene.mode is Mode.NO_MOVE
        assert len(scene.pieces) == 16
    assert {player.name for player in scenes[0].players} >= {"Mia", "Oma"}


def test_the_end_can_be_left_backwards(reel: Reel) -> None:
    end = with_buttons(_as_end(reel.scene(0)), Player(Place(2, 1)), Language.GERMAN)
    assert [button.label for button in end.buttons] == ["Noch einmal", "Zurück"]
    assert [button.label for button in with_buttons(reel.scene(0), Player(Place(2)), Language.ENGLISH).buttons] == ["Play"]


def _as_end(scene: Scene) -> Scene:
    return Scene(scene.board, Mode.END, scene.players)


class FakeScreen:
    """A window in which somebody presses one key a look."""

    def __init__(self, size: tuple[int, int]) -> None:
        del size
        self.keys = ["right", "right", "end", "q"]
        self.shown: list[Scene] = []
        FakeScreen.last = self

    last: FakeScreen

    def show(self, scene: Scene) -> None:
        self.shown.append(scene)

    def poll(self, wait_s: float) -> tuple[UiEvent, ...]:
        del wait_s
        return (KeyPressed(self.keys.pop(0)),)

    def close(self) -> None:
        self.keys = []


def test_it_is_shown_until_somebody_leaves(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_screen, "Screen", FakeScreen)
    monkeypatch.setattr(on_screen, "video_driver", lambda _: None)
    on_screen.show_game(load_game(record), Language.GERMAN, lambda: 0.0)
    assert len(FakeScreen.last.shown) == 4


def test_without_a_screen_it_says_so(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_screen, "video_driver", lambda _: "dummy")
    with pytest.raises(NoScreenError, match="as text"):
        on_screen.show_game(load_game(record), Language.GERMAN)
