"""Light and inks: what would this print look like in this picture?

A board's inks differ from print to print and lamp to lamp. Both are taken from the picture itself: the ground, seen between the
fields, tells how light falls over the board; the middle of several printed discs of a colour tells its ink, for most of them are
empty at any time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.print import draw_print
from calibration.profile import BoardProfile, Srgb
from calibration.registration import Registration
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
FloatImage = NDArray[np.float32]

GRID = 96
"""Side of the rectified picture for light and inks (4 mm a pixel on a 39 cm board): a disc has 20 pixels, and all takes 1 ms."""
GAIN_BLUR_SHARE = 0.07
"""Blur of the light surface as a share of the board: under a field's pitch (0.084) it would follow pawns."""


PLAIN_GROUND = 0.95
"""Share of ground from which a pixel tells of the light."""
SAME_LIGHT = 1.284
"""Ground that is brighter or darker by more than this factor (0.25 nats) is shaded, glaring or hidden: it hardly counts."""
WHOLLY = 0.9
"""Share of an ink from which a pixel counts as that ink."""
LIKE_PROFILE = 0.5
"""Weight of the likeness to the profile's ink beside that of the discs to each other: five discs under one glare agree too."""
FEW_DISCS = 4
"""Fewer discs of an ink cannot outvote pawns and glare: the profile's ink is taken."""


@dataclass(frozen=True, slots=True, eq=False)
class InkFit:
    """How the print appears in one picture.

    `gain` (GRID, GRID, 3) float32 is the light over the board: picture = gain · ink, B,G,R. `inks` (K, 3) are the B,G,R values
    (0 … 255) of the print's inks under gain 1, in the order of `ink_names`.
    """

    gain: FloatImage
    inks: FloatImage


def ink_names(board: BoardProfile) -> tuple[str, ...]:
    """The inks of a print: ground, white, ink, border, then the players' colours."""
    return ("ground", "white", "ink", "border", *board.colors)


@lru_cache(maxsize=16)
def ink_shares(board: BoardProfile, px_per_mm: float) -> FloatImage:
    """(height, width, K) float32: how much of each ink there is at each place of the print, 0 … 1, in `ink_names` order."""
    names = ink_names(board)
    stack = []
    for first in range(0, len(names), 3):
        part = board.with_inks({name: _one_hot(k - first) for k, name in enumerate(names)})
        stack.append(draw_print(part, px_per_mm)[..., ::-1].astype(np.float32) / 255)
    return np.ascontiguousarray(np.concatenate(stack, axis=2)[..., : len(names)])


def _one_hot(channel: int) -> Srgb:
    return 255 * (channel == 0), 255 * (channel == 1), 255 * (channel == 2)


def fit_inks(bgr: BgrImage, board: BoardProfile, registration: Registration) -> InkFit:
    """Light and inks of the print in this picture (height, width, 3) BGR."""
    seen = _rectify(bgr, board, registration)
    shares = _grid_shares(board)
    nominal = _nominal_inks(board)
    gain = _ground_gain(seen, shares[..., 0], nominal[0])
    flat = np.asarray(seen / gain, dtype=np.float32)
    inks = nominal.copy()
    inks[3] = _middle(flat[shares[..., 3] > WHOLLY], nominal[3])
    pixels = flat.reshape(-1, 3)
    for k, discs in _discs(board).items():
        inks[k] = _agreed([pixels[disc] for disc in discs], nominal[k])
    return InkFit(gain, inks)


def _rectify(bgr: BgrImage, board: BoardProfile, registration: Registration) -> FloatImage:
    step = board.width_mm / GRID
    to_board = np.array([[step, 0, step / 2], [0, step, step / 2], [0, 0, 1]])
    size = (GRID, round(GRID * board.height_mm / board.width_mm))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    big = cv2.warpPerspective(
        bgr, registration.board_to_px @ to_board @ np.diag([0.5, 0.5, 1]), (size[0] * 2, size[1] * 2), flags=flags
    )
    return cv2.resize(big, size, interpolation=cv2.INTER_AREA).astype(np.float32)


@lru_cache(maxsize=16)
def _grid_shares(board: BoardProfile) -> FloatImage:
    shares = ink_shares(board, 4 * GRID / board.width_mm)
    size = (GRID, round(GRID * board.height_mm / board.width_mm))
    parts = [cv2.resize(shares[..., k], size, interpolation=cv2.INTER_AREA) for k in range(shares.shape[2])]
    return np.stack(parts, axis=2).astype(np.float32)


def _nominal_inks(board: BoardProfile) -> FloatImage:
    colours = board.print_colours
    rows = [colours.ground, colours.white, colours.ink, colours.border, *(colours.players[c] for c in board.colors)]
    return np.array([row[::-1] for row in rows], dtype=np.float32)


def _ground_gain(seen: FloatImage, ground_share: FloatImage, ground: FloatImage) -> FloatImage:
    """The light from the ground between the fields; pawns, hands and glare are outvoted by a second, trimmed pass."""
    plain = ground_share > PLAIN_GROUND
    ratio = np.asarray(seen / np.maximum(ground, 20), dtype=np.float32)
    weight = plain.astype(np.float32)
    for _ in range(2):
        gain = _smooth(ratio, weight)
        apart = (ratio + 0.02) / (gain + 0.02)
        alike = (apart < SAME_LIGHT).all(axis=2) & (apart > 1 / SAME_LIGHT).all(axis=2)
        weight = np.where(plain, np.where(alike, 1.0, 0.02), 0.0).astype(np.float32)
    return np.asarray(np.maximum(gain, 0.02), dtype=np.float32)


def _smooth(ratio: FloatImage, weight: FloatImage) -> FloatImage:
    """The weighted mean around each place, wider where little ground is near; blurred small, for it is smooth.

    Small, it differs from the blur in full by 0.02 % (median; 1.9 % at most, n = 16 pictures) and takes a tenth of the time.
    """
    height, width = weight.shape
    weighted = np.empty((height, width, 4), np.float32)
    weighted[..., :3], weighted[..., 3] = ratio * weight[..., None], weight
    half = cv2.resize(weighted, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    eighth = cv2.resize(half, (width // 8, height // 8), interpolation=cv2.INTER_AREA)
    sigma = GRID * GAIN_BLUR_SHARE / 2
    wide = cv2.resize(cv2.GaussianBlur(eighth, (0, 0), sigma), (width // 2, height // 2))
    total = cv2.GaussianBlur(half, (0, 0), sigma) + 1e-3 * wide + 1e-6
    return np.asarray(cv2.resize(total[..., :3] / total[..., 3:], (width, height)), dtype=np.float32)


@lru_cache(maxsize=16)
def _discs(board: BoardProfile) -> dict[int, tuple[NDArray[np.intp], ...]]:
    """For the inks of discs the indices of their discs' pixels in the flattened grid, one array a field."""
    shares = _grid_shares(board)
    names = ink_names(board)
    step = board.width_mm / GRID
    rows, columns = np.mgrid[0 : shares.shape[0], 0 : shares.shape[1]]
    found: dict[int, tuple[NDArray[np.intp], ...]] = {}
    for field in board.fields:
        k = names.index(field.ink)
        if k == 0:
            continue  # the ground is what the light is measured by
        away = np.hypot((columns + 0.5) * step - field.x_mm, (rows + 0.5) * step - field.y_mm)
        mask = (away < field.disc_mm) & (shares[..., k] > WHOLLY)
        if mask.any():
            found[k] = (*found.get(k, ()), np.flatnonzero(mask))
    return found


def _agreed(discs: list[FloatImage], nominal: FloatImage) -> FloatImage:
    """The colour on which the discs of an ink agree best: those under pawns and glare differ, from the print and each other."""
    middles = np.array([np.median(pixels, axis=0) for pixels in discs])
    if len(middles) < FEW_DISCS:
        return nominal
    apart = np.abs(middles[:, None] - middles[None]).sum(axis=2)
    company = max(3, len(middles) // 3)
    nearest = np.argsort(apart, axis=1)[:, : company + 1]
    closeness = np.take_along_axis(apart, nearest, axis=1).sum(axis=1)
    closeness += LIKE_PROFILE * np.abs(middles - nominal).sum(axis=1)
    return np.asarray(middles[nearest[closeness.argmin()]].mean(axis=0), dtype=np.float32)


def _middle(pixels: FloatImage, nominal: FloatImage) -> FloatImage:
    return nominal if len(pixels) == 0 else np.asarray(np.median(pixels, axis=0), dtype=np.float32)
