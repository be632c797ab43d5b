"""The films: as many pictures as throws, in the product's own colours, and files that other programs open."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.cli.main import main
from companion.display.palette import DAY, TONES
from companion.export.film import APART, FPS, GIF_SIZE, MP4_SIZE, stills, write_gif, write_mp4, write_webm
from companion.library.loading import LoadedGame, load_game
from companion.library.plies import plies_of
from companion.scene import Mode
from companion.words import Language
from tests.simulated_games import agreed, play_through, write_game


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> LoadedGame:
    folder = tmp_path_factory.mktemp("film")
    return load_game(write_game(folder / "game.jsonl", play_through(agreed(), Random(8), plies=6), {"yellow": "Mia"}))


def test_a_picture_a_throw_with_the_move_that_was_made(short: LoadedGame) -> None:
    film, plies = stills(short, Language.GERMAN), plies_of(short)
    assert len(film) == len(plies) + 2
    for still, ply in zip(film[1:-1], plies, strict=True):
        if ply.move is None:
            assert still.scene.mode is Mode.NO_MOVE
        else:
            assert (still.scene.throw, still.scene.on) == (ply.throw, ply.player)
            assert [move.color for move in still.scene.moves] == [ply.move.color]


def test_a_game_that_is_over_ends_with_board_and_podium(tmp_path: Path) -> None:
    game = load_game(write_game(tmp_path / "game.jsonl", play_through(agreed("schmidt-family"), Random(3), greedy=True)))
    board, podium = (still.scene for still in stills(game, Language.GERMAN)[-2:])
    assert (board.mode, podium.mode) == (Mode.TURN, Mode.END)
    assert board.on == game.history.now.state.finished[0]
    assert "gewinnt" in board.title


def test_a_throw_that_waits_is_the_last_picture(tmp_path: Path) -> None:
    played = play_through(agreed("schmidt-2016"), Random(1), plies=1)
    record = write_game(tmp_path / "game.jsonl", played)
    record.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:2]))
    film = stills(load_game(record), Language.ENGLISH)
    assert [still.scene.mode for still in film] == [Mode.TURN, Mode.THROW]


def test_a_game_in_which_nobody_has_thrown_is_a_film_of_its_beginning(tmp_path: Path) -> None:
    record = write_game(tmp_path / "game.jsonl", play_through(agreed(), Random(1), plies=1))
    record.write_bytes(record.read_bytes().splitlines(keepends=True)[0])
    assert [still.scene.mode for still in stills(load_game(record), Language.ENGLISH)] == [Mode.TURN, Mode.TURN]


def test_the_gif_opens_and_keeps_the_inks(short: LoadedGame, tmp_path: Path) -> None:
    path = tmp_path / "game.gif"
    write_gif(short, Language.GERMAN, path)
    film = stills(short, Language.GERMAN)
    with Image.open(path) as gif:
        assert gif.size == GIF_SIZE
        assert getattr(gif, "n_frames", 1) == len(film)
        assert gif.info["loop"] == 0
        gif.seek(len(film) - 1)
        assert gif.info["duration"] == film[-1].tenths_s * 100
        seen = np.unique(np.asarray(gif.convert("RGB")).reshape(-1, 3), axis=0).astype(int)
    inks = [DAY.ground, DAY.rim, DAY.field, *(TONES[color].normal for color in short.game.colors)]
    assert all(np.abs(seen - ink).max(axis=1).min() < APART for ink in inks)


@pytest.mark.parametrize(("kind", "write"), [("mp4", write_mp4), ("webm", write_webm)])
def test_the_video_opens(
    short: LoadedGame, tmp_path: Path, kind: str, write: Callable[[LoadedGame, Language, Path], None]
) -> None:
    path = tmp_path / f"game.{kind}"
    write(short, Language.GERMAN, path)
    film = cv2.VideoCapture(str(path))
    pictures = 0
    while film.read()[0]:
        pictures += 1
    assert (int(film.get(cv2.CAP_PROP_FRAME_WIDTH)), int(film.get(cv2.CAP_PROP_FRAME_HEIGHT))) == MP4_SIZE
    assert pictures == sum(still.tenths_s * FPS // 10 for still in stills(short, Language.GERMAN))


@pytest.fixture
def little_room() -> Iterator[None]:
    """No file may grow beyond 20 kB: what a full disk is to a program, without its error."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.fault
@pytest.mark.usefixtures("little_room")
@pytest.mark.parametrize("kind", ["gif", "mp4", "webm"])
def test_on_a_full_disk_one_sentence_is_said_and_no_half_film_is_left(
    short: LoadedGame, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / f"game.{kind}").write_bytes(b"the film of before")
    assert main(["export", str(short.path), "--to", kind, "--out", str(tmp_path / f"game.{kind}")]) == 2
    said = capsys.readouterr().err.splitlines()
    assert f"cannot write {tmp_path / f'game.{kind}'}" in said[-1]
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [(f"game.{kind}", b"the film of before")]


@pytest.mark.parametrize("kind", ["gif", "mp4", "webm"])
def test_a_film_that_cannot_be_written_is_told(short: LoadedGame, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(short.path), "--to", kind, "--out", str(short.path / f"x.{kind}")]) == 2
    assert "cannot write" in capsys.readouterr().err
