"""Small pictures with drawn dice on grounds, and where the dice lie: what both networks of the die learn from.

Run as `python -m companion.vision.training.die_scenes --out FILE.npz --tables FOLDER… --count N --seed S` (extra `train`).
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from companion.vision.training.die_drawing import CANVAS, EDGE_PX, Sprites, draw
from companion.vision.training.die_grounds import Ground, drawn_ground, rendered_grounds, simulated_grounds
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]
SCENE = 192
LEAST_EDGE, MOST_EDGE = 15.0, 46.0
EMPTY_SHARE = 0.4
"""Scenes without a die."""
COLUMNS = ("scene", "x", "y", "edge", "value")


@dataclass(frozen=True, slots=True, eq=False)
class Scenes:
    """`bgr` (N, 192, 192, 3) and `dice` (M, 5) as in COLUMNS, in pixels of the scene."""

    bgr: NDArray[np.uint8]
    dice: NDArray[np.float32]


def load_scenes(paths: list[Path]) -> Scenes:
    """The scenes of several files, as one."""
    bgr, dice, before = [], [], 0
    for path in paths:
        with np.load(path) as data:
            bgr.append(data["bgr"])
            dice.append(data["dice"] + np.array([before, 0, 0, 0, 0], np.float32))
        before += len(bgr[-1])
    return Scenes(np.concatenate(bgr), np.concatenate(dice))


def make_scenes(count: int, grounds: list[Ground], sprites: Sprites, rng: np.random.Generator) -> Scenes:
    """`count` scenes, four in ten of them empty."""
    pictures, rows = [], []
    for k in range(count):
        pieces = [_piece(grounds[int(rng.integers(len(grounds)))], rng) for _ in range(int(rng.integers(1, 4)))]
        canvas = max(pieces, key=lambda piece: float(piece.std())).astype(np.float32)  # bare tables teach little
        many = 0 if rng.random() < EMPTY_SHARE else int(rng.choice([1, 1, 2, 3]))
        dice = _put(canvas, sprites, many, rng)
        rows += [(k, *die) for die in dice]
        pictures.append(_photographed(canvas, rng))
    return Scenes(np.array(pictures), np.array(rows, np.float32))


def _piece(ground: Ground, rng: np.random.Generator) -> BgrImage:
    """(192, 192, 3) of a ground, at any size and turn, without the dice that lie there."""
    height, width = ground.bgr.shape[:2]
    while True:
        scale = float(np.exp(rng.uniform(np.log(0.4), np.log(2.2))))
        x, y, turn = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, 2 * math.pi)
        if all(math.hypot(x - die[0], y - die[1]) > die[2] + SCENE * 0.71 * scale for die in ground.dice):
            break
    cos, sin, half = math.cos(turn) * scale, math.sin(turn) * scale, (SCENE - 1) / 2
    matrix = np.array([[cos, -sin, x - (cos - sin) * half], [sin, cos, y - (sin + cos) * half]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(ground.bgr, matrix, (SCENE, SCENE), flags=flags, borderMode=cv2.BORDER_REFLECT), np.uint8)


def _put(canvas: NDArray[np.float32], sprites: Sprites, many: int, rng: np.random.Generator) -> list[tuple[float, ...]]:
    """Lays dice into `canvas`, of like size, now and then touching; tells where (columns of a scene's dice)."""
    edge = float(np.exp(rng.uniform(np.log(LEAST_EDGE), np.log(MOST_EDGE))))
    dice: list[tuple[float, ...]] = []
    together = rng.random() < 0.35
    for _ in range(many):
        for _ in range(20):
            x, y = rng.uniform(0.45 * edge, SCENE - 0.45 * edge, 2)
            if dice and together:
                away, angle = edge * rng.uniform(1.25, 1.8), rng.uniform(0, 2 * math.pi)
                x, y = dice[-1][0] + away * math.cos(angle), dice[-1][1] + away * math.sin(angle)
            inside = 0.45 * edge < min(x, y) and max(x, y) < SCENE - 0.45 * edge
            if inside and all(math.hypot(x - die[0], y - die[1]) > 1.2 * edge for die in dice):
                dice.append(_laid(canvas, sprites, (float(x), float(y)), edge * float(rng.uniform(0.9, 1.1)), rng))
                break
    return dice


def _laid(
    canvas: NDArray[np.float32], sprites: Sprites, at: tuple[float, float], edge: float, rng: np.random.Generator
) -> tuple[float, ...]:
    k, turn, scale = int(rng.integers(len(sprites.bgra))), rng.uniform(0, 2 * math.pi), edge / EDGE_PX
    cos, sin, half = math.cos(turn) * scale, math.sin(turn) * scale, (CANVAS - 1) / 2
    matrix = np.array([[cos, -sin, at[0] - (cos - sin) * half], [sin, cos, at[1] - (sin + cos) * half]])
    picture, shadow = sprites.bgra[k], sprites.shadow[k]
    if scale < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.35 / scale).astype(np.uint8)
    laid = cv2.warpAffine(picture, matrix, (SCENE, SCENE), flags=cv2.INTER_LINEAR).astype(np.float32)
    dark = cv2.warpAffine(shadow, matrix, (SCENE, SCENE), flags=cv2.INTER_LINEAR).astype(np.float32)
    alpha = laid[..., 3:] / 255
    canvas *= 1 - dark[..., None] / 255
    canvas += (laid[..., :3] - canvas) * alpha
    return (*at, edge, float(sprites.classes[k]))


def _photographed(canvas: NDArray[np.float32], rng: np.random.Generator) -> BgrImage:
    """Light, blur, noise and compression of cameras good and bad."""
    tint = rng.uniform((0.75, 0.93, 0.88), (1.12, 1.05, 1.15)) * np.exp(rng.uniform(-0.9, 0.4))
    y, x = np.mgrid[-1 : 1 : SCENE * 1j, -1 : 1 : SCENE * 1j]
    slope = 1 + rng.uniform(-0.25, 0.25) * x + rng.uniform(-0.25, 0.25) * y
    picture = (canvas * tint * slope[..., None]).astype(np.float32)
    kind = rng.random()
    if kind < 0.3:
        small = int(SCENE * rng.uniform(0.4, 0.9))
        picture = cv2.resize(cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA), (SCENE, SCENE))
    elif kind < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.6)))
    elif kind < 0.78:
        length, angle = int(rng.integers(3, 8)), rng.uniform(0, 180)
        line = np.zeros((9, 9), np.float32)
        line[4, 4 - length // 2 : 5 + length // 2] = 1
        turned = cv2.warpAffine(line, cv2.getRotationMatrix2D((4, 4), angle, 1), (9, 9))
        picture = cv2.filter2D(picture, -1, turned / turned.sum())
    if rng.random() < 0.25:
        sharp = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = picture + (picture - sharp) * np.float32(rng.uniform(0.3, 1.2))
    noise = rng.standard_normal(picture.shape).astype(np.float32) * np.float32(rng.uniform(0, 1) ** 2 * 14)
    if rng.random() < 0.4:
        noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 1.8
    out = np.asarray(np.clip(picture + noise, 0, 255), np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(18, 92))
        out = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR), np.uint8
        )
    return out


def main() -> None:
    """Draws the scenes and writes them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tables", type=Path, nargs="*", default=[], help="folders of rendered tables")
    parser.add_argument("--count", type=int, default=6000)
    parser.add_argument("--simulated", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)
    rng, chance = np.random.default_rng(args.seed), torch.Generator().manual_seed(args.seed)
    parts = [draw(100, chance) for _ in range(max(1, args.count // 200))]
    sprites = Sprites(*(np.concatenate([getattr(p, name) for p in parts]) for name in ("bgra", "shadow", "classes")))
    print(len(sprites.bgra), "dice", flush=True)
    tables = rendered_grounds(args.tables) + simulated_grounds(args.simulated, Random(args.seed))
    grounds = tables + [drawn_ground(rng) for _ in range(2 * len(tables))]
    print(len(grounds), "grounds", flush=True)
    scenes = make_scenes(args.count, grounds, sprites, rng)
    np.savez(args.out, bgr=scenes.bgr, dice=scenes.dice)
    print(len(scenes.bgr), "scenes with", len(scenes.dice), "dice", flush=True)


if __name__ == "__main__":
    main()
