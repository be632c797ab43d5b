"""`companion replay FILE`: goes through a game that was written down."""

from __future__ import annotations

import argparse
import json
import os
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.status import DONE, WRONG
from companion.words import Language
from hardware.errors import CompanionError

if TYPE_CHECKING:
    from companion.library.loading import LoadedGame

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

CLEAR = "\033[H\033[2J"


def add_replay_parser(subparsers: Subparsers) -> None:
    """Adds the command."""
    text = "go through a game that was written down, line by line"
    parser = subparsers.add_parser("replay", help=text, description=text, epilog="on a terminal: see the last line for the keys")
    parser.add_argument("file", type=Path, metavar="FILE", help="a game record (companion games lists them)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="the record's lines, as far as they can be played")
    how.add_argument("--show", action="store_true", help="on the screen: arrow keys, space plays and pauses")
    parser.add_argument(
        "--lang", choices=[str(language) for language in Language], help="default en as text, on the screen as it was set there"
    )
    parser.set_defaults(func=_replay)


def _replay(args: argparse.Namespace) -> int:
    from companion.library.loading import load_game

    try:
        loaded = load_game(args.file)
    except CompanionError as error:
        if args.json:
            _print_error(str(error))
        raise
    if loaded.torn_bytes:
        print(f"companion: {args.file}: the last line is torn ({loaded.torn_bytes} bytes) and left out", file=sys.stderr)
    if args.show:
        from companion.app.own_look import look_left  # the screen is loaded only when it is used
        from companion.app.replay import show_game

        look = look_left(args.lang, None)
        show_game(loaded, look.language, look=look)
    elif args.json:
        _lines(loaded)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(loaded, Language(args.lang or Language.ENGLISH))
    else:
        _print_all(loaded, Language(args.lang or Language.ENGLISH))
    return _ended(args.file, loaded, as_json=args.json)


def _ended(path: Path, loaded: LoadedGame, as_json: bool) -> int:
    if loaded.problem is None:
        return DONE
    told = f"{path}, {loaded.problem}"
    if as_json:
        _print_error(told)
    print(f"companion: the replay cannot go on: {told}", file=sys.stderr)
    return WRONG


def _print_error(text: str) -> None:
    print(json.dumps({"error": text}, ensure_ascii=False), flush=True)


def _lines(loaded: LoadedGame) -> None:
    for moment in loaded.moments:
        print(json.dumps(moment.entry.to_json(), ensure_ascii=False), flush=True)


def _print_all(loaded: LoadedGame, language: Language) -> None:
    """Every line in words; the board wherever it has changed."""
    from companion.app.tell import tell
    from companion.library.stepping import diagram

    shown = None
    for moment in loaded.moments:
        print(tell(moment.entry, loaded.board.track))
        if moment.step.state.position != shown:
            shown = moment.step.state.position
            print("\n".join(["", *diagram(loaded.game, moment, language), ""]))


def _step_through(loaded: LoadedGame, language: Language) -> None:
    from companion.app.tell import tell
    from companion.library.stepping import KEYS, Place, page

    place = Place(len(loaded.moments))
    with _single_keys():
        while not place.left:
            told = tell(loaded.moments[place.at].entry, loaded.board.track)
            print(CLEAR + "\n".join(page(loaded, place, told, language)), flush=True)
            turn = KEYS.get(_key())
            place = place if turn is None else place.after(turn)


@contextmanager
def _single_keys() -> Iterator[None]:
    """Keys come one by one and are not shown; however it ends, the terminal is as it was."""
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def _key() -> str:
    """The next key, as the terminal sends it: one sign, or an escape sequence, which comes in one piece."""
    return os.read(sys.stdin.fileno(), 8).decode("utf-8", "replace")
