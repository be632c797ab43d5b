"""Which of the known boards lies in a picture?"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.by_reference import print_of
from calibration.finder import SURE, find_board, find_board_from
from calibration.profile import BoardProfile, known_boards, load_profile
from calibration.registration import Registration
from calibration.taught import taught_boards
from hardware.errors import BoardNotFoundError, CompanionError
from hardware.ports import BgrImage, Camera

FloatArray = NDArray[np.float64]
Found = tuple[BoardProfile, Registration]

LEAST_PX_PER_MM = 0.2
"""Enough to see whether a reference picture can be read."""

AUTO = "auto"
"""The name that asks for it where a board is named."""


def recognise_board(bgr: BgrImage, names: Iterable[str] = ()) -> Found:
    """The board whose print fits the picture best, and where it lies; of all known and taught boards, or of those named.

    Colours are tried for all of them before the slow search for lattices, and the first one that surely lies there ends it.
    A taught board is compared with its own picture, which fits better than any drawn print, so it counts only where no board
    that ships surely lies. Raises `BoardNotFoundError` when none does, `UnknownNameError`.
    """
    boards = [load_profile(name) for name in tuple(names)] or _at_hand()
    best = _best(bgr, boards, False) or _best(bgr, boards, True)
    if best is not None and best[0].reference is not None:
        best = _shipped_in_its_place(bgr, boards, best) or best
    if best is None:
        raise BoardNotFoundError(
            f"no known board in the {bgr.shape[1]}x{bgr.shape[0]} picture: expected one of "
            f"{', '.join(board.id for board in boards)}, the whole board, not tilted by more than 35 degrees"
        )
    return best


def _shipped_in_its_place(bgr: BgrImage, boards: Sequence[BoardProfile], taught: Found) -> Found | None:
    """The shipped board that surely lies where the taught one was found: its track is laid on the taught one, arm on arm."""
    for board in boards:
        if board.reference is None and (board.track, len(board.colors)) == (taught[0].track, len(taught[0].colors)):
            found = find_board_from(bgr, board, _tracks_laid_on(board, *taught))
            if found is not None and found.match >= SURE:
                return board, found
    return None


def _tracks_laid_on(board: BoardProfile, taught: BoardProfile, place: Registration) -> Iterator[FloatArray]:
    """board_to_px guesses, one for each arm that may be the first."""
    there = place.print_to_px(taught.centres_mm[: taught.track])
    for arm in range(len(taught.colors)):
        fitted, _ = cv2.findHomography(
            board.centres_mm[: board.track], np.roll(there, arm * board.track // len(taught.colors), 0)
        )
        if fitted is not None:
            yield np.asarray(fitted, dtype=np.float64)


def _best(bgr: BgrImage, boards: Sequence[BoardProfile], thorough: bool) -> Found | None:
    best: Found | None = None
    for board in boards:
        try:
            registration = find_board(bgr, board, thorough=thorough)
        except BoardNotFoundError:
            continue
        if best is None or registration.match > best[1].match:
            best = board, registration
        if registration.match >= SURE:
            break
    return best


def recognise_board_of(camera: Camera, pictures: int = 20) -> BoardProfile:
    """The board in the first of the camera's next pictures that shows one. Raises `BoardNotFoundError` or the camera's errors."""
    camera.open()
    try:
        for number in range(pictures):
            frame = camera.read()
            if frame is None:
                raise BoardNotFoundError(f"{camera.name}: no known board in its {number} pictures; expected {_known()}")
            try:
                return recognise_board(frame.bgr)[0]
            except BoardNotFoundError:
                continue
    finally:
        camera.close()
    raise BoardNotFoundError(f"{camera.name}: no known board in its first {pictures} pictures; expected {_known()}")


def _known() -> str:
    return f"one of {', '.join(board.id for board in _at_hand())}"


def _at_hand() -> list[BoardProfile]:
    """All boards that can be used; of a taught one whose files are broken it is said once."""
    return [load_profile(name) for name in known_boards()] + [
        board for board in map(_usable, taught_boards()) if board is not None
    ]


def _usable(name: str) -> BoardProfile | None:
    try:
        board = load_profile(name)
        print_of(board, LEAST_PX_PER_MM)
    except CompanionError as error:
        _say_once(f"companion: the taught board {name} is left out: {error}")
        return None
    return board


@lru_cache
def _say_once(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
