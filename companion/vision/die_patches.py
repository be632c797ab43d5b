"""What the die's network looks at: a patch around a square, without its light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.die_spots import FloatArray
from hardware.ports import BgrImage

PATCH = 40
"""Width of a patch in pixels."""
PATCH_EDGES = 1.8
"""Width of a patch in edges of the die: the top side and most of the sides seen beside it."""


def die_patches(bgr: BgrImage, scale: float, places: FloatArray) -> NDArray[np.float32]:
    """(N, 3, 40, 40) patches around squares (N, 3): x, y, edge in pixels of the picture that `bgr` is at `scale`."""
    cut = np.empty((len(places), PATCH, PATCH, 3), np.uint8)
    middle = (PATCH - 1) / 2
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for k, (x, y, edge) in enumerate(places):
        step = edge * scale * PATCH_EDGES / PATCH
        at_x, at_y = (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5
        matrix = np.array([[step, 0, at_x - step * middle], [0, step, at_y - step * middle]])
        cv2.warpAffine(bgr, matrix, (PATCH, PATCH), dst=cut[k], flags=flags, borderMode=cv2.BORDER_REPLICATE)
    patches = cut.astype(np.float32)
    patches -= patches.mean(axis=(1, 2, 3), keepdims=True)
    patches /= patches.std(axis=(1, 2, 3), keepdims=True) + 8
    return np.ascontiguousarray(patches.transpose(0, 3, 1, 2))
