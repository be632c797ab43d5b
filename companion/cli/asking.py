"""A question before something that cannot be undone, or that gives something away."""

from __future__ import annotations

import sys

from hardware.errors import InputError

YES = ("y", "yes", "j", "ja")


def agreed(question: str, yes: bool) -> bool:
    """Whether somebody says yes; `yes` said so already. Raises `InputError` where nobody can be asked."""
    if yes:
        return True
    if not sys.stdin.isatty():
        raise InputError(f"{question} Nobody is there to be asked; expected --yes")
    try:
        return input(f"{question} [y/N] ").strip().casefold() in YES
    except EOFError:
        return False
