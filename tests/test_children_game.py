"""The short game for children: ours, marked as such, and the official rules are what they were."""

from __future__ import annotations

import random

import pytest

from companion.library.summary import rules_name
from companion.rules import PRESETS, Color, Setup, after_throw, initial_position, initial_state, legal_moves, parse_game, perft
from companion.words import Language
from companion.words.rulebook import OPTIONS, Source

YELLOW = Color("yellow")
OFFICIAL_STARTS = {
    "schmidt-2016": "B,B,B,0",
    "schmidt-classic": "B,B,B,0",
    "schmidt-family": "B,B,B,0",
    "schmidt-pairs": "B,B,B,0",
    "wikipedia": "B,B,B,B",
    "wikipedia-huff": "B,B,B,B",
}


def plies(rules: str, seed: int) -> int:
    """Throws in a game in which the first legal move is made."""
    game, rng = parse_game(rules), random.Random(seed)
    state, count = initial_state(game, YELLOW), 0
    while state.turn is not None:
        throw = rng.randint(1, 6)
        moves = legal_moves(game, state.position, state.turn, throw)
        state, count = after_throw(game, state, throw, moves[-1] if moves else None), count + 1
    return count


def test_three_pieces_are_to_be_brought_home() -> None:
    game = parse_game("children")
    assert initial_position(game).text() == "yellow:B,B,0,d green:B,B,0,d red:B,B,0,d black:B,B,0,d"
    assert initial_position(parse_game("children", "six")).text().startswith("yellow:B,B,0,d")


def test_no_capture_is_compulsory() -> None:
    assert PRESETS["children"].capture.value == "optional"


@pytest.mark.parametrize("rules", OFFICIAL_STARTS)
def test_the_official_games_begin_as_before(rules: str) -> None:
    assert initial_position(parse_game(rules)).text().split()[0] == f"yellow:{OFFICIAL_STARTS[rules]}"


def test_all_the_other_presets_are_official() -> None:
    assert set(PRESETS) - {"children"} == set(OFFICIAL_STARTS)
    assert [name for name, options in PRESETS.items() if options.setup is Setup.ONE_HOME] == ["children"]
    assert rules_name(PRESETS["children"]) == "children"


def test_the_official_game_counts_as_before() -> None:
    game = parse_game("schmidt-2016")
    assert [perft(game, depth, initial_state(game, YELLOW)) for depth in (1, 2, 3)] == [6, 36, 216]


def test_it_is_played_to_its_end_and_is_shorter() -> None:
    children, grown = ([plies(rules, seed) for seed in range(30)] for rules in ("children", "schmidt-2016"))
    assert sum(children) < 0.85 * sum(grown)


@pytest.mark.parametrize("language", Language)
def test_the_rules_chapter_says_that_it_is_ours(language: Language) -> None:
    ours = next(sentence for sentence in OPTIONS["setup"] if sentence.value == "one_home")
    assert ours.source is Source.DECIDED
    assert ours.text(language).startswith(("Unser Kinderspiel", "Our children's game"))
