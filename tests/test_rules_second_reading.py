"""The candidates, duties and Schlagzwang once more, written down from the text as slowly and literally as possible.

The engine works on rows of progress and tables; this reading lays every piece on a board of named fields and looks.
"""

from __future__ import annotations

from hypothesis import given, settings

from companion.rules import Color, Game, Position, choices
from tests.rules_play import situations

Told = tuple[str, int, int, str | None]
Field = tuple[str, str, int]
"""("house", colour, 0), ("track", "", number) or ("goal", colour, index)."""


class Table:
    """A board with pieces on it."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game, self.L = game, game.board.track
        self.progress = {color: position.pieces(color) for color in game.colors}
        self.on: dict[Field, list[Color]] = {}
        for color in game.colors:
            for p in position.pieces(color):
                self.on.setdefault(self.field(color, p), []).append(color)

    def field(self, color: Color, p: int) -> Field:
        if p == -1:
            return ("house", color, 0)
        if p >= self.L:
            return ("goal", color, p - self.L)
        step = self.L // len(self.game.board.colors)
        return ("track", "", (self.game.board.colors.index(color) * step + p) % self.L)

    def at(self, color: Color, p: int) -> list[Color]:
        return self.on.get(self.field(color, p), [])

    def pair(self, color: Color) -> set[Color]:
        ring = self.game.board.colors
        other = ring[(ring.index(color) + len(ring) // 2) % len(ring)]
        return {color, other} if self.game.options.partners else {color}

    def home(self, color: Color) -> bool:
        return all(p >= self.L for p in self.progress[color])

    def ends(self, color: Color, p: int, q: int) -> list[Told]:
        there = self.at(color, q)
        if not there:
            return [(color, p, q, None)]
        if q >= self.L or len(there) == 2:
            return []
        if there[0] in self.pair(color):
            together = self.game.options.barriers or self.game.options.partners
            return [(color, p, q, None)] if together else []
        return [(color, p, q, there[0])]

    def passes(self, color: Color, p: int, q: int) -> bool:
        step = 1 if q > p else -1
        for between in range(p + step, q, step):
            there = self.at(color, between)
            if between < self.L and len(there) == 2:
                return False
            if between >= self.L and there and not self.game.options.jump_in_goal:
                return False
        return True

    def forward(self, color: Color, p: int, r: int) -> list[Told]:
        last = self.L + self.game.board.goal - 1
        return self.ends(color, p, p + r) if p + r <= last and self.passes(color, p, p + r) else []

    def candidates(self, color: Color, r: int) -> list[Told]:
        found: list[Told] = []
        for p in sorted(set(self.progress[color])):
            if p == -1 and r == 6:
                held = color in self.at(color, 0)
                together = self.game.options.barriers or self.game.options.partners
                if not held or (together and not self.forward(color, 0, 6)):
                    found += self.ends(color, -1, 0)
            if p >= 0:
                found += self.forward(color, p, r)
            if self.game.options.backward_capture and p < self.L and p - r >= 1 and self.passes(color, p, p - r):
                found += [told for told in self.ends(color, p, p - r) if told[3]]
        return found

    def bound(self, color: Color, r: int) -> list[Told]:
        all_of_it = self.candidates(color, r)
        if -1 not in self.progress[color]:
            return all_of_it
        enter = [told for told in all_of_it if told[1] == -1]
        from_a = [told for told in all_of_it if told[1] == 0]
        return enter or from_a or all_of_it

    def movers(self, turn: Color) -> list[Color]:
        neutral = self.game.seats.neutral
        if neutral is not None:
            return [neutral] if self.home(turn) else [turn, neutral]
        if not self.home(turn):
            return [turn]
        partner = next(iter(self.pair(turn) - {turn}), None)
        helps = partner is not None and self.game.options.help_partner and not self.home(partner)
        return [partner] if partner is not None and helps else []


def second_reading(game: Game, position: Position, turn: Color, throw: int) -> tuple[set[Told], set[Told]]:
    table = Table(game, position)
    every = {told for color in table.movers(turn) for told in table.candidates(color, throw)}
    bound = {told for color in table.movers(turn) for told in table.bound(color, throw)}
    if game.options.capture.value == "optional":
        return bound, set()
    capturing = {told for told in (every if game.options.capture_first else bound) if told[3]}
    if not capturing:
        return bound, set()
    missed = {told for told in bound if not told[3]}
    return capturing, set() if game.options.missed_capture.value == "none" else missed


@settings(max_examples=150, deadline=None, derandomize=True)
@given(situations())
def test_both_readings_agree(situation: tuple[Game, Position, Color, int]) -> None:
    game, position, turn, _ = situation
    for throw in range(1, 7):
        found = choices(game, position, turn, throw)
        legal = {(move.color, move.source, move.target, move.captures) for move in found.legal}
        missed = {(move.color, move.source, move.target, move.captures) for move in found.missed}
        assert (legal, missed) == second_reading(game, position, turn, throw)
