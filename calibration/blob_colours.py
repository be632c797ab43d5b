"""First guesses where a board lies from large patches in the players' colours, one in each home: works on white boards too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.blob import hue_strength
from calibration.profile import BoardProfile, Srgb
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
MaskImage = NDArray[np.uint8]

HOMES = 4
"""So many points fix a homography; boards of more colours have no homes as large."""
MIN_HOME_SHARE = 0.01
"""Share of the board that a home's patch covers at least: those of ludo-40 and ludo-mdga56 cover 7 and 11 %."""
MIN_PATCH_SHARE = 0.0006
"""Share of the picture, for a home of a board that covers 1 % of it."""
LEVELS = (0.2, 0.35, 0.5, 0.65, 0.8)
"""Between the picture's weak and strong chroma along a colour's hue."""
PATCHES_A_COLOUR = 8
MOST_UNEVEN = 6.0
"""Factor between the sizes of two homes as seen: 35 degrees of tilt make 2."""
LEAST_FILLING = 0.6
"""Of the smallest rectangle round a patch: discs fill 0.79, stripes of a cloth that run together less."""
MOST_GUESSES = 8
OPENING_PX = 15
"""Patches are made so small that what is cut off them is this wide: their middles move by less than half a pixel in 15."""
MOST_UNLIKE = 1.8
"""Factor between the size of a patch as seen and as the guess has it: pawns and glare take up to a third."""


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    x: float
    y: float
    area: float


def home_guesses(bgr: BgrImage, board: BoardProfile) -> Iterator[FloatArray]:
    """board_to_px guesses from one patch of each of the four colours, those first whose sizes fit best."""
    homes = _homes(board)
    if len(homes) != HOMES:
        return
    seen = [_patches(bgr, board.print_colours.players[color]) for color in homes]
    rated: list[tuple[float, FloatArray]] = []
    for patches in product(*seen):
        if not _even(tuple(homes.values()), patches):
            continue
        guess = _fit(tuple(homes.values()), patches)
        if guess is not None:
            rated.append(guess)
    for _, board_to_px in sorted(rated, key=lambda item: item[0])[:MOST_GUESSES]:
        yield board_to_px


def _homes(board: BoardProfile) -> dict[str, _Patch]:
    """The largest painted area of each colour, in millimetres."""
    homes: dict[str, _Patch] = {}
    for color in board.colors if len(board.colors) == HOMES else ():
        outlines = [np.array(area.outline_mm, np.float32) for area in board.style.areas if area.ink == color]
        largest = max(outlines, key=cv2.contourArea, default=None)
        if largest is not None and cv2.contourArea(largest) > MIN_HOME_SHARE * board.width_mm * board.height_mm:
            homes[color] = _middle(largest)
    return homes


def _middle(outline: NDArray[np.float32] | NDArray[np.int32]) -> _Patch:
    m = cv2.moments(outline)
    return _Patch(m["m10"] / m["m00"], m["m01"] / m["m00"], m["m00"])


def _patches(bgr: BgrImage, srgb: Srgb) -> list[_Patch]:
    """The largest patches of that hue, at several levels."""
    strength = hue_strength(bgr, srgb)
    low, high = np.percentile(strength, (5, 99))
    found: list[_Patch] = []
    for level in LEVELS:
        mask = (strength > low + level * (high - low)).astype(np.uint8)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        whole = [outline for outline in outlines if _is_whole(np.asarray(outline, np.int32), mask)]
        for outline in sorted(whole, key=cv2.contourArea, reverse=True)[:PATCHES_A_COLOUR]:
            patch = _without_outgrowths(np.asarray(outline, np.int32))
            if patch is not None and not any(_alike(patch, other) for other in found):
                found.append(patch)
    return sorted(found, key=lambda patch: -patch.area)[:PATCHES_A_COLOUR]


def _is_whole(outline: NDArray[np.int32], mask: MaskImage) -> bool:
    """Large enough, and not cut off by the picture's edge."""
    if len(outline) < 20 or cv2.contourArea(outline) < MIN_PATCH_SHARE * mask.size:
        return False
    x, y, width, height = cv2.boundingRect(outline)
    return x > 0 and y > 0 and x + width < mask.shape[1] and y + height < mask.shape[0]


def _without_outgrowths(outline: NDArray[np.int32]) -> _Patch | None:
    """The start field beside a home and the goal run into it: what is narrower than 0.4 of the patch is cut off."""
    side = 0.4 * np.sqrt(cv2.contourArea(outline))
    scale = min(1.0, OPENING_PX / side)  # a large kernel costs more than all the rest
    kernel_px = max(3, round(side * scale)) | 1
    x, y, width, height = cv2.boundingRect(outline)
    mask = np.zeros((round(height * scale) + 2 * kernel_px, round(width * scale) + 2 * kernel_px), np.uint8)
    shrunk = np.round((outline - [x, y]) * scale).astype(np.int32) + kernel_px
    cv2.drawContours(mask, [shrunk], -1, 1, -1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (kernel_px, kernel_px))
    opened, _ = cv2.findContours(cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(opened, key=cv2.contourArea, default=None)
    if largest is None or cv2.contourArea(largest) <= LEAST_FILLING * np.prod(cv2.minAreaRect(largest)[1]):
        return None
    patch = _middle(np.asarray(largest, np.int32))
    return _Patch((patch.x - kernel_px) / scale + x, (patch.y - kernel_px) / scale + y, patch.area / scale**2)


def _alike(one: _Patch, other: _Patch) -> bool:
    near = np.hypot(one.x - other.x, one.y - other.y) < 0.1 * np.sqrt(one.area)
    return bool(near and 0.8 < one.area / other.area < 1.25)


def _even(homes: tuple[_Patch, ...], seen: tuple[_Patch, ...]) -> bool:
    sizes = [patch.area / home.area for patch, home in zip(seen, homes, strict=True)]
    return max(sizes) < MOST_UNEVEN * min(sizes)


def _fit(homes: tuple[_Patch, ...], seen: tuple[_Patch, ...]) -> tuple[float, FloatArray] | None:
    """How badly the sizes fit (logarithm) and the homography through the middles; None where it cannot be that board."""
    px = np.array([(patch.x, patch.y) for patch in seen], np.float32)
    mm = np.array([(home.x, home.y) for home in homes], np.float32)
    if not cv2.isContourConvex(px) or cv2.contourArea(px, True) * cv2.contourArea(mm, True) <= 0:
        return None
    board_to_px = np.asarray(cv2.getPerspectiveTransform(mm, px), dtype=np.float64)
    expected = [home.area * _magnification(board_to_px, home) for home in homes]
    unlike = max(abs(float(np.log(patch.area / area))) for patch, area in zip(seen, expected, strict=True))
    return (unlike, board_to_px) if unlike < np.log(MOST_UNLIKE) else None


def _magnification(board_to_px: FloatArray, home: _Patch) -> float:
    """Pixels a square millimetre there: the Jacobian of a homography is its determinant over the cube of the third coordinate."""
    third = float(board_to_px[2] @ (home.x, home.y, 1.0))
    return max(1e-9, abs(float(np.linalg.det(board_to_px)) / third**3))
