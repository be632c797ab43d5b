"""What has to be said in every language. Words in braces are filled in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SheetTexts:
    """The game sheet."""

    date: str
    board: str
    rules: str
    players: str
    result: str
    unfinished: str
    key: str
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportTexts:
    """The page with the plots."""

    title: str
    winner: str
    winners: str
    unfinished: str
    no_throw: str
    facts: str
    """How many turns, throws and captures, and how long."""
    board_alt: str
    standing: str
    final: str
    board_turn: str
    race: str
    race_about: str
    race_x: str
    race_y: str
    race_alt: str
    captures: str
    captures_about: str
    captures_none: str
    total: str
    captured_most: str
    die: str
    die_about: str
    die_alt: str
    die_too_few: str
    die_fair: str
    die_odd: str
    die_loaded: str
    die_noticed: str
    die_inferred: str
    turning: str
    turning_about: str
    turning_none: str
    turning_capture: str
    turning_move: str
    turning_penalty: str
    turning_pass: str
    turn: str
    lead: str
    ahead: str
    behind: str
    level: str
    players: str
    place: str
    throws: str
    sixes: str
    made: str
    suffered: str
    luck: str
    luck_about: str
    time: str
    corrected: str
    made_by: str
    joined: str
    """Between the last two of a list."""
    minus: str = "\N{MINUS SIGN}"
    decimal: str = "."
