"""A script for the simulated table: a text file, one JSON object a line, the table first, then one act after the other.

    {"board": "schmidt-4", "rules": "schmidt-2016", "seed": 3, "view": {"material": "wooden", "tilt_deg": 20}}
    # a comment; empty lines are passed over
    {"do": "throw", "value": 6}
    {"do": "move", "from": -1, "to": 0}
    {"do": "push", "dx_mm": 30, "turn_deg": 12}
    {"do": "play", "plies": 4}

What a line may say: `companion.simulation.acts` for the acts, `TABLE_KEYS` and `VIEW_KEYS` here for the first line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from calibration.drawing_look import MATERIALS, TABLES
from companion.rules import DEFAULT_PRESET
from companion.simulation.acts import Act, Check, Number, OneOf
from hardware.errors import InputError
from hardware.json_text import parse_object, quoted, read_text

_GAME_KEYS = ("board", "rules", "colors", "seats", "first", "position", "stands")
TABLE_KEYS = (*_GAME_KEYS, "seed", "view_seed", "fps", "size", "die", "view")

VIEW_KEYS: Mapping[str, Check] = {
    "like": OneOf(("quiet", "made-up")),
    "tilt_deg": Number(0, 50),
    "tilt_towards_deg": Number(-360, 360),
    "turn_deg": Number(-360, 360),
    "board_share": Number(0.2, 0.95),
    "field_of_view_deg": Number(30, 100),
    "k1": Number(-0.2, 0.2),
    "material": OneOf(MATERIALS),
    "table": OneOf(TABLES),
    "noise": Number(0, 12),
    "blur_px": Number(0, 3),
    "brightness": Number(0.1, 1.6),
    "ambient": Number(0.05, 1),
    "azimuth_deg": Number(-360, 360),
    "elevation_deg": Number(15, 90),
    "glare": Number(0, 1.5),
}
"""`like`: what is not told is a quiet afternoon seen from above, or drawn from the seed. The rest is camera, look, light."""


@dataclass(frozen=True)
class Script:
    """A script, read and checked as far as it can be without playing it. Raw JSON values where rules have to judge."""

    acts: tuple[Act, ...]
    board: str = "schmidt-4"
    rules: object = DEFAULT_PRESET
    colors: object = None
    seats: object = None
    first: str | None = None
    position: str | None = None
    stands: str | None = None
    """Where the pawns stand before `set_up` puts them where the game begins; None: they are set up."""
    seed: int = 1
    view_seed: int | None = None
    """Of the table as it looks, where several games are played at the same one; None: as `seed`."""
    fps: float = 5.0
    size: tuple[int, int] = (1280, 720)
    die: bool = True
    view: Mapping[str, Any] = field(default_factory=dict)
    where: str = "the table"

    def lines(self) -> Iterator[str]:
        """The script's text."""
        keys = [key for key in TABLE_KEYS if getattr(self, key) not in (None, {})]
        yield json.dumps({key: getattr(self, key) for key in keys})
        yield from (json.dumps(act.to_dict()) for act in self.acts)

    def view_rng(self) -> Random:
        """Chance for what the view does not tell."""
        return Random(f"view {self.seed if self.view_seed is None else self.view_seed}")


def read_script(path: Path) -> Script:
    """Reads a script. Raises `InputError` that names file, line, and what was expected."""
    return parse_script(read_text(path), str(path))


def parse_script(text: str, name: str = "script") -> Script:
    """Reads a script's text; `name` is what errors call it. Raises `InputError`."""
    numbered = [(f"{name}, line {number}", line) for number, line in enumerate(text.split("\n"), start=1)]
    told = [(where, parse_object(line, where)) for where, line in numbered if line.strip() and not line.lstrip().startswith("#")]
    if not told:
        raise InputError(f"{name}: expected the table in its first line, the file says nothing")
    where, table = told[0]
    if "do" in table:
        where, table, told = where, {}, [(where, {}), *told]
    acts = tuple(_act(line, place) for place, line in told[1:])
    return _script(table, acts, where)


def _act(line: Mapping[str, Any], where: str) -> Act:
    kind = line.get("do")
    if not isinstance(kind, str):
        raise InputError(f'{where}: expected an act like {{"do": "throw"}}, got {quoted(dict(line))}')
    return Act(kind, {key: value for key, value in line.items() if key != "do"}, where)


def _script(table: Mapping[str, Any], acts: tuple[Act, ...], where: str) -> Script:
    for key in table:
        if key not in TABLE_KEYS:
            raise InputError(f"{where}: unknown key {quoted(key)}; the table's are {', '.join(TABLE_KEYS)}")
    for key in ("seed", "view_seed"):
        _check(table, key, Number(0, 2**53, whole=True), where)
    _check(table, "fps", Number(0.5, 60), where)
    for key in ("board", "first", "position", "stands"):
        if key in table and not isinstance(table[key], str):
            raise InputError(f"{where}: expected {key!r} to be text, got {quoted(table[key])}")
    if not isinstance(table.get("die", True), bool):
        raise InputError(f"{where}: expected 'die' to be true or false, got {quoted(table['die'])}")
    given = {key: value for key, value in table.items() if key not in ("size", "view")}
    return Script(acts, size=_size(table, where), view=_view(table, where), where=where, **given)


def _check(values: Mapping[str, Any], key: str, check: Check, where: str) -> None:
    fault = check.fault(values[key]) if key in values else None
    if fault is not None:
        raise InputError(f"{where}: expected {key!r} to be {fault}, got {quoted(values[key])}")


def _size(table: Mapping[str, Any], where: str) -> tuple[int, int]:
    size = table.get("size", [1280, 720])
    good = isinstance(size, list) and len(size) == 2 and all(Number(120, 4096, whole=True).fault(side) is None for side in size)
    if not good:
        raise InputError(f"{where}: expected 'size' to be width and height like [1280, 720], got {quoted(size)}")
    return int(size[0]), int(size[1])


def _view(table: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    view = table.get("view", {})
    if not isinstance(view, dict):
        raise InputError(f"{where}: expected 'view' to be an object, got {quoted(view)}")
    for key in view:
        if key not in VIEW_KEYS:
            raise InputError(f"{where}: unknown key {quoted(key)}; the view's are {', '.join(VIEW_KEYS)}")
        _check(view, key, VIEW_KEYS[key], where)
    return view
