"""A move as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.board import Color
from companion.rules.errors import RulesError, shown


@dataclass(frozen=True, slots=True)
class Move:
    """A piece of `color` from progress `source` to progress `target`; `captures` names the colour that is sent home."""

    color: Color
    source: int
    target: int
    captures: Color | None = None

    def to_dict(self) -> dict[str, str | int | None]:
        """As in the machine interfaces."""
        return {"color": self.color, "from": self.source, "to": self.target, "captures": self.captures}

    @classmethod
    def parse(cls, value: object) -> Move:
        """`{"color", "from", "to", "captures"}`. Raises `RulesError`."""
        keys = ("color", "from", "to", "captures")
        if not isinstance(value, Mapping):
            raise RulesError(f"move is {shown(value)}; expected null or an object with {', '.join(keys)}")
        for key in value:
            if key not in keys:
                raise RulesError(f"move has the unknown key {shown(key)}; expected {', '.join(keys)}")
        color, source, target, captures = (value.get(key) for key in keys)
        if not isinstance(color, str):
            raise RulesError(f"move.color is {shown(color)}; expected the name of a colour")
        if captures is not None and not isinstance(captures, str):
            raise RulesError(f"move.captures is {shown(captures)}; expected the name of a colour or null")
        taken = None if captures is None else Color(captures)
        return cls(Color(color), _progress(source, "from"), _progress(target, "to"), taken)


def _progress(value: object, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(f"move.{key} is {shown(value)}; expected a whole number")
    return value
