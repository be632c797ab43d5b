"""Plays and writes a simulated game as the command line wants it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

from calibration.profile import load_profile
from companion.cli.json_arguments import json_or_name
from companion.places import rules_board
from companion.rules import Color, Game, State, initial_state, parse_game, parse_position_text
from companion.simulation.acts import AT_SCREEN
from companion.simulation.director import Performance, perform
from companion.simulation.evening import Mix, random_evening
from companion.simulation.filming import film
from companion.simulation.painter import SimulatedPainter, made_up_view, quiet_view
from companion.simulation.recorder import SessionFacts, make_recording_folder, record_game
from companion.simulation.script import Script, read_script
from companion.simulation.table import Habits, SimulatedTable
from hardware.errors import InputError

TELL_EVERY = 10
FILMED_EVERY = 250


def run_simulate(args: argparse.Namespace) -> int:
    """Plays and writes. Raises `InputError`, `RulesError`, `UnknownNameError`."""
    if args.script is not None:
        return _film(perform(read_script(args.script)), args.out)
    if args.random:
        mix = Mix(args.disturb) if args.kinds is None else Mix(args.disturb, tuple(args.kinds.split(",")))
        return _film(random_evening(_table(args), args.plies, mix).performance, args.out)
    return _run_quiet(args)


def _run_quiet(args: argparse.Namespace) -> int:
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


def _table(args: argparse.Namespace) -> Script:
    """The options as the first line of a script."""
    return Script(
        (),
        board=args.board,
        rules=json_or_name(args.rules, "--rules"),
        colors=_colors(args.colors),
        seats=json_or_name(args.seats, "--seats"),
        first=args.first,
        position=args.position,
        seed=args.seed,
        fps=args.fps,
        size=args.size,
        view={"like": "quiet"} if args.quiet_view else {},
        where="the options",
    )


def _film(performance: Performance, out: Path) -> int:
    if performance.slips or performance.touches or performance.restarts:
        raise InputError(
            f"{performance.script.where}: expected acts that a recording can show, got one of {', '.join(sorted(AT_SCREEN))}"
        )
    make_recording_folder(out)
    print(f"{len(performance.throws)} throws on {performance.board.title} into {out}", file=sys.stderr)
    lines = film(out, performance, _filmed)
    print(f"{lines} frames of {performance.end_s:.0f} s written to {out}", file=sys.stderr)
    return 0


def _filmed(lines: int, everything: int) -> None:
    if lines % FILMED_EVERY == 0:
        print(f"{lines} of {everything} frames", file=sys.stderr)


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
