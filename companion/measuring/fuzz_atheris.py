"""The same inputs found by an engine that sees which lines they reach.  `make fuzz ENGINE=atheris` (x86-64 and aarch64 Linux).

Each target runs in a process of its own, for libFuzzer ends the process it runs in. It begins with the good files, keeps what
reaches new lines, and gives up at the first input that falls, takes over ten seconds or over 500 MB.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["companion", "calibration", "hardware"]):
    from companion.measuring.fuzz import MOST_MB, FuzzError, try_once
    from companion.measuring.fuzz_targets import targets

LONGEST_INPUT = 20_000
HANGS_S = 10
FIGURES = re.compile(r"stat::(number_of_executed_units|peak_rss_mb):\s+(\d+)")


def run_target(name: str, seconds: int, corpus: Path) -> None:
    """Fuzzes one target in this process and ends it."""
    folder = corpus.parent / "files"
    folder.mkdir(exist_ok=True)

    def feed(data: bytes) -> None:
        try_once(name, data, folder)

    limits = [f"-max_total_time={seconds}", f"-rss_limit_mb={MOST_MB}", f"-timeout={HANGS_S}", f"-max_len={LONGEST_INPUT}"]
    prefix = f"-artifact_prefix={corpus.parent}/"
    atheris.Setup([sys.argv[0], *limits, prefix, "-print_final_stats=1", "-close_fd_mask=1", str(corpus)], feed)
    atheris.Fuzz()


def fuzz_all(seconds: int, out: Path) -> int:
    """Every target in turn, for its share of the time; how many fell."""
    fell = 0
    for name, target in targets().items():
        with tempfile.TemporaryDirectory() as scratch:
            corpus = Path(scratch) / "corpus"
            corpus.mkdir()
            for number, seed in enumerate(target.seeds):
                (corpus / str(number)).write_bytes(seed)
            share = max(1, seconds // len(targets()))
            command = [sys.executable, "-m", __spec__.name, "--target", name, "--seconds", str(share), "--corpus", str(corpus)]
            done = subprocess.run(command, capture_output=True, text=True, errors="replace")
            said = dict(FIGURES.findall(done.stderr))
            tried, most = said.get("number_of_executed_units", "?"), said.get("peak_rss_mb", "?")
            print(f"{tried:>8} {name}, {most} MB at most", flush=True)
            if done.returncode != 0:
                fell += 1
                out.mkdir(parents=True, exist_ok=True)
                kept = out / f"{name.replace(' ', '-')}.txt"
                kept.write_text(done.stderr, "utf-8")
                told = [line for line in done.stderr.splitlines() if FuzzError.__name__ in line or "ERROR" in line]
                print(f"fuzz: {name} fell: {(told or ['without a word'])[-1]}; see {kept}", file=sys.stderr)
    return fell


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; exit status 1 when something fell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--out", type=Path, default=Path("out/fuzz"))
    parser.add_argument("--target", help=argparse.SUPPRESS)
    parser.add_argument("--corpus", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.target is not None:
        run_target(args.target, args.seconds, args.corpus)
    return 1 if fuzz_all(args.seconds, args.out) else 0


if __name__ == "__main__":
    sys.exit(main())
