"""The words around the game and while something is put right."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import evening as e
from companion.words import going_on as g
from companion.words.catalogue import N_, Catalogue
from companion.words.language import Lines, Table
from companion.words.messages import Message
from companion.words.phrases import inside, who

_RULES: Mapping[e.RuleCard, tuple[str, str]] = {
    e.RuleCard.BASIC: (N_("Basic rules"), N_("One piece stands outside already.")),
    e.RuleCard.FAMILY: (N_("Family"), N_("Three tries. You have to capture.")),
    e.RuleCard.HOUSE: (N_("All at home"), N_("Three tries for a six.")),
    e.RuleCard.PAIRS: (N_("In pairs"), N_("Opposites help each other.")),
    e.RuleCard.CLASSIC: (N_("Old rules"), N_("As it was long ago.")),
    e.RuleCard.HUFF: (N_("Huffing"), N_("Who does not capture loses a piece.")),
    e.RuleCard.CHILDREN: (N_("For children"), N_("One piece is home already.")),
}

_LEVELS = {
    "watch": N_("plays alone"),
    "show": N_("sees moves"),
    "count": N_("counts along"),
    "advise": N_("with tips"),
}

_RANKS = {
    e.Rank.FIRST: N_("in front"),
    e.Rank.MIDDLE: N_("in the middle"),
    e.Rank.LAST: N_("behind"),
}

_FAMILY = {
    e.Familiar.MUM: N_("Mum"),
    e.Familiar.DAD: N_("Dad"),
    e.Familiar.GRANDMA: N_("Grandma"),
    e.Familiar.GRANDPA: N_("Grandpa"),
    e.Familiar.CHILD: N_("Child"),
}

_BEGINS = {
    e.Beginner.YOUNGEST: (N_("The youngest"), N_("begins")),
    e.Beginner.HIGHEST: (N_("Highest throw"), N_("begins")),
    e.Beginner.CHOSEN: (N_("We choose"), N_("who begins")),
}

_WAYS = {
    g.OtherWay.AS_IT_STANDS: (N_("As it stands"), N_("You have played on.")),
    g.OtherWay.NEW_GAME: (N_("New game"), N_("Everything from the start.")),
}

_HANDLING = {
    g.Handled.KEYS: N_("Arrows: next. Return: choose."),
    g.Handled.BUTTON: N_("Press shortly: next. Hold: choose."),
}

_OPTIONS: Mapping[e.RuleOption, tuple[str, Mapping[str, str]]] = {
    e.RuleOption.SETUP: (
        N_("At the start"),
        {"one_on_start": N_("one outside"), "all_in_house": N_("all at home"), "one_home": N_("one in the goal")},
    ),
    e.RuleOption.THROWS: (N_("Tries for a six"), {"1": N_("just one"), "3": N_("three")}),
    e.RuleOption.CAPTURE: (N_("Capturing"), {"optional": N_("as you like"), "compulsory": N_("a must")}),
    e.RuleOption.MISSED_CAPTURE: (
        N_("Not captured"),
        {"return_capturer": N_("piece goes home"), "huff_any": N_("huffing"), "none": N_("take back")},
    ),
    e.RuleOption.CAPTURE_FIRST: (N_("Capturing goes first"), {"False": N_("no"), "True": N_("yes")}),
    e.RuleOption.JUMP_IN_GOAL: (N_("Jumping in the goal"), {"False": N_("no"), "True": N_("yes")}),
    e.RuleOption.BACKWARD_CAPTURE: (N_("Capturing backwards"), {"False": N_("no"), "True": N_("yes")}),
    e.RuleOption.BARRIERS: (N_("Two block the way"), {"False": N_("no"), "True": N_("yes")}),
    e.RuleOption.PARTNERS: (N_("Partners"), {"False": N_("no"), "True": N_("yes")}),
    e.RuleOption.HELP_PARTNER: (N_("Help the partner"), {"False": N_("no"), "True": N_("yes")}),
    e.RuleOption.TWO_PLAYER_WIN: (N_("Two with two colours"), {"all": N_("both home"), "first": N_("one home")}),
}

_ALWAYS: Mapping[type[Message], tuple[str, ...]] = {
    e.HowWasIt: (N_("How was it?"), N_("Tap a field.")),
    e.WhatWasThrown: (N_("What was it?"),),
    e.DidNotMove: (N_("Not moved yet"),),
    e.DidNotThrow: (N_("Not thrown"),),
    e.TooFew: (N_("Who plays?"), N_("Somebody is still missing.")),
    e.ThreeOnFour: (N_("Who plays?"), N_("The side for six suits three better. Take every second colour there.")),
    e.AnotherName: (N_("another name"),),
    e.PlaysNot: (N_("does not play"),),
    e.WhichRules: (N_("Which rules?"),),
    e.OurEvening: (N_("Our evening"),),
    g.Otherwise: (N_("How do we go on?"),),
    g.LeftAlone: (N_("Which rules?"), N_("The last game would not go on. I keep it.")),
}
"""What is said with the same words always: title, and sentence."""


def add_evening(t: Table) -> None:
    """Adds them."""
    c = t.catalogue
    for kind, words in _ALWAYS.items():
        t.always(kind, *words)
    t.add(e.Goes, lambda x: Lines(_goes(c, x)))
    t.add(e.WhichPiece, lambda x: Lines(c.text(_RANKS[x.rank])))
    t.add(e.WhichMove, lambda x: Lines(c.text("How did {player} move?", player=inside(c, x.color, x.name))))
    t.add(e.WhoPlays, lambda x: Lines(c.text("Who plays?"), _seen(c, x.seen)))
    t.add(e.HelpedBy, lambda x: Lines(c.text(_LEVELS[x.level])))
    t.add(e.WhoIsIt, lambda x: Lines(c.text("Who plays {player}?", player=inside(c, x.color))))
    t.add(e.HowHelped, lambda x: Lines(c.text("What helps {player}?", player=x.name)))
    t.add(e.Called, lambda x: Lines(c.text(_FAMILY[x.familiar])))
    t.add(e.Age, lambda x: Lines(c.text("a child") if x.child else c.text("grown up")))
    t.add(e.Rules, lambda x: _two(c, _RULES[x.card]))
    t.add(e.Option, lambda x: _option(c, x))
    t.add(e.Begins, lambda x: _two(c, _BEGINS[x.how]))
    t.add(g.OtherwiseWay, lambda x: _two(c, _WAYS[x.way]))
    t.add(g.Handling, lambda x: Lines(c.text(_HANDLING[x.by])))


def _two(c: Catalogue, words: tuple[str, str]) -> Lines:
    return Lines(c.text(words[0]), c.text(words[1]))


def _goes(c: Catalogue, x: e.Goes) -> str:
    player = who(c, x.color, x.name)
    if x.count is None:
        return c.text("{player} comes out", player=player)
    return c.text("{player} moves {number}", player=player, number=c.number(x.count))


def _seen(c: Catalogue, seen: tuple[str, ...]) -> str:
    names = [inside(c, color) for color in seen]
    if not names:
        return ""
    if len(names) == 1:
        return c.text("I see {player}.", player=names[0])
    return c.text("I see {players} and {player}.", players=", ".join(names[:-1]), player=names[-1])


def _option(c: Catalogue, option: e.Option) -> Lines:
    about, values = _OPTIONS[option.option]
    return Lines(c.text(about), c.text(values[option.value]))
