"""All the commands of the command line, and what becomes of their errors."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from companion.cli.calibrate_command import add_calibrate_parser
from companion.cli.dice_command import add_dice_parser
from companion.cli.doctor_command import add_doctor_parser
from companion.cli.export_command import add_export_parser
from companion.cli.games_command import add_games_parser
from companion.cli.play_command import add_play_parser
from companion.cli.replay_command import add_replay_parser
from companion.cli.report_problem_command import add_report_problem_parser
from companion.cli.rules_commands import add_rules_parser
from companion.cli.see_command import add_see_parser
from companion.cli.simulate_command import add_simulate_parser
from companion.cli.status import DONE, INTERRUPTED, UNUSABLE
from companion.cli.stickers_command import add_stickers_parser
from companion.cli.teach_command import add_teach_parser
from companion.cli.watch_command import add_watch_parser
from companion.journal import Level, say
from companion.rules import RulesError
from hardware.errors import CompanionError, InputError

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

PARSERS: tuple[Callable[[Subparsers], None], ...] = (
    add_play_parser,
    add_calibrate_parser,
    add_watch_parser,
    add_replay_parser,
    add_export_parser,
    add_games_parser,
    add_see_parser,
    add_rules_parser,
    add_simulate_parser,
    add_teach_parser,
    add_stickers_parser,
    add_doctor_parser,
    add_dice_parser,
    add_report_problem_parser,
)
"""Everything that adds commands; each leaf parser sets `func`, which takes the arguments and returns the exit status."""


LONGEST_NAME = 120
"""Of a file, where it is told: longer ones hide what is wrong with them."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one sentence, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see {self.prog} --help")


def run(argv: Sequence[str]) -> int:
    """Runs one command and returns its exit status; errors become one sentence on standard error."""
    try:
        args = make_parser().parse_args(argv)
        status: int = args.func(args)
        if sys.stdout is not None:  # whoever started the program may have closed it
            sys.stdout.flush()
    except SystemExit as asked:
        return asked.code if isinstance(asked.code, int) else DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _reader_gone()
    except (CompanionError, RulesError, OSError) as error:
        say(f"companion: {in_words(error)}", Level.ERROR, sys.stderr)
        return UNUSABLE
    return status


def in_words(error: Exception) -> str:
    """What the error says. Of an operating system's the number is left out, and the file comes first."""
    if not isinstance(error, OSError) or isinstance(error, CompanionError) or error.strerror is None:
        return str(error)
    if error.filename is None:
        return error.strerror
    name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else str(error.filename)
    shown = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
    return f"{shown}: it cannot be read or written: {error.strerror}"


def make_parser() -> argparse.ArgumentParser:
    """The parser of all the commands."""
    parser: argparse.ArgumentParser = _Parser(
        prog="companion", description="A companion for the board game Mensch ärgere Dich nicht."
    )
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in PARSERS:
        add(subparsers)
    return parser


def _reader_gone() -> int:
    """Whoever read our output has had enough: no complaint, now or when the interpreter flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE
