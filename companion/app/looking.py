"""Looking at one picture after the other while the camera is being set up: where is the board, and is the picture good?"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.auto import AUTO, recognise_board
from calibration.edge import find_board_or_part
from calibration.following import follow_board
from calibration.lens import Lens
from calibration.marks import find_board_by_marks
from calibration.profile import BoardProfile, load_profile
from calibration.quality import Finding, in_order, judge_cover, judge_picture, judge_shaking
from calibration.registration import Registration
from companion.vision.reader import BoardReader
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage, Frame

FloatArray = NDArray[np.float64]

LOOKS = 4
"""So many looks tell whether the camera stands still."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one picture showed. `registration` is in straight pixels; empty `findings` mean that it is good."""

    bgr: BgrImage
    findings: tuple[Finding, ...]
    board: BoardProfile | None = None
    registration: Registration | None = None

    @property
    def good(self) -> bool:
        """Whether this picture can be played by."""
        return self.registration is not None and not self.findings


@dataclass(frozen=True, slots=True)
class HowToLook:
    """`board` is a name, or `auto`; with `corner_marks` printed marks are looked for first."""

    board: str
    lens: Lens | None = None
    corner_marks: bool = False


class Looker:
    """Finds the board once and follows it from then on, until it is told to `forget`."""

    def __init__(self, how: HowToLook, board: BoardProfile | None = None) -> None:
        self._how = how
        self._board = board if board is not None else None if how.board == AUTO else load_profile(how.board)
        self._reader: BoardReader | None = None
        self._last: Registration | None = None
        self._corners: deque[FloatArray] = deque(maxlen=LOOKS)

    def forget(self) -> None:
        """Searches anew at the next look."""
        self._last = None
        self._corners.clear()
        if self._how.board == AUTO:
            self._board, self._reader = None, None

    def look(self, frame: Frame) -> Look:
        """What the frame shows."""
        lens = self._how.lens
        straight = frame.bgr if lens is None else lens.straighten(frame.bgr)
        registration = self._locate(straight)
        self._last = registration
        if registration is None or self._board is None:
            self._corners.clear()
            return Look(frame.bgr, judge_picture(straight, self._board, None))
        self._corners.append(registration.print_to_px(self._board.corners_mm))
        findings = [*judge_picture(straight, self._board, registration), *judge_shaking(tuple(self._corners))]
        findings += self._cover(Frame(straight, frame.time_s, frame.sequence), registration, findings)
        return Look(frame.bgr, in_order(findings), self._board, registration)

    def _locate(self, bgr: BgrImage) -> Registration | None:
        if self._last is not None and self._board is not None:
            followed = follow_board(bgr, self._board, self._last)
            if followed is not None:
                return followed
        try:
            return self._search(bgr)
        except BoardNotFoundError:
            return None

    def _search(self, bgr: BgrImage) -> Registration:
        camera = None if self._how.lens is None else self._how.lens.matrix
        if self._board is None:
            self._board, registration = recognise_board(bgr)
            return registration
        if self._how.corner_marks:
            return find_board_by_marks(bgr, self._board, camera)
        return find_board_or_part(bgr, self._board, camera)

    def _cover(self, frame: Frame, registration: Registration, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """Only good pictures are read: glare and darkness would be taken for cover."""
        board = self._board
        if findings or board is None:
            return ()
        if self._reader is None:
            self._reader = BoardReader(board)
        return judge_cover(self._reader.read(frame, registration).covered)
