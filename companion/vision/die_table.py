"""What a board that was found tells about dice beside and on it: how large they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.registration import Registration

if TYPE_CHECKING:
    from companion.vision.die import SeenDie

FloatArray = NDArray[np.float64]

SMALLEST_MM, LARGEST_MM = 9.5, 24.0
"""Dice of these games have edges of 12 to 20 mm; a fifth more for the top side's height, a fifth either way for the estimate."""


STEEP = 0.87
"""Cosine of 30 degrees: seen from flatter, the sides of a die show as much as its top, which is what a leaning one looks like."""


@dataclass(frozen=True, slots=True, eq=False)
class DieTable:
    """The plane the board lies in, and the picture it lies in.

    Dice are looked for in the picture as the camera gives it. `lens`: what lies between that picture and the registration's
    straight pixels (`calibration.lens`); None where they are the same.
    """

    registration: Registration
    lens: Lens | None = None

    def edges_px(self, size: tuple[int, int]) -> tuple[float, float]:
        """Smallest and largest edge in pixels of a die anywhere in a picture of `size` (width, height)."""
        x, y = np.meshgrid(np.linspace(0, size[0], 5), np.linspace(0, size[1], 5))
        scales = np.array([self.px_per_mm((float(a), float(b))) for a, b in zip(x.ravel(), y.ravel(), strict=True)])
        scales = scales[np.isfinite(scales)]
        middle = float(np.median(scales))
        return SMALLEST_MM * max(float(scales.min()), middle / 2), LARGEST_MM * min(float(scales.max()), middle * 2)

    def fits(self, die: SeenDie) -> bool:
        """Whether it is as large as a die can be where it lies."""
        edge_mm = die.edge_px / self.px_per_mm(die.px)
        return SMALLEST_MM < edge_mm < LARGEST_MM

    def is_seen_from_above(self, px: tuple[float, float]) -> bool:
        """Whether the table is looked at so steeply there that a die that lies flat cannot look like one that leans."""
        along, across = self._scales(px)
        return across > STEEP * along

    def straight(self, px: tuple[float, float]) -> tuple[float, float]:
        """A pixel of the picture → where it is for the registration."""
        x, y = self._straight(np.array([px]))[0]
        return float(x), float(y)

    def px_per_mm(self, px: tuple[float, float]) -> float:
        """Pixels a millimetre of the table where it is not foreshortened."""
        return self._scales(px)[0]

    def _scales(self, px: tuple[float, float]) -> tuple[float, float]:
        """Pixels a millimetre of the table along and across its slope: the singular values of the map there."""
        at = self._to_mm(self._straight(np.array([px])))
        steps = self.registration.print_to_px(at + np.array([[0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]]))
        steps = steps if self.lens is None else self.lens.seen_px(steps)
        slope = np.column_stack([steps[0] - steps[1], steps[2] - steps[3]])
        if not np.isfinite(slope).all():  # the lens's model has folded over there
            return float("nan"), float("nan")
        larger, smaller = np.linalg.svd(slope, compute_uv=False)
        return float(larger), float(smaller)

    def _straight(self, px: FloatArray) -> FloatArray:
        return px if self.lens is None else self.lens.straight_px(px)

    def _to_mm(self, px: FloatArray) -> FloatArray:
        mapped = np.column_stack([px, np.ones(len(px))]) @ np.linalg.inv(self.registration.board_to_px).T
        return np.asarray(mapped[:, :2] / mapped[:, 2:], dtype=np.float64)
