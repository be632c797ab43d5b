"""Recorded games against their truth.  `make simulated-games`, or `python -m companion.measuring.games RECORDING…`.

Every event that `companion watch` gives must be in the recording's truth.jsonl, in order, none more. Without recordings games of
the simulated camera are made first, one for each seed, with hands that come, carry and leave.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app.eyes import make_eyes
from companion.app.recording import open_recording
from companion.app.watch import Playback
from companion.cli.main import main as companion
from hardware.errors import CompanionError, InputError

TOLD_IN_TRUTH = ("throw", "move", "pass", "illegal", "takeback", "missed_capture", "penalty", "finish", "end")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What should have come out and what did; `difference` is the first place where they part, None when they are the same."""

    expected: int
    seen: int
    difference: str | None


def compare_with_truth(folder: Path) -> Comparison:
    """Plays a recording and compares its events with its truth.jsonl. Raises `InputError` when there is none."""
    expected = _truth_events(folder)
    recording = open_recording(folder)
    playback = Playback(recording, make_eyes(recording.board))
    kinds = {event["kind"] for event in expected}
    seen: list[dict[str, Any]] = []
    for entry in playback.events():
        event = entry.to_json()
        if event["kind"] in TOLD_IN_TRUTH and (event["kind"] in kinds or event["kind"] not in ("finish", "end")):
            seen.append({**event, "at t": event["t"]})
    return Comparison(len(expected), len(seen), _first_difference(expected, seen))


def _truth_events(folder: Path) -> list[Mapping[str, Any]]:
    path = folder / "truth.jsonl"
    if not path.is_file():
        raise InputError(f"{folder}: expected a recording with truth.jsonl, there is none")
    return [event for line in path.read_text("utf-8").splitlines() for event in json.loads(line)["events"]]


def _first_difference(expected: Sequence[Mapping[str, Any]], seen: Sequence[Mapping[str, Any]]) -> str | None:
    """Truth names only some keys of an event: those must be equal."""
    for number, (truth, event) in enumerate(zip(expected, seen, strict=False)):
        if any(event.get(key) != value for key, value in truth.items()):
            return f"event {number}, at {event['at t']} s: expected {dict(truth)}, got {_only(event, truth)}"
    if len(expected) > len(seen):
        return f"event {len(seen)}: expected {dict(expected[len(seen)])}, got nothing more"
    if len(seen) > len(expected):
        extra = seen[len(expected)]
        return f"event {len(expected)}, at {extra['at t']} s: expected nothing more, got {extra['kind']}"
    return None


def _only(event: Mapping[str, Any], truth: Mapping[str, Any]) -> dict[str, Any]:
    return {key: event.get(key) for key in ("kind", "color", *truth) if key in event}


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; exit status 1 when a game came out differently."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recordings", nargs="*", type=Path)
    parser.add_argument("--plies", type=int, default=200)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--mistakes", type=float, default=0.05, help="chance of a wrong move a throw")
    args = parser.parse_args(argv)
    try:
        with tempfile.TemporaryDirectory() as scratch:
            folders = args.recordings or [_simulated(Path(scratch), seed, args) for seed in args.seeds]
            different = sum(_report(folder) for folder in folders)
    except CompanionError as error:
        print(f"games: {error}", file=sys.stderr)
        return 2
    return 1 if different else 0


def _simulated(scratch: Path, seed: int, args: argparse.Namespace) -> Path:
    folder = scratch / f"seed-{seed}"
    wish = ["simulate", "--seed", str(seed), "--plies", str(args.plies), "--mistakes", str(args.mistakes), "--out", str(folder)]
    if companion(wish) != 0:
        raise InputError(f"seed {seed}: the game could not be simulated")
    return folder


def _report(folder: Path) -> bool:
    comparison = compare_with_truth(folder)
    verdict = "every event right, none more" if comparison.difference is None else comparison.difference
    print(f"{folder.name}: {comparison.seen} events seen, {comparison.expected} in the truth: {verdict}", flush=True)
    return comparison.difference is not None


if __name__ == "__main__":
    sys.exit(main())
