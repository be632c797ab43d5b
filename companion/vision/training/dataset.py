"""Labelled patches from rendered pictures beside their truth, and from any number of simulated scenes.

Run as `python -m companion.vision.training.dataset --out FILE --renders FOLDER… --simulated N --seed S`. A field is labelled by
the pawn whose foot stands on it, `COVERED` where a hand or an object hides it, and left out where the truth is doubtful.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drawing import random_scene
from calibration.drawing_look import Figure
from calibration.finder import find_board
from calibration.profile import BoardProfile, load_profile
from calibration.registration import Registration, assumed_camera, registration_from_homography
from companion.vision.classes import COVERED, EMPTY, class_of
from companion.vision.inks import fit_inks
from companion.vision.patches import PatchSampler
from companion.vision.training.editions import other_edition, prints_to_compare
from companion.vision.training.effects import as_photographed, bent, drawn_over, folded
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
IGNORED = 255
STORED_SCALE = 160.0
"""Patches are stored as bytes: value 1.0 is 160, so that highlights up to 1.6 survive."""
HIDDEN_PAWN_PX = 0.35
"""A rendered pawn of which less than this share of the median pawn is seen is left out."""
PICTURE_SIZES = ((1280, 720), (1280, 720), (1280, 960), (1024, 768), (720, 1280))
"""Width and height of simulated pictures, the usual ones more often."""
LENSES_DEG = (36, 80)
"""What the reader may take the lens for: pictures are cropped, and seen from above nothing tells a lens (drawn with 56 to 75)."""
ALIKE = 0.35
"""Share of colours whose pawns are just like their print, the hardest to see: all that was missed on photographs was of these."""
FIGURES_SHOWN: tuple[Figure, ...] = ("cone", "cone", "cone", "peg", "dome", "block", "block")


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """One picture with the class of every field (IGNORED where unknown)."""

    bgr: BgrImage
    registration: Registration
    labels: NDArray[np.uint8]


def rendered_pictures(folder: Path, only_settled: bool = True) -> Iterator[tuple[BoardProfile, Labelled]]:
    """The pictures of a folder of renders; those with hands are left out unless asked for."""
    for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
        truth = json.loads(line)
        board = load_profile(truth["board"])
        bgr = cv2.imread(str(folder / truth["file"]))
        if bgr is None or (only_settled and not truth["settled"]):
            continue
        picture = np.asarray(bgr, dtype=np.uint8)
        try:
            registration = find_board(picture, board)
        except BoardNotFoundError:
            print(f"no board: {truth['file']}", file=sys.stderr)
            continue
        yield board, Labelled(picture, registration, _rendered_labels(board, registration, truth))


def hand_pictures(folder: Path) -> Iterator[tuple[BoardProfile, Labelled]]:
    """Pictures of a rendered sequence with a hand in them; what differs from the settled picture of the same ply is the hand."""
    truths = [json.loads(line) for line in (folder / "truth.jsonl").read_text("utf-8").splitlines()]
    settled: BgrImage | None = None
    for truth in truths:
        bgr = cv2.imread(str(folder / truth["file"]))
        if truth["settled"]:
            settled = np.asarray(bgr, dtype=np.uint8)
        elif settled is not None and bgr is not None:
            board = load_profile(truth["board"])
            try:
                registration = find_board(settled, board)  # the camera does not move within a ply
            except BoardNotFoundError:
                continue
            labels = _rendered_labels(board, registration, truth)
            changed, shaded = _changes(settled, np.asarray(bgr, dtype=np.uint8))
            labels[_covered_share(changed, board, registration) > 0.12] = IGNORED
            labels[_covered_share(changed & ~shaded, board, registration) > 0.6] = COVERED
            yield board, Labelled(np.asarray(bgr, dtype=np.uint8), registration, labels)


def _changes(before: BgrImage, after: BgrImage) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(height, width) what differs, and what has only become darker: the hand's shadow hides nothing."""
    one, other = (cv2.GaussianBlur(picture, (0, 0), 1.5).astype(np.float64) for picture in (before, after))
    ratio = np.log((other + 6) / (one + 6))
    shaded = (ratio.max(axis=2) < 0.02) & (ratio.max(axis=2) - ratio.min(axis=2) < 0.3) & (ratio.min(axis=2) > -1.6)
    return np.abs(one - other).max(axis=2) > 22, shaded


def _rendered_labels(board: BoardProfile, registration: Registration, truth: Mapping[str, Any]) -> NDArray[np.uint8]:
    labels = np.full(len(board.fields), EMPTY, np.uint8)
    centres = registration.print_to_px(board.centres_mm)
    usual = float(np.median([pawn["visible_px"] for pawn in truth["pawns"]] or [1]))
    for pawn in truth["pawns"]:
        away = np.linalg.norm(centres - np.array(pawn["foot"]), axis=1)
        nearest = int(away.argmin())
        pitch = float(np.linalg.norm(centres[0] - centres[1]))
        if pawn["lying"] or pawn["held"]:
            labels[away < 0.8 * pitch] = IGNORED
        elif away[nearest] < 0.4 * pitch:
            seen = pawn["visible_px"] > HIDDEN_PAWN_PX * usual
            labels[nearest] = class_of(pawn["color"]) if seen else IGNORED
    return labels


def simulated_picture(board: BoardProfile, rng: Random) -> Labelled:
    """A made-up table with a made-up position and any figures, sometimes with a hand, as any camera may store it."""
    position = random_position(board, rng)
    size, hand, figure = rng.choice(PICTURE_SIZES), rng.random() < 0.2, rng.choice(FIGURES_SHOWN)
    scene = random_scene(other_edition(board, rng), rng, position, size, hand, figure=figure, alike=ALIKE)
    labels = np.full(len(board.fields), EMPTY, np.uint8)
    index = {name: k for k, name in enumerate(board.field_names)}
    for pawn in scene.pawns:
        if pawn.field is not None:
            labels[index[pawn.field]] = class_of(pawn.pawn.color)
    for name in scene.covered:
        labels[index[name]] = COVERED
    die = scene.scene.die
    if die is not None:
        away = np.linalg.norm(board.centres_mm - np.array([die.x_mm, die.y_mm]), axis=1)
        labels[away < 0.9 * die.edge_mm] = COVERED
        labels[(away >= 0.9 * die.edge_mm) & (away < 2.0 * die.edge_mm)] = IGNORED
    return Labelled(_as_if_real(scene.bgr, board, scene.registration, rng), scene.registration, labels)


def _as_if_real(bgr: BgrImage, board: BoardProfile, registration: Registration, rng: Random) -> BgrImage:
    """Two pictures in three as a camera may have stored them, some bent, some with what people draw over their stills."""
    if rng.random() < 0.3:
        bgr = bent(bgr, float(np.sqrt(cv2.contourArea(registration.print_to_px(board.corners_mm).astype(np.float32)))), rng)
    if rng.random() < 0.25:
        bgr = folded(bgr, board, registration, rng)
    if rng.random() < 0.15:
        bgr = drawn_over(bgr, board, registration, rng)
    return as_photographed(bgr, rng) if rng.random() < 0.67 else bgr


def random_position(board: BoardProfile, rng: Random) -> dict[str, list[str]]:
    """Start positions, a few pawns, or full boards; pawns on fields of their own colour are common, as in games."""
    kind = rng.choice(("start", "sparse", "game", "game", "crowded"))
    taken: set[str] = set()
    position: dict[str, list[str]] = {}
    for color in board.colors:
        own = [str(f.name) for f in board.fields if f.color == color]
        track = [str(f.name) for f in board.fields if f.kind == "track"]
        if kind == "start":
            chosen = [name for name in own if ":B" in name] if rng.random() < 0.8 else rng.sample(own, 4)
        else:
            count = rng.randint(0, 2) if kind == "sparse" else 4
            at_home = 0.45 if kind == "game" else 0.25
            chosen = [rng.choice(own if rng.random() < at_home else track) for _ in range(count)]
        position[color] = [name for name in dict.fromkeys(chosen) if name not in taken]
        taken.update(position[color])
    return position


def with_objects(picture: Labelled, board: BoardProfile, rng: Random) -> Labelled:
    """Lays a few flat things (paper, a cup's rim, a phone, a smear) over the board: what lies under them is covered."""
    bgr, labels = picture.bgr.copy(), picture.labels.copy()
    mask = np.zeros(bgr.shape[:2], np.uint8)
    for _ in range(rng.randint(1, 2)):
        centre = np.array([rng.uniform(0, board.width_mm), rng.uniform(0, board.height_mm)])
        size = rng.uniform(18, 60)
        angles = sorted(rng.uniform(0, 2 * np.pi) for _ in range(rng.randint(4, 9)))
        shape_mm = np.array([centre + size * rng.uniform(0.6, 1.2) * np.array([np.cos(a), np.sin(a)]) for a in angles])
        outline = picture.registration.print_to_px(shape_mm).round().astype(np.int32)
        tint = np.array([rng.randint(0, 255) for _ in range(3)]) if rng.random() < 0.6 else np.full(3, rng.randint(0, 255))
        piece = np.zeros_like(mask)
        cv2.fillPoly(piece, [outline], 255)
        texture = cv2.GaussianBlur(
            np.random.default_rng(rng.randrange(2**31)).normal(0, 25, bgr.shape), (0, 0), rng.uniform(1, 9)
        )
        soft = cv2.GaussianBlur(piece, (0, 0), rng.uniform(0.6, 5)).astype(np.float32)[..., None] / 255
        bgr = np.clip(bgr * (1 - soft) + (tint + 4 * texture) * soft, 0, 255).astype(np.uint8)
        mask |= piece
    share = _covered_share(mask, board, picture.registration)
    labels[share > 0.12] = IGNORED
    labels[share > 0.6] = COVERED
    return Labelled(bgr, picture.registration, labels)


def _covered_share(mask: NDArray[np.uint8] | NDArray[np.bool_], board: BoardProfile, registration: Registration) -> FloatArray:
    """Of each field's disc and of the way to the head above it, the share that is masked."""
    ring = np.array([(r * np.cos(t), r * np.sin(t)) for r in (0.0, 5.0, 9.0) for t in np.linspace(0, 2 * np.pi, 8)])
    share = np.zeros(len(board.fields))
    for height in (0.0, board.pawn.height_mm / 2, board.pawn.height_mm):
        for dx, dy in ring:
            px = registration.above_print_to_px(board.centres_mm + np.array([dx, dy]), height).round().astype(int)
            inside = (px >= 0).all(axis=1) & (px[:, 0] < mask.shape[1]) & (px[:, 1] < mask.shape[0])
            share[inside] += mask[px[inside, 1], px[inside, 0]] > 0
    return np.asarray(share / (3 * len(ring)), dtype=np.float64)


def jittered(board: BoardProfile, registration: Registration, size: tuple[int, int], rng: Random) -> Registration:
    """The registration as it could have come out: corners off by 0.25 % of the width, now and then twice that; another lens."""
    spread = rng.choice((0.0025, 0.0025, 0.005))
    corners = registration.print_to_px(board.corners_mm)
    width = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
    moved = corners + np.array([[rng.gauss(0, spread), rng.gauss(0, spread)] for _ in range(4)]) * width
    homography = cv2.getPerspectiveTransform(board.corners_mm.astype(np.float32), moved.astype(np.float32))
    camera = assumed_camera(*size, field_of_view_deg=rng.uniform(*LENSES_DEG))
    return registration_from_homography(np.asarray(homography, dtype=np.float64), board, camera)


def patches_of(
    board: BoardProfile, picture: Labelled, rng: Random, views: int
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
    """(F, 8, 32, 32) bytes and (F,) labels under slightly different registrations."""
    size = (picture.bgr.shape[1], picture.bgr.shape[0])
    for _ in range(views):
        registration = jittered(board, picture.registration, size, rng)
        print_ = rng.choice(prints_to_compare(board))
        sampler = PatchSampler(print_, registration)
        patches = sampler.sample(picture.bgr, fit_inks(picture.bgr, print_, registration))
        yield np.clip(patches * STORED_SCALE, 0, 255).astype(np.uint8), picture.labels


def main() -> None:
    """Writes an .npz with `patches`, `labels` and which of them lie on fields that are printed in a colour."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--renders", type=Path, nargs="*", default=[])
    parser.add_argument("--hands", type=Path, nargs="*", default=[])
    parser.add_argument("--boards", nargs="*", default=["schmidt-4"])
    parser.add_argument("--simulated", type=int, default=0)
    parser.add_argument("--views", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = Random(args.seed)
    patches, labels, coloured = [], [], []
    for board, picture in _pictures(args, rng):
        shown = with_objects(picture, board, rng) if rng.random() < 0.3 else picture
        for some, classes in patches_of(board, shown, rng, args.views):
            known = classes != IGNORED
            patches.append(some[known])
            labels.append(classes[known])
            coloured.append(np.array([field.color is not None for field in board.fields])[known])
        if len(patches) % 100 < args.views:
            print(f"{len(patches)} readings", file=sys.stderr)
    np.savez(args.out, patches=np.concatenate(patches), labels=np.concatenate(labels), coloured=np.concatenate(coloured))


def _pictures(args: argparse.Namespace, rng: Random) -> Iterator[tuple[BoardProfile, Labelled]]:
    for folder in args.renders:
        yield from rendered_pictures(folder)
    for folder in args.hands:
        yield from hand_pictures(folder)
    for k in range(args.simulated):
        board = load_profile(args.boards[k % len(args.boards)])
        yield board, simulated_picture(board, rng)


if __name__ == "__main__":
    main()
