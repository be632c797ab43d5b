"""Calibrating from pictures and recordings instead of a live camera."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from calibration.auto import AUTO
from calibration.finder import find_board
from calibration.lens_fit import LensFit, LensView, board_view, charuco_view, fit_lens
from calibration.profile import load_profile
from calibration.stored import Calibration, calibration_of, load_calibration
from companion.app.calibrate import calibration_of_look
from companion.app.findings_text import look_json, look_text
from companion.app.looking import HowToLook, Look, Looker
from hardware.cameras.recorded import decode_picture
from hardware.errors import BoardNotFoundError, InputError
from hardware.ports import BgrImage, Camera, Frame
from hardware.registry import make_camera

LOOK_EVERY_S = 1.0
"""Of a recording's own time."""
MOVIES = {".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v"}

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class LookedThrough:
    """The last good picture's calibration; whether every picture, and some moment of every recording, was good."""

    found: Calibration | None
    all_good: bool
    unusable: bool
    """Whether any could not be read."""


def look_through(paths: list[Path], how: HowToLook, as_json: bool, say: Say, complain: Say) -> LookedThrough:
    """Tells of every picture what is wrong with it; of recordings one picture a second; what cannot be read has its line too.

    Raises `UnknownNameError`, `InputError` for the board.
    """
    board = None if how.board == AUTO else load_profile(how.board)
    found: Calibration | None = None
    good: set[Path] = set()
    unusable = False
    for path in paths:
        looker: Looker | None = None
        try:
            for time_s, frame in _frames(path):
                fitting = _fitting(how, frame)
                looker = looker or Looker(fitting, board)
                look = looker.look(frame)
                say(_line(path, time_s, look, fitting, as_json))
                if look.good:
                    found = calibration_of_look(look, fitting)
                    good.add(path)
        except InputError as error:
            unusable = True
            if as_json:
                say(json.dumps({"error": str(error)}, ensure_ascii=False))
            else:
                complain(f"companion: {error}")
    return LookedThrough(found, good == set(paths), unusable)


def _fitting(how: HowToLook, frame: Frame) -> HowToLook:
    """The lens of pictures of another size is another camera's."""
    size = (frame.bgr.shape[1], frame.bgr.shape[0])
    return how if how.lens is None or how.lens.size == size else replace(how, lens=None)


def _line(path: Path, time_s: float | None, look: Look, how: HowToLook, as_json: bool) -> str:
    if as_json:
        return json.dumps(look_json(str(path), time_s, look, how.lens), ensure_ascii=False)
    return look_text(str(path), time_s, look, how.board)


def _frames(path: Path) -> Iterator[tuple[float | None, Frame]]:
    """A picture, or those of a recording that are a second apart."""
    if not path.exists():
        raise InputError(f"{path}: expected a picture or a recording, there is nothing")
    if path.is_dir():
        yield from _sparse(make_camera(f"folder:{path}"))
    elif path.suffix.lower() in MOVIES:
        yield from _sparse(make_camera(f"video:{path}"))
    else:
        yield None, Frame(decode_picture(path, str(path)), 0.0, 0)


def _sparse(camera: Camera) -> Iterator[tuple[float, Frame]]:
    next_s = float("-inf")
    camera.open()
    try:
        while (frame := camera.read()) is not None:
            if frame.time_s >= next_s:
                next_s = frame.time_s + LOOK_EVERY_S
                yield frame.time_s, frame
    finally:
        camera.close()


def lens_of_pictures(paths: list[Path], board: str, charuco: bool, say: Say) -> tuple[LensFit, Calibration | None]:
    """The lens by the board's print, or the ChArUco sheet, in several pictures; the last one's board place goes with it.

    Raises `InputError` for pictures that cannot be used together.
    """
    views: list[LensView] = []
    last: tuple[BgrImage, LensView] | None = None
    size: tuple[int, int] | None = None
    for path in paths:
        for _, frame in _frames(path):
            bgr = frame.bgr
            if size not in (None, (bgr.shape[1], bgr.shape[0])):
                raise InputError(f"{path}: is {bgr.shape[1]}x{bgr.shape[0]}; expected {_text(size)}, like the pictures before")
            size = (bgr.shape[1], bgr.shape[0])
            view = charuco_view(bgr) if charuco else _board_view(bgr, board)
            say(f"{path}: {'too little is seen, left out' if view is None else f'{len(view.seen_px)} points'}")
            if view is not None:
                views.append(view)
                last = (bgr, view)
    if size is None:
        raise InputError("expected pictures of the board, or of the sheet, after --lens")
    fit = fit_lens(views, size)
    return fit, None if charuco or last is None else _place(last[0], board, fit)


def _text(size: tuple[int, int] | None) -> str:
    return "" if size is None else f"{size[0]}x{size[1]}"


def _board_view(bgr: BgrImage, board: str) -> LensView | None:
    profile = load_profile(board)
    try:
        return board_view(bgr, profile, find_board(bgr, profile))
    except BoardNotFoundError:
        return None


def _place(bgr: BgrImage, board: str, fit: LensFit) -> Calibration:
    """Where the board lies in the picture once it is straight."""
    profile = load_profile(board)
    found = find_board(fit.lens.straighten(bgr), profile, fit.lens.matrix)
    return calibration_of(profile, found, fit.lens.size, fit.lens)


def with_lens(path: Path, fit: LensFit, place: Calibration | None) -> Calibration:
    """What is stored in `path`, with the lens; where nothing is stored, `place`. Raises `InputError` where neither is."""
    if path.exists():
        stored = load_calibration(path)
        if stored.size != fit.lens.size:
            raise InputError(f"{path}: is for pictures of {_text(stored.size)}, but the lens's are {_text(fit.lens.size)}")
        return replace(stored, lens=fit.lens)
    if place is None:
        raise InputError(
            f"{path}: expected the place of the board, there is none yet; run companion calibrate first, then --lens"
        )
    return place
