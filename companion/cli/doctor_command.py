"""`companion doctor`: is everything there that a game needs?"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.status import DONE, WRONG

if TYPE_CHECKING:
    from companion.doctor.finding import Finding

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

MARKS = {"good": ("good", "32"), "hint": ("hint", "33"), "bad": ("BAD ", "31")}
"""What stands before a line, and its colour on a terminal (ECMA-48)."""


def add_doctor_parser(subparsers: Subparsers) -> None:
    """Adds the command."""
    text = "see whether everything is there that a game needs, and what to do where it is not"
    parser = subparsers.add_parser("doctor", help=text, description=f"{text}. Exit status 1 when something is bad.")
    parser.add_argument("--camera", metavar="NAME", help="look through this camera, as in companion play")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(func=_doctor)


def _doctor(args: argparse.Namespace) -> int:
    from companion.doctor.examining import examine, gather  # cameras and screen are loaded only when they are used
    from companion.doctor.machine import Machine

    findings = examine(gather(Machine(), args.camera, args.data))
    tell = as_json if args.json else as_text
    for finding in findings:
        print(tell(finding, sys.stdout.isatty()), flush=True)
    return WRONG if any(finding.health == "bad" for finding in findings) else DONE


def as_json(finding: Finding, _: bool = False) -> str:
    """`{"check", "state", "told", "do"}`."""
    line = {"check": finding.subject, "state": finding.health, "told": finding.told, "do": finding.do}
    return json.dumps(line, ensure_ascii=False)


def as_text(finding: Finding, colours: bool = False) -> str:
    """A line, and under it what to do."""
    mark, colour = MARKS[finding.health]
    shown = f"\x1b[{colour}m{mark}\x1b[0m" if colours else mark
    line = f"{shown}  {finding.subject:12}{finding.told}"
    return line if finding.do is None else f"{line}\n{'':18}→ {finding.do}"
