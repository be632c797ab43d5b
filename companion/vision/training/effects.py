"""What lies between a drawn table and a photograph: cameras' curves and sharpening, bent sheets, frames drawn over stills."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile
from calibration.registration import Registration
from hardware.ports import BgrImage

F32 = NDArray[np.float32]

VIVID = ((0, 0, 255), (255, 0, 0), (0, 255, 0), (0, 255, 255), (255, 255, 0), (255, 0, 255), (0, 0, 0), (255, 255, 255))
"""B,G,R of the lines with which people mark what their programs found."""


def as_photographed(bgr: BgrImage, rng: Random) -> BgrImage:
    """The picture as another camera would have stored it: tone curve, saturation, white balance, sharpening, compression."""
    picture = bgr.astype(np.float32) / 255
    picture = picture ** np.float32(np.exp(rng.gauss(0, 0.22)))
    bend = rng.uniform(-0.25, 0.45)
    picture = picture + np.float32(bend) * (picture * picture * (3 - 2 * picture) - picture)
    grey = picture.mean(axis=2, keepdims=True)
    picture = grey + (picture - grey) * np.float32(rng.uniform(0.55, 1.45))
    picture = picture * np.array([rng.uniform(0.88, 1.12) for _ in range(3)], np.float32)
    picture = picture * np.float32(rng.uniform(0.85, 1.2)) + np.float32(rng.uniform(-0.03, 0.06))
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2.5))
        picture = picture + np.float32(rng.uniform(0.2, 1.5)) * (picture - soft)
    stored = np.clip(picture * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        stored = _coarser(stored, rng.uniform(0.45, 0.9))
    return _compressed(stored, rng.randint(30, 95)) if rng.random() < 0.6 else stored


def _coarser(bgr: BgrImage, scale: float) -> BgrImage:
    size = (bgr.shape[1], bgr.shape[0])
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def _compressed(bgr: BgrImage, quality: int) -> BgrImage:
    _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def bent(bgr: BgrImage, board_px: float, rng: Random) -> BgrImage:
    """The picture with its places moved smoothly by up to about 1.5 % of the board's width (`board_px`): sheets are not flat."""
    height, width = bgr.shape[:2]
    reach = board_px * rng.uniform(0.002, 0.007)
    knots = np.random.default_rng(rng.randrange(2**31)).normal(0, reach, (5, 6, 2)).astype(np.float32)
    moved = cv2.resize(knots, (width, height), interpolation=cv2.INTER_CUBIC)
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    place = (columns + moved[..., 0], rows + moved[..., 1])
    return np.asarray(cv2.remap(bgr, *place, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), dtype=np.uint8)


def folded(bgr: BgrImage, board: BoardProfile, registration: Registration, rng: Random) -> BgrImage:
    """The picture with the dark line along which a board folds, straight through its middle and the fields on it."""
    picture = bgr.copy()
    w, h, off = board.width_mm, board.height_mm, rng.gauss(0, 0.004) * board.width_mm
    ends = ((0.0, h / 2 + off), (w, h / 2 + off)) if rng.random() < 0.5 else ((w / 2 + off, 0.0), (w / 2 + off, h))
    one, other = registration.print_to_px(np.array(ends)).round().astype(int).tolist()
    tone, line = rng.randint(10, 90), rng.choice((1, 1, 2, 3))
    shade = cv2.line(picture.copy(), one, other, (tone, tone, tone), line, cv2.LINE_AA)
    return np.asarray(cv2.addWeighted(picture, 0.3, shade, 0.7, 0), dtype=np.uint8)


def drawn_over(bgr: BgrImage, board: BoardProfile, registration: Registration, rng: Random) -> BgrImage:
    """The picture with frames, rings and words as in the stills of people who show what a program found: they hide nothing."""
    picture = bgr.copy()
    centres = registration.print_to_px(board.centres_mm)
    pitch = float(np.median(np.linalg.norm(np.diff(centres[: board.track], axis=0), axis=1)))
    colour = rng.choice(VIVID)
    for _ in range(rng.randint(2, 14)):
        if rng.random() < 0.3:
            colour = rng.choice(VIVID)
        x, y = (float(value) for value in centres[rng.randrange(len(centres))])
        _mark(picture, (x + rng.gauss(0, 0.15) * pitch, y + rng.gauss(0, 0.3) * pitch), pitch, colour, rng)
    return picture


def _mark(picture: BgrImage, at: tuple[float, float], pitch: float, colour: tuple[int, int, int], rng: Random) -> None:
    x, y = at
    half, tall = pitch * rng.uniform(0.35, 0.75), rng.uniform(0.8, 1.5)
    line = max(1, round(pitch * rng.uniform(0.03, 0.09)))
    kind = rng.random()
    if kind < 0.5:
        cv2.rectangle(picture, (round(x - half), round(y - half * tall)), (round(x + half), round(y + half * tall)), colour, line)
    elif kind < 0.75:
        cv2.circle(picture, (round(x), round(y)), round(half * 0.9), colour, line, cv2.LINE_AA)
    elif kind < 0.87:
        far = pitch * rng.uniform(1.5, 4)
        cv2.rectangle(picture, (round(x - half), round(y - half)), (round(x + far), round(y + far * tall)), colour, line)
    else:
        word = rng.choice(("pawn", "red", "in home: 2", "17", "0.93"))
        cv2.putText(picture, word, (round(x), round(y)), cv2.FONT_HERSHEY_SIMPLEX, pitch / 45, colour, max(1, line // 2))
