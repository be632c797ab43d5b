"""`companion export FILE --to …`: a game as something to read, to reckon with, to watch or to send."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.status import DONE
from companion.words import Language
from hardware.errors import DeviceError, InputError

if TYPE_CHECKING:
    from companion.library.loading import LoadedGame

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]
    Write = Callable[[LoadedGame, Language, Path], None]

ENDINGS: Mapping[str, str] = {"sheet": ".txt", "csv": ".csv", "gif": ".gif", "mp4": ".mp4", "webm": ".webm", "html": ".html"}


def add_export_parser(subparsers: Subparsers) -> None:
    """Adds the command."""
    text = "make a game sheet, a table, a film or a page with plots of a game that was written down"
    parser = subparsers.add_parser("export", help=text, description=text)
    parser.add_argument("file", type=Path, metavar="FILE", help="a game record (companion games lists them)")
    parser.add_argument(
        "--to",
        choices=list(ENDINGS),
        required=True,
        help="sheet and csv are text, html is one page with plots; mp4 is for player programs, gif, webm and html for browsers",
    )
    parser.add_argument("--lang", choices=[str(language) for language in Language], default="de", help="default de")
    parser.add_argument("--out", type=Path, metavar="OUT", help="default: the record's name with another ending, here")
    parser.set_defaults(func=_export)


def _export(args: argparse.Namespace) -> int:
    from companion.library.loading import load_game

    out = args.out or Path(args.file.stem + ENDINGS[args.to])
    if out.suffix == ".jsonl" or out.is_dir():
        raise InputError(f"--out is {out}; expected a file to write, and no game record")
    if out.suffix in ENDINGS.values() and out.suffix != ENDINGS[args.to]:
        raise InputError(f"--out is {out}, but --to {args.to} is asked for; expected a name that ends with {ENDINGS[args.to]}")
    loaded = load_game(args.file).whole()
    if out.exists() and out.samefile(args.file):
        raise InputError(f"{out} is the game record itself; expected another file after --out")
    if loaded.torn_bytes:
        print(f"companion: {args.file}: the last line is torn ({loaded.torn_bytes} bytes) and left out", file=sys.stderr)
    _written_whole(_writer(args.to), loaded, Language(args.lang), out)
    print(out)
    return DONE


def _writer(kind: str) -> Write:
    """What writes that kind; what it needs is loaded only now."""
    if kind == "sheet":
        from companion.export.sheet import game_sheet

        return lambda loaded, language, path: _text(path, game_sheet(loaded, language))
    if kind == "csv":
        from companion.export.csv_table import csv_table

        return lambda loaded, _, path: _text(path, csv_table(loaded))
    if kind == "html":
        from companion.export.report import game_report

        return lambda loaded, language, path: _text(path, game_report(loaded, language))
    from companion.export.film import write_gif, write_mp4, write_webm

    return {"gif": write_gif, "mp4": write_mp4, "webm": write_webm}[kind]


def _text(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8", "backslashreplace"))


def _written_whole(write: Write, loaded: LoadedGame, language: Language, out: Path) -> None:
    """Writes beside the target and moves it there when done: what was exported before stays until then."""
    partial = out.with_name(f".{out.stem}.part{out.suffix}")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        write(loaded, language, partial)
        partial.replace(out)
    except DeviceError as error:
        raise DeviceError(str(error).replace(str(partial), str(out))) from None
    except OSError as error:
        raise DeviceError(f"cannot write {out}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):  # there may be no such folder
            partial.unlink()
