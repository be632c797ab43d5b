"""Rule cases with right answers, asked through the command line's line functions; perft tables.

Cases and tables come from an independent implementation of the same rules text; the hand-written cases were answered by hand
first. The tables count sequences of plies from the initial position, each with the options and seats it names.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.rules_commands import judge_line, moves_line, turn_line
from companion.rules import initial_state, parse_game, parse_position_text, perft
from companion.rules.perft import perft_table

DATA = Path(__file__).parent / "data" / "rules"
QUICK = 1_800
"""Sequences of plies that a quick test counts at most; the whole tables are `slow`."""

FILES = [
    ("moves-basic.jsonl", moves_line),
    ("moves-random.jsonl", moves_line),
    ("judge.jsonl", judge_line),
    ("turn-basic.jsonl", turn_line),
    ("turn-random.jsonl", turn_line),
]
TABLES: dict[str, Any] = json.loads((DATA / "perft.json").read_text("utf-8"))


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("name", "answer"), FILES, ids=[name for name, _ in FILES])
def test_every_line_of_the_file_is_answered_as_it_says(name: str, answer: Any) -> None:
    wrong = [(case["in"], answer(case["in"]), case["out"]) for case in lines(name) if answer(case["in"]) != case["out"]]
    assert wrong == []


def table_of(name: str, counts: list[int]) -> list[int]:
    table = TABLES[name]
    game = parse_game(table["rules"], table.get("board", "four"), table.get("colors"), table.get("seats"))
    position, turn = parse_position_text(game, table["initial"])
    assert turn is not None
    found = perft_table(game, len(counts), initial_state(game, turn, position))
    return [count for depth, count in found if depth]


@pytest.mark.parametrize("name", TABLES)
def test_perft_agrees(name: str) -> None:
    counts = [entry["count"] for entry in TABLES[name]["perft"] if entry["count"] <= QUICK]
    assert table_of(name, counts) == counts


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_perft_agrees_to_the_last_line(name: str) -> None:
    counts = [entry["count"] for entry in TABLES[name]["perft"]]
    assert table_of(name, counts) == counts


def test_perft_of_one_depth() -> None:
    game = parse_game()
    assert perft(game, 0, initial_state(game, game.players[0])) == 1
    assert perft(game, 3, initial_state(game, game.players[0])) == 216


def test_a_finished_game_counts_once_at_every_depth() -> None:
    game = parse_game()
    position, _ = parse_position_text(game, "yellow:a,b,c,d green:a,b,c,d red:a,b,c,d black:B,B,B,0")
    assert [perft(game, depth, initial_state(game, game.players[3], position)) for depth in range(3)] == [1, 1, 1]
