"""First guesses where a board lies from its lattice of printed discs: works where the table has the ground's colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.matching import is_square
from calibration.profile import BoardProfile
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]

MIN_DISC_PX = 9
"""Area of the smallest disc: boards of 150 px in the search picture have discs of 60 px, tilt and noise halve them."""
MAX_DISC_SHARE = 0.01
MIN_INLIERS = 14
"""A third of the track; chance agreements on cloths with dots reached 9."""
MAX_GUESSES = 10
"""A turn: tracks of six arms agree with wrong discs more often, and are tried in three turns."""
AMPLE_SHARE = 0.65
"""Of the track. With so many discs explained no better guess needs to be waited for."""
MOST_STRANGE = 0.5
"""Unexplained discs of like size for each explained one: up to 0.16 on 96 renders, 2 on a dotted cloth."""
ROUND_TO = 0.01
"""Share of the width to which arms are alike: sliding and refining make up for it."""
MAX_SEEDS = 1500
MAX_DISCS = 400
"""Cloths with dots have more; those nearest in size to the median stay. 96 renders had up to 195."""


def lattice_guesses(bgr: BgrImage, board: BoardProfile) -> Iterator[FloatArray]:
    """board_to_px guesses from discs that lie like fields at a bend of the track, those with most support first."""
    discs = find_discs(bgr)
    if len(discs) < MIN_INLIERS:
        return
    turns = _turns(board)
    for guess in _guesses_of_one_arm(discs, board, MAX_GUESSES * len(turns)):
        yield from (guess @ turn for turn in turns)


def _guesses_of_one_arm(discs: FloatArray, board: BoardProfile, most: int) -> Iterator[FloatArray]:
    """As if all arms were alike."""
    model = board.centres_mm[: board.track]
    found: list[tuple[int, FloatArray]] = []
    ample = AMPLE_SHARE * board.track
    for seed in _seeds(discs, board):
        grown = _grow(seed, model, discs)
        if grown is None or _is_among(grown[1], [guess for _, guess in found], board) or not _alone(grown, discs, board):
            continue
        found.append(grown)
        if grown[0] >= ample:
            yield grown[1]
        if len(found) >= most:
            break
    for support, guess in sorted(found, key=lambda item: -item[0]):
        if support < ample:
            yield guess


def _is_round(board: BoardProfile) -> bool:
    """Whether the track looks the same from every player's side."""
    track = board.centres_mm[: board.track]
    turn = _arm_turn(board)
    away = np.linalg.norm(
        track @ turn[:2, :2].T + turn[:2, 2] - np.roll(track, -(board.track // len(board.colors)), axis=0), axis=1
    )
    return bool(away.max() < ROUND_TO * board.width_mm)


def _arm_turn(board: BoardProfile) -> FloatArray:
    """Millimetres → millimetres: the turn of the track by one arm that fits best."""
    track = board.centres_mm[: board.track].astype(np.float32)
    affine, _ = cv2.estimateAffine2D(
        track, np.roll(track, -(board.track // len(board.colors)), axis=0), ransacReprojThreshold=1e3
    )
    return np.vstack([affine, (0.0, 0.0, 1.0)]).astype(np.float64)


def _turns(board: BoardProfile) -> list[FloatArray]:
    """Turns by some arms that sliding the print over the picture does not try: it turns as the outline allows."""
    arms, tried = len(board.colors), 90 if is_square(board) else 180
    turn = _arm_turn(board)
    new = [arm for arm in range(arms) if all((360 * (arm - other)) % (tried * arms) for other in range(arm))]
    return [np.linalg.matrix_power(turn, arm) for arm in (new if _is_round(board) else [0])]


def find_discs(bgr: BgrImage) -> FloatArray:
    """(N, 3) bright discs: centre in pixels and diameter (geometric mean of the ellipse's axes)."""
    gray = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    found: list[tuple[float, float, float]] = []
    for block in (11, 21, 41):
        mask = cv2.adaptiveThreshold(gray, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -4)
        outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        found.extend(disc for outline in outlines if (disc := _disc(np.asarray(outline, dtype=np.int32), gray.size)) is not None)
    return _without_doubles(np.array(found, dtype=np.float64).reshape(-1, 3))


def _disc(outline: NDArray[np.int32], picture_px: int) -> tuple[float, float, float] | None:
    area = cv2.contourArea(outline)
    if not MIN_DISC_PX <= area <= MAX_DISC_SHARE * picture_px:
        return None
    m = cv2.moments(outline)
    xx, yy, xy = m["mu20"] / area, m["mu02"] / area, m["mu11"] / area
    spread = np.sqrt(max(1e-9, xx * yy - xy * xy))
    roundness = area / (4 * np.pi * spread)  # 1 for every ellipse
    mean, half = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    longer = np.sqrt((mean + half) / max(1e-9, mean - half))
    if not 0.88 < roundness < 1.1 or longer > 2.0:
        return None
    return m["m10"] / area, m["m01"] / area, 2 * np.sqrt(area / np.pi)


def _without_doubles(discs: FloatArray) -> FloatArray:
    discs = discs[np.argsort(-discs[:, 2], kind="stable")]
    kept = np.ones(len(discs), dtype=bool)
    for k in range(len(discs)):
        if kept[k]:
            near = np.hypot(*(discs[:, :2] - discs[k, :2]).T) <= 0.5 * discs[k, 2]
            near[: k + 1] = False
            kept &= ~near
    discs = discs[kept]
    if len(discs) > MAX_DISCS:
        usual = np.median(discs[:, 2])
        discs = discs[np.argsort(np.abs(np.log(discs[:, 2] / usual)), kind="stable")[:MAX_DISCS]]
    return discs


def _seeds(discs: FloatArray, board: BoardProfile) -> Iterator[FloatArray]:
    """Affine maps (3, 3) board → px that carry a bend of the track onto three neighbouring discs of like size."""
    bends = _bends(board)
    count = 0
    for centre, here, there in _corner_triples(discs):
        seen = np.array([here, centre, there], dtype=np.float32)
        for bend in bends:
            affine = cv2.getAffineTransform(bend.astype(np.float32), seen)
            if np.linalg.det(affine[:, :2]) <= 0:
                continue
            yield np.vstack([affine, (0.0, 0.0, 1.0)]).astype(np.float64)
            count += 1
            if count >= MAX_SEEDS:
                return


def _bends(board: BoardProfile) -> list[FloatArray]:
    """Three consecutive track fields that do not lie in line; one arm tells all where they are alike."""
    track = board.centres_mm[: board.track]
    period = board.track // len(board.colors) if _is_round(board) else board.track
    bends = []
    for k in range(period):
        triple = track[[k - 1, k, (k + 1) % board.track]]
        before, after = triple[1] - triple[0], triple[2] - triple[1]
        if abs(before[0] * after[1] - before[1] * after[0]) > 0.5 * np.linalg.norm(before) * np.linalg.norm(after):
            bends.append(triple)
    return bends


def _corner_triples(discs: FloatArray) -> Iterator[tuple[FloatArray, FloatArray, FloatArray]]:
    """(corner, one neighbour, other neighbour): discs about 1.4 diameters apart, of like size, not in line."""
    for disc in discs:
        distance = np.hypot(discs[:, 0] - disc[0], discs[:, 1] - disc[1])
        like = (discs[:, 2] > 0.7 * disc[2]) & (discs[:, 2] < 1.4 * disc[2])
        near = np.flatnonzero(like & (distance > 0.9 * disc[2]) & (distance < 2.3 * disc[2]))
        for i, j in permutations(near[np.argsort(distance[near])][:6], 2):
            a, b = discs[i, :2] - disc[:2], discs[j, :2] - disc[:2]
            if abs(a[0] * b[1] - a[1] * b[0]) > 0.45 * np.linalg.norm(a) * np.linalg.norm(b):
                yield disc[:2], discs[i, :2], discs[j, :2]


def _grow(seed: FloatArray, model: FloatArray, discs: FloatArray) -> tuple[int, FloatArray] | None:
    """Takes in more and more of the track round the seed; the number of discs explained and the homography."""
    guess = seed
    for reach, needed in ((3.2, 5), (6.0, 8), (20.0, MIN_INLIERS), (20.0, MIN_INLIERS)):
        mapped = cv2.perspectiveTransform(model[None], guess)[0]
        step = float(np.median(np.linalg.norm(mapped - np.roll(mapped, 1, axis=0), axis=1)))
        away = np.linalg.norm(mapped[:, None] - discs[None, :, :2], axis=2)
        nearest = away.argmin(axis=1)
        start = away.min(axis=1).argmin()
        good = (away.min(axis=1) < 0.3 * step) & (np.linalg.norm(mapped - mapped[start], axis=1) < reach * 1.6 * step)
        if good.sum() < needed:
            return None
        if needed < 8:
            fitted, _ = cv2.estimateAffine2D(model[good], discs[nearest[good], :2], ransacReprojThreshold=0.2 * step)
            guess = guess if fitted is None else np.vstack([fitted, (0.0, 0.0, 1.0)])
        else:
            fitted, _ = cv2.findHomography(model[good], discs[nearest[good], :2], cv2.RANSAC, 0.2 * step)
            if fitted is None:
                return None
            guess = np.asarray(fitted, dtype=np.float64)
    return int(good.sum()), guess


def _is_among(guess: FloatArray, others: list[FloatArray], board: BoardProfile) -> bool:
    """Whether it lays the board's corners where another guess has them, to 2 % of the width."""
    corners = _corners(guess, board)
    reach = 0.02 * float(np.ptp(corners, axis=0).max())
    return any(np.abs(_corners(other, board) - corners).max() < reach for other in others)


def _corners(guess: FloatArray, board: BoardProfile) -> FloatArray:
    mapped = np.column_stack([board.corners_mm, np.ones(4)]) @ guess.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], dtype=np.float64)


def _alone(grown: tuple[int, FloatArray], discs: FloatArray, board: BoardProfile) -> bool:
    """A cloth has dots between the fields too: discs like those of the track that no field explains speak against it."""
    support, guess = grown
    outline = _corners(guess, board).astype(np.float32)
    fields = cv2.perspectiveTransform(board.centres_mm[None], guess)[0]
    away = np.linalg.norm(fields[:, None] - discs[None, :, :2], axis=2)
    step = float(np.median(np.linalg.norm(np.diff(fields[: board.track], axis=0), axis=1)))
    usual = float(np.median(discs[away[: board.track].argmin(axis=1), 2]))
    strange = [
        disc
        for disc in discs[(away.min(axis=0) > 0.4 * step) & (np.abs(np.log(discs[:, 2] / usual)) < np.log(1.33))]
        if cv2.pointPolygonTest(outline, (float(disc[0]), float(disc[1])), False) > 0
    ]
    return len(strange) <= MOST_STRANGE * support
