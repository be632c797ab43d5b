"""Kinds of arguments that several commands take; each raises `ArgumentTypeError`: what was expected, what came."""

from __future__ import annotations

import argparse


def number(text: str) -> float:
    """A number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, got {text!r}") from None
