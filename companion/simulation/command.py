"""Plays and writes a simulated game as the command line wants it."""

from __future__ import annotations

import argparse
import json
import sys
from random import Random

from calibration.profile import load_profile
from companion.places import rules_board
from companion.rules import PRESETS, Color, Game, State, initial_state, parse_game, parse_position_text
from companion.simulation.painter import SimulatedPainter, made_up_view, quiet_view
from companion.simulation.recorder import SessionFacts, record_game
from companion.simulation.table import Habits, SimulatedTable
from hardware.errors import InputError

TELL_EVERY = 10


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
