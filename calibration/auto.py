"""Which of the known boards lies in a picture?"""

from __future__ import annotations

from collections.abc import Iterable

from calibration.finder import SURE, find_board
from calibration.profile import BoardProfile, known_boards, load_profile
from calibration.registration import Registration
from calibration.taught import taught_boards
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage, Camera

AUTO = "auto"
"""The name that asks for it where a board is named."""


def recognise_board(bgr: BgrImage, names: Iterable[str] = ()) -> tuple[BoardProfile, Registration]:
    """The board whose print fits the picture best, and where it lies; of all known and taught boards, or of those named.

    Colours are tried for all of them before the slow search for lattices, and the first one that surely lies there ends it.
    Raises `BoardNotFoundError` when none does, `UnknownNameError`.
    """
    boards = [load_profile(name) for name in tuple(names) or _at_hand()]
    best = _best(bgr, boards, False) or _best(bgr, boards, True)
    if best is None:
        raise BoardNotFoundError(
            f"no known board in the {bgr.shape[1]}x{bgr.shape[0]} picture: expected one of "
            f"{', '.join(board.id for board in boards)}, the whole board, not tilted by more than 35 degrees"
        )
    return best


def _best(bgr: BgrImage, boards: list[BoardProfile], thorough: bool) -> tuple[BoardProfile, Registration] | None:
    best: tuple[BoardProfile, Registration] | None = None
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
    return f"one of {', '.join(_at_hand())}"


def _at_hand() -> tuple[str, ...]:
    return *known_boards(), *taught_boards()
