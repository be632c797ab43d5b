"""The English words. Literal where LOOK section 9 gives them; at most nine words a sentence, numbers as words."""

from __future__ import annotations

from companion.words import messages as m
from companion.words import verdicts as v
from companion.words.calibrating_words import add_english
from companion.words.evening_words import add_english_evening
from companion.words.helping_words import add_english as add_english_help
from companion.words.language import Lines, Table

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth")


def number(n: int) -> str:
    """0 … 99 as a word; larger numbers as digits."""
    if not 0 <= n < 100:
        return str(n)
    if n < 20:
        return _UNITS[n]
    tens, units = divmod(n, 10)
    return _TENS[tens] if not units else f"{_TENS[tens]}-{_UNITS[units]}"


def color(name: str) -> str:
    """The colour as a player's name."""
    return name.capitalize()


def _who(of: str, name: str | None) -> str:
    """Who it is, at the beginning of a sentence."""
    return name or color(of)


def _inside(of: str, name: str | None) -> str:
    """Who it is, inside a sentence."""
    return name or of


def _pieces(count: int, of: str | None = None) -> str:
    """`one yellow piece`, `three pieces`."""
    return f"{number(count)} {of + ' ' if of else ''}{'piece' if count == 1 else 'pieces'}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


LABELS = {
    m.Label.COUNT_TOGETHER: "Count together",
    m.Label.WAS_DIFFERENT: "Not like that",
    m.Label.TRY_AGAIN: "Try again",
    m.Label.NEW_GAME: "Another game",
    m.Label.EVENING: "This evening",
    m.Label.PLAY_ON: "Play on",
    m.Label.TAKE_BACK: "Take back",
    m.Label.DONE: "Done",
    m.Label.START: "Let's start",
    m.Label.YES: "Yes",
    m.Label.NO: "No",
    m.Label.DONT_KNOW: "I don't know",
    m.Label.FITS: "Looks right",
    m.Label.LATER: "Later",
    m.Label.FROM_START: "From the start",
    m.Label.CANNOT_MOVE: "No move possible",
    m.Label.SET_BY_HAND: "Something else",
    m.Label.GO_ON: "Next",
    m.Label.MORE_RULES: "More rules",
    m.Label.BACK: "Back",
    m.Label.NEW_PLAYERS: "Other players",
}
TABLE = Table("Have a look!", LABELS)


def _no_move(message: m.NoMove) -> Lines:
    return Lines("No move possible.", f"{_who(message.color, message.name)}'s turn." if message.color else "")


def _captured(message: m.Captured) -> Lines:
    following = f"{_who(message.following, message.following_name)}'s turn." if message.following else ""
    return Lines(
        f"{_who(message.color, message.name)} goes home and starts again.",
        "You may throw again." if message.again else following,
    )


def _home(message: m.PieceHome) -> Lines:
    if message.home >= 4:
        return Lines("All four pieces are home.")
    verb = "is" if message.home == 1 else "are"
    return Lines(f"{_capital(_pieces(message.home))} {verb} home.", f"{_capital(number(4 - message.home))} to go.")


def _progress(message: m.Progress) -> Lines:
    count = _pieces(message.home) if message.home else "no piece"
    return Lines(f"{_who(message.color, message.name)} has {count} home.")


def _missed(message: m.MissedCapture) -> Lines:
    if message.rule is m.MissedRule.HUFF_ANY:
        cost = "Now you may huff one piece."
    else:
        cost = "Which of them goes home?" if message.several else "For that, the piece goes home."
    return Lines(f"{_who(message.color, message.name)} could capture.", cost)


def _win(message: m.Win) -> Lines:
    return Lines(
        f"{_who(message.color, message.name)} wins!",
        "Will you play on for the places?" if message.play_on else "The game is over.",
    )


_AT_START = {
    m.StartPlace.HOUSE: "in the house",
    m.StartPlace.START: "on the start field",
    m.StartPlace.BOARD: "on the board",
}


def _start_missing(message: m.StartMissing) -> Lines:
    where = _AT_START[message.place]
    return Lines("Nearly ready.", f"{color(message.color)} is missing {_pieces(message.count)} {where}.")


def _start_extra(message: m.StartExtra) -> Lines:
    if message.place is m.StartPlace.BOARD:
        return Lines("Nearly ready.", f"{_capital(_pieces(message.count, message.color))} too many.")
    verb = "belongs" if message.count == 1 else "belong"
    return Lines("Nearly ready.", f"{_capital(_pieces(message.count, message.color))} {verb} {_AT_START[message.place]}.")


def _wrong_count(message: v.WrongCount) -> str:
    thrown = number(message.thrown)
    if message.walked is None:
        return f"The throw was {thrown}. The move doesn't match."
    walked = "one field" if message.walked == 1 else number(message.walked)
    return f"You moved {walked}, but the throw was {thrown}."


def _missing(message: v.PieceMissing) -> str:
    kind = f"{message.color} " if message.color else ""
    if message.seen is None or message.seen > 3:
        return f"One {kind}piece is missing. Where is it?"
    if message.seen == 0:
        return f"I see no {kind}piece. Where are they?"
    rest = "Where is the fourth?" if message.seen == 3 else "Where are the others?"
    return f"I see only {_pieces(message.seen, message.color)}. {rest}"


def _extra(message: v.PieceExtra) -> str:
    over = (message.seen or 0) - 4
    if over < 1:
        return f"I see too many {message.color + ' ' if message.color else ''}pieces. Could you count them?"
    return f"I see {_pieces(over + 4, message.color)}. {_capital(number(over))} too many."


_REFUSED = {
    m.ThrowRefusal.OVER: "The game is over.",
    m.ThrowRefusal.OPEN: "The board comes first.",
    m.ThrowRefusal.PENDING: "Move first, then throw again.",
    m.ThrowRefusal.OWED: "A piece has to go home first.",
    m.ThrowRefusal.CAN_MOVE: "Every throw allows a move.",
}

_AGAIN = {
    m.AgainBecause.CROOKED: "The die is crooked.",
    m.AgainBecause.SEVERAL: "I see more than one die.",
    m.AgainBecause.HANDLED: "The die has to roll.",
    m.AgainBecause.UNREADABLE: "I can't read the die.",
    m.AgainBecause.CUT_OFF: "I lost the die.",
}

TABLE.add(m.ThrowRefused, lambda x: Lines(_REFUSED[x.why]))
TABLE.add(m.ThrowAgain, lambda x: Lines("Please throw again.", _AGAIN[x.why]))
TABLE.always(m.DieLost, "I can't hear the die.", "Is it nearby?")
TABLE.always(m.DieBack, "The die is back.")
TABLE.always(m.DieBatteryLow, "The die is nearly empty.", "Please charge it soon.")
TABLE.add(m.Turn, lambda x: Lines(f"{_who(x.color, x.name)}'s turn.", "Please throw."))
TABLE.add(
    m.Thrown, lambda x: Lines(f"{_capital(number(x.value))}!", "Which piece moves?" if x.choice else "Only one piece can move.")
)
TABLE.always(m.SixAgain, "A six!", "You may throw again.")
TABLE.add(
    m.TriesLeft,
    lambda x: Lines(f"{'One more try' if x.count == 1 else f'{_capital(number(x.count))} more tries'} for a six."),
)
TABLE.add(m.NoMove, _no_move)
TABLE.always(m.HandOver, "I'm waiting.", "I'll look when your hand is away.")
TABLE.add(
    m.HowFar,
    lambda x: Lines(f"How far did {_inside(x.color, x.name)} move, {number(x.first)} or {number(x.second)}?"),
)
TABLE.always(m.Corrected, "Thank you, I misread that.")
TABLE.always(m.TakenBack, "Good, everything is back in place.")
TABLE.add(m.CountingStep, lambda x: Lines(f"Count along: {number(x.count)}!"))
TABLE.add(m.CountingDone, lambda x: Lines(f"{_capital(number(x.count))} {'step' if x.count == 1 else 'steps'}, counted exactly."))
TABLE.add(m.Captured, _captured)
TABLE.add(m.PieceHome, _home)
TABLE.add(m.Progress, _progress)
TABLE.add(m.MissedCapture, _missed)
TABLE.add(m.Penalty, lambda x: Lines(f"{_capital(_pieces(1, x.color))} goes home."))
TABLE.add(m.Win, _win)
TABLE.add(
    m.Place, lambda x: Lines(f"{_who(x.color, x.name)} takes {_ORDINALS[x.place] if 0 < x.place < 7 else number(x.place)} place.")
)
TABLE.add(m.GameOver, lambda x: Lines(f"{_who(x.color, x.name)} wins!", "The game is over."))
TABLE.always(m.CameraLost, "I can't see the board.", "Is the camera plugged in?")
TABLE.always(m.CameraDark, "It's too dark for me.", "Is the light on and the lens cap off?")
TABLE.always(m.CameraBright, "It's too bright for me.", "Is a lamp shining into the camera?")
TABLE.always(m.BoardLost, "I can't see the board.", "Is it still in the picture?")
TABLE.always(m.BoardNotFound, "I'm looking for the board.", "Please put all of it in view.")
TABLE.always(m.BoardMoved, "The board has moved.", "I've caught up.")
TABLE.always(m.LearningPieces, "One moment.", "I'm getting to know the pieces.")
TABLE.always(m.SetUp, "Please set up.", "The rings show what is missing.")
TABLE.always(m.Resumed, "We play on.", "Is everything as it was?")
TABLE.add(m.StartMissing, _start_missing)
TABLE.add(m.StartExtra, _start_extra)
TABLE.always(m.StartReady, "All pieces are in place.", "Let's start.")
TABLE.always(m.WhoBegins, "Who begins?")

TABLE.verdict(v.NotThrown, lambda _: "Throw first, then move.")
TABLE.verdict(v.WrongColour, lambda x: f"That was a {x.moved} piece. It's {_inside(x.on, x.name)}'s turn.")
TABLE.verdict(v.SeveralMoves, lambda x: f"{_capital(_pieces(x.count))} moved. Only one may move.")
TABLE.verdict(
    v.ForeignGoal, lambda x: f"That field belongs to {x.owner}." if x.owner else "That field belongs to another colour."
)
TABLE.verdict(v.EnterNeedsSix, lambda _: "You need a six to leave the house.")
TABLE.verdict(v.Backward, lambda _: "Pieces only go forward, the way the arrow points.")
TABLE.verdict(v.GoalOvershot, lambda _: "The goal isn't that long.")
TABLE.verdict(v.WrongCount, _wrong_count, "Shall we count together?")
TABLE.verdict(v.OwnPieceThere, lambda _: "One of yours is there already.")
TABLE.verdict(v.BarrierInTheWay, lambda _: "Two pieces block the way. Nobody gets past them.")
TABLE.verdict(v.JumpedInGoal, lambda _: "In the goal, pieces don't jump.")
TABLE.verdict(v.MustEnter, lambda _: "With a six, a piece comes out.")
TABLE.verdict(v.MustClearStart, lambda _: "First the start field must be cleared.")
TABLE.verdict(v.MustCapture, lambda x: f"You can capture{' ' + x.captured if x.captured else ''}, so you must.")
TABLE.verdict(v.CapturedNotReturned, lambda x: f"The {x.captured or 'captured'} piece still has to go home.")
TABLE.verdict(v.MustMove, lambda _: "A move is possible, so you must make it.")
TABLE.verdict(v.PieceMissing, _missing)
TABLE.verdict(v.PieceExtra, _extra)
TABLE.verdict(v.Unexplained, lambda _: "I don't understand that. Could you set it up again?")

add_english(TABLE)
add_english_help(TABLE, color, number)
add_english_evening(TABLE, number, color)
