"""`companion stickers OUT.pdf`: stickers for the pawns, so that nobody has to tell them apart by colour alone."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.status import DONE
from hardware.errors import DeviceError

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_stickers_parser(subparsers: Subparsers) -> None:
    """Adds the command."""
    text = "write stickers with the players' shapes and patterns, to print and cut out"
    parser = subparsers.add_parser("stickers", help=text, description=text)
    parser.add_argument("out", type=Path, metavar="OUT.pdf", help="the A4 page to write, in true size")
    parser.set_defaults(func=_stickers)


def _stickers(args: argparse.Namespace) -> int:
    from companion.printing.stickers import stickers_sheet  # the screen's shapes are loaded only when they are used

    out: Path = args.out
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(stickers_sheet())
    except OSError as error:
        raise DeviceError(f"cannot write {out}: {error.strerror or error}") from None
    print(f"The stickers are in {out}: print the page at 100 %, without fitting it to the paper")
    return DONE
