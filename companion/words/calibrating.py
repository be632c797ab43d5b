"""What is said while the camera is being set up, as typed messages. The words are in `calibrating_words`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.words.messages import Message


@dataclass(frozen=True, slots=True)
class BoardFits(Message):
    """The board is found and its picture is good: do the rings lie on the fields?"""


@dataclass(frozen=True, slots=True)
class PictureOpen(Message):
    """Something about the picture is to be put right: a value of `calibration.quality.Problem`, and the `side` of the
    picture (`left`, `right`, `top`, `bottom`) where it is, if it has one."""

    problem: str
    side: str | None = None


@dataclass(frozen=True, slots=True)
class LensMore(Message):
    """So many more pictures are wanted to work out the lens; each from another side."""

    count: int


@dataclass(frozen=True, slots=True)
class LensKnown(Message):
    """The lens has been worked out."""
