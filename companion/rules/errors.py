"""The one error of the rules, and how it quotes what came."""

from __future__ import annotations

import json

LONGEST_QUOTE = 80
"""Characters; more of a wrong value helps nobody."""


class RulesError(ValueError):
    """A game, position, move or text that the rules cannot use; the message is one sentence: key, value, what was expected."""


def shown(value: object) -> str:
    """The value as JSON, for a message; shortened, and printable whatever it holds."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
