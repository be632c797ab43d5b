"""Finding a printed board in a picture without markers.

Guesses come from the ground's colour (`blob`), from patches in the players' colours (`blob_colours`), from straight edges between
any colours (`straight_edges`) and from the lattice of printed discs (`lattice`). Each is checked by sliding and turning the print
over it (`matching`), made exact through the printed fields (`refine`), and believed by its final correlation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.blob import board_quads
from calibration.blob_colours import home_guesses
from calibration.by_reference import reference_guesses
from calibration.lattice import lattice_guesses
from calibration.matching import Match, best_turn, is_square, slide_print
from calibration.profile import BoardProfile
from calibration.refine import Refined, refine
from calibration.registration import Registration, assumed_camera, registration_from_homography
from calibration.straight_edges import edge_quads
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]

SURE = 0.62
"""Correlation at which the search ends."""
SURE_FIELDS = 0.5
"""It ends too when the board counts as found and this share of its fields was found one by one: on a bent sheet."""
SLIDE_STEP_MM = 2.5
"""A pixel of the picture the print is slid over, on a board of 39 cm."""
MISLED = 0.02
"""A fit through fields that lowers the correlation by more went wrong: 17 fields of a bent sheet lowered it from 0.51 to 0.46."""
FOUND = 0.46
"""Correlation from which a board counts as found: boards had 0.5 and more, anything else up to 0.28 (SIGHT)."""
LIKELY, MOST_FIELDS = 0.33, 0.6
"""Another edition's inks lower the correlation (0.36 to 0.44 in five of 120 simulated tables); the board counts as found all the
same when so large a share of its fields was found one by one, each in its place."""
WORTH_TELLING = 0.2
"""A true place never slid below; less says nothing to whoever asks why the board was not found."""
PATIENCE = 6
"""So many more guesses are tried once the board counts as found, for one that fits better: likelier ones come first."""
SAME_QUAD = 0.005
"""Share of a guessed outline to which another one is no new guess: refining makes up for ten times that."""
SEARCH_SIDE_PX = 640
"""Guesses are made in a picture whose longer side is this long; boards down to 150 px wide are found in it."""


def find_board(bgr: BgrImage, board: BoardProfile, camera: FloatArray | None = None, thorough: bool = True) -> Registration:
    """Where the board lies in the picture.

    `bgr` is (height, width, 3) uint8; `camera` the (3, 3) matrix if known, else a common field of view is assumed. Not
    `thorough`, only colours are looked at, which is quicker. Raises `BoardNotFoundError` when no guess correlates with the print.
    """
    best: tuple[float, Refined] | None = None
    for guesses in (reference_guesses, _outline_guesses, _edge_guesses, _lattice_guesses)[: 4 if thorough else 2]:
        best = _best(bgr, board, guesses(bgr, board), best)
        if best is not None and _is_found(best, board):
            break
    if best is None or not _is_found(best, board):
        raise BoardNotFoundError(_not_found(bgr, board, best))
    matrix = assumed_camera(bgr.shape[1], bgr.shape[0]) if camera is None else camera
    return registration_from_homography(best[1].board_to_px, board, matrix, best[1].residual_px, best[0])


def find_board_from(bgr: BgrImage, board: BoardProfile, guesses: Iterator[FloatArray]) -> Registration | None:
    """The same from given board_to_px guesses; None when none of them holds."""
    best = _best(bgr, board, guesses, None)
    if best is None or not _is_found(best, board):
        return None
    camera = assumed_camera(bgr.shape[1], bgr.shape[0])
    return registration_from_homography(best[1].board_to_px, board, camera, best[1].residual_px, best[0])


def _is_sure(place: tuple[float, Refined], board: BoardProfile) -> bool:
    return place[0] >= SURE or (_is_found(place, board) and place[1].fields >= SURE_FIELDS * len(board.fields))


def _is_found(place: tuple[float, Refined], board: BoardProfile) -> bool:
    likeness, refined = place
    return likeness >= FOUND or (likeness >= LIKELY and refined.fields >= MOST_FIELDS * len(board.fields))


def _best(
    bgr: BgrImage, board: BoardProfile, guesses: Iterator[FloatArray], best: tuple[float, Refined] | None
) -> tuple[float, Refined] | None:
    """The best of the guesses and the best so far; ends as soon as one is sure, or found and not bettered."""
    patience = PATIENCE
    for guess in guesses:
        if best is not None and _is_found(best, board):
            patience -= 1
        if patience < 0:
            break
        candidate = _check(bgr, board, guess)
        if candidate is not None and (best is None or candidate[0] > best[0]):
            best = candidate
            if _is_sure(best, board):
                break
    return best


def _not_found(bgr: BgrImage, board: BoardProfile, best: tuple[float, Refined] | None) -> str:
    height, width = bgr.shape[:2]
    told = "nothing in it looks like that print"
    if best is not None and best[0] >= WORTH_TELLING:
        told = f"the likeliest place matches that print by {best[0]:.0%}, {FOUND:.0%} is needed"
    return (
        f"no {board.id} board in the {width}x{height} picture: "
        f"expected the whole board, not tilted by more than 35 degrees; {told}"
    )


def _check(bgr: BgrImage, board: BoardProfile, guess: FloatArray) -> tuple[float, Refined] | None:
    slid = slide_print(bgr, board, guess)
    if slid.score < 0.12:  # a true place never slid below 0.2; the rest is not worth refining
        return None
    refined = refine(bgr, board, slid.board_to_px)
    if refined is None:
        return (slid.score, _as_slid(slid)) if slid.score >= FOUND else None
    turned = best_turn(bgr, board, refined.board_to_px)
    if slid.score > turned.score + MISLED:
        return slid.score, _as_slid(slid)
    return turned.score, replace(refined, board_to_px=turned.board_to_px)


def _as_slid(slid: Match) -> Refined:
    """No fields were found, or so few that they misled: then the place is as exact as the step of sliding."""
    x_step = np.linalg.norm(slid.board_to_px[:2, 0] / slid.board_to_px[2, 2]) * SLIDE_STEP_MM
    return Refined(slid.board_to_px, float(x_step), 0)


def _outline_guesses(bgr: BgrImage, board: BoardProfile) -> Iterator[FloatArray]:
    """board_to_px guesses in the pixels of the whole picture, from the ground's colour and the homes' colours."""
    small, enlarge = _small(bgr)
    for guess in chain(_guesses_of(_different(board_quads(small, board)), board), home_guesses(small, board)):
        yield enlarge @ guess


def _edge_guesses(bgr: BgrImage, board: BoardProfile) -> Iterator[FloatArray]:
    """The same from straight edges, whatever inks they are between."""
    small, enlarge = _small(bgr)
    for guess in _guesses_of(edge_quads(small), board):
        yield enlarge @ guess


def _guesses_of(quads: Iterator[FloatArray], board: BoardProfile) -> Iterator[FloatArray]:
    """A board that is not square may lie along or across its outline."""
    corners = board.corners_mm.astype(np.float32)
    for quad in quads:
        for turned in (quad,) if is_square(board) else (quad, np.roll(quad, 1, axis=0)):
            yield np.asarray(cv2.getPerspectiveTransform(corners, turned.astype(np.float32)), dtype=np.float64)


def _lattice_guesses(bgr: BgrImage, board: BoardProfile) -> Iterator[FloatArray]:
    small, enlarge = _small(bgr)
    for guess in lattice_guesses(small, board):
        yield enlarge @ guess


def _small(bgr: BgrImage) -> tuple[BgrImage, FloatArray]:
    """The picture guesses are made in, and the map of its pixels to those of the whole one."""
    scale = min(1.0, SEARCH_SIDE_PX / max(bgr.shape[:2]))
    size = max(1, round(bgr.shape[1] * scale)), max(1, round(bgr.shape[0] * scale))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), dtype=np.uint8), np.diag([1 / scale, 1 / scale, 1.0])


def _different(quads: Iterator[FloatArray]) -> Iterator[FloatArray]:
    """Those that are not where one before has been, whichever corner they begin with."""
    before: list[FloatArray] = []
    for quad in quads:
        turned = [np.roll(quad, k, axis=0) for k in range(4)]
        reach = SAME_QUAD * float(np.ptp(quad, axis=0).max())
        if all(np.linalg.norm(other - turn, axis=1).max() > reach for other in before for turn in turned):
            before.append(quad)
            yield quad
