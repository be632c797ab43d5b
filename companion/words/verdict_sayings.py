"""What is said about an open move, in the catalogue's language. Never "wrong": a step is missing, and it is named."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import verdicts as v
from companion.words.catalogue import N_, NN_, Catalogue
from companion.words.language import Table
from companion.words.messages import Verdict
from companion.words.phrases import a_piece, inside, no_piece, pieces, the_piece, too_many

MOVED_BUT_THROWN = NN_("You moved {walked}, but the throw was one.", "You moved {walked}, but the throw was {number}.")
_THROWN = NN_("The throw was one. The move doesn't match.", "The throw was {number}. The move doesn't match.")
_WALKED = NN_("one field", "{number}")
_OVER = NN_("One too many.", "{Number} too many.")
_ALWAYS: Mapping[type[Verdict], str] = {
    v.NotThrown: N_("Throw first, then move."),
    v.EnterNeedsSix: N_("You need a six to leave the house."),
    v.Backward: N_("Pieces only go forward, the way the arrow points."),
    v.GoalOvershot: N_("The goal isn't that long."),
    v.OwnPieceThere: N_("One of yours is there already."),
    v.BarrierInTheWay: N_("Two pieces block the way. Nobody gets past them."),
    v.JumpedInGoal: N_("In the goal, pieces don't jump."),
    v.MustEnter: N_("With a six, a piece comes out."),
    v.MustClearStart: N_("First the start field must be cleared."),
    v.MustMove: N_("A move is possible, so you must make it."),
    v.Unexplained: N_("I don't understand that. Could you set it up again?"),
}


def moved_but_thrown(c: Catalogue, walked: int, thrown: int) -> str:
    """How far somebody went, and what was thrown."""
    return c.plural(MOVED_BUT_THROWN, thrown, walked=c.plural(_WALKED, walked))


def _wrong_count(c: Catalogue, x: v.WrongCount) -> str:
    return c.plural(_THROWN, x.thrown) if x.walked is None else moved_but_thrown(c, x.walked, x.thrown)


def _wrong_colour(c: Catalogue, x: v.WrongColour) -> str:
    return c.text("That was {piece}. It's {player}'s turn.", piece=a_piece(c, x.moved), player=inside(c, x.on, x.name))


def _foreign_goal(c: Catalogue, x: v.ForeignGoal) -> str:
    if x.owner is None:
        return c.text("That field belongs to another colour.")
    return c.text("That field belongs to {player}.", player=inside(c, x.owner))


def _must_capture(c: Catalogue, x: v.MustCapture) -> str:
    if x.captured is None:
        return c.text("You can capture, so you must.")
    return c.text("You can capture {player}, so you must.", player=inside(c, x.captured))


def _missing(c: Catalogue, x: v.PieceMissing) -> str:
    if x.color is None or x.seen is None or x.seen > 3:
        return c.text("{Piece} is missing. Where is it?", piece=pieces(c, 1, x.color))
    if x.seen == 0:
        return c.text("I see {pieces}. Where are they?", pieces=no_piece(c, x.color))
    seen = pieces(c, x.seen, x.color)
    if x.seen == 3:
        return c.text("I see only {pieces}. Where is the fourth?", pieces=seen)
    return c.text("I see only {pieces}. Where are the others?", pieces=seen)


def _extra(c: Catalogue, x: v.PieceExtra) -> str:
    over = (x.seen or 0) - 4
    if over < 1:
        return c.text("I see {pieces}. Could you count them?", pieces=too_many(c, x.color))
    return c.text("I see {pieces}. {More}", pieces=pieces(c, over + 4, x.color), more=c.plural(_OVER, over))


def add_verdicts(t: Table) -> None:
    """Adds what is said about open moves."""
    c = t.catalogue
    t.verdict(v.WrongColour, lambda x: _wrong_colour(c, x))
    t.verdict(v.SeveralMoves, lambda x: c.text("{Pieces} moved. Only one may move.", pieces=pieces(c, x.count)))
    t.verdict(v.ForeignGoal, lambda x: _foreign_goal(c, x))
    t.verdict(v.WrongCount, lambda x: _wrong_count(c, x), c.text("Shall we count together?"))
    t.verdict(v.MustCapture, lambda x: _must_capture(c, x))
    t.verdict(
        v.CapturedNotReturned,
        lambda x: c.text("{Piece} still has to go home.", piece=the_piece(c, x.captured)),
    )
    t.verdict(v.PieceMissing, lambda x: _missing(c, x))
    t.verdict(v.PieceExtra, lambda x: _extra(c, x))
    for kind, words in _ALWAYS.items():
        t.verdict(kind, lambda _, words=words: c.text(words))  # type: ignore[misc]  # mypy does not infer a lambda's default
