"""The comparison with other engines: each plays to its first winner, a missing one is told with the reason."""

from __future__ import annotations

from random import Random

import pytest

from companion.measuring.rules_bench import ENGINES, Engine, PlayGame, Speed, main, measured, ours, table


def test_ours_plays_a_whole_game() -> None:
    throws = [ours()(Random(seed)) for seed in range(3)]
    assert all(100 < count < 3_000 for count in throws)


def test_a_missing_engine_is_skipped_with_the_reason() -> None:
    def missing() -> PlayGame:
        raise ImportError("No module named 'ludopy'")

    speeds, gone = measured((ENGINES[0], Engine("ludopy", missing)), 1)
    assert list(speeds) == ["this project"]
    assert [line.split() for line in table(speeds, gone) if "skipped" in line] == [
        ["ludopy", "skipped:", "No", "module", "named", "'ludopy';", "pip", "install", ".[peers]"]
    ]


def test_ratios_are_ours_to_theirs() -> None:
    lines = table({"this project": Speed(120, 60_000), "ludopy": Speed(40, 15_000)}, {})
    assert "ours:  3.00 x the games,  4.00 x the throws" in lines[1]


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_every_engine_that_is_there_plays_a_game(engine: Engine) -> None:
    try:
        play = engine.make()
    except ImportError as error:
        pytest.skip(str(error))
    assert 50 < play(Random(1)) < 5_000


def test_no_games_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["0"]) == 2
    assert "expected a whole number from 1" in capsys.readouterr().err
