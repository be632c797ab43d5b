"""`companion rules moves | judge | turn | perft`: the rules for scripts, other programs and tests."""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from typing import TYPE_CHECKING

from companion.cli.explain_command import add_explain_parser
from companion.cli.json_lines import Answer, JsonObject, Tell, answer_lines, check_keys, opened
from companion.cli.rules_input import GAME_KEYS, game_of_arguments, situation, whole
from companion.rules import (
    DEFAULT_PRESET,
    Color,
    Game,
    Move,
    Position,
    Sighting,
    State,
    after_throw,
    choices,
    initial_position,
    initial_state,
    judge,
    parse_position_text,
)
from companion.rules.errors import shown
from companion.rules.perft import perft_table
from hardware.errors import InputError

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_rules_parser(subparsers: Subparsers) -> None:
    """Adds `rules` and the commands below it."""
    rules = subparsers.add_parser("rules", help="ask the rules: legal moves, verdicts, turns, perft, and why")
    commands = rules.add_subparsers(dest="rules_command", required=True, metavar="COMMAND")
    for name, answer, tell, text in (
        ("moves", moves_line, _tell_moves, "the legal moves of a position and a throw"),
        ("judge", judge_line, _tell_judgement, "the verdict on what stands on the board"),
        ("turn", turn_line, _tell_turn, "who throws next, and how often"),
    ):
        parser = commands.add_parser(name, help=text, description=f"{text}; reads JSON Lines")
        parser.add_argument("file", nargs="?", metavar="FILE", help="JSON Lines; default standard input")
        parser.add_argument("--json", action="store_true", help="answer in JSON Lines")
        parser.set_defaults(func=partial(_run_lines, answer, tell))
    _add_perft(commands)
    add_explain_parser(commands)


def _add_perft(commands: Subparsers) -> None:
    parser = commands.add_parser("perft", help="count the sequences of plies", description="counts the sequences of plies")
    parser.add_argument("--rules", default=DEFAULT_PRESET, help="a preset, or options as JSON")
    parser.add_argument("--board", default="four", help="four, six, a profile's id, or a board as JSON")
    parser.add_argument("--colors", help='the colours in the game as JSON, like ["yellow","red"]')
    parser.add_argument("--seats", help='special seats as JSON, like {"neutral":"black"}')
    parser.add_argument("--depth", required=True, type=int, help="plies to look ahead")
    parser.add_argument("--position", metavar="TEXT", help="where to start, like yellow:B,B,B,0 … turn=yellow")
    parser.add_argument("--json", action="store_true", help="answer in JSON Lines")
    parser.set_defaults(func=_run_perft)


def _run_lines(answer: Answer, tell: Tell, args: argparse.Namespace) -> int:
    with opened(args.file, sys.stdin.buffer) as lines:
        return answer_lines(lines, answer, None if args.json else tell, sys.stdout)


def moves_line(line: JsonObject) -> JsonObject:
    """Answers a line of `companion rules moves`. Raises `RulesError` or `InputError`."""
    check_keys(line, ("position", "turn", "throw"), GAME_KEYS)
    game, position, turn = situation(line)
    found = choices(game, position, turn, whole(line, "throw", 6))
    return {
        "moves": [move.to_dict() for move in found.legal],
        "missed_capture": [move.to_dict() for move in found.missed],
    }


def judge_line(line: JsonObject) -> JsonObject:
    """Answers a line of `companion rules judge`. Raises `RulesError` or `InputError`."""
    check_keys(line, ("position", "turn", "throw", "observed"), (*GAME_KEYS, "done"))
    game, position, turn = situation(line)
    done = line.get("done", False)
    if not isinstance(done, bool):
        raise InputError(f"done is {shown(done)}; expected true or false")
    throw = None if line["throw"] is None else whole(line, "throw", 6)
    return judge(game, position, turn, throw, Sighting.parse(game, line["observed"]), done).to_dict()


def turn_line(line: JsonObject) -> JsonObject:
    """Answers a line of `companion rules turn`. Raises `RulesError` or `InputError`."""
    with_throw = "throw" in line or "move" in line or "throws_left" in line
    required = ("throw", "throws_left", "move") if with_throw else ()
    check_keys(line, ("position", "turn", *required), GAME_KEYS)
    game, position, turn = situation(line)
    state = initial_state(game, turn, position)
    if with_throw:
        throw, left, move = whole(line, "throw", 6), whole(line, "throws_left", 3), _made(line, game, position, turn)
        # Where the game is over already, nobody throws; the answer says so.
        state = state if state.over else after_throw(game, State(position, turn, left, state.finished), throw, move)
    return {"position": state.position.to_dict(), "turn": state.turn, "throws_left": state.throws_left, "over": state.over}


def _made(line: JsonObject, game: Game, position: Position, turn: Color) -> Move | None:
    """The move of a line: one that could be made, or None when there was none."""
    found = choices(game, position, turn, whole(line, "throw", 6))
    possible = found.legal + found.missed
    move = None if line["move"] is None else Move.parse(line["move"])
    if move in possible or (move is None and not possible):
        return move
    expected = " or ".join(shown(other.to_dict()) for other in possible) or "null, as no move is legal"
    raise InputError(f"move is {shown(line['move'])}; expected {expected}")


def _run_perft(args: argparse.Namespace) -> int:
    if args.depth < 1:
        raise InputError(f"--depth is {args.depth}; expected a whole number from 1")
    game = game_of_arguments(args)
    position, turn = initial_position(game), None
    if args.position is not None:
        position, turn = parse_position_text(game, args.position)
    for depth, count in perft_table(game, args.depth, initial_state(game, turn or game.players[0], position)):
        if depth:
            print(json.dumps({"depth": depth, "count": count}) if args.json else f"depth {depth}: {count:,}", flush=True)
    return 0


def _tell_moves(answer: JsonObject) -> str:
    legal, missed = answer["moves"], answer["missed_capture"]
    return _list_moves(legal, "no legal move") + (f"; misses a capture: {_list_moves(missed, '')}" if missed else "")


def _list_moves(moves: object, none: str) -> str:
    assert isinstance(moves, list)
    return ", ".join(_move_text(move) for move in moves) or none


def _move_text(move: dict[str, object]) -> str:
    source = "house" if move["from"] == -1 else move["from"]
    return f"{move['color']} {source} > {move['to']}" + (f" captures {move['captures']}" if move["captures"] else "")


def _tell_judgement(answer: JsonObject) -> str:
    move, why = answer["move"], answer["reasons"]
    assert isinstance(why, list)
    said = [str(answer["verdict"])]
    said += [_move_text(move)] if isinstance(move, dict) else []
    return ": ".join(said + ([", ".join(why)] if why else []))


def _tell_turn(answer: JsonObject) -> str:
    if answer["over"]:
        return "the game is over"
    return f"{answer['turn']} throws, attempts left: {answer['throws_left']}"
