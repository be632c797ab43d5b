"""The words of `helping`. At most nine words a sentence, numbers as words, the reason beside the advice."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.catalogue import N_, NN_, Catalogue
from companion.words.helping import Advised, ChooseYourself, CountTogether
from companion.words.language import Lines, Table
from companion.words.phrases import who
from companion.words.sayings import thrown
from companion.words.verdict_sayings import moved_but_thrown

ADVICE: Mapping[str, tuple[str, str]] = {
    "only": (N_("Only one piece can move."), ""),
    "capture_close": (N_("You can capture {Player}."), N_("That piece is nearly home.")),
    "capture": (N_("You can capture {Player}."), ""),
    "home": (N_("In the goal the piece is safe."), ""),
    "escape": (N_("Right behind you is {Player}."), N_("Further on you are safer.")),
    "safe": (N_("Nobody can easily capture you there."), ""),
    "clear_start": (N_("Clear your start field."), N_("Then there is room for the next one.")),
    "furthest": (N_("This piece is furthest along."), N_("It will be home soon.")),
}
"""By the reason of an advice: title and sentence."""
_THROWN = NN_("The throw was one.", "The throw was {number}.")


def add_helping(t: Table) -> None:
    """Adds them."""
    c = t.catalogue
    t.add(Advised, lambda x: _advised(c, x))
    t.add(ChooseYourself, lambda x: Lines(thrown(c, x.value), c.text("Which piece moves?")))
    t.add(CountTogether, lambda x: Lines(c.text("Let's count together."), _counted(c, x)))


def _advised(c: Catalogue, message: Advised) -> Lines:
    """A reason nobody has words for is a mistake in the program: `KeyError`."""
    title, sentence = ADVICE[message.why]
    player = who(c, message.other or "", message.name)
    return Lines(c.text(title, player=player), c.text(sentence) if sentence else "")


def _counted(c: Catalogue, message: CountTogether) -> str:
    if message.walked is None:
        return c.plural(_THROWN, message.thrown)
    return moved_but_thrown(c, message.walked, message.thrown)
