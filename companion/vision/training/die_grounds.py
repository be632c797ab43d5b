"""What dice lie on in training, and what is no die: drawn cloths, letters, coins and buttons; rendered and simulated tables."""

from __future__ import annotations

import json
import string
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drawing import random_scene
from calibration.profile import BoardProfile, load_profile
from hardware.ports import BgrImage

Canvas = NDArray[np.float32]
Ink = tuple[float, float, float]

BOARDS = ("schmidt-4", "six-48", "ludo-40", "ludo-mdga56", "chinczyk-48")
DRAWN_SIZE = 480
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A picture, and where dice lie on it (x, y, reach): they are neither learnt from nor called none."""

    bgr: BgrImage
    dice: tuple[tuple[float, float, float], ...] = ()


def rendered_grounds(folders: list[Path]) -> list[Ground]:
    """Our rendered tables."""
    found = []
    for folder in folders:
        for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
            truth = json.loads(line)
            bgr = cv2.imread(str(folder / truth["file"]))
            if bgr is not None:
                die = truth.get("die")
                dice = ((float(die["px"][0]), float(die["px"][1]), bgr.shape[1] / 20),) if die else ()
                found.append(Ground(np.asarray(bgr, np.uint8), dice))
    return found


def simulated_grounds(count: int, rng: Random) -> list[Ground]:
    """Tables of the simulated camera: all boards, pawns anywhere on them, a hand now and then."""
    return [_simulated(load_profile(BOARDS[k % len(BOARDS)]), rng) for k in range(count)]


def _simulated(board: BoardProfile, rng: Random) -> Ground:
    names = list(board.field_names)
    rng.shuffle(names)
    many = rng.randint(0, 4)
    position = {color: names[many * k : many * (k + 1)] for k, color in enumerate(board.colors)}
    scene = random_scene(board, rng, position, (960, 540), hand=rng.random() < 0.35)
    die = scene.scene.die
    if die is None:
        return Ground(scene.bgr)
    at = np.array([[die.x_mm, die.y_mm], [die.x_mm + die.edge_mm, die.y_mm], [die.x_mm, die.y_mm + die.edge_mm]])
    px = scene.registration.print_to_px(at)
    reach = 2.0 * float(np.linalg.norm(px[1:] - px[0], axis=1).max())
    return Ground(scene.bgr, ((float(px[0, 0]), float(px[0, 1]), reach),))


def drawn_ground(rng: np.random.Generator) -> Ground:
    """Cloth, wood or paper with some of what people have on tables and makers print on boards."""
    cloth = _cloth(rng)
    if rng.random() < 0.25:
        _pattern(cloth, rng)
    canvas = np.asarray(np.clip(cloth, 0, 255), np.uint8)
    kinds: list[Callable[[BgrImage, np.random.Generator], None]] = [
        _disc,
        _letters,
        _button,
        _coin,
        _dotted_disc,
        _bar,
        _dots,
        _cell,
    ]
    own = rng.permutation(len(kinds))[: rng.integers(1, 4)]
    for _ in range(int(rng.integers(0, 26))):
        kinds[int(rng.choice(own))](canvas, rng)
    if rng.random() < 0.5:
        canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.4, 1.5))), np.uint8)
    return Ground(canvas)


def _cloth(rng: np.random.Generator) -> Canvas:
    colour, other = rng.uniform(15, 240, 3), rng.uniform(15, 240, 3)
    if rng.random() < 0.5:
        colour, other = (c.mean() + (c - c.mean()) * 0.3 for c in (colour, other))
    noise = np.zeros((DRAWN_SIZE, DRAWN_SIZE), np.float32)
    for _ in range(3):
        sx, sy = np.exp(rng.uniform(-0.5, 3.4, 2))
        part = cv2.GaussianBlur(rng.standard_normal(noise.shape).astype(np.float32), (0, 0), sigmaX=sx, sigmaY=sy)
        noise += part / (part.std() + 1e-6) * np.float32(rng.uniform(0.1, 1))
    share = 1 / (1 + np.exp(-noise * rng.uniform(0.2, 6)))
    canvas = colour + (other - colour) * (rng.uniform(0, 0.9) * share)[..., None]
    return np.asarray(canvas, np.float32)


def _pattern(canvas: Canvas, rng: np.random.Generator) -> None:
    """Checks, or dots in rows, over the whole."""
    pitch = float(np.exp(rng.uniform(2.2, 4.2)))
    turn = rng.uniform(0, np.pi)
    y, x = np.mgrid[:DRAWN_SIZE, :DRAWN_SIZE].astype(np.float32)
    u, v = (x * np.cos(turn) + y * np.sin(turn)) / pitch, (y * np.cos(turn) - x * np.sin(turn)) / pitch
    if rng.random() < 0.5:
        cover = ((np.floor(u) + np.floor(v)) % 2).astype(np.float32)
    else:
        far = np.hypot(u - np.rint(u), v - np.rint(v)) * pitch
        cover = np.clip(pitch * rng.uniform(0.1, 0.4) - far + 0.5, 0, 1).astype(np.float32)
    ink = np.array(_ink(rng), np.float32)
    canvas += (ink - canvas) * (cover * np.float32(rng.uniform(0.3, 1)))[..., None]


def _ink(rng: np.random.Generator) -> Ink:
    """Black, white or any colour."""
    kind = rng.random()
    if kind < 0.4:
        level = rng.choice([rng.uniform(0, 60), rng.uniform(190, 255)])
        return (level, level, level)
    b, g, r = rng.uniform(0, 255, 3)
    return (float(b), float(g), float(r))


def _place(rng: np.random.Generator, low: float = 1.0, high: float = 3.9) -> tuple[tuple[int, int], int]:
    x, y = rng.integers(0, DRAWN_SIZE, 2)
    return (int(x), int(y)), max(2, int(np.exp(rng.uniform(low, high))))


def _disc(canvas: BgrImage, rng: np.random.Generator) -> None:
    at, r = _place(rng)
    axes = (r, max(2, int(r * rng.uniform(0.6, 1))))
    cv2.ellipse(canvas, at, axes, float(rng.uniform(0, 180)), 0, 360, _ink(rng), -1 if rng.random() < 0.6 else 2, cv2.LINE_AA)


def _dotted_disc(canvas: BgrImage, rng: np.random.Generator) -> None:
    """A field of a board, a pawn from above: discs in each other, sometimes with a mark or dots in the middle."""
    at, r = _place(rng, 2.0)
    for part in np.sort(rng.uniform(0.12, 1, int(rng.integers(2, 4))))[::-1]:
        cv2.circle(canvas, at, max(1, int(r * part)), _ink(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.4:
        for _ in range(int(rng.integers(1, 5))):
            dx, dy = (int(v) for v in rng.uniform(-0.6, 0.6, 2) * r)
            cv2.circle(canvas, (at[0] + dx, at[1] + dy), max(1, int(r * rng.uniform(0.06, 0.2))), _ink(rng), -1, cv2.LINE_AA)


def _letters(canvas: BgrImage, rng: np.random.Generator) -> None:
    at, r = _place(rng, 2.0, 3.6)
    text = "".join(rng.choice(list(string.ascii_letters + string.digits + ".:!?iOo°"), int(rng.integers(1, 7))))
    if rng.random() < 0.4:
        cv2.circle(canvas, at, int(1.6 * r), _ink(rng), -1, cv2.LINE_AA)
        text = text[0]
    corner = (at[0] - r // 2, at[1] + r // 2)
    thick = max(1, int(r * rng.uniform(0.08, 0.3)))
    cv2.putText(canvas, text, corner, int(rng.choice(_FONTS)), r / 22, _ink(rng), thick, cv2.LINE_AA)


def _button(canvas: BgrImage, rng: np.random.Generator) -> None:
    at, r = _place(rng, 2.3, 3.7)
    cv2.circle(canvas, at, r, _ink(rng), -1, cv2.LINE_AA)
    cv2.circle(canvas, at, int(r * 0.7), _ink(rng), max(1, r // 10), cv2.LINE_AA)
    holes, turn, hole = int(rng.choice([2, 4])), rng.uniform(0, np.pi), _ink(rng)
    for k in range(holes):
        angle = turn + 2 * np.pi * k / holes
        away = (int(at[0] + 0.28 * r * np.cos(angle)), int(at[1] + 0.28 * r * np.sin(angle)))
        cv2.circle(canvas, away, max(1, int(r * 0.13)), hole, -1, cv2.LINE_AA)


def _coin(canvas: BgrImage, rng: np.random.Generator) -> None:
    at, r = _place(rng, 2.3, 3.7)
    metal = np.array(((90, 150, 190), (180, 185, 190), (60, 95, 150))[int(rng.integers(3))]) * rng.uniform(0.6, 1.2)
    rim = tuple(float(v) for v in metal * 0.7)
    cv2.circle(canvas, at, r, tuple(float(v) for v in metal), -1, cv2.LINE_AA)
    cv2.circle(canvas, at, int(r * 0.85), rim, 1, cv2.LINE_AA)
    text = str(rng.choice(["1", "2", "5", "10", "20", "50"]))
    cv2.putText(canvas, text, (at[0] - r // 2, at[1] + r // 2), int(rng.choice(_FONTS)), r / 20, rim, max(1, r // 9), cv2.LINE_AA)


def _bar(canvas: BgrImage, rng: np.random.Generator) -> None:
    (x, y), r = _place(rng)
    box = cv2.boxPoints(((x, y), (r * 2.0, r * rng.uniform(0.15, 2)), float(rng.uniform(0, 90))))
    cv2.fillConvexPoly(canvas, np.rint(box).astype(np.int32), _ink(rng), cv2.LINE_AA)


def _dots(canvas: BgrImage, rng: np.random.Generator) -> None:
    """Loose dots: crumbs, confetti, polka."""
    (x, y), r = _place(rng, 2.5, 4)
    ink = _ink(rng)
    for dx, dy in rng.uniform(-1.5, 1.5, (int(rng.integers(2, 9)), 2)) * r:
        cv2.circle(canvas, (int(x + dx), int(y + dy)), max(1, int(r * rng.uniform(0.08, 0.2))), ink, -1, cv2.LINE_AA)


def _cell(canvas: BgrImage, rng: np.random.Generator) -> None:
    """A square cell with a disc, a ring, a star or an arrow that nearly fills it, often in rows as boards have them."""
    (x, y), r = _place(rng, 2.2, 3.6)
    turn, ink, mark, edge = float(rng.choice([0, 0, rng.uniform(0, 90)])), _ink(rng), _ink(rng), _ink(rng)
    kind, size = int(rng.integers(4)), rng.uniform(0.55, 0.9)
    step = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))]) * 2 * r
    for k in range(int(rng.integers(1, 7))):
        at = (int(x + k * step[0]), int(y + k * step[1]))
        box = np.rint(cv2.boxPoints((at, (2.0 * r, 2.0 * r), turn))).astype(np.int32)
        cv2.fillConvexPoly(canvas, box, ink, cv2.LINE_AA)
        cv2.polylines(canvas, [box], True, edge, max(1, r // 10), cv2.LINE_AA)
        if kind < 2:
            cv2.circle(canvas, at, int(r * size), mark, -1 if kind else max(1, r // 8), cv2.LINE_AA)
        elif kind == 2:
            cv2.drawMarker(canvas, at, mark, cv2.MARKER_STAR, int(r * 1.3), max(1, r // 8))
        else:
            cv2.arrowedLine(canvas, (at[0] - r // 2, at[1]), (at[0] + r // 2, at[1]), mark, max(1, r // 6), cv2.LINE_AA, 0, 0.4)
