"""What is said of the dice of a picture."""

from __future__ import annotations

from collections.abc import Sequence

from companion.vision.die import SeenDie

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def die_value(dice: Sequence[SeenDie]) -> int | None:
    """The value that is told: only when one die lies there, and flat."""
    return dice[0].value if len(dice) == 1 else None


def die_line(dice: Sequence[SeenDie]) -> str | None:
    """A line for people: "die: 4", "two dice: 3 and 5", "a die that leans: throw again"; None without a die."""
    if not dice:
        return None
    flat = sorted(die.value for die in dice if die.value is not None)
    if len(dice) == 1:
        return f"die: {flat[0]}" if flat else "a die that leans: throw again"
    number = _NUMBERS[len(dice)] if len(dice) < len(_NUMBERS) else str(len(dice))
    if not flat:
        return f"{number} dice that lean: throw again"
    leaning = len(dice) - len(flat)
    words = [str(value) for value in flat] + (
        [] if not leaning else ["one that leans" if leaning == 1 else f"{leaning} that lean"]
    )
    return f"{number} dice: {', '.join(words[:-1])} and {words[-1]}"
