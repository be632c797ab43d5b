"""`companion games`: the games that were written down: listed, searched, counted, deleted, kept safe."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.asking import agreed
from companion.cli.hall_text import hall_lines
from companion.cli.status import DONE
from companion.cli.text_table import table
from companion.words import Language
from hardware.errors import InputError

if TYPE_CHECKING:
    from companion.library.games import Library, PlayerFigures, Search
    from companion.library.summary import Summary

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

RESULTS = ("finished", "unfinished", "unreadable", "won", "lost")
NAMES_WIDTH = 44


def add_games_parser(subparsers: Subparsers) -> None:
    """Adds the command."""
    text = "list the games that were written down, count them, delete one, copy them"
    parser = subparsers.add_parser("games", help=text, description=text)
    _add_place(parser, None)
    _add_search(parser, None)
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--screen", action="store_true", help="the games on the screen, to choose, look at and delete")
    instead.add_argument(
        "--hall", action="store_true", help="the hall of fame, of --rules or of all: wins by player, what was best"
    )
    instead.add_argument(
        "--backup", type=Path, metavar="FILE", help="copy all games into a zip file, or, by another ending, the database alone"
    )
    parser.add_argument("--lang", choices=[str(language) for language in Language], help="of the screen; default as set")
    parser.set_defaults(func=_games)
    commands = parser.add_subparsers(metavar="COMMAND")
    stats = commands.add_parser("stats", help="per player: games, wins, luck of the die, captures, time a move")
    _add_search(stats, argparse.SUPPRESS)
    stats.set_defaults(func=_stats)
    delete = commands.add_parser("delete", help="delete a game for good; asks first")
    delete.add_argument("file", metavar="FILE", help="as the list names it")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    delete.set_defaults(func=_delete)
    backup = commands.add_parser("backup", help="copy all games into one zip file")
    backup.add_argument("out", type=Path, metavar="OUT", help="a new file, like games.zip")
    backup.set_defaults(func=_backup)
    for command in (stats, delete, backup):
        _add_place(command, argparse.SUPPRESS)


def _add_place(parser: argparse.ArgumentParser, default: object) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--data", type=Path, metavar="DIR", default=default, help="where games are kept, as for play")
    where.add_argument("--simulated", action="store_true", default=default, help="the games at the simulated table")


def _add_search(parser: argparse.ArgumentParser, default: object) -> None:
    parser.add_argument("--player", metavar="NAME", default=default, help="part of a player's name, or a colour without one")
    parser.add_argument("--since", type=_day, metavar="DAY", default=default, help="from this day on, like 2026-12-24")
    parser.add_argument("--until", type=_day, metavar="DAY", default=default, help="up to this day")
    parser.add_argument("--rules", metavar="NAME", default=default, help="a preset's name, or own for any other rules")
    parser.add_argument("--result", choices=RESULTS, default=default, help="won and lost are those of --player")
    parser.add_argument("--json", action="store_true", default=default, help="JSON Lines")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; expected one like 2026-12-24") from None


@contextmanager
def _library(args: argparse.Namespace) -> Iterator[Library]:
    from companion.export.progress import shown
    from companion.library.games import Library
    from companion.resume import games_folder, simulated_data

    if args.data is not None and args.data.exists() and not args.data.is_dir():
        raise InputError(f"--data is {args.data}, which is no folder; expected the folder where games are kept")
    library = Library(games_folder(simulated_data() if args.simulated else args.data))
    try:
        for line in library.told:
            print(f"companion: {line}", file=sys.stderr)
        library.refresh(lambda paths: shown(paths, "reading games"))
        yield library
    finally:
        library.close()


def _search(args: argparse.Namespace) -> Search:
    from companion.library.games import Search
    from companion.library.summary import OWN_RULES, Result, rules_name
    from companion.rules import parse_options

    if args.result in ("won", "lost") and args.player is None:
        raise InputError(f"--result {args.result} needs --player: whose result?")
    won = {"won": True, "lost": False}.get(args.result)
    result = Result.FINISHED if won is not None else None if args.result is None else Result(args.result)
    # Presets of other names with the same options are the same rules.
    rules = args.rules if args.rules in (None, OWN_RULES) else rules_name(parse_options(args.rules))
    return Search(args.player, args.since, args.until, rules, result, won)


def _games(args: argparse.Namespace) -> int:
    if args.hall:
        return _hall(args)
    if args.backup is not None:
        return _copy(args, args.backup)
    return _on_screen(args) if args.screen else _list(args)


def _on_screen(args: argparse.Namespace) -> int:
    from companion.app.library import show_library  # the screen is loaded only when it is used
    from companion.app.own_look import look_left

    look = look_left(args.lang, args.data)
    with _library(args) as library:
        show_library(library, look.language, look=look)
    return DONE


def _list(args: argparse.Namespace) -> int:
    search = _search(args)
    with _library(args) as library:
        games = library.games(search)
        if args.json:
            for game in games:
                print(json.dumps(asdict(game) | {"path": str(library.folder / game.file)}, ensure_ascii=False))
            return DONE
        print(f"{_games_of(len(games))} in {library.folder}" if games else f"No such games in {library.folder}")
        rows = [("begun", "players, * won", "rules", "turns", "min", "result", "file"), *map(_row, games)]
        print("\n".join(table(rows if games else [], right=(3, 4))))
    return DONE


def _games_of(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _row(game: Summary) -> tuple[str, ...]:
    names = ", ".join(f"{seat.name or seat.color}{'*' if seat.won else ''}" for seat in game.seats)
    shown = names if len(names) <= NAMES_WIDTH else names[: NAMES_WIDTH - 1] + "…"
    begun = game.begun[:16].replace("T", " ")
    return begun, shown, game.rules, str(game.turns), f"{game.seconds / 60:.0f}", str(game.result), game.file


def _hall(args: argparse.Namespace) -> int:
    search = _search(args)
    if args.player is not None or args.since is not None or args.until is not None or args.result is not None:
        raise InputError("--hall is of all finished games; it goes with --rules only")
    with _library(args) as library:
        hall = library.hall(search.rules)
    if args.json:
        print(json.dumps(asdict(hall), ensure_ascii=False))
        return DONE
    print("\n".join(hall_lines(hall)))
    return DONE


def _stats(args: argparse.Namespace) -> int:
    search = _search(args)
    with _library(args) as library:
        players = library.players(search)
    if args.json:
        for player in players:
            print(json.dumps(asdict(player), ensure_ascii=False))
        return DONE
    if not players:
        print("No such games")
        return DONE
    heads = ("player", "games", "won", "throws", "sixes", "expected", "luck/100", "captures", "captured", "s/move")
    print("\n".join(table([heads, *map(_figures, players)], right=range(1, len(heads)))))
    print("won: of finished games; luck/100: pips beyond expectation in 100 throws (throws that nobody told are left out)")
    return DONE


def _figures(player: PlayerFigures) -> tuple[str, ...]:
    luck = 100 * player.luck / player.throws if player.throws else 0.0
    return (
        player.name,
        str(player.games),
        f"{player.wins}/{player.finished}",
        str(player.throws),
        str(player.sixes),
        f"{player.throws / 6:.0f}",
        f"{luck:+.1f}",
        str(player.captures),
        str(player.captured),
        "-" if player.move_s is None else f"{player.move_s:.1f}",
    )


def _delete(args: argparse.Namespace) -> int:
    with _library(args) as library:
        record = library.find(args.file)
        game = next(game for game in library.games() if game.file == record.name)
        print("  ".join(_row(game)))
        if not agreed("Delete this game for good?", args.yes):
            print("Nothing was deleted")
            return DONE
        library.delete(record)
        print(f"Deleted {record}")
    return DONE


def _backup(args: argparse.Namespace) -> int:
    return _copy(args, args.out)


def _copy(args: argparse.Namespace, out: Path) -> int:
    from companion.export.progress import shown
    from companion.library.safe_copy import save_copy, save_database

    with _library(args) as library:
        if out.suffix != ".zip":
            save_database(library, out)
            print(f"The database is copied to {out}; the games themselves are copied by a name that ends with .zip")
            return DONE
        count = save_copy(library, out, lambda paths: shown(paths, "copying games"))
    print(f"{_games_of(count)} {'is' if count == 1 else 'are'} in {out}")
    return DONE
