"""Values of a board's TOML file, checked one by one. Each raises ValueError: key, value, what was expected."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeVar

from hardware.json_text import is_number, quoted

Word = TypeVar("Word", bound=str)


def table(data: Mapping[str, Any], key: str, where: str = "") -> Mapping[str, Any]:
    """A TOML table; `where` is the name of the one around it, with a dot."""
    value = data[key]
    if not isinstance(value, Mapping):
        raise ValueError(f"{where}{key} is {quoted(value)}; expected a table")
    return value


def text(value: Any, key: str) -> str:
    """A text that is not empty, and that can be written: JSON may hold halves of signs, which no file takes."""
    if not isinstance(value, str) or not value or any("\ud800" <= sign <= "\udfff" for sign in value):
        raise ValueError(f"{key} is {quoted(value)}; expected a text")
    return value


def whole(value: Any, key: str, least: int, most: int) -> int:
    """A whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{key} is {quoted(value)}; expected a whole number {least} to {most}")
    return value


def positive(value: Any, key: str, most: float) -> float:
    """A number above 0."""
    if not is_number(value) or not value > 0:
        raise ValueError(f"{key} is {quoted(value)}; expected a number above 0")
    return within(value, key, 0, most)


def within(value: Any, key: str, least: float, most: float) -> float:
    """A number in a range."""
    if not is_number(value) or not least <= value <= most:
        raise ValueError(f"{key} is {quoted(value)}; expected a number {least:g} to {most:g}")
    return float(value)


def pair(value: Any, key: str, most: tuple[float, float]) -> tuple[float, float]:
    """Two numbers, each from 0 to its `most`."""
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{key} is {quoted(value)}; expected two numbers")
    return within(value[0], key, 0, most[0]), within(value[1], key, 0, most[1])


def numbers(value: Any, key: str, most: tuple[float, ...]) -> tuple[float, ...]:
    """So many numbers, each from 0 to its `most`."""
    if not isinstance(value, list) or len(value) != len(most):
        raise ValueError(f"{key} is {quoted(value)}; expected {len(most)} numbers")
    return tuple(within(part, key, 0, limit) for part, limit in zip(value, most, strict=True))


def yes_or_no(value: Any, key: str) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{key} is {quoted(value)}; expected true or false")
    return value


def one_of(value: Any, key: str, known: tuple[Word, ...]) -> Word:
    """One of the known words."""
    for word in known:
        if value == word:
            return word
    raise ValueError(f"{key} is {quoted(value)}; expected one of {', '.join(known)}")


def names(value: Any, key: str, least: int, most: int, taken: frozenset[str]) -> tuple[str, ...]:
    """Different names of letters and digits, none of those that are `taken`."""
    if not isinstance(value, list) or not all(_is_name(name) for name in value):
        raise ValueError(f"{key} is {quoted(value)}; expected a list of names of letters and digits")
    if not least <= len(value) <= most or len(set(value)) < len(value):
        raise ValueError(f"{key} is {quoted(value)}; expected {least} to {most} different names")
    if used := sorted(taken.intersection(value)):
        raise ValueError(f"{key} holds {quoted(used[0])}, which names something else; expected another name")
    return tuple(value)


def srgb(value: Any, key: str) -> tuple[int, int, int]:
    """Three whole numbers 0 … 255."""
    if not (isinstance(value, list) and len(value) == 3 and all(_is_byte(part) for part in value)):
        raise ValueError(f"{key} is {quoted(value)}; expected three whole numbers 0 … 255")
    return value[0], value[1], value[2]


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and value.replace("-", "").replace("_", "").isalnum()


def _is_byte(value: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, int) and 0 <= value <= 255


def nearest(points: tuple[tuple[float, float], ...]) -> tuple[float, int, int]:
    """The least distance between two of the points, and which two."""
    return min(
        (math.dist(points[first], points[second]), first, second) for second in range(len(points)) for first in range(second)
    )
