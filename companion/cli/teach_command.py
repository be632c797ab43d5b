"""`companion teach PICTURE`: makes a board known that has no profile."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.settings import load_settings, settings_path
from companion.words import Language

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_teach_parser(subparsers: Subparsers) -> None:
    """Adds the command."""
    text = "make a new board known from one picture of it"
    parser = subparsers.add_parser("teach", help=text, description=f"{text}: in a window, or from a file of marks")
    parser.add_argument("picture", type=Path, metavar="PICTURE", help="the whole board from above, best without pieces")
    parser.add_argument("--marks", type=Path, metavar="FILE", help="a JSON file of marks instead of the window")
    parser.add_argument("--id", metavar="NAME", help="the board's short name (default made from the picture's)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the board is kept (default: with the games)")
    parser.add_argument("--replace", action="store_true", help="write over a board of that name")
    parser.add_argument("--lang", choices=[str(language) for language in Language], help="language of the window")
    parser.add_argument("--size", type=_size, default=(1280, 720), metavar="WxH", help="of the window (default 1280x720)")
    parser.add_argument("--fullscreen", action="store_true", help="use the whole screen")
    parser.set_defaults(func=_teach)


def _teach(args: argparse.Namespace) -> int:
    from companion.app.teach import TeachWishes, teach  # seeing and screen are loaded only when they are used

    language = load_settings(settings_path()).lang if args.lang is None else Language(args.lang)
    wishes = TeachWishes(
        picture=args.picture,
        marks=args.marks,
        out=args.out,
        id=args.id,
        replace=args.replace,
        language=language,
        size=args.size,
        fullscreen=args.fullscreen,
    )
    return teach(wishes)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; expected one like 1280x720")
    return int(match[1]), int(match[2])
