"""What the commands of the rules are asked about: the game, the position and the throw, from a JSON line or from arguments."""

from __future__ import annotations

import argparse
from functools import lru_cache

from companion.cli.json_arguments import json_or_name
from companion.cli.json_lines import JsonObject
from companion.rules import BOARDS, DEFAULT_PRESET, Color, Game, Position, RulesBoard, RulesError, parse_game
from companion.rules.errors import shown
from hardware.errors import InputError

GAME_KEYS = ("rules", "board", "colors", "seats")
"""Keys of a line, and arguments, that make the game."""


def game_of_arguments(args: argparse.Namespace) -> Game:
    """The game of `--rules`, `--board`, `--colors`, `--seats`. Raises `RulesError` or `InputError`."""
    return _game(*(json_or_name(getattr(args, key), f"--{key}") for key in GAME_KEYS))


def situation(line: JsonObject) -> tuple[Game, Position, Color]:
    """Game, position and the colour on, of a line. Raises `RulesError` or `InputError`."""
    game = _game(*(line.get(key) for key in GAME_KEYS))
    turn = line["turn"]
    if not isinstance(turn, str):
        raise InputError(f"turn is {shown(turn)}; expected one of {', '.join(game.players)}")
    try:
        on = game.player(Color(turn))
    except RulesError as error:
        raise InputError(f"turn: {error}") from None
    return game, Position.of(game, line["position"]), on


def _game(rules: object, board: object, colors: object, seats: object) -> Game:
    board = "four" if board is None else board
    boards = _profile_boards(board) if isinstance(board, str) and board not in BOARDS else {}
    return parse_game(DEFAULT_PRESET if rules is None else rules, board, colors, seats, boards)


@lru_cache
def _profile_boards(name: str) -> dict[str, RulesBoard]:
    """The boards of the profiles, and of `name` if it is a profile's file, as the rules see them. Raises `InputError`."""
    from calibration.profile import known_boards, load_profile  # numpy behind it is slow to load, and most lines do without
    from companion.places import rules_board

    names = (*known_boards(), *([name] if name.endswith(".toml") else []))
    return {known: rules_board(load_profile(known)) for known in names}


def whole(line: JsonObject, key: str, most: int) -> int:
    """The value of a key, a whole number from 1 to `most`. Raises `InputError`."""
    value = line[key]
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise InputError(f"{key} is {shown(value)}; expected a whole number 1 to {most}")
    return value
