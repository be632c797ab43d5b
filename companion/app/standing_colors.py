"""Which colours stand on the board, as the camera sees it: looked for in a thread of its own, for a search takes a while."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable

from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.app.newest_frame import NewestFrame
from companion.app.other_board import OtherBoard, Recognise
from companion.sight import Eyes
from companion.vision.single import SeenPiece, read_freely
from hardware.errors import BoardNotFoundError
from hardware.ports import Frame

LOOK_EVERY_S = 0.7
"""A look costs up to half a second of one core; pieces are put on the board more slowly."""
LEAST_PIECES = 3
"""So many pieces of a colour stand there: one alone may be a reader's mistake or a piece left over from the last game."""
WAIT_S = 0.25


def standing_colors(pieces: Iterable[SeenPiece], board: BoardProfile) -> tuple[str, ...]:
    """The colours that stand on the board, in its order."""
    count = Counter(piece.color for piece in pieces)
    return tuple(color for color in board.colors if count[color] >= LEAST_PIECES)


class StandingColors:
    """Looks until it is stopped."""

    def __init__(
        self,
        frames: NewestFrame,
        eyes: Eyes,
        board: BoardProfile,
        clock: Callable[[], float] = time.monotonic,
        recognise: Recognise | None = None,
    ) -> None:
        self._frames, self._eyes, self._board, self._clock = frames, eyes, board, clock
        self._turned = OtherBoard(board, recognise)
        self._place: Registration | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="colours", daemon=True)
        self.colors: tuple[str, ...] = ()
        """What was seen last, empty before that: a hand or a nudge takes nobody away."""
        self.failed: Exception | None = None

    @property
    def other(self) -> BoardProfile | None:
        """Another board that lies there instead."""
        return self._turned.board

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def stop(self) -> None:
        """Ends after the look at hand."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10.0)

    def _run(self) -> None:
        next_s = float("-inf")
        try:
            while not self._stop.is_set():
                ended = self._frames.ended
                frame = self._frames.take(WAIT_S)
                if frame is not None and self._clock() >= next_s:
                    self.look(frame)
                    next_s = self._clock() + LOOK_EVERY_S
                elif frame is None and ended:
                    self._stop.wait(WAIT_S)
        except Exception as error:
            # A thread's exception ends nothing but the thread; whoever asks for the colours has to hear of it.
            self.failed = error

    def look(self, frame: Frame) -> None:
        """Looks at one frame; without a board and under a hand nothing is known anew."""
        if self._turned.lies_in(frame.bgr):
            return
        self._place = self._locate(frame)
        self._turned.known(found=self._place is not None)
        if self._place is None:
            return
        observation = self._eyes.reader.read(frame, self._place)
        if observation.clear:
            self.colors = standing_colors(read_freely(observation, self._board, self._place).pieces, self._board)

    def _locate(self, frame: Frame) -> Registration | None:
        if self._place is not None and self._eyes.follow is not None:
            followed = self._eyes.follow(frame, self._place)
            if followed is not None:
                return followed
        try:
            return self._eyes.find(frame.bgr, self._board)
        except BoardNotFoundError:
            return None
