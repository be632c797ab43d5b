"""A picture of a board with every mistake ringed and named, to look at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.registration import Registration
from companion.measuring.labelled import LabelledPicture
from companion.measuring.tally import Mistake
from companion.vision.single import Reading
from hardware.ports import BgrImage

PX_PER_MM = 2.6
MARGIN_MM = 22.0
"""Heads of pawns at the rim lean over it."""
MISTAKE, PIECE = (255, 0, 255), {"yellow": (0, 230, 255), "green": (60, 200, 60), "red": (50, 50, 255), "black": (40, 40, 40)}
OTHER = {"blue": (255, 130, 40), "purple": (200, 60, 160), "white": (255, 255, 255), "orange": (0, 140, 255)}


def draw_mistakes(
    path: Path, bgr: BgrImage, picture: LabelledPicture, registration: Registration, reading: Reading, mistakes: Sequence[Mistake]
) -> None:
    """Writes the board upright, a small disc in its colour for each piece read, a ring and words for each mistake."""
    board = picture.board
    size = (round((board.width_mm + 2 * MARGIN_MM) * PX_PER_MM), round((board.height_mm + 2 * MARGIN_MM) * PX_PER_MM))
    to_shown = np.array([[PX_PER_MM, 0, MARGIN_MM * PX_PER_MM], [0, PX_PER_MM, MARGIN_MM * PX_PER_MM], [0, 0, 1]])
    shown = np.asarray(cv2.warpPerspective(bgr, to_shown @ np.linalg.inv(registration.board_to_px), size), np.uint8)
    for piece in reading.pieces:
        at = board.field(piece.field)
        x, y = (round((value + MARGIN_MM) * PX_PER_MM) for value in (at.x_mm, at.y_mm))
        colour = {**PIECE, **OTHER}.get(piece.color, MISTAKE)
        cv2.circle(shown, (x, y), 7, (255, 255, 255), -1, cv2.LINE_AA)
        cv2.circle(shown, (x, y), 5, colour, -1, cv2.LINE_AA)
    for name, true, read in mistakes:
        at = board.field(name)
        x, y = (round((value + MARGIN_MM) * PX_PER_MM) for value in (at.x_mm, at.y_mm))
        cv2.circle(shown, (x, y), round(at.ring_mm * PX_PER_MM) + 12, MISTAKE, 3, cv2.LINE_AA)
        _words(shown, f"{name}: {true} read as {read}", x, y - round(at.ring_mm * PX_PER_MM) - 20)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), shown)


def draw_lost(path: Path, bgr: BgrImage, picture: LabelledPicture, sentence: str) -> None:
    """Writes the picture with the board's true outline and what the finder said."""
    shown = bgr.copy()
    if len(picture.corners_px):
        cv2.polylines(shown, [picture.corners_px.round().astype(np.int32)], True, MISTAKE, 3, cv2.LINE_AA)
    _words(shown, sentence.split(":")[0], shown.shape[1] // 2, 30)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), shown)


def _words(shown: BgrImage, text: str, middle_x: int, y: int) -> None:
    """Dark on a light strip, kept inside the picture."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.6, 1)
    x = int(np.clip(middle_x - width // 2, 4, max(4, shown.shape[1] - width - 6)))
    y = max(height + 6, y)
    cv2.rectangle(shown, (x - 4, y - height - 5), (x + width + 4, y + 6), (255, 240, 255), -1)
    cv2.putText(shown, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (120, 0, 120), 1, cv2.LINE_AA)
