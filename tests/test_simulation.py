"""The simulated table: people who keep to the rules, hands that carry what the truth says, recordings that can be played."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from calibration.drawing_body import PawnAt
from calibration.profile import BoardProfile, load_profile
from companion.cli.simulate_command import add_simulate_parser
from companion.places import Places, rules_board
from companion.rules import Color, Game, Move, Position, RulesError, after_throw, initial_state, legal_moves, parse_game
from companion.simulation.painter import quiet_view
from companion.simulation.pawns import pushed_aside
from companion.simulation.players import SimulatedPlayers
from companion.simulation.table import Habits, SimulatedTable
from companion.simulation.truth import TruthStep
from hardware.cameras.recorded import FolderCamera, read_session
from hardware.cameras.simulated import SimulatedCamera
from hardware.errors import InputError
from hardware.throws.recorded import RecordedThrows
from hardware.throws.simulated import SimulatedThrows
from tests.device_doubles import ManualClock

BOARD = load_profile("schmidt-4")
Rows = dict[str, list[int]]


def game_of(rules: object = "schmidt-2016") -> Game:
    return parse_game(rules, "schmidt-4", None, None, {"schmidt-4": rules_board(BOARD)})


def table_of(seed: int, rules: object = "schmidt-2016", **habits: float) -> SimulatedTable:
    game = game_of(rules)
    return SimulatedTable(BOARD, game, initial_state(game, game.players[0]), Random(seed), Habits(**habits))  # type: ignore[arg-type]


def played(table: SimulatedTable, seed: int, plies: int) -> list[TruthStep]:
    """All the steps of a game of `plies` throws, fewer when it is over."""
    die = Random(seed)
    steps: list[TruthStep] = []
    for _ in range(plies):
        if table.state.over:
            break
        steps += table.throw(die.randint(1, 6), table.busy_until_s)
    return steps


def standing(pawns: tuple[PawnAt, ...], board: BoardProfile) -> Rows:
    """Progress values read from where pawns stand: each on the printed field nearest to it."""
    places = Places(board)
    rows: Rows = {color: [] for color in board.colors}
    for pawn in pawns:
        assert pawn.height_mm == 0
        distance = np.hypot(*(board.centres_mm - (pawn.x_mm, pawn.y_mm)).T)
        assert distance.min() < board.pawn.foot_mm
        place = places.place(Color(pawn.color), int(distance.argmin()))
        assert isinstance(place, int)
        rows[pawn.color].append(place)
    return {color: sorted(row) for color, row in rows.items()}


@pytest.mark.parametrize("rules", ["schmidt-2016", "wikipedia", "schmidt-family", "schmidt-pairs"])
def test_people_keep_to_the_rules(rules: str) -> None:
    table, game = table_of(3, rules), game_of(rules)
    state = initial_state(game, game.players[0])
    for step in played(table, 4, 300):
        kinds = [event["kind"] for event in step.events]
        assert step.color == state.turn
        move = None
        if "move" in kinds:
            move = Move.parse({key: value for key, value in step.events[kinds.index("move")].items() if key != "kind"})
            assert move in legal_moves(game, state.position, step.color, step.throw)
        else:
            assert not legal_moves(game, state.position, step.color, step.throw)
        state = after_throw(game, state, step.throw, move)
        assert state.position.to_dict() == step.position
    assert state == table.state


def test_what_stands_on_the_table_after_each_step_is_the_truth() -> None:
    table = table_of(7, mistakes=0.3)
    die = Random(8)
    for _ in range(120):
        for step in table.throw(die.randint(1, 6), table.busy_until_s):
            moment = table.moment(step.done_s)
            assert moment.scene.hand is None
            assert standing(moment.scene.pawns, BOARD) == step.position
            assert table.moment(step.until_s - 1e-6) == moment


def test_mistakes_are_illegal_and_taken_back() -> None:
    steps = played(table_of(11, mistakes=1.0), 12, 150)
    wrong = [number for number, step in enumerate(steps) if step.reasons]
    assert len(wrong) > 40
    for number in wrong:
        assert [event["kind"] for event in steps[number].events] == ["throw", "illegal"]
        assert [event["kind"] for event in steps[number + 1].events] == ["takeback"]
        assert steps[number + 1].position == steps[number - 1].position if number else True
        assert steps[number + 2].events[0]["kind"] == "move"
    assert {"wrong_count", "wrong_colour", "backward"} <= {reason for step in steps for reason in step.reasons}


def test_a_hand_brings_every_pawn_in_between() -> None:
    table = table_of(1, bumps=0.0, nudges=0.0)
    (step,) = table.throw(5, 0.0)
    moments = [table.moment(t) for t in np.arange(0.0, step.done_s, 0.05)]
    hands = [moment.scene.hand for moment in moments]
    lifted = [[pawn for pawn in moment.scene.pawns if pawn.height_mm > 0] for moment in moments]
    assert any(lifted)
    assert all(len(pawns) <= 1 for pawns in lifted)
    assert all(hand is not None for hand, pawns in zip(hands, lifted, strict=True) if pawns)
    assert hands[0] is None
    first = next(number for number, hand in enumerate(hands) if hand is not None)
    assert 0.8 <= step.done_s - first * 0.05 <= 1.7


def test_a_captured_pawn_goes_to_its_house_before_or_after() -> None:
    orders: set[str] = set()
    for seed in range(12):
        game = game_of()
        rows = {"yellow": [-1, -1, -1, 3], "green": [-1, -1, -1, 34], "red": [-1, -1, -1, 20], "black": [-1, -1, -1, 5]}
        state = initial_state(game, Color("yellow"), Position.of(game, rows))
        table = SimulatedTable(BOARD, game, state, Random(seed), Habits(bumps=0.0))
        (step,) = table.throw(1, 0.0)
        assert step.events[-1]["captures"] == "green"
        first = next(
            pawn.color for t in np.arange(0, step.done_s, 0.05) for pawn in table.moment(t).scene.pawns if pawn.height_mm > 0
        )
        orders.add(first)
        assert standing(table.moment(step.done_s).scene.pawns, BOARD)["green"] == [-1, -1, -1, -1]
    assert orders == {"yellow", "green"}


def test_a_pawn_put_against_another_pushes_it_aside() -> None:
    pushed = pushed_aside(PawnAt("red", 1.0, 0.0), PawnAt("green", 0.0, 0.0), 15.0)
    assert np.hypot(pushed.x_mm, pushed.y_mm) == pytest.approx(16.5)
    far = PawnAt("red", 40.0, 0.0)
    assert pushed_aside(far, PawnAt("green", 0.0, 0.0), 15.0) is far


def test_a_wish_is_granted_when_it_is_legal() -> None:
    game = game_of("wikipedia")
    rows = {"yellow": [-1, 2, 5, 9], "green": [-1] * 4, "red": [-1] * 4, "black": [-1] * 4}
    state = initial_state(game, Color("yellow"), Position.of(game, rows))
    for source in (2, 5, 9):
        table = SimulatedTable(BOARD, game, state, Random(1))
        table.move_requested(Move(Color("yellow"), source, source + 1))
        (step,) = table.throw(1, 0.0)
        assert (step.events[-1]["from"], step.events[-1]["to"]) == (source, source + 1)


def test_a_throw_while_hands_are_at_work_waits() -> None:
    table = table_of(1)
    (first,) = table.throw(4, 0.0)
    (second,) = table.throw(4, 0.1)
    assert second.done_s > first.until_s


def test_the_same_seed_plays_the_same_game() -> None:
    games = [[step.to_dict(0) for step in played(table_of(seed, mistakes=0.2), 3, 60)] for seed in (5, 5, 6)]
    assert games[0] == games[1] != games[2]


def test_players_roll_when_the_table_is_quiet_until_the_game_is_over() -> None:
    table, die = table_of(2, think_s=(0.0, 0.1), carry_s=(0.1, 0.2), rest_s=(0.0, 0.1), die=False), SimulatedThrows(Random(2))  # type: ignore[arg-type]
    players = SimulatedPlayers(table, die)
    die.open()
    assert players.live(0.0) is None
    time_s, thrown = 0.0, 0
    while not table.state.over:
        time_s += 5.0
        thrown += players.live(time_s) is not None
    assert thrown == len(die.poll(time_s))
    assert len(table.state.finished) == 3
    assert players.live(time_s + 100) is None
    with pytest.raises(RulesError, match="the game is over"):
        table.throw(3, time_s + 100)


def test_a_simulated_camera_sees_the_hand_come_and_go() -> None:
    table, clock = table_of(1, nudges=1.0), ManualClock(0.0)
    camera = SimulatedCamera(quiet_view(table, (320, 180)), clock, fps=5, wait=clock.wait)
    camera.open()
    before = camera.read()
    (step,) = table.throw(5, 0.0)
    frames = []
    while clock.now_s <= step.done_s:
        frames.append(camera.read())
    assert before is not None
    changes = [np.abs(frame.bgr.astype(int) - before.bgr).mean() for frame in frames if frame is not None]
    assert max(changes) > 4 * changes[0]
    assert max(changes) > changes[-1]


def simulate(*arguments: str) -> int:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_simulate_parser(parser.add_subparsers())
    args = parser.parse_args(["simulate", "--size", "320x180", *arguments])
    status: int = args.func(args)
    return status


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_recording_is_written_that_plays_and_tells_its_truth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game"
    assert simulate("--out", str(out), "--seed", "3", "--plies", "8", "--mistakes", "0.4", "--quiet-view") == 0
    assert "8 throws written" in capsys.readouterr().err
    session, frames, truth = read_session(out), lines_of(out / "frames.jsonl"), lines_of(out / "truth.jsonl")
    assert (session.board, session.rules, session.first, session.position) == ("schmidt-4", "schmidt-2016", "yellow", None)
    camera = FolderCamera(out)
    camera.open()
    first = camera.read()
    assert first is not None
    assert first.bgr.shape == (180, 320, 3)
    throws = RecordedThrows(out)
    throws.open()
    by_ply = {step["ply"]: step["throw"] for step in truth}
    assert [throw.value for throw in throws.poll(1e9)] == list(by_ply.values())
    since = [int(str(step["first_frame_line"])) for step in truth]
    assert since == sorted(since)
    for number in since:
        # The last picture of a step is a still one: the same file stands in the next lines.
        assert frames[number]["file"] == frames[number + 1]["file"]
    assert list(truth[0]) == ["ply", "color", "throw", "events", "reasons", "position", "first_frame_line"]
    assert len({frame["file"] for frame in frames}) == len(list(out.glob("*.jpg"))) < len(frames)


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        simulate("--out", str(tmp_path / name), "--seed", "9", "--plies", "2", "--fps", "3")
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert [(tmp_path / "a" / name).read_bytes() for name in names] == [(tmp_path / "b" / name).read_bytes() for name in names]


def test_a_recording_is_never_written_over(tmp_path: Path) -> None:
    simulate("--out", str(tmp_path), "--plies", "1", "--quiet-view")
    with pytest.raises(InputError, match="it holds a recording already"):
        simulate("--out", str(tmp_path), "--plies", "1", "--quiet-view")


def test_a_game_may_begin_anywhere(tmp_path: Path) -> None:
    text = "yellow:B,B,B,38 green:B,B,B,0 red:B,B,B,0 black:B,B,B,0 turn=red"
    simulate(
        "--out",
        str(tmp_path),
        "--plies",
        "1",
        "--quiet-view",
        "--position",
        text,
        "--rules",
        '{"preset": "wikipedia", "barriers": true}',
    )
    session = read_session(tmp_path)
    assert session.first == "red"
    assert session.position is not None
    assert session.position["yellow"] == [-1, -1, -1, 38]
    assert session.rules == {"preset": "wikipedia", "barriers": True}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--rules", "{broken"),
        ("--rules", "ludo"),
        ("--board", "no-such-board"),
        ("--first", "pink"),
        ("--colors", "yellow"),
        ("--seats", "two"),
        ("--position", "yellow:B"),
    ],
)
def test_what_cannot_be_played_is_told_before_anything_is_written(tmp_path: Path, arguments: tuple[str, str]) -> None:
    out = tmp_path / "game"
    with pytest.raises((ValueError, LookupError)):
        simulate("--out", str(out), *arguments)
    assert not out.exists()


@pytest.mark.parametrize(
    "arguments", [("--size", "10x10"), ("--size", "big"), ("--fps", "0"), ("--plies", "0"), ("--mistakes", "2")]
)
def test_impossible_options_are_refused(tmp_path: Path, arguments: tuple[str, str]) -> None:
    with pytest.raises(SystemExit):
        simulate("--out", str(tmp_path / "game"), *arguments)
