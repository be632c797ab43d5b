"""A board with pawns, a hand and a die as a camera sees it: pictures with exact truth, drawn from a profile.

`TablePainter` keeps what does not change (table, print, pawns that stand still) and draws only what moved; `draw_scene` draws
one picture; `random_scene` makes up light, look and pose as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from calibration.drawing_body import PawnAt, body_of
from calibration.drawing_die import DieAt
from calibration.drawing_hand import HandAt
from calibration.drawing_look import Figure, Light, Look, plain_look, random_light, random_look
from calibration.drawing_painter import DEFAULT_SIZE, BoardScene, PawnTruth, TablePainter
from calibration.drawing_view import FloatArray, Pose, random_pose
from calibration.profile import BoardProfile, FieldName
from calibration.registration import Registration
from hardware.ports import BgrImage


@dataclass(frozen=True, slots=True, eq=False)
class RenderedScene:
    """A picture and the truth about it. `corners_px` (4, 2) in the profile's order; `covered` are the fields under a hand."""

    bgr: BgrImage
    corners_px: FloatArray
    pawns: tuple[PawnTruth, ...]
    covered: frozenset[FieldName]
    registration: Registration
    scene: BoardScene
    look: Look
    light: Light
    pose: Pose


def draw_scene(
    board: BoardProfile,
    scene: BoardScene,
    pose: Pose | None = None,
    light: Light | None = None,
    look: Look | None = None,
    size: tuple[int, int] = DEFAULT_SIZE,
    noise_seed: int = 0,
) -> BgrImage:
    """One picture of `scene`, (height, width, 3) uint8; what is not given is a quiet afternoon seen from above."""
    painter = TablePainter(board, look or plain_look(board), light or Light(), pose or Pose(), size)
    return painter.paint(scene, noise_seed)


def pawns_on(board: BoardProfile, position: Mapping[str, Sequence[str]], rng: Random | None = None) -> dict[PawnAt, FieldName]:
    """Pawns standing on the named fields; with `rng` put down as carelessly as people do (± 1/5 of the foot)."""
    pawns: dict[PawnAt, FieldName] = {}
    for color, names in position.items():
        for name in names:
            field = board.field(name)
            spread = 0.0 if rng is None else board.pawn.foot_mm / 10
            dx, dy = (0.0, 0.0) if rng is None else (rng.gauss(0, spread), rng.gauss(0, spread))
            pawns[PawnAt(color, field.x_mm + dx, field.y_mm + dy)] = field.name
    return pawns


def random_scene(
    board: BoardProfile,
    rng: Random,
    position: Mapping[str, Sequence[str]],
    size: tuple[int, int] = DEFAULT_SIZE,
    hand: bool = False,
    max_tilt_deg: float = 35.0,
    figure: Figure = "cone",
    alike: float = 0.0,
) -> RenderedScene:
    """`position` (colour → field names) on a made-up table: all else but `hand`, `figure`, `alike` is drawn from `rng`.

    Now and then pawns stand or lie beside the board; their truth has no field.
    """
    look, light, pose = random_look(board, rng, figure=figure, alike=alike), random_light(rng), random_pose(rng, max_tilt_deg)
    pawns = pawns_on(board, position, rng)
    if figure == "block":
        pawns = {replace(pawn, turn_deg=rng.uniform(0, 360)): field for pawn, field in pawns.items()}
    painter = TablePainter(board, look, light, pose, size)
    everything = (*pawns, *_strays(board, rng))
    scene = BoardScene(everything, _random_hand(board, rng) if hand else None, _random_die(board, rng))
    return render(painter, scene, pawns, rng.randrange(2**31))


def render(painter: TablePainter, scene: BoardScene, field_of: Mapping[PawnAt, FieldName], noise_seed: int = 0) -> RenderedScene:
    """Paints and adds the truth."""
    bgr, hand = painter.paint_covered(scene, noise_seed)
    board, view = painter.board, painter.view
    return RenderedScene(
        bgr=bgr,
        corners_px=view.project_flat(board.corners_mm),
        pawns=painter.truth(scene, field_of),
        covered=covered_fields(painter, hand),
        registration=view.registration(board),
        scene=scene,
        look=painter.look,
        light=painter.light,
        pose=painter.pose,
    )


def covered_fields(painter: TablePainter, hand: NDArray[np.bool_] | None) -> frozenset[FieldName]:
    """The fields whose middle, or the head of a pawn on it, the hand hides."""
    if hand is None:
        return frozenset()
    board, names = painter.board, set()
    height, width = hand.shape
    for lift in (0.0, body_of(painter.look).head_at):
        pixels = np.round(painter.view.project_flat(board.centres_mm, lift)).astype(int)
        for name, (x, y) in zip(board.field_names, pixels, strict=True):
            if 0 <= x < width and 0 <= y < height and hand[y, x]:
                names.add(name)
    return frozenset(names)


def _random_hand(board: BoardProfile, rng: Random) -> HandAt:
    return HandAt(
        x_mm=rng.uniform(0.05, 0.95) * board.width_mm,
        y_mm=rng.uniform(0.05, 0.95) * board.height_mm,
        height_mm=rng.uniform(15, 70),
        from_deg=rng.uniform(0, 360),
        bend=rng.uniform(-1, 1),
        grip=rng.random(),
        size=rng.uniform(0.7, 1.05),
        bare_mm=rng.choice((20.0, 110.0, 260.0)),
    )


def _strays(board: BoardProfile, rng: Random) -> list[PawnAt]:
    """Pawns beside the board, in every fourth picture: they must not be taken for pawns on it."""
    strays = []
    for _ in range(rng.randint(1, 3) if rng.random() < 0.25 else 0):
        away, along = board.width_mm * rng.uniform(0.06, 0.2), rng.uniform(0, board.width_mm)
        x, y = rng.choice(((-away, along), (board.width_mm + away, along), (along, -away), (along, board.height_mm + away)))
        lean = rng.choice((0.0, 90.0))
        strays.append(PawnAt(rng.choice(board.colors), x, y, lean_deg=lean, lean_towards_deg=rng.uniform(0, 360)))
    return strays


def _random_die(board: BoardProfile, rng: Random) -> DieAt | None:
    if rng.random() < 0.3:
        return None
    side = rng.uniform(0, 2 * np.pi)
    away = board.width_mm * rng.uniform(0.75, 0.95)
    if rng.random() < 0.25:
        away *= 0.35
    x = board.width_mm / 2 + away * np.cos(side)
    y = board.height_mm / 2 + away * np.sin(side)
    return DieAt(float(x), float(y), rng.randint(1, 6), rng.uniform(0, 90), rng.uniform(11, 17))
