"""Hands over the board and things on it: what is held stands nowhere, what lies there does not stop the game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.measuring.watching import watch_performance
from companion.simulation.director import perform
from companion.simulation.script import parse_script

POSITION = "yellow:B,B,5,20 green:B,B,B,3 red:B,B,B,8 black:B,B,B,0 turn=yellow"
THROW = {"do": "throw", "value": 3}
MOVE = {"do": "move", "from": 5}


@pytest.mark.parametrize(
    "acts",
    [
        [THROW, {"do": "hesitate", "from": 5, "over": ["T8"], "seconds": 2}, MOVE],
        [THROW, {"do": "hesitate", "color": "yellow", "from": -1, "over": ["T0"], "seconds": 2}, MOVE],
        [{"do": "put", "thing": "cup"}, THROW, MOVE],
        [THROW, MOVE, {"do": "throw", "value": 2}, {"do": "move"}, {"do": "take_back", "moves": 2}],
        [{"do": "knock", "yaw_deg": 2, "roll_deg": 5, "right_mm": 15}, THROW, MOVE],
    ],
    ids=["held over the field where it may go", "held over its own A", "a cup stays", "two moves taken back", "camera knocked"],
)
def test_every_event_comes_and_none_more(acts: list[dict[str, object]]) -> None:
    lines = [{"seed": 21, "position": POSITION}, *acts]
    watched = watch_performance(perform(parse_script("\n".join(json.dumps(line) for line in lines))), 8.0)
    assert [failure.sentence() for failure in watched.failures] == []


def test_a_move_is_taken_while_somebody_elses_arm_rests_on_the_board() -> None:
    """Within 0.7 s of the moving hand's leaving, seconds before the arm goes."""
    acts = [
        {"do": "rest", "where": "over", "field": "T30", "seconds": 6},
        {**THROW, "meanwhile": True, "after": 1.2},
        {**MOVE, "meanwhile": True, "after": 0.5},
    ]
    game = perform(parse_script("\n".join(json.dumps(line) for line in [{"seed": 21, "position": POSITION}, *acts])))
    watched = watch_performance(game, 8.0)
    assert [failure.sentence() for failure in watched.failures] == []
    arm, mover = game.timeline.gestures
    taken_s = next(wait_s for kind, wait_s in watched.waits if kind == "move") + game.truth[-1].readable_s
    assert mover.end_s < taken_s <= mover.end_s + 0.7 < arm.end_s


ROLLING = Path(__file__).parents[2] / "shared" / "photos" / "video" / "rolling.mp4"


@pytest.mark.skipif(not ROLLING.exists(), reason="the film of a real hand is not beside the project")
def test_a_real_hand_that_throws_a_die_over_a_real_board_is_no_event(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(ROLLING), "--board", "ludo-mdga56", "--json"]) == 0  # the board is found although nothing rests
    kinds = [json.loads(line).get("kind") for line in capsys.readouterr().out.splitlines()]
    assert [kind for kind in kinds if kind not in ("header", "throw", None)] == []
    assert "header" in kinds
