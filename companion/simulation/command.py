"""Plays and writes a simulated game as the command line wants it."""

from __future__ import annotations

import argparse
import sys
from random import Random

from calibration.profile import load_profile
from companion.cli.json_arguments import json_or_name
from companion.places import rules_board
from companion.rules import Color, Game, State, initial_state, parse_game, parse_position_text
from companion.simulation.painter import SimulatedPainter, made_up_view, quiet_view
from companion.simulation.recorder import SessionFacts, make_recording_folder, record_game
from companion.simulation.table import Habits, SimulatedTable

TELL_EVERY = 10


def run_simulate(args: argparse.Namespace) -> int:
    """Plays and writes. Raises `InputError`, `RulesError`, `UnknownNameError`."""
    profile = load_profile(args.board)
    rules, colors, seats = json_or_name(args.rules, "--rules"), _colors(args.colors), json_or_name(args.seats, "--seats")
    game = parse_game(rules, args.board, colors, seats, {args.board: rules_board(profile)})
    begin = _begin(game, args)
    rng = Random(args.seed)
    table = SimulatedTable(profile, game, begin, Random(rng.random()), Habits(mistakes=args.mistakes))
    painter = _painter(table, args, rng)
    facts = SessionFacts(args.board, rules, colors, seats, begin, args.position is not None)
    make_recording_folder(args.out)
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
    first = turn or game.players[0] if args.first is None else Color(args.first)
    return initial_state(game, first, position)


def _colors(text: str | None) -> object:
    given = json_or_name(text, "--colors")
    return [name.strip() for name in given.split(",")] if isinstance(given, str) else given
