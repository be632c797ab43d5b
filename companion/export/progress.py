"""How far long work is, on standard error and only for people: a log should not be filled with it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO, TypeVar

T = TypeVar("T")


def shown(things: Sequence[T], what: str, to: TextIO | None = None) -> Iterator[T]:
    """The things one after the other, with a line that says which share of them is done."""
    stream = sys.stderr if to is None else to
    if not stream.isatty():
        yield from things
        return
    yield from _told(things, len(things), what, stream)


def _told(things: Iterable[T], count: int, what: str, stream: TextIO) -> Iterator[T]:
    last = -1
    try:
        for number, thing in enumerate(things):
            share = 100 * number // count
            if share != last:
                print(f"\r{what}: {share:3d} %", end="", file=stream, flush=True)
                last = share
            yield thing
    finally:
        print("\r\033[K", end="", file=stream, flush=True)
