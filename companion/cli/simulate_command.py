"""`companion simulate`: a game at a simulated table, written as a recording with the truth beside it."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from calibration.profile import load_profile
from companion.places import rules_board
from companion.rules import DEFAULT_PRESET, PRESETS, Color, Game, State, initial_state, parse_game, parse_position_text
from companion.simulation.painter import SimulatedPainter, made_up_view, quiet_view
from companion.simulation.recorder import SessionFacts, record_game
from companion.simulation.table import Habits, SimulatedTable
from hardware.errors import InputError

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

TELL_EVERY = 10


def add_simulate_parser(subparsers: Subparsers) -> None:
    """Adds `simulate`."""
    text = "play a game at a simulated table and write it as a recording"
    parser = subparsers.add_parser("simulate", help=text, description=f"{text}, with the truth in truth.jsonl")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="folder to write; must not hold a recording")
    parser.add_argument("--board", default="schmidt-4", help="a board's id or .toml file (default schmidt-4)")
    parser.add_argument("--rules", default=DEFAULT_PRESET, help="a preset, or options as JSON")
    parser.add_argument("--colors", help='colours in the game, like yellow,red or \'["yellow", "red"]\' (default all)')
    parser.add_argument("--seats", help="special seats as JSON")
    parser.add_argument("--first", help="the colour that begins (default the first)")
    parser.add_argument("--position", metavar="TEXT", help="where the pieces stand at the beginning, as one line of text")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same game and pictures")
    parser.add_argument("--plies", type=_positive_whole, default=200, help="throws to play at most (default 200)")
    parser.add_argument("--fps", type=_positive, default=5.0, help="frames a second (default 5)")
    parser.add_argument("--size", type=_size, default=(1280, 720), metavar="WxH", help="of the pictures (default 1280x720)")
    parser.add_argument("--mistakes", type=_share, default=0.0, metavar="P", help="chance of a wrong move a throw (default 0)")
    parser.add_argument("--quiet-view", action="store_true", help="good light and a camera above, instead of made-up ones")
    parser.set_defaults(func=run_simulate)


def run_simulate(args: argparse.Namespace) -> int:
    """Plays and writes. Raises `InputError`, `RulesError`, `UnknownNameError`."""
    profile = load_profile(args.board)
    rules, colors, seats = _json_or_name(args.rules), _colors(args.colors), _json_or_none(args.seats, "--seats")
    game = parse_game(rules, args.board, colors, seats, {args.board: rules_board(profile)})
    begin = _begin(game, args)
    rng = Random(args.seed)
    table = SimulatedTable(profile, game, begin, Random(rng.random()), Habits(mistakes=args.mistakes))
    painter = _painter(table, args, rng)
    facts = SessionFacts(args.board, rules, colors, seats, begin, args.position is not None)
    print(f"playing {args.plies} throws on {profile.title} into {args.out}", file=sys.stderr)
    played = record_game(args.out, facts, table, painter, rng, args.plies, args.fps, _progress)
    print(f"{played} throws written to {args.out}{', the game is over' if table.state.over else ''}", file=sys.stderr)
    return 0


def _painter(table: SimulatedTable, args: argparse.Namespace, rng: Random) -> SimulatedPainter:
    return quiet_view(table, args.size) if args.quiet_view else made_up_view(table, rng, args.size)


def _progress(plies: int, lines: int) -> None:
    if plies % TELL_EVERY == 0:
        print(f"{plies} throws, {lines} frames", file=sys.stderr)


def _begin(game: Game, args: argparse.Namespace) -> State:
    position, turn = None, None
    if args.position is not None:
        position, turn = parse_position_text(game, args.position)
    first = Color(args.first) if args.first else turn or game.players[0]
    return initial_state(game, first, position)


def _json_or_name(text: str) -> object:
    if text in PRESETS or not text.lstrip().startswith("{"):
        return text
    return _json(text, "--rules")


def _json_or_none(text: str | None, option: str) -> object:
    return None if text is None else _json(text, option)


def _colors(text: str | None) -> object:
    if text is None:
        return None
    return _json(text, "--colors") if text.lstrip().startswith("[") else [name.strip() for name in text.split(",")]


def _json(text: str, option: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{option}: expected JSON, got {text[:60]!r} ({error})") from None
    return value


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,4})x(\d{2,4})", text)
    if match is None or not (160 <= int(match[1]) <= 4096 and 120 <= int(match[2]) <= 4096):
        raise argparse.ArgumentTypeError(f"expected a size like 1280x720, got {text!r}")
    return int(match[1]), int(match[2])


def _positive(text: str) -> float:
    value = _number(text)
    if not 0 < value <= 60:
        raise argparse.ArgumentTypeError(f"expected a number above 0, up to 60, got {text!r}")
    return value


def _positive_whole(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, got {text!r}")
    return int(text)


def _share(text: str) -> float:
    value = _number(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, got {text!r}")
    return value


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, got {text!r}") from None
