"""What the reader looks at: for every field a small upright picture in which a pawn standing there would always be at one place.

A patch is a square of the board's plane round the field, turned so that the direction from a pawn's foot to its head points up.
Its channels are the picture without its light, the print as it must look in this picture, and where foot and head would be.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.vision.inks import GRID, InkFit, ink_shares
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
FloatImage = NDArray[np.float32]

PATCH_PX = 32
PATCH_MM = 48.0
"""Side of a patch on a board with the usual field pitch of 33 mm: foot, head at 35 degrees and a rim of the neighbours."""
CHANNELS = 8
TOWARDS_HEAD = 0.4
"""The patch's middle lies this share of the way from the foot to where the head appears."""
_OVERSAMPLE = 2


class PatchSampler:
    """Samples the patches of all fields of one board under one registration; keeps the maps, which cost more than a reading."""

    def __init__(self, board: BoardProfile, registration: Registration) -> None:
        self.board, self.registration = board, registration
        places_mm, masks = _patch_places(board, registration)
        pixels = registration.print_to_px(places_mm.reshape(-1, 2)).reshape(places_mm.shape)
        self._shrink = _shrink(board, registration)
        self._map = np.ascontiguousarray(((pixels + 0.5) / self._shrink - 0.5).astype(np.float32))
        self._gain_map = np.ascontiguousarray((places_mm[:, ::2, ::2] * (GRID / board.width_mm) - 0.5).astype(np.float32))
        self._shares = _sample_shares(board, places_mm)
        self._masks = masks

    def sample(self, bgr: BgrImage, fit: InkFit) -> FloatImage:
        """(F, CHANNELS, PATCH_PX, PATCH_PX) float32, all that the reader is trained on: `seen` and `expected`, channels first."""
        both = np.concatenate([self.seen(bgr, fit), self.expected(fit)], axis=3)
        return np.ascontiguousarray(both.transpose(0, 3, 1, 2))

    def seen(self, bgr: BgrImage, fit: InkFit) -> FloatImage:
        """(F, PATCH_PX, PATCH_PX, 3) float32 in the order of the board's fields: the picture without its light, about 0 … 1."""
        if self._shrink > 1:
            size = (round(bgr.shape[1] / self._shrink), round(bgr.shape[0] / self._shrink))
            bgr = np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        count = len(self._map)
        seen = _area_half(_remap(bgr, self._map)).reshape(count, PATCH_PX, PATCH_PX, 3)
        gain = _remap(fit.gain, self._gain_map).reshape(count, PATCH_PX, PATCH_PX, 3)
        return np.asarray(np.clip(seen / (255 * gain), 0, 1.6), dtype=np.float32)

    def expected(self, fit: InkFit) -> FloatImage:
        """(F, PATCH_PX, PATCH_PX, 5) float32: the print in the picture's inks, and where foot and head of a pawn would be."""
        return np.concatenate([self._shares @ (fit.inks / 255), self._masks], axis=3, dtype=np.float32)


def _patch_places(board: BoardProfile, registration: Registration) -> tuple[FloatArray, FloatImage]:
    """(F, 2·PATCH_PX, 2·PATCH_PX, 2) board millimetres of the samples, and (F, PATCH_PX, PATCH_PX, 2) foot and head masks."""
    foot = board.centres_mm
    head_height = board.pawn.height_mm - board.pawn.head_mm / 2
    lean = _seen_on_print(board, registration, head_height) - foot
    length = np.linalg.norm(lean, axis=1, keepdims=True)
    up = np.where(length > 0.5, lean / np.maximum(length, 1e-9), np.array([[0.0, -1.0]]))
    side = np.column_stack([-up[:, 1], up[:, 0]])
    middle = foot + TOWARDS_HEAD * lean
    half = PATCH_MM / 2 * _size_factor(board)
    steps = (np.arange(PATCH_PX * _OVERSAMPLE) + 0.5) / (PATCH_PX * _OVERSAMPLE) * 2 - 1
    across, down = np.meshgrid(steps * half, steps * half)
    places = middle[:, None, None] + across[None, ..., None] * side[:, None, None] - down[None, ..., None] * up[:, None, None]
    coarse = places.reshape(len(foot), PATCH_PX, 2, PATCH_PX, 2, 2).mean(axis=(2, 4))
    foot_mask = _soft_disc(coarse, foot, board.pawn.foot_mm / 2)
    head_mask = _soft_disc(coarse, foot + lean, board.pawn.head_mm / 2 * 1.08)
    return places, np.stack([foot_mask, head_mask], axis=3).astype(np.float32)


def _size_factor(board: BoardProfile) -> float:
    """Boards with smaller fields get smaller patches: half the mean distance of track fields against the usual 33 mm."""
    track = board.centres_mm[: board.track]
    pitch = float(np.median(np.linalg.norm(track - np.roll(track, 1, axis=0), axis=1)))
    return float(np.clip(pitch / 32.8, 0.6, 1.4))


def _seen_on_print(board: BoardProfile, registration: Registration, height_mm: float) -> FloatArray:
    """Where on the print (mm) a point above each field's middle appears to the camera."""
    pixels = registration.above_print_to_px(board.centres_mm, height_mm)
    back = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(registration.board_to_px).T
    return np.asarray(back[:, :2] / back[:, 2:], dtype=np.float64)


def _soft_disc(places: FloatArray, centre: FloatArray, radius_mm: float) -> FloatArray:
    distance = np.linalg.norm(places - centre[:, None, None], axis=3)
    pixel = PATCH_MM / PATCH_PX
    return np.asarray(np.clip((radius_mm - distance) / pixel + 0.5, 0, 1), dtype=np.float64)


def _shrink(board: BoardProfile, registration: Registration) -> float:
    """How much a picture is made smaller before sampling, so that no sample misses pixels between its neighbours."""
    corners = registration.print_to_px(board.corners_mm).astype(np.float32)
    px_per_mm = np.sqrt(cv2.contourArea(corners) / (board.width_mm * board.height_mm))
    px_per_sample = px_per_mm * PATCH_MM * _size_factor(board) / (PATCH_PX * _OVERSAMPLE)
    return float(px_per_sample) if px_per_sample > 1.3 else 1.0


def _sample_shares(board: BoardProfile, places_mm: FloatArray) -> FloatImage:
    """(F, PATCH_PX, PATCH_PX, K) share of each ink."""
    px_per_mm = 2.0
    shares = ink_shares(board, px_per_mm)
    at = (places_mm * px_per_mm - 0.5).astype(np.float32)
    layers = [_area_half(_remap(np.ascontiguousarray(shares[..., k]), at)) for k in range(shares.shape[2])]
    return np.stack(layers, axis=-1).reshape(len(places_mm), PATCH_PX, PATCH_PX, -1).astype(np.float32)


def _remap(picture: BgrImage | FloatImage, at: FloatImage) -> FloatImage:
    """Samples at (F, h, w, 2) → (F·h, w, …) float32."""
    flat = at.reshape(-1, at.shape[2], 2)
    columns, rows = np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1])
    sampled = cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(sampled, dtype=np.float32)


def _area_half(tall: FloatImage) -> FloatImage:
    size = (tall.shape[1] // _OVERSAMPLE, tall.shape[0] // _OVERSAMPLE)
    return np.asarray(cv2.resize(tall, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
