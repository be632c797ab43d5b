"""What is said in a game: each kind of message and its words, in the catalogue's language."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import messages as m
from companion.words.catalogue import N_, NN_, Catalogue, Plural
from companion.words.language import Lines, Table
from companion.words.phrases import inside, no_piece, pieces, who

LABELS: Mapping[m.Label, str] = {
    m.Label.COUNT_TOGETHER: N_("Count together"),
    m.Label.WAS_DIFFERENT: N_("Not like that"),
    m.Label.TRY_AGAIN: N_("Try again"),
    m.Label.NEW_GAME: N_("Another game"),
    m.Label.EVENING: N_("This evening"),
    m.Label.PLAY_ON: N_("Play on"),
    m.Label.TAKE_BACK: N_("Take back"),
    m.Label.DONE: N_("Done"),
    m.Label.START: N_("Let's start"),
    m.Label.YES: N_("Yes"),
    m.Label.NO: N_("No"),
    m.Label.DONT_KNOW: N_("I don't know"),
    m.Label.FITS: N_("Looks right"),
    m.Label.LATER: N_("Later"),
    m.Label.FROM_START: N_("From the start"),
    m.Label.CANNOT_MOVE: N_("No move possible"),
    m.Label.SET_BY_HAND: N_("Something else"),
    m.Label.GO_ON: N_("Next"),
    m.Label.MORE_RULES: N_("More rules"),
    m.Label.BACK: N_("Back"),
    m.Label.NEW_PLAYERS: N_("Other players"),
    m.Label.TWO_COLOURS: N_("Two colours each"),
    m.Label.ONE_COLOUR: N_("One colour each"),
}
_REFUSED = {
    m.ThrowRefusal.OVER: N_("The game is over."),
    m.ThrowRefusal.OPEN: N_("The board comes first."),
    m.ThrowRefusal.PENDING: N_("Move first, then throw again."),
    m.ThrowRefusal.OWED: N_("A piece has to go home first."),
    m.ThrowRefusal.CAN_MOVE: N_("Every throw allows a move."),
}
_AGAIN = {
    m.AgainBecause.CROOKED: N_("The die is crooked."),
    m.AgainBecause.SEVERAL: N_("I see more than one die."),
    m.AgainBecause.HANDLED: N_("The die has to roll."),
    m.AgainBecause.UNREADABLE: N_("I can't read the die."),
    m.AgainBecause.CUT_OFF: N_("I lost the die."),
}
_PLACES = (
    N_("{player} takes first place."),
    N_("{player} takes second place."),
    N_("{player} takes third place."),
    N_("{player} takes fourth place."),
    N_("{player} takes fifth place."),
    N_("{player} takes sixth place."),
)
_MISSING: Mapping[m.StartPlace, Plural] = {
    m.StartPlace.HOUSE: NN_("{player} is missing one piece in the house.", "{player} is missing {number} pieces in the house."),
    m.StartPlace.START: NN_(
        "{player} is missing one piece on the start field.", "{player} is missing {number} pieces on the start field."
    ),
    m.StartPlace.BOARD: NN_("{player} is missing one piece on the board.", "{player} is missing {number} pieces on the board."),
}
_EXTRA: Mapping[m.StartPlace, Plural] = {
    m.StartPlace.HOUSE: NN_("{Pieces} belongs in the house.", "{Pieces} belong in the house."),
    m.StartPlace.START: NN_("{Pieces} belongs on the start field.", "{Pieces} belong on the start field."),
    m.StartPlace.BOARD: NN_("{Pieces} too many.", "{Pieces} too many."),
}
_TRIES = NN_("One more try for a six.", "{Number} more tries for a six.")
_STEPS = NN_("One step, counted exactly.", "{Number} steps, counted exactly.")
_HOME = NN_("One piece is home.", "{Number} pieces are home.")
_TO_GO = NN_("One to go.", "{Number} to go.")


def _turn_of(c: Catalogue, color: str | None, name: str | None) -> str:
    return c.text("{player}'s turn.", player=who(c, color, name)) if color else ""


def _wins(c: Catalogue, color: str, name: str | None) -> str:
    return c.text("{player} wins!", player=who(c, color, name))


def thrown(c: Catalogue, value: int) -> str:
    """The throw as it is called out."""
    return c.text("{Number}!", number=c.number(value))


def _captured(c: Catalogue, x: m.Captured) -> Lines:
    following = c.text("You may throw again.") if x.again else _turn_of(c, x.following, x.following_name)
    return Lines(c.text("{player} goes home and starts again.", player=who(c, x.color, x.name)), following)


def _home(c: Catalogue, x: m.PieceHome) -> Lines:
    if x.home >= 4:
        return Lines(c.text("All four pieces are home."))
    return Lines(c.plural(_HOME, x.home), c.plural(_TO_GO, 4 - x.home))


def _progress(c: Catalogue, x: m.Progress) -> Lines:
    count = pieces(c, x.home) if x.home else no_piece(c)
    return Lines(c.text("{player} has {pieces} home.", player=who(c, x.color, x.name), pieces=count))


def _missed(c: Catalogue, x: m.MissedCapture) -> Lines:
    if x.rule is m.MissedRule.HUFF_ANY:
        cost = c.text("Now you may huff one piece.")
    elif x.several:
        cost = c.text("Which of them goes home?")
    else:
        cost = c.text("For that, the piece goes home.")
    return Lines(c.text("{player} could capture.", player=who(c, x.color, x.name)), cost)


def _win(c: Catalogue, x: m.Win) -> Lines:
    more = c.text("Will you play on for the places?") if x.play_on else c.text("The game is over.")
    return Lines(_wins(c, x.color, x.name), more)


def _place(c: Catalogue, x: m.Place) -> Lines:
    player = who(c, x.color, x.name)
    if 0 < x.place <= len(_PLACES):
        return Lines(c.text(_PLACES[x.place - 1], player=player))
    return Lines(c.text("{player} takes place {number}.", player=player, number=c.number(x.place)))


def _how_far(c: Catalogue, x: m.HowFar) -> Lines:
    counts = {"first": c.number(x.first), "second": c.number(x.second)}
    return Lines(c.text("How far did {player} move, {first} or {second}?", player=inside(c, x.color, x.name), **counts))


def _start_missing(c: Catalogue, x: m.StartMissing) -> Lines:
    return Lines(c.text("Nearly ready."), c.plural(_MISSING[x.place], x.count, player=who(c, x.color)))


def _start_extra(c: Catalogue, x: m.StartExtra) -> Lines:
    return Lines(c.text("Nearly ready."), c.plural(_EXTRA[x.place], x.count, pieces=pieces(c, x.count, x.color)))


def _throw(c: Catalogue, x: m.Thrown) -> Lines:
    return Lines(thrown(c, x.value), c.text("Which piece moves?") if x.choice else c.text("Only one piece can move."))


def add_game(t: Table) -> None:
    """Adds the words of a game."""
    c = t.catalogue
    t.add(m.ThrowRefused, lambda x: Lines(c.text(_REFUSED[x.why])))
    t.add(m.ThrowAgain, lambda x: Lines(c.text("Please throw again."), c.text(_AGAIN[x.why])))
    t.add(m.Turn, lambda x: Lines(_turn_of(c, x.color, x.name), c.text("Please throw.")))
    t.add(m.Thrown, lambda x: _throw(c, x))
    t.add(m.TriesLeft, lambda x: Lines(c.plural(_TRIES, x.count)))
    t.add(m.NoMove, lambda x: Lines(c.text("No move possible."), _turn_of(c, x.color, x.name)))
    t.add(m.HowFar, lambda x: _how_far(c, x))
    t.add(m.CountingStep, lambda x: Lines(c.text("Count along: {number}!", number=c.number(x.count))))
    t.add(m.CountingDone, lambda x: Lines(c.plural(_STEPS, x.count)))
    t.add(m.Captured, lambda x: _captured(c, x))
    t.add(m.PieceHome, lambda x: _home(c, x))
    t.add(m.Progress, lambda x: _progress(c, x))
    t.add(m.MissedCapture, lambda x: _missed(c, x))
    t.add(m.Penalty, lambda x: Lines(c.text("{Piece} goes home.", piece=pieces(c, 1, x.color))))
    t.add(m.Win, lambda x: _win(c, x))
    t.add(m.Place, lambda x: _place(c, x))
    t.add(m.GameOver, lambda x: Lines(_wins(c, x.color, x.name), c.text("The game is over.")))
    t.add(m.StartMissing, lambda x: _start_missing(c, x))
    t.add(m.StartExtra, lambda x: _start_extra(c, x))
    for kind, words in _ALWAYS.items():
        t.always(kind, *words)


_ALWAYS: Mapping[type[m.Message], tuple[str, ...]] = {
    m.DieLost: (N_("I can't hear the die."), N_("Is it nearby?")),
    m.DieBack: (N_("The die is back."),),
    m.DieBatteryLow: (N_("The die is nearly empty."), N_("Please charge it soon.")),
    m.SixAgain: (N_("A six!"), N_("You may throw again.")),
    m.HandOver: (N_("I'm waiting."), N_("I'll look when your hand is away.")),
    m.Corrected: (N_("Thank you, I misread that."),),
    m.TakenBack: (N_("Good, everything is back in place."),),
    m.CameraLost: (N_("I can't see the board."), N_("Is the camera plugged in?")),
    m.CameraDark: (N_("It's too dark for me."), N_("Is the light on and the lens cap off?")),
    m.CameraBright: (N_("It's too bright for me."), N_("Is a lamp shining into the camera?")),
    m.BoardLost: (N_("I can't see the board."), N_("Is it still in the picture?")),
    m.BoardNotFound: (N_("I'm looking for the board."), N_("Please put all of it in view.")),
    m.BoardMoved: (N_("The board has moved."), N_("I've caught up.")),
    m.LearningPieces: (N_("One moment."), N_("I'm getting to know the pieces.")),
    m.SetUp: (N_("Please set up."), N_("The rings show what is missing.")),
    m.Resumed: (N_("We play on."), N_("Is everything as it was?")),
    m.StartReady: (N_("All pieces are in place."), N_("Let's start.")),
    m.WhoBegins: (N_("Who begins?"),),
}
"""What is said with the same words always: title, and sentence."""
