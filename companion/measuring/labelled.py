"""Labelled pictures: folders of renders or recordings with `truth.jsonl`, photographs with a `boards.jsonl` beside their folder.

Truth is a class for every field: a colour, empty, or unknown where the label says nothing (painted over, under a lying pawn, a
pawn that a hand hides).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.picture_file import read_picture
from calibration.profile import BoardProfile, FieldName, known_boards, load_profile
from calibration.registration import assumed_camera
from calibration.stored import registration_of_corners
from companion.places import HOME, Places
from companion.rules import Color
from hardware.errors import InputError
from hardware.ports import BgrImage

FloatArray = NDArray[np.float64]

HIDDEN_SHARE = 0.3
"""A rendered pawn of which a hand leaves less, measured by the median pawn of its picture, is hidden: a head alone has 0.35."""
NOT_SCORED = ("hidden", "do not score", "finger on it")
"""What the photographs' notes say of pawns that cannot be judged."""


class Kind(StrEnum):
    """Where a picture comes from."""

    RENDERED = "rendered"
    PHOTOGRAPH = "photograph"
    RECORDED = "recorded"


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPicture:
    """A picture and what is true of it.

    `pieces` names the occupied fields, `unknown` those that must not be counted. `corners_px` is (4, 2), without rows where no
    label says them. `difficulty` is empty where it is not tagged. `settled` is False with a hand over or near the board.
    """

    path: Path
    set_name: str
    kind: Kind
    difficulty: str
    board: BoardProfile
    corners_px: FloatArray
    pieces: Mapping[FieldName, str]
    unknown: frozenset[FieldName]
    settled: bool

    @property
    def group(self) -> str:
        """The row of the table it belongs to."""
        return f"{self.set_name} {self.difficulty}".strip()

    def load(self) -> BgrImage:
        """The picture itself. Raises `InputError`."""
        return read_picture(self.path)


def labelled_pictures(path: Path) -> Iterator[LabelledPicture]:
    """The labelled pictures of boards we have a profile of. `path` is a folder with truth.jsonl or a .jsonl of photographs.

    Raises `InputError`.
    """
    lines = path if path.suffix == ".jsonl" else path / "truth.jsonl"
    if not lines.is_file():
        raise InputError(f"{path}: expected a folder with truth.jsonl, or a .jsonl file of labelled photographs")
    if (path / "session.json").is_file():
        yield from _recording(path)
        return
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
    name = f"tests/{folder.name}" if folder.parent.name == "data" else folder.name
    return LabelledPicture(
        path=folder / label["file"],
        set_name=name,
        kind=Kind.RENDERED,
        difficulty=str(label.get("tags", {}).get("difficulty", "")),
        board=board,
        corners_px=corners,
        pieces=pieces,
        unknown=frozenset(unknown),
        settled=bool(label["settled"]),
    )


def _standing(board: BoardProfile, corners: FloatArray, label: Mapping[str, Any]) -> tuple[dict[FieldName, str], set[FieldName]]:
    """Which field each rendered pawn's foot is on; fields under pawns that lie or are held, or that a hand hides, are unknown."""
    width, height = label["size"]
    registration = registration_of_corners(corners, board, assumed_camera(width, height))
    centres = registration.print_to_px(board.centres_mm)
    pitch = float(np.median(np.linalg.norm(np.diff(centres[: board.track], axis=0), axis=1)))
    least = 0.0 if label["settled"] else HIDDEN_SHARE * float(np.median([pawn["visible_px"] for pawn in label["pawns"]] or [0]))
    pieces: dict[FieldName, str] = {}
    unknown: set[FieldName] = set()
    for pawn in label["pawns"]:
        away = np.linalg.norm(centres - np.array(pawn["foot"]), axis=1)
        nearest = board.field_names[int(away.argmin())]
        if pawn["lying"] or pawn["held"]:
            unknown.update(board.field_names[k] for k in np.flatnonzero(away < 0.8 * pitch))
        elif away.min() < 0.45 * pitch:
            pieces[nearest] = pawn["color"]
            unknown.update([nearest] if pawn["visible_px"] < least else [])
    hidden = {name for name in unknown if name in pieces} if not label["settled"] else set()
    return pieces, (unknown - set(pieces)) | hidden


def _photograph(folder: Path, label: Mapping[str, Any]) -> LabelledPicture:
    board = load_profile(label["board"])
    standing = [piece for piece in label["pieces"] if piece["field"] in board.field_names]
    unscored = {piece["field"] for piece in standing if any(word in piece.get("note", "") for word in NOT_SCORED)}
    return LabelledPicture(
        path=folder / label["file"],
        set_name=f"photographs {board.id}",
        kind=Kind.PHOTOGRAPH,
        difficulty="",
        board=board,
        corners_px=np.array(label["board_corners_px"], dtype=np.float64),
        pieces={FieldName(piece["field"]): str(piece["color"]) for piece in standing},
        unknown=frozenset(FieldName(name) for name in (*label.get("occluded_fields", ()), *unscored)),
        settled=not label["hand"],
    )


def _recording(folder: Path) -> Iterator[LabelledPicture]:
    """The last picture of each step of the script, on which the position after it stands still."""
    try:
        board = load_profile(json.loads((folder / "session.json").read_text("utf-8"))["board"])
        frames = [json.loads(line) for line in (folder / "frames.jsonl").read_text("utf-8").splitlines()]
        for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
            step = json.loads(line)
            pieces, unknown = _position(board, step["position"])
            yield LabelledPicture(
                path=folder / frames[int(step["first_frame_line"])]["file"],
                set_name=f"recording {folder.name}",
                kind=Kind.RECORDED,
                difficulty="",
                board=board,
                corners_px=np.zeros((0, 2)),
                pieces=pieces,
                unknown=unknown,
                settled=True,
            )
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise InputError(f"{folder}: not a recording with truth that can be used: {error!r}") from None


def _position(
    board: BoardProfile, position: Mapping[str, Iterable[int | str]]
) -> tuple[dict[FieldName, str], frozenset[FieldName]]:
    """Occupied fields of a position; which house fields a colour's pieces stand on is unknown when they are one, two or three."""
    places = Places(board)
    pieces: dict[FieldName, str] = {}
    unknown: set[FieldName] = set()
    for color, where in position.items():
        house = [places.field_name(spot) for spot in places.house(color)]
        own = [_field(board, places, color, place) for place in where]
        pieces.update({name: color for name in own if name is not None})
        at_home = own.count(None)
        pieces.update({name: color for name in house if at_home == len(house)})
        unknown.update(house if 0 < at_home < len(house) else ())
    return pieces, frozenset(unknown)


def _field(board: BoardProfile, places: Places, color: str, place: int | str) -> FieldName | None:
    """None for the house."""
    if isinstance(place, str):
        return FieldName(place) if place in board.field_names else None
    spot = places.spot(Color(color), int(place))
    return None if spot == HOME else places.field_name(spot)
