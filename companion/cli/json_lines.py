"""Commands that read JSON Lines: one line out for a line in, in order, each flushed as soon as it is known."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

from companion.cli.status import UNUSABLE
from companion.rules import RulesError
from companion.rules.errors import shown
from hardware.errors import CompanionError, InputError

JsonObject = Mapping[str, object]
Answer = Callable[[JsonObject], JsonObject]
Tell = Callable[[JsonObject], str]


@contextmanager
def opened(name: str | None, standard_input: BinaryIO) -> Iterator[BinaryIO]:
    """The file of that name, or standard input for None and `-`. Raises `InputError`."""
    if name in (None, "-"):
        yield standard_input
        return
    try:
        # The errors of opening are ours, those of the caller's body are not: hence closed by a second statement.
        file = Path(str(name)).open("rb")  # noqa: SIM115
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror}; expected a file of JSON Lines") from None
    with file:
        yield file


def answer_lines(lines: Iterable[bytes], answer: Answer, tell: Tell | None, out: TextIO) -> int:
    """Answers every line, as JSON or, with `tell`, as text for people; an unusable line gets its error in its place.

    Returns the exit status: 0, or 2 when any line was unusable.
    """
    status = 0
    for number, line in enumerate(lines, start=1):
        try:
            result = answer(parse_line(line))
            text = json.dumps(result, ensure_ascii=False) if tell is None else tell(result)
        except (RulesError, CompanionError) as error:
            status = UNUSABLE
            where = f"line {number}: {error}"
            text = json.dumps({"error": where}, ensure_ascii=False) if tell is None else f"error: {where}"
        print(text, file=out, flush=True)
    return status


def parse_line(line: bytes) -> JsonObject:
    """One JSON object. Raises `InputError`."""
    try:
        value = json.loads(line.decode("utf-8"), object_pairs_hook=_without_doubles)
    except UnicodeDecodeError:
        raise InputError("not UTF-8; expected one JSON object in UTF-8") from None
    except json.JSONDecodeError as error:
        raise InputError(f"not valid JSON ({error.msg}, column {error.colno}); expected one JSON object") from None
    except RecursionError:
        raise InputError("nested too deeply; expected one JSON object") from None
    except CompanionError:
        raise
    except ValueError as error:
        raise InputError(f"not valid JSON ({error}); expected one JSON object") from None
    if not isinstance(value, dict):
        raise InputError(f"got {shown(value)}; expected one JSON object")
    return value


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"the key {shown(key)} stands twice; expected it once")
        found[key] = value
    return found


def check_keys(line: JsonObject, required: Iterable[str], optional: Iterable[str]) -> None:
    """ "Unknown keys are an error, named." Raises `InputError`."""
    needed = tuple(required)
    known = (*needed, *optional)
    for key in line:
        if key not in known:
            raise InputError(f"unknown key {shown(key)}; expected {', '.join(known)}")
    for key in needed:
        if key not in line:
            raise InputError(f"the key {shown(key)} is missing; expected {', '.join(needed)}")
