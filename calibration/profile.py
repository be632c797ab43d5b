"""Printed boards as data: where the fields are, how the print looks, which colours play.

A profile is a TOML file in `calibration/profiles/`. Positions are fractions of the board's width (x right, y down, origin
at the first colour's corner), so that one number, `width_mm`, fits the profile to the board on the table.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NewType

import numpy as np
from numpy.typing import NDArray

from hardware.errors import InputError, UnknownNameError

FieldName = NewType("FieldName", str)
"""`T12` on the track, `yellow:B2` in a house, `red:c` in a goal (the names of the machine interfaces)."""

FloatArray = NDArray[np.float64]
Srgb = tuple[int, int, int]

GOAL_LETTERS = "abcdefgh"
HOUSE_FIELDS = 4
DARK_INK = 200
"""Sum of the sRGB values below which letters on an ink are printed white."""


@dataclass(frozen=True, slots=True)
class PrintedField:
    """One printed field: centre in board millimetres, radius of its disc and of the ring around it in millimetres."""

    name: FieldName
    x_mm: float
    y_mm: float
    disc_mm: float
    ring_mm: float
    kind: Literal["track", "goal", "house"]
    color: str | None
    """The colour it is printed in: of a goal, a house or a start field; None for a plain track field."""


@dataclass(frozen=True, slots=True)
class PrintColours:
    """sRGB of the inks, as photographed with the white print at 241."""

    ground: Srgb
    border: Srgb
    white: Srgb
    ink: Srgb
    players: Mapping[str, Srgb]


@dataclass(frozen=True, slots=True)
class PawnShape:
    """Millimetres: whole height, diameter of the foot and of the head."""

    height_mm: float
    foot_mm: float
    head_mm: float


@dataclass(frozen=True, eq=False)
class BoardProfile:
    """A kind of board; two are the same only when they are the same object (`load_profile` gives each once).

    All lengths in millimetres; x right, y down, origin at the first colour's outer corner.
    """

    id: str
    title: str
    width_mm: float
    height_mm: float
    colors: tuple[str, ...]
    track: int
    goal: int
    start: Mapping[str, FieldName]
    border_mm: float
    frame_line_mm: tuple[float, float] | None
    print_colours: PrintColours
    pawn: PawnShape
    fields: tuple[PrintedField, ...]
    """Track in the order of play, then each colour's goal from `a`, then each colour's house."""
    light_letters: frozenset[str] = frozenset()
    """Colours whose printed letters are white, for the ink would not show on them."""
    letter_scale: float = 1.0
    """Height of the printed capitals in disc radii."""
    script: tuple[tuple[str, float, float, float], ...] = ()
    """Words of the print: text, left end of its baseline (mm) and height of a capital (mm)."""

    @cached_property
    def field_names(self) -> tuple[FieldName, ...]:
        """The names of all fields, in the order of `fields`."""
        return tuple(field.name for field in self.fields)

    @cached_property
    def centres_mm(self) -> FloatArray:
        """(F, 2) centres in the order of `fields`."""
        return np.array([(field.x_mm, field.y_mm) for field in self.fields], dtype=np.float64)

    @cached_property
    def corners_mm(self) -> FloatArray:
        """(4, 2) outer corners: the first colour's, then clockwise."""
        w, h = self.width_mm, self.height_mm
        return np.array([(0, 0), (w, 0), (w, h), (0, h)], dtype=np.float64)

    def with_inks(self, inks: Mapping[str, Srgb]) -> BoardProfile:
        """The same board printed in other inks (`ground`, `white`, `ink`, `border` and the colours)."""
        players = {color: inks[color] for color in self.colors}
        colours = PrintColours(inks["ground"], inks["border"], inks["white"], inks["ink"], players)
        return replace(self, print_colours=colours)

    def field(self, name: str) -> PrintedField:
        """The field of that name. Raises `UnknownNameError`."""
        try:
            return self._by_name[FieldName(name)]
        except KeyError:
            raise UnknownNameError(
                f"board {self.id} has no field {name!r}; expected a name like T0, {self.colors[0]}:a"
            ) from None

    @cached_property
    def _by_name(self) -> dict[FieldName, PrintedField]:
        return {field.name: field for field in self.fields}


def known_boards() -> tuple[str, ...]:
    """The ids of the profiles that ship with the program."""
    folder = resources.files("calibration") / "profiles"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


@lru_cache
def load_profile(name: str) -> BoardProfile:
    """The board of that id, or of the TOML file at that path. Raises `UnknownNameError` or `InputError`."""
    if name in known_boards():
        return parse_profile((resources.files("calibration") / "profiles" / f"{name}.toml").read_text("utf-8"), name)
    path = Path(name)
    if path.suffix == ".toml" and path.is_file():
        return parse_profile(path.read_text("utf-8"), str(path))
    raise UnknownNameError(f"unknown board {name!r}; known boards are {', '.join(known_boards())}, or give a .toml file")


def parse_profile(text: str, where: str) -> BoardProfile:
    """Reads a profile. Raises `InputError` naming key, value and what was expected."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: not valid TOML: {error}") from None
    try:
        return _profile(data)
    except KeyError as error:
        raise InputError(f"{where}: the profile needs the key {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{where}: {error}") from None


def _profile(data: Mapping[str, Any]) -> BoardProfile:
    width = _positive(data["width_mm"], "width_mm")
    colors = tuple(str(color) for color in data["colors"])
    track, goal = int(data["track"]), int(data["goal"])
    start = {color: FieldName(data["start"][color]) for color in colors}
    printed = data["print"]
    line = printed.get("frame_line")
    return BoardProfile(
        id=str(data["id"]),
        title=str(data["title"]),
        width_mm=width,
        height_mm=width * float(data.get("aspect", 1.0)),
        colors=colors,
        track=track,
        goal=goal,
        start=start,
        border_mm=float(printed["border_width"]) * width,
        frame_line_mm=None if line is None else (float(line[0]) * width, float(line[1]) * width),
        print_colours=_colours(printed, colors),
        pawn=PawnShape(*(_positive(data["pawn"][key], f"pawn.{key}") for key in ("height_mm", "foot_mm", "head_mm"))),
        fields=_fields(data, colors, start, track, goal, width),
        letter_scale=_positive(printed.get("letter_scale", 1.0), "print.letter_scale"),
        light_letters=frozenset(color for color in colors if sum(_srgb(printed["srgb"][color], color)) < DARK_INK),
        script=tuple((str(t), float(x) * width, float(y) * width, float(h) * width) for t, x, y, h in printed.get("script", ())),
    )


def _fields(
    data: Mapping[str, Any], colors: tuple[str, ...], start: Mapping[str, FieldName], track: int, goal: int, width: float
) -> tuple[PrintedField, ...]:
    at, radii = data["fields"], data["print"]["radii"]
    start_of = {name: color for color, name in start.items()}
    wanted: list[tuple[str, Literal["track", "goal", "house"], str | None]] = [
        (f"T{k}", "track", start_of.get(FieldName(f"T{k}"))) for k in range(track)
    ]
    wanted += [(f"{color}:{letter}", "goal", color) for color in colors for letter in GOAL_LETTERS[:goal]]
    wanted += [(f"{color}:B{k}", "house", color) for color in colors for k in range(1, HOUSE_FIELDS + 1)]
    extra = sorted(set(at) - {name for name, _, _ in wanted})
    if extra:
        raise ValueError(
            f"unknown field {extra[0]!r}; expected T0 … T{track - 1}, {goal} goal and {HOUSE_FIELDS} house fields a colour"
        )
    fields = []
    for name, kind, color in wanted:
        x, y = (float(value) for value in at[name])
        disc, ring = (_positive(radii[f"{kind}_{part}"], f"print.radii.{kind}_{part}") for part in ("disc", "ring"))
        fields.append(PrintedField(FieldName(name), x * width, y * width, disc * width, ring * width, kind, color))
    return tuple(fields)


def _colours(printed: Mapping[str, Any], colors: tuple[str, ...]) -> PrintColours:
    inks = printed["srgb"]
    return PrintColours(
        ground=_srgb(inks["ground"], "ground"),
        border=_srgb(inks["border"], "border"),
        white=_srgb(inks["white"], "white"),
        ink=_srgb(inks["ink"], "ink"),
        players={color: _srgb(inks[color], color) for color in colors},
    )


def _srgb(value: Any, key: str) -> Srgb:
    if not (isinstance(value, list) and len(value) == 3 and all(isinstance(v, int) and 0 <= v <= 255 for v in value)):
        raise ValueError(f"print.srgb.{key} is {value!r}; expected three whole numbers 0 … 255")
    return value[0], value[1], value[2]


def _positive(value: Any, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise ValueError(f"{key} is {value!r}; expected a number above 0")
    return float(value)
