"""Pictures of the table: a ring of limited size that never ends a game, and the report that is made of it."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.cli.main import main
from companion.events import CorrectionEvent, Entry, Event, IllegalEvent, MoveEvent, PassEvent, TakebackEvent, ThrowEvent
from companion.library.games import pictures_beside
from companion.library.pictures import PictureRing, pictures_in
from companion.library.problem import MOST_PICTURES, parts_of, versions
from companion.rules import Color, Move, Reason
from companion.settings import Settings, load_settings
from hardware.errors import InputError
from hardware.ports import Frame
from tests.simulated_games import agreed, play_through, write_game

YELLOW = Color("yellow")
MOVE = MoveEvent(Move(YELLOW, 0, 4, None))
THROW = ThrowEvent(YELLOW, 4, "button")


def frame(t: float) -> Frame:
    bgr = np.random.default_rng(int(t * 10)).integers(0, 255, (48, 64, 3), dtype=np.uint8)
    return Frame(bgr, t, int(t * 10))


def entry(n: int, event: Event) -> Entry:
    return Entry(n, "2026-02-03T12:00:00+01:00", float(n), event)


class Told(list[str]):
    """What was said about the pictures."""

    def __call__(self, text: str) -> None:
        self.append(text)


def names(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*")}


@pytest.mark.parametrize(
    ("event", "kept"),
    [
        (MOVE, {"000005-move"}),
        (PassEvent(YELLOW), {"000005-pass"}),
        (THROW, set()),
        (CorrectionEvent(3, MOVE), {"000005-correction-before", "000005-correction", "000005-correction-after"}),
        (TakebackEvent(3), {"000005-takeback-before", "000005-takeback", "000005-takeback-after"}),
        (
            IllegalEvent(YELLOW, (Reason.WRONG_COUNT,)),
            {"000005-illegal-before", "000005-illegal", "000005-illegal-after"},
        ),
    ],
)
def test_one_a_ply_and_three_around_a_doubt(tmp_path: Path, event: Event, kept: set[str]) -> None:
    ring = PictureRing(tmp_path / "pictures", 10**6, Told())
    ring.saw(frame(1.0), ())
    ring.saw(frame(1.2), (entry(5, event),))
    ring.saw(frame(1.4), ())
    ring.saw(frame(2.2), ())
    ring.saw(frame(2.4), ())
    assert names(tmp_path / "pictures") == kept


def test_the_oldest_make_room(tmp_path: Path) -> None:
    ring = PictureRing(tmp_path, 20_000, Told())
    for n in range(60):
        ring.saw(frame(n), (entry(n, MOVE),))
    kept = sorted(names(tmp_path))
    assert 2 < len(kept) < 60
    assert kept == [f"{n:06d}-move" for n in range(60 - len(kept), 60)]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 20_000


def test_what_an_earlier_sitting_left_counts(tmp_path: Path) -> None:
    (tmp_path / "000001-move.jpg").write_bytes(b"x" * 19_000)
    ring = PictureRing(tmp_path, 20_000, Told())
    ring.saw(frame(1), (entry(9, MOVE),))
    assert names(tmp_path) == {"000009-move"}


def test_a_disk_that_takes_no_more_ends_the_pictures_not_the_game(tmp_path: Path) -> None:
    told = Told()
    (tmp_path / "file").write_text("")
    ring = PictureRing(tmp_path / "file" / "pictures", 10**6, told)
    for n in range(3):
        ring.saw(frame(n), (entry(n, MOVE),))
    assert ring.stopped
    assert len(told) == 1
    assert "the game goes on" in told[0]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "config" / "mensch-companion"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text('pictures = true\npictures_mb = 7\n[names]\nyellow = "Mia"\n', "utf-8")
    record = write_game(tmp_path / "games" / "one.jsonl", play_through(agreed(), Random(1), plies=8))
    ring = PictureRing(pictures_beside(record), 10**6, Told())
    for n in range(MOST_PICTURES + 5):
        ring.saw(frame(n), (entry(n, MOVE),))
    return tmp_path


def test_the_settings_turn_pictures_on(data: Path) -> None:
    assert not Settings().pictures
    read = load_settings(data / "config" / "mensch-companion" / "settings.toml")
    assert (read.pictures, read.pictures_mb) == (True, 7)


@pytest.mark.parametrize("wrong", ["pictures = 3", "pictures_mb = 0", 'pictures_mb = "much"', "pictures_mb = true"])
def test_settings_that_are_none_are_told(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(wrong, "utf-8")
    with pytest.raises(InputError, match=wrong.split(" ")[0]):
        load_settings(path)


def test_the_report_shows_what_is_in_it_and_packs_just_that(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = data / "report.zip"
    assert main(["report-problem", "--data", str(data), "--out", str(out)]) == 2
    assert not out.exists(), "nobody said yes"
    capsys.readouterr()
    assert main(["report-problem", "--data", str(data), "--out", str(out), "--yes"]) == 0
    told = capsys.readouterr().out
    with zipfile.ZipFile(out) as file:
        packed = file.namelist()
        assert file.read("record.jsonl") == (data / "games" / "one.jsonl").read_bytes()
        assert b"numpy" in file.read("versions.txt")
    assert [name for name in packed if name not in told] == []
    assert sorted(packed)[:4] == [f"pictures/{n:06d}-move.jpg" for n in range(5, 9)], "the last ones"
    assert len(packed) == MOST_PICTURES + 3
    assert "players' names" in told
    assert "nothing was sent" in told
    assert main(["report-problem", "--data", str(data), "--out", str(out), "--yes"]) == 2
    assert "is there already" in capsys.readouterr().err


def test_a_record_of_1970_is_packed(data: Path) -> None:
    os.utime(data / "games" / "one.jsonl", (0, 0))
    assert main(["report-problem", "--data", str(data), "--out", str(data / "report.zip"), "--yes"]) == 0


def test_a_broken_record_is_packed_all_the_same(data: Path) -> None:
    record = data / "games" / "one.jsonl"
    record.write_bytes(b"what happened here?")
    assert {part.name for part in parts_of(record, data / "none.toml")} >= {"record.jsonl", "versions.txt"}


def test_without_a_game_there_is_nothing_to_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report-problem", "--data", str(tmp_path), "--yes"]) == 2
    assert "there is no game in" in capsys.readouterr().err
    assert main(["report-problem", "--game", str(tmp_path / "x.jsonl"), "--yes"]) == 2
    assert "there is no game record" in capsys.readouterr().err


def test_versions_name_the_machine_and_nobody(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    text = versions(tmp_path / "model")
    assert "model Raspberry Pi 4 Model B Rev 1.4\n" in text
    assert str(Path.home()) not in text


def test_where_none_were_kept_there_are_none(tmp_path: Path) -> None:
    assert pictures_in(tmp_path / "nowhere") == []
