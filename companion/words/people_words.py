"""The words of `people`. Kind and short: nobody has to hurry, and nobody did anything wrong."""

from __future__ import annotations

from companion.words import people as p
from companion.words.catalogue import N_, Catalogue
from companion.words.language import Lines, Table
from companion.words.phrases import who


def add_people(t: Table) -> None:
    """Adds them."""
    c = t.catalogue
    t.always(p.Break, N_("Taking a break?"), N_("I'll wait and remember everything."))
    t.always(p.NewGameQuestion, N_("Are you starting a new game?"))
    t.verdict(p.PaysFirst, lambda _: c.text("A piece has to go home first."))
    t.verdict(p.AnotherPays, lambda _: c.text("Another piece goes home. It has a ring."))
    t.add(p.WentHome, lambda x: _went_home(c, x))


def _went_home(c: Catalogue, x: p.WentHome) -> Lines:
    if x.color is None:
        return Lines(c.text("Everybody stays"))
    return Lines(c.text("{Player} goes home", player=who(c, x.color, x.name)))
