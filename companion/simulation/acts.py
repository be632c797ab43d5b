"""What can happen at a scripted table, and the keys that tell it more exactly; a line of a script is `{"do": "push", …}`.

play           a throw and a move, or several plies of them
throw          the throw becomes known (any value when none is given)
move           a legal move, or any; the captured pawn goes home at once, first, or lies beside the board for a while
hesitate       a pawn is taken up, held over fields, and put back
wrong          a move the rules do not allow: the wrong count, the neighbour's pawn, a wrong house; any when none is told
back           the wrong move is taken back
take_back      the last moves are taken back
push, turn     the board is pushed, or turned by hand
knock          the camera is knocked
light, lamp    the light is switched, a lamp is moved
cloud          the light fades to another brightness
rest           a hand rests beside or over the board
put, take      a cup, phone, card or sleeve comes onto the board, and goes
topple         a pawn is knocked over; off_board: pushed off the board; put_right: all such pawns are put back
miss           a move that misses a capture which must be made; penalty: the piece goes home that pays for it
clear          all pawns are tidied away; set_up: every pawn that is not on its field is put there
swap           a pawn is lost, a button lies on its field; swap_back: the pawn is found
out_of_view    the board is pushed until some fields are out of the picture; into_view: it is pushed back
throw_after    who moved before throwing throws what the move is for
pause          everybody is away for minutes or hours
again          a second throw is told before the first was moved             } only where there are a screen and a die
correct        somebody says on the screen what was thrown; 0: nothing was   } (`make evening`): a recording has none
restart        the companion is killed and started again                     }
wait           nothing happens
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from calibration.drawing_thing import THING_KINDS
from hardware.errors import InputError
from hardware.json_text import is_number, quoted


@dataclass(frozen=True, slots=True)
class Number:
    """A number within bounds."""

    least: float
    most: float
    whole: bool = False

    def fault(self, value: object) -> str | None:
        """What was expected, None when the value is good."""
        if is_number(value) and self.least <= float(value) <= self.most and (not self.whole or float(value).is_integer()):
            return None
        return f"a {'whole number' if self.whole else 'number'} from {self.least:g} to {self.most:g}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def fault(self, value: object) -> str | None:
        """What was expected, None when the value is good."""
        return None if isinstance(value, str) and value in self.words else f"one of {', '.join(self.words)}"


@dataclass(frozen=True, slots=True)
class Text:
    """A name that the board or the position has to know."""

    what: str

    def fault(self, value: object) -> str | None:
        """What was expected, None when the value is good."""
        return None if isinstance(value, str) and value else self.what


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of names."""

    what: str

    def fault(self, value: object) -> str | None:
        """What was expected, None when the value is good."""
        good = isinstance(value, list) and value and all(isinstance(entry, str) for entry in value)
        return None if good else f"a list of {self.what}"


@dataclass(frozen=True, slots=True)
class Progress:
    """A place of a piece: -1 for its house, steps from its start, or "green:b", "green:B" for a foreign goal or house."""

    def fault(self, value: object) -> str | None:
        """What was expected, None when the value is good."""
        if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool) and value >= -1):
            return None
        return 'steps from the start, -1 for the house, or a foreign place like "green:b" or "green:B"'


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def fault(self, value: object) -> str | None:
        """What was expected, None when the value is good."""
        return None if isinstance(value, bool) else "true or false"


Check = Number | OneOf | Text | Texts | Progress | Flag

_SECONDS = Number(0, 600)
_MM = Number(-200, 800)
_PIECE: Mapping[str, Check] = {"color": Text("a colour of the game"), "from": Progress()}
_ALWAYS: Mapping[str, Check] = {"do": Text("an act"), "after": _SECONDS, "meanwhile": Flag()}
"""`after`: seconds from the end of the act before (with `meanwhile`: from its beginning) until this one begins."""

ACTS: Mapping[str, Mapping[str, Check]] = {
    "play": {"plies": Number(1, 10000, whole=True), "hurry": Flag()},
    "throw": {"value": Number(1, 6, whole=True)},
    "move": {
        **_PIECE,
        "to": Progress(),
        "captured": OneOf(("home", "first", "beside")),
        "hover": Texts("field names"),
        "seconds": Number(0.3, 5),
        "hover_seconds": Number(0.1, 60),
        "second_hand": Flag(),
    },
    "hesitate": {**_PIECE, "over": Texts("field names"), "seconds": Number(0.1, 60)},
    "wrong": {**_PIECE, "to": Progress()},
    "back": {},
    "take_back": {"moves": Number(1, 20, whole=True)},
    "push": {"dx_mm": Number(-800, 800), "dy_mm": Number(-800, 800), "turn_deg": Number(-360, 360), "seconds": Number(0.2, 10)},
    "turn": {"deg": Number(-360, 360), "seconds": Number(0.2, 10)},
    "knock": {
        "pitch_deg": Number(-15, 15),
        "yaw_deg": Number(-15, 15),
        "roll_deg": Number(-180, 180),
        "right_mm": Number(-200, 200),
        "down_mm": Number(-200, 200),
    },
    "light": {"brightness": Number(0.1, 1.6), "ambient": Number(0.05, 1), "warmth": Number(-1, 1)},
    "lamp": {"azimuth_deg": Number(-360, 360), "elevation_deg": Number(15, 90), "glare": Number(0, 1.5)},
    "cloud": {"shade": Number(0.3, 1.5), "seconds": Number(0.2, 60)},
    "rest": {"where": OneOf(("beside", "over")), "field": Text("a field's name"), "seconds": Number(0.2, 60)},
    "put": {
        "thing": OneOf(THING_KINDS),
        "field": Text("a field's name"),
        "x_mm": _MM,
        "y_mm": _MM,
        "turn_deg": Number(-360, 360),
    },
    "take": {"thing": OneOf(THING_KINDS)},
    "topple": dict(_PIECE),
    "off_board": dict(_PIECE),
    "put_right": {},
    "miss": {**_PIECE, "to": Progress()},
    "penalty": dict(_PIECE),
    "clear": {},
    "set_up": {},
    "swap": dict(_PIECE),
    "swap_back": {},
    "out_of_view": {"fields": Number(1, 40, whole=True)},
    "into_view": {},
    "throw_after": {"value": Number(1, 6, whole=True)},
    "pause": {"minutes": Number(0, 600)},
    "again": {"value": Number(1, 6, whole=True)},
    "correct": {"throw": Number(0, 6, whole=True)},
    "restart": {},
    "wait": {"seconds": _SECONDS},
}

AT_SCREEN = frozenset({"again", "correct", "restart"})
"""Acts that need a screen and a die; a recording has neither."""
_ANSWERS = {
    "play",
    "throw",
    "throw_after",
    "move",
    "back",
    "take",
    "put_right",
    "wait",
    "penalty",
    "set_up",
    "swap_back",
    "into_view",
}
DISTURBANCES = frozenset(ACTS) - AT_SCREEN - _ANSWERS
"""Acts whose recovery is measured and which a random evening mixes in."""


@dataclass(frozen=True)
class Act:
    """One act of a script; `where` is file and line, for errors. Keys that are not given are None."""

    kind: str
    given: Mapping[str, Any] = field(default_factory=dict)
    where: str = "an act"

    def __post_init__(self) -> None:
        if self.kind not in ACTS:
            raise InputError(f"{self.where}: expected 'do' to be one of {', '.join(ACTS)}, got {quoted(self.kind)}")
        known = {**_ALWAYS, **ACTS[self.kind]}
        for key, value in self.given.items():
            if key not in known:
                raise InputError(f"{self.where}: unknown key {quoted(key)}; {self.kind} knows {', '.join(known)}")
            fault = known[key].fault(value)
            if fault is not None:
                raise InputError(f"{self.where}: expected {key!r} of {self.kind} to be {fault}, got {quoted(value)}")

    def get(self, key: str) -> Any:
        """A key's value as the script gives it, or None."""
        return self.given.get(key)

    def number(self, key: str, default: float) -> float:
        """A number, or what stands for it."""
        value = self.given.get(key)
        return default if value is None else float(value)

    def to_dict(self) -> dict[str, Any]:
        """The script's line."""
        return {"do": self.kind, **self.given}
