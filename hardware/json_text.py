"""Text and JSON from outside: read without trusting it, quoted without drowning a sentence in it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard

from hardware.errors import InputError

LONGEST_QUOTE = 80
"""Characters; more of a wrong value helps nobody."""


def read_text(path: Path) -> str:
    """A file of UTF-8 text. Raises `InputError`."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: expected UTF-8 text, got other bytes") from None
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the path
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def is_file(path: Path) -> bool:
    """Whether there is a file; False also for a name that no file can have."""
    try:
        return path.is_file()
    except OSError:  # a name longer than any file's
        return False


def parse_json(text: str, where: str, expected: str) -> Any:
    """The value, whatever kind. Raises `InputError`: `where`, what was `expected`, why the text is no JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        why = str(error)
    except RecursionError:
        why = "nested too deeply"
    except ValueError:  # Python refuses to convert thousands of digits
        why = "a number has too many digits"
    raise InputError(f"{where}: expected {expected}, it is not valid JSON: {why}")


def parse_object(text: str, where: str) -> dict[str, Any]:
    """A JSON object. Raises `InputError`."""
    data = parse_json(text, where, "a JSON object")
    if not isinstance(data, dict):
        raise InputError(f"{where}: expected a JSON object, got {quoted(data)}")
    return data


def quoted(value: object) -> str:
    """The value as JSON, for a message; shortened, and printable whatever it holds."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def quoted_key(data: Mapping[str, Any], key: str) -> str:
    """What stands under `key`, for a message."""
    return quoted(data[key]) if key in data else "nothing"


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether the value is a number that can be counted with: no truth value, not infinite, no hundreds of digits."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False
