"""The rules of the game: values and functions, free of devices, time and chance.

Quoted sentences in the comments of this package are those of the rules text the project is built on.
"""

from companion.rules.board import BOARDS, FOUR, GOAL_LETTERS, HOUSE, PIECES, SIX, Color, RulesBoard, parse_board
from companion.rules.errors import RulesError
from companion.rules.explanation import Explanation, Outcome, Rule, Trial, explain
from companion.rules.game import Game, Seats, parse_game, parse_seats
from companion.rules.judge import judge
from companion.rules.move import Move
from companion.rules.moves import Choices, apply_move, choices, legal_moves, missed_captures
from companion.rules.notation import parse_position_text
from companion.rules.options import (
    DEFAULT_PRESET,
    PRESETS,
    Capture,
    MissedCapture,
    Options,
    Setup,
    Throws,
    TwoPlayerWin,
    parse_options,
)
from companion.rules.penalty import Penalty, PenaltyChoice, could_capture, penalised, penalty_choice
from companion.rules.perft import perft
from companion.rules.position import Position, initial_position
from companion.rules.sighting import ForeignPlace, Place, Sighting
from companion.rules.turn import State, after_throw, attempts, initial_state, is_over, places
from companion.rules.verdict import Judgement, Reason, Verdict, Walk

__all__ = [
    "BOARDS",
    "DEFAULT_PRESET",
    "FOUR",
    "GOAL_LETTERS",
    "HOUSE",
    "PIECES",
    "PRESETS",
    "SIX",
    "Capture",
    "Choices",
    "Color",
    "Explanation",
    "ForeignPlace",
    "Game",
    "Judgement",
    "MissedCapture",
    "Move",
    "Options",
    "Outcome",
    "Penalty",
    "PenaltyChoice",
    "Place",
    "Position",
    "Reason",
    "Rule",
    "RulesBoard",
    "RulesError",
    "Seats",
    "Setup",
    "Sighting",
    "State",
    "Throws",
    "Trial",
    "TwoPlayerWin",
    "Verdict",
    "Walk",
    "after_throw",
    "apply_move",
    "attempts",
    "choices",
    "could_capture",
    "explain",
    "initial_position",
    "initial_state",
    "is_over",
    "judge",
    "legal_moves",
    "missed_captures",
    "parse_board",
    "parse_game",
    "parse_options",
    "parse_position_text",
    "parse_seats",
    "penalised",
    "penalty_choice",
    "perft",
    "places",
]
