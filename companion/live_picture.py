"""What a screen with the camera's live picture shows, as plain data; drawn by `companion.display`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.scene import SceneButton
from hardware.ports import BgrImage

Point = tuple[float, float]


class LiveState(Enum):
    """The sign beside the words."""

    GOOD = "good"
    OPEN = "open"
    """Something is to be put right."""
    LOOKING = "looking"
    """The board is being looked for."""


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """The board as found: `corners` (4 points, clockwise from the first colour's) and the rings of its fields, in pixels of the
    picture; `colors` whose corners they are, in the same order, where there are four."""

    corners: tuple[Point, ...]
    rings: tuple[tuple[Point, ...], ...]
    colors: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LivePicture:
    """One picture. `bgr` is (height, width, 3); at most two `buttons`, the main
    one first. What is left in the picture is left on the screen: it is not turned as the drawn board may be."""

    bgr: BgrImage
    state: LiveState
    title: str
    sentence: str = ""
    drawing: BoardDrawing | None = None
    buttons: tuple[SceneButton, ...] = ()
    night: bool = False
