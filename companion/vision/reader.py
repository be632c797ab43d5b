"""Reads a board whose place is known: frame and registration in, evidence for every field out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion.vision.classes import COVERED, EMPTY, class_of
from companion.vision.inks import InkFit, fit_inks
from companion.vision.network import Network, trained_network
from companion.vision.observation import Observation
from companion.vision.patches import PatchSampler
from hardware.errors import InputError
from hardware.ports import Frame

FloatArray = NDArray[np.float64]
FloatImage = NDArray[np.float32]

DOUBT = 0.002
"""Share of every field's probability that is spread over all classes: no single field may outweigh a whole game."""
COVERED_FROM = 0.5
"""A field is covered when the network says so more likely than not."""
INKS_CHANGED = 2.0
"""Grey levels by which an ink may drift before the print is made anew: half of what the training varies it by (3 % of 160)."""
DIE_COVERS = 1
"""So many covered fields are a die or a reflection; more are a hand."""


class BoardReader:
    """Reads one kind of board. Keeps what depends on the registration, so give it the same one as long as the board lies still.

    `views` is how many slightly different looks at each field are averaged: 1 plain, 2 with the mirrored one, 6 also with both
    moved by a pixel to either side (slower, for single pictures). Raises `InputError` for a board with a colour that it does not
    know.
    """

    def __init__(self, board: BoardProfile, network: Network | None = None, views: int = 2) -> None:
        self._board = board
        self._columns = [EMPTY, *(_class_on(board, color) for color in board.colors)]
        self._network = network or trained_network()
        self._views = views
        self._sampler: PatchSampler | None = None
        self._expected: tuple[FloatImage, list[FloatImage]] | None = None

    def read(self, frame: Frame, registration: Registration) -> Observation:
        """What the frame says about every field of the board."""
        if self._sampler is None or self._sampler.registration is not registration:
            self._sampler, self._expected = PatchSampler(self._board, registration), None
        fit = fit_inks(frame.bgr, self._board, registration)
        chance = self._chances(self._sampler.seen(frame.bgr, fit), self._expectations(self._sampler, fit))
        outside = _outside(self._board, registration, frame)
        chance[outside] = 0.0
        chance[outside, COVERED] = 1.0
        covered = chance[:, COVERED] > COVERED_FROM
        return Observation(
            time_s=frame.time_s,
            fields=self._board.field_names,
            colors=self._board.colors,
            log_evidence=self._evidence(chance),
            covered=covered,
            clear=bool(covered.sum() <= DIE_COVERS),
            outside=int(outside.sum()),
        )

    def _expectations(self, sampler: PatchSampler, fit: InkFit) -> list[FloatImage]:
        """What the network says to the print, a look each; made anew when the inks have changed."""
        if self._expected is None or np.abs(self._expected[0] - fit.inks).max() > INKS_CHANGED:
            looks = _looks(sampler.expected(fit), self._views)
            self._expected = (fit.inks, [self._network.expectation(look) for look in looks])
        return self._expected[1]

    def _chances(self, seen: FloatImage, expectations: list[FloatImage]) -> FloatArray:
        """(F, classes) probabilities, averaged over the looks."""
        looks = zip(_looks(seen, self._views), expectations, strict=True)
        logits = [self._network.logits(look, expectation) for look, expectation in looks]
        mean = np.mean(logits, axis=0, dtype=np.float64)
        exp = np.exp(mean - mean.max(axis=1, keepdims=True))
        return np.asarray(exp / exp.sum(axis=1, keepdims=True), dtype=np.float64)

    def _evidence(self, chance: FloatArray) -> FloatArray:
        """(F, 1 + C) log-probabilities of empty and each colour; what may be covered says less, never nothing at all."""
        known = chance[:, self._columns]
        count = len(self._columns)
        told = known / np.maximum(known.sum(axis=1, keepdims=True), 1e-12)
        doubt = np.clip(chance[:, [COVERED]] + DOUBT, 0, 1)
        return np.asarray(np.log(told * (1 - doubt) + doubt / count), dtype=np.float64)


def _outside(board: BoardProfile, registration: Registration, frame: Frame) -> NDArray[np.bool_]:
    """(F,) fields whose middle is not in the picture: a pawn's foot would not be seen."""
    height, width = frame.bgr.shape[:2]
    middles = registration.print_to_px(board.centres_mm)
    return np.asarray(~((middles >= 0) & (middles <= (width - 1, height - 1))).all(axis=1))


def _looks(patches: FloatImage, views: int) -> list[FloatImage]:
    """The patches (F, h, w, …) as they are, mirrored, and both moved by a pixel to either side."""
    looks = [patches] if views == 1 else [patches, patches[:, :, ::-1]]
    moved = [np.roll(look, shift, axis=2) for look in looks for shift in (-1, 1)] if views > 2 else []
    return [np.ascontiguousarray(look) for look in (*looks, *moved)]


def _class_on(board: BoardProfile, color: str) -> int:
    try:
        return class_of(color)
    except InputError as error:
        raise InputError(f"board {board.id}: {error}") from None
