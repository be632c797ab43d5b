"""The German words. Literal where LOOK section 9 gives them; at most nine words a sentence, numbers as words."""

from __future__ import annotations

from companion.words import messages as m
from companion.words import verdicts as v
from companion.words.calibrating_words import add_german
from companion.words.evening_words import add_german_evening
from companion.words.helping_words import add_german as add_german_help
from companion.words.language import Lines, Table

COLORS = {"yellow": "Gelb", "green": "Grün", "red": "Rot", "black": "Schwarz", "blue": "Blau", "purple": "Lila"}
_ADJECTIVES = {"yellow": "gelbe", "green": "grüne", "red": "rote", "black": "schwarze", "blue": "blaue", "purple": "lila"}
_UNITS = (
    *("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    *("dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"),
)
_TENS = ("", "zehn", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")


def number(n: int) -> str:
    """0 … 99 as a word; larger numbers as digits."""
    if not 0 <= n < 100:
        return str(n)
    if n < 20:
        return _UNITS[n]
    tens, units = divmod(n, 10)
    return _TENS[tens] if not units else f"{'ein' if units == 1 else _UNITS[units]}und{_TENS[tens]}"


def color(name: str) -> str:
    """The colour as a player's name."""
    return COLORS.get(name, name.capitalize())


def _who(of: str, name: str | None) -> str:
    return name or color(of)


def _pieces(count: int, of: str | None = None) -> str:
    """`eine gelbe Figur`, `drei Figuren`."""
    kind = f"{_ADJECTIVES.get(of, of)} " if of else ""
    return f"eine {kind}Figur" if count == 1 else f"{number(count)} {kind}Figuren"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


LABELS = {
    m.Label.COUNT_TOGETHER: "Zusammen zählen",
    m.Label.WAS_DIFFERENT: "Es war anders",
    m.Label.TRY_AGAIN: "Noch mal",
    m.Label.NEW_GAME: "Noch ein Spiel",
    m.Label.EVENING: "Der Abend",
    m.Label.PLAY_ON: "Weiterspielen",
    m.Label.TAKE_BACK: "Zurücknehmen",
    m.Label.DONE: "Fertig",
    m.Label.START: "Los geht's",
    m.Label.YES: "Ja",
    m.Label.NO: "Nein",
    m.Label.DONT_KNOW: "Weiß ich nicht",
    m.Label.FITS: "Passt",
    m.Label.LATER: "Später",
    m.Label.FROM_START: "Von vorn",
    m.Label.CANNOT_MOVE: "Kein Zug möglich",
    m.Label.SET_BY_HAND: "Etwas anderes",
    m.Label.GO_ON: "Weiter",
    m.Label.MORE_RULES: "Mehr Regeln",
    m.Label.BACK: "Zurück",
    m.Label.NEW_PLAYERS: "Andere Spieler",
}
TABLE = Table("Schau mal!", LABELS)


def _no_move(message: m.NoMove) -> Lines:
    following = f"{_who(message.color, message.name)} ist dran." if message.color else ""
    return Lines("Kein Zug möglich.", following)


def _captured(message: m.Captured) -> Lines:
    following = f"{_who(message.following, message.following_name)} ist dran." if message.following else ""
    return Lines(
        f"{_who(message.color, message.name)} geht nach Hause und fängt neu an.",
        "Du darfst noch einmal." if message.again else following,
    )


def _home(message: m.PieceHome) -> Lines:
    if message.home >= 4:
        return Lines("Alle vier Figuren sind im Ziel.")
    left = "eine" if message.home == 3 else number(4 - message.home)
    return Lines(f"{_capital(_pieces(message.home))} {'ist' if message.home == 1 else 'sind'} im Ziel.", f"Noch {left}.")


def _progress(message: m.Progress) -> Lines:
    count = _pieces(message.home) if message.home else "noch keine Figur"
    return Lines(f"{_who(message.color, message.name)} hat {count} im Ziel.")


def _missed(message: m.MissedCapture) -> Lines:
    if message.rule is m.MissedRule.HUFF_ANY:
        cost = "Jetzt dürft ihr eine Figur pusten."
    else:
        cost = "Welche davon geht nach Hause?" if message.several else "Dafür geht die Figur nach Hause."
    return Lines(f"{_who(message.color, message.name)} konnte schlagen.", cost)


def _win(message: m.Win) -> Lines:
    return Lines(
        f"{_who(message.color, message.name)} gewinnt!",
        "Spielt ihr um die Plätze weiter?" if message.play_on else "Das Spiel ist zu Ende.",
    )


_AT_START = {
    m.StartPlace.HOUSE: ("im Haus", "ins Haus"),
    m.StartPlace.START: ("auf dem Startfeld", "auf das Startfeld"),
    m.StartPlace.BOARD: ("auf dem Brett", ""),
}


def _start_missing(message: m.StartMissing) -> Lines:
    verb = "fehlt" if message.count == 1 else "fehlen"
    where = _AT_START[message.place][0]
    return Lines("Fast fertig.", f"{color(message.color)} {verb} {_pieces(message.count)} {where}.")


def _start_extra(message: m.StartExtra) -> Lines:
    if message.place is m.StartPlace.BOARD:
        over = f"{_capital(_pieces(message.count, message.color))} {'ist' if message.count == 1 else 'sind'} zu viel."
        return Lines("Fast fertig.", over)
    verb = "gehört" if message.count == 1 else "gehören"
    where = _AT_START[message.place][1]
    return Lines("Fast fertig.", f"{_capital(_pieces(message.count, message.color))} {verb} noch {where}.")


def _wrong_count(message: v.WrongCount) -> str:
    thrown = "war eine Eins" if message.thrown == 1 else f"waren {number(message.thrown)}"
    if message.walked is None:
        return f"Gewürfelt {thrown}. Das passt nicht zum Zug."
    walked = "ein Feld" if message.walked == 1 else number(message.walked)
    return f"Du bist {walked} gegangen, gewürfelt {thrown}."


def _missing(message: v.PieceMissing) -> str:
    if message.color is None:
        return "Eine Figur fehlt. Wo ist sie?"
    kind = _ADJECTIVES.get(message.color, message.color)
    if message.seen is None or message.seen > 3:
        return f"Eine {kind} Figur fehlt. Wo ist sie?"
    if message.seen == 0:
        return f"Ich sehe keine {kind} Figur. Wo sind sie?"
    rest = "Wo ist die vierte?" if message.seen == 3 else "Wo sind die anderen?"
    return f"Ich sehe nur {_pieces(message.seen, message.color)}. {rest}"


def _extra(message: v.PieceExtra) -> str:
    kind = f"{_ADJECTIVES.get(message.color, message.color)} " if message.color else ""
    over = (message.seen or 0) - 4
    if over < 1:
        return f"Ich sehe zu viele {kind}Figuren. Zählt ihr nach?"
    rest = "Eine ist zu viel." if over == 1 else f"{_capital(number(over))} sind zu viel."
    return f"Ich sehe {_pieces(over + 4, message.color)}. {rest}"


_REFUSED = {
    m.ThrowRefusal.OVER: "Das Spiel ist zu Ende.",
    m.ThrowRefusal.OPEN: "Erst muss das Brett stimmen.",
    m.ThrowRefusal.PENDING: "Erst ziehen, dann wieder würfeln.",
    m.ThrowRefusal.OWED: "Erst geht eine Figur nach Hause.",
    m.ThrowRefusal.CAN_MOVE: "Mit jedem Wurf ist ein Zug möglich.",
}

_AGAIN = {
    m.AgainBecause.CROOKED: "Der Würfel steht schief.",
    m.AgainBecause.SEVERAL: "Ich sehe mehr als einen Würfel.",
    m.AgainBecause.HANDLED: "Der Würfel muss rollen.",
    m.AgainBecause.UNREADABLE: "Ich kann ihn nicht lesen.",
    m.AgainBecause.CUT_OFF: "Der Würfel war kurz weg.",
}

TABLE.add(m.ThrowRefused, lambda x: Lines(_REFUSED[x.why]))
TABLE.add(m.ThrowAgain, lambda x: Lines("Bitte noch einmal würfeln.", _AGAIN[x.why]))
TABLE.always(m.DieLost, "Ich höre den Würfel nicht.", "Ist er in der Nähe?")
TABLE.always(m.DieBack, "Der Würfel ist wieder da.")
TABLE.always(m.DieBatteryLow, "Der Würfel ist fast leer.", "Bitte bald laden.")
TABLE.add(m.Turn, lambda x: Lines(f"{_who(x.color, x.name)} ist dran.", "Bitte würfeln."))
TABLE.add(
    m.Thrown,
    lambda x: Lines(f"{_capital(number(x.value))}!", "Welche Figur zieht?" if x.choice else "Nur eine Figur kann ziehen."),
)
TABLE.always(m.SixAgain, "Eine Sechs!", "Du darfst noch einmal.")
TABLE.add(
    m.TriesLeft,
    lambda x: Lines(f"Noch {'ein Versuch' if x.count == 1 else f'{number(x.count)} Versuche'} für eine Sechs."),
)
TABLE.add(m.NoMove, _no_move)
TABLE.always(m.HandOver, "Ich warte.", "Ich schaue, wenn die Hand weg ist.")
TABLE.add(
    m.HowFar,
    lambda x: Lines(f"Wie weit ist {_who(x.color, x.name)} gegangen, {number(x.first)} oder {number(x.second)}?"),
)
TABLE.always(m.Corrected, "Danke, ich habe mich verguckt.")
TABLE.always(m.TakenBack, "Gut, alles steht wieder wie vorher.")
TABLE.add(m.CountingStep, lambda x: Lines(f"Zähl mit: {number(x.count)}!"))
TABLE.add(
    m.CountingDone,
    lambda x: Lines(f"{'Ein Schritt' if x.count == 1 else f'{_capital(number(x.count))} Schritte'}, genau gezählt."),
)
TABLE.add(m.Captured, _captured)
TABLE.add(m.PieceHome, _home)
TABLE.add(m.Progress, _progress)
TABLE.add(m.MissedCapture, _missed)
TABLE.add(m.Penalty, lambda x: Lines(f"{_capital(_pieces(1, x.color))} geht nach Hause."))
TABLE.add(m.Win, _win)
TABLE.add(m.Place, lambda x: Lines(f"{_who(x.color, x.name)} kommt auf Platz {number(x.place)}."))
TABLE.add(m.GameOver, lambda x: Lines(f"{_who(x.color, x.name)} gewinnt!", "Das Spiel ist zu Ende."))
TABLE.always(m.CameraLost, "Ich sehe das Brett nicht.", "Steckt das Kabel der Kamera?")
TABLE.always(m.CameraDark, "Es ist zu dunkel für mich.", "Ist das Licht an und die Kappe ab?")
TABLE.always(m.CameraBright, "Es ist zu hell für mich.", "Scheint eine Lampe in die Kamera?")
TABLE.always(m.BoardLost, "Ich sehe das Brett nicht.", "Liegt es noch ganz im Bild?")
TABLE.always(m.BoardNotFound, "Ich suche das Brett.", "Legt es bitte ganz ins Bild.")
TABLE.always(m.BoardMoved, "Das Brett liegt jetzt anders.", "Ich komme mit.")
TABLE.always(m.LearningPieces, "Einen Moment.", "Ich schaue mir die Figuren an.")
TABLE.always(m.SetUp, "Bitte aufstellen.", "Die Ringe zeigen, was noch fehlt.")
TABLE.always(m.Resumed, "Wir spielen weiter.", "Steht alles noch so wie vorher?")
TABLE.add(m.StartMissing, _start_missing)
TABLE.add(m.StartExtra, _start_extra)
TABLE.always(m.StartReady, "Alle Figuren stehen.", "Es geht los.")
TABLE.always(m.WhoBegins, "Wer fängt an?")

TABLE.verdict(v.NotThrown, lambda _: "Erst würfeln, dann ziehen.")
TABLE.verdict(v.WrongColour, lambda x: f"Das war {_pieces(1, x.moved)}. {_who(x.on, x.name)} ist dran.")
TABLE.verdict(v.SeveralMoves, lambda x: f"{_capital(_pieces(x.count))} haben sich bewegt. Nur eine darf ziehen.")
TABLE.verdict(
    v.ForeignGoal,
    lambda x: f"Dieses Feld gehört {color(x.owner)}." if x.owner else "Dieses Feld gehört einer anderen Farbe.",
)
TABLE.verdict(v.EnterNeedsSix, lambda _: "Aus dem Haus kommst du mit einer Sechs.")
TABLE.verdict(v.Backward, lambda _: "Es geht nur vorwärts, in Pfeilrichtung.")
TABLE.verdict(v.GoalOvershot, lambda _: "So weit reicht das Ziel nicht.")
TABLE.verdict(v.WrongCount, _wrong_count, "Zählen wir zusammen?")
TABLE.verdict(v.OwnPieceThere, lambda _: "Dort steht schon eine von dir.")
TABLE.verdict(v.BarrierInTheWay, lambda _: "Zwei Figuren versperren den Weg. Da geht es nicht durch.")
TABLE.verdict(v.JumpedInGoal, lambda _: "Im Ziel wird nicht übersprungen.")
TABLE.verdict(v.MustEnter, lambda _: "Mit der Sechs kommt eine Figur heraus.")
TABLE.verdict(v.MustClearStart, lambda _: "Erst muss das Startfeld frei werden.")
TABLE.verdict(
    v.MustCapture, lambda x: f"Du kannst {color(x.captured) + ' ' if x.captured else ''}schlagen. Dann musst du es tun."
)
TABLE.verdict(
    v.CapturedNotReturned,
    lambda x: f"Die {_ADJECTIVES.get(x.captured, x.captured) if x.captured else 'geschlagene'} Figur geht noch nach Hause.",
)
TABLE.verdict(v.MustMove, lambda _: "Ein Zug ist möglich. Dann musst du ziehen.")
TABLE.verdict(v.PieceMissing, _missing)
TABLE.verdict(v.PieceExtra, _extra)
TABLE.verdict(v.Unexplained, lambda _: "Das verstehe ich nicht. Stellt ihr es noch einmal hin?")

add_german(TABLE)
add_german_help(TABLE, color, number)
add_german_evening(TABLE, number, color)
