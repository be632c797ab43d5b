"""What the companion says: complete in both languages, short, calm, with numbers as words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from companion.words import Facts, Label, Language, color_name, label, lines, number_word, say, verdict
from companion.words import messages as m
from companion.words import verdicts as v

DE, EN = Language.GERMAN, Language.ENGLISH
COLORS = ("yellow", "green", "red", "black", "blue", "purple")

LITERAL: tuple[tuple[m.Message, str, str], ...] = (
    # The table of LOOK section 9.
    (m.Turn("yellow"), "Gelb ist dran. Bitte würfeln.", "Yellow's turn. Please throw."),
    (m.Thrown(5), "Fünf! Welche Figur zieht?", "Five! Which piece moves?"),
    (m.SixAgain(), "Eine Sechs! Du darfst noch einmal.", "A six! You may throw again."),
    (m.TriesLeft(2), "Noch zwei Versuche für eine Sechs.", "Two more tries for a six."),
    (m.NoMove("green"), "Kein Zug möglich. Grün ist dran.", "No move possible. Green's turn."),
    (m.HandOver(), "Ich warte. Ich schaue, wenn die Hand weg ist.", "I'm waiting. I'll look when your hand is away."),
    (
        v.WrongCount(5, 4),
        "Du bist vier gegangen, gewürfelt waren fünf. Zählen wir zusammen?",
        "You moved four, but the throw was five. Shall we count together?",
    ),
    (
        v.WrongColour("green", "yellow"),
        "Das war eine grüne Figur. Gelb ist dran.",
        "That was a green piece. It's yellow's turn.",
    ),
    (v.NotThrown(), "Erst würfeln, dann ziehen.", "Throw first, then move."),
    (
        v.SeveralMoves(2),
        "Zwei Figuren haben sich bewegt. Nur eine darf ziehen.",
        "Two pieces moved. Only one may move.",
    ),
    (v.EnterNeedsSix(), "Aus dem Haus kommst du mit einer Sechs.", "You need a six to leave the house."),
    (v.Backward(), "Es geht nur vorwärts, in Pfeilrichtung.", "Pieces only go forward, the way the arrow points."),
    (v.GoalOvershot(), "So weit reicht das Ziel nicht.", "The goal isn't that long."),
    (v.OwnPieceThere(), "Dort steht schon eine von dir.", "One of yours is there already."),
    (v.MustEnter(), "Mit der Sechs kommt eine Figur heraus.", "With a six, a piece comes out."),
    (v.MustClearStart(), "Erst muss das Startfeld frei werden.", "First the start field must be cleared."),
    (v.MustCapture("red"), "Du kannst Rot schlagen. Dann musst du es tun.", "You can capture red, so you must."),
    (v.CapturedNotReturned("red"), "Die rote Figur geht noch nach Hause.", "The red piece still has to go home."),
    (
        v.PieceMissing("yellow", 3),
        "Ich sehe nur drei gelbe Figuren. Wo ist die vierte?",
        "I see only three yellow pieces. Where is the fourth?",
    ),
    (
        v.Unexplained(),
        "Das verstehe ich nicht. Stellt ihr es noch einmal hin?",
        "I don't understand that. Could you set it up again?",
    ),
    (m.HowFar("black", 3, 4), "Wie weit ist Schwarz gegangen, drei oder vier?", "How far did black move, three or four?"),
    (m.Corrected(), "Danke, ich habe mich verguckt.", "Thank you, I misread that."),
    (m.TakenBack(), "Gut, alles steht wieder wie vorher.", "Good, everything is back in place."),
    (m.CountingDone(5), "Fünf Schritte, genau gezählt.", "Five steps, counted exactly."),
    (m.Captured("red"), "Rot geht nach Hause und fängt neu an.", "Red goes home and starts again."),
    (m.PieceHome(1), "Eine Figur ist im Ziel. Noch drei.", "One piece is home. Three to go."),
    (
        m.CameraLost(),
        "Ich sehe das Brett nicht. Steckt das Kabel der Kamera?",
        "I can't see the board. Is the camera plugged in?",
    ),
    (
        m.CameraDark(),
        "Es ist zu dunkel für mich. Ist das Licht an und die Kappe ab?",
        "It's too dark for me. Is the light on and the lens cap off?",
    ),
    (
        m.CameraBright(),
        "Es ist zu hell für mich. Scheint eine Lampe in die Kamera?",
        "It's too bright for me. Is a lamp shining into the camera?",
    ),
    (m.BoardMoved(), "Das Brett liegt jetzt anders. Ich komme mit.", "The board has moved. I've caught up."),
    (
        m.ThrowRefused(m.ThrowRefusal.PENDING),
        "Erst ziehen, dann wieder würfeln.",
        "Move first, then throw again.",
    ),
    (
        m.ThrowAgain(m.AgainBecause.CROOKED),
        "Bitte noch einmal würfeln. Der Würfel steht schief.",
        "Please throw again. The die is crooked.",
    ),
    (m.Win("yellow"), "Gelb gewinnt! Spielt ihr um die Plätze weiter?", "Yellow wins! Will you play on for the places?"),
    # Singulars, names, and what the table leaves open.
    (
        v.WrongCount(1, 3),
        "Du bist drei gegangen, gewürfelt war eine Eins. Zählen wir zusammen?",
        "You moved three, but the throw was one. Shall we count together?",
    ),
    (
        v.WrongCount(2, 1),
        "Du bist ein Feld gegangen, gewürfelt waren zwei. Zählen wir zusammen?",
        "You moved one field, but the throw was two. Shall we count together?",
    ),
    (m.TriesLeft(1), "Noch ein Versuch für eine Sechs.", "One more try for a six."),
    (m.Turn("yellow", "Mia"), "Mia ist dran. Bitte würfeln.", "Mia's turn. Please throw."),
    (m.PieceHome(3), "Drei Figuren sind im Ziel. Noch eine.", "Three pieces are home. One to go."),
    (m.PieceHome(4), "Alle vier Figuren sind im Ziel.", "All four pieces are home."),
    (
        m.StartMissing("yellow", 1),
        "Fast fertig. Gelb fehlt eine Figur im Haus.",
        "Nearly ready. Yellow is missing one piece in the house.",
    ),
    (
        m.StartMissing("purple", 3, m.StartPlace.BOARD),
        "Fast fertig. Lila fehlen drei Figuren auf dem Brett.",
        "Nearly ready. Purple is missing three pieces on the board.",
    ),
    (
        m.StartExtra("red", 1),
        "Fast fertig. Eine rote Figur gehört noch ins Haus.",
        "Nearly ready. One red piece belongs in the house.",
    ),
    (
        m.StartExtra("red", 2, m.StartPlace.BOARD),
        "Fast fertig. Zwei rote Figuren sind zu viel.",
        "Nearly ready. Two red pieces too many.",
    ),
    (
        v.WrongColour("purple", "red", "Oma"),
        "Das war eine lila Figur. Oma ist dran.",
        "That was a purple piece. It's Oma's turn.",
    ),
)


def all_messages() -> Iterator[m.Message]:
    """Every kind of message with every value of its parameters that changes the words."""
    yield from (m.SixAgain(), m.HandOver(), m.Corrected(), m.TakenBack(), m.CameraLost(), m.BoardLost(), m.BoardNotFound())
    yield from (m.CameraDark(), m.CameraBright(), m.DieLost(), m.DieBack(), m.DieBatteryLow())
    yield from (m.ThrowRefused(why) for why in m.ThrowRefusal)
    yield from (m.ThrowAgain(because) for because in m.AgainBecause)
    yield from (m.BoardMoved(), m.LearningPieces(), m.SetUp(), m.Resumed(), m.StartReady(), m.WhoBegins(), m.NoMove())
    for n in range(1, 7):
        yield from (m.Thrown(n), m.Thrown(n, choice=False), m.CountingStep(n), m.CountingDone(n), m.SixAgain())
    yield from (m.TriesLeft(n) for n in (1, 2, 3))
    for color in COLORS:
        for name in (None, "Großmutter"):
            yield from (m.Turn(color, name), m.NoMove(color, name), m.HowFar(color, 3, 4, name), m.Captured(color, name))
            yield from (m.Win(color, name), m.Win(color, name, play_on=False), m.GameOver(color, name))
            yield from (m.Place(color, n, name) for n in range(1, 7))
            yield from (m.Progress(color, n, name) for n in range(5))
            yield from (m.MissedCapture(color, rule, some, name) for rule in m.MissedRule for some in (False, True))
        yield m.Penalty(color)
        for place in m.StartPlace:
            yield from (kind(color, n, place) for kind in (m.StartMissing, m.StartExtra) for n in range(1, 5))
    yield from (m.PieceHome(n) for n in range(1, 5))
    yield from verdicts()


def verdicts() -> Iterator[m.Verdict]:
    for reason in v.REASONS:
        for color in COLORS:
            for pieces in range(9):
                yield verdict(reason, Facts(color, None, 1 + pieces % 6, 1 + pieces, COLORS[pieces % 6], color, pieces))
        yield verdict(reason, Facts("red", "Großmutter", 6, None, "green"))
        yield verdict(reason, Facts("red"))


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?])\s+", text) if part]


@pytest.mark.parametrize(
    ("message", "german", "english"), LITERAL, ids=lambda x: type(x).__name__ if not isinstance(x, str) else ""
)
def test_the_words(message: m.Message, german: str, english: str) -> None:
    assert say(DE, message) == german
    assert say(EN, message) == english


def test_every_kind_of_message_is_tried_here() -> None:
    kinds = {
        kind for module in (m, v) for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, m.Message)
    }
    assert {type(message) for message in all_messages()} == kinds - {m.Message, m.Verdict}


@pytest.mark.parametrize("language", Language)
def test_short_calm_sentences(language: Language) -> None:
    for message in all_messages():
        for text in {say(language, message), " ".join((lines(language, message).title, lines(language, message).sentence))}:
            assert text.strip()
            for sentence in sentences(text):
                assert len(sentence.split()) <= 9, sentence
            assert not re.search(r"falsch|fehler|leider|ungültig|wrong|mistake|unfortunately|invalid|illegal", text.lower()), text
            assert not re.search(r"\d|None|\s\s|\s[.,?!]", text), text


@pytest.mark.parametrize("language", Language)
def test_a_verdict_never_shouts(language: Language) -> None:
    for message in verdicts():
        assert "!" not in say(language, message)


def test_every_reason_of_the_rules_has_its_words() -> None:
    said = {say(DE, verdict(reason, Facts("yellow", thrown=5, walked=4, moved="green"))) for reason in v.REASONS}
    assert len(said) == len(v.REASONS) == 19


def test_an_unknown_reason_is_not_understood() -> None:
    assert verdict("flew", Facts("yellow")) == v.Unexplained()


@pytest.mark.parametrize("language", Language)
def test_buttons_have_words(language: Language) -> None:
    assert all(label(language, of) for of in Label)


def test_numbers_as_words() -> None:
    assert [number_word(DE, n) for n in (1, 12, 17, 20, 21, 56)] == [
        "eins",
        "zwölf",
        "siebzehn",
        "zwanzig",
        "einundzwanzig",
        "sechsundfünfzig",
    ]
    assert [number_word(EN, n) for n in (1, 12, 20, 21)] == ["one", "twelve", "twenty", "twenty-one"]
    assert number_word(DE, 100) == "100"


def test_names_of_colours() -> None:
    assert [color_name(DE, color) for color in COLORS] == ["Gelb", "Grün", "Rot", "Schwarz", "Blau", "Lila"]
    assert color_name(EN, "purple") == "Purple"
