"""From a look at the table to the screen with the live picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.app.looking import Look
from companion.live_picture import BoardDrawing, LivePicture, LiveState, Point
from companion.scene import SceneButton
from companion.words import Label, Language, label, lines
from companion.words.calibrating import BoardFits, PictureOpen
from companion.words.messages import Message
from hardware.ports import BgrImage

FITS, AGAIN, LATER = "fits", "again", "later"
"""Ids of the buttons."""
RING_POINTS = 24


def board_drawing(board: BoardProfile, registration: Registration, lens: Lens | None) -> BoardDrawing:
    """The board as it is drawn over the picture the camera gives."""
    turn = np.linspace(0, 2 * np.pi, RING_POINTS, endpoint=False)
    circle = np.column_stack([np.cos(turn), np.sin(turn)])
    rings_mm = np.array([(field.x_mm, field.y_mm) + field.ring_mm * circle for field in board.fields])
    rings = _seen(rings_mm.reshape(-1, 2), registration, lens).reshape(rings_mm.shape)
    corners = _seen(board.corners_mm, registration, lens)
    colors = board.colors if len(board.colors) == len(corners) else ()
    return BoardDrawing(_points(corners), tuple(_points(ring) for ring in rings), colors)


def live_picture(
    bgr: BgrImage, look: Look | None, lens: Lens | None, language: Language, night: bool = False, later: bool = True
) -> LivePicture:
    """The newest picture with what the last look said; `later`: people may go on without."""
    if look is not None and look.good:
        told = _told(bgr, LiveState.GOOD, BoardFits(), language, night)
        buttons: tuple[SceneButton, ...] = (
            SceneButton(FITS, label(language, Label.FITS), "yes", main=True),
            SceneButton(AGAIN, label(language, Label.TRY_AGAIN), "again"),
        )
    else:
        finding = look.findings[0] if look is not None and look.findings else None
        state = LiveState.LOOKING if finding is None or finding.problem == "not_found" else LiveState.OPEN
        side = None if finding is None or finding.side is None else str(finding.side)
        problem = "not_found" if finding is None else str(finding.problem)
        told = _told(bgr, state, PictureOpen(problem, side), language, night)
        buttons = (SceneButton(LATER, label(language, Label.LATER)),) if later else ()
    drawing = None
    if look is not None and look.board is not None and look.registration is not None:
        drawing = board_drawing(look.board, look.registration, lens)
    return replace(told, drawing=drawing, buttons=buttons)


def told_picture(bgr: BgrImage, message: Message, language: Language, night: bool = False) -> LivePicture:
    """A picture in which nothing is looked for, with words."""
    return _told(bgr, LiveState.LOOKING, message, language, night)


def _told(bgr: BgrImage, state: LiveState, message: Message, language: Language, night: bool) -> LivePicture:
    words = lines(language, message)
    return LivePicture(bgr, state, words.title, words.sentence, night=night)


def _seen(points_mm: NDArray[np.float64], registration: Registration, lens: Lens | None) -> NDArray[np.float64]:
    straight = registration.print_to_px(points_mm)
    return straight if lens is None else lens.seen_px(straight)


def _points(points: NDArray[np.float64]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points)
