"""`companion report-problem`: packs what is needed to see why a game was read wrongly. Nothing is sent."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.asking import agreed
from companion.cli.status import DONE
from hardware.errors import InputError

if TYPE_CHECKING:
    from companion.library.problem import Part

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

NO_PICTURES = "No pictures were kept: put pictures = true into the settings to have them next time"


def add_report_problem_parser(subparsers: Subparsers) -> None:
    """Adds the command."""
    text = "pack the last pictures, the settings, versions and the record of a game into one file; shows first what is in it"
    parser = subparsers.add_parser("report-problem", help="pack what shows why a game was read wrongly", description=text)
    parser.add_argument("--game", type=Path, metavar="FILE", help="a game record; default the last one")
    parser.add_argument("--out", type=Path, metavar="ZIP", help="default problem-NAME.zip, here")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept, as for play")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.set_defaults(func=_report)


def _report(args: argparse.Namespace) -> int:
    from companion.library.problem import parts_of, write_report
    from companion.settings import settings_path

    record = args.game or _last(args.data)
    parts = parts_of(record, settings_path())
    out = args.out or Path(f"problem-{record.stem}.zip")
    _tell(parts, out)
    if not agreed("Pack this?", args.yes):
        print("Nothing was packed")
        return DONE
    write_report(parts, out)
    print(f"{out} ({out.stat().st_size / 1e6:.1f} MB); nothing was sent, that is up to you")
    return DONE


def _last(data: Path | None) -> Path:
    """The record that changed last, at the table or the simulated one."""
    from companion.library.loading import records
    from companion.resume import games_folder, simulated_data

    folders = [games_folder(data)] if data is not None else [games_folder(None), games_folder(simulated_data())]
    found = [path for folder in folders for path in records(folder)]
    if not found:
        raise InputError(f"there is no game in {' or '.join(map(str, folders))}; expected --game FILE")
    return max(found, key=lambda path: path.stat().st_mtime_ns)


def _tell(parts: Sequence[Part], out: Path) -> None:
    print(f"{out} will hold:")
    for part in parts:
        print(f"  {part.name:34} {part.size / 1000:8.1f} kB  {part.about}")
    if not any(part.name.startswith("pictures/") for part in parts):
        print(NO_PICTURES)
