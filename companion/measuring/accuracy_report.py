"""The measurement as text, as JSON, and as the table of the manual."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from companion.measuring.goals import Row, Tallies
from companion.measuring.reliability import Judged, bins, expected_calibration_error, right_of_the_sure
from companion.measuring.splits import Use, use_of
from companion.measuring.tally import Tally
from hardware.errors import InputError

BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"
"""Between these lines the manual's table is written anew."""
COUNTS = ("set", "use", "n", "found", "corner median", "worst", "fields wrong", "boards whole", "false", "missed")
HEAD = (*COUNTS, "ms find", "1", "6")


def cells(name: str, difficulty: str, tally: Tally) -> tuple[str, ...]:
    """One set and difficulty, in the order of `HEAD`; "false" and "missed" are pawns, the times medians in milliseconds."""
    errors = tally.corner_errors
    times = [f"{np.median(took):.0f}" if took else "–" for took in (tally.finding_ms, tally.one_look_ms, tally.six_looks_ms)]
    return (
        f"{name} {difficulty}".strip(),
        use_of(name).value,
        str(tally.pictures),
        str(tally.found - tally.misplaced),
        f"{np.median(errors):.2%}" if errors else "–",
        f"{max(errors):.2%}" if errors else "–",
        f"{tally.wrong} of {tally.fields} = {tally.wrong / max(1, tally.fields):.2%}",
        f"{tally.whole} = {tally.whole / max(1, tally.pictures):.0%}",
        str(tally.false_pawns),
        str(tally.missed_pawns),
        *times,
    )


def as_text(tallies: Tallies, calibration: Mapping[str, Sequence[Judged]], rows: Iterable[Row], notes: Sequence[str]) -> str:
    """Everything, for people at a terminal."""
    table = [cells(name, difficulty, tally) for (name, difficulty), tally in tallies.items()]
    lines = _aligned([HEAD, *table])
    for (name, difficulty), tally in tallies.items():
        if tally.confusions:
            told = ", ".join(f"{what} {count}" for what, count in tally.confusions.most_common())
            lines.append(f"    {name} {difficulty}: {told}")
    for kind, judged in calibration.items():
        lines += ["", *_reliability_lines(kind, judged)]
    if notes:
        lines += ["", *notes]
    summary = [(row.name, row.n, row.must, row.aim, row.reached, "holds" if row.holds else "MISSED") for row in rows]
    if summary:
        lines += ["", "held-out pictures only:", *_aligned([("", "n", "must", "aim", "reached", ""), *summary])]
    return "\n".join(lines)


def _reliability_lines(kind: str, judged: Sequence[Judged]) -> list[str]:
    right, sure = right_of_the_sure(judged)
    error = expected_calibration_error(judged)
    head = f"confidence, {kind}: calibration error {error:.4f}; of {sure} given 0.9 or more {right} right"
    table = [(f"{b.low:.2f}–{b.high:.2f}", str(b.pieces), f"{b.confidence:.3f}", f"{b.right:.3f}") for b in bins(judged)]
    return [head, *_aligned([("  confidence", "pieces", "mean", "right"), *table])]


def _aligned(table: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    rest = [[cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)] for row in table]
    return ["  ".join([row[0].ljust(widths[0]), *right]) for row, right in zip(table, rest, strict=True)]


def as_json(tallies: Tallies, calibration: Mapping[str, Sequence[Judged]], rows: Iterable[Row]) -> dict[str, Any]:
    """The same for machines."""
    return {
        "sets": [_set_json(name, difficulty, tally) for (name, difficulty), tally in tallies.items()],
        "calibration": {
            kind: {
                "expected_error": expected_calibration_error(judged),
                "given_0.9": dict(zip(("right", "pieces"), right_of_the_sure(judged), strict=True)),
                "bins": [asdict(part) for part in bins(judged)],
            }
            for kind, judged in calibration.items()
        },
        "summary": [{"name": row.name, "must": row.must, "aim": row.aim, "holds": row.holds, **row.numbers} for row in rows],
    }


def _set_json(name: str, difficulty: str, tally: Tally) -> dict[str, Any]:
    counts = ("pictures", "found", "misplaced", "fields", "wrong", "whole", "clear_wrong", "false_pawns", "missed_pawns")
    medians = ("corner_errors", "finding_ms", "one_look_ms", "six_looks_ms")
    return {
        "set": name,
        "difficulty": difficulty,
        "use": use_of(name).value,
        **{key: int(getattr(tally, key)) for key in counts},
        **{f"{key}_median": float(np.median(getattr(tally, key))) if getattr(tally, key) else None for key in medians},
        "corner_errors_worst": max(tally.corner_errors, default=None),
        "confusions": dict(tally.confusions),
    }


def manual_table(tallies: Tallies, rows: Iterable[Row]) -> str:
    """The manual's two tables: what must be reached, and every set."""
    summary = [(row.name, row.n, row.must, row.aim, row.reached + ("" if row.holds else " ✗")) for row in rows]
    sets = [cells(name, difficulty, tally) for (name, difficulty), tally in tallies.items() if use_of(name) is not Use.COPY]
    head = (*COUNTS, "ms: finding", "one look", "six looks")
    return "\n".join(
        [*_markdown([("pictures not trained on", "n", "must", "aim", "reached"), *summary]), "", *_markdown([head, *sets])]
    )


def _markdown(table: Sequence[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(row) + " |" for row in table]
    return [lines[0], "| " + " | ".join(["---"] * len(table[0])) + " |", *lines[1:]]


def write_manual(path: Path, table: str) -> None:
    """Puts the table between the marks of the chapter. Raises `InputError` when it has none."""
    text = path.read_text("utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        raise InputError(f"{path}: expected one line {BEGIN} and one line {END} after it, for the table to stand between")
    before, after = text[: text.index(BEGIN)], text[text.index(END) :]
    path.write_text(f"{before}{BEGIN}\n\n{table}\n\n{after}", "utf-8")
