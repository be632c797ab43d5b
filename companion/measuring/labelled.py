"""Labelled pictures: a folder of renders with `truth.jsonl`, or photographs with a `boards.jsonl` beside their folder.

Truth is a class for every field: a colour, empty, or unknown where the label says nothing (painted over, under a lying pawn).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile, FieldName, known_boards, load_profile
from calibration.registration import assumed_camera
from calibration.stored import registration_of_corners
from hardware.errors import InputError
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPicture:
    """A picture and what is true of it. `pieces` names the occupied fields, `unknown` those that must not be counted."""

    path: Path
    group: str
    board: BoardProfile
    corners_px: FloatArray
    pieces: Mapping[FieldName, str]
    unknown: frozenset[FieldName]
    settled: bool

    def load(self) -> BgrImage:
        """The picture itself. Raises `InputError`."""
        bgr = cv2.imread(str(self.path))
        if bgr is None:
            raise InputError(f"{self.path}: expected a picture, but it cannot be decoded")
        return np.asarray(bgr, dtype=np.uint8)


def labelled_pictures(path: Path) -> Iterator[LabelledPicture]:
    """The labelled pictures of boards we have a profile of. `path` is a folder with truth.jsonl or a .jsonl of photographs."""
    lines = path if path.suffix == ".jsonl" else path / "truth.jsonl"
    if not lines.is_file():
        raise InputError(f"{path}: expected a folder with truth.jsonl, or a .jsonl file of labelled photographs")
    for number, line in enumerate(lines.read_text("utf-8").splitlines(), 1):
        try:
            label = json.loads(line)
            if label["board"] not in known_boards():
                continue
            yield _render(path, label) if "pawns" in label else _photograph(lines.parent, label)
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{lines}, line {number}: not a label that can be used: {error!r}") from None


def _render(folder: Path, label: Mapping[str, Any]) -> LabelledPicture:
    board = load_profile(label["board"])
    corners = np.array(label["corners"], dtype=np.float64)
    pieces, unknown = _standing(board, corners, label)
    tags = label.get("tags", {})
    group = f"{folder.name} {tags.get('difficulty', '')}".strip()
    return LabelledPicture(folder / label["file"], group, board, corners, pieces, frozenset(unknown), bool(label["settled"]))


def _standing(board: BoardProfile, corners: FloatArray, label: Mapping[str, Any]) -> tuple[dict[FieldName, str], set[FieldName]]:
    """Which field each rendered pawn's foot is on; fields under pawns that lie or are held are unknown."""
    width, height = label["size"]
    registration = registration_of_corners(corners, board, assumed_camera(width, height))
    centres = registration.print_to_px(board.centres_mm)
    pitch = float(np.median(np.linalg.norm(np.diff(centres[: board.track], axis=0), axis=1)))
    pieces: dict[FieldName, str] = {}
    unknown: set[FieldName] = set()
    for pawn in label["pawns"]:
        away = np.linalg.norm(centres - np.array(pawn["foot"]), axis=1)
        if pawn["lying"] or pawn["held"]:
            unknown.update(board.field_names[k] for k in np.flatnonzero(away < 0.8 * pitch))
        elif away.min() < 0.45 * pitch:
            pieces[board.field_names[int(away.argmin())]] = pawn["color"]
    return pieces, unknown - set(pieces)


def _photograph(folder: Path, label: Mapping[str, Any]) -> LabelledPicture:
    board = load_profile(label["board"])
    pieces = {FieldName(piece["field"]): str(piece["color"]) for piece in label["pieces"]}
    unknown = frozenset(FieldName(name) for name in label.get("occluded_fields", ()))
    corners = np.array(label["board_corners_px"], dtype=np.float64)
    return LabelledPicture(folder / label["file"], f"photographs {board.id}", board, corners, pieces, unknown, not label["hand"])
