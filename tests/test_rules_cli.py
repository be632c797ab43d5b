"""`companion rules …` as other programs use it: JSON Lines in and out, errors in place, exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main

START = {color: [-1, -1, -1, 0] for color in ("yellow", "green", "red", "black")}
MOVES: dict[str, Any] = {"position": START, "turn": "yellow", "throw": 6}
JUDGE: dict[str, Any] = {**MOVES, "observed": START}
TURN: dict[str, Any] = {**MOVES, "throws_left": 1, "move": {"color": "yellow", "from": 0, "to": 6, "captures": None}}
MOVED = {"moves": [TURN["move"]], "missed_capture": []}


def ask(
    capsys: pytest.CaptureFixture[str], folder: Path, command: str, *lines: bytes, as_json: bool = True
) -> tuple[int, list[str]]:
    file = folder / "lines.jsonl"
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    status = main(["rules", command, str(file), *(["--json"] if as_json else [])])
    return status, capsys.readouterr().out.splitlines()


def as_line(value: object) -> bytes:
    return json.dumps(value).encode()


def test_a_line_out_for_a_line_in(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out = ask(capsys, tmp_path, "moves", as_line(MOVES), as_line({**MOVES, "board": "schmidt-4"}))
    assert (status, [json.loads(line) for line in out]) == (0, [MOVED, MOVED])


def test_an_error_stands_in_the_place_of_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out = ask(capsys, tmp_path, "moves", as_line(MOVES), b"nonsense", as_line(MOVES))
    answers = [json.loads(line) for line in out]
    assert status == 2
    assert (answers[0], answers[2]) == (MOVED, MOVED)
    assert answers[1]["error"].startswith("line 2: not valid JSON")


UNUSABLE: list[tuple[str, bytes, str]] = [
    ("moves", b"", "not valid JSON"),
    ("moves", b"\xff", "not UTF-8"),
    ("moves", b"[" * 100_000, "nested too deeply"),
    ("moves", b"[1]", "got [1]"),
    ("moves", b'{"turn": 1, "turn": 2}', 'key "turn" stands twice'),
    ("moves", b'{"throw": ' + b"9" * 5_000 + b"}", "not valid JSON"),
    ("moves", as_line({}), 'key "position" is missing'),
    ("moves", as_line({**MOVES, "bord": "four"}), 'unknown key "bord"'),
    ("moves", as_line({**MOVES, "throw": 0}), "throw is 0"),
    ("moves", as_line({**MOVES, "throw": 7}), "throw is 7"),
    ("moves", as_line({**MOVES, "throw": None}), "throw is null"),
    ("moves", as_line({**MOVES, "throw": True}), "throw is true"),
    ("moves", as_line({**MOVES, "throw": 6.0}), "throw is 6.0"),
    ("moves", as_line({**MOVES, "turn": "blue"}), 'turn: "blue" is not in the game'),
    ("moves", as_line({**MOVES, "turn": ["yellow"]}), 'turn is ["yellow"]'),
    ("moves", as_line({**MOVES, "seats": {"neutral": "yellow"}}), "never on turn"),
    ("moves", as_line({**MOVES, "rules": "schmidt"}), 'rules is "schmidt"'),
    ("moves", as_line({**MOVES, "rules": 5}), "rules are 5"),
    ("moves", as_line({**MOVES, "rules": {"preset": "schmidt"}}), 'rules.preset is "schmidt"'),
    ("moves", as_line({**MOVES, "rules": {"barrier": True}}), 'unknown option "barrier"'),
    ("moves", as_line({**MOVES, "rules": {"barriers": 1}}), "rules.barriers is 1"),
    ("moves", as_line({**MOVES, "rules": {"throws": 2}}), "rules.throws is 2"),
    ("moves", as_line({**MOVES, "rules": {"throws": True}}), "rules.throws is true"),
    ("moves", as_line({**MOVES, "rules": {"capture": False}}), "rules.capture is false"),
    ("moves", as_line({**MOVES, "board": "five"}), 'board is "five"'),
    ("moves", as_line({**MOVES, "board": 4}), "board is 4"),
    ("moves", as_line({**MOVES, "board": {"track": 40}}), "board has no colors"),
    ("moves", as_line({**MOVES, "board": {"track": 40, "colors": ["a", "b"], "size": 1}}), 'board has the unknown key "size"'),
    ("moves", as_line({**MOVES, "board": {"track": 41, "colors": list(START)}}), "board track is 41"),
    ("moves", as_line({**MOVES, "board": {"track": True, "colors": list(START)}}), "board track is true"),
    ("moves", as_line({**MOVES, "board": {"track": 40, "goal": 3, "colors": list(START)}}), "board goal is 3"),
    ("moves", as_line({**MOVES, "board": {"track": 40, "colors": "yellow"}}), 'board colors are "yellow"'),
    ("moves", as_line({**MOVES, "board": {"track": 40, "colors": ["a b", "c"]}}), 'board colors hold "a b"'),
    ("moves", as_line({**MOVES, "board": {"track": 40, "colors": ["a", "a"]}}), "two different colours"),
    ("moves", as_line({**MOVES, "colors": "yellow"}), 'colors are "yellow"'),
    ("moves", as_line({**MOVES, "colors": ["yellow"]}), 'colors are ["yellow"]'),
    ("moves", as_line({**MOVES, "colors": ["yellow", "blue"]}), 'colors hold "blue"'),
    ("moves", as_line({**MOVES, "colors": ["yellow", "green"]}), '"red" is not in the game'),
    ("moves", as_line({**MOVES, "colors": ["yellow", "green"], "rules": "schmidt-pairs"}), "rules.partners is true"),
    ("moves", as_line({**MOVES, "colors": ["yellow", "red"], "seats": {"two": True}}), "seats.two is true"),
    ("moves", as_line({**MOVES, "seats": {"two": 1}}), "seats.two is 1"),
    ("moves", as_line({**MOVES, "seats": {"three": True}}), 'seats have the unknown key "three"'),
    ("moves", as_line({**MOVES, "seats": "two"}), 'seats are "two"'),
    ("moves", as_line({**MOVES, "seats": {"neutral": "blue"}}), 'seats.neutral is "blue"'),
    ("moves", as_line({**MOVES, "seats": {"neutral": 1}}), "seats.neutral is 1"),
    ("moves", as_line({**MOVES, "seats": {"neutral": "black", "two": True}}), "expected no neutral colour"),
    ("moves", as_line({**MOVES, "seats": {"neutral": "black"}, "colors": ["yellow", "green", "black"]}), "board of four colours"),
    ("moves", as_line({**MOVES, "position": 5}), "position is 5"),
    ("moves", as_line({**MOVES, "position": {**START, "blue": [0]}}), '"blue" is not in the game'),
    ("moves", as_line({**MOVES, "position": {"yellow": [0]}}), "green is null"),
    ("moves", as_line({**MOVES, "position": {**START, "green": [-1, -1, -1, -1, 0]}}), "green is [-1, -1, -1, -1, 0]"),
    ("moves", as_line({**MOVES, "position": {**START, "green": [-1, -1, -1, 44]}}), "green has 44"),
    ("moves", as_line({**MOVES, "position": {**START, "green": [-2, -1, -1, 0]}}), "green has -2"),
    ("moves", as_line({**MOVES, "position": {**START, "green": [-1, -1, -1, True]}}), "green has true"),
    (
        "moves",
        as_line({**MOVES, "position": {**START, "green": [-1, -1, 0, 30]}}),
        "yellow and green stand together on track field 0",
    ),
    ("moves", as_line({**MOVES, "position": {**START, "green": [-1, -1, 40, 40]}}), "green has 2 pieces on goal field a"),
    ("judge", as_line(MOVES), 'key "observed" is missing'),
    ("judge", as_line({**JUDGE, "done": 1}), "done is 1"),
    ("judge", as_line({**JUDGE, "observed": {"yellow": [0]}}), "observed.green is null"),
    ("turn", as_line({**MOVES}), 'key "throws_left" is missing'),
    ("turn", as_line({**TURN, "throws_left": 4}), "throws_left is 4"),
    ("turn", as_line({**TURN, "move": None}), "move is null"),
    ("turn", as_line({**TURN, "move": 3}), "move is 3"),
    ("turn", as_line({**TURN, "move": {"color": "yellow"}}), "move.from is null"),
    ("turn", as_line({**TURN, "move": {**TURN["move"], "to": 7}}), '"to": 7'),
    ("turn", as_line({**TURN, "move": {**TURN["move"], "captures": 7}}), "move.captures is 7"),
    ("turn", as_line({**TURN, "move": {**TURN["move"], "color": 7}}), "move.color is 7"),
    ("turn", as_line({**TURN, "move": {**TURN["move"], "how": 7}}), 'move has the unknown key "how"'),
]


@pytest.mark.parametrize(("command", "line", "part"), UNUSABLE, ids=[part for _, _, part in UNUSABLE])
def test_an_unusable_line_says_what_is_wrong_and_what_was_expected(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, line: bytes, part: str
) -> None:
    status, out = ask(capsys, tmp_path, command, line)
    said = json.loads(out[0])["error"]
    assert status == 2
    assert part in said
    assert "expected" in said


def test_all_faults_of_a_position_are_listed_at_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    position = {"yellow": [-1, -1, 7, 7], "green": [-1, -1, -1, 99], "red": [0], "black": [-1, -1, 43, 43], "blue": []}
    _, out = ask(capsys, tmp_path, "moves", as_line({**MOVES, "position": position}))
    said = json.loads(out[0])["error"]
    for part in ("yellow and yellow", "green has 99", "red is [0]", "black has 2 pieces on goal field d", '"blue" is not'):
        assert part in said


def test_text_for_people(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    family = {"rules": "schmidt-family", "throw": 2, "turn": "yellow"}
    position = {**START, "yellow": [-1, -1, 5, 21], "green": [-1, -1, -1, 37]}
    missed = as_line({**family, "position": position})
    assert ask(capsys, tmp_path, "moves", missed, b"?", as_json=False)[1] == [
        "yellow 5 > 7 captures green; misses a capture: yellow 21 > 23",
        "error: line 2: not valid JSON (Expecting value, column 1); expected one JSON object",
    ]
    wrong = as_line({**JUDGE, "observed": {**START, "yellow": [-1, -1, -1, 5]}})
    right = as_line({**JUDGE, "observed": {**START, "yellow": [-1, -1, -1, 6]}})
    assert ask(capsys, tmp_path, "judge", wrong, right, as_json=False)[1] == ["illegal: wrong_count", "legal: yellow 0 > 6"]
    assert ask(capsys, tmp_path, "turn", as_line(TURN), as_json=False)[1] == ["yellow throws, attempts left: 1"]


def test_a_turn_begins_with_its_attempts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    begin = {"rules": "wikipedia", "position": {color: [-1] * 4 for color in START}, "turn": "red"}
    home = {color: [40, 41, 42, 43] for color in START} | {"black": [-1, -1, -1, 0]}
    status, out = ask(capsys, tmp_path, "turn", as_line(begin), as_line({"position": home, "turn": "black"}))
    answers = [json.loads(line) for line in out]
    assert (status, answers[0]["turn"], answers[0]["throws_left"], answers[0]["over"]) == (0, "red", 3, False)
    assert (answers[1]["turn"], answers[1]["throws_left"], answers[1]["over"]) == (None, 0, True)


@pytest.mark.parametrize(
    ("arguments", "counts"),
    [
        ([], [6, 36]),
        (["--rules", '{"throws": 3}', "--seats", '{"neutral": "green"}'], [12, 144]),
        (["--board", "six", "--colors", '["green", "black", "purple"]'], [6, 36]),
        (["--position", "yellow:a,b,c,d green:a,b,c,d red:a,b,c,d black:B,B,B,0 turn=black"], [1, 1]),
        (["--position", "yellow:B,B,B,39 green:B,B,B,B red:B,B,B,B black:B,B,B,B turn=yellow"], [6, 36]),
    ],
)
def test_perft(capsys: pytest.CaptureFixture[str], arguments: list[str], counts: list[int]) -> None:
    assert main(["rules", "perft", "--depth", "2", "--json", *arguments]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert found == [{"depth": depth, "count": count} for depth, count in enumerate(counts, start=1)]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "COMMAND"),
        (["rules", "mvoes"], "mvoes"),
        (["rules", "moves", "no such file"], "cannot read no such file"),
        (["rules", "perft", "--depth", "0"], "--depth is 0"),
        (["rules", "perft", "--depth", "x"], "--depth"),
        (["rules", "perft", "--depth", "1", "--rules", "{"], "--rules is"),
        (["rules", "perft", "--depth", "1", "--position", "yellow:B,B,B,z"], '"z"'),
        (["rules", "perft", "--depth", "1", "--position", "yellow:B,B,B,0 yellow:B,B,B,0"], "each colour once"),
        (["rules", "perft", "--depth", "1", "--position", "turn=yellow turn=red"], "second turn"),
        (["rules", "perft", "--depth", "1", "--position", "turn=blue"], '"blue"'),
    ],
)
def test_unusable_arguments_are_one_sentence_on_standard_error(
    capsys: pytest.CaptureFixture[str], arguments: list[str], part: str
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert part in said
    assert said.count("\n") == 1


def test_help_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "rules" in capsys.readouterr().out


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.cli.rules_commands.answer_lines", interrupted)
    assert main(["rules", "moves", __file__]) == 130
    assert capsys.readouterr().err == ""
