"""Dice under the camera: which lie in the picture, and what they show.

A small network goes over the picture and says where a die may lie (`die_where`); a second one looks at each such place closely:
is it a die, of which value, and where exactly (`die_network`). Of what still looks like a die four looks are averaged and
weighed by whether the spots there fit (`die_proof`). Where the board is known, a die is as large as one is there (`die_table`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.die_network import CROOKED, DieNetwork, FloatArray, Looks
from companion.vision.die_proof import proven
from companion.vision.die_table import DieTable
from companion.vision.die_where import WhereNetwork
from hardware.ports import BgrImage

MODEL = "die.npz"
LEAN_MODEL = "die_lean.npz"
LARGEST_SIDE = 1280
"""Pictures are made smaller to this."""
SMALLEST, LARGEST = 13.0, 330.0
"""Edges in pixels of the picture made smaller that are looked for."""
PLACES = 24
"""Places looked at closely, at most: of 87 dice on photographs of the tuning part all but one were among the first 8."""
LEAST_LOG_ODDS = -1.0
"""Log odds from which a place is looked at; the least of a die of the tuning part was -0.6."""
MAYBE = 0.3
"""Chance of being a die from which a place is looked at again."""
SURE = 0.75
"""Chance from which it is one: on the tuning part 6 of 87 dice wrong or missed and 1 false find in 31 pictures."""
LIKELY = 0.3
"""Chance of being a die from which what came to rest is worth being looked at closely, more than once."""
ALIKE = 2.0
"""Dice of one picture are of like size: none is so many times larger or smaller than the surest."""
LEANS = 0.4
"""Chance of lying on no side from which a die leans, told by a network that was shown such dice three times as often: on drawn
scenes 12 of 19 leaning dice that are found are told, and 4 of 200 flat ones are thrown again for nothing (n = 300 scenes)."""
LOOKS = (0, 1, 2, 3)
"""Quarter turns of the looks that are averaged."""
CLOSE_EDGES_MM = (12.0, 14.5, 17.0, 20.0)
CLOSE_SIZES = (0.75, 0.9, 1.05, 1.25)
"""Edges from which a die that was found is looked at closely: those of dice, or shares of what it was found to be."""
CLOSE_STEP = 0.25
"""So many edges beside its middle as well: where one look fails another does not."""
CLOSEST = 0.35
"""Share of these looks that is averaged: those that are the surest that there is a die."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die: the `value` of its top side (None when it lies `crooked`), its middle and edge in pixels, `confidence` 0 … 1."""

    value: int | None
    px: tuple[float, float]
    edge_px: float
    confidence: float
    crooked: bool


@dataclass(frozen=True, slots=True, eq=False)
class DieFinder:
    """The networks: where a die may lie, what it shows, whether it leans."""

    where: WhereNetwork
    network: DieNetwork
    lean: DieNetwork

    def find(
        self,
        bgr: BgrImage,
        region_px: Sequence[tuple[float, float]] | None = None,
        table: DieTable | None = None,
        likely: bool = False,
    ) -> tuple[SeenDie, ...]:
        """All dice of the picture (height, width, 3; uint8), or of the polygon `region_px`, the surest first.

        With `table`, the board's place in that picture, what is not as large as a die there is none. `likely`: also
        what may be a die.
        """
        region = None if region_px is None else np.array(region_px, np.float32)
        left, top, part = _part(bgr, region)
        factor = min(1.0, LARGEST_SIDE / max(bgr.shape[:2]))
        smallest, largest = SMALLEST / factor, LARGEST / factor
        if table is not None:
            low, high = table.edges_px((bgr.shape[1], bgr.shape[0]))
            smallest, largest = max(smallest, low), max(min(largest, high), 1.5 * max(smallest, low))
        dice = self._seen(part, smallest, largest, likely)
        moved = [replace(die, px=(die.px[0] + left, die.px[1] + top)) for die in dice]
        inside = [die for die in moved if region is None or cv2.pointPolygonTest(region, die.px, False) >= 0]
        fitting = [die for die in inside if table is None or table.fits(die)]
        leaning = self._lean(bgr, fitting, table)
        return tuple(
            replace(die, value=None, crooked=True) if leans else die for die, leans in zip(fitting, leaning, strict=True)
        )

    def look_closely(self, bgr: BgrImage, die: SeenDie, table: DieTable | None = None) -> FloatArray:
        """(8,) chances of the classes at a place where a die was found: none, 1 … 6, leaning.

        Averaged over looks from beside it and of several sizes; made to be averaged over several pictures as well.
        """
        sizes = [share * die.edge_px for share in CLOSE_SIZES]
        if table is not None:
            sizes = [edge_mm * table.px_per_mm(die.px) for edge_mm in CLOSE_EDGES_MM]
        x, y, aside = *die.px, CLOSE_STEP * die.edge_px
        beside = ((0.0, 0.0), (aside, aside), (-aside, -aside), (aside, -aside), (-aside, aside))
        squares = np.array([(x + dx, y + dy, edge) for edge in sizes for dx, dy in beside])
        for _ in range(2):
            squares = self.network.look(bgr, squares).squares
        squares = squares[np.argsort(self.network.look(bgr, squares).chances[:, 0], kind="stable")][
            : round(CLOSEST * len(squares))
        ]
        looks = self.network.look(bgr, squares, LOOKS)
        chances = proven(bgr, looks.squares, looks.chances).mean(axis=0)
        if self._lean(bgr, [die], table)[0]:
            chances = np.array([chances[0], *[0.0] * 6, 1 - chances[0]])
        return np.asarray(chances)

    def _seen(self, bgr: BgrImage, least: float, most: float, likely: bool) -> list[SeenDie]:
        places = self.where.places(bgr, least, most, LEAST_LOG_ODDS, PLACES)
        first = self.network.look(bgr, places.squares)
        maybe = 1 - first.chances[:, 0] > MAYBE
        looks = self.network.look(bgr, first.squares[maybe], LOOKS)
        chances = proven(bgr, looks.squares, looks.chances)
        return _without_repeats(replace(looks, chances=chances), 0.9 * least, likely)

    def _lean(self, bgr: BgrImage, dice: list[SeenDie], table: DieTable | None) -> NDArray[np.bool_]:
        """(N,) whether the third network sees each lie on no side; where it is seen too flat to tell, it does not."""
        judged = np.array([table is None or table.is_seen_from_above(die.px) for die in dice], np.bool_)
        chances = self.lean.look(bgr, np.array([(*die.px, die.edge_px) for die in dice]).reshape(-1, 3), LOOKS).chances
        return np.asarray((chances[:, CROOKED] > LEANS * chances[:, 1:].sum(axis=1)) & judged, dtype=np.bool_)


@lru_cache(maxsize=1)
def trained_die_finder() -> DieFinder:
    """The finder with the weights that ship with the program."""
    weights, lean = (_weights(model) for model in (MODEL, LEAN_MODEL))
    return DieFinder(WhereNetwork(weights), DieNetwork(weights), DieNetwork(lean))


def _weights(model: str) -> dict[str, NDArray[np.float16]]:
    with (resources.files("companion.vision") / "models" / model).open("rb") as file, np.load(file) as data:
        return {name: data[name] for name in data.files}


def find_dice(
    bgr: BgrImage, region_px: Sequence[tuple[float, float]] | None = None, table: DieTable | None = None
) -> tuple[SeenDie, ...]:
    """`DieFinder.find` of the finder that ships with the program."""
    return trained_die_finder().find(bgr, region_px, table)


def find_likely_dice(
    bgr: BgrImage, region_px: Sequence[tuple[float, float]] | None = None, table: DieTable | None = None
) -> tuple[SeenDie, ...]:
    """Dice and what may be some: for whoever looks more than once (`look_closely`)."""
    return trained_die_finder().find(bgr, region_px, table, likely=True)


def look_closely(bgr: BgrImage, die: SeenDie, table: DieTable | None = None) -> FloatArray:
    """`DieFinder.look_closely` of the finder that ships with the program."""
    return trained_die_finder().look_closely(bgr, die, table)


def _part(bgr: BgrImage, region: np.ndarray[tuple[int, ...], np.dtype[np.float32]] | None) -> tuple[int, int, BgrImage]:
    if region is None:
        return 0, 0, bgr
    margin = 0.1 * float(np.ptp(region, axis=0).max())
    height, width = bgr.shape[:2]
    left, top = (int(v) for v in np.clip(region.min(axis=0) - margin, 0, (width - 2, height - 2)))
    right, bottom = (int(v) for v in np.clip(region.max(axis=0) + margin, (left + 2, top + 2), (width, height)))
    return left, top, bgr[top:bottom, left:right]


def _without_repeats(looks: Looks, smallest: float, likely: bool) -> list[SeenDie]:
    """Of places that overlap, the one that is likeliest a die."""
    dice: list[SeenDie] = []
    for k in np.argsort(looks.chances[:, 0], kind="stable"):
        x, y, edge = looks.squares[k]
        if edge < smallest or any(_overlap(die, x, y, edge) for die in dice):
            continue
        die = _die(looks.chances[k], (float(x), float(y)), float(edge), likely)
        if die is not None:
            dice.append(die)
    dice.sort(key=lambda die: -die.confidence)
    return [die for die in dice if 1 / ALIKE < die.edge_px / dice[0].edge_px < ALIKE]


def _overlap(die: SeenDie, x: float, y: float, edge: float) -> bool:
    return bool(np.hypot(die.px[0] - x, die.px[1] - y) < 0.75 * max(die.edge_px, 0.7 * edge))


def _die(chances: FloatArray, px: tuple[float, float], edge: float, likely: bool) -> SeenDie | None:
    likeliest = int(chances[1:].argmax()) + 1
    confidence = float(chances[likeliest])
    if confidence < SURE and not (likely and 1 - chances[0] > LIKELY):
        return None
    crooked = likeliest == CROOKED
    at = (round(px[0], 1), round(px[1], 1))
    return SeenDie(None if crooked else likeliest, at, round(edge, 1), round(confidence, 3), crooked)
