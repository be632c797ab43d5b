"""A taught board as a profile: the TOML text that `load_profile` reads, and the reference picture beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.print_style import FieldShape
from calibration.profile import BoardProfile, Srgb, load_profile, parse_profile
from calibration.teaching import FloatArray, Lesson, half_side, lattice_to_px, mapped, places_on_lattice
from calibration.teaching_colours import SampledInks, guess_colours, sample_inks
from calibration.teaching_look import FieldLook, look_of_fields
from hardware.errors import DeviceError, InputError
from hardware.json_text import quoted
from hardware.ports import BgrImage
from hardware.whole_file import write_whole

LARGEST_REFERENCE_PX = 1000
"""Side of the reference picture at most: 2.5 px a millimetre of a 40 cm board, finer than any search looks (1.6)."""
JPEG_QUALITY = 92
RING = 0.04
"""Width of the ring drawn round a field, in lattice units: 0.03 (ludo-40) to 0.05 (schmidt-4)."""


@dataclass(frozen=True, slots=True)
class BoardWishes:
    """What a person says of the new board. None: worked out from the picture, or the usual for the kind."""

    id: str
    title: str | None = None
    colors: tuple[str, ...] | None = None
    across_mm: float | None = None
    cells: FieldShape | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TaughtBoard:
    """The profile as text, and its reference picture: the board from straight above, (S, S, 3) BGR."""

    id: str
    text: str
    reference: BgrImage


def teach_board(bgr: BgrImage, lesson: Lesson, wishes: BoardWishes) -> TaughtBoard:
    """The board that the lesson shows in the picture (height, width, 3) BGR. Raises `InputError`."""
    _check_id(wishes.id)
    inks = sample_inks(bgr, lesson)
    colors = wishes.colors or guess_colours(inks.arms).colors
    reference = from_above(bgr, lesson)
    look = look_of_fields(reference, lesson, wishes.cells)
    text = _toml(lesson, wishes, colors, inks, look)
    parse_profile(text, wishes.id)
    return TaughtBoard(wishes.id, text, reference)


LONGEST_ID = 60
"""Files are named after it, with endings; a file's name has at most 255 bytes."""


def save_board(taught: TaughtBoard, folder: Path) -> tuple[Path, BoardProfile]:
    """Writes both files; the profile last and whole, so that it never names a picture that is not there.

    Raises `DeviceError` when the folder cannot be written to.
    """
    path = folder / f"{taught.id}.toml"
    try:
        _, jpeg = cv2.imencode(".jpg", taught.reference, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        write_whole(folder / f"{taught.id}.jpg", jpeg.tobytes())
        write_whole(path, taught.text.encode("utf-8"))
    except OSError as error:
        raise DeviceError(
            f"the board cannot be written to {folder}: {error.strerror or error}; name another folder with --out"
        ) from None
    load_profile.cache_clear()
    return path, load_profile(str(path))


def field_names(lesson: Lesson, colors: Sequence[str]) -> dict[str, str]:
    """Names without a colour → names of the profile."""
    return {name: _coloured(name, colors) for name in lesson.kind.places}


def _check_id(name: str) -> None:
    if not name.replace("-", "").replace("_", "").isalnum() or not name.isascii():
        raise InputError(f"id is {quoted(name)}; expected letters, digits, - and _, for files are named after it")
    if len(name) > LONGEST_ID:
        raise InputError(f"id is {quoted(name)}, {len(name)} letters long; expected at most {LONGEST_ID}")


def from_above(bgr: BgrImage, lesson: Lesson) -> BgrImage:
    """The board from straight above, edge to edge: (S, S, 3)."""
    homography, half = lattice_to_px(lesson), half_side(lesson)
    corners = mapped(homography, [(-half, -half), (half, -half), (half, half), (-half, half)])
    longest = max(np.hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(corners, corners[1:] + corners[:1], strict=True))
    side = int(min(LARGEST_REFERENCE_PX, max(150, round(longest))))
    step = 2 * half / side
    to_lattice: FloatArray = np.array([[step, 0, step / 2 - half], [0, step, step / 2 - half], [0, 0, 1]])
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(bgr, homography @ to_lattice, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, dtype=np.uint8)


def _toml(lesson: Lesson, wishes: BoardWishes, colors: Sequence[str], inks: SampledInks, look: FieldLook) -> str:
    kind, half = lesson.kind, half_side(lesson)
    across = wishes.across_mm or kind.across_mm
    end = kind.places[kind.marks[0]]
    width_mm = across / (2 * float(np.hypot(*end))) * 2 * half
    unit = 1 / (2 * half)
    rows = [
        f"# Taught from a picture, as a board of the kind {kind.name}. Positions are fractions of the reference picture's width.",
        f"# Opposite ends of the track are taken to lie {across:g} mm apart, pawns to be of usual size: measure them.",
        f"id = {_quoted(wishes.id)}",
        f"title = {_quoted(wishes.title or f'Taught board, {kind.name}')}",
        f"reference = {_quoted(f'{wishes.id}.jpg')}",
        f"width_mm = {width_mm:.1f}",
        f"colors = {_quoted(list(colors))}",
        f"track = {kind.track}",
        f"goal = {kind.goal}",
        *_table("start", {color: _quoted(kind.start(arm)) for arm, color in enumerate(colors)}),
        *_table("pawn", {"height_mm": "27.0", "foot_mm": "15.0", "head_mm": "9.5"}),
        *_table("print", {"border_width": "0.0", "start_mark": _quoted("none"), **dict.fromkeys(_UNSEEN_MARKS, "false")}),
        *_table("print.shapes", {"track": _quoted(look.shape), "goal": _quoted(look.shape)}),
        *_table("print.radii", _radii(look, unit)),
        *_table("print.srgb", {name: str(list(ink)) for name, ink in _inks(inks, colors).items()}),
        *_table("fields", _places(lesson, colors, half)),
    ]
    return "\n".join(rows) + "\n"


_UNSEEN_MARKS = ("track_lines", "goal_letters", "house_letters", "way_arrows")


def _radii(look: FieldLook, unit: float) -> dict[str, str]:
    lengths = {"track": look.track, "goal": look.goal, "house": look.house}
    discs = {f"{kind}_disc": f"{radius * unit:.4f}" for kind, radius in lengths.items()}
    return discs | {f"{kind}_ring": f"{(radius + RING) * unit:.4f}" for kind, radius in lengths.items()}


def _inks(inks: SampledInks, colors: Sequence[str]) -> dict[str, Srgb]:
    fixed = {"ground": inks.ground, "border": inks.ground, "white": inks.white, "ink": inks.ink}
    return fixed | dict(zip(colors, inks.arms, strict=True))


def _places(lesson: Lesson, colors: Sequence[str], half: float) -> dict[str, str]:
    names = field_names(lesson, colors)
    return {
        _key(names[name]): f"[{(x + half) / (2 * half):.5f}, {(y + half) / (2 * half):.5f}]"
        for name, (x, y) in places_on_lattice(lesson).items()
    }


def _coloured(name: str, colors: Sequence[str]) -> str:
    arm, colon, part = name.partition(":")
    return f"{colors[int(arm) - 1]}:{part}" if colon else name


def _table(name: str, values: Mapping[str, str]) -> list[str]:
    return ["", f"[{name}]", *(f"{key} = {value}" for key, value in values.items())]


def _key(name: str) -> str:
    return _quoted(name) if ":" in name else name


def _quoted(value: object) -> str:
    """Texts and lists of texts are written alike in JSON and TOML, but for characters beyond U+FFFF and DEL."""
    text = json.dumps(value, ensure_ascii=False)
    return text.replace("\x7f", "\\u007f")
