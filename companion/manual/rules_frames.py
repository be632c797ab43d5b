"""Headings of the chapter on rules, and what stands between its sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Frame:
    """Headings and what stands between the sentences, in one language."""

    title: str
    intro: str
    sources: str
    words: str
    glossary: tuple[tuple[str, str], ...]
    moves: str
    duties: str
    turn: str
    options: str
    options_intro: str
    default: str
    presets: str
    presets_intro: str
    preset_columns: tuple[str, str]
    preset_what: Mapping[str, str]
    seats: str
    verdicts: str
    verdicts_intro: str
    verdict_columns: tuple[str, str]
    silent: str
    silent_intro: str
    ask: str


GERMAN = Frame(
    title="Die Regeln",
    intro="Jeder Satz nennt in eckigen Klammern, woher er kommt. Dieselben Sätze sagt `companion rules explain` zu"
    " einer Stellung.",
    sources="Die Quellen",
    words="Die Wörter",
    glossary=(
        (
            "Laufbahn",
            "der Ring der Felder: 40 auf dem Brett für vier, 48 auf dem für sechs;"
            " Bretter anderer Hersteller haben zu viert 48 oder 56",
        ),
        ("Haus (B)", "die vier Wartefelder einer Farbe; auf welchem eine Figur steht, ist gleich"),
        ("Startfeld (A)", "das farbige Feld, auf dem eine Farbe die Laufbahn betritt"),
        ("Ziel (a, b, c, d)", "die vier Felder einer Farbe am Ende ihrer Runde, a zuerst; manche Bretter haben ein fünftes, e"),
        ("zu Hause", "eine Farbe, deren vier Figuren alle im Ziel stehen"),
    ),
    moves="Wie gezogen wird",
    duties="Was man muss",
    turn="Wer dran ist und wer gewinnt",
    options="Was jeder anders spielt",
    options_intro="Jede dieser Einstellungen ist von den anderen unabhängig. Die erste jeder Liste gilt, wenn nichts gesagt ist.",
    default="Voreinstellung",
    presets="Fertige Regelsätze",
    presets_intro='`companion play --rules NAME`, oder `rules = "NAME"` in den Einstellungen. Was nicht genannt'
    " ist, steht auf der Voreinstellung.",
    preset_columns=("Name", "Einstellungen"),
    preset_what={
        "schmidt-2016": "die Grundregel von 49021",
        "schmidt-classic": "die alte Regel, 49058; wie die Grundregel",
        "schmidt-family": "die Grundregel mit dreimal Würfeln und Schlagzwang",
        "schmidt-pairs": "das Partnerspiel, 49147, zu viert",
        "wikipedia": "das klassische Spiel der Enzyklopädie",
        "wikipedia-huff": "dasselbe mit Schlagzwang und Pusten",
        "children": "unser kurzes Spiel für Kinder, aus keiner der Quellen: drei Figuren, dreimal Würfeln, kein Schlagzwang",
    },
    seats="Wie viele mitspielen",
    verdicts="Was der Begleiter sagt, wenn ein Zug nicht stimmt",
    verdicts_intro="Passt mehreres, wird gesagt, was in dieser Liste zuerst steht.",
    verdict_columns=("Kennwort", "zum Beispiel"),
    silent="Wo die Quellen schweigen",
    silent_intro="Das haben wir entschieden; wer es anders spielt, findet oben die Einstellung, wo es eine gibt.",
    ask='Zum Nachfragen: `companion rules explain --throw 6 "yellow:B,B,B,0 green:B,B,3,a red:B,B,B,B'
    ' black:B,B,12,d turn=yellow"`'
    " zeichnet die Stellung und sagt zu jeder Figur, welche Regel gilt.",
)
ENGLISH = Frame(
    title="The rules",
    intro="Each sentence names its source in square brackets. `companion rules explain` says the same sentences"
    " about a position.",
    sources="The sources",
    words="The words",
    glossary=(
        (
            "track",
            "the ring of fields: 40 on the four-player board, 48 on the six-player board;"
            " other makers' boards have 48 or 56 for four",
        ),
        ("house (B)", "a colour's four waiting fields; which of them a piece stands on never matters"),
        ("start field (A)", "the coloured field on which a colour enters the track"),
        ("goal (a, b, c, d)", "a colour's four fields at the end of its lap, a first; some boards have a fifth, e"),
        ("home", "a colour whose four pieces all stand in the goal"),
    ),
    moves="How pieces move",
    duties="What one has to do",
    turn="Whose turn it is, and who wins",
    options="What people play differently",
    options_intro="Each of these settings is independent of the others. The first of a list holds where nothing is said.",
    default="default",
    presets="Ready-made sets of rules",
    presets_intro='`companion play --rules NAME`, or `rules = "NAME"` in the settings. What is not named is at its default.',
    preset_columns=("name", "settings"),
    preset_what={
        "schmidt-2016": "the Grundregel of 49021",
        "schmidt-classic": "the old rule, 49058; as the Grundregel",
        "schmidt-family": "the Grundregel with three tries and compulsory captures",
        "schmidt-pairs": "the partner game, 49147, four players",
        "wikipedia": "the encyclopedia's classic game",
        "wikipedia-huff": "the same with compulsory captures and huffing",
        "children": "our short game for children, from none of the sources: three pieces, three tries, no compulsory captures",
    },
    seats="How many play",
    verdicts="What the companion says when a move is not right",
    verdicts_intro="If several fit, the one that comes first in this list is said.",
    verdict_columns=("word", "for example"),
    silent="Where the sources are silent",
    silent_intro="This is what we decided; whoever plays it differently finds the setting above, where there is one.",
    ask='To ask: `companion rules explain --lang en --throw 6 "yellow:B,B,B,0 green:B,B,3,a red:B,B,B,B'
    ' black:B,B,12,d turn=yellow"`'
    " draws the position and says for every piece which rule decides.",
)
