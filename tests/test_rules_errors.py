"""Wrong lines of the rules commands: one sentence each that names key, value and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from calibration.profile import known_boards
from companion.cli.json_lines import JsonObject
from companion.cli.rules_commands import judge_line, moves_line, turn_line
from companion.rules import RulesError
from hardware.errors import InputError

START = {color: [-1, -1, -1, 0] for color in ("yellow", "green", "red", "black")}
LINE: dict[str, Any] = {"position": START, "turn": "yellow", "throw": 6}
KEYS: dict[str, dict[str, Any]] = {
    "moves": {},
    "judge": {"observed": START},
    "turn": {"throws_left": 1, "move": {"color": "yellow", "from": 0, "to": 6, "captures": None}},
}
COMMANDS: dict[str, Callable[[JsonObject], JsonObject]] = {"moves": moves_line, "judge": judge_line, "turn": turn_line}
ALL_OPTIONS = (
    "preset, setup, throws, capture, missed_capture, capture_first, jump_in_goal, backward_capture, barriers, partners,"
    " help_partner, two_player_win"
)
ALL_BOARDS = ", ".join(sorted(["four", "six", *known_boards()]))
ALL_PRESETS = "schmidt-2016, schmidt-classic, schmidt-family, schmidt-pairs, wikipedia, wikipedia-huff, children"

FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("unknown option", {"rules": {"barrier": True}}, f'rules have the unknown option "barrier"; expected {ALL_OPTIONS}'),
    ("unknown preset", {"rules": "schmidt-2061"}, f'rules is "schmidt-2061"; expected one of {ALL_PRESETS}'),
    ("wrong value of an option", {"rules": {"throws": 2}}, "rules.throws is 2; expected 1 or 3"),
    ("a number for yes or no", {"rules": {"barriers": 1}}, "rules.barriers is 1; expected true or false"),
    (
        "wrong board",
        {"board": "five"},
        f'board is "five"; expected one of {ALL_BOARDS}, or an object with track, goal, colors',
    ),
    (
        "a board that cannot be",
        {"board": {"track": 41, "colors": list(START)}},
        "board track is 41; expected at least 12 fields and a multiple of its 4 colours",
    ),
    ("a goal that cannot be", {"board": {"track": 40, "goal": 6, "colors": list(START)}}, "board goal is 6; expected 4 or 5"),
    (
        "a colour not on the board",
        {"colors": ["yellow", "blue"]},
        'colors hold "blue"; expected colours of the board: yellow, green, red, black',
    ),
    (
        "a colour not in the game, in the position",
        {"position": {**START, "blue": [-1, -1, -1, -1]}},
        'position: "blue" is not in the game; expected yellow, green, red, black',
    ),
    (
        "a colour not in the game, on turn",
        {"turn": "blue"},
        'turn: "blue" is not in the game; expected one of yellow, green, red, black',
    ),
    (
        "five pieces",
        {"position": {**START, "green": [-1, -1, -1, -1, 0]}},
        "position: green is [-1, -1, -1, -1, 0]; expected 4 progress values",
    ),
    (
        "three pieces",
        {"position": {**START, "green": [-1, -1, 0]}},
        "position: green is [-1, -1, 0]; expected 4 progress values",
    ),
    (
        "a piece off the board",
        {"position": {**START, "green": [-1, -1, -1, 44]}},
        "position: green has 44; expected whole numbers from -1 to 43",
    ),
    (
        "two on one field without barriers",
        {"position": {**START, "yellow": [-1, -1, 7, 7]}},
        "position: yellow and yellow stand together on track field 7; expected one piece, as there are no barriers",
    ),
    (
        "two colours on one field",
        {"position": {**START, "green": [-1, -1, -1, 30]}},
        "position: yellow and green stand together on track field 0; expected one piece, as there are no barriers",
    ),
    (
        "three on one field with barriers",
        {"rules": {"barriers": True}, "position": {**START, "yellow": [-1, 7, 7, 7]}},
        "position: yellow and yellow and yellow stand together on track field 7; expected one piece, or two of one colour",
    ),
    (
        "two on one goal field",
        {"position": {**START, "yellow": [-1, -1, 41, 41]}},
        "position: yellow has 2 pieces on goal field b; expected one",
    ),
    ("a throw of 0", {"throw": 0}, "throw is 0; expected a whole number 1 to 6"),
    ("a throw of 7", {"throw": 7}, "throw is 7; expected a whole number 1 to 6"),
    (
        "a pair that is not whole",
        {"colors": ["yellow", "green"], "position": {"yellow": [-1] * 4, "green": [-1] * 4}, "rules": "schmidt-pairs"},
        "rules.partners is true; expected every opposite colour in the game, but the one opposite yellow is not,"
        " only yellow, green",
    ),
    (
        "two players with one colour each",
        {"colors": ["yellow", "red"], "position": {"yellow": [-1] * 4, "red": [-1] * 4}, "seats": {"two": True}},
        "seats.two is true; expected exactly two pairs of opposite colours, not yellow, red",
    ),
    (
        "a neutral colour that is not there",
        {"seats": {"neutral": "blue"}},
        'seats.neutral is "blue"; expected a colour in the game: yellow, green, red, black',
    ),
    (
        "an unknown key",
        {"bord": "six"},
        'unknown key "bord"; expected ',
    ),
]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("fault", "sentence"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_every_command_says_key_value_and_what_was_expected(command: str, fault: dict[str, Any], sentence: str) -> None:
    with pytest.raises((RulesError, InputError)) as caught:
        COMMANDS[command]({**LINE, **KEYS[command], **fault})
    said = str(caught.value)
    assert said == sentence or (sentence.endswith("expected ") and said.startswith(sentence))
    assert "\n" not in said


def test_all_faults_of_a_position_at_once() -> None:
    position = {"yellow": [-1, -1, 7, 7], "green": [-1, -1, -1, 99], "red": [0], "black": [-1, -1, 43, 43], "blue": []}
    with pytest.raises(RulesError) as caught:
        moves_line({**LINE, "position": position})
    assert str(caught.value).removeprefix("position: ").split("; ")[::2] == [
        '"blue" is not in the game',
        "green has 99",
        "red is [0]",
        "black has 2 pieces on goal field d",
        "yellow and yellow stand together on track field 7",
    ]
