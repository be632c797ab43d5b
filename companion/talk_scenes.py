"""The scenes on which people put something right or answer a question."""

from __future__ import annotations

from dataclasses import replace

from companion.belief.arrangement import Arrangement, arrangement_of, difference
from companion.corrections import Correction, corrections
from companion.places import Places
from companion.referee import Referee
from companion.rules import HOUSE, Move, Position, initial_position
from companion.scene import Mode, Scene, SceneButton, SceneChoice, SceneWay
from companion.scenes import SceneMaker
from companion.talk import PAGE, Talk
from companion.wish import Answer, Close, NewGame, PutRight, Wish
from companion.words import Label, label, lines, number_word
from companion.words import evening as ask
from companion.words import messages as say
from companion.words.people import NewGameQuestion, WentHome


def talk_scene(maker: SceneMaker, referee: Referee, talk: Talk) -> Scene:
    """What to show while `talk` is open."""
    if talk.anew:
        return _asked_anew(maker, referee, talk)
    return _asked(maker, referee, talk) if talk.tie is not None else _correcting(maker, referee, talk)


def _correcting(maker: SceneMaker, referee: Referee, talk: Talk) -> Scene:
    found = corrections(referee)
    on = found[0].color if found else None
    scene = replace(_base(maker, referee, Mode.CORRECT), on=on, closable=True)
    touched = _touched(maker.places, found, talk)
    if found and not touched and found[0].throw is not None and found[0].move is None and referee.standing is None:
        faces = [one for one in found if one.throw is not None and one.move is None]
        in_order = [(one.throw or 0, _choice(maker, referee, one)) for one in sorted(faces, key=lambda one: one.throw or 0)]
        shown = tuple(replace(choice, label=number_word(maker.language, value)) for value, choice in in_order)
        nothing = next(_choice(maker, referee, one) for one in found if one.throw is None)
        button = SceneButton("nothing", nothing.label, "take_back", wish=nothing.wish)
        return replace(maker.told(scene, ask.WhatWasThrown()), choices=shown, buttons=(button,), sentence="")
    page, more = _page(found, touched, talk)
    choices = tuple(_choice(maker, referee, one, _rank(found, one)) for one in page)
    buttons = (maker.button("more", Label.SET_BY_HAND, "again"),) if more else ()
    way = next((choice.way for choice in choices if choice.chosen), None)
    return replace(maker.told(scene, ask.HowWasIt()), choices=choices, buttons=buttons, way=way)


def _touched(places: Places, found: tuple[Correction, ...], talk: Talk) -> tuple[Correction, ...]:
    """The answers that are about the touched field."""
    field = talk.field
    return tuple(one for one in found if field is not None and one.move is not None and field in _ends(places, one.move))


def _page(found: tuple[Correction, ...], touched: tuple[Correction, ...], talk: Talk) -> tuple[tuple[Correction, ...], bool]:
    """The answers to show, and whether there are others."""
    pool = touched or found
    pages = -(-len(pool) // PAGE)
    first = talk.page % pages * PAGE if pages else 0
    return pool[first : first + PAGE], pages > 1 or len(pool) < len(found)


def _ends(places: Places, move: Move) -> set[str]:
    """The fields by which a move is meant; any field of a house."""
    if HOUSE in (move.source, move.target):
        house = {places.field_name(spot) for spot in places.house(move.color)}
        return {*house, places.shown(move.color, move.source if move.target == HOUSE else move.target)}
    return {places.shown(move.color, move.source), places.shown(move.color, move.target)}


def _rank(found: tuple[Correction, ...], one: Correction) -> ask.Rank | None:
    """Which of several pieces on their way it is; of what happened earlier the picture alone tells."""
    if one.move is None or one.move.source == HOUSE or one.ago or one.penalty:
        return None
    now = [other.move for other in found if other.move and not other.ago and not other.penalty]
    sources = sorted({move.source for move in now if move.color == one.move.color and move.source != HOUSE})
    if len(sources) < 2:
        return None
    ends = {sources[0]: ask.Rank.LAST, sources[-1]: ask.Rank.FIRST}
    return ends.get(one.move.source, ask.Rank.MIDDLE)


def _choice(maker: SceneMaker, referee: Referee, one: Correction, rank: ask.Rank | None = None) -> SceneChoice:
    next_n = referee.history.next_n
    wish: Wish = Close() if one.recognised else PutRight(next_n, one.events)
    words = lines(maker.language, _message(maker, one))
    way = None if one.move is None else SceneWay(one.move.color, maker.places.way(one.move))
    name = f"choice:{'-'.join(str(part) for part in (one.throw, *_key(one.move), *([one.ago] if one.ago else [])))}"
    which = "" if rank is None else lines(maker.language, ask.WhichPiece(rank)).title
    return SceneChoice(name, words.title, which, one.color, one.throw, chosen=one.recognised, way=way, wish=wish)


def _key(move: Move | None) -> tuple[object, ...]:
    return () if move is None else (move.color, move.source, move.target)


def _message(maker: SceneMaker, one: Correction) -> say.Message:
    if one.penalty:
        return WentHome(None if one.move is None else one.color, maker.name(one.color))
    if one.move is None:
        return ask.DidNotThrow() if one.throw is None else ask.DidNotMove()
    count = None if one.move.source == HOUSE else abs(one.move.target - one.move.source)
    return ask.Goes(one.move.color, count, maker.name(one.move.color))


def _base(maker: SceneMaker, referee: Referee, mode: Mode) -> Scene:
    return Scene(
        board=maker.board,
        mode=mode,
        players=maker.players(referee),
        pieces=maker.pieces(maker.standing(referee)),
        on=referee.history.now.state.turn,
        quarter_turns=maker.quarter_turns,
        night=maker.night,
    )


# ---- a question ----


def _asked(maker: SceneMaker, referee: Referee, talk: Talk) -> Scene:
    assert talk.tie is not None
    answers = (talk.tie.first, talk.tie.second)
    ways = [_way_to(maker, referee, arrangement) for arrangement in answers]
    different = len({len(way.path) for way in ways if way is not None}) == len(answers)
    choices = tuple(
        _answer(maker, referee, arrangement, way, number, different)
        for number, (arrangement, way) in enumerate(zip(answers, ways, strict=True))
    )
    unknown = maker.button("dont_know", Label.DONT_KNOW)
    buttons = (replace(unknown, wish=Answer(referee.history.next_n, None, unknown.label)),)
    scene = replace(_base(maker, referee, Mode.ASK), choices=choices, buttons=buttons)
    return maker.told(scene, question(maker, referee, talk))


def _asked_anew(maker: SceneMaker, referee: Referee, talk: Talk) -> Scene:
    """Each answer is a picture of what is played on from."""
    begun, game = referee.history.now.state.position, referee.game
    yes, no = label(maker.language, Label.NEW_GAME), label(maker.language, Label.PLAY_ON)
    answers: tuple[tuple[str, str, Position, Wish], ...] = (
        ("anew", yes, initial_position(game), NewGame()),
        ("play_on", no, begun, Answer(referee.history.next_n, None, no)),
    )
    choices = tuple(
        SceneChoice(name, words, pieces=maker.pieces(arrangement_of(game, position, maker.places)), wish=wish)
        for name, words, position, wish in answers
    )
    scene = replace(_base(maker, referee, Mode.ASK), choices=choices, on=None)
    return maker.told(scene, question(maker, referee, talk))


def question(maker: SceneMaker, referee: Referee, talk: Talk) -> say.Message:
    """The question as a message."""
    if talk.anew:
        return NewGameQuestion()
    assert talk.tie is not None
    turn = referee.history.now.state.turn
    assert turn is not None
    first, second = (_way_to(maker, referee, one) for one in (talk.tie.first, talk.tie.second))
    if first is not None and second is not None and len(first.path) != len(second.path):
        fewer, more = sorted((len(first.path) - 1, len(second.path) - 1))
        return say.HowFar(turn, fewer, more, maker.name(turn))
    return ask.WhichMove(turn, maker.name(turn))


def _answer(
    maker: SceneMaker, referee: Referee, arrangement: Arrangement, way: SceneWay | None, number: int, counted: bool
) -> SceneChoice:
    steps = len(way.path) - 1 if way is not None and counted else None
    words = chr(ord("A") + number) if steps is None else number_word(maker.language, steps)
    wish = Answer(referee.history.next_n, arrangement, words)
    return SceneChoice(f"answer:{number}", words, steps=steps, pieces=maker.pieces(arrangement), way=way, wish=wish)


def _way_to(maker: SceneMaker, referee: Referee, arrangement: Arrangement) -> SceneWay | None:
    """How a piece of who is on got there, where exactly one of them stands elsewhere."""
    turn = referee.history.now.state.turn
    lacking, extra = difference(maker.standing(referee), arrangement)
    gone, come = [piece for piece in lacking if piece[0] == turn], [piece for piece in extra if piece[0] == turn]
    if turn is None or len(gone) != 1 or len(come) != 1:
        return None
    source, target = maker.places.place(*gone[0]), maker.places.place(*come[0])
    if not isinstance(source, int) or not isinstance(target, int):
        return None
    return SceneWay(turn, maker.places.way(Move(turn, source, target)))
