"""Lays table, shadows, pawns, die and hand over each other, and keeps what does not change from picture to picture."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drawing_body import PawnAt, foot_and_head_mm
from calibration.drawing_die import DieAt, draw_die
from calibration.drawing_hand import HandAt, draw_hand
from calibration.drawing_look import Light, Look
from calibration.drawing_shadow import shadow_of
from calibration.drawing_table import draw_background, gain_at
from calibration.drawing_thing import ThingAt, draw_thing
from calibration.drawing_view import F32, Knock, Nudge, Pose, knocked, nudged, place_camera
from calibration.pawn_drawing import Sprite, draw_pawn
from calibration.profile import BoardProfile, FieldName
from hardware.ports import BgrImage

DEFAULT_SIZE = (1280, 720)
KEPT_PAWNS = 256
NOISE_EXTRA_PX = 64


@dataclass(frozen=True, slots=True)
class BoardScene:
    """What is on the table: pawns (standing, lying or lifted), hands, a die or none, things that lie about."""

    pawns: tuple[PawnAt, ...] = ()
    hand: HandAt | None = None
    die: DieAt | None = None
    more_hands: tuple[HandAt, ...] = ()
    things: tuple[ThingAt, ...] = ()

    @property
    def hands(self) -> tuple[HandAt, ...]:
        """All hands, the first one first."""
        return self.more_hands if self.hand is None else (self.hand, *self.more_hands)


@dataclass(frozen=True, slots=True, eq=False)
class PawnTruth:
    """A drawn pawn: where the middles of its foot and of its head are in the picture (px)."""

    pawn: PawnAt
    field: FieldName | None
    foot_px: tuple[float, float]
    head_px: tuple[float, float]


class TablePainter:
    """Draws scenes on one table seen by one camera. The same scene, shown again, only gets new noise."""

    def __init__(
        self,
        board: BoardProfile,
        look: Look,
        light: Light,
        pose: Pose,
        size: tuple[int, int] = DEFAULT_SIZE,
        nudge: Nudge | None = None,
        knock: Knock | None = None,
    ) -> None:
        self.board, self.look, self.light, self.pose = board, look, light, pose
        self.view = knocked(nudged(place_camera(board, pose, size), board, nudge or Nudge()), knock or Knock())
        self._background = _as_picture(draw_background(self.view, look, light))
        self._sprites: OrderedDict[PawnAt, tuple[tuple[int, int, F32] | None, Sprite | None]] = OrderedDict()
        self._still: tuple[tuple[object, ...], BgrImage] | None = None
        self._noise = _noise(look.seed, look.noise, size)

    def paint(self, scene: BoardScene, noise_seed: int = 0) -> BgrImage:
        """The scene's picture, (height, width, 3). `noise_seed` picks the picture's noise."""
        picture, _ = self.paint_covered(scene, noise_seed)
        return picture

    def paint_covered(self, scene: BoardScene, noise_seed: int = 0) -> tuple[BgrImage, NDArray[np.bool_] | None]:
        """The picture, and the mask (height, width) of the hands in it, None without any."""
        resting = tuple(pawn for pawn in scene.pawns if pawn.height_mm == 0)
        lifted = tuple(pawn for pawn in scene.pawns if pawn.height_mm > 0)
        picture = self._resting(resting, scene.die, scene.things).copy()
        self._lay(picture, lifted)
        covered: NDArray[np.bool_] | None = None
        for hand in scene.hands:
            hidden = draw_hand(picture, self.view, self.look, self.light, hand)
            covered = hidden if covered is None else covered | hidden
        return self._finish(picture, noise_seed), covered

    def truth(self, scene: BoardScene, field_of: Mapping[PawnAt, FieldName] | None = None) -> tuple[PawnTruth, ...]:
        """Where the scene's pawns are in the picture."""
        truths = []
        for pawn in scene.pawns:
            foot, head = self.view.project(foot_and_head_mm(pawn, self.look))
            field = (field_of or {}).get(pawn)
            truths.append(PawnTruth(pawn, field, (float(foot[0]), float(foot[1])), (float(head[0]), float(head[1]))))
        return tuple(truths)

    def _resting(self, pawns: tuple[PawnAt, ...], die: DieAt | None, things: tuple[ThingAt, ...]) -> BgrImage:
        key = (pawns, die, things)
        if self._still is None or self._still[0] != key:
            picture = self._background.copy()
            if die is not None:
                draw_die(picture, self.view, self.light, die)
            self._lay_among(picture, pawns, things)
            self._still = (key, picture)
        return self._still[1]

    def _lay_among(self, picture: BgrImage, pawns: tuple[PawnAt, ...], things: tuple[ThingAt, ...]) -> None:
        """What is farther from the camera first; flat things under everything, sleeves over everything."""
        for thing in things:
            if thing.flat:
                draw_thing(picture, self.view, self.light, thing)
        left = pawns
        for thing in sorted((t for t in things if t.kind == "cup"), key=self._distance, reverse=True):
            behind = tuple(pawn for pawn in left if self._distance(pawn) > self._distance(thing))
            self._lay(picture, behind)
            draw_thing(picture, self.view, self.light, thing)
            left = tuple(pawn for pawn in left if pawn not in behind)
        self._lay(picture, left)
        for thing in things:
            if thing.kind == "sleeve":
                draw_thing(picture, self.view, self.light, thing)

    def _distance(self, there: PawnAt | ThingAt) -> float:
        cx, cy, _ = self.view.centre_mm
        return float(np.hypot(there.x_mm - cx, there.y_mm - cy))

    def _lay(self, picture: BgrImage, pawns: Sequence[PawnAt]) -> None:
        ordered = sorted(pawns, key=lambda pawn: (pawn.height_mm, -self._distance(pawn)))
        parts = [self._parts(pawn) for pawn in ordered]
        strength = self.light.shadow_strength
        for shadow, _ in parts:
            if shadow is not None:
                left, top, share = shadow
                _multiply(picture, left, top, 1 - (1 - (1 - strength) ** (1 / 2.2)) * share)
        for _, sprite in parts:
            if sprite is not None:
                _lay_over(picture, sprite)

    def _parts(self, pawn: PawnAt) -> tuple[tuple[int, int, F32] | None, Sprite | None]:
        kept = self._sprites.get(pawn)
        if kept is None:
            at = gain_at(self.light, self.board, np.array([pawn.x_mm]), np.array([pawn.y_mm]))[0]
            gain = (float(at[0]), float(at[1]), float(at[2]))
            kept = (
                shadow_of(self.view, self.look, self.light, pawn),
                draw_pawn(self.view, self.look, self.light, pawn, gain),
            )
            self._sprites[pawn] = kept
            if len(self._sprites) > KEPT_PAWNS:
                self._sprites.popitem(last=False)
        self._sprites.move_to_end(pawn)
        return kept

    def _finish(self, picture: BgrImage, noise_seed: int) -> BgrImage:
        if self.look.blur_px > 0.2:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), self.look.blur_px), dtype=np.uint8)
        rng = Random(noise_seed)
        x, y = rng.randrange(NOISE_EXTRA_PX), rng.randrange(NOISE_EXTRA_PX)
        height, width = picture.shape[:2]
        noise = self._noise[y : y + height, x : x + width]
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), dtype=np.uint8)


@lru_cache(maxsize=4)
def _noise(seed: int, strength: float, size: tuple[int, int]) -> NDArray[np.int16]:
    """Noise of brightness and, smoother, of colour, a little larger than the picture; `strength` in grey levels."""
    width, height = size[0] + NOISE_EXTRA_PX, size[1] + NOISE_EXTRA_PX
    rng = np.random.default_rng(seed)
    grey = rng.standard_normal((height, width, 1), dtype=np.float32)
    colour = cv2.resize(rng.standard_normal((height // 2, width // 2, 3), dtype=np.float32), (width, height))
    return np.round((grey * 0.8 + colour * 0.7) * strength).astype(np.int16)


def _as_picture(image: F32) -> BgrImage:
    return np.asarray(np.clip(image + np.float32(0.5), 0, 255), dtype=np.uint8)


def _window(picture: BgrImage, left: int, top: int, height: int, width: int) -> tuple[slice, slice, slice, slice] | None:
    y0, y1 = max(top, 0), min(top + height, picture.shape[0])
    x0, x1 = max(left, 0), min(left + width, picture.shape[1])
    if y0 >= y1 or x0 >= x1:
        return None
    return slice(y0, y1), slice(x0, x1), slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)


def _multiply(picture: BgrImage, left: int, top: int, factor: F32) -> None:
    window = _window(picture, left, top, *factor.shape[:2])
    if window is not None:
        rows, columns, from_rows, from_columns = window
        part = picture[rows, columns]
        picture[rows, columns] = _as_picture(part * factor[from_rows, from_columns, None])


def _lay_over(picture: BgrImage, sprite: Sprite) -> None:
    window = _window(picture, sprite.left, sprite.top, *sprite.light.shape[:2])
    if window is not None:
        rows, columns, from_rows, from_columns = window
        part = picture[rows, columns] * sprite.through[from_rows, from_columns]
        picture[rows, columns] = _as_picture(part + sprite.light[from_rows, from_columns])
