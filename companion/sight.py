"""From frames to observations: wait until the picture is still, find the board, follow it, read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from calibration.lens import Lens
from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.vision.observation import FloatArray, Observation
from companion.vision.stillness import watched_area_px
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage, Frame

MOVING_S = 0.4
"""Motion this long is a hand; a single changed frame is a lamp or a nudge of the table."""

LOST_S = 1.5
"""A board that has not been found for this long is told to be lost: "a lost board is said within two seconds"."""

READ_EVERY_S = 0.18
"""A board that stays still is read five times a second at most."""

READ_SOON_S, SOON = 0.11, 3
"""The first readings after motion follow each other faster: two of them within the half second after a hand has left, before
the next hand comes."""

READ_SELDOM_S, QUIET = 1.8, 30
"""After so many readings without any motion between them there is nothing new to be read: an idle table cost 27 % of a core,
nearly all of it for reading the same picture again (`python -m companion.measuring.idle`). Whatever moves ends the pause."""

SEARCH_EVERY_S = 0.5
"""A search costs up to half a second of one core; more often would starve everything else."""

RESTLESS_S = 1.0
"""A board whose place is not known is searched for in a picture that moves, too, once it has moved for so long: somebody who
talks with both hands beside the board keeps it moving all evening. What is found so is looked at again in the first still one."""


class Finder(Protocol):
    """Finds the board in a picture; raises `BoardNotFoundError`."""

    def __call__(self, bgr: BgrImage, board: BoardProfile) -> Registration:
        """(H, W, 3) picture → where the board lies in it."""


class Reader(Protocol):
    """Reads the fields of a board whose place is known."""

    def read(self, frame: Frame, registration: Registration) -> Observation:
        """What the frame says about every field."""


class Stillness(Protocol):
    """Watches for motion."""

    def update(self, frame: Frame, area_px: FloatArray | None) -> bool:
        """True when that convex part of the picture (N, 2), all of it with None, has been still."""


class Hands(Protocol):
    """Tells hands over the board from what lies on it."""

    def stirred(self) -> None:
        """Something moves in the picture."""

    def see_past(self, frame: Frame, registration: Registration, observation: Observation) -> Observation | None:
        """What the still picture says of the fields that no hand covers; None while a hand is over the board."""


Follow = Callable[[Frame, Registration], Registration | None]
"""Where the board lies now, given where it lay; None when it is not there any more."""


class Status(Enum):
    """What the camera shows."""

    LOOKING = "looking"
    LOST = "lost"
    UNPLUGGED = "unplugged"
    """The camera gives no pictures."""
    DARK = "dark"
    """Its pictures are black."""
    BRIGHT = "bright"
    """Its pictures are white."""
    MOVING = "moving"
    HAND = "hand"
    CLEAR = "clear"
    WAITING = "waiting"
    """Nothing that changes what was shown before."""


@dataclass(frozen=True, slots=True)
class View:
    """The status, and the observation when a still frame was read."""

    status: Status
    observation: Observation | None = None


@dataclass(frozen=True, slots=True)
class Eyes:
    """What sight is made of; a test puts fakes here. Without `hands` more than one covered field is a hand.

    `lens`: what these eyes straighten before they look, so that places on the board are in straight pixels.
    """

    find: Finder
    reader: Reader
    stillness: Stillness
    follow: Follow | None = None
    hands: Hands | None = None
    lens: Lens | None = None


class Sight:
    """Looks at one frame after the other."""

    def __init__(self, board: BoardProfile, eyes: Eyes) -> None:
        self._board = board
        self._eyes = eyes
        self.registration: Registration | None = None
        self._found_once = False
        self._gone_since_s: float | None = None
        self._moving_since_s: float | None = None
        self._searched_s = float("-inf")
        self._read_s = float("-inf")
        self._readings = 0
        self._has_stirred = False
        """Whether motion was ever seen: eyes that never see any are not relied on to see the next."""
        self._last: tuple[BgrImage, Observation] | None = None
        self._watched: tuple[Registration, FloatArray] | None = None

    def look(self, frame: Frame) -> View:
        """What the next frame shows."""
        if not self._eyes.stillness.update(frame, self._area_px()):
            self._read_s, self._readings, self._has_stirred = float("-inf"), 0, True
            if self._eyes.hands is not None:
                self._eyes.hands.stirred()
            return View(self._in_motion(frame))
        self._moving_since_s = None
        pause_s = READ_SOON_S if self._readings < SOON else READ_EVERY_S
        if self._has_stirred and self._readings >= QUIET:
            pause_s = READ_SELDOM_S
        if frame.time_s - self._read_s < pause_s and self.registration is not None:
            return View(Status.WAITING)
        if not self._located(frame):
            return View(self._without_board(frame.time_s))
        self._read_s, self._readings = frame.time_s, self._readings + 1
        observation = self._read(frame)
        seen = self._past_hands(frame, observation)
        return View(Status.HAND, observation) if seen is None else View(Status.CLEAR, seen)

    def _past_hands(self, frame: Frame, observation: Observation) -> Observation | None:
        if self._eyes.hands is None or self.registration is None:
            return observation if observation.clear else None
        return self._eyes.hands.see_past(frame, self.registration, observation)

    def search_anew(self) -> None:
        """Somebody says that the board lies there: it is searched for in the next still picture."""
        self.registration, self._searched_s, self._last = None, float("-inf"), None

    def _area_px(self) -> FloatArray | None:
        """Where motion counts: over the board, once its place is known."""
        place = self.registration
        if place is None:
            return None
        if self._watched is None or self._watched[0] is not place:
            self._watched = place, watched_area_px(self._board, place)
        return self._watched[1]

    def _in_motion(self, frame: Frame) -> Status:
        if self._moving_since_s is None:
            self._moving_since_s = frame.time_s
        moving_s = frame.time_s - self._moving_since_s
        if self.registration is None and moving_s >= RESTLESS_S:
            self._search(frame)
        if self.registration is None:
            return self._without_board(frame.time_s)
        return Status.MOVING if moving_s >= MOVING_S else Status.WAITING

    def _located(self, frame: Frame) -> bool:
        """Whether the board's place in this frame is known."""
        if self._same_picture(frame):
            return True
        if self.registration is not None and self._eyes.follow is not None:
            self.registration = self._eyes.follow(frame, self.registration)
        if self.registration is None:
            self._search(frame)
        if self.registration is not None:
            self._found_once, self._gone_since_s = True, None
        return self.registration is not None

    def _search(self, frame: Frame) -> None:
        """Not more often than it may be."""
        if frame.time_s - self._searched_s < SEARCH_EVERY_S:
            return
        self._searched_s = frame.time_s
        try:
            self.registration = self._eyes.find(frame.bgr, self._board)
        except BoardNotFoundError:
            self.registration = None

    def _without_board(self, time_s: float) -> Status:
        if not self._found_once:
            return Status.LOOKING
        if self._gone_since_s is None:
            self._gone_since_s = time_s
        return Status.LOST if time_s - self._gone_since_s >= LOST_S else Status.WAITING

    def _same_picture(self, frame: Frame) -> bool:
        return self.registration is not None and self._last is not None and self._last[0] is frame.bgr

    def _read(self, frame: Frame) -> Observation:
        """A recording shows one picture in several lines: it is read once."""
        assert self.registration is not None
        if self._last is not None and self._last[0] is frame.bgr:
            return replace(self._last[1], time_s=frame.time_s)
        observation = self._eyes.reader.read(frame, self.registration)
        self._last = (frame.bgr, observation)
        return observation
