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

from calibration import profile_values as check
from calibration.print_style import FieldShape, PrintStyle, parse_style
from calibration.taught import board_file, taught_boards
from hardware.errors import InputError, UnknownNameError
from hardware.json_text import quoted, read_text

FieldName = NewType("FieldName", str)
"""`T12` on the track, `yellow:B2` in a house, `red:c` in a goal (the names of the machine interfaces)."""

FloatArray = NDArray[np.float64]
Srgb = tuple[int, int, int]
FieldKind = Literal["track", "goal", "house"]
_Wanted = tuple[str, FieldKind, str | None]

GOAL_LETTERS = "abcdefgh"
HOUSE_FIELDS = 4
DARK_INK = 200
"""Sum of the sRGB values below which letters on an ink are printed white."""
OTHER_INKS = ("ground", "border", "white", "ink")
PAWN_KEYS = ("height_mm", "foot_mm", "head_mm")
WIDEST_MM, TALLEST_PAWN_MM, LONGEST_ASPECT = 5000, 1000, 4
"""Boards for a garden are within; beyond it is a slip of the unit, and a picture of it may not fit into memory."""
LONGEST_TRACK, MOST_COLORS = 200, 12
NEAREST_FIELDS = 0.005
"""Share of the width that fields lie apart at least; the track's of the six-player board are 0.06 apart."""


@dataclass(frozen=True, slots=True)
class PrintedField:
    """One printed field: centre in board millimetres, radius of its disc and of the ring around it in millimetres."""

    name: FieldName
    x_mm: float
    y_mm: float
    disc_mm: float
    ring_mm: float
    kind: FieldKind
    color: str | None
    """Whose it is: of a goal, a house or a start field; None for a plain track field."""
    ink: str
    """The ink it is printed in: as a rule that colour, or `white`."""
    shape: FieldShape
    """A square's radii are half its sides."""


@dataclass(frozen=True, slots=True)
class PrintColours:
    """sRGB of the inks, as photographed with the white print at 241."""

    ground: Srgb
    border: Srgb
    white: Srgb
    ink: Srgb
    players: Mapping[str, Srgb]

    def named(self, ink: str) -> Srgb:
        """`ground`, `border`, `white`, `ink`, or a player's colour."""
        fixed = {"ground": self.ground, "border": self.border, "white": self.white, "ink": self.ink}
        return fixed[ink] if ink in fixed else self.players[ink]


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
    style: PrintStyle
    fields: tuple[PrintedField, ...]
    """Track in the order of play, then each colour's goal from `a`, then each colour's house."""
    light_letters: frozenset[str] = frozenset()
    """Colours whose printed letters are white, for the ink would not show on them."""
    letter_scale: float = 1.0
    """Height of the printed capitals in disc radii."""
    script: tuple[tuple[str, float, float, float], ...] = ()
    """Words of the print: text, left end of its baseline (mm) and height of a capital (mm)."""
    reference: Path | None = None
    """A picture of the very board, from straight above and edge to edge, that a taught board is found by."""

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
    """The board of that id, shipped or taught, or of the TOML file at that path. Raises `UnknownNameError` or `InputError`."""
    if name in known_boards():
        return parse_profile((resources.files("calibration") / "profiles" / f"{name}.toml").read_text("utf-8"), name)
    path = board_file(name)
    if path is not None:
        board = parse_profile(read_text(path), str(path))
        return board if board.reference is None else replace(board, reference=path.parent / board.reference)
    if name.endswith(".toml"):
        raise UnknownNameError(f"{quoted(name)}: expected the file of a board, there is none")
    known = ", ".join((*known_boards(), *taught_boards()))
    raise UnknownNameError(f"unknown board {name!r}; known boards are {known}, or give a .toml file")


def parse_profile(text: str, where: str) -> BoardProfile:
    """Reads a profile. Raises `InputError` naming key, value and what was expected."""
    try:
        return _profile(_toml(text))
    except KeyError as error:
        raise InputError(f"{where}: the profile needs the key {error}") from None
    except ValueError as error:
        raise InputError(f"{where}: {error}") from None


def _toml(text: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why = str(error)
    except RecursionError:
        why = "nested too deeply"
    except ValueError:  # Python refuses to convert thousands of digits
        why = "a number has too many digits"
    raise ValueError(f"not valid TOML: {why}")


def _profile(data: Mapping[str, Any]) -> BoardProfile:
    width = check.positive(data["width_mm"], "width_mm", WIDEST_MM)
    height = width * check.within(data.get("aspect", 1.0), "aspect", 1 / LONGEST_ASPECT, LONGEST_ASPECT)
    colors = check.names(data["colors"], "colors", 2, MOST_COLORS, frozenset(OTHER_INKS))
    track = check.whole(data["track"], "track", len(colors), LONGEST_TRACK)
    goal = check.whole(data["goal"], "goal", 1, len(GOAL_LETTERS))
    start = _start(check.table(data, "start"), colors, track)
    printed = check.table(data, "print")
    inks = _colours(check.table(printed, "srgb", "print."), colors)
    wanted = _wanted_fields(colors, start, track, goal)
    names = frozenset(name for name, _, _ in wanted)
    style = parse_style(printed, (*OTHER_INKS, *colors), colors, names, (width, height))
    line = printed.get("frame_line")
    pawn = check.table(data, "pawn")
    return BoardProfile(
        id=check.text(data["id"], "id"),
        title=check.text(data["title"], "title"),
        width_mm=width,
        height_mm=height,
        colors=colors,
        track=track,
        goal=goal,
        start=start,
        border_mm=check.within(printed["border_width"], "print.border_width", 0, 0.5) * width,
        frame_line_mm=None if line is None else _scaled(check.pair(line, "print.frame_line", (0.5, 0.5)), width),
        print_colours=inks,
        pawn=PawnShape(*(check.positive(pawn[key], f"pawn.{key}", TALLEST_PAWN_MM) for key in PAWN_KEYS)),
        style=style,
        fields=_fields(data, wanted, style, (width, height)),
        letter_scale=check.positive(printed.get("letter_scale", 1.0), "print.letter_scale", 5),
        light_letters=style.light_letters
        if style.light_letters is not None
        else frozenset(color for color in colors if sum(inks.players[color]) < DARK_INK),
        script=_script(printed.get("script", []), width, height),
        reference=Path(check.text(data["reference"], "reference")) if "reference" in data else None,
    )


def _start(data: Mapping[str, Any], colors: tuple[str, ...], track: int) -> dict[str, FieldName]:
    """The colours' start fields, which follow each other in equal steps, as the rules count them."""
    numbers = {f"T{k}": k for k in range(track)}
    for color in colors:
        if not isinstance(data[color], str) or data[color] not in numbers:
            raise ValueError(f"start.{color} is {quoted(data[color])}; expected a track field, T0 … T{track - 1}")
    step, left = divmod(track, len(colors))
    if left:
        raise ValueError(f"track is {track}; expected a multiple of the {len(colors)} colours")
    for turn, color in enumerate(colors):
        expected = (numbers[data[colors[0]]] + turn * step) % track
        if numbers[data[color]] != expected:
            raise ValueError(f"start.{color} is {quoted(data[color])}; expected T{expected}, {step} fields after the one before")
    return {color: FieldName(data[color]) for color in colors}


def _wanted_fields(colors: tuple[str, ...], start: Mapping[str, FieldName], track: int, goal: int) -> list[_Wanted]:
    """Name, kind and owner of every field of such a board."""
    start_of = {name: color for color, name in start.items()}
    wanted: list[_Wanted] = [(f"T{k}", "track", start_of.get(FieldName(f"T{k}"))) for k in range(track)]
    wanted += [(f"{color}:{letter}", "goal", color) for color in colors for letter in GOAL_LETTERS[:goal]]
    wanted += [(f"{color}:B{k}", "house", color) for color in colors for k in range(1, HOUSE_FIELDS + 1)]
    return wanted


def _fields(
    data: Mapping[str, Any], wanted: list[_Wanted], style: PrintStyle, size_mm: tuple[float, float]
) -> tuple[PrintedField, ...]:
    at = _places(check.table(data, "fields"), tuple(name for name, _, _ in wanted), size_mm)
    radii = _radii(check.table(data["print"], "radii", "print."), size_mm[0])
    return tuple(
        PrintedField(FieldName(name), *at[name], *radii[kind], kind, color, _ink(name, kind, color, style), style.shapes[kind])
        for name, kind, color in wanted
    )


def _ink(name: str, kind: FieldKind, color: str | None, style: PrintStyle) -> str:
    usual = color or style.fills.get(kind, "white") if kind == "track" else style.fills.get(kind, str(color))
    return style.fills.get(name, usual)


def _places(data: Mapping[str, Any], wanted: tuple[str, ...], size_mm: tuple[float, float]) -> dict[str, tuple[float, float]]:
    """Millimetres of every wanted field."""
    if extra := sorted(set(data) - set(wanted)):
        raise ValueError(f"unknown field {quoted(extra[0])}; expected {wanted[0]} … {wanted[-1]}")
    width, height = size_mm
    at = {name: _scaled(check.pair(data[name], f"fields.{name}", (1, height / width)), width) for name in wanted}
    apart, one, other = check.nearest(tuple(at.values()))
    if apart < NEAREST_FIELDS * width:
        raise ValueError(f"fields.{wanted[one]} and fields.{wanted[other]} lie at the same place; expected different ones")
    points = np.array(list(at.values())) / width
    if np.linalg.svd(points - points.mean(axis=0), compute_uv=False)[1] < NEAREST_FIELDS * len(points):
        raise ValueError("fields lie in one line; expected them all over the board")
    return at


def _radii(data: Mapping[str, Any], width: float) -> dict[FieldKind, tuple[float, float]]:
    """Millimetres of disc and ring of every kind of field."""
    kinds: tuple[FieldKind, ...] = ("track", "goal", "house")
    found = {key: check.positive(data[key], f"print.radii.{key}", 0.5) * width for kind in kinds for key in _radius_keys(kind)}
    return {kind: (found[f"{kind}_disc"], found[f"{kind}_ring"]) for kind in kinds}


def _radius_keys(kind: FieldKind) -> tuple[str, str]:
    return f"{kind}_disc", f"{kind}_ring"


def _colours(inks: Mapping[str, Any], colors: tuple[str, ...]) -> PrintColours:
    found = {name: check.srgb(inks[name], f"print.srgb.{name}") for name in (*OTHER_INKS, *colors)}
    players = {color: found[color] for color in colors}
    return PrintColours(found["ground"], found["border"], found["white"], found["ink"], players)


def _script(value: Any, width: float, height: float) -> tuple[tuple[str, float, float, float], ...]:
    if not isinstance(value, list) or not all(isinstance(word, list) and len(word) == 4 for word in value):
        raise ValueError(f"print.script is {quoted(value)}; expected a list of [text, x, y, height of a capital]")
    key = "print.script"
    return tuple(
        (
            check.text(word, key),
            *_scaled(check.pair([x, y], key, (1, height / width)), width),
            check.positive(capital, key, 0.5) * width,
        )
        for word, x, y, capital in value
    )


def _scaled(numbers: tuple[float, float], by: float) -> tuple[float, float]:
    return numbers[0] * by, numbers[1] * by
