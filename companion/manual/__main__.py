"""`python -m companion.manual [--check]` writes the manual's chapters beside this file, or says which are out of date."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.manual.rules_chapter import rules_chapter
from companion.words import Language

FOLDER = Path(__file__).parent
OUT_OF_DATE = 1


def chapters() -> dict[Path, str]:
    """Every chapter's file and what has to stand in it."""
    return {FOLDER / f"rules.{language}.md": rules_chapter(language) for language in Language}


def main(argv: Sequence[str] | None = None) -> int:
    """Writes the chapters; with `--check` writes nothing and returns 1 when one is out of date."""
    parser = argparse.ArgumentParser(prog="python -m companion.manual", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say which chapters are out of date")
    args = parser.parse_args(argv)
    status = 0
    for path, text in chapters().items():
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        if args.check:
            print(f"{path} is out of date; python -m companion.manual writes it anew", file=sys.stderr)
            status = OUT_OF_DATE
        else:
            path.write_text(text, "utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
