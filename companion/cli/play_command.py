"""`companion play`: a live game at the table."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.argument_types import number
from companion.cli.json_arguments import json_or_name
from companion.settings import load_settings, settings_path
from companion.words import Language
from hardware.errors import InputError

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_play_parser(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "play",
        help="play at the table: go on with the last game, or begin one; game after game",
        description="Goes on with the game that was broken off. Else the screen asks who plays, by which rules, and who begins; "
        "what is told here is not asked.",
    )
    parser.add_argument("--camera", metavar="NAME", help="picamera2, usb:0, folder:DIR, video:FILE, picture:FILE or simulated")
    parser.add_argument("--throws", metavar="NAME", help="gpio, electronic, godice, pixels, camera, keyboard, simulated or none")
    parser.add_argument("--board", metavar="ID", help="begin a new game on this board")
    parser.add_argument("--rules", metavar="RULES", help="begin a new game: a preset's name, or a JSON object of options")
    parser.add_argument("--first", metavar="COLOUR", help="begin a new game: who throws first")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with this game, even if that failed before")
    parser.add_argument("--quick", action="store_true", help="begin a new game at once, without asking who plays")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--lang", choices=[str(language) for language in Language], help="language of the screen")
    parser.add_argument("--size", type=_size, default=(1280, 720), metavar="WxH", help="of the window (default 1280x720)")
    parser.add_argument("--fullscreen", action="store_true", help="use the whole screen")
    parser.add_argument("--seed", type=int, metavar="N", help="of chance: makes a simulated game the same every time")
    parser.add_argument("--headless", action="store_true", help="print moves and write pictures instead of a window")
    parser.add_argument("--real", action="store_true", help="end where there is no camera, instead of simulating a table")
    parser.add_argument("--seconds", type=_seconds, metavar="N", help="end after this time")
    parser.add_argument("--out", type=Path, default=Path("out/play"), metavar="DIR", help="where --headless writes pictures")
    parser.set_defaults(func=_play)


def _play(args: argparse.Namespace) -> int:
    from companion.app.play import play  # cameras and screen are loaded only when they are used
    from companion.app.wanted import Wishes

    if args.resume is not None and any(told is not None for told in (args.board, args.rules, args.first)):
        raise InputError("--resume goes on with a game; expected no --board, --rules or --first, which begin a new one")
    wishes = Wishes(
        camera=args.camera,
        throws=args.throws,
        board=args.board,
        rules=json_or_name(args.rules, "--rules"),
        first=args.first,
        data=args.data,
        language=None if args.lang is None else Language(args.lang),
        size=args.size,
        fullscreen=args.fullscreen,
        seed=args.seed,
        headless=args.headless,
        seconds=args.seconds,
        out=args.out,
        real=args.real,
        quick=args.quick,
        resumed=args.resume,
    )
    return play(wishes, load_settings(settings_path()))


def _seconds(text: str) -> float:
    value = number(text)
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no time; expected a number of seconds from 0")
    return value


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; expected one like 1280x720")
    return int(match[1]), int(match[2])
