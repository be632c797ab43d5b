"""What can be said and shown about an open move: which way a piece went, where it should stand, whose it was."""

from __future__ import annotations

from collections import Counter

from companion.belief.arrangement import Arrangement, difference
from companion.history import Owed
from companion.places import HOME, Places
from companion.referee import Referee, Standing
from companion.rules import HOUSE, PIECES, Color, ForeignPlace, Judgement, Reason, legal_moves
from companion.scene import MarkKind, SceneMark, WrongWay
from companion.words import Facts


def wrong_way(places: Places, judgement: Judgement, thrown: int | None) -> WrongWay | None:
    """The way really gone beside the right one; None unless a piece simply went another number of fields."""
    walk = judgement.walk
    if walk is None or thrown is None or not judgement.reasons or judgement.reasons[0] is not Reason.WRONG_COUNT:
        return None
    if not isinstance(walk.target, int) or not HOUSE < walk.source < walk.target:
        return None
    path = tuple(places.shown(walk.color, p) for p in range(walk.source, walk.target + 1))
    right = places.shown(walk.color, min(walk.source + thrown, places.profile.track + places.profile.goal - 1))
    return WrongWay(walk.color, path, right, thrown, walk.target - walk.source)


def marks(places: Places, should: Arrangement, seen: Arrangement) -> tuple[SceneMark, ...]:
    """Rings around the fields that differ."""
    lacking, extra = difference(should, seen)
    missing = [SceneMark(field, MarkKind.MISSING, color) for color, field in _fields(places, lacking, seen, free=True)]
    return (*missing, *(SceneMark(field, MarkKind.EXTRA, color) for color, field in _fields(places, extra, seen, free=False)))


def rings(places: Places, referee: Referee, reason: Reason, before: Arrangement, seen: Arrangement) -> tuple[SceneMark, ...]:
    """The fields to look at: where a piece is missing or too many, which piece still has to go home."""
    owed = referee.history.now.owed
    if owed is not None:
        lacking = tuple(mark for mark in marks(places, before, seen) if mark.kind is MarkKind.MISSING)
        return (*lacking, *payers(places, owed))
    if reason is Reason.CAPTURED_NOT_RETURNED and (not_home := _not_home(places, before, seen)):
        return not_home
    return marks(places, before, seen)


def payers(places: Places, owed: Owed) -> tuple[SceneMark, ...]:
    """Rings around the pieces one of which goes home for a missed capture."""
    at = dict.fromkeys((piece.color, places.shown(piece.color, piece.source)) for piece in owed.choice.pieces)
    return tuple(SceneMark(field, MarkKind.EXTRA, color) for color, field in at)


def paid_with_another(owed: Owed, standing: Standing) -> bool:
    """Whether a piece of who missed the capture went home, though another one owes it."""
    color = owed.move.color
    after = owed.before.position.pieces(color)
    seen = standing.sighting.places(color)
    return len(seen) == PIECES and seen.count(HOUSE) > after.count(HOUSE) - (owed.move.source == HOUSE)


def _not_home(places: Places, before: Arrangement, seen: Arrangement) -> tuple[SceneMark, ...]:
    """Where in their house the captured pieces that are nowhere belong."""
    count, had = Counter(color for color, _ in seen), Counter(color for color, _ in before)
    gone = [(color, HOME) for color, pieces in had.items() for _ in range(pieces - count[color])]
    at = _fields(places, tuple(gone), seen, free=True)
    return tuple(SceneMark(field, MarkKind.MISSING, color) for color, field in at)


def facts(referee: Referee, standing: Standing, before: Arrangement, seen: Arrangement, name: str | None) -> Facts:
    """What the words need to know."""
    now, reason = referee.history.now, standing.judgement.reasons[0]
    turn = now.state.turn or Color("")
    lacking, extra = difference(before, seen)
    moved = _whose(reason, turn, before, seen, standing)
    walk = standing.judgement.walk
    walked = walk.target - walk.source if walk is not None and isinstance(walk.target, int) and walk.source != HOUSE else None
    counted = sum(piece[0] == moved for piece in seen)
    return Facts(
        on=turn,
        name=name,
        thrown=now.throw,
        walked=walked,
        moved=moved,
        captured=_captured(referee, reason, turn, lacking),
        pieces=sum(piece[0] == turn for piece in extra) if reason is Reason.SEVERAL_MOVES else counted,
    )


def _whose(reason: Reason, turn: Color, before: Arrangement, seen: Arrangement, standing: Standing) -> Color | None:
    """The colour the reason is about; for a foreign field its owner."""
    lacking, extra = difference(before, seen)
    if reason is Reason.FOREIGN_GOAL:
        sighting = standing.sighting
        foreign = [place for color in sighting.colors for place in sighting.places(color) if isinstance(place, ForeignPlace)]
        return foreign[0].color if foreign else None
    if reason in (Reason.PIECE_MISSING, Reason.PIECE_EXTRA):
        count = Counter(color for color, _ in seen)
        odd = [color for color in dict.fromkeys(c for c, _ in before) if count[color] != PIECES]
        return odd[0] if odd else None
    others = [color for color, _ in (*lacking, *extra) if color != turn]
    return others[0] if others else None


def _captured(referee: Referee, reason: Reason, turn: Color, lacking: Arrangement) -> Color | None:
    """The colour that went missing, or that should have been captured."""
    now = referee.history.now
    if reason is Reason.MUST_CAPTURE and now.throw is not None:
        victims = [move.captures for move in legal_moves(referee.game, now.state.position, turn, now.throw) if move.captures]
        return victims[0] if victims else None
    others = [color for color, _ in lacking if color != turn]
    return others[0] if others else None


def _fields(places: Places, pieces: Arrangement, seen: Arrangement, free: bool) -> list[tuple[Color, str]]:
    """Where to put the rings. Houses are drawn filled from their first field on: what lacks there belongs on the first free
    field, what is too much stands on the last taken one."""
    found: list[tuple[Color, str]] = []
    at_home: Counter[Color] = Counter(color for color, spot in seen if spot == HOME)
    for color, spot in pieces:
        if spot == HOME:
            house = places.house(color)
            number = at_home[color] if free else at_home[color] - 1
            at_home[color] += 1 if free else -1
            spot = house[number % len(house)]
        found.append((color, places.field_name(spot)))
    return found
