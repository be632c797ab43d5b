"""Eyes that know the calibration: the lens is straightened, the stored place is tried first, printed marks are looked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from calibration.finder import find_board
from calibration.following import follow_board
from calibration.lens import Lens
from calibration.marks import find_board_by_marks
from calibration.profile import BoardProfile
from calibration.registration import Registration
from calibration.stored import Calibration
from companion.sight import Eyes, Hands, Reader, Stillness
from companion.vision.observation import FloatArray, Observation
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage, Frame


def calibrated(eyes: Eyes, calibration: Calibration | None) -> Eyes:
    """The same eyes, helped by what is stored; registrations are then in straight pixels (`calibration.lens`)."""
    if calibration is None:
        return eyes
    straight = _Straight(calibration.lens)
    follow = eyes.follow

    def find(bgr: BgrImage, board: BoardProfile) -> Registration:
        return _find(straight.picture(bgr), board, calibration)

    def followed(frame: Frame, last: Registration) -> Registration | None:
        assert follow is not None
        return follow(straight.frame(frame), last)

    hands = None if eyes.hands is None else _StraightHands(eyes.hands, straight)
    reader = _StraightReader(eyes.reader, straight)
    stillness = _BentStillness(eyes.stillness, calibration.lens)
    following = None if follow is None else followed
    lens = calibration.lens
    return replace(eyes, find=find, reader=reader, follow=following, hands=hands, stillness=stillness, lens=lens)


def _find(bgr: BgrImage, board: BoardProfile, calibration: Calibration) -> Registration:
    """Where it was, if it still lies there; else by its marks if there are some; else by its print.

    Raises `BoardNotFoundError`.
    """
    if calibration.board == board.id and calibration.size == (bgr.shape[1], bgr.shape[0]):
        still = follow_board(bgr, board, calibration.registration(board))
        if still is not None:
            return still
    if calibration.corner_marks:
        try:
            return find_board_by_marks(bgr, board, calibration.camera)
        except BoardNotFoundError:
            pass  # hands may cover them; the print may still be seen
    return find_board(bgr, board, calibration.camera)


def straightened(lens: Lens | None) -> Callable[[BgrImage], BgrImage]:
    """What straightens a picture; without a lens, or one of another size, it stays as it is."""
    return _Straight(lens).picture


class _Straight:
    """Straightens each picture once: only those that are looked at, not every frame."""

    def __init__(self, lens: Lens | None) -> None:
        self._lens = lens
        self._last: tuple[BgrImage, BgrImage] | None = None

    def picture(self, bgr: BgrImage) -> BgrImage:
        """The straight picture."""
        lens = self._lens
        if lens is None or lens.straight or lens.size != (bgr.shape[1], bgr.shape[0]):
            return bgr
        if self._last is None or self._last[0] is not bgr:
            self._last = (bgr, lens.straighten(bgr))
        return self._last[1]

    def frame(self, frame: Frame) -> Frame:
        """The frame with its picture straight."""
        return replace(frame, bgr=self.picture(frame.bgr))


class _StraightReader:
    """Reads straightened frames."""

    def __init__(self, reader: Reader, straight: _Straight) -> None:
        self._reader, self._straight = reader, straight

    def read(self, frame: Frame, registration: Registration) -> Observation:
        """What the frame says about every field."""
        return self._reader.read(self._straight.frame(frame), registration)


class _StraightHands:
    """Looks for hands in straightened frames."""

    def __init__(self, hands: Hands, straight: _Straight) -> None:
        self._hands, self._straight = hands, straight
        self.stirred = hands.stirred

    def see_past(self, frame: Frame, registration: Registration, observation: Observation) -> Observation | None:
        """What the picture says of the fields that no hand covers; None while a hand is over the board."""
        return self._hands.see_past(self._straight.frame(frame), registration, observation)


class _BentStillness:
    """Watches the pictures as the camera gives them: every frame would have to be straightened otherwise."""

    def __init__(self, stillness: Stillness, lens: Lens | None) -> None:
        self._stillness, self._lens = stillness, lens
        self._last: tuple[FloatArray, FloatArray] | None = None

    def update(self, frame: Frame, area_px: FloatArray | None) -> bool:
        """`area_px` in straight pixels."""
        lens = self._lens
        if area_px is None or lens is None or lens.straight or lens.size != (frame.bgr.shape[1], frame.bgr.shape[0]):
            return self._stillness.update(frame, area_px)
        if self._last is None or self._last[0] is not area_px:
            self._last = area_px, lens.seen_px(area_px)
        return self._stillness.update(frame, self._last[1])
