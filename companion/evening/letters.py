"""The letters a name is put together from on the screen, in the order in which children know them, and what a key adds to it."""

from __future__ import annotations

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜß"
SPACE, DELETE = "space", "backspace"
"""Keys by their names, as a keyboard has them."""
LONGEST_NAME = 12


def typed(name: str, key: str, spaces: bool) -> str:
    """The name after one more key, by the key's name; each of its words begins with a capital.

    `spaces`: it may be of several words; else a space is no part of it.
    """
    if key == DELETE:
        return name[:-1]
    if key == SPACE:
        fits = spaces and name and not name.endswith(" ") and len(name) < LONGEST_NAME
        return f"{name} " if fits else name
    if len(key) != 1 or not key.isalpha() or len(name) >= LONGEST_NAME:
        return name
    letter = key.lower() if name and not name.endswith(" ") else key.upper()
    # The capital of ß is two letters.
    return name + (letter if len(letter) == 1 else key)
