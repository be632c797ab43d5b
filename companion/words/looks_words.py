"""The words of `looks`."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import looks as w
from companion.words.catalogue import N_
from companion.words.language import Lines, Table

_OPTIONS: Mapping[w.LookOption, str] = {
    w.LookOption.VOICE: N_("Voice"),
    w.LookOption.EFFECTS: N_("Sounds"),
    w.LookOption.NIGHT: N_("Night"),
    w.LookOption.LARGE: N_("Large print"),
    w.LookOption.LIVE: N_("Camera picture"),
    w.LookOption.TURN: N_("Turn the board"),
    w.LookOption.CALM: N_("Less movement"),
    w.LookOption.LANGUAGE: N_("Language"),
}
_VALUES: Mapping[w.LookValue, str] = {
    w.LookValue.OFF: N_("off"),
    w.LookValue.ON: N_("on"),
    w.LookValue.QUIET: N_("quiet"),
    w.LookValue.MEDIUM: N_("medium"),
    w.LookValue.LOUD: N_("loud"),
    w.LookValue.FULL: N_("very loud"),
    w.LookValue.AS_BUILT: N_("not turned"),
    w.LookValue.QUARTER: N_("to the right"),
    w.LookValue.HALF: N_("upside down"),
    w.LookValue.THREE_QUARTERS: N_("to the left"),
}
_OWN_NAMES: Mapping[w.LookValue, str] = {w.LookValue.GERMAN: "Deutsch", w.LookValue.ENGLISH: "English"}


def add_looks(t: Table) -> None:
    """Adds them."""
    c = t.catalogue
    t.add(
        w.HowItLooks, lambda x: Lines(c.text("Settings"), c.text("The language changes with the next start.") if x.later else "")
    )
    t.add(w.LookCard, lambda x: Lines(c.text(_OPTIONS[x.option]), _OWN_NAMES.get(x.value) or c.text(_VALUES[x.value])))
