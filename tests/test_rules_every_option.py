"""All 3,072 combinations of options, one short game each; and games kept as a record."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.events import Event, MissedCaptureEvent, MoveEvent, PassEvent, PenaltyEvent, ThrowEvent
from companion.history import History, begin
from companion.record import ListLog, header_of, history_of, parse_record
from companion.rules import (
    FOUR,
    HOUSE,
    Color,
    Game,
    Move,
    Position,
    RulesBoard,
    Seats,
    Sighting,
    Verdict,
    apply_move,
    choices,
    could_capture,
    judge,
    parse_options,
)
from hardware.errors import InputError
from tests.rules_play import COMBINATIONS, SMALL, games, play, situations
from tests.test_rules_properties import displaced, quick
from tests.wall_time import noon_plus

SEATS = (Seats(), Seats(two=True), Seats(neutral=Color("green")))


def seated(number: int) -> Game:
    """One of the combinations; seats and board change along with it."""
    options = parse_options(COMBINATIONS[number])
    seats = SEATS[number % 2] if options.partners else SEATS[number % 3]
    return Game(SMALL if number % 4 else FOUR, options, FOUR.colors, seats)


def test_positions_are_valid_no_legal_move_is_judged_illegal_and_no_illegal_one_legal() -> None:
    for number in range(len(COMBINATIONS)):
        game, rng = seated(number), Random(number)
        state, throw = play(game, rng, 10 + number % 70)[-1]
        assert state.turn is not None
        assert Position.of(game, state.position.to_dict()) == state.position, number
        found = choices(game, state.position, state.turn, throw)
        for move in found.legal + found.missed:
            judged = judge(game, state.position, state.turn, throw, Sighting.of_position(apply_move(game, state.position, move)))
            assert (judged.verdict, judged.move) == (
                Verdict.LEGAL if move in found.legal else Verdict.MISSED_CAPTURE,
                move,
            ), (number, state, throw)
        for _ in range(6):
            color = rng.choice(game.colors)
            source, target = rng.choice(state.position.pieces(color)), rng.randint(HOUSE, game.last)
            if target == source:
                continue
            judged = judge(game, state.position, state.turn, throw, displaced(state.position, color, source, target), done=True)
            legal = Move(color, source, target) in found.legal
            assert (judged.verdict is Verdict.LEGAL) == legal, (number, state, throw, color, source, target)


@quick
@given(situations())
def test_other_names_for_the_colours_change_nothing(situation: tuple[Game, Position, Color, int]) -> None:
    game, position, turn, throw = situation
    to = {color: Color(f"other-{number}") for number, color in enumerate(game.board.colors)}
    board = RulesBoard(game.board.track, game.board.goal, tuple(to.values()))
    neutral = game.seats.neutral
    seats = Seats(game.seats.two, None if neutral is None else to[neutral])
    renamed_game = Game(board, game.options, tuple(to[color] for color in game.colors), seats)
    renamed = Position.of(renamed_game, {to[color]: list(position.pieces(color)) for color in game.colors})
    here, there = choices(game, position, turn, throw), choices(renamed_game, renamed, to[turn], throw)
    for ours, theirs in ((here.legal, there.legal), (here.missed, there.missed)):
        assert tuple(Move(to[m.color], m.source, m.target, m.captures and to[m.captures]) for m in ours) == theirs


@quick
@given(situations())
def test_a_record_takes_the_listed_moves_and_no_others(situation: tuple[Game, Position, Color, int]) -> None:
    game, position, turn, throw = situation
    thrown = begin(game, turn, position).after(ThrowEvent(turn, throw, "button"))
    listed = choices(game, position, turn, throw).legal
    for color in game.colors:
        for source in set(position.pieces(color)):
            for target in (0, source + throw, source - throw, source + 1):
                for captures in (None, *game.colors):
                    move = Move(color, source, target, captures)
                    assert takes(thrown, MoveEvent(move)) == (move in listed)
    assert takes(thrown, PassEvent(turn)) == (not listed)


def takes(history: History, event: Event) -> bool:
    try:
        history.after(event)
    except InputError:
        return False
    return True


@quick
@given(games(), st.integers(0, 2**32))
def test_a_record_replays_to_the_same_position(game: Game, seed: int) -> None:
    history, log = begin(game, game.players[0]), ListLog(noon_plus)
    log.append(header_of(game, history, "the board", "test", {}), 0.0)
    rng = Random(seed)
    for number in range(120):
        if history.over:
            break
        event = following(history, rng)
        history = history.after(event)
        log.append(event, number * 0.5)
    raw = b"".join(json.dumps(entry.to_json()).encode() + b"\n" for entry in log.entries)
    entries, _ = parse_record(raw, "record")
    replayed = history_of(entries, {"the board": game.board})
    assert replayed.game == game
    assert replayed.now == history.now
    assert [step.state for step in replayed.steps] == [step.state for step in history.steps]


def following(history: History, rng: Random) -> Event:
    """What could come next: a throw, a move, a missed capture, its penalty or a pass."""
    now, game = history.now, history.game
    state = now.state
    assert state.turn is not None
    if now.owed is not None:
        pieces = [(piece.color, piece.source) for piece in now.owed.choice.pieces]
        color, source = rng.choice(pieces)
        return PenaltyEvent(now.owed.choice.rule.value, color, source)
    if now.throw is None:
        return ThrowEvent(state.turn, rng.choice((1, 2, 3, 4, 5, 6, 6)), "recorded")
    found = choices(game, state.position, state.turn, now.throw)
    if not found.legal:
        return PassEvent(state.turn)
    move = rng.choice(found.legal + found.missed)
    if move in found.legal:
        return MoveEvent(move)
    return MissedCaptureEvent(move, could_capture(game, state.position, state.turn, now.throw))
