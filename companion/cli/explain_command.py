"""`companion rules explain`: a position as a diagram, and why each piece may or may not move. For people."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from companion.cli.json_lines import check_keys, parse_line
from companion.cli.rules_input import GAME_KEYS, game_of_arguments, situation, whole
from companion.rules import DEFAULT_PRESET, Color, Game, Position, initial_position, parse_position_text
from companion.rules.errors import shown
from companion.words import Language
from hardware.errors import InputError

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

THROWS = tuple(range(1, 7))
Asked = tuple[Game, Position, Color, tuple[int, ...]]
EXAMPLE = "yellow:B,B,B,0 green:B,B,3,a red:B,B,B,B black:B,B,12,d turn=yellow"


def add_explain_parser(commands: Subparsers) -> None:
    """Adds `explain` to the commands of the rules."""
    text = "draw a position and say which rule allows or forbids each move"
    parser = commands.add_parser("explain", help=text, description=text, epilog=f'for example: --throw 6 "{EXAMPLE}"')
    parser.add_argument(
        "position",
        nargs="?",
        metavar="POSITION",
        help="a line of text, or a JSON line as for `moves` (then without the options below, but --lang); - reads one from"
        " standard input; default: the beginning",
    )
    parser.add_argument("--rules", help=f"a preset, or options as JSON; default {DEFAULT_PRESET}")
    parser.add_argument("--board", help="four, six, a profile's id, or a board as JSON; default four")
    parser.add_argument("--colors", help='the colours in the game as JSON, like ["yellow","red"]; default all')
    parser.add_argument("--seats", help='special seats as JSON, like {"neutral":"black"}')
    parser.add_argument("--turn", help="the colour on; default the one of the text, else the first")
    parser.add_argument("--throw", help="1 to 6; default: each of them")
    parser.add_argument("--lang", default=Language.GERMAN.value, choices=[language.value for language in Language])
    parser.set_defaults(func=_run)


def _run(args: argparse.Namespace) -> int:
    from companion.explaining import explained  # only this command needs the words

    text = sys.stdin.readline() if args.position == "-" else args.position
    as_line = text is not None and text.lstrip().startswith("{")
    asked = _of_line(text, args) if as_line else _of_arguments(text, args)
    print(explained(*asked, Language(args.lang)))
    return 0


def _of_line(text: str, args: argparse.Namespace) -> Asked:
    for key in (*GAME_KEYS, "turn", "throw"):
        if getattr(args, key) is not None:
            raise InputError(
                f"--{key} is {shown(getattr(args, key))}; expected it as a key of the JSON line, which holds the game"
            )
    line = parse_line(text.encode("utf-8", "surrogateescape"))
    check_keys(line, ("position", "turn"), (*GAME_KEYS, "throw"))
    return *situation(line), (whole(line, "throw", 6),) if "throw" in line else THROWS


def _of_arguments(text: str | None, args: argparse.Namespace) -> Asked:
    game = game_of_arguments(args)
    position, turn = (initial_position(game), None) if text is None else parse_position_text(game, text)
    on = game.players[0] if turn is None else turn
    if args.turn is not None:
        if args.turn not in game.players:
            raise InputError(f"--turn is {shown(args.turn)}; expected one of {', '.join(game.players)}")
        on = Color(args.turn)
    return game, position, on, THROWS if args.throw is None else (_throw(args.throw),)


def _throw(text: str) -> int:
    if text not in map(str, THROWS):
        raise InputError(f"--throw is {shown(text)}; expected a whole number 1 to 6")
    return int(text)
