"""Arguments that are "JSON where not a plain name"."""

from __future__ import annotations

from hardware.json_text import parse_json, quoted

BEGINS_JSON = ("{", "[", '"')


def json_or_name(text: str | None, option: str) -> object:
    """None as it is, a plain name as it is, else the JSON value. Raises `InputError` that names the option."""
    if text is None or not text.lstrip().startswith(BEGINS_JSON):
        return text
    return parse_json(text, f"{option} is {quoted(text)}", "a plain name or JSON")
