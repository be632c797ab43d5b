"""`companion simulate`: a game at a simulated table, written as a recording with the truth beside it.

Three ways: a game of quiet people (the options alone), a script of acts (`companion simulate SCRIPT`), or an evening with
disturbances drawn from the seed (`--random`).
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.argument_types import number
from companion.rules import DEFAULT_PRESET

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


SCRIPT_HELP = '{"do": "throw", "value": 6}, {"do": "move"}, {"do": "push", "dx_mm": 30}, ...; see companion/simulation/acts.py'


def add_simulate_parser(subparsers: Subparsers) -> None:
    """Adds `simulate`."""
    text = "play a game at a simulated table and write it as a recording"
    parser = subparsers.add_parser("simulate", help=text, description=f"{text}, with the truth in truth.jsonl")
    parser.add_argument(
        "script", nargs="?", type=Path, metavar="SCRIPT", help="acts to play, one JSON object a line: " + SCRIPT_HELP
    )
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
    parser.add_argument("--random", action="store_true", help="an evening with disturbances of all kinds drawn from the seed")
    parser.add_argument("--disturb", type=_share, default=0.3, metavar="P", help="--random: chance of one a throw (default 0.3)")
    parser.add_argument("--kinds", help="--random: only these disturbances, like push,turn,hesitate")
    parser.add_argument("--quiet-view", action="store_true", help="good light and a camera above, instead of made-up ones")
    parser.set_defaults(func=_run)


def _run(args: argparse.Namespace) -> int:
    from companion.simulation.command import run_simulate  # drawing is loaded only when it is used

    return run_simulate(args)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,4})x(\d{2,4})", text)
    if match is None or not (160 <= int(match[1]) <= 4096 and 120 <= int(match[2]) <= 4096):
        raise argparse.ArgumentTypeError(f"expected a size like 1280x720, got {text!r}")
    return int(match[1]), int(match[2])


def _positive(text: str) -> float:
    value = number(text)
    if not 0 < value <= 60:
        raise argparse.ArgumentTypeError(f"expected a number above 0, up to 60, got {text!r}")
    return value


def _positive_whole(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, got {text!r}")
    return int(text)


def _share(text: str) -> float:
    value = number(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, got {text!r}")
    return value
