"""The words around the game and while something is put right, in German and English."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.words import evening as e
from companion.words import going_on as g
from companion.words.language import Lines, Table

Number = Callable[[int], str]
Color = Callable[[str], str]

_RULES_DE: Mapping[e.RuleCard, tuple[str, str]] = {
    e.RuleCard.BASIC: ("Grundregel", "Eine Figur steht schon draußen."),
    e.RuleCard.FAMILY: ("Familie", "Dreimal würfeln. Schlagen ist Pflicht."),
    e.RuleCard.HOUSE: ("Alle im Haus", "Drei Versuche für eine Sechs."),
    e.RuleCard.PAIRS: ("Zu zweit", "Gegenüber hilft sich."),
    e.RuleCard.CLASSIC: ("Alte Regel", "Wie es früher war."),
    e.RuleCard.HUFF: ("Pusten", "Wer nicht schlägt, verliert eine Figur."),
    e.RuleCard.CHILDREN: ("Für Kinder", "Eine Figur ist schon im Ziel."),
}
_RULES_EN: Mapping[e.RuleCard, tuple[str, str]] = {
    e.RuleCard.BASIC: ("Basic rules", "One piece stands outside already."),
    e.RuleCard.FAMILY: ("Family", "Three tries. You have to capture."),
    e.RuleCard.HOUSE: ("All at home", "Three tries for a six."),
    e.RuleCard.PAIRS: ("In pairs", "Opposites help each other."),
    e.RuleCard.CLASSIC: ("Old rules", "As it was long ago."),
    e.RuleCard.HUFF: ("Huffing", "Who does not capture loses a piece."),
    e.RuleCard.CHILDREN: ("For children", "One piece is home already."),
}
_LEVELS_DE = {
    "watch": "spielt frei",
    "show": "sieht Züge",
    "count": "zählt mit",
    "advise": "mit Tipps",
}
_LEVELS_EN = {
    "watch": "plays alone",
    "show": "sees moves",
    "count": "counts along",
    "advise": "with tips",
}
_RANKS_DE = {e.Rank.FIRST: "die vorn", e.Rank.MIDDLE: "die mittlere", e.Rank.LAST: "die hinten"}
_RANKS_EN = {e.Rank.FIRST: "in front", e.Rank.MIDDLE: "in the middle", e.Rank.LAST: "behind"}
_FAMILY_DE = {
    e.Familiar.MUM: "Mama",
    e.Familiar.DAD: "Papa",
    e.Familiar.GRANDMA: "Oma",
    e.Familiar.GRANDPA: "Opa",
    e.Familiar.CHILD: "Kind",
}
_FAMILY_EN = {
    e.Familiar.MUM: "Mum",
    e.Familiar.DAD: "Dad",
    e.Familiar.GRANDMA: "Grandma",
    e.Familiar.GRANDPA: "Grandpa",
    e.Familiar.CHILD: "Child",
}
_OPTIONS_DE: Mapping[e.RuleOption, tuple[str, Mapping[str, str]]] = {
    e.RuleOption.SETUP: (
        "Aufstellung",
        {"one_on_start": "eine draußen", "all_in_house": "alle im Haus", "one_home": "eine im Ziel"},
    ),
    e.RuleOption.THROWS: ("Versuche für eine Sechs", {"1": "einer", "3": "drei"}),
    e.RuleOption.CAPTURE: ("Schlagen", {"optional": "wer mag", "compulsory": "ist Pflicht"}),
    e.RuleOption.MISSED_CAPTURE: (
        "Nicht geschlagen",
        {"return_capturer": "Figur geht heim", "huff_any": "pusten", "none": "zurücknehmen"},
    ),
    e.RuleOption.CAPTURE_FIRST: ("Schlagen geht vor", {"False": "nein", "True": "ja"}),
    e.RuleOption.JUMP_IN_GOAL: ("Im Ziel springen", {"False": "nein", "True": "ja"}),
    e.RuleOption.BACKWARD_CAPTURE: ("Rückwärts schlagen", {"False": "nein", "True": "ja"}),
    e.RuleOption.BARRIERS: ("Zwei sperren den Weg", {"False": "nein", "True": "ja"}),
    e.RuleOption.PARTNERS: ("In Paaren", {"False": "nein", "True": "ja"}),
    e.RuleOption.HELP_PARTNER: ("Dem Partner helfen", {"False": "nein", "True": "ja"}),
    e.RuleOption.TWO_PLAYER_WIN: ("Zwei mit zwei Farben", {"all": "beide heim", "first": "eine heim"}),
}
_OPTIONS_EN: Mapping[e.RuleOption, tuple[str, Mapping[str, str]]] = {
    e.RuleOption.SETUP: (
        "At the start",
        {"one_on_start": "one outside", "all_in_house": "all at home", "one_home": "one in the goal"},
    ),
    e.RuleOption.THROWS: ("Tries for a six", {"1": "one", "3": "three"}),
    e.RuleOption.CAPTURE: ("Capturing", {"optional": "as you like", "compulsory": "a must"}),
    e.RuleOption.MISSED_CAPTURE: (
        "Not captured",
        {"return_capturer": "piece goes home", "huff_any": "huffing", "none": "take back"},
    ),
    e.RuleOption.CAPTURE_FIRST: ("Capturing goes first", {"False": "no", "True": "yes"}),
    e.RuleOption.JUMP_IN_GOAL: ("Jumping in the goal", {"False": "no", "True": "yes"}),
    e.RuleOption.BACKWARD_CAPTURE: ("Capturing backwards", {"False": "no", "True": "yes"}),
    e.RuleOption.BARRIERS: ("Two block the way", {"False": "no", "True": "yes"}),
    e.RuleOption.PARTNERS: ("In pairs", {"False": "no", "True": "yes"}),
    e.RuleOption.HELP_PARTNER: ("Help the partner", {"False": "no", "True": "yes"}),
    e.RuleOption.TWO_PLAYER_WIN: ("Two with two colours", {"all": "both home", "first": "one home"}),
}
_BEGINS_DE = {
    e.Beginner.YOUNGEST: ("Jüngstes Kind", "fängt an"),
    e.Beginner.HIGHEST: ("Höchster Wurf", "fängt an"),
    e.Beginner.CHOSEN: ("Wir wählen", "wer anfängt"),
}
_BEGINS_EN = {
    e.Beginner.YOUNGEST: ("The youngest", "begins"),
    e.Beginner.HIGHEST: ("Highest throw", "begins"),
    e.Beginner.CHOSEN: ("We choose", "who begins"),
}

_WAYS_DE = {
    g.OtherWay.AS_IT_STANDS: ("So steht es", "Ihr habt weitergespielt."),
    g.OtherWay.NEW_GAME: ("Neues Spiel", "Alles auf Anfang."),
}
_WAYS_EN = {
    g.OtherWay.AS_IT_STANDS: ("As it stands", "You have played on."),
    g.OtherWay.NEW_GAME: ("New game", "Everything from the start."),
}
_HANDLING_DE = {
    g.Handled.KEYS: "Pfeile: weiter. Eingabe: wählen.",
    g.Handled.BUTTON: "Kurz drücken: weiter. Lang drücken: wählen.",
}
_HANDLING_EN = {
    g.Handled.KEYS: "Arrows: next. Return: choose.",
    g.Handled.BUTTON: "Press shortly: next. Hold: choose.",
}


def add_german_evening(table: Table, number: Number, color: Color) -> None:
    """Adds the German words."""
    table.always(e.HowWasIt, "Wie war es?", "Tippt auf ein Feld.")
    table.always(e.WhatWasThrown, "Was fiel?")
    table.add(e.Goes, lambda x: Lines(f"{x.name or color(x.color)} {_went(x.count, number, 'geht', 'kommt heraus')}"))
    table.add(e.WhichPiece, lambda x: Lines(_RANKS_DE[x.rank]))
    table.always(e.DidNotMove, "Noch nicht gezogen")
    table.always(e.DidNotThrow, "Nicht gewürfelt")
    table.add(e.WhichMove, lambda x: Lines(f"Wie ist {x.name or color(x.color)} gezogen?"))
    table.add(e.WhoPlays, lambda x: Lines("Wer spielt mit?", f"Ich sehe {_list(x.seen, color, 'und')}." if x.seen else ""))
    table.always(e.TooFew, "Wer spielt mit?", "Es fehlt noch jemand.")
    table.always(e.ThreeOnFour, "Wer spielt mit?", "Zu dritt passt die Sechserseite besser. Setzt euch auf jede zweite Farbe.")
    table.add(e.HelpedBy, lambda x: Lines(_LEVELS_DE[x.level]))
    table.add(e.WhoIsIt, lambda x: Lines(f"Wer spielt {color(x.color)}?"))
    table.add(e.HowHelped, lambda x: Lines(f"Was hilft {x.name}?"))
    table.add(e.Called, lambda x: Lines(_FAMILY_DE[x.familiar]))
    table.add(e.Age, lambda x: Lines("ein Kind" if x.child else "erwachsen"))
    table.always(e.PlaysNot, "spielt nicht")
    table.always(e.WhichRules, "Welche Regeln?")
    table.add(e.Rules, lambda x: Lines(*_RULES_DE[x.card]))
    table.add(e.Option, lambda x: _option(_OPTIONS_DE, x))
    table.add(e.Begins, lambda x: Lines(*_BEGINS_DE[x.how]))
    table.always(e.OurEvening, "Unser Abend")
    table.always(g.Otherwise, "Wie geht es weiter?")
    table.add(g.OtherwiseWay, lambda x: Lines(*_WAYS_DE[x.way]))
    table.always(g.LeftAlone, "Welche Regeln?", "Das letzte Spiel ging nicht weiter. Ich hebe es auf.")
    table.add(g.Handling, lambda x: Lines(_HANDLING_DE[x.by]))


def add_english_evening(table: Table, number: Number, color: Color) -> None:
    """Adds the English words."""
    table.always(e.HowWasIt, "How was it?", "Tap a field.")
    table.always(e.WhatWasThrown, "What was it?")
    table.add(e.Goes, lambda x: Lines(f"{x.name or color(x.color)} {_went(x.count, number, 'moves', 'comes out')}"))
    table.add(e.WhichPiece, lambda x: Lines(_RANKS_EN[x.rank]))
    table.always(e.DidNotMove, "Not moved yet")
    table.always(e.DidNotThrow, "Not thrown")
    table.add(e.WhichMove, lambda x: Lines(f"How did {x.name or x.color} move?"))
    table.add(e.WhoPlays, lambda x: Lines("Who plays?", f"I see {_list(x.seen, str, 'and')}." if x.seen else ""))
    table.always(e.TooFew, "Who plays?", "Somebody is still missing.")
    table.always(e.ThreeOnFour, "Who plays?", "The side for six suits three better. Take every second colour there.")
    table.add(e.HelpedBy, lambda x: Lines(_LEVELS_EN[x.level]))
    table.add(e.WhoIsIt, lambda x: Lines(f"Who plays {x.color}?"))
    table.add(e.HowHelped, lambda x: Lines(f"What helps {x.name}?"))
    table.add(e.Called, lambda x: Lines(_FAMILY_EN[x.familiar]))
    table.add(e.Age, lambda x: Lines("a child" if x.child else "grown up"))
    table.always(e.PlaysNot, "does not play")
    table.always(e.WhichRules, "Which rules?")
    table.add(e.Rules, lambda x: Lines(*_RULES_EN[x.card]))
    table.add(e.Option, lambda x: _option(_OPTIONS_EN, x))
    table.add(e.Begins, lambda x: Lines(*_BEGINS_EN[x.how]))
    table.always(e.OurEvening, "Our evening")
    table.always(g.Otherwise, "How do we go on?")
    table.add(g.OtherwiseWay, lambda x: Lines(*_WAYS_EN[x.way]))
    table.always(g.LeftAlone, "Which rules?", "The last game would not go on. I keep it.")
    table.add(g.Handling, lambda x: Lines(_HANDLING_EN[x.by]))


def _went(count: int | None, number: Number, goes: str, comes: str) -> str:
    return comes if count is None else f"{goes} {number(count)}"


def _list(colors: tuple[str, ...], color: Color, word: str) -> str:
    names = [color(name) for name in colors]
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else names[0]


def _option(words: Mapping[e.RuleOption, tuple[str, Mapping[str, str]]], option: e.Option) -> Lines:
    about, values = words[option.option]
    return Lines(about, values[option.value])
