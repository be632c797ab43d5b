"""What holds for every combination of options, every seating and every board."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import (
    HOUSE,
    Color,
    ForeignPlace,
    Game,
    Move,
    Position,
    Reason,
    Seats,
    Sighting,
    Verdict,
    after_throw,
    apply_move,
    choices,
    initial_state,
    judge,
    parse_position_text,
)
from companion.rules.sighting import Place
from tests.rules_play import games, play, situations

quick = settings(max_examples=60, deadline=None, derandomize=True)
thorough = settings(max_examples=150, deadline=None, derandomize=True)
Situation = tuple[Game, Position, Color, int]


def displaced(position: Position, color: Color, source: int, target: Place) -> Sighting:
    places: dict[Color, tuple[Place, ...]] = {other: position.pieces(other) for other in position.colors}
    row = list(places[color])
    row.remove(source)
    places[color] = (*row, target)
    return Sighting.of(position.colors, places)


@thorough
@given(situations())
def test_judge_accepts_every_listed_move_and_punishes_every_missed_capture(situation: Situation) -> None:
    game, position, turn, throw = situation
    found = choices(game, position, turn, throw)
    for move in found.legal:
        judged = judge(game, position, turn, throw, Sighting.of_position(apply_move(game, position, move)))
        assert (judged.verdict, judged.move) == (Verdict.LEGAL, move)
    for move in found.missed:
        judged = judge(game, position, turn, throw, Sighting.of_position(apply_move(game, position, move)))
        assert (judged.verdict, judged.move) == (Verdict.MISSED_CAPTURE, move)
        assert judged.could_capture


@quick
@given(situations())
def test_judge_accepts_nothing_else(situation: Situation) -> None:
    game, position, turn, throw = situation
    found = choices(game, position, turn, throw)
    for color in game.colors:
        for source in set(position.pieces(color)):
            for target in range(HOUSE, game.board.last + 1):
                if target == source:
                    continue
                judged = judge(game, position, turn, throw, displaced(position, color, source, target), done=True)
                move = Move(color, source, target)
                assert (judged.verdict is Verdict.LEGAL) == (move in found.legal)
                assert (judged.verdict is Verdict.MISSED_CAPTURE) == (move in found.missed)
                assert Reason.UNEXPLAINED not in judged.reasons


@quick
@given(situations(), st.randoms(use_true_random=False))
def test_judge_has_an_answer_to_whatever_stands_on_the_board(situation: Situation, rng: random.Random) -> None:
    game, position, turn, throw = situation
    places: dict[Color, tuple[Place, ...]] = {}
    for color in game.colors:
        anywhere: list[Place] = [*range(HOUSE, game.board.last + 1), *position.pieces(color) * 9]
        anywhere += [ForeignPlace(other, kind) for other in game.colors if other != color for kind in ("goal", "house")]
        places[color] = tuple(rng.choice(anywhere) for _ in range(rng.choice((3, 4, 4, 4, 5))))
    judged = judge(game, position, turn, rng.choice((None, throw)), Sighting.of(game.colors, places), rng.random() < 0.5)
    assert (judged.verdict is Verdict.ILLEGAL) == bool(judged.reasons)
    assert list(judged.reasons) == sorted(judged.reasons, key=list(Reason).index)


@quick
@given(situations())
def test_an_unchanged_board_is_a_pass_only_when_nothing_is_legal(situation: Situation) -> None:
    game, position, turn, throw = situation
    seen = Sighting.of_position(position)
    assert judge(game, position, turn, throw, seen).verdict is Verdict.UNCHANGED
    judged = judge(game, position, turn, throw, seen, done=True)
    if choices(game, position, turn, throw).legal:
        assert (judged.verdict, judged.reasons) == (Verdict.ILLEGAL, (Reason.MUST_MOVE,))
    else:
        assert (judged.verdict, judged.move) == (Verdict.LEGAL, None)


@quick
@given(situations())
def test_a_lifted_piece_is_waited_for_when_it_may_move(situation: Situation) -> None:
    game, position, turn, throw = situation
    for move in choices(game, position, turn, throw).legal:
        rows: dict[Color, tuple[Place, ...]] = {color: position.pieces(color) for color in game.colors}
        row = list(rows[move.color])
        row.remove(move.source)
        seen = Sighting.of(game.colors, {**rows, move.color: tuple(row)})
        assert judge(game, position, turn, throw, seen).verdict is Verdict.INCOMPLETE
        assert Reason.PIECE_MISSING in judge(game, position, turn, throw, seen, done=True).reasons


@thorough
@given(games(), st.integers(0, 2**32))
def test_every_position_of_a_game_is_valid_and_its_text_reads_back(game: Game, seed: int) -> None:
    for state, _ in play(game, random.Random(seed), 400)[::9]:
        assert Position.of(game, state.position.to_dict()) == state.position
        assert parse_position_text(game, state.position.text(state.turn)) == (state.position, state.turn)
        assert Sighting.parse(game, Sighting.of_position(state.position).to_dict()) == Sighting.of_position(state.position)


@quick
@given(games(), st.integers(0, 2**32))
def test_whoever_is_on_is_not_finished_unless_he_moves_for_others(game: Game, seed: int) -> None:
    helps = game.seats.neutral is not None or (game.options.partners and game.options.help_partner)
    for state, _ in play(game, random.Random(seed), 600):
        assert state.turn is not None
        assert helps or not game.is_home(state.position.pieces(state.turn))
        assert 1 <= state.throws_left <= game.options.throws.value
        assert set(state.finished) == {color for color in game.colors if game.is_home(state.position.pieces(color))}


@quick
@given(situations(), st.integers(1, 5))
def test_turning_the_board_changes_nothing(situation: Situation, steps: int) -> None:
    game, position, turn, throw = situation
    ring = game.board.colors
    to = {color: ring[(index + steps) % len(ring)] for index, color in enumerate(ring)}
    neutral = game.seats.neutral
    seats = Seats(game.seats.two, None if neutral is None else to[neutral])
    turned_game = Game(game.board, game.options, tuple(to[color] for color in game.colors), seats)
    turned = Position.of(turned_game, {to[color]: list(position.pieces(color)) for color in game.colors})
    here, there = choices(game, position, turn, throw), choices(turned_game, turned, to[turn], throw)

    def renamed(moves: tuple[Move, ...]) -> set[Move]:
        return {Move(to[m.color], m.source, m.target, m.captures and to[m.captures]) for m in moves}

    assert renamed(here.legal) == set(there.legal)
    assert renamed(here.missed) == set(there.missed)
    for move in (*here.legal, *here.missed)[:2] or (None,):
        own = after_throw(game, initial_state(game, turn, position), throw, move)
        moved = None if move is None else renamed((move,)).pop()
        other = after_throw(turned_game, initial_state(turned_game, to[turn], turned), throw, moved)
        assert (own.turn and to[own.turn], own.throws_left) == (other.turn, other.throws_left)


@quick
@given(situations())
def test_moves_are_sorted_and_different(situation: Situation) -> None:
    game, position, turn, throw = situation
    for moves in (choices(game, position, turn, throw).legal, choices(game, position, turn, throw).missed):
        keys = [(game.index(move.color), move.source, move.target) for move in moves]
        assert keys == sorted(set(keys))
